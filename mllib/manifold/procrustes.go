package manifold

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Procrustes lays one configuration of points on another.
type Procrustes struct {
	Scale bool // stretch, too
}

// Fitted is a configuration that was laid on another. It is plain data.
type Fitted struct {
	Z        [][]float64 // the moved points
	RMS      float64     // root of the mean squared distance to their partners
	Max      float64     // the largest of these distances
	Rotation [][]float64 // s×s orthogonal Q of z ↦ c·Qᵀ(z − mean) + shift, perhaps with a mirror
	Factor   float64     // c, 1 without Scale
}

// Fit moves the n×s points Z by a motion (a mirror is one), with Scale also by a factor, so that the sum of their squared distances to the rows of Target is least. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where the squares of distances overflow or vanish), and
// input.ErrSingular where all points of Z are equal and a factor is wanted.
//
// Reference: P. Schönemann, A generalized solution of the orthogonal Procrustes problem (1966). Curriculum: B4.2.1a.
func (p Procrustes) Fit(z, target mat.Matrix) (*Fitted, error) {
	n, s, err := input.Matrix("Z", z)
	if err == nil {
		_, _, err = input.Matrix("Target", target)
	}
	if err == nil {
		if r, c := target.Dims(); r != n || c != s {
			err = input.Errorf(input.ErrShape, "Target", "got a %d×%d matrix, want %d×%d as Z", r, c, n, s)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: procrustes: %w", err)
	}
	a, _ := centredCopy(z)
	b, shift := centredCopy(target)
	if err := errors.Join(squarable("Z", a), squarable("Target", b)); err != nil {
		return nil, fmt.Errorf("manifold: procrustes: %w", err)
	}
	u, σ, v := la.SVD(la.Mul(a.T(), b))
	m := &Fitted{Factor: 1}
	q := la.Mul(u, v.T())
	if p.Scale {
		size := mat.Norm(a, 2)
		if size == 0 {
			return nil, fmt.Errorf("manifold: procrustes: %w", input.Errorf(input.ErrSingular, "Z", "its points are equal, no factor stretches them"))
		}
		m.Factor = floats.Sum(σ) / size / size
	}
	m.Rotation = rowsOf(q)
	moved := la.ScaleM(m.Factor, la.Mul(a, q))
	m.place(moved, b, shift)
	return m, nil
}

// squarable refuses centred points whose squares overflow or vanish.
func squarable(argument string, centred *mat.Dense) error {
	if size := mat.Norm(centred, 2); !(size <= 1e150) || size != 0 && size < 1e-150 {
		return input.Errorf(input.ErrNotFinite, argument, "the squares of the distances from the mean overflow or vanish")
	}
	return nil
}

func (m *Fitted) place(moved, target *mat.Dense, shift []float64) {
	n, _ := moved.Dims()
	for i := range n {
		row := moved.RawRowView(i)
		e := between(row, target.RawRowView(i))
		m.RMS += float64(e * e)
		m.Max = math.Max(m.Max, e)
		floats.Add(row, shift)
	}
	m.RMS = math.Sqrt(m.RMS / float64(n))
	m.Z = rowsOf(moved)
}

// Embedding returns the moved points as a matrix, nil for none.
func (m *Fitted) Embedding() *mat.Dense {
	if m == nil {
		return nil
	}
	return matrixOf(m.Z)
}

// centredCopy returns a copy less the means of its columns, and these.
func centredCopy(x mat.Matrix) (centred *mat.Dense, mean []float64) {
	centred = mat.DenseCopyOf(x)
	n, d := centred.Dims()
	mean = make([]float64, d)
	for j := range mean {
		column := mat.Col(nil, j, centred)
		mean[j] = floats.Sum(column) / float64(n)
		for i, v := range column {
			centred.Set(i, j, v-mean[j])
		}
	}
	return centred, mean
}
