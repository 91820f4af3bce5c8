package manifold_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/components"
	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/manifold"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func cloud(r *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, j int, _ float64) float64 { return r.NormFloat64() * float64(d-j) }, x)
	return x
}

func distances(t testing.TB, x mat.Matrix) *mat.Dense {
	t.Helper()
	d, err := manifold.Distances(x)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSmallConfigurations: three points on a line, and a star of four nodes that fits into no plane, whose stress classical scaling does not minimise (curriculum B4.2.2e, by hand).
func TestSmallConfigurations(t *testing.T) {
	line := distances(t, mat.NewDense(3, 1, []float64{0, 1, 3}))
	m, err := manifold.Classical{Dimensions: 1, Spectrum: true}.Fit(line)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "line", la.Col(m.Embedding(), 0), []float64{-4. / 3, -1. / 3, 5. / 3}, 1e-14)
	testkit.Near(t, "line, spectrum", m.Spectrum, []float64{14. / 3, 0, 0}, 1e-14)
	star := mat.NewDense(4, 4, []float64{0, 1, 1, 1, 1, 0, 2, 2, 1, 2, 0, 2, 1, 2, 2, 0})
	c, err := manifold.Classical{}.Fit(star)
	if err != nil {
		t.Fatal(err)
	}
	strain, err := manifold.Stress(star, c.Embedding())
	if err != nil {
		t.Fatal(err)
	}
	s, err := manifold.SMACOF{}.Fit(star)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "star", []float64{la.Norm(c.Z[1]), strain, la.Norm(s.Z[1]), s.Stress}, []float64{2 / math.Sqrt(3), .143594, (1 + 2*math.Sqrt(3)) / 4, .107695}, 1e-6)
	if !s.Decreasing() || c.Least > -.01 {
		t.Errorf("decreasing %t, least eigenvalue %v", s.Decreasing(), c.Least)
	}
}

// TestClassicalRecoversPoints, as principal components do, with few eigenvectors by Lanczos and all by the dense solver, and from points.
func TestClassicalRecoversPoints(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(1, seed))
		n, d := 5+r.IntN(150), 1+r.IntN(4)
		d = min(d, n-1)
		x := cloud(r, n, d)
		pca, err := components.PCA{}.Fit(x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := pca.Apply(x)
		if err != nil {
			t.Fatal(err)
		}
		D := distances(t, x)
		few, err := manifold.Classical{Dimensions: d}.Fit(D)
		all, err2 := manifold.Classical{Dimensions: d, Spectrum: true}.Fit(D)
		points, err3 := manifold.Classical{Dimensions: d, Spectrum: true}.FitPoints(x)
		if err != nil || err2 != nil || err3 != nil {
			t.Fatal(err, err2, err3)
		}
		for what, m := range map[string]*manifold.Scaling{"few": few, "all": all, "points": points} {
			sameColumns(t, fmt.Sprintf("seed %d, %s", seed, what), m.Embedding(), la.Rows(want), 1e-9)
			if math.Abs(floats.Sum(m.Shares())-1) > 1e-9 || math.Abs(m.Total-floats.Sum(m.Eigenvalues)) > 1e-9*m.Total {
				t.Errorf("seed %d, %s: shares %v, total %v of %v", seed, what, m.Shares(), m.Total, m.Eigenvalues)
			}
		}
		if math.Abs(floats.Sum(all.Spectrum)-all.Total) > 1e-9*all.Total || all.Least < -1e-9*all.Total {
			t.Errorf("seed %d: spectrum %v, trace %v", seed, all.Spectrum, all.Total)
		}
	}
}

// TestClassicalMinimisesStrain among 1000 other configurations.
func TestClassicalMinimisesStrain(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	D := mat.NewDense(12, 12, nil)
	for i := range 12 {
		for j := range i {
			D.Set(i, j, 1+r.Float64())
			D.Set(j, i, D.At(i, j))
		}
	}
	m, err := manifold.Classical{Dimensions: 3}.Fit(D)
	if err != nil {
		t.Fatal(err)
	}
	least, err := manifold.Strain(D, m.Embedding())
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		z := m.Embedding()
		step := math.Pow(10, -4*r.Float64())
		z.Apply(func(_, _ int, v float64) float64 { return v + step*r.NormFloat64() }, z)
		if other, err := manifold.Strain(D, z); err != nil || other < least {
			t.Fatalf("strain %v (%v), less than %v", other, err, least)
		}
	}
}

