package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/mat"
)

// KNN joins two rows of the n×d matrix X where one is among the k nearest of the other, in Euclidean distance, which is the length of the edge. Of rows at equal distance the
// first counts as nearer, and no row is its own neighbour. k is from 1 to n − 1.
//
// The errors wrap input.ErrEmpty, ErrNotFinite (also where squared distances overflow or all of them underflow) and ErrParam.
//
// Curriculum: B4.2.1d.
func KNN(x mat.Matrix, k int) (*Graph, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(k >= 1 && k < n, "k", k, fmt.Sprintf("1 to %d, the number of other rows", n-1))
	}
	if err == nil {
		err = measurable(x, n, d)
	}
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	return neighbours(x, func(i int, to []float64) []int { return nearest(i, k, to) })
}

// Epsilon joins two rows of the n×d matrix X whose Euclidean distance, the length of the edge, is at most ε > 0. The errors are those of KNN.
//
// Curriculum: B4.2.1d.
func Epsilon(x mat.Matrix, ε float64) (*Graph, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(ε > 0 && !math.IsInf(ε, 1), "ε", ε, "a positive number")
	}
	if err == nil {
		err = measurable(x, n, d)
	}
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	return neighbours(x, func(i int, to []float64) []int {
		var near []int
		for j, s := range to {
			if j != i && math.Sqrt(s) <= ε {
				near = append(near, j)
			}
		}
		return near
	})
}

// measurable refuses data whose squared distances all underflow.
func measurable(x mat.Matrix, n, d int) error {
	if data, stride := input.Rows(x); squares.Lost(data, stride, n, d) {
		return input.Errorf(input.ErrNotFinite, "X", "squared distances underflow: no two rows are 1e-150 apart in a column; scale the data")
	}
	return nil
}

// neighbours makes the graph of those that choose selects for each row from its squared distances to all.
func neighbours(x mat.Matrix, choose func(i int, squared []float64) []int) (*Graph, error) {
	n, d := x.Dims()
	data, stride := input.Rows(x)
	points := newColumns(data, stride, n, d)
	const size = 32
	pieces := make([][]Edge, parallel.Pieces(n, size))
	err := parallel.Try(len(pieces), func(p int) error {
		to := make([]float64, points.width)
		for i := p * size; i < min(n, (p+1)*size); i++ {
			lanes.Squared(to, data[i*stride:i*stride+d], points.numbers)
			for j, s := range to[:n] {
				if !(s <= math.MaxFloat64) {
					return fmt.Errorf("graph: %w", input.Errorf(input.ErrNotFinite, "X", "the squared distance of rows %d and %d overflows", i, j))
				}
			}
			for _, j := range choose(i, to[:n]) {
				pieces[p] = append(pieces[p], Edge{From: i, To: j, Length: math.Sqrt(to[j])})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ofEdges(n, slices.Concat(pieces...)), nil
}

// columns are points coordinate by coordinate, as lanes.Squared takes them.
type columns struct {
	numbers []float64
	width   int
}

func newColumns(data []float64, stride, n, d int) columns {
	c := columns{width: parallel.Pieces(n, lanes.Width) * lanes.Width}
	c.numbers = make([]float64, c.width*d)
	for i := range n {
		for j, v := range data[i*stride:][:d] {
			c.numbers[j*c.width+i] = v
		}
	}
	return c
}

// nearest are the k nearest of the others, the nearest first.
func nearest(i, k int, squared []float64) []int {
	near := make([]int, 0, k+1)
	for j, s := range squared {
		if j == i || len(near) == k && !(s < squared[near[k-1]]) {
			continue
		}
		near = append(near, j)
		at := len(near) - 1
		for ; at > 0 && s < squared[near[at-1]]; at-- {
			near[at] = near[at-1]
		}
		near[at] = j
		near = near[:min(k, len(near))]
	}
	return near
}
