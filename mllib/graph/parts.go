package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
)

// Parts numbers the connected parts of the graph from 0, in the order of their first nodes, and says in which of them each node is.
func (g *Graph) Parts() (part []int, count int, err error) {
	if err := g.whole(); err != nil {
		return nil, 0, fmt.Errorf("graph: parts: %w", err)
	}
	part = make([]int, g.Len())
	for i := range part {
		part[i] = -1
	}
	var stack []int
	for i := range part {
		if part[i] >= 0 {
			continue
		}
		part[i] = count
		for stack = append(stack[:0], i); len(stack) > 0; {
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, k := range g.To[g.Start[j]:g.Start[j+1]] {
				if part[k] < 0 {
					part[k] = count
					stack = append(stack, int(k))
				}
			}
		}
		count++
	}
	return part, count, nil
}

// ErrNotConnected is wrapped where a graph has several parts and one is needed.
var ErrNotConnected = errors.New("graph is not connected")

// Connected returns nil for a graph of one part; else an error that names the argument and says how many parts there are and how large, and wraps ErrNotConnected.
func (g *Graph) Connected(argument string) error {
	part, count, err := g.Parts()
	if err != nil {
		return err
	}
	if count == 1 {
		return nil
	}
	sizes := make([]int, count)
	for _, p := range part {
		sizes[p]++
	}
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	const few = 6
	words := strings.Trim(fmt.Sprint(sizes[:min(few, count)]), "[]")
	if count > few {
		words += " …"
	}
	return input.Errorf(ErrNotConnected, argument, "the graph has %d parts, of %s nodes: no path joins them", count, strings.ReplaceAll(words, " ", ", "))
}
