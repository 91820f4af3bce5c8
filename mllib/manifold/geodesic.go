package manifold

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"gonum.org/v1/gonum/mat"
)

// This file places points by their distances from landmarks: z = ½Λ⁻¹Zᵀ(m − d²), where Z are the coordinates of the landmarks, Λ = ZᵀZ, and m the means of the columns of their squared distances.

type triangulation struct {
	z     [][]float64
	λ     []float64
	means []float64
}

func newTriangulation(z [][]float64, λ, means []float64) triangulation {
	return triangulation{z, λ, means}
}

// place writes the coordinates of a point with these distances.
func (t triangulation) place(dst, distances []float64) {
	clear(dst)
	for l, v := range distances {
		off := t.means[l] - float64(v*v)
		for a, z := range t.z[l] {
			dst[a] += float64(z * off)
		}
	}
	for a := range dst {
		dst[a] /= 2 * t.λ[a]
	}
}

// means are those of the squared lengths between the landmarks.
func (m *IsomapModel) means() []float64 {
	means := make([]float64, len(m.Landmarks))
	for l := range means {
		for _, at := range m.Landmarks {
			v := m.Geodesics[l][at]
			means[l] += float64(v*v) / float64(len(means))
		}
	}
	return means
}

// Apply returns coordinates for new points: the distance of one to a landmark is the shortest over its neighbours among the fitted points, K of them or those within Radius, and their lengths to the landmark.
//
// The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, and input.ErrValue for a row that has no neighbour within Radius.
func (m *IsomapModel) Apply(x mat.Matrix) (*mat.Dense, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("X", x, len(m.X[0]))
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: isomap: %w", err)
	}
	near, err := m.near(x)
	if err != nil {
		return nil, fmt.Errorf("manifold: isomap: %w", err)
	}
	n, _ := x.Dims()
	z := mat.NewDense(n, len(m.Eigenvalues), nil)
	t := newTriangulation(m.landmarks(), m.Eigenvalues, m.means())
	err = parallel.Try(n, func(i int) error {
		if len(near.Index[i]) == 0 {
			return fmt.Errorf("manifold: isomap: %w", input.Errorf(input.ErrValue, "X", "row %d has no neighbour within Radius = %v", i, m.Isomap.Radius))
		}
		t.place(z.RawRowView(i), m.over(near.Index[i], near.Distance[i]))
		if j := notFinite(z.RawRowView(i)); j >= 0 {
			return fmt.Errorf("manifold: isomap: %w", input.Errorf(input.ErrNotFinite, "X", "row %d is so far away that its coordinate %d overflows", i, j))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return z, nil
}

// near are the neighbours of new points.
func (m *IsomapModel) near(x mat.Matrix) (*neighbours.Lists, error) {
	ix, err := neighbours.Search{}.Index(matrixOf(m.X))
	if err != nil {
		return nil, err
	}
	if m.Isomap.K > 0 {
		return ix.Nearest(x, m.Isomap.K)
	}
	return ix.Within(x, m.Isomap.Radius)
}

// over are the shortest ways to the landmarks over some neighbours.
func (m *IsomapModel) over(near []int, far []float64) []float64 {
	to := make([]float64, len(m.Landmarks))
	for l := range to {
		to[l] = math.Inf(1)
		for k, j := range near {
			step := far[k]
			if m.Isomap.Unit && step > 0 {
				step = 1
			}
			to[l] = min(to[l], step+m.Geodesics[l][j])
		}
	}
	return to
}

// landmarks are the coordinates from which others are found.
func (m *IsomapModel) landmarks() [][]float64 {
	z := make([][]float64, len(m.Landmarks))
	for l, at := range m.Landmarks {
		z[l] = m.Z[at]
	}
	return z
}

func (m *IsomapModel) whole() error {
	if m == nil {
		return input.NoModel("manifold.IsomapModel")
	}
	n, k := len(m.X), len(m.Landmarks)
	ok := n > 1 && len(m.Z) == n && k > 0 && len(m.Geodesics) == k && len(m.Eigenvalues) > 0 && m.Isomap.K <= n
	for i := 0; ok && i < n; i++ {
		ok = len(m.Z[i]) == len(m.Eigenvalues) && len(m.X[i]) == len(m.X[0])
	}
	for l := 0; ok && l < k; l++ {
		ok = len(m.Geodesics[l]) == n && m.Landmarks[l] >= 0 && m.Landmarks[l] < n
	}
	if !ok {
		return input.Errorf(input.ErrShape, "model", "it is none that Fit made")
	}
	return nil
}
