package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func standard(t *testing.T, d int) *dist.MVMixture {
	part, err := dist.NewMVNormal(make([]float64, d), la.I(d))
	if err != nil {
		t.Fatal(err)
	}
	return &dist.MVMixture{Parts: []*dist.MVNormal{part}}
}

// TestMISE: the numbers of the curriculum. Y33a, Y35a, Y35b, Y39a, Y39c, Y42d.
func TestMISE(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	normal := standard(t, 1)
	for _, c := range []struct{ n, h, want float64 }{{50, .5198766, .0086903}, {100, .4454725, .0054097}, {1000, .2723413, .0010295}, {1e4, .1695139, .00018075}} {
		got := must(NormalMISE(normal, la.M{{c.h * c.h}}, int(c.n)))
		testkit.Near(t, "Y39a", []float64{got.Total()}, []float64{c.want}, 5e-8)
		same := must(KernelMISE(dist.Normal{}, Gaussian, c.h, int(c.n)))
		testkit.Near(t, "by quadrature", []float64{same.Bias2, same.Variance}, []float64{got.Bias2, got.Variance}, 1e-10)
	}
	B := 3 / (8 * math.Sqrt(math.Pi))
	e := KernelWidth(Epanechnikov, B, 100)
	testkit.Near(t, "Y39a", []float64{KernelWidth(Gaussian, B, 100), e / math.Sqrt(5), KernelAMISE(Gaussian, B, 100, .4216846).Total(), KernelAMISE(Epanechnikov, B, 100, e).Total()}, []float64{.4216846, .4174861, .0083621, .0080340}, 1e-6)
	beta := dist.Beta{A: 2, B: 2}
	for _, c := range []struct {
		n, m       int
		want, h, a float64
	}{{100, 6, .0754321, .1709976, .0877205}, {1000, 13, .0176950, .0793701, .0188988}, {10_000, 27, .0039504, .0368403, .0040716}} {
		best, at := math.Inf(1), 0
		for m := 1; m <= 60; m++ {
			if v := must(HistogramMISE(beta, la.Grid(0, 1, m+1), c.n)).Total(); v < best {
				best, at = v, m
			}
		}
		h := HistogramWidth(12, c.n)
		testkit.Near(t, "Y35a", []float64{best, float64(at), h, HistogramAMISE(12, c.n, h).Total()}, []float64{c.want, float64(c.m), c.h, c.a}, 2e-7)
	}
	law := dist.Beta{A: 4, B: 4}
	for _, c := range []struct{ n, h, want float64 }{{100, .0758989, .0297381}, {1000, .0478890, .0056636}, {1e4, .0302159, .00099766}} {
		testkit.Near(t, "Y39c", []float64{KernelWidth(Gaussian, 1120, int(c.n)), must(KernelMISE(law, Gaussian, c.h, int(c.n))).Total()}, []float64{c.h, c.want}, 1e-7)
	}
	for d := 1; d <= 4; d++ {
		f2 := math.Pow(4*math.Pi, -float64(d)/2)
		least := func(n int) float64 {
			best := math.Inf(1)
			for h := .05; h < 2; h *= 1.002 {
				best = min(best, must(NormalMISE(standard(t, d), la.Diag(la.Scale(h*h, la.Ones(d))...), n)).Total())
			}
			return best / f2
		}
		n := []int{8, 35, 115, 380}[d-1]
		if least(n) > .1 || least(n-1) <= .1 {
			t.Errorf("Y42d: d = %d, n = %d: %v, one less: %v", d, n, least(n), least(n-1))
		}
	}
}

// TestISE: against quadrature, and its mean against the MISE. Y32a.
func TestISE(t *testing.T) {
	normal, law := standard(t, 1), dist.Normal{}
	r := rand.New(rand.NewPCG(1, 9))
	sum := 0.0
	for range 300 {
		x := la.Cols(dist.Draws(law, 40, r))
		sum += must(must(KDE{Bandwidth: .5}.Fit(x)).ISE(normal)) / 300
	}
	if want := must(NormalMISE(normal, la.M{{.25}}, 40)).Total(); math.Abs(sum/want-1) > .15 {
		t.Errorf("mean ISE %v, MISE %v", sum, want)
	}
	x := la.Cols(dist.Draws(law, 30, r))
	m := must(KDE{Bandwidth: .4}.Fit(x))
	want := integral(func(u float64) float64 { return math.Pow(m.Prob(u)-law.Prob(u), 2) }, -9, 9, 60)
	testkit.Near(t, "ISE", []float64{must(m.ISE(normal))}, []float64{want}, 1e-12)
	h := must(Histogram{Bins: 7}.Fit(x))
	e, steps := h.Edges[0], 0.0
	steps += integral(func(u float64) float64 { return math.Pow(law.Prob(u), 2) }, -9, e[0], 30) + integral(func(u float64) float64 { return math.Pow(law.Prob(u), 2) }, e[7], 9, 30)
	for j := range 7 {
		steps += integral(func(u float64) float64 { return math.Pow(h.Prob(u)-law.Prob(u), 2) }, e[j], math.Nextafter(e[j+1], 0), 3)
	}
	testkit.Near(t, "histogram's ISE", []float64{must(h.ISE(law))}, []float64{steps}, 1e-9)
}

