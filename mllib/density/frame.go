package density

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// few is the number of points up to which sorting the observations does not pay.
const few = 8

// frame holds the observations in the coordinates L⁻¹(x - centre), H = L Lᵀ, in which all bumps are round and have width 1.
type frame struct {
	kernel   Kernel
	d        int
	points   *cloud
	weights  []float64 // with sum 1; nil for equal ones
	law      *dist.MVNormal
	constant float64 // what is added to the logarithm of a sum of weighted kernels without their constant
}

// cloud is points, row by row.
type cloud struct {
	x []float64
	d int
}

func (c *cloud) len() int { return len(c.x) / c.d }

func (c *cloud) row(i int) []float64 { return c.x[i*c.d : (i+1)*c.d : (i+1)*c.d] }

func newFrame(m *KDEModel) (*frame, error) {
	n := m.Len()
	X := mat.NewDense(n, m.Dim, m.Points)
	centre := make([]float64, m.Dim)
	for i := range n {
		floats.AddScaled(centre, 1/float64(n), X.RawRowView(i))
	}
	if m.H.N == m.Dim {
		keepDigits(centre, X, m.H)
	}
	if m.Kernel == Tophat {
		centre = amid(X, centre)
	}
	law, err := dist.NewMVNormal(centre, m.H)
	if err != nil {
		return nil, fmt.Errorf("bandwidth: %w", err)
	}
	f := &frame{kernel: m.Kernel, d: m.Dim, weights: m.Weights, law: law}
	f.constant = logConstant(m.Kernel, m.Dim) - law.LogDet/2
	f.points, err = f.move(X)
	return f, err
}

// keepDigits puts another number in the place of a mean that is so many widths from 0 that observations may lose digits beside it, as where one of them is at 1e100: the median, or, if that is as far, 0 if the
// column has both signs, else the observation nearest to 0. A difference from the last has the digits of the observation.
func keepDigits(centre []float64, x *mat.Dense, h dist.Sym) {
	for j := range centre {
		width := math.Sqrt(h.At(j, j))
		if math.Abs(centre[j]) <= 0x1p22*width {
			continue
		}
		column := mat.Col(nil, j, x)
		slices.Sort(column)
		if centre[j] = column[len(column)/2]; !(math.Abs(centre[j]) <= 0x1p33*width) {
			centre[j] = min(max(0, column[0]), column[len(column)-1])
		}
	}
}

// amid are the coordinates in X, column by column, that are nearest to the given ones. Distances from them are exact where the numbers of X are so, which those from a mean are not:
// at its jump a kernel would count an observation or not as the mean is rounded.
func amid(x *mat.Dense, centre []float64) []float64 {
	near := append([]float64(nil), x.RawRowView(0)...)
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.Abs(v-centre[j]) < math.Abs(near[j]-centre[j]) {
				near[j] = v
			}
		}
	}
	return near
}

// move brings the rows of X into the coordinates of the frame.
func (f *frame) move(x mat.Matrix) (*cloud, error) {
	moved, err := f.law.Whiten(x)
	if err != nil {
		return nil, err
	}
	return &cloud{moved.RawMatrix().Data, f.d}, nil
}

func (f *frame) weight(i int) float64 {
	if f.weights == nil {
		return 1 / float64(f.points.len())
	}
	return f.weights[i]
}

// several checks that each observation can be left out.
func (f *frame) several() error {
	positive := 0
	for i := range f.points.len() {
		if f.weight(i) > 0 {
			positive++
		}
	}
	return input.Param(positive > 1, "X", fmt.Sprint(positive, " observations"), "at least two of positive weight")
}

// logs is the logarithm of the estimate at each point; without is for points that are the observations, of which each leaves itself out.
func (f *frame) logs(at *cloud, without bool) []float64 {
	var out []float64
	switch {
	case at.len() <= few && !without:
		out = f.plain(at)
	case f.d == 1 && f.kernel == Gaussian:
		out = newLine(f).logs(at.x, without)
	default:
		out = newBlocks(f).logs(at, without)
	}
	for i := range out {
		out[i] += f.constant
	}
	return out
}

// plain is the logarithm of Σ w_i k(|u - u_i|) at each point, one term after another.
func (f *frame) plain(at *cloud) []float64 {
	out := make([]float64, at.len())
	parallel.Do(len(out), func(q int) {
		s, u := make([]float64, f.points.len()), at.row(q)
		for i := range s {
			p := f.points.x[i*f.d:][:len(u)]
			for j, v := range u {
				s[i] += float64((v - p[j]) * (v - p[j]))
			}
		}
		out[q] = f.logSum(s)
	})
	return out
}

// logSum is the logarithm of the weighted sum of kernels at squared lengths, which it overwrites.
func (f *frame) logSum(s []float64) float64 {
	if isTailed(f.kernel) {
		for i, v := range s {
			s[i] = tail(f.kernel, v)
			if f.weights != nil {
				s[i] += math.Log(f.weights[i])
			}
		}
		sum := special.LogSumExp(s)
		if f.weights == nil {
			sum -= math.Log(float64(len(s)))
		}
		return sum
	}
	bump(f.kernel, s)
	sum := 0.0
	for i, v := range s {
		sum += float64(f.weight(i) * v)
	}
	return math.Log(sum)
}
