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
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// d9 is data set D9 of the curriculum.
func d9() (*mat.Dense, []float64) {
	x, y := mat.NewDense(9, 1, nil), make([]float64, 9)
	for i := range y {
		v := float64(i+1) / 10
		x.Set(i, 0, v)
		y[i] = math.Sin(2*math.Pi*v) - .3*float64(1-2*(i%2))
	}
	return x, y
}

// TestKernelRidgeCurriculum holds N6.2e, N6.2p and N6.2v: fits in the reproducing kernel Hilbert space, and the conditions on α.
func TestKernelRidgeCurriculum(t *testing.T) {
	x, y := d9()
	for _, c := range []struct {
		kernel kernels.Kernel
		free   Free
		lambda float64 // beside a mean
		want   []float64
		df     float64
	}{
		{kernels.Min(), FreeNone, 1e-3, []float64{.330739, 1.138739, .698761, .788831, -.220592, -.347700, -1.140531, -.705296, -.872717}, 7.778536},
		{kernels.Min(), FreeNone, 1e-2, []float64{.348370, .764058, .638635, .499411, -.071341, -.388028, -.816096, -.760873, -.827669}, 4.320702},
		{kernels.Min(), FreeConstant, 1e-2, []float64{.547771, .836644, .665058, .509029, -.067840, -.386752, -.815629, -.760696, -.827585}, 4.587576},
		{kernels.IntegratedBrownian(), FreeLinear, 1e-6, []float64{.310400, 1.187072, .735937, .796893, -.209554, -.376926, -1.164501, -.706379, -.872943}, 8.324771},
		{kernels.IntegratedBrownian(), FreeLinear, 1e-5, []float64{.393859, 1.011067, .894102, .636404, -.058982, -.523345, -.971548, -.837500, -.844057}, 6.305335},
		{kernels.IntegratedBrownian(), FreeLinear, 1e-2, []float64{.972088, .734853, .490970, .237913, -.023502, -.287856, -.550580, -.808909, -1.064977}, 2.148120},
	} {
		what := fmt.Sprintf("%v, free %v, λ = %v", c.kernel, c.free, c.lambda)
		p := KernelRidge{Kernel: c.kernel, Lambda: 9 * c.lambda, Free: c.free}
		m := must(p.Fit(x, y))
		testkit.Near(t, what, must(m.Predict(x)), c.want, 5e-7)
		d := must(m.Diagnose(x, y))
		testkit.Near(t, what+": trace", []float64{floats.Sum(d.Leverages)}, []float64{c.df}, 5e-7)
		path := must(KernelRidgePath{Kernel: c.kernel, Lambdas: []float64{9 * c.lambda}, Free: c.free}.Fit(x, y))
		testkit.Near(t, what+": path", []float64{path.DF[0], path.RSS[0]}, []float64{c.df, m.RSS}, 5e-7)
		if c.free != FreeNone {
			testkit.Near(t, what+": Σα", []float64{floats.Sum(m.Alpha)}, []float64{0}, 1e-10)
		}
		if c.free == FreeLinear {
			testkit.Near(t, what+": Σαx", []float64{floats.Dot(m.Alpha, mat.Col(nil, 0, x))}, []float64{0}, 1e-10)
		}
	}
	m := must(KernelRidge{Kernel: kernels.Min(), Lambda: 9e-3}.Fit(x, y))
	testkit.Near(t, "N6.2e: RSS/n and ∫f'²", []float64{m.RSS / 9, m.Norm2}, []float64{.005756, 28.450750}, 5e-7)
	m = must(KernelRidge{Kernel: kernels.IntegratedBrownian(), Lambda: 9e-5, Free: FreeLinear}.Fit(x, y))
	testkit.Near(t, "N6.2v: RSS/n, ∫f''², f(0), f'(0)", []float64{m.RSS / 9, m.Norm2, m.Beta[0], m.Beta[1]}, []float64{.046610, 2075.4866, -.419782, 8.136412}, 5e-7)
}