// TestHistograms: Y34b, Y36c, and cells in several columns.
func TestHistograms(t *testing.T) {
	x := []float64{.05, .12, .18, .22, .35, .41, .47, .52, .58, .83}
	for m, want := range map[int]float64{1: -1, 2: -.9733333333, 4: -.5777777778, 5: -.7222222222, 10: .2666666667} {
		h := must(Histogram{Bins: m, Hi: 1}.Fit(la.Cols(x)))
		testkit.Near(t, "Y36c", []float64{must(h.Score()), floats.Sum(h.Densities()) / float64(m)}, []float64{want, 1}, 1e-10)
		direct := 0.0
		for _, f := range h.Densities() {
			direct += f * f / float64(m)
		}
		for i, v := range x {
			rest := append(append([]float64{}, x[:i]...), x[i+1:]...)
			direct -= 2. / 10 * must(Histogram{Bins: m, Hi: 1}.Fit(la.Cols(rest))).Prob(v)
		}
		testkit.Near(t, "leaving one out", []float64{must(h.Score())}, []float64{direct}, 1e-12)
	}
	h := must(Histogram{Edges: []float64{0, 1, 4}}.Fit(la.Cols([]float64{0, 1, 2, 4})))
	testkit.Near(t, "uneven bins", h.Densities(), []float64{.25, .25}, 1e-15)
	if h.Prob(4) != .25 || h.Prob(4.1) != 0 || h.Prob(-1) != 0 {
		t.Error("the last bin is not closed, or a density outside")
	}
	w := must(Histogram{Width: 2, Origin: .5}.Fit(la.Cols([]float64{0, 1, 2, 4, 4.5})))
	testkit.Near(t, "given width", w.Edges[0], []float64{-1.5, .5, 2.5, 4.5, 6.5}, 0)
	if c := must(Histogram{Rule: CrossValidated, Hi: 1}.Fit(la.Cols(x))); len(c.Edges[0]) != 2 {
		t.Errorf("cross-validation takes %d bins", len(c.Edges[0])-1)
	}
	two := must(Histogram{Bins: 4}.Fit(normals(2, 500, 2)))
	sum := 0.0
	for _, c := range two.Cells {
		sum += two.height(c) * two.volume(c.At)
	}
	if two.CellsInAll() != 16 || math.Abs(sum-1) > 1e-12 || two.Densities() != nil {
		t.Errorf("%v cells, integral %v", two.CellsInAll(), sum)
	}
	p := must(two.Probs(normals(2, 500, 2)))
	if floats.Min(p) <= 0 {
		t.Error("an observation has density 0")
	}
	for _, rule := range FreedmanDiaconis.All() {
		if m := must(Histogram{Rule: rule}.Fit(normals(2, 400, 3))); m.CellsInAll() < 1 {
			t.Error(rule)
		}
	}
	if m := must(Histogram{}.Fit(la.Cols([]float64{0, 5, 5, 5, 5, 5, 9}))); len(m.Edges[0]) < 2 {
		t.Error("no bins where the quartiles are equal")
	}
}

// TestClassifier: Y43a, and points where all densities underflow.
func TestClassifier(t *testing.T) {
	m := must(Classifier{Density: KDE{Bandwidth: 1}}.Fit(la.Cols([]float64{0, 1, 3, 4}), []int{1, 1, 2, 2}))
	p := must(m.Posteriors(la.Cols([]float64{1.5, 2, 2.2, 100, -1e6})))
	testkit.Near(t, "Y43a", mat.Col(nil, 0, p), []float64{.7660847040, .5, .3838538231, 0, 1}, 1e-10)
	logs := must(m.LogPosteriors(la.Cols([]float64{100})))
	testkit.Near(t, "far away", logs.RawRowView(0), []float64{-(99.*99 - 96.*96) / 2, 0}, 1e-6)
	testkit.Near(t, "Y43a", []float64{m.Densities[0].Prob(1.5), m.Densities[1].Prob(1.5)}, []float64{.2407914613, .0735229480}, 1e-9)
	if _, err := m.Predict(la.Cols([]float64{1e200})); err == nil {
		t.Error("a point whose log densities overflow has a label")
	}
	ball := must(Classifier{Density: KDE{Kernel: Epanechnikov, Bandwidth: 1}}.Fit(la.Cols([]float64{0, 1, 3, 4, 5}), []int{1, 1, 2, 2, 2}))
	testkit.Near(t, "where nothing is", must(ball.Posteriors(la.Cols([]float64{100}))).RawRowView(0), []float64{.4, .6}, 1e-15)
	if y := must(m.Predict(la.Cols([]float64{2}))); y[0] != 2 {
		t.Error("a tie goes to", y[0])
	}
}

// TestDerivatives: sums of derivatives by series are those term by term.
func TestDerivatives(t *testing.T) {
	f := must(must(KDE{Bandwidth: .7}.Fit(normals(13, 400, 1))).whole())
	l := newLine(f)
	for r := range 7 {
		got := l.derivative(f.points.x, r)
		for i, x := range f.points.x {
			testkit.Near(t, fmt.Sprint("derivative ", r), got[i:i+1], []float64{l.directDerivative(x, r)}, 1e-11)
		}
	}
	testkit.Near(t, "He₄, He₆", []float64{signedHermite(4, 2), signedHermite(6, 2)}, []float64{16 - 24 + 3, 64 - 240 + 180 - 15}, 1e-12)
}
