package graph

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"gonum.org/v1/gonum/mat"
)

// KNN joins two rows of the n×d matrix X where one is among the k nearest of the other, in Euclidean distance, which is the length of the edge. Of rows at equal distance the
// first counts as nearer, and no row is its own neighbour. k is from 1 to n − 1.
//
// The errors wrap input.ErrEmpty, ErrNotFinite (also where squared distances overflow or all of them underflow) and ErrParam.
//
// Curriculum: B4.2.1d.
func KNN(x mat.Matrix, k int) (*Graph, error) {
	return near(x, func(n int) error {
		return input.Param(k >= 1 && k < n, "k", k, fmt.Sprintf("1 to %d, the number of other rows", n-1))
	}, func(ix *neighbours.Index) (*neighbours.Lists, error) { return ix.NearestOthers(k) })
}

// Epsilon joins two rows of the n×d matrix X whose Euclidean distance, the length of the edge, is at most ε > 0. The errors are those of KNN.
//
// Curriculum: B4.2.1d.
func Epsilon(x mat.Matrix, ε float64) (*Graph, error) {
	return near(x, func(int) error {
		return input.Param(ε > 0 && !math.IsInf(ε, 1), "ε", ε, "a positive number")
	}, func(ix *neighbours.Index) (*neighbours.Lists, error) { return ix.OthersWithin(ε) })
}

// near makes the graph of the neighbours that an index of the rows of X finds.
func near(x mat.Matrix, check func(n int) error, find func(*neighbours.Index) (*neighbours.Lists, error)) (*Graph, error) {
	n, _, err := input.Matrix("X", x)
	if err == nil {
		err = check(n)
	}
	var ix *neighbours.Index
	if err == nil {
		ix, err = neighbours.Search{}.Index(x)
	}
	var lists *neighbours.Lists
	if err == nil {
		lists, err = find(ix)
	}
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	var edges []Edge
	for i, near := range lists.Index {
		for k, j := range near {
			edges = append(edges, Edge{From: i, To: j, Length: lists.Distance[i][k]})
		}
	}
	return ofEdges(n, edges), nil
}
