package manifold

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Eigenmaps holds the parameters of Laplacian eigenmaps: the functions f on the points, other than constants, that change least along edges, Lf = μ·diag(d)·f with the Laplacian L = diag(d) − W of the weights and small μ.
//
// They are the eigenvectors of the random walk on the graph, μ = 1 − λ, which never stays where it is: weights on the diagonal do not count.
//
// Reference: M. Belkin, P. Niyogi, Laplacian eigenmaps for dimensionality reduction and data representation (2003).
type Eigenmaps struct {
	K          int     // neighbours: an edge where one of two points is among the K nearest of the other; 0 for all pairs, with Sigma
	Radius     float64 // or an edge up to this distance
	Sigma      float64 // weights exp(−‖x−y‖²/σ); 0 for weights 1
	Dimensions int     // s; 0 means 2
}

// EigenmapsModel is an embedding by Laplacian eigenmaps. It is plain data.
type EigenmapsModel struct {
	Z       [][]float64 // n rows of s coordinates; Σ_i d_i z_ia² = 1, and of each column the entry of largest absolute value is positive
	Values  []float64   // 0 ≤ μ_1 ≤ … ≤ μ_s
	Degrees []float64   // d_i
}

// Fit embeds the rows of the n×d matrix X. The errors wrap input.ErrEmpty, ErrNotFinite, ErrParam, and graph.ErrNotConnected for a graph of several parts, whose first coordinates would only tell the parts.
func (p Eigenmaps) Fit(x mat.Matrix) (*EigenmapsModel, error) {
	n, _, err := input.Matrix("X", x)
	if p.Dimensions == 0 {
		p.Dimensions = 2
	}
	if err == nil {
		err = p.check(n)
	}
	var w affinity
	if err == nil {
		w, err = p.weights(x)
	}
	var m *EigenmapsModel
	if err == nil {
		m, err = p.fit(w)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: eigenmaps: %w", err)
	}
	return m, nil
}

// FitWeights is Fit for given weights: a symmetric n×n matrix of numbers of at least 0, whose diagonal does not count. K, Radius and Sigma must be 0. The errors are those of Fit, input.ErrShape where it is not square, and input.ErrValue for a negative entry.
func (p Eigenmaps) FitWeights(w mat.Matrix) (*EigenmapsModel, error) {
	if p.Dimensions == 0 {
		p.Dimensions = 2
	}
	rows, err := weightMatrix("W", w)
	var edges []graph.Edge
	if err == nil {
		n := rows.order()
		err = errors.Join(input.Param(p.K == 0 && p.Radius == 0 && p.Sigma == 0, "Eigenmaps.K, Radius, Sigma", fmt.Sprint(p.K, p.Radius, p.Sigma), "0 where the weights are given"), dimensions("Eigenmaps.Dimensions", p.Dimensions, n-1))
		for i := range n {
			rows.Set(i, i, 0)
			for j := range i {
				if rows.At(i, j) > 0 {
					edges = append(edges, graph.Edge{From: i, To: j})
				}
			}
		}
		if err == nil {
			err = connected("W", n, edges)
		}
	}
	var m *EigenmapsModel
	if err == nil {
		m, err = p.fit(rows)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: eigenmaps: %w", err)
	}
	return m, nil
}

func (p Eigenmaps) check(n int) error {
	const name = "Eigenmaps."
	return errors.Join(
		input.Param(p.K == 0 || p.Radius == 0, name+"K, Radius", fmt.Sprintf("%d and %v", p.K, p.Radius), "at most one of them"),
		input.Param(p.K != 0 || p.Radius != 0 || p.Sigma != 0, name+"K, Radius, Sigma", 0, "one of them: all weights would be equal"),
		input.Param(p.K >= 0 && p.K < n, name+"K", p.K, fmt.Sprintf("1 to %d, the number of other points", n-1)),
		input.Param(p.Radius >= 0 && !math.IsInf(p.Radius, 1), name+"Radius", p.Radius, "a positive number"),
		input.Param(p.Sigma >= 0 && !math.IsInf(p.Sigma, 1), name+"Sigma", p.Sigma, "a positive number, a squared length, or 0 for weights 1"),
		dimensions(name+"Dimensions", p.Dimensions, n-1),
	)
}

func (p Eigenmaps) weights(x mat.Matrix) (affinity, error) {
	if p.K == 0 && p.Radius == 0 {
		squared, err := squaredDistances(x)
		if err != nil {
			return nil, err
		}
		w := gaussian(squared, p.Sigma)
		for i := range w.order() {
			w.Set(i, i, 0)
		}
		return w, nil
	}
	g, err := Isomap{K: p.K, Radius: p.Radius}.graph(x, "Eigenmaps")
	if err != nil {
		return nil, err
	}
	if p.Sigma > 0 {
		return gaussianOn(g, p.Sigma, 0), nil
	}
	return sparse{Graph: g, value: g.Unit().Length}, nil
}

func (p Eigenmaps) fit(k affinity) (*EigenmapsModel, error) {
	w, err := newWalk(k, 0)
	if err != nil {
		return nil, err
	}
	m := &EigenmapsModel{Degrees: w.d}
	values, vectors := w.below(p.Dimensions)
	z := mat.NewDense(len(w.d), p.Dimensions, nil)
	for a, λ := range values {
		m.Values = append(m.Values, 1-λ)
		u := vectors.RawRowView(a)
		for i, v := range u {
			u[i] = v / math.Sqrt(w.d[i])
		}
		orient(u)
		z.SetCol(a, u)
	}
	m.Z = rowsOf(z)
	return m, nil
}

// Embedding returns the n×s coordinates as a matrix, nil for no model.
func (m *EigenmapsModel) Embedding() *mat.Dense {
	if m == nil {
		return nil
	}
	return matrixOf(m.Z)
}
