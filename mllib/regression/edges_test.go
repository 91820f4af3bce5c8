package regression

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestSmallTargets: in small units of y a fit is that of other units, or an error, where squares would lose digits.
func TestSmallTargets(t *testing.T) {
	x, y := draw(4, 12, 2)
	want := must(LeastSquares{}.Fit(x, y))
	for _, e := range []int{-30, -100, -140, -150, -153, -155, -158, -160, -165, -200, -300} {
		unit := math.Pow10(e)
		small := append([]float64(nil), y...)
		floats.Scale(unit, small)
		m, err := LeastSquares{}.Fit(x, small)
		p, pathErr := RidgePath{Lambdas: []float64{10, 1, 0}}.Fit(x, small)
		if e <= -155 {
			if !errors.Is(err, input.ErrNotFinite) || !errors.Is(pathErr, input.ErrNotFinite) || !strings.Contains(err.Error(), "underflows") {
				t.Errorf("y·1e%d: got %v and %v, want an error that wraps ErrNotFinite", e, err, pathErr)
			}
			continue
		}
		if err != nil || pathErr != nil {
			t.Errorf("y·1e%d: %v, %v", e, err, pathErr)
			continue
		}
		if math.Abs(m.Sigma()/unit/want.Sigma()-1) > 1e-12 || math.Abs(m.StdErr[1]/unit/want.StdErr[1]-1) > 1e-12 || math.Abs(m.RSquared()-want.RSquared()) > 1e-12 || p.LeaveOneOut[0] == 0 {
			t.Errorf("y·1e%d: σ = %v and %v", e, m.Sigma(), want.Sigma())
		}
	}
	line := []float64{1e-140, 2e-140, 3e-140, 4.5e-140} // nearly a line
	if m, err := (LeastSquares{}).Fit(mat.NewDense(4, 1, []float64{1, 2, 3, 4.5}), line); err != nil || math.Abs(m.W[0]-1e-140) > 1e-154 {
		t.Errorf("small targets on a line: %v, %v", m, err)
	}
}

// TestIntervalsNearLevelOne: scipy.stats.t.isf((1-level)/2, 9) is 152.9 for 1-1e-16, the number next to 1.
func TestIntervalsNearLevelOne(t *testing.T) {
	x, y := draw(5, 11, 1)
	m := must(LeastSquares{}.Fit(x, y))
	iv := must(m.Intervals(x, 1-1e-16))[0]
	if q := (iv.Confidence[1] - iv.Mean) / iv.StdErr; math.Abs(q-152.9) > .1 {
		t.Errorf("the quantile is %v, want 152.9", q)
	}
}

func TestNilModelHasNoNumbers(t *testing.T) {
	var m *Model
	if !math.IsNaN(m.RSquared()) || !math.IsNaN(m.Sigma()) || !math.IsNaN(m.AdjustedRSquared()) {
		t.Error("a nil model has a number")
	}
}

// TestBrokenModels: a model with numbers that no fit gives is refused wherever it is used.
func TestBrokenModels(t *testing.T) {
	x, y := draw(6, 12, 2)
	nan := math.NaN()
	for name, spoil := range map[string]func(m *Model){
		"DF": func(m *Model) { m.DF = nan }, "RSS": func(m *Model) { m.RSS = -1 }, "TSS": func(m *Model) { m.TSS = nan }, "B": func(m *Model) { m.B = math.Inf(1) },
		"Basis.Weight": func(m *Model) { m.Basis.Weight = 0 }, "W[1]": func(m *Model) { m.W[1] = nan }, "StdErr[0]": func(m *Model) { m.StdErr[0] = nan },
		"Basis.Mean[1]": func(m *Model) { m.Basis.Mean[1] = nan }, "leverage": func(m *Model) { m.Basis.Root[1][0] = nan }, "standard error": func(m *Model) { m.Basis.Root[0][0] = nan },
	} {
		m := must(LeastSquares{}.Fit(x, y))
		spoil(m)
		_, intervals := m.Intervals(x, .9)
		_, diagnose := m.Diagnose(x, y)
		for _, err := range []error{intervals, diagnose} {
			if err == nil || !strings.Contains(fmt.Sprint(intervals, diagnose), name) {
				t.Errorf("%s: got %v, want an error that names it", name, err)
			}
		}
	}
}