// TestSMACOFRecovers a plane configuration from its distances, from any weights; the stress never rises, and its gradient is 0 at the end.
func TestSMACOFRecovers(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(3, seed))
		n := 6 + r.IntN(20)
		x := cloud(r, n, 2)
		D := distances(t, x)
		var w *mat.Dense
		start := la.Rows(la.AddM(x, la.ScaleM(.2, cloud(r, n, 2))))
		p := manifold.SMACOF{Start: start}
		if seed%2 == 1 {
			w = mat.NewDense(n, n, nil)
			for i := range n {
				for j := range i {
					w.Set(i, j, r.ExpFloat64())
					w.Set(j, i, w.At(i, j))
				}
			}
			p.Weights = w
		}
		m, err := p.Fit(D)
		if err != nil {
			t.Fatal(err)
		}
		f, err := manifold.Procrustes{}.Fit(m.Embedding(), x)
		if err != nil || f.Max > 1e-8 || !m.Decreasing() || m.Stop != manifold.Exact {
			t.Errorf("seed %d: off by %v (%v), decreasing %t, %v", seed, f.Max, err, m.Decreasing(), m.Stop)
		}
	}
	r := rand.New(rand.NewPCG(3, 99))
	D := distances(t, cloud(r, 15, 5))
	m, err := manifold.SMACOF{Restarts: 3, Src: rand.NewPCG(1, 1), Tol: 1e-14}.Fit(D)
	if err != nil || !m.Decreasing() {
		t.Fatal(err)
	}
	for range 20 {
		at, a, h := r.IntN(15), r.IntN(2), 1e-5
		z := m.Embedding()
		v := z.At(at, a)
		z.Set(at, a, v+h)
		up, _ := manifold.Stress(D, z)
		z.Set(at, a, v-h)
		down, _ := manifold.Stress(D, z)
		if slope := (up - down) / (2 * h); math.Abs(slope) > 1e-4 {
			t.Errorf("the stress %v has the slope %v", m.Stress, slope)
		}
	}
}

// TestIsomapFlattens the swiss roll: the coordinates are those of the flat strip (curriculum B4.2.2a: correlations 0.999 and 0.99); new points fall where they belong, and landmarks give nearly the same.
func TestIsomapFlattens(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	x, flat, err := manifold.Surface{}.Draw(1000, rand.NewPCG(4, 4))
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifold.Isomap{K: 9}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	for a := range 2 {
		if r := math.Abs(correlation(la.Col(m.Embedding(), a), la.Col(flat, a))); r < []float64{.999, .97}[a] {
			t.Errorf("correlation of coordinate %d: %v", a, r)
		}
	}
	back, err := m.Apply(x)
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "fitted points as new ones", back, m.Z, 1e-9)
	few, err := manifold.Isomap{K: 9, Landmarks: 60}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	f, err := manifold.Procrustes{Scale: true}.Fit(few.Embedding(), m.Embedding())
	if err != nil || f.RMS > 1 {
		t.Errorf("landmarks: off by %v (%v) of a strip of 89 × 21", f.RMS, err)
	}
	fresh, freshFlat, err := manifold.Surface{}.Draw(200, rand.NewPCG(4, 5))
	if err != nil {
		t.Fatal(err)
	}
	for what, m := range map[string]*manifold.IsomapModel{"all": m, "landmarks": few} {
		z, err := m.Apply(fresh)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 2 {
			if r := math.Abs(correlation(la.Col(z, a), la.Col(freshFlat, a))); r < []float64{.999, .95}[a] {
				t.Errorf("%s: correlation of coordinate %d of new points: %v", what, a, r)
			}
		}
	}
	residuals, err := manifold.ResidualVariance(la.Dense(la.M(m.Geodesics)), m.Embedding())
	if err != nil || residuals[0] < 5*residuals[1] || residuals[1] > .01 {
		t.Errorf("residual variances %v (%v)", residuals, err)
	}
}

func correlation(a, b []float64) float64 {
	center := func(v []float64) []float64 {
		c := append([]float64(nil), v...)
		floats.AddConst(-floats.Sum(c)/float64(len(c)), c)
		return c
	}
	a, b = center(a), center(b)
	return floats.Dot(a, b) / floats.Norm(a, 2) / floats.Norm(b, 2)
}

// TestLandmarksThatAreAll give what no landmarks give.
func TestLandmarksThatAreAll(t *testing.T) {
	x := cloud(rand.New(rand.NewPCG(5, 5)), 80, 3)
	all, err := manifold.Isomap{K: 8}.Fit(x)
	marks, err2 := manifold.Isomap{K: 8, Landmarks: 80}.Fit(x)
	most, err3 := manifold.Isomap{K: 8, Landmarks: 79}.Fit(x)
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	sameColumns(t, "landmarks", marks.Embedding(), all.Z, 1e-9)
	f, err := manifold.Procrustes{Scale: true}.Fit(most.Embedding(), all.Embedding())
	if err != nil || f.RMS > .3 {
		t.Error(f.RMS, err)
	}
}