func cloud(seed uint64, n, d int) (*mat.Dense, []float64, []float64) {
	r := rand.New(rand.NewPCG(seed, 9))
	x, y, w := mat.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		y[i], w[i] = math.Sin(2*x.At(i, 0))+.2*r.NormFloat64(), .3+r.Float64()
	}
	return x, y, w
}

// TestKernelRidgeIsRidge: with the inner product it is ridge regression, with weights too.
func TestKernelRidgeIsRidge(t *testing.T) {
	x, y, w := cloud(1, 30, 4)
	for _, free := range []Free{FreeNone, FreeConstant} {
		m := must(KernelRidge{Kernel: kernels.Linear(), Lambda: .7, Free: free}.FitWeighted(x, y, w))
		r := must(Ridge{Lambda: .7, NoIntercept: free == FreeNone}.FitWeighted(x, y, w))
		testkit.Near(t, "predictions", must(m.Predict(x)), must(r.Predict(x)), 1e-12)
		a, b := must(m.DiagnoseWeighted(x, y, w)), must(r.DiagnoseWeighted(x, y, w))
		testkit.Near(t, "residuals", a.Residuals, b.Residuals, 1e-12)
		testkit.Near(t, "leverages", a.Leverages, b.Leverages, 1e-12)
		testkit.Near(t, "leave-one-out errors", a.LeaveOneOut, b.LeaveOneOut, 1e-11)
		testkit.Near(t, "RSS and ‖w‖²", []float64{m.RSS, m.Norm2}, []float64{r.RSS, floats.Dot(r.W, r.W)}, 1e-11)
	}
}

// TestKernelRidgeLeaveOneOut: the short cut is the error of models fitted without the observation, and the path has the same numbers.
func TestKernelRidgeLeaveOneOut(t *testing.T) {
	x, y, _ := cloud(2, 14, 2)
	for _, free := range Free(0).All() {
		p := KernelRidge{Kernel: kernels.Gaussian(1.1), Lambda: .05, Free: free}
		m := must(p.Fit(x, y))
		d := must(m.Diagnose(x, y))
		var want []float64
		for i := range y {
			rest := mat.NewDense(13, 2, nil)
			var others []float64
			for k := range y {
				if k != i {
					rest.SetRow(len(others), x.RawRowView(k))
					others = append(others, y[k])
				}
			}
			want = append(want, y[i]-must(must(p.Fit(rest, others)).Predict(x.Slice(i, i+1, 0, 2)))[0])
		}
		testkit.Near(t, "leave-one-out errors", d.LeaveOneOut, want, 1e-10)
		path := must(KernelRidgePath{Kernel: p.Kernel, Free: free, Lambdas: []float64{1, .05}}.Fit(x, y))
		df, loo := floats.Sum(d.Leverages), floats.Dot(d.LeaveOneOut, d.LeaveOneOut)/14
		testkit.Near(t, "path", []float64{path.DF[1], path.RSS[1], path.LeaveOneOut[1], path.GCV[1]}, []float64{df, m.RSS, loo, m.RSS / 14 / (1 - df/14) / (1 - df/14)}, 1e-10)
	}
}

