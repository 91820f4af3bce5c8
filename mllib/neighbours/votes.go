package neighbours

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Tie is who wins where several labels have the most votes. The zero value is TieNearest.
type Tie = enum.Of[ties]

const (
	TieNearest Tie = iota // the label whose nearest observation is nearer
	TieFirst              // the smallest label: 0 of {0, 1}, as N9.2d has it
	TieLast               // the largest label
)

type ties struct{}

func (ties) Names() (string, []string) {
	return "neighbours.Tie", []string{TieNearest: "nearest", TieFirst: "first", TieLast: "last"}
}

// vote counts the votes for each row of X, which is checked, and calls use; from several goroutines, and in no order.
func (m *Model) vote(x mat.Matrix, use func(i int, near *nearest, b *ballot)) error {
	rows, _ := x.Dims()
	f := m.space().finder(m.Way, rows)
	defer f.done()
	of := make([]int, len(m.Y))
	for i, y := range m.Y {
		of[i], _ = slices.BinarySearch(m.Classes, y)
	}
	err := f.each(x, m.K, func() func(int, *nearest) {
		b := &ballot{classes: m.Classes, of: of, weights: make([]float64, m.K), votes: make([]float64, len(m.Classes))}
		return func(i int, near *nearest) {
			m.Weights.to(b.weights, f.distances(near))
			b.count(near)
			use(i, near, b)
		}
	})
	if err != nil {
		return fmt.Errorf("neighbours: %w", err)
	}
	return nil
}

// ballot counts votes. It is used again for the next point.
type ballot struct {
	classes []int     // in increasing order
	of      []int     // of[i]: position in classes of the label of observation i
	weights []float64 // of the neighbours
	votes   []float64 // for each class
}

// count adds up the weights of the neighbours that have each label.
func (b *ballot) count(near *nearest) {
	clear(b.votes)
	for j, i := range near.index {
		b.votes[b.of[i]] += b.weights[j]
	}
}

// winner is the label with the most votes.
func (b *ballot) winner(near *nearest, tie Tie) int {
	most := slices.Max(b.votes)
	switch tie {
	case TieFirst:
		return b.classes[slices.Index(b.votes, most)]
	case TieLast:
		for c := len(b.votes) - 1; ; c-- {
			if b.votes[c] == most {
				return b.classes[c]
			}
		}
	}
	for _, i := range near.index {
		if b.votes[b.of[i]] == most {
			return b.classes[b.of[i]]
		}
	}
	return 0 // cannot happen: near is not empty
}

// shares writes the shares of the votes to dst.
func (b *ballot) shares(dst []float64) {
	sum := floats.Sum(b.votes)
	for c, v := range b.votes {
		dst[c] = v / sum
	}
}