// TestThreePoints: the chain of 0, 1, 2 with σ = 1 (curriculum B4.2.3c–e and m).
func TestThreePoints(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	m, err := manifold.Diffusion{Sigma: 1}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "degrees", m.Degrees, []float64{1.386195, 1.735759, 1.386195}, 1e-6)
	testkit.Near(t, "π", m.Pi, []float64{.307487, .385027, .307487}, 1e-6)
	testkit.Near(t, "λ", m.Eigenvalues, []float64{1, .708186, .310729}, 1e-6)
	testkit.Near(t, "ψ₁", la.Col(la.M(m.Psi), 1), []float64{1.275181, 0, -1.275181}, 1e-6)
	testkit.Near(t, "ψ₂", la.Scale(-1, la.Col(la.M(m.Psi), 2)), []float64{.791257, -1.263812, .791257}, 1e-6)
	k := distances(t, x)
	k.Apply(func(_, _ int, v float64) float64 { return math.Exp(-v * v) }, k)
	c, err := manifold.NewChain(k, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]float64{{3.262113, 1.223299}, {1.636040, .448381}, {.820520, .208931}} {
		d, err := c.Distances(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, fmt.Sprint("D², t = ", i+1), []float64{d.At(0, 2) * d.At(0, 2), d.At(0, 1) * d.At(0, 1)}, want[:], 1e-6)
		testkit.Near(t, "by coordinates", la.Rows(distances(t, m.At(i+1)))[0], la.Row(d, 0), 1e-12)
	}
}

// TestCircle: on equispaced points the eigenvalues are quotients of Bessel functions (curriculum B4.2.3d and o).
func TestCircle(t *testing.T) {
	x := mat.NewDense(200, 2, nil)
	for i := range 200 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 200)
		x.SetRow(i, []float64{c, s})
	}
	for _, c := range []struct {
		σ    float64
		want []float64
	}{{1, []float64{.697775, .302225, .093324}}, {.5, []float64{.863523, .568239, .295284}}, {.1, []float64{.974671, .902533, .794164}}} {
		for _, α := range []float64{0, .5, 1} { // degrees are equal: α changes nothing
			m, err := manifold.Diffusion{Sigma: c.σ, Alpha: α, Dimensions: 6}.Fit(x)
			if err != nil {
				t.Fatal(err)
			}
			testkit.Near(t, fmt.Sprint("σ = ", c.σ), m.Eigenvalues[1:], []float64{c.want[0], c.want[0], c.want[1], c.want[1], c.want[2], c.want[2]}, 1e-6)
		}
	}
	cut, err := manifold.Diffusion{Sigma: .1, Cutoff: 2, Dimensions: 199}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "cut-off", []float64{cut.Eigenvalues[199]}, []float64{-.018960}, 1e-5)
}

// TestDiffusionLaws on random points: eigenvectors of the walk, orthonormal with the weights π, of the whole kernel and of sparse ones, by Lanczos and densely; and the chain of the same kernel.
func TestDiffusionLaws(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(6, seed))
		n := 30 + r.IntN(150)
		x := cloud(r, n, 2)
		for _, p := range []manifold.Diffusion{{Sigma: 2, Dimensions: 4}, {Sigma: 2, Alpha: 1, Dimensions: 3}, {Sigma: 4, Alpha: .5, Cutoff: 2}, {Sigma: 3, K: 7, Dimensions: 5}} {
			m, err := p.Fit(x)
			if err != nil {
				t.Fatal(err)
			}
			k := distances(t, x)
			knn, _ := graph.KNN(x, max(p.K, 1))
			joined := map[[2]int]bool{}
			for _, e := range knn.Edges() {
				joined[[2]int{e.From, e.To}], joined[[2]int{e.To, e.From}] = true, true
			}
			k.Apply(func(i, j int, v float64) float64 {
				if p.Cutoff > 0 && v > math.Sqrt(p.Sigma*p.Cutoff) || p.K > 0 && i != j && !joined[[2]int{i, j}] {
					return 0
				}
				return math.Exp(-v * v / p.Sigma)
			}, k)
			c, err := manifold.NewChain(k, p.Alpha)
			if err != nil {
				t.Fatal(err)
			}
			values, psi, err := c.Spectrum()
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("seed %d, %+v", seed, p)
			s := len(m.Eigenvalues)
			testkit.Near(t, what+": eigenvalues", m.Eigenvalues, values[:s], 1e-11)
			testkit.Near(t, what+": π", m.Pi, c.Pi, 1e-12)
			ψ := la.Dense(la.M(m.Psi))
			for a := range s {
				f := la.Col(ψ, a)
				pf, err := c.Expect(f, 1)
				if err != nil || floats.Distance(pf, la.Scale(m.Eigenvalues[a], f), math.Inf(1)) > 1e-10*floats.Norm(f, 2) {
					t.Errorf("%s: vector %d is none", what, a)
				}
			}
			gram := la.Mul(ψ.T(), la.Diag(m.Pi...), ψ)
			if e := la.NormM(la.SubM(gram, la.I(s))); e > 1e-10 {
				t.Errorf("%s: off orthonormal by %v", what, e)
			}
			if r, _ := psi.Dims(); r != n {
				t.Error(r)
			}
			if p.K == 0 {
				back, err := m.Apply(x)
				if err != nil {
					t.Fatal(err)
				}
				sameColumns(t, what+": fitted points as new ones", back, la.Rows(m.Embedding()), 1e-8)
			}
		}
	}
}

