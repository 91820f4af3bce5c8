package manifold

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Isomap holds the parameters of Isomap: a graph of neighbours, the lengths of its shortest paths, and classical scaling of these. Exactly one of K and Radius says who is a neighbour.
//
// Reference: J. Tenenbaum, V. de Silva, J. Langford (2000); for landmarks V. de Silva, J. Tenenbaum (2004). Curriculum: B4.2.1d, B4.2.2a.
type Isomap struct {
	K          int     // neighbours: an edge where one of two points is among the K nearest of the other
	Radius     float64 // or an edge up to this distance
	Unit       bool    // edges have length 1, so that paths are measured by their numbers of edges
	Dimensions int     // coordinates; 0 means 2
	// Landmarks is how many points are scaled by their distances from each other, the others being placed by theirs from them; 0 means all, which needs n² distances. The first
	// landmark is row 0, each next one the point farthest from those before.
	Landmarks int
}

// IsomapModel is an embedding by Isomap. It is plain data.
type IsomapModel struct {
	Z           [][]float64 // n rows of coordinates; of each column the entry of largest absolute value is positive
	Eigenvalues []float64   // of the landmarks' matrix of inner products, decreasing
	Least       float64     // as Scaling.Least: negative where lengths along the graph are not Euclidean
	Total       float64     // trace of that matrix
	Graph       *graph.Graph
	Landmarks   []int       // rows of X; all of them without landmarks
	Geodesics   [][]float64 // lengths of the shortest paths from each landmark to all n points
	X           [][]float64 // the points, for new ones
	Isomap      Isomap      // the parameters
}

// Fit embeds the rows of the n×d matrix X. The errors wrap input.ErrEmpty, ErrNotFinite, ErrParam (also where K and Radius are both given, or none), graph.ErrNotConnected, with the number and the sizes of the parts, and
// input.ErrSingular where fewer eigenvalues are positive than coordinates are wanted.
func (p Isomap) Fit(x mat.Matrix) (*IsomapModel, error) {
	n, _, err := input.Matrix("X", x)
	if p.Dimensions == 0 {
		p.Dimensions = 2
	}
	if err == nil {
		err = p.check(n)
	}
	var m *IsomapModel
	if err == nil {
		m, err = p.fit(x, n)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: isomap: %w", err)
	}
	return m, nil
}

func (p Isomap) check(n int) error {
	return errors.Join(
		input.Param((p.K != 0) != (p.Radius != 0), "Isomap.K, Radius", fmt.Sprintf("%d and %v", p.K, p.Radius), "exactly one of them"),
		input.Param(p.K >= 0 && p.K < n, "Isomap.K", p.K, fmt.Sprintf("1 to %d, the number of other points", n-1)),
		input.Param(p.Radius >= 0, "Isomap.Radius", p.Radius, "a positive number"),
		dimensions("Isomap.Dimensions", p.Dimensions, n-1),
		input.Param(p.Landmarks == 0 || p.Landmarks > p.Dimensions && p.Landmarks <= n, "Isomap.Landmarks", p.Landmarks, fmt.Sprintf("more than Dimensions and at most %d, or 0 for all", n)),
	)
}

// graph is that of neighbours; owner names the type whose fields are to blame where it is not connected.
func (p Isomap) graph(x mat.Matrix, owner string) (*graph.Graph, error) {
	var g *graph.Graph
	var err error
	if p.K > 0 {
		g, err = graph.KNN(x, p.K)
	} else {
		g, err = graph.Epsilon(x, p.Radius)
	}
	if err == nil {
		err = g.Connected(owner + ".K, Radius")
	}
	if err == nil && p.Unit {
		g = g.Unit()
	}
	return g, err
}

func (p Isomap) fit(x mat.Matrix, n int) (*IsomapModel, error) {
	g, err := p.graph(x, "Isomap")
	if err != nil {
		return nil, err
	}
	m := &IsomapModel{Graph: g, X: copied(x), Isomap: p}
	lengths, between, err := m.lengths(n)
	if err != nil {
		return nil, err
	}
	m.Geodesics = rowsOf(lengths)
	s, err := Classical{Dimensions: p.Dimensions}.scale(between)
	if err != nil {
		return nil, err
	}
	m.Z, m.Eigenvalues, m.Least, m.Total = s.Z, s.Eigenvalues, s.Least, s.Total
	if len(m.Landmarks) < n {
		m.Z = rowsOf(m.others(s.Z, lengths))
	}
	return m, nil
}

// lengths are those of the paths from the landmarks to all, and to each other.
func (m *IsomapModel) lengths(n int) (all, between *mat.Dense, err error) {
	if k := m.Isomap.Landmarks; k > 0 && k < n {
		return m.farthest(n, k)
	}
	for i := range n {
		m.Landmarks = append(m.Landmarks, i)
	}
	all, err = m.Graph.Distances(nil)
	return all, all, err
}

// farthest chooses landmarks, each as far from those before as can be.
func (m *IsomapModel) farthest(n, k int) (all, between *mat.Dense, err error) {
	all, between = mat.NewDense(k, n, nil), mat.NewDense(k, k, nil)
	near := make([]float64, n) // distance from the nearest landmark
	for i := range near {
		near[i] = math.Inf(1)
	}
	for l, next := 0, 0; l < k; l, next = l+1, floats.MaxIdx(near) {
		m.Landmarks = append(m.Landmarks, next)
		one, err := m.Graph.Distances([]int{next})
		if err != nil {
			return nil, nil, err
		}
		all.SetRow(l, one.RawRowView(0))
		for i, v := range one.RawRowView(0) {
			near[i] = min(near[i], v)
		}
	}
	for l := range k {
		for j, at := range m.Landmarks {
			between.Set(l, j, all.At(l, at))
		}
	}
	return all, between, nil
}

// others places all points by their distances from the landmarks.
func (m *IsomapModel) others(landmarks [][]float64, lengths *mat.Dense) *mat.Dense {
	k, n := lengths.Dims()
	t := newTriangulation(landmarks, m.Eigenvalues, m.means())
	z, to := mat.NewDense(n, len(m.Eigenvalues), nil), make([]float64, k)
	for i := range n {
		for l := range to {
			to[l] = lengths.At(l, i)
		}
		t.place(z.RawRowView(i), to)
	}
	return z
}

// Embedding returns the n×s coordinates as a matrix, nil for no model.
func (m *IsomapModel) Embedding() *mat.Dense {
	if m == nil {
		return nil
	}
	return matrixOf(m.Z)
}
