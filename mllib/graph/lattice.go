package graph

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// Lattice is a grid of nodes in the plane, each joined to those within a few steps, the edges weighed by a function of the place: its shortest paths come near
// to the curves γ of least ∫ f(γ)|γ′| dt.
type Lattice struct {
	X, Y  []float64 // columns and rows of the grid, in increasing order
	Reach int       // steps along each axis that an edge may have; 0 means 4, with 48 directions or so. More directions make paths straighter.
}

// steps are the differences of nodes that are joined: those that no shorter one divides.
func (l Lattice) steps() (steps [][2]int) {
	reach := l.Reach
	if reach == 0 {
		reach = 4
	}
	for a := 0; a <= reach; a++ {
		for b := -reach; b <= reach; b++ {
			if (a > 0 || b > 0) && coprime(a, b) {
				steps = append(steps, [2]int{a, b})
			}
		}
	}
	return steps
}

func coprime(a, b int) bool {
	for b != 0 {
		a, b = b, a%b
	}
	return a == 1 || a == -1
}

// Node is the number of the node in column i and row j.
func (l Lattice) Node(i, j int) int { return j*len(l.X) + i }

// Place is where a node lies; NaN for a number that no node has.
func (l Lattice) Place(node int) (x, y float64) {
	if node < 0 || len(l.X) == 0 || node/len(l.X) >= len(l.Y) {
		return math.NaN(), math.NaN()
	}
	return l.X[node%len(l.X)], l.Y[node/len(l.X)]
}

// Graph returns the graph in which an edge from p to q has the length ‖p − q‖·(f(p) + 4f((p+q)/2) + f(q))/6, the integral of f along it by Simpson's rule. f must be positive.
//
// The errors wrap input.ErrParam for axes with fewer than two numbers or that do not increase, a negative Reach, and values of f that are not positive, and input.ErrNotFinite.
//
// Curriculum: B4.2.2b.
func (l Lattice) Graph(f func(x, y float64) float64) (*Graph, error) {
	err := input.Param(l.Reach >= 0 && l.Reach <= 50, "Lattice.Reach", l.Reach, "0 to 50")
	for _, axis := range []struct {
		name string
		at   []float64
	}{{"Lattice.X", l.X}, {"Lattice.Y", l.Y}} {
		if err == nil {
			err = increasing(axis.name, axis.at)
		}
	}
	if err == nil && f == nil {
		err = input.Errorf(input.ErrEmpty, "f", "got nil, want a function of the place")
	}
	if err == nil {
		err = input.Size("Lattice.X, Y", len(l.X), len(l.Y))
	}
	if err != nil {
		return nil, fmt.Errorf("graph: lattice: %w", err)
	}
	return l.join(f)
}

func increasing(argument string, at []float64) error {
	if len(at) < 2 {
		return input.Errorf(input.ErrParam, argument, "%d numbers, want at least two", len(at))
	}
	for i, v := range at {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return input.Errorf(input.ErrNotFinite, argument, "number %d is %v", i, v)
		}
		if i > 0 && v <= at[i-1] {
			return input.Errorf(input.ErrParam, argument, "number %d does not increase", i)
		}
	}
	return nil
}

func (l Lattice) join(f func(x, y float64) float64) (*Graph, error) {
	var edges []Edge
	steps := l.steps()
	for j := range l.Y {
		for i := range l.X {
			for _, s := range steps {
				if a, b := i+s[0], j+s[1]; a >= 0 && a < len(l.X) && b >= 0 && b < len(l.Y) {
					edges = append(edges, l.edge(f, l.Node(i, j), l.Node(a, b)))
				}
			}
		}
	}
	for _, e := range edges {
		if !(e.Length > 0) || math.IsInf(e.Length, 1) {
			x, y := l.Place(e.From)
			return nil, fmt.Errorf("graph: lattice: %w", input.Errorf(input.ErrParam, "f", "near (%v, %v) an edge has the length %v, want positive finite values", x, y, e.Length))
		}
	}
	return ofEdges(len(l.X)*len(l.Y), edges), nil
}

func (l Lattice) edge(f func(x, y float64) float64, from, to int) Edge {
	x, y := l.Place(from)
	u, v := l.Place(to)
	mean := (f(x, y) + float64(4*f((x+u)/2, (y+v)/2)) + f(u, v)) / 6
	return Edge{From: from, To: to, Length: mean * math.Hypot(x-u, y-v)}
}