// TestChain: powers, expectations and paths of a chain; distances by three ways.
func TestChain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	n := 12
	k := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			k.Set(i, j, r.Float64())
			k.Set(j, i, k.At(i, j))
		}
	}
	c, err := manifold.NewChain(k, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := make([]float64, n)
	for i := range f {
		f[i] = r.NormFloat64()
	}
	p3, err := c.Expect(f, 3)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "P³f", p3, la.MulVec(c.Matrix(3), f), 1e-13)
	testkit.Near(t, "πP", la.MulVec(c.Matrix(1).T(), c.Pi), c.Pi, 1e-14)
	testkit.Near(t, "P⁰", la.Row(c.Matrix(0), 0), la.E(n, 0), 0)
	d, err := c.Distances(2)
	if err != nil {
		t.Fatal(err)
	}
	p4 := c.Matrix(4)
	for i := range n {
		for j := range n {
			want := p4.At(i, i)/c.Pi[i] + p4.At(j, j)/c.Pi[j] - 2*p4.At(i, j)/c.Pi[j]
			if math.Abs(d.At(i, j)*d.At(i, j)-want) > 1e-12 {
				t.Fatalf("D² of %d and %d: %v, want %v", i, j, d.At(i, j)*d.At(i, j), want)
			}
		}
	}
	path, err := c.Walk(3, 200_000, rand.NewPCG(7, 8))
	if err != nil || path[0] != 3 || len(path) != 200_001 {
		t.Fatal(err)
	}
	for i := range n {
		visits := 0.
		for _, j := range path {
			if j == i {
				visits++
			}
		}
		if math.Abs(visits/200_001-c.Pi[i]) > .005 {
			t.Errorf("state %d: %v of the time, want %v", i, visits/200_001, c.Pi[i])
		}
	}
}

// TestEigenmapsLaws: Lf = μdf, by the plain matrix, of neighbours and of all pairs.
func TestEigenmapsLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	x := cloud(r, 120, 2)
	for _, p := range []manifold.Eigenmaps{{K: 8, Dimensions: 3}, {Radius: 2.5}, {K: 10, Sigma: 1}, {Sigma: 1, Dimensions: 4}} {
		m, err := p.Fit(x)
		if err != nil {
			t.Fatal(err)
		}
		w := distances(t, x)
		if g, err := graph.KNN(x, max(p.K, 1)); err == nil && p.K > 0 {
			w.Zero()
			for _, e := range g.Edges() {
				w.Set(e.From, e.To, e.Length)
				w.Set(e.To, e.From, e.Length)
			}
		}
		w.Apply(func(i, j int, v float64) float64 {
			if v == 0 || p.Radius > 0 && v > p.Radius {
				return 0
			}
			if p.Sigma == 0 {
				return 1
			}
			return math.Exp(-v * v / p.Sigma)
		}, w)
		given, err := manifold.Eigenmaps{Dimensions: p.Dimensions}.FitWeights(w)
		if err != nil {
			t.Fatal(err)
		}
		sameColumns(t, fmt.Sprintf("%+v, given", p), given.Embedding(), m.Z, 1e-8)
		degrees := la.MulVec(w, la.Ones(120))
		testkit.Near(t, "degrees", m.Degrees, degrees, 1e-12)
		for a, μ := range m.Values {
			f := la.Col(m.Embedding(), a)
			left := la.Sub(la.MulVec(la.Diag(degrees...), f), la.MulVec(w, f))
			for i := range f {
				left[i] -= μ * degrees[i] * f[i]
			}
			norm := 0.
			for i, v := range f {
				norm += degrees[i] * v * v
			}
			if floats.Norm(left, 2) > 1e-10 || math.Abs(norm-1) > 1e-10 {
				t.Errorf("%+v: function %d is off by %v, norm %v", p, a, floats.Norm(left, 2), norm)
			}
		}
	}
}

