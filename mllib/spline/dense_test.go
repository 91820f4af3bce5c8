package spline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// dense is a smoothing spline by its definition in the reproducing kernel Hilbert space: the bordered system of theorem 6.2 with weights.
type dense struct {
	kernel      kernels.Kernel
	origin      float64
	x           []float64
	alpha, beta []float64
	hat         *mat.Dense
	left        []float64 // 1 − leverage
	logL        float64
}

func newDense(t testing.TB, kind Kind, pinned bool, lambda float64, x, y, w []float64) dense {
	d := dense{kernel: kernels.IntegratedBrownian(), x: x}
	free := orderOf(kind)
	if kind == Linear {
		d.kernel = kernels.Min()
	}
	if pinned {
		free = 0
	} else {
		d.origin = math.Inf(1)
		for _, v := range x {
			d.origin = min(d.origin, v)
		}
	}
	n := len(x)
	a := mat.NewDense(n+free, n+free, nil)
	v := mat.NewDense(n, n, nil) // covariance over σ²
	trend := mat.NewDense(n, max(free, 1), nil)
	for i := range n {
		for j := range n {
			k := d.kernel.At(x[i]-d.origin, x[j]-d.origin)
			a.Set(i, j, k)
			v.Set(i, j, k/lambda)
		}
		a.Set(i, i, a.At(i, i)+lambda/w[i])
		v.Set(i, i, v.At(i, i)+1/w[i])
		for q := range free {
			g := math.Pow(x[i]-d.origin, float64(q))
			a.Set(i, n+q, g)
			a.Set(n+q, i, g)
			trend.Set(i, q, g)
		}
	}
	right := mat.NewDense(n+free, n+1, nil)
	for i := range n {
		right.Set(i, i, 1)
		right.Set(i, n, y[i])
	}
	var all mat.Dense
	if err := all.Solve(a, right); err != nil {
		t.Log(err)
	}
	d.hat = mat.NewDense(n, n, nil)
	for i := range n {
		d.alpha, d.left = append(d.alpha, all.At(i, n)), append(d.left, lambda/w[i]*all.At(i, i))
		for j := range n {
			delta := 0.0
			if i == j {
				delta = 1
			}
			d.hat.Set(i, j, delta-lambda/w[i]*all.At(i, j))
		}
	}
	for q := range free {
		d.beta = append(d.beta, all.At(n+q, n))
	}
	d.logL = restricted(v, trend, y, free)
	return d
}

// restricted is the likelihood of y ~ N(trend·β, σ²V), integrated over all β, with the best σ².
func restricted(v, trend *mat.Dense, y []float64, free int) float64 {
	n := len(y)
	logDet, _ := mat.LogDet(v)
	var vy, vt mat.Dense
	_ = vy.Solve(v, mat.NewVecDense(n, y))
	quad := mat.Dot(mat.NewVecDense(n, y), vy.ColView(0))
	if free > 0 {
		_ = vt.Solve(v, trend)
		var tvt, tvy, b mat.Dense
		tvt.Mul(trend.T(), &vt)
		tvy.Mul(trend.T(), &vy)
		_ = b.Solve(&tvt, &tvy)
		quad -= mat.Dot(tvy.ColView(0), b.ColView(0))
		more, _ := mat.LogDet(&tvt)
		logDet += more
	}
	left := float64(n - free)
	return -left/2*(math.Log(2*math.Pi*quad/left)+1) - logDet/2
}

func (d dense) at(x float64) float64 {
	f := 0.0
	for i, a := range d.alpha {
		f += a * d.kernel.At(x-d.origin, d.x[i]-d.origin)
	}
	for q, b := range d.beta {
		f += b * math.Pow(x-d.origin, float64(q))
	}
	return f
}

// sample draws observations, some at equal x, in no order, with weights.
func sample(seed uint64, n int, ties bool) (x, y, w []float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	for i := range n {
		v := .05 + r.Float64()
		if ties && i%3 == 2 {
			v = x[r.IntN(i)]
		}
		x, w = append(x, v), append(w, .2+2*r.Float64())
		y = append(y, math.Sin(7*v)+.3*r.NormFloat64())
	}
	return x, y, w
}

// TestDense: both filters find what the definition says, for all kinds, weights, equal x and λ.
func TestDense(t *testing.T) {
	for _, kind := range []Kind{Cubic, Linear} {
		for _, pinned := range []bool{false, true} {
			for _, ties := range []bool{false, true} {
				for _, lambda := range []float64{1e-7, 1e-5, 1e-3, .1, 3, 300} {
					if ties && lambda < 1e-6 {
						continue // the Gram matrix is singular, and λ too small to make up for it in the dense system
					}
					what := fmt.Sprintf("%v, pinned %v, equal x %v, λ = %v", kind, pinned, ties, lambda)
					x, y, w := sample(uint64(100*lambda), 17, ties)
					againstDense(t, what, Smoothing{Kind: kind, Pinned: pinned, Choose: Given, Lambda: lambda}, x, y, w)
				}
			}
		}
	}
}

func againstDense(t *testing.T, what string, p Smoothing, x, y, w []float64) {
	t.Helper()
	d := newDense(t, p.Kind, p.Pinned, p.Lambda, x, y, w)
	m := must(p.FitWeighted(Matrix(x), y, w))
	n := len(x)
	grid := []float64{.01, .07, .2, .33, .5, .77, 1, 1.04, 1.2}
	if !p.Pinned {
		for i, v := range grid {
			grid[i] = max(v, d.origin) // on the left of it the kernel is not defined
		}
	}
	got, want := must(m.Predict(Matrix(grid))), []float64{}
	for _, v := range grid {
		want = append(want, d.at(v))
	}
	testkit.Near(t, what+": f", got, want, 1e-9)
	rss, loo, trace := 0.0, 0.0, mat.Trace(d.hat)
	residuals, leverages, left := []float64{}, []float64{}, []float64{}
	for i := range n {
		r := p.Lambda / w[i] * d.alpha[i]
		rss += w[i] * r * r
		loo += w[i] * r / d.left[i] * r / d.left[i] / float64(n)
		residuals, leverages, left = append(residuals, r), append(leverages, d.hat.At(i, i)), append(left, r/d.left[i])
	}
	penalty := 0.0
	for i, a := range d.alpha {
		for j, b := range d.alpha {
			penalty += a * b * d.kernel.At(x[i]-d.origin, x[j]-d.origin)
		}
	}
	gcv := rss / float64(n) / math.Pow(1-trace/float64(n), 2)
	tolerance := 1e-7
	testkit.Near(t, what+": DF, RSS, penalty, GCV, leave one out, likelihood", []float64{m.DF, m.RSS, m.Penalty, m.GCV, m.LeaveOneOut, m.LogLikelihood},
		[]float64{trace, rss, penalty, gcv, loo, d.logL}, tolerance)
	diagnostics := must(m.DiagnoseWeighted(Matrix(x), y, w))
	testkit.Near(t, what+": residuals", diagnostics.Residuals, residuals, 1e-9)
	testkit.Near(t, what+": leverages", diagnostics.Leverages, leverages, 1e-9)
	testkit.Near(t, what+": leave-one-out errors", diagnostics.LeaveOneOut, left, 1e-7)
}
