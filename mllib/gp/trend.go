package gp

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Trend says which functions are added to the process with coefficients about which nothing is known: their prior is normal with a variance that
// goes to infinity. The zero value is NoTrend.
//
// Reference: Rasmussen and Williams (2006), section 2.7; G. Wahba, Spline Models for Observational Data (1990), section 1.5. Curriculum: N6.4l.
type Trend = enum.Of[trends]

const (
	NoTrend       Trend = iota // none
	ConstantTrend              // β₀
	LinearTrend                // β₀ + ⟨β, x⟩
)

type trends struct{}

func (trends) Names() (string, []string) {
	return "gp.Trend", []string{NoTrend: "none", ConstantTrend: "constant", LinearTrend: "linear"}
}

// Free is what a model knows about the functions of its Trend, k of them. They are 1 and (x_j − Centre_j)/Scale_j.
type Free struct {
	Centre, Scale []float64   // one for each column of X; none for ConstantTrend
	Beta          []float64   // posterior means of the k coefficients
	Q             [][]float64 // k orthonormal rows of n numbers: QᵀR = U⁻ᵀB for the n×k values B of the functions at the observations
	R             [][]float64 // k×k, upper triangular
}

// newFree chooses the functions, with centres and scales by the data.
func newFree(t Trend, x mat.Matrix) *Free {
	f := &Free{}
	if t != LinearTrend {
		return f
	}
	n, d := x.Dims()
	for j := range d {
		column := mat.Col(nil, j, x)
		least, most := floats.Min(column), floats.Max(column)
		centre := least/2 + most/2
		scale := max(most-centre, centre-least)
		if scale == 0 || n == 1 {
			scale = 1
		}
		f.Centre, f.Scale = append(f.Centre, centre), append(f.Scale, scale)
	}
	return f
}

// at returns the values of the k functions at the rows of X, k×n.
func (f *Free) at(x mat.Matrix) blas64.General {
	n, _ := x.Dims()
	b := blas64.General{Rows: 1 + len(f.Centre), Cols: n, Stride: n, Data: make([]float64, (1+len(f.Centre))*n)}
	for i := range n {
		b.Data[i] = 1
		for j, c := range f.Centre {
			b.Data[(1+j)*n+i] = (x.At(i, j) - c) / f.Scale[j]
		}
	}
	return b
}

// orthogonalise sets Q and R for the factor U. It returns an error that wraps input.ErrSingular where the functions depend on each other at the observations.
//
// Each row is made orthogonal to those before it twice, which is enough (B. Parlett, The Symmetric Eigenvalue Problem (1980), section 6.9).
func (f *Free) orthogonalise(u blas64.Triangular, x mat.Matrix) error {
	b := f.at(x)
	if b.Rows > b.Cols {
		return input.Errorf(input.ErrShape, "X", "got %d observations for %d functions of the trend", b.Cols, b.Rows)
	}
	blas64.Trsm(blas.Right, blas.NoTrans, 1, u, b)
	f.Q, f.R = nil, rows(b.Rows, b.Rows)
	for k := range b.Rows {
		row := b.Data[k*b.Stride : k*b.Stride+b.Cols]
		whole := floats.Norm(row, 2)
		for range 2 {
			for i, q := range f.Q {
				c := floats.Dot(q, row)
				floats.AddScaled(row, -c, q)
				f.R[i][k] += c
			}
		}
		left := floats.Norm(row, 2)
		if !(left > 1e-10*whole) {
			return dependentTrend(k)
		}
		f.R[k][k] = left
		floats.Scale(1/left, row)
		f.Q = append(f.Q, row)
	}
	return nil
}

func dependentTrend(k int) error {
	if k == 0 {
		return input.Errorf(input.ErrNotFinite, "X", "the trend overflows or underflows")
	}
	return input.Errorf(input.ErrSingular, "X", "column %d is constant, or a combination of the columns before it, so that its part of the trend is not determined", k-1)
}

// project returns Q v and takes the part of v in the span of the rows of Q away.
func (f *Free) project(v []float64) []float64 {
	c := make([]float64, len(f.Q))
	for range 2 {
		for k, q := range f.Q {
			part := floats.Dot(q, v)
			floats.AddScaled(v, -part, q)
			c[k] += part
		}
	}
	return c
}

// solve overwrites c with R⁻¹c, solveT with R⁻ᵀc.
func (f *Free) solve(c []float64) {
	for k := len(c) - 1; k >= 0; k-- {
		for j := k + 1; j < len(c); j++ {
			c[k] -= f.R[k][j] * c[j]
		}
		c[k] /= f.R[k][k]
	}
}

func (f *Free) solveT(c []float64) {
	for k := range c {
		for j := range k {
			c[k] -= f.R[j][k] * c[j]
		}
		c[k] /= f.R[k][k]
	}
}

// logDet is log|BᵀK⁻¹B| for the functions 1 and x_j themselves, without centres and scales.
func (f *Free) logDet() float64 {
	sum := 0.0
	for _, scale := range f.Scale {
		sum += 2 * math.Log(scale)
	}
	for k, row := range f.R {
		sum += 2 * math.Log(row[k])
	}
	return sum
}

// rows makes a matrix of zeros.
func rows(n, m int) [][]float64 {
	data := make([]float64, n*m)
	all := make([][]float64, n)
	for i := range all {
		all[i] = data[i*m : (i+1)*m : (i+1)*m]
	}
	return all
}