// TestSpectralFindsParts that K-means does not (curriculum B4.2.3s): two rings.
func TestSpectralFindsParts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	x, truth := mat.NewDense(300, 2, nil), make([]int, 300)
	for i := range truth {
		truth[i] = i % 2
		radius := 1 + 2*float64(truth[i]) + .1*r.NormFloat64()
		s, c := math.Sincos(2 * math.Pi * r.Float64())
		x.SetRow(i, []float64{radius * c, radius * s})
	}
	for _, clusters := range []int{2, 0} {
		m, err := manifold.Spectral{Clusters: clusters, Diffusion: manifold.Diffusion{Sigma: .1}, Src: rand.NewPCG(1, 2)}.Fit(x)
		if err != nil {
			t.Fatal(err)
		}
		again, err := m.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i, y := range m.Labels {
			if (y == m.Labels[0]) != (truth[i] == 0) || again[i] != y {
				t.Fatalf("%d clusters: row %d has the label %d, and %d as a new point", clusters, i, y, again[i])
			}
		}
	}
}

// TestSurfaces: points lie on them, uniform by area, and flat coordinates have their length.
func TestSurfaces(t *testing.T) {
	if total := manifold.SpiralLength(9*math.Pi/2) - manifold.SpiralLength(3*math.Pi/2); math.Abs(total-89.3733) > 1e-4 {
		t.Errorf("length of the roll %v", total)
	}
	const n = 20_000
	uniform := func(what string, v []float64, lo, hi float64) {
		t.Helper()
		var bins [10]int
		for _, x := range v {
			bins[min(9, int(10*(x-lo)/(hi-lo)))]++
		}
		for i, k := range bins {
			if math.Abs(float64(k)-n/10) > 5*math.Sqrt(n/10) {
				t.Errorf("%s: %d in bin %d, want about %d", what, k, i, n/10)
			}
		}
	}
	draw := func(s manifold.Surface) (x, flat *mat.Dense) {
		x, flat, err := s.Draw(n, rand.NewPCG(10, 10))
		if err != nil {
			t.Fatal(err)
		}
		return x, flat
	}
	_, flat := draw(manifold.Surface{})
	uniform("length of the roll", la.Col(flat, 0), 0, manifold.SpiralLength(9*math.Pi/2)-manifold.SpiralLength(3*math.Pi/2))
	uniform("height of the roll", la.Col(flat, 1), 0, 21)
	sphere, _ := draw(manifold.Surface{Shape: manifold.Sphere})
	for j := range 3 {
		uniform("sphere", la.Col(sphere, j), -1, 1)
	}
	if e := math.Abs(la.Norm(sphere.RawRowView(7)) - 1); e > 1e-12 {
		t.Error("not on the sphere by", e)
	}
	torus, _ := draw(manifold.Surface{Shape: manifold.Torus, Size: .5})
	outside := 0
	for i := range n {
		p := torus.RawRowView(i)
		r := math.Hypot(p[0], p[1])
		if e := math.Abs(math.Hypot(r-1, p[2]) - .5); e > 1e-12 {
			t.Fatal("not on the torus by", e)
		}
		if r > 1 {
			outside++
		}
	}
	if share := float64(outside) / n; math.Abs(share-(.5+.5/math.Pi)) > .02 { // of the area of this torus, outside of the circle
		t.Errorf("outside: %v", share)
	}
	circle, angle := draw(manifold.Surface{Shape: manifold.Circle})
	uniform("angle", la.Col(angle, 0), -math.Pi, math.Pi)
	if circle.At(5, 0) != math.Cos(angle.At(5, 0)) {
		t.Error("not on the circle")
	}
}

