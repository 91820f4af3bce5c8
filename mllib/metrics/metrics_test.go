package metrics

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestAUCIsAProbability: the area is the share of pairs that are in the right order, ties half.
func TestAUCIsAProbability(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 3))
	for range 50 {
		n := 2 + rnd.IntN(30)
		scores, y := make([]float64, n), make([]int, n)
		y[0] = 1
		for i := range scores {
			scores[i] = float64(rnd.IntN(6))
			if i > 1 {
				y[i] = rnd.IntN(2)
			}
		}
		right, pairs := 0.0, 0.0
		for i := range n {
			for j := range n {
				if y[i] == 1 && y[j] == 0 {
					pairs++
					switch {
					case scores[i] > scores[j]:
						right++
					case scores[i] == scores[j]:
						right += .5
					}
				}
			}
		}
		got, err := AUC(scores, y, 1)
		if err != nil || math.Abs(got-right/pairs) > 1e-12 {
			t.Errorf("scores %v, y %v: %v, %v, want %v", scores, y, got, err, right/pairs)
		}
	}
}

// TestCoverage computes, without chance, how often the intervals hold the probability.
func TestCoverage(t *testing.T) {
	const n = 40
	for _, p := range []float64{.02, .1, .3, .5} {
		cover := map[Method]float64{}
		for k := range n + 1 {
			for _, m := range []Method{Wilson, ClopperPearson, Wald} {
				i, err := NewInterval(k, n, .9, m)
				if err != nil {
					t.Fatal(err)
				}
				if i.Lo <= p && p <= i.Hi {
					cover[m] += distuv.Binomial{N: n, P: p}.Prob(float64(k))
				}
			}
		}
		if cover[ClopperPearson] < .9 || cover[Wilson] < .8 {
			t.Errorf("p = %v: coverage %v", p, cover)
		}
	}
}

func TestPerfectAndUseless(t *testing.T) {
	P := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	right, _ := LogLoss(P, []int{0, 1})
	wrong, _ := LogLoss(P, []int{1, 1})
	best, _ := Brier(P, []int{0, 1})
	worst, _ := Brier(P, []int{1, 0})
	if right != 0 || !math.IsInf(wrong, 1) || best != 0 || worst != 2 {
		t.Errorf("got %v, %v, %v, %v", right, wrong, best, worst)
	}
	c, _ := NewConfusion([]int{1, 1}, []int{1, 2})
	if p := c.Precision(); p[0] != .5 || !math.IsNaN(p[1]) {
		t.Errorf("precision %v, want 0.5 and NaN", p)
	}
}

