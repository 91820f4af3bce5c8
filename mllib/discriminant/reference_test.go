package discriminant

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func near(t *testing.T, item string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %.12g, want %.12g (tolerance %g)", item, got, want, tol)
	}
}

func nearAll(t *testing.T, item string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) || floats.Distance(got, want, math.Inf(1)) > tol {
		t.Errorf("%s: got %.12g, want %.12g (tolerance %g)", item, got, want, tol)
	}
}

func norm2(p1 float64) *LinearModel {
	return must(NewLinear([]int{0, 1}, []float64{1 - p1, p1}, [][]float64{{0, 0}, {2, 1}}, mat.NewDense(2, 2, []float64{2, .5, .5, 1})))
}

func three() *LinearModel {
	return must(NewLinear(nil, []float64{.5, .3, .2}, [][]float64{{0, 0}, {3, 0}, {0, 3}}, mat.NewDense(2, 2, []float64{1, .5, .5, 2})))
}

// TestGivenParameters: the numbers of the curriculum for known parameters.
func TestGivenParameters(t *testing.T) {
	m := norm2(.5)
	h := must(m.Boundary(1, 0))
	nearAll(t, "N4a w", h.W, []float64{6. / 7, 4. / 7}, 1e-15)
	near(t, "N4a threshold", -h.B, 8./7, 1e-15)
	near(t, "N4a Δ²", m.Distance(0, 1)*m.Distance(0, 1), 16./7, 1e-14)
	near(t, "Y9e R*", must(m.BayesRisk()), .2248458990, 5e-11)
	near(t, "Y10c at the Bayes rule", must(m.RiskOf(h)), must(m.BayesRisk()), 1e-15)
	m = norm2(.3)
	near(t, "Y9e b", must(m.Boundary(1, 0)).B, -1.9901550, 5e-8)
	near(t, "Y9e R*, 0.3", must(m.BayesRisk()), .1925691126, 5e-11)
	near(t, "Y10c at the Bayes rule, 0.3", must(m.RiskOf(must(m.Boundary(1, 0)))), must(m.BayesRisk()), 1e-15)

	for p, want := range map[float64]float64{.5: .207108, .7: .178513, .9: .083938} {
		m := must(NewLinear(nil, []float64{p, 1 - p}, [][]float64{{1, 1}, {-1, -1}}, mat.NewDense(2, 2, []float64{2, 1, 1, 2})))
		near(t, "S3d Bayes error", must(m.BayesRisk()), want, 5e-7)
		nearAll(t, "S3d normal", must(m.Boundary(0, 1)).W, []float64{2. / 3, 2. / 3}, 1e-15)
	}
	joint := must(must(NewQuadratic(nil, []float64{.5, .5}, [][]float64{{0, 0}, {1, 1}}, []mat.Matrix{mat.NewDense(2, 2, []float64{2, 1, 1, 2}), mat.NewDense(2, 2, []float64{1, 0, 0, 1})})).LogJoint(mat.NewDense(1, 2, nil)))
	near(t, "S3c g(μ)", 2*math.Exp(joint.At(0, 0)), 1/(2*math.Pi*math.Sqrt(3)), 1e-15)
}

func TestThreeClasses(t *testing.T) {
	m := three()
	x := mat.NewDense(3, 2, []float64{1, 1, 2, -1, .5, 2.5})
	scores, p := must(m.Scores(x)), must(m.Posteriors(x))
	nearAll(t, "S3e δ", scores.RawRowView(0), []float64{-.693147, -3.775401, -3.323724}, 5e-7)
	for i, want := range [][]float64{{.894540, .041020, .064440}, {.112973, .886915, .000112}, {.408299, .000932, .590768}} {
		nearAll(t, "S3e posterior", p.RawRowView(i), want, 5e-7)
	}
	m = must(NewLinear(nil, []float64{.5, .25, .25}, [][]float64{{0, 0}, {2, 0}, {0, 2}}, mat.NewDense(2, 2, []float64{1, 0, 0, 1})))
	x = mat.NewDense(2, 2, []float64{1, 1, 1.5, .2})
	nearAll(t, "Y9d δ", must(m.Scores(x)).RawMatrix().Data, []float64{-.693147, -1.386294, -1.386294, -.693147, -.386294, -2.986294}, 5e-7)
	if y := must(m.Predict(x)); !slices.Equal(y, []int{1, 2}) {
		t.Errorf("Y9d: got %v, want [1 2]", y)
	}
	h := must(m.Boundary(0, 1))
	near(t, "Y9d boundary", -h.B/h.W[0], 1+math.Ln2/2, 1e-15)
}