// TestRepresenter: no function of the span, nor with another function of the space added, has a smaller objective.
func TestRepresenter(t *testing.T) {
	x, y, _ := cloud(3, 20, 2)
	k := kernels.Gaussian(1)
	p := KernelRidge{Kernel: k, Lambda: .1, Free: FreeConstant}
	m := must(p.Fit(x, y))
	extra, _, _ := cloud(4, 5, 2)
	var all mat.Dense
	all.Stack(x, extra)
	gram := must(k.Gram(&all))
	objective := func(a []float64, b float64) float64 {
		f := mat.NewVecDense(25, nil)
		f.MulVec(gram, mat.NewVecDense(25, a))
		sum := p.Lambda * floats.Dot(a, f.RawVector().Data)
		for i, v := range y {
			r := v - f.AtVec(i) - b
			sum += r * r
		}
		return sum
	}
	a := append(append([]float64(nil), m.Alpha...), make([]float64, 5)...)
	least := objective(a, m.Beta[0])
	testkit.Near(t, "objective", []float64{m.RSS + p.Lambda*m.Norm2}, []float64{least}, 1e-12)
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		other := append([]float64(nil), a...)
		for i := range other {
			other[i] += .01 * r.NormFloat64()
		}
		if v := objective(other, m.Beta[0]+.01*r.NormFloat64()); v < least {
			t.Errorf("another function has %v, less than %v", v, least)
		}
	}
	// the same from matrices, with the free function as a column
	ones := mat.NewDense(20, 1, nil)
	for i := range 20 {
		ones.Set(i, 0, 1)
	}
	own := must(k.Gram(x))
	f := must(p.FitGram(own, ones, y))
	testkit.Near(t, "FitGram", append(f.Alpha, f.Beta...), append(m.Alpha, m.Beta...), 1e-11)
	testkit.Near(t, "At", must(f.At(own, ones)), must(m.Predict(x)), 1e-11)
	testkit.RoundTrip(t, m)
	testkit.RoundTrip(t, &p)
	testkit.Processors(t, "kernel ridge", func() []float64 {
		m := must(p.Fit(x, y))
		path := must(KernelRidgePath{Kernel: k, Free: FreeLinear}.Fit(x, y))
		return append(append(m.Alpha, must(m.Predict(extra))...), path.LeaveOneOut...)
	})
	testkit.Views(t, "kernel ridge", x, func(x mat.Matrix) (any, error) { return p.Fit(x, y) })
}

// TestKernelRidgeSklearn compares with scikit-learn: dual coefficients, predictions, and those with weights.
func TestKernelRidgeSklearn(t *testing.T) {
	var cases []struct {
		Kernel                          string
		Lambda                          float64
		X, New                          [][]float64
		Y, W, Dual, Predicted, Weighted []float64
	}
	testkit.Reference(t, "testdata/kernelridge.json", &cases)
	of := map[string]kernels.Kernel{"rbf": kernels.GaussianGamma(.4), "laplacian": kernels.Manhattan(2.5), "polynomial": kernels.Polynomial(3, 1, .5), "linear": kernels.Linear()}
	for _, c := range cases {
		what := fmt.Sprintf("%s, λ = %v", c.Kernel, c.Lambda)
		x, fresh := testkit.Matrix(t, c.X), testkit.Matrix(t, c.New)
		p := KernelRidge{Kernel: of[c.Kernel], Lambda: c.Lambda}
		m := must(p.Fit(x, c.Y))
		testkit.Near(t, what+": α", m.Alpha, c.Dual, 1e-9)
		testkit.Near(t, what+": predictions", must(m.Predict(fresh)), c.Predicted, 1e-10)
		testkit.Near(t, what+": weighted", must(must(p.FitWeighted(x, c.Y, c.W)).Predict(fresh)), c.Weighted, 1e-10)
	}
}

