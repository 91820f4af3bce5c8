package gp

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/spline"
	"gonum.org/v1/gonum/mat"
)

func column(v ...float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

// TestBrownianPrior has the exact matrix of N6.4i: with σ²/δ = 1/4 the posterior mean at the observations is D̂y, and its covariance σ²D̂.
//
// Curriculum: N6.4h, N6.4i, N6.4j.
func TestBrownianPrior(t *testing.T) {
	d := []float64{13, 5, 2, 1, 5, 15, 6, 3, 2, 6, 16, 8, 1, 3, 8, 21}
	for _, delta := range []float64{1, 3} {
		sigma2 := delta / 4
		x := column(.25, .5, .75, 1)
		m := must(Regression{Kernel: kernels.Scaled(delta, kernels.Min()), Noise: sigma2}.Fit(x, []float64{1, 0, 1, 0}))
		mean := must(m.Predict(x))
		cov := flat(must(m.Covariance(x)))
		for i := range cov {
			cov[i] *= 34 / sigma2
		}
		for i := range mean {
			mean[i] *= 34
		}
		testkit.Near(t, "mean", mean, []float64{15, 11, 18, 9}, 1e-13)
		testkit.Near(t, "covariance", cov, d, 1e-13)

		// Between the observations the mean is linear, and the variance that of a bridge more than the linear one; right of them the mean is constant.
		z := column(0, .125, .4, .6, .99, 1, 1.7)
		between := must(m.Predict(z))
		for i, v := range between {
			between[i] = 34 * v
		}
		testkit.Near(t, "between", between, []float64{0, 7.5, 15 - .6*4, 11 + .4*7, 18 - .96*9, 9, 9}, 1e-13)
		propagated := func(w float64, i int) float64 {
			return sigma2 / 34 * ((1-w)*(1-w)*d[5*i] + 2*w*(1-w)*d[4*i+i+1] + w*w*d[5*(i+1)])
		}
		testkit.Near(t, "variance between", must(m.Variance(column(.4, 1.7))),
			[]float64{propagated(.6, 0) + delta*.15*.1/.25, sigma2*21/34 + delta*.7}, 1e-12)
	}
}

// TestIntegratedBrownianPrior has the exact matrix of N6.4l, σ²/δ = 1/24.
//
// Curriculum: N6.4k, N6.4l.
func TestIntegratedBrownianPrior(t *testing.T) {
	x := column(.5, 1)
	m := must(Regression{Kernel: kernels.IntegratedBrownian(), Noise: 1. / 24}.Fit(x, []float64{1, 0}))
	cov := flat(must(m.Covariance(x)))
	for i := range cov {
		cov[i] *= 24 * 47
	}
	testkit.Near(t, "covariance", cov, []float64{11, 10, 10, 39}, 1e-12)
	mean := must(m.Predict(column(.5, 1, 1.5, 2)))
	testkit.Near(t, "mean", mean[:2], []float64{11. / 47, 10. / 47}, 1e-13)
	if bend := mean[3] - 2*mean[2] + mean[1]; math.Abs(bend) > 1e-13 {
		t.Errorf("right of the last observation the mean bends by %v", bend)
	}
}

// TestBayesEstimator computes the posterior mean in the other ways of N6.4h: normal equations with the inverse, and a grid over the posterior of n = 2.
func TestBayesEstimator(t *testing.T) {
	x, y, sigma2 := column(.3, .9), []float64{.7, -.4}, .2
	m := must(Regression{Kernel: kernels.Min(), Noise: sigma2}.Fit(x, y))
	var inverse, a mat.Dense
	if err := inverse.Inverse(mat.NewDense(2, 2, []float64{.3, .3, .3, .9})); err != nil {
		t.Fatal(err)
	}
	a.Scale(sigma2, &inverse)
	a.Add(&a, mat.NewDiagDense(2, []float64{1, 1}))
	var normal mat.VecDense
	if err := normal.SolveVec(&a, mat.NewVecDense(2, y)); err != nil {
		t.Fatal(err)
	}
	mean := must(m.Predict(x))
	testkit.Near(t, "normal equations", mean, normal.RawVector().Data, 1e-13)
	var mass, first, second float64
	for f := -4.0; f <= 4; f += .02 {
		for g := -4.0; g <= 4; g += .02 {
			v := mat.NewVecDense(2, []float64{f, g})
			p := math.Exp(-((y[0]-f)*(y[0]-f)+(y[1]-g)*(y[1]-g))/(2*sigma2) - mat.Inner(v, &inverse, v)/2)
			mass, first, second = mass+p, first+p*f, second+p*g
		}
	}
	testkit.Near(t, "grid", mean, []float64{first / mass, second / mass}, 1e-4)
}

// TestConditionalLaw: without noise the posterior is the conditional law of f at a point given its values, as in N6.4p.
func TestConditionalLaw(t *testing.T) {
	// K(x, x) = 1 and K(x, x*) = 0.6, so f* given f = 2 has mean 1.2 and variance 1 − .36
	width := 1 / math.Sqrt(-2*math.Log(.6))
	m := must(Regression{Kernel: kernels.Gaussian(width)}.Fit(column(0), []float64{2}))
	testkit.Near(t, "mean", must(m.Predict(column(1))), []float64{1.2}, 1e-13)
	testkit.Near(t, "variance", must(m.Variance(column(1))), []float64{.64}, 1e-13)
}

// direct is regression by the formulas as they are printed, with inverses, the trend's coefficients with a prior variance tau2.
type direct struct {
	p           Regression
	w           []float64
	tau2        float64
	inverse     *mat.Dense
	logEvidence float64
	alpha       mat.VecDense
}

func (d *direct) k(a, b []float64) float64 {
	v := d.p.Kernel.Value(a, b)
	if d.p.Trend != NoTrend {
		v += d.tau2
	}
	if d.p.Trend == LinearTrend {
		for j := range a {
			v += d.tau2 * a[j] * b[j]
		}
	}
	return v
}

func (d *direct) cross(x, z *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	m, _ := z.Dims()
	c := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			c.Set(i, j, d.k(x.RawRowView(i), z.RawRowView(j)))
		}
	}
	return c
}