func TestFits(t *testing.T) {
	x := mat.NewDense(7, 2, []float64{0, 0, 2, 1, 1, 2, 4, 4, 6, 4, 4, 6, 6, 6})
	y := []int{1, 1, 1, 2, 2, 2, 2}
	m := must(LDA{}.Fit(x, y))
	nearAll(t, "S3f Σ̂", m.Cov.Data, []float64{1.2, .2, .2, 1.2}, 1e-15)
	h := must(m.Boundary(0, 1))
	nearAll(t, "S3f w", h.W, []float64{-20. / 7, -20. / 7}, 1e-14)
	near(t, "S3f b", h.B, 120./7+math.Log(.75), 1e-13)
	q := must(QDA{}.Fit(x, y))
	nearAll(t, "S3g Σ̂₁", q.Covs[0].Data, []float64{1, .5, .5, 1}, 1e-15)
	nearAll(t, "S3g Σ̂₂", q.Covs[1].Data, []float64{4. / 3, 0, 0, 4. / 3}, 1e-15)

	m = must(LDA{}.Fit(mat.NewDense(6, 2, []float64{0, 0, 2, 0, 1, 3, 4, 2, 6, 2, 5, 5}), []int{1, 1, 1, 2, 2, 2}))
	nearAll(t, "Y10b Σ̂", m.Cov.Data, []float64{1, 0, 0, 3}, 1e-15)
	nearAll(t, "Y10b W, B", slices.Concat(m.W[0], m.W[1], m.B), []float64{1, 1. / 3, 5, 1, -2./3 - math.Ln2, -14 - math.Ln2}, 1e-12)
}

func TestQuadraticOnTheLine(t *testing.T) {
	line := func(m1 float64) *QuadraticModel {
		return must(NewQuadratic([]int{0, 1}, []float64{.5, .5}, [][]float64{{0}, {m1}}, []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{4}}}))
	}
	c := math.Sqrt(8 * math.Ln2 / 3)
	nearAll(t, "Y11c (i) roots", must(line(0).Boundary(1, 0)).Roots(), []float64{-c, c}, 1e-15)
	near(t, "Y11c (i) R*", must(line(0).BayesRisk()), .3386627156, 5e-11)
	nearAll(t, "Y11c (ii) roots", must(line(1).Boundary(1, 0)).Roots(), []float64{-1.8475449850, 1.1808783183}, 5e-11)
	near(t, "Y11c (ii) R*", must(line(1).BayesRisk()), .3049671699, 5e-11)
	near(t, "Y11c: the population LDA direction is 0", must(line(0).RiskOf(linear.Hyperplane{W: []float64{0}})), .5, 0)
}