// TestSameBits on any number of processors, and all that is plain data through JSON.
func TestSameBits(t *testing.T) {
	x := roll(t, 400)
	testkit.Processors(t, "all", func() []float64 {
		i, err := manifold.Isomap{K: 8}.Fit(x)
		d, err2 := manifold.Diffusion{Sigma: 8, Alpha: 1}.Fit(x)
		k, err3 := manifold.Diffusion{Sigma: 8, K: 10}.Fit(x)
		s, err4 := manifold.SMACOF{MaxIter: 10}.Fit(distances(t, x))
		e, err5 := manifold.Eigenmaps{K: 8}.Fit(x)
		if err := errors.Join(err, err2, err3, err4, err5); err != nil {
			t.Fatal(err)
		}
		var all []float64
		for _, z := range []*mat.Dense{i.Embedding(), d.Embedding(), k.Embedding(), s.Embedding(), e.Embedding()} {
			all = append(all, z.RawMatrix().Data...)
		}
		return all
	})
	small := roll(t, 40)
	D := distances(t, small)
	c, err := manifold.Classical{}.Fit(D)
	s, err2 := manifold.SMACOF{}.Fit(D)
	i, err3 := manifold.Isomap{K: 30}.Fit(small)
	d, err4 := manifold.Diffusion{Sigma: 30}.Fit(small)
	e, err5 := manifold.Eigenmaps{Sigma: 30}.Fit(small)
	sp, err6 := manifold.Spectral{Clusters: 2, Diffusion: manifold.Diffusion{Sigma: 30}, Src: rand.NewPCG(1, 1)}.Fit(small)
	p, err7 := manifold.Procrustes{}.Fit(small, small)
	k := distances(t, small)
	k.Apply(func(_, _ int, v float64) float64 { return math.Exp(-v) }, k)
	ch, err8 := manifold.NewChain(k, 1)
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7, err8); err != nil {
		t.Fatal(err)
	}
	testkit.RoundTrip(t, c)
	testkit.RoundTrip(t, s)
	back := testkit.RoundTrip(t, i)
	testkit.RoundTrip(t, d)
	testkit.RoundTrip(t, e)
	testkit.RoundTrip(t, sp)
	testkit.RoundTrip(t, p)
	testkit.RoundTrip(t, ch)
	testkit.RoundTrip(t, &manifold.Isomap{K: 3, Unit: true})
	if z, err := back.Apply(small); err != nil || math.Abs(z.At(0, 0)-i.Z[0][0]) > 1e-9 {
		t.Error(err)
	}
	testkit.Views(t, "isomap", small, func(x mat.Matrix) (any, error) { return manifold.Isomap{K: 30}.Fit(x) })
	testkit.Views(t, "diffusion", small, func(x mat.Matrix) (any, error) { return manifold.Diffusion{Sigma: 30}.Fit(x) })
}

