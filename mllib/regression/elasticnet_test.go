package regression

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestElasticNetReference compares with testdata/elasticnet.json, which elasticnet.py wrote.
func TestElasticNetReference(t *testing.T) {
	var cases []struct {
		X                       [][]float64
		Y, W                    []float64
		Alpha, Ratio            float64
		Plain, Weighted, Origin []float64
		Alphas                  []float64
		Path                    [][]float64
	}
	testkit.Reference(t, "testdata/elasticnet.json", &cases)
	if len(cases) != 8 {
		t.Fatalf("%d cases", len(cases))
	}
	for i, c := range cases {
		x := testkit.Matrix(t, c.X)
		p := ElasticNet{Alpha: c.Alpha, Ratio: c.Ratio, Tolerance: 1e-14, MaxPasses: 1000000}
		near := func(what string, m *SparseModel, want []float64) {
			t.Helper()
			testkit.Near(t, fmt.Sprintf("case %d, %s", i, what), append(m.W, m.B), want, 1e-8)
			if m.Report.Stop != GapClosed || m.Report.Violation > 1e-5 {
				t.Errorf("case %d, %s: %+v", i, what, m.Report)
			}
		}
		near("plain", must(p.Fit(x, c.Y)), c.Plain)
		near("weighted", must(p.FitWeighted(x, c.Y, c.W)), c.Weighted)
		if c.Ratio == 1 {
			near("lasso", must(Lasso{Alpha: c.Alpha, Tolerance: 1e-14, MaxPasses: 1000000}.Fit(x, c.Y)), c.Plain)
		}
		if c.Path != nil {
			for k, m := range must(p.Path(x, c.Y, c.Alphas)) {
				testkit.Near(t, "path", m.W, c.Path[k], 1e-8)
			}
		}
		p.NoIntercept = true
		near("origin", must(p.Fit(x, c.Y)), c.Origin)
	}
}

// TestLassoOrthogonal: for columns with XᵀX = n·I the coefficients are those of least squares, moved towards 0 by α.
func TestLassoOrthogonal(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1})
	y := []float64{3, 1, -2, 5}
	for _, alpha := range []float64{.1, .6, 2} {
		m := must(Lasso{Alpha: alpha, Tolerance: 1e-14}.Fit(x, y))
		for j, w := range must(LeastSquares{Deficient: MinimumNorm}.Fit(x.Slice(0, 4, 0, 3), y)).W {
			want := math.Copysign(max(math.Abs(w)-alpha, 0), w)
			if math.Abs(m.W[j]-want) > 1e-12 {
				t.Errorf("α = %v, w[%d] = %v, want %v", alpha, j, m.W[j], want)
			}
		}
	}
}

// TestElasticNetGap: the gap bounds what a limit on the passes leaves, and the default path begins at w = 0.
func TestElasticNetGap(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	x, y := mat.NewDense(30, 50, nil), make([]float64, 30)
	for i := range y {
		for j := range 50 {
			x.Set(i, j, r.NormFloat64()+float64(j))
		}
		y[i] = x.At(i, 0) - x.At(i, 1) + .1*r.NormFloat64()
	}
	best := must(Lasso{Alpha: .05, Tolerance: 1e-13}.Fit(x, y))
	for passes := 1; passes < 7; passes += 2 {
		m := must(Lasso{Alpha: .05, Tolerance: 1e-13, MaxPasses: passes}.Fit(x, y))
		if m.Report.Stop != PassLimit || m.Report.Passes != passes || m.Report.Objective-m.Report.Gap > best.Report.Objective+1e-12 || m.Report.Objective < best.Report.Objective-1e-12 {
			t.Errorf("%d passes: %+v, best %+v", passes, m.Report, best.Report)
		}
	}
	path := must(ElasticNet{Ratio: .5}.Path(x, y, nil))
	if len(path) != 100 || len(path[0].Support()) != 0 && math.Abs(path[0].W[path[0].Support()[0]]) > 1e-12 || len(path[1].Support()) == 0 {
		t.Errorf("%d models, the first with %v, the second with %v", len(path), path[0].Support(), path[1].Support())
	}
}

func TestElasticNetBadInput(t *testing.T) {
	x, y := mat.NewDense(3, 1, []float64{1, 2, 4}), []float64{1, 2, 3}
	fit := func(p ElasticNet, w []float64) error { _, err := p.FitWeighted(x, y, w); return err }
	_, short := Lasso{Alpha: 1}.Fit(x, y[:2])
	_, none := (*SparseModel)(nil).Predict(x)
	_, empty := (&SparseModel{}).Predict(x)
	_, wide := must(Lasso{Alpha: .1}.Fit(x, y)).Predict(mat.NewDense(1, 2, nil))
	_, lasso := Lasso{}.Fit(x, y)
	_, path := ElasticNet{Ratio: 1}.Path(x, y, []float64{1, -1})
	_, tiny := Lasso{Alpha: 1e-201}.Fit(x, []float64{1e-200, 2e-200, 3e-200})
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"α", fit(ElasticNet{Ratio: .5}, nil), input.ErrParam, "ElasticNet.Alpha"}, {"lasso's α", lasso, input.ErrParam, "Lasso.Alpha"}, {"an α of a path", path, input.ErrParam, "alphas[1]: got -1"},
		{"NaN", fit(ElasticNet{Alpha: math.NaN(), Ratio: .5}, nil), input.ErrParam, "Alpha"}, {"ρ", fit(ElasticNet{Alpha: 1}, nil), input.ErrParam, "Ratio"},
		{"tolerance", fit(ElasticNet{Alpha: 1, Ratio: 1, Tolerance: 1}, nil), input.ErrParam, "Tolerance"},
		{"passes", fit(ElasticNet{Alpha: 1, Ratio: 1, MaxPasses: -1}, nil), input.ErrParam, "MaxPasses"},
		{"w", fit(ElasticNet{Alpha: 1, Ratio: 1}, []float64{1, -1, 1}), input.ErrParam, "w[1]"},
		{"tiny", tiny, input.ErrNotFinite, "underflows"}, {"short", short, input.ErrShape, "y"}, {"nil", none, input.ErrEmpty, "nil"}, {"nothing", empty, input.ErrShape, "model"}, {"wide", wide, input.ErrShape, "2 columns"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) || !strings.HasPrefix(c.err.Error(), "regression: ") {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
	if c := must(Lasso{Alpha: .1}.Fit(x, y)).Coefficients("length"); len(c.Rows) != 2 || c.Rows[0] != "length" {
		t.Errorf("rows %q", c.Rows)
	}
	constant := must(Lasso{Alpha: 1}.Fit(mat.NewDense(3, 1, []float64{2, 2, 2}), []float64{4, 4, 4}))
	if constant.W[0] != 0 || constant.B != 4 || constant.Report.Stop != GapClosed {
		t.Errorf("constant: %+v", constant)
	}
}