// TestOtherObservations: Diagnose tells what is not the data of the fit by number and weight.
func TestOtherObservations(t *testing.T) {
	x, y := draw(7, 12, 2)
	w := []float64{1, 2, 3, 1, 2, 3, 0, 2, 3, 1, 2, 3}
	m, weighted := must(LeastSquares{}.Fit(x, y)), must(LeastSquares{}.FitWeighted(x, y, w))
	if _, err := m.Diagnose(x.Slice(0, 5, 0, 2), y[:5]); !errors.Is(err, input.ErrShape) || !strings.Contains(err.Error(), "fitted to 12") {
		t.Errorf("5 of 12 rows: %v", err)
	}
	if _, err := weighted.Diagnose(x, y); err == nil {
		t.Error("weights forgotten: no error")
	}
	doubled := append([]float64(nil), w...)
	floats.Scale(2, doubled)
	if _, err := weighted.DiagnoseWeighted(x, y, doubled); !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), "the weights add to") {
		t.Errorf("other weights: %v", err)
	}
	if _, err := weighted.DiagnoseWeighted(x, y, w); err != nil {
		t.Error(err)
	}
}

// TestRankErrorNames: the error names the column, or the weights, that are the reason.
func TestRankErrorNames(t *testing.T) {
	x, y := draw(8, 12, 2)
	far := mat.DenseCopyOf(x)
	for i := range 12 {
		far.Set(i, 0, 1e15+math.Round(11*x.At(i, 0))/8)
	}
	ones := func(v float64) []float64 {
		w := make([]float64, 12)
		for i := range w {
			w[i] = v
		}
		return w
	}
	one := ones(1)
	one[3] = 1e300
	for _, c := range []struct {
		x    mat.Matrix
		w    []float64
		kind error
		says string
	}{
		{far, nil, ErrRank, "column 0 has the mean 1e+15"},
		{x, one, ErrRank, "the largest weight is 1e+300 times the smallest"},
		{x, ones(1e-320), input.ErrNotFinite, "the largest weight is"},
	} {
		if _, err := (LeastSquares{}).FitWeighted(c.x, y, c.w); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("got %v, want %q", err, c.says)
		}
	}
	if _, err := (RidgePath{Lambdas: []float64{1e-20}}).Fit(x.Slice(0, 3, 0, 2), y[:3]); !errors.Is(err, ErrRank) {
		t.Errorf("a small λ and leverages 1: %v", err)
	}
}

// TestDefaultLambdas: their bits do not depend on the processor, as those of math.Pow do.
func TestDefaultLambdas(t *testing.T) {
	h := fnv.New64a()
	for i := range 50 {
		v := -6 * float64(i) / 49
		if got, want := tenTo(v), math.Pow(10, v); math.Abs(got-want) > 1e-15*want {
			t.Errorf("10^%v is %v, want %v", v, got, want)
		}
		binary.Write(h, binary.LittleEndian, tenTo(v))
	}
	if got, want := h.Sum64(), uint64(0xb34e20bfcc5feec1); got != want {
		t.Errorf("bits %#x, want %#x", got, want)
	}
}

// TestHugePenalty: a penalty that overflows in the units of the columns is an error, in few columns and in many.
func TestHugePenalty(t *testing.T) {
	for _, size := range [][2]int{{12, 1}, {12, 2}, {2, 12}} {
		x, y := draw(5, size[0], size[1])
		x.Scale(1e-160, x)
		if m, err := (Ridge{Lambda: 1}).Fit(x, y); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%d×%d: %v, %v, want an error that wraps ErrNotFinite", size[0], size[1], m, err)
		}
		x.Scale(1e30, x)
		if m, err := (Ridge{Lambda: 1}).Fit(x, y); err != nil || floats.HasNaN(m.W) {
			t.Errorf("%d×%d: %v, %v", size[0], size[1], m, err)
		}
	}
}
