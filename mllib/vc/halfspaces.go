package vc

import (
	"fmt"
	"iter"
	"math"

	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

// HalfSpaces are the sets {x : ⟨w, x⟩ + b >= 0} in Dim dimensions. Points in general position have 2·Σ_{i<=Dim} C(n-1, i) parts, the most that there
// are; the dimension is Dim+1. Up to four dimensions the parts are found by turning hyperplanes, in exact arithmetic; above, a linear program decides each of them.
//
// Reference: T. Cover, Geometrical and statistical properties of systems of linear inequalities, IEEE Transactions on Electronic Computers 14 (1965).
// Curriculum: N11.1r, B2.4.1f.
type HalfSpaces struct{ Dim int }

const (
	mostForProgram = 12 // points up to which 2ⁿ linear programs are solved
	mostTurned     = 60 // points in the plane or on the line
	mostDim        = 4  // dimension up to which hyperplanes are turned
)

// most is the largest number of points that Parts can do.
func (c HalfSpaces) most() int {
	switch {
	case c.Dim <= 2:
		return mostTurned
	case c.Dim <= mostDim:
		return MostPoints
	}
	return mostForProgram
}

// Parts returns the parts of the n×Dim matrix X, as Class says: of at most 60 points in the plane and on the line, of 20 in three and four dimensions, and of 12 in more.
func (c HalfSpaces) Parts(x mat.Matrix) ([]uint64, error) {
	columns, err := points("half-spaces", x, c.Dim, c.most())
	if err != nil {
		return nil, err
	}
	if c.Dim <= mostDim {
		return turned(columns), nil
	}
	return c.byPrograms(x, len(columns[0]))
}

// byPrograms decides each part by a linear program.
func (c HalfSpaces) byPrograms(x mat.Matrix, n int) ([]uint64, error) {
	f := newFound(n)
	y := make([]int, n)
	for part := range f[:len(f)/2] { // the last point outside: else the half-space on the other side
		for i := range y {
			y[i] = 2*(part>>i&1) - 1
		}
		s, err := linear.Separate(x, y, false)
		if err != nil {
			return nil, fmt.Errorf("vc: half-spaces: %w", err)
		}
		f[part], f[len(f)-1-part] = s.Separable, s.Separable
	}
	return f.parts(), nil
}

// Configurations yields n points in general position.
func (c HalfSpaces) Configurations(n int) iter.Seq[*mat.Dense] {
	if n < 1 || n > mostBits || c.Dim < 1 || c.Dim > mostDimensions {
		return one(line(n))
	}
	x := mat.NewDense(n, c.Dim, nil)
	for i := range n {
		t := math.Cos(math.Pi * (float64(i) + .5) / float64(n))
		for j := range c.Dim {
			x.Set(i, j, math.Cos(float64(j+1)*math.Acos(t))) // polynomials of degree 1 to Dim: a hyperplane meets the curve at Dim points
		}
	}
	return one(x)
}