func TestFisherDirection(t *testing.T) {
	c1, c2 := dist.Sym{N: 2, Data: []float64{2, .5, .5, 1}}, dist.Sym{N: 2, Data: []float64{1, -.2, -.2, 1.5}}
	m := must(Fisher{}.Given([]float64{0, 0}, []float64{2, 1}, c1, c2))
	nearAll(t, "V3g w", m.W, []float64{.634278, .323887}, 5e-7)
	near(t, "V3g λ", m.Lambda, 1.592443, 5e-7)
	for _, c := range []struct{ x, y, want float64 }{{1, 0, 4. / 3}, {0, 1, .4}, {2, 1, 1.592357}, {m.W[0], m.W[1], m.Lambda}} {
		near(t, "V3d criterion", Criterion([]float64{c.x, c.y}, []float64{0, 0}, []float64{2, 1}, c1, c2), c.want, 5e-7)
	}
	root := la.InvSqrt(dist.Sym{N: 2, Data: []float64{3, .3, .3, 2.5}})
	nearAll(t, "V3e B^(-1/2)", []float64{root.At(0, 0), root.At(0, 1), root.At(1, 1)}, []float64{.579890, -.033313, .635412}, 5e-7)
	c := dist.Sym{N: 2, Data: []float64{4, 3.6, 3.6, 4}}
	law := must(NewLinear([]int{0, 1}, []float64{.5, .5}, [][]float64{{0, 0}, {1, 0}}, c))
	m = must(Fisher{}.Given([]float64{0, 0}, []float64{1, 0}, c, c))
	near(t, "V3d λ", m.Lambda, .657895, 5e-7)
	near(t, "V3g error", must(law.RiskOf(linear.Hyperplane{W: m.W, B: -m.Cut})), .283140, 5e-7)
	near(t, "V3g error along the means", must(law.RiskOf(linear.Hyperplane{W: []float64{1, 0}, B: -.5})), .401294, 5e-7)
}

// TestLinearInconsistency: Nussbaum, section 4.2.
func TestLinearInconsistency(t *testing.T) {
	s := data.Triangles(.1)
	even := slices.Repeat([]float64{1. / 6}, 6)
	y01 := make([]int, 6)
	for i, v := range s.Y {
		y01[i] = (v + 1) / 2
	}
	m := must(LDA{Divisor: Likelihood}.FitMoments(must(WeightedMoments(s.X, y01, even))))
	nearAll(t, "N4.2b Σ", m.Cov.Data, []float64{2. / 3, 0, 0, 2. / 3}, 1e-15)
	h := must(m.Boundary(1, 0))
	near(t, "N4.2f direction", h.W[1]/h.W[0], 0, 1e-15)
	near(t, "N4.2f cut", h.B, 0, 1e-15)
	splits := must(NewSplits(must(h.Scores(s.X)), s.Y, even))
	near(t, "N4.2g error of Fisher's cut", splits.At(0), 1./3, 1e-15)
	_, best := splits.Best()
	near(t, "N4.2g least error", best, 1./6, 1e-15)
}

// TestScatterFastEqualsPlain: chunks, blocks and goroutines change nothing but the rounding.
func TestScatterFastEqualsPlain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 1))
	for _, c := range []struct{ n, d int }{{1, 1}, {7, 3}, {8, 2}, {2 * chunk, 2}, {3*chunk + 5, 4}, {maxChunks*chunk + chunk, 1}, {4*blockRows + 3, largeDim}} {
		x, w := mat.NewDense(c.n, c.d, nil), make([]float64, c.n)
		for i := range c.n {
			w[i] = .5 + rnd.Float64()
			for j := range c.d {
				x.Set(i, j, 10+rnd.NormFloat64())
			}
		}
		for _, weights := range [][]float64{nil, w} {
			y := make([]int, c.n)
			m := must(newMoments(x, y, weights))
			mean, total, plain := make([]float64, c.d), 0.0, dist.ZeroSym(c.d)
			weight := func(i int) float64 {
				if weights == nil {
					return 1
				}
				return weights[i]
			}
			for i := range c.n {
				floats.AddScaled(mean, weight(i), x.RawRowView(i))
				total += weight(i)
			}
			floats.Scale(1/total, mean)
			for i := range c.n {
				away := floats.SubTo(make([]float64, c.d), x.RawRowView(i), mean)
				for j, v := range away {
					floats.AddScaled(plain.Data[j*c.d:(j+1)*c.d], weight(i)*v, away)
				}
			}
			nearAll(t, "mean", m.Means[0], mean, 1e-11)
			nearAll(t, "scatter", m.Scatter[0].Data, plain.Data, 1e-10*total)
		}
	}
}