func TestKernelRidgeBadInput(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []float64{1, 3, 2, 5}
	column := func(v ...float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }
	k := kernels.Gaussian(1)
	fit := func(p KernelRidge, x mat.Matrix, y ...float64) error { _, err := p.Fit(x, y); return err }
	gram := func(g, free mat.Matrix, y ...float64) error {
		_, err := KernelRidge{Lambda: 1}.FitGram(g, free, y)
		return err
	}
	weighted := func(w ...float64) error { _, err := KernelRidge{Kernel: k, Lambda: 1}.FitWeighted(x, y, w); return err }
	path := func(p KernelRidgePath, x mat.Matrix) error { _, err := p.Fit(x, y); return err }
	predict := func(m *KernelModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	at := func(m *Representer, cross, free mat.Matrix) error { _, err := m.At(cross, free); return err }
	diagnose := func(m *KernelModel, x mat.Matrix, w []float64) error {
		_, err := m.DiagnoseWeighted(x, y, w)
		return err
	}
	good := must(KernelRidge{Kernel: k, Lambda: 1, Free: FreeLinear}.Fit(x, y))
	exact := must(KernelRidge{Kernel: k, Lambda: 1, Free: FreeLinear}.Fit(column(1, 2), y[:2]))
	broken := *good
	broken.Beta = nil
	two := mat.NewDense(2, 2, []float64{2, 1, 1, 2})
	nan := math.NaN()
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"nil", fit(KernelRidge{Lambda: 1}, nil, y...), input.ErrEmpty, "X"},
		{"NaN", fit(KernelRidge{Lambda: 1}, column(1, nan), 1, 2), input.ErrNotFinite, "row 1"},
		{"short y", fit(KernelRidge{Lambda: 1}, x, 1, 2), input.ErrShape, "y"},
		{"λ", fit(KernelRidge{Lambda: -1}, x, y...), input.ErrParam, "Lambda"},
		{"NaN λ", fit(KernelRidge{Lambda: nan}, x, y...), input.ErrParam, "Lambda"},
		{"Free", fit(KernelRidge{Lambda: 1, Free: 9}, x, y...), input.ErrParam, "Free"},
		{"kernel", fit(KernelRidge{Lambda: 1, Kernel: kernels.Gaussian(-1)}, x, y...), input.ErrParam, "Width"},
		{"equal points without λ", fit(KernelRidge{Kernel: k}, column(1, 2, 2), 1, 2, 3), input.ErrSingular, "λ"},
		{"wide kernel, tiny λ", fit(KernelRidge{Kernel: kernels.Gaussian(1e9), Lambda: 1e-17}, x, y...), input.ErrSingular, "larger λ"},
		{"inner products, rank 1, no λ", fit(KernelRidge{}, x, y...), input.ErrSingular, "singular"},
		{"not positive definite", fit(KernelRidge{Kernel: kernels.Scaled(-1, k), Lambda: .1}, x, y...), input.ErrParam, "not positive semidefinite"},
		{"not positive definite, large λ", fit(KernelRidge{Kernel: kernels.Sigmoid(1, 0), Lambda: 9}, x, y...), input.ErrParam, "not positive semidefinite"},
		{"linear functions of one point", fit(KernelRidge{Kernel: k, Lambda: 1, Free: FreeLinear}, column(2, 2, 2), 1, 2, 3), ErrRank, "free function 1"},
		{"more functions than points", fit(KernelRidge{Kernel: k, Lambda: 1, Free: FreeLinear}, column(2), 1), ErrRank, "1 observations for 2"},
		{"huge y", fit(KernelRidge{Kernel: k, Lambda: 1}, x, 1e200, 0, 0, 0), input.ErrNotFinite, "overflows"},
		{"tiny y", fit(KernelRidge{Kernel: k, Lambda: 1}, x, 1e-200, 0, 0, 0), input.ErrNotFinite, "underflows"},
		{"short w", weighted(1, 2), input.ErrShape, "w"},
		{"negative w", weighted(1, 2, -1, 1), input.ErrParam, "w[2]"},
		{"zero w", weighted(0, 0, 0, 0), input.ErrParam, "only zeros"},
		{"no gram", gram(nil, nil), input.ErrEmpty, "gram"},
		{"gram not square", gram(mat.NewDense(2, 3, nil), nil, 1, 2), input.ErrShape, "gram"},
		{"gram not symmetric", gram(mat.NewDense(2, 2, []float64{1, 2, 3, 4}), nil, 1, 2), input.ErrParam, "gram"},
		{"gram not definite", gram(mat.NewDense(2, 2, []float64{0, 5, 5, 0}), nil, 1, 2), input.ErrParam, "eigenvalue -5"},
		{"gram with a negative eigenvalue", gram(mat.NewDense(2, 2, []float64{1, 3, 3, 1}), nil, 1, 2), input.ErrParam, "eigenvalue -2"},
		{"short free", gram(two, column(1), 1, 2), input.ErrShape, "free"},
		{"dependent free", gram(two, mat.NewDense(2, 2, []float64{1, 2, 1, 2}), 1, 2), ErrRank, "function 1"},
		{"path λ", path(KernelRidgePath{Kernel: k, Lambdas: []float64{1, 0}}, x), input.ErrParam, "Lambdas[1]"},
		{"path singular", path(KernelRidgePath{Kernel: k, Lambdas: []float64{1e-18}}, column(1, 1, 2, 3)), input.ErrSingular, "λ"},
		{"path kernel", path(KernelRidgePath{Kernel: kernels.Scaled(-1, k)}, x), input.ErrParam, "not positive semidefinite"},
		{"path zeros", path(KernelRidgePath{}, column(0, 0, 0, 0)), input.ErrSingular, "0"},
		{"path rank", path(KernelRidgePath{Kernel: k, Free: FreeLinear}, column(1, 1, 1, 1)), ErrRank, "function 1"},
		{"predict nil", predict(nil, x), input.ErrEmpty, "KernelModel"},
		{"predict zero", predict(&KernelModel{}, x), input.ErrShape, "Fit makes"},
		{"predict broken", predict(&broken, x), input.ErrShape, "Fit makes"},
		{"predict columns", predict(good, two), input.ErrShape, "X"},
		{"at nil", at(nil, two, nil), input.ErrEmpty, "Representer"},
		{"at without free", at(&good.Representer, mat.NewDense(1, 4, nil), nil), input.ErrEmpty, "free"},
		{"at columns", at(&good.Representer, two, nil), input.ErrShape, "cross"},
		{"diagnose nil", diagnose(nil, x, nil), input.ErrEmpty, "KernelModel"},
		{"diagnose others", diagnose(good, column(1, 2, 3, 5), nil), input.ErrShape, "not the 4"},
		{"diagnose weight 0", diagnose(good, x, []float64{1, 0, 1, 1}), input.ErrParam, "w"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) || !strings.HasPrefix(c.err.Error(), "regression: ") {
			t.Errorf("%s: got %v, want %q in an error of the kind %v", c.name, c.err, c.says, c.kind)
		}
	}
	if _, err := exact.Diagnose(column(1, 2), y[:2]); !errors.Is(err, ErrRank) {
		t.Errorf("two points on a free line: %v", err)
	}
	m := must(KernelRidge{Kernel: k, Lambda: 1}.FitWeighted(x, y, []float64{1, 0, 2, 1}))
	testkit.Near(t, "row of weight 0", must(m.Predict(x)), must(must(KernelRidge{Kernel: k, Lambda: 1}.FitWeighted(column(1, 3, 4), []float64{1, 2, 5}, []float64{1, 2, 1})).Predict(x)), 1e-15)
	one := must(KernelRidge{Kernel: k, Lambda: 1}.Fit(column(3), []float64{4}))
	testkit.Near(t, "one observation", must(one.Predict(column(3))), []float64{2}, 1e-15)
	far := must(KernelRidge{Kernel: k, Lambda: 1, Free: FreeLinear}.Fit(column(1e6+1, 1e6+2, 1e6+3, 1e6+4), y))
	testkit.Near(t, "another origin", must(far.Predict(column(1e6+1, 1e6+2.5))), must(good.Predict(column(1, 2.5))), 1e-8)
	if d := must(KernelRidge{Kernel: k}.Fit(x, y)); d.RSS != 0 {
		t.Errorf("λ = 0 leaves %v", d.RSS)
	}
}

func BenchmarkKernelRidge(b *testing.B) {
	for _, n := range []int{300, 1000, 3000} {
		x, y, _ := cloud(1, n, 20)
		b.Run(fmt.Sprintf("n=%d/d=20", n), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				must(KernelRidge{Kernel: kernels.GaussianGamma(.05), Lambda: 1}.Fit(x, y))
			}
		})
	}
}

func ExampleKernelRidge() {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 3, 4})
	y := []float64{.8, 1.2, -.4, -.2, -1.3}
	p, err := KernelRidgePath{Kernel: kernels.Gaussian(1), Lambdas: []float64{1, .3, .1, .03, .01}}.Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := KernelRidge{Kernel: kernels.Gaussian(1), Lambda: p.Lambdas[p.Best()]}.Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := m.Predict(mat.NewDense(2, 1, []float64{.5, 3.5}))
	fmt.Printf("λ = %v, f = %.3f, %v\n", m.Lambda, f, err)
	// Output:
	// λ = 1, f = [0.646 -0.543], <nil>
}