func TestRefuses(t *testing.T) {
	src := rand.NewPCG(1, 1)
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 9})
	D := distances(t, x)
	nan := mat.NewDense(4, 1, []float64{0, 1, math.NaN(), 9})
	far := mat.NewDense(2, 1, []float64{-1e200, 1e200})
	tiny := mat.NewDense(3, 1, []float64{0, 1e-200, 2e-200})
	change := func(i, j int, v float64) *mat.Dense { d := mat.DenseCopyOf(D); d.Set(i, j, v); return d }
	classical := func(p manifold.Classical, d mat.Matrix) error { _, err := p.Fit(d); return err }
	smacof := func(p manifold.SMACOF, d mat.Matrix) error { _, err := p.Fit(d); return err }
	isomap := func(p manifold.Isomap, x mat.Matrix) error { _, err := p.Fit(x); return err }
	diffusion := func(p manifold.Diffusion, x mat.Matrix) error { _, err := p.Fit(x); return err }
	kernel := func(p manifold.Diffusion, k mat.Matrix) error { _, err := p.FitKernel(k); return err }
	maps := func(p manifold.Eigenmaps, x mat.Matrix) error { _, err := p.Fit(x); return err }
	weights := func(p manifold.Eigenmaps, w mat.Matrix) error { _, err := p.FitWeights(w); return err }
	spectral := func(p manifold.Spectral, x mat.Matrix) error { _, err := p.Fit(x); return err }
	draw := func(s manifold.Surface, n int, src rand.Source) error { _, _, err := s.Draw(n, src); return err }
	second := func(_ any, err error) error { return err }
	zero := mat.NewDense(4, 4, nil)
	iso, err := manifold.Isomap{Radius: 2, Dimensions: 1}.Fit(mat.NewDense(4, 1, []float64{0, 1, 2, 3}))
	dif, err2 := manifold.Diffusion{Sigma: 1, Cutoff: 2, Dimensions: 1}.Fit(mat.NewDense(4, 1, []float64{0, 1, 2, 3}))
	given, err3 := manifold.Diffusion{Dimensions: 1}.FitKernel(la.I(4))
	chain, err4 := manifold.NewChain(la.AddM(la.I(3), la.I(3)), 0)
	if err := errors.Join(err, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	one := mat.NewDense(1, 1, []float64{99})
	for i, c := range []struct{ got, want error }{
		{classical(manifold.Classical{}, nil), input.ErrEmpty},
		{classical(manifold.Classical{}, x), input.ErrShape},
		{classical(manifold.Classical{}, change(0, 1, 3)), input.ErrParam},
		{classical(manifold.Classical{}, change(1, 1, 3)), input.ErrParam},
		{classical(manifold.Classical{}, change(1, 0, -1)), input.ErrParam},
		{classical(manifold.Classical{}, change(1, 0, math.NaN())), input.ErrNotFinite},
		{classical(manifold.Classical{}, distancesOf(1e160)), input.ErrNotFinite},
		{classical(manifold.Classical{Dimensions: 4}, D), input.ErrParam},
		{classical(manifold.Classical{Dimensions: 2}, D), input.ErrSingular},
		{classical(manifold.Classical{Dimensions: 1}, zero), input.ErrSingular},
		{second(manifold.Classical{}.FitPoints(x)), input.ErrParam},
		{second(manifold.Classical{}.FitPoints(nan)), input.ErrNotFinite},
		{second(manifold.Classical{Dimensions: 1}.FitPoints(far)), input.ErrNotFinite},
		{second(manifold.Distances(far)), input.ErrNotFinite},
		{second(manifold.Distances(tiny)), input.ErrNotFinite},
		{second(manifold.Stress(D, mat.NewDense(3, 1, nil))), input.ErrShape},
		{second(manifold.Strain(x, x)), input.ErrShape},
		{second(manifold.Stress(D, la.ScaleM(1e200, x))), input.ErrNotFinite},
		{second(manifold.Strain(D, la.ScaleM(1e100, x))), input.ErrNotFinite},
		{second(manifold.Procrustes{}.Fit(x, la.ScaleM(1e200, x))), input.ErrNotFinite},
		{second(manifold.Procrustes{}.Fit(la.ScaleM(1e307, x), x)), input.ErrNotFinite},
		{second(manifold.Procrustes{}.Fit(la.ScaleM(1e-200, x), x)), input.ErrNotFinite},
		{second(manifold.ResidualVariance(zero, x)), input.ErrValue},
		{smacof(manifold.SMACOF{Dimensions: 9}, D), input.ErrParam},
		{smacof(manifold.SMACOF{Restarts: 1}, D), input.ErrParam},
		{smacof(manifold.SMACOF{Restarts: -1}, D), input.ErrParam},
		{smacof(manifold.SMACOF{MaxIter: -1}, D), input.ErrParam},
		{smacof(manifold.SMACOF{Tol: -1}, D), input.ErrParam},
		{smacof(manifold.SMACOF{Start: [][]float64{{1}}}, D), input.ErrShape},
		{smacof(manifold.SMACOF{Start: [][]float64{{1}, {1, 2}, {2}, {3}}}, D), input.ErrShape},
		{smacof(manifold.SMACOF{Weights: x}, D), input.ErrShape},
		{smacof(manifold.SMACOF{Weights: la.ScaleM(-1, D)}, D), input.ErrParam},
		{smacof(manifold.SMACOF{Weights: la.I(4)}, D), graph.ErrNotConnected},
		{smacof(manifold.SMACOF{}, zero), input.ErrSingular},
		{isomap(manifold.Isomap{}, x), input.ErrParam},
		{isomap(manifold.Isomap{K: 1, Radius: 1}, x), input.ErrParam},
		{isomap(manifold.Isomap{K: 4}, x), input.ErrParam},
		{isomap(manifold.Isomap{Radius: -1}, x), input.ErrParam},
		{isomap(manifold.Isomap{Radius: 2}, x), graph.ErrNotConnected},
		{isomap(manifold.Isomap{K: 3}, x), input.ErrSingular},
		{isomap(manifold.Isomap{K: 3, Landmarks: 2}, x), input.ErrParam},
		{isomap(manifold.Isomap{K: 3}, nan), input.ErrNotFinite},
		{isomap(manifold.Isomap{K: 1}, far), input.ErrParam},
		{second(iso.Apply(one)), input.ErrValue},
		{second(iso.Apply(D)), input.ErrShape},
		{second((&manifold.IsomapModel{}).Apply(x)), input.ErrShape},
		{diffusion(manifold.Diffusion{}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: math.NaN()}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: 1, Alpha: 2}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: 1, K: 2, Cutoff: 1}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: 1, K: 4}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: 1, Time: -1}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: 1, Dimensions: 4}, x), input.ErrParam},
		{diffusion(manifold.Diffusion{Sigma: 1}, nan), input.ErrNotFinite},
		{diffusion(manifold.Diffusion{Sigma: 1, Dimensions: 1}, far), input.ErrNotFinite},
		{kernel(manifold.Diffusion{Sigma: 1}, D), input.ErrParam},
		{kernel(manifold.Diffusion{}, x), input.ErrShape},
		{kernel(manifold.Diffusion{}, zero), input.ErrValue},
		{kernel(manifold.Diffusion{}, la.ScaleM(-1, D)), input.ErrValue},
		{second(dif.Apply(one)), input.ErrValue},
		{second(dif.Apply(D)), input.ErrShape},
		{second(given.Apply(x)), input.ErrValue},
		{maps(manifold.Eigenmaps{}, x), input.ErrParam},
		{maps(manifold.Eigenmaps{K: 1, Radius: 1}, x), input.ErrParam},
		{maps(manifold.Eigenmaps{Sigma: -1}, x), input.ErrParam},
		{maps(manifold.Eigenmaps{Radius: 2}, x), graph.ErrNotConnected},
		{weights(manifold.Eigenmaps{K: 1}, D), input.ErrParam},
		{weights(manifold.Eigenmaps{}, la.I(4)), graph.ErrNotConnected},
		{weights(manifold.Eigenmaps{}, la.ScaleM(-1, D)), input.ErrValue},
		{spectral(manifold.Spectral{Clusters: 1, Src: src, Diffusion: manifold.Diffusion{Sigma: 1}}, x), input.ErrParam},
		{spectral(manifold.Spectral{Clusters: 2, Diffusion: manifold.Diffusion{Sigma: 1}}, x), input.ErrParam},
		{spectral(manifold.Spectral{Clusters: 2, Src: src}, x), input.ErrParam},
		{second((*manifold.SpectralModel)(nil).Predict(x)), input.ErrEmpty},
		{second(manifold.NewChain(D, 2)), input.ErrParam},
		{second(chain.Expect([]float64{1}, 1)), input.ErrShape},
		{second(chain.Expect([]float64{1, 2, 3}, -1)), input.ErrParam},
		{second(chain.Distances(-1)), input.ErrParam},
		{second(chain.Walk(3, 1, src)), input.ErrParam},
		{second(chain.Walk(0, 1, nil)), input.ErrParam},
		{second(chain.Walk(0, -5, src)), input.ErrParam},
		{second((&manifold.Chain{Pi: []float64{1}}).Distances(1)), input.ErrShape},
		{second(manifold.Procrustes{}.Fit(x, D)), input.ErrShape},
		{second(manifold.Procrustes{}.Fit(nan, x)), input.ErrNotFinite},
		{second(manifold.Procrustes{Scale: true}.Fit(mat.NewDense(4, 1, nil), x)), input.ErrSingular},
		{draw(manifold.Surface{}, 0, src), input.ErrParam},
		{draw(manifold.Surface{}, 5, nil), input.ErrParam},
		{draw(manifold.Surface{Shape: manifold.Torus, Size: 2}, 5, src), input.ErrParam},
		{draw(manifold.Surface{Size: -1}, 5, src), input.ErrParam},
		{draw(manifold.Surface{Shape: 9}, 5, src), input.ErrParam},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: %v, want %v", i, c.got, c.want)
		}
		if named := "manifold: eigenmaps: "; c.got != nil && strings.HasPrefix(c.got.Error(), named) && strings.Contains(c.got.Error(), "Isomap.") {
			t.Errorf("case %d names the argument of another method: %v", i, c.got)
		}
		if c.got != nil && strings.ToLower(c.got.Error()[:1]) != c.got.Error()[:1] {
			t.Errorf("case %d begins in upper case: %v", i, c.got)
		}
	}
	if chain.Matrix(-1) != nil || (*manifold.Chain)(nil).Matrix(1) != nil || dif.At(-1) != nil || (*manifold.DiffusionModel)(nil).Embedding() != nil {
		t.Error("a matrix of nothing")
	}
}

func distancesOf(v float64) *mat.Dense {
	d := mat.NewDense(3, 3, nil)
	d.Apply(func(i, j int, _ float64) float64 { return v * math.Abs(float64(i-j)) }, d)
	return d
}
