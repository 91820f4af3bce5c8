package density

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestFarOutlier: an observation far away takes its share, and nothing else, from the densities at the others, however far it is.
func TestFarOutlier(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	for _, d := range []int{1, 2} {
		for _, origin := range []float64{0, 3, -1e9} {
			n := 40
			x, all := mat.NewDense(n, d, nil), mat.NewDense(n+1, d, nil)
			x.Apply(func(int, int, float64) float64 { return origin + float64(r.IntN(64))/16 }, x)
			for _, far := range []float64{1e10, -1e13, 1e16, 1e50, -1e150, 1e200} {
				all.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
				for j := range d {
					all.Set(n, j, far)
				}
				for _, kernel := range Kernel(0).All() {
					p := KDE{Kernel: kernel, Bandwidth: .3}
					without, err1 := p.Fit(x)
					with, err2 := p.Fit(all)
					if err := errors.Join(err1, err2); err != nil {
						t.Fatal(err)
					}
					for _, q := range []mat.Matrix{x, x.Slice(0, 3, 0, d)} { // by boxes and term by term
						want, err1 := without.LogProbs(q)
						got, err2 := with.LogProbs(q)
						if err := errors.Join(err1, err2); err != nil {
							t.Fatal(err)
						}
						for i := range got {
							if w := want[i] + math.Log(float64(n)/float64(n+1)); math.Abs(got[i]-w) > 1e-9 {
								t.Fatalf("%v in %d dimensions around %v with one at %v: %v, want %v", kernel, d, origin, far, got[i], w)
							}
						}
					}
					one, err1 := without.LeaveOneOut()
					two, err2 := with.LeaveOneOut()
					if err := errors.Join(err1, err2); err != nil {
						t.Fatal(err)
					}
					for i := range one {
						if w := one[i] + math.Log(float64(n-1)/float64(n)); !(math.Abs(two[i]-w) <= 1e-9) && !(math.IsInf(w, -1) && math.IsInf(two[i], -1)) {
							t.Fatalf("%v in %d dimensions around %v with one at %v, leave one out: %v, want %v", kernel, d, origin, far, two[i], w)
						}
					}
					if math.IsNaN(two[n]) {
						t.Fatalf("%v: the one at %v has no density", kernel, far)
					}
				}
			}
		}
	}
}

// TestSpreadOfTinyColumns: a column that is not constant is not called so, where its squares underflow.
func TestSpreadOfTinyColumns(t *testing.T) {
	for v, want := range map[float64]error{1e-200: input.ErrNotFinite, 5e-324: input.ErrNotFinite, 0: input.ErrSingular, 1e200: input.ErrNotFinite} {
		if _, err := (KDE{}).Fit(mat.NewDense(3, 1, []float64{v, 0, 2 * v})); !errors.Is(err, want) {
			t.Errorf("%v: %v, want %v", v, err, want)
		}
	}
	if _, err := (KDE{}).Fit(mat.NewDense(3, 1, []float64{1e300, 1e300, 1e300})); !errors.Is(err, input.ErrSingular) {
		t.Errorf("a large constant: %v", err)
	}
}

// TestHistogramsOfExtremeCells: a density is a number above 0 in every cell that holds an observation, or there is no model.
func TestHistogramsOfExtremeCells(t *testing.T) {
	many := mat.NewDense(3, 200, nil)
	many.Apply(func(i, j int, _ float64) float64 { return float64(i) * 1e4 }, many)
	for name, c := range map[string]struct {
		p Histogram
		x *mat.Dense
	}{
		"a bin as wide as all numbers": {Histogram{Edges: []float64{-1e308, 1e308}}, mat.NewDense(2, 1, []float64{1, 2})},
		"subnormal bins":               {Histogram{Bins: 1}, mat.NewDense(2, 1, []float64{0, 5e-324})},
		"subnormal bins by rule":       {Histogram{}, mat.NewDense(2, 1, []float64{0, 1e-310})},
		"200 wide columns":             {Histogram{Bins: 2}, many},
		"two narrow columns":           {Histogram{Bins: 1}, mat.NewDense(2, 2, []float64{0, 0, 1e-200, 1e-200})},
	} {
		if m, err := c.p.Fit(c.x); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	m, err := Histogram{Bins: 1}.Fit(mat.NewDense(2, 1, []float64{0, 1e-300}))
	if err != nil || math.Abs(m.Prob(0)/1e300-1) > 1e-15 {
		t.Errorf("a narrow bin: %v, %v", m, err)
	}
	m.Edges[0][1] = 5e-324
	if _, err := m.Probs(mat.NewDense(1, 1, []float64{0})); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a model that was changed: %v", err)
	}
}

// TestWeightsInAnyUnit: only the ratios of weights count, however small or large they are.
func TestWeightsInAnyUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	x, w := mat.NewDense(30, 2, nil), make([]float64, 30)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	for i := range w {
		w[i] = float64(r.IntN(4))
	}
	for _, p := range []KDE{{}, {Kernel: Epanechnikov, Bandwidth: 1}} {
		base, err := p.FitWeighted(x, w)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := base.LogProbs(x)
		for _, e := range []int{-1072, -600, 600, 1021} {
			scaled := make([]float64, len(w))
			for i, v := range w {
				scaled[i] = math.Ldexp(v, e)
			}
			m, err := p.FitWeighted(x, scaled)
			if err != nil {
				t.Fatalf("2^%d: %v", e, err)
			}
			if got, err := m.LogProbs(x); err != nil || !slices.Equal(got, want) {
				t.Errorf("2^%d: %v, %v, want %v", e, got, err, want)
			}
		}
	}
}
