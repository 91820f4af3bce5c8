package vc

import (
	"fmt"
	"iter"
	"math"

	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

// HalfSpaces are the sets {x : ⟨w, x⟩ + b >= 0} in Dim dimensions. Points in general position have 2·Σ_{i<=Dim} C(n-1, i) parts, the most that there
// are; the dimension is Dim+1. Whether a part can be cut out is decided by a linear program.
//
// Reference: T. Cover, Geometrical and statistical properties of systems of linear inequalities, IEEE Transactions on Electronic Computers 14 (1965).
// Curriculum: N11.1r, B2.4.1f.
type HalfSpaces struct{ Dim int }

// mostForProgram is the number of points up to which 2ⁿ linear programs are solved.
const mostForProgram = 12

// Parts returns the parts of the n×Dim matrix X, as Class says.
func (c HalfSpaces) Parts(x mat.Matrix) ([]uint64, error) {
	columns, err := points("half-spaces", x, c.Dim, mostForProgram)
	if err != nil {
		return nil, err
	}
	n := len(columns[0])
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
	if n < 1 || c.Dim < 1 {
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
