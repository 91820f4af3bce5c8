package discriminant

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// ErrSingular is wrapped where a covariance matrix must be positive definite and is not: constant or collinear columns, or
// fewer observations than dimensions. Shrinkage makes it positive definite.
var ErrSingular = errors.New("covariance matrix is not positive definite")

// factor is a covariance matrix S = L Lᵀ, ready to solve.
type factor struct {
	d      int
	lower  []float64 // L row by row, without the diagonal's reciprocals: lower[i*d+j], j <= i
	invert []float64 // 1 / L_ii
	logDet float64   // log det S
}

// leastPivot is the share of a column's variance that must be left unexplained by the columns before it: 1 - R².
const leastPivot = 1e-12

// newFactor factorises s by Cholesky. scale[j] is the size of the numbers in column j, or nil: a standard deviation that is only
// rounding of such numbers counts as 0.
func newFactor(argument string, s Sym, scale []float64) (*factor, error) {
	f := &factor{d: s.N, lower: make([]float64, s.N*s.N), invert: make([]float64, s.N)}
	for i := range s.N {
		row := f.lower[i*s.N : i*s.N+s.N]
		for j := range i + 1 {
			other := f.lower[j*s.N : j*s.N+s.N]
			sum := s.Data[i*s.N+j]
			for k := range j {
				sum -= row[k] * other[k]
			}
			if j < i {
				row[j] = sum * f.invert[j]
				continue
			}
			variance := s.Data[i*s.N+i]
			switch {
			case !(variance <= math.MaxFloat64):
				return nil, input.Errorf(input.ErrNotFinite, argument, "the variance of column %d is %v", i, variance)
			case variance <= 0, scale != nil && variance <= 1e-28*scale[i]*scale[i]:
				return nil, input.Errorf(ErrSingular, argument, "column %d is constant", i)
			case !(sum > leastPivot*variance):
				return nil, input.Errorf(ErrSingular, argument, "column %d is a linear function of the columns before it", i)
			}
			row[i] = math.Sqrt(sum)
			f.invert[i] = 1 / row[i]
			f.logDet += math.Log(sum)
		}
	}
	return f, nil
}

// forward overwrites v with L⁻¹ v. The squared length of L⁻¹ (x - μ) is the squared Mahalanobis distance of x from μ.
func (f *factor) forward(v []float64) {
	for i := range f.d {
		row, sum := f.lower[i*f.d:i*f.d+f.d], v[i]
		for k := range i {
			sum -= row[k] * v[k]
		}
		v[i] = sum * f.invert[i]
	}
}

// backward overwrites v with L⁻ᵀ v.
func (f *factor) backward(v []float64) {
	for i := f.d - 1; i >= 0; i-- {
		v[i] *= f.invert[i]
		for k := range i {
			v[k] -= f.lower[i*f.d+k] * v[i]
		}
	}
}

// solve returns S⁻¹ v.
func (f *factor) solve(v []float64) []float64 {
	out := append([]float64(nil), v...)
	f.forward(out)
	f.backward(out)
	return out
}

// square returns (x - m)ᵀ S⁻¹ (x - m).
func (f *factor) square(x, m []float64) float64 {
	v := make([]float64, f.d)
	for j := range v {
		v[j] = x[j] - m[j]
	}
	f.forward(v)
	sum := 0.0
	for _, e := range v {
		sum += e * e
	}
	return sum
}

// squares8 returns the squared Mahalanobis distances of eight points from the mean: coordinate j of point r is x[j][r]. work has the length
// of x. Eight points side by side are what makes it fast: the inner loop has eight independent sums.
func (f *factor) squares8(x [][8]float64, mean []float64, work [][8]float64) (squares [8]float64) {
	for i := range x {
		row, top, m := f.lower[i*f.d:i*f.d+i], &x[i], mean[i]
		a, b, c, d := top[0]-m, top[1]-m, top[2]-m, top[3]-m
		e, g, h, k := top[4]-m, top[5]-m, top[6]-m, top[7]-m
		for j, l := range row {
			w := &work[j]
			a -= l * w[0]
			b -= l * w[1]
			c -= l * w[2]
			d -= l * w[3]
			e -= l * w[4]
			g -= l * w[5]
			h -= l * w[6]
			k -= l * w[7]
		}
		scale, w := f.invert[i], &work[i]
		w[0], w[1], w[2], w[3] = a*scale, b*scale, c*scale, d*scale
		w[4], w[5], w[6], w[7] = e*scale, g*scale, h*scale, k*scale
		for r, t := range w {
			squares[r] += t * t
		}
	}
	return squares
}

// transpose8 writes up to eight rows, d entries each at the given stride, into x as squares8 wants them, and zeros for missing rows.
func transpose8(x [][8]float64, data []float64, stride, count int) {
	if count < 8 {
		clear(x)
	}
	for r := range count {
		for j, v := range data[r*stride : r*stride+len(x)] {
			x[j][r] = v
		}
	}
}