func directly(t *testing.T, p Regression, x *mat.Dense, y, w []float64, tau2 float64) *direct {
	t.Helper()
	d := &direct{p: p, w: w, tau2: tau2, inverse: new(mat.Dense)}
	k := d.cross(x, x)
	n := len(y)
	centred := mat.NewVecDense(n, nil)
	for i := range n {
		k.Set(i, i, k.At(i, i)+p.Noise/w[i])
		centred.SetVec(i, y[i]-p.Mean)
	}
	if err := d.inverse.Inverse(k); err != nil {
		if _, conditioned := err.(mat.Condition); !conditioned {
			t.Fatal(err)
		}
	}
	d.alpha.MulVec(d.inverse, centred)
	logDet, _ := mat.LogDet(k)
	d.logEvidence = -mat.Dot(centred, &d.alpha)/2 - logDet/2 - float64(n)/2*math.Log(2*math.Pi)
	return d
}

func (d *direct) predict(x, z *mat.Dense) (mean []float64, cov *mat.Dense) {
	c := d.cross(z, x)
	var v mat.VecDense
	v.MulVec(c, &d.alpha)
	mean = v.RawVector().Data
	for i := range mean {
		mean[i] += d.p.Mean
	}
	cov = d.cross(z, z)
	var less mat.Dense
	less.Product(c, d.inverse, c.T())
	cov.Sub(cov, &less)
	return mean, cov
}

// drawn is random data: n points of the unit square, targets and weights.
func drawn(seed uint64, n, d int) (x *mat.Dense, y, w []float64) {
	r := rand.New(rand.NewPCG(seed, 5))
	x = mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.Float64())
		}
		y = append(y, 2+3*x.At(i, 0)+math.Sin(6*x.At(i, d-1))+.1*r.NormFloat64())
		w = append(w, .3+r.Float64())
	}
	return x, y, w
}

// TestDirect holds fit, predictions and evidence against the printed formulas; a trend is the limit of large prior variances of its coefficients.
func TestDirect(t *testing.T) {
	for _, trend := range NoTrend.All() {
		for _, n := range []int{4, 5, 17} {
			x, y, w := drawn(uint64(n), n, 2)
			z, _, _ := drawn(99, 5, 2)
			p := Regression{Kernel: kernels.Scaled(.8, kernels.Gaussian(.4)), Noise: .03, Mean: .5, Trend: trend}
			m := must(p.FitWeighted(x, y, w))
			tau2, tolerance := 0.0, 1e-9
			if trend != NoTrend {
				tau2, tolerance = 1e5, 1e-3
			}
			d := directly(t, p, x, y, w, tau2)
			mean, cov := d.predict(x, z)
			name := trend.String()
			testkit.Near(t, name+": mean", must(m.Predict(z)), mean, tolerance)
			testkit.Near(t, name+": covariance", flat(must(m.Covariance(z))), flat(cov), tolerance)
			// (2.45) leaves out the prior of the coefficients: k/2·log τ² and k/2·log 2π
			free := 0.0
			if m.Free != nil {
				free = float64(len(m.Free.Q))
			}
			if free > 0 {
				d.logEvidence += free / 2 * (math.Log(tau2) + math.Log(2*math.Pi))
			}
			testkit.Near(t, name+": evidence", []float64{m.LogEvidence}, []float64{d.logEvidence}, tolerance)
		}
	}
}

// TestSplines: the posterior means are the smoothing splines of package spline, with and without the conditions at 0.
//
// Curriculum: N6.4i, N6.4l.
func TestSplines(t *testing.T) {
	x, y, _ := drawn(31, 40, 1)
	z := column(0, .01, .3, .5, .77, 1, 1.4)
	for _, c := range []struct {
		p Regression
		s spline.Smoothing
	}{
		{Regression{Kernel: kernels.Min()}, spline.Smoothing{Kind: spline.Linear, Pinned: true}},
		{Regression{Kernel: kernels.Min(), Trend: ConstantTrend}, spline.Smoothing{Kind: spline.Linear}},
		{Regression{Kernel: kernels.IntegratedBrownian()}, spline.Smoothing{Kind: spline.Cubic, Pinned: true}},
		{Regression{Kernel: kernels.IntegratedBrownian(), Trend: LinearTrend}, spline.Smoothing{Kind: spline.Cubic}},
	} {
		for _, lambda := range []float64{1e-5, .02, 10} {
			const delta = 3
			c.p.Noise = lambda * delta
			p := c.p
			p.Kernel = kernels.Scaled(delta, p.Kernel)
			c.s.Choose, c.s.Lambda = spline.Given, lambda
			s := must(c.s.Fit(x, y))
			testkit.Near(t, p.Kernel.String()+", "+p.Trend.String(), must(must(p.Fit(x, y)).Predict(z)), must(s.Predict(z)), 1e-9)
		}
	}
}