func TestRefuses(t *testing.T) {
	nan := math.NaN()
	interval := func(k, n int, level float64, m Method) error { _, err := NewInterval(k, n, level, m); return err }
	roc := func(s []float64, y []int) error { _, err := NewROC(s, y, 1); return err }
	loss := func(p mat.Matrix, y []int) error { _, err := LogLoss(p, y); return err }
	calibration := func(p []float64, y []int, bins int) error { _, err := Calibration(p, y, 1, bins); return err }
	_, empty := ErrorInterval(nil, nil, 0, Wilson)
	_, brier := Brier(nil, nil)
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no trials", interval(0, 0, .9, Wilson), input.ErrParam},
		{"more errors than trials", interval(3, 2, .9, Wilson), input.ErrParam},
		{"level", interval(1, 2, 1, Wilson), input.ErrParam},
		{"NaN level", interval(1, 2, nan, Wilson), input.ErrParam},
		{"method", interval(1, 2, 0, 9), input.ErrParam},
		{"empty", empty, input.ErrEmpty},
		{"ROC of nothing", roc(nil, nil), input.ErrEmpty},
		{"ROC of few", roc([]float64{1}, []int{1, 0}), input.ErrShape},
		{"ROC of NaN", roc([]float64{nan, 1}, []int{1, 0}), input.ErrNotFinite},
		{"ROC of one class", roc([]float64{2, 1}, []int{0, 0}), input.ErrOneClass},
		{"no matrix", loss(nil, nil), input.ErrEmpty},
		{"few classes", loss(mat.NewDense(2, 1, []float64{1, 1}), []int{0}), input.ErrShape},
		{"class", loss(mat.NewDense(1, 1, []float64{1}), []int{1}), input.ErrLabel},
		{"sum", loss(mat.NewDense(1, 2, []float64{.5, .4}), []int{1}), input.ErrParam},
		{"negative", loss(mat.NewDense(1, 2, []float64{1.5, -.5}), []int{1}), input.ErrParam},
		{"Brier", brier, input.ErrEmpty},
		{"calibration of nothing", calibration(nil, nil, 0), input.ErrEmpty},
		{"calibration outside", calibration([]float64{1.5}, []int{1}, 0), input.ErrParam},
		{"bins", calibration([]float64{.5}, []int{1}, -1), input.ErrParam},
		{"too many bins", calibration([]float64{.5}, []int{1}, math.MaxInt), input.ErrParam},
		{"loss of NaN", loss(mat.NewDense(1, 2, []float64{nan, 1}), []int{1}), input.ErrNotFinite},
		{"loss of a nil matrix", loss((*mat.SymDense)(nil), []int{1}), input.ErrEmpty},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

// TestTablesThatDoNotFit: tables and curves that were put together by hand or read from JSON give NaN where their parts do not fit.
func TestTablesThatDoNotFit(t *testing.T) {
	c := &Confusion{Classes: []int{1, 2}, Counts: [][]int{{1}, {1}}}
	d := &Contingency{Rows: []int{1}, Counts: [][]int{{1, 2}}}
	for name, v := range map[string]float64{
		"error rate": c.ErrorRate(), "of nothing": new(Confusion).ErrorRate(), "recall": c.Recall()[1], "precision": c.Precision()[0], "F1": c.F1()[0],
		"Rand": d.RandIndex(), "adjusted": d.AdjustedRand(), "area": new(ROC).AUC(), "half a curve": (&ROC{FPR: []float64{0, 1}}).AUC(), "no bins": CalibrationError(nil),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s: got %v, want NaN", name, v)
		}
	}
	if rows, cols := d.Sums(); rows != nil || cols != nil {
		t.Errorf("sums %v and %v, want none", rows, cols)
	}
}

func ExampleNewInterval() {
	i, _ := NewInterval(3, 100, 0, Wilson)
	fmt.Printf("%.2f in [%.4f, %.4f]\n", i.Rate, i.Lo, i.Hi)
	// Output: 0.03 in [0.0103, 0.0845]
}

func ExampleNewROC() {
	r, _ := NewROC([]float64{.9, .8, .7, .1}, []int{1, 0, 1, 0}, 1)
	fmt.Println(r.FPR, r.TPR, r.AUC())
	// Output: [0 0 0.5 0.5 1] [0 0.5 0.5 1 1] 0.75
}

func ExampleCalibration() {
	bins, _ := Calibration([]float64{.1, .2, .7, .9}, []int{0, 0, 1, 1}, 1, 2)
	fmt.Printf("%.2f %.0f, %.2f %.0f: error %.3f\n", bins[0].Mean, bins[0].Frequency, bins[1].Mean, bins[1].Frequency, CalibrationError(bins))
	// Output: 0.15 0, 0.80 1: error 0.175
}

func ExampleLogLoss() {
	P := mat.NewDense(2, 3, []float64{.7, .2, .1, .1, .1, .8})
	loss, err := LogLoss(P, []int{0, 2})
	brier, _ := Brier(P, []int{0, 2})
	fmt.Printf("%.4f %.4f %v\n", loss, brier, err)
	// Output: 0.2899 0.1000 <nil>
}

func ExampleErrorInterval() {
	i, err := ErrorInterval([]int{1, 1, -1, 1}, []int{1, -1, -1, 1}, .9, ClopperPearson)
	fmt.Printf("%.2f in [%.4f, %.4f] %v\n", i.Rate, i.Lo, i.Hi, err)
	// Output: 0.25 in [0.0127, 0.7514] <nil>
}
