package regression

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// draw makes n observations of a linear function with noise.
func draw(seed uint64, n, d int) (x *mat.Dense, y []float64) {
	r := rand.New(rand.NewPCG(seed, 11))
	x, y = mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		y[i] = 2 + r.NormFloat64()
		for j := range d {
			x.Set(i, j, 3+r.NormFloat64())
			y[i] += float64(j%3-1) * x.At(i, j)
		}
	}
	return x, y
}

// methods are fits of all forms; those with a penalty also for more columns than rows.
func methods(n, d int) map[string]func(x mat.Matrix, y, w []float64) (*Model, error) {
	all := map[string]func(x mat.Matrix, y, w []float64) (*Model, error){
		"ridge": Ridge{Lambda: 2}.FitWeighted, "ridge through 0": Ridge{Lambda: .1, NoIntercept: true}.FitWeighted,
		"least norm": LeastSquares{Deficient: MinimumNorm}.FitWeighted,
	}
	if d < n-1 {
		all["least squares"], all["through 0"] = LeastSquares{}.FitWeighted, LeastSquares{NoIntercept: true}.FitWeighted
	}
	return all
}

var shapes = [][2]int{{30, 1}, {40, 4}, {700, 9}, {8, 8}, {7, 20}, {12, 11}}

// TestStationary: residuals are orthogonal to the columns, up to the penalty, and add to 0 where there is an intercept.
func TestStationary(t *testing.T) { // V9.1a
	for _, s := range shapes {
		x, y := draw(1, s[0], s[1])
		w := weights(s[0])
		for name, fit := range methods(s[0], s[1]) {
			m := must(fit(x, y, w))
			r := floats.SubTo(make([]float64, s[0]), y, must(m.Predict(x)))
			floats.Mul(r, w)
			var pull mat.VecDense
			pull.MulVec(x.T(), mat.NewVecDense(s[0], r))
			for j := range s[1] {
				if g := pull.AtVec(j) - m.Lambda*m.W[j]; math.Abs(g) > 1e-9*float64(s[0]) {
					t.Errorf("%s, %v: gradient %d is %v", name, s, j, g)
				}
			}
			if sum := floats.Sum(r); m.Basis.Intercept && math.Abs(sum) > 1e-10*float64(s[0]) {
				t.Errorf("%s, %v: residuals add to %v", name, s, sum)
			}
			if rss := floats.Dot(r, floats.DivTo(make([]float64, s[0]), r, w)); math.Abs(rss-m.RSS) > 1e-9*(1+rss) {
				t.Errorf("%s, %v: RSS %v, want %v", name, s, m.RSS, rss)
			}
		}
	}
}

func weights(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = .5 + float64(i%4)
	}
	return w
}

// TestLeaveOneOut: the shortcut is what fitting without an observation gives, and leverages are what an observation adds to its own prediction and add to DF.
func TestLeaveOneOut(t *testing.T) {
	for _, s := range [][2]int{{9, 1}, {12, 4}, {7, 20}} {
		x, y := draw(2, s[0], s[1])
		w := weights(s[0])
		for name, fit := range methods(s[0], s[1]) {
			if name == "least norm" && s[1] > s[0] {
				continue // all leverages are 1
			}
			m := must(fit(x, y, w))
			d := must(m.DiagnoseWeighted(x, y, w))
			if sum := floats.Sum(d.Leverages); math.Abs(sum-m.DF) > 1e-9*(1+m.DF) {
				t.Errorf("%s, %v: leverages add to %v, DF = %v", name, s, sum, m.DF)
			}
			for i := range y {
				less, lessY := without(x, i), slices.Delete(slices.Clone(y), i, i+1)
				other := must(fit(less, lessY, slices.Delete(slices.Clone(w), i, i+1)))
				if e := y[i] - must(other.Predict(x.Slice(i, i+1, 0, s[1])))[0]; math.Abs(e-d.LeaveOneOut[i]) > 1e-8*(1+math.Abs(e)) {
					t.Errorf("%s, %v: leave-one-out error %d is %v, by the shortcut %v", name, s, i, e, d.LeaveOneOut[i])
				}
				more := slices.Clone(y)
				more[i]++
				if h := must(must(fit(x, more, w)).Predict(x))[i] - must(m.Predict(x))[i]; math.Abs(h-d.Leverages[i]) > 1e-9 {
					t.Errorf("%s, %v: the prediction moves by %v, leverage %v", name, s, h, d.Leverages[i])
				}
			}
		}
	}
}

func without(x *mat.Dense, i int) *mat.Dense {
	n, d := x.Dims()
	less := mat.NewDense(n-1, d, nil)
	for k := range n - 1 {
		from := k
		if k >= i {
			from++
		}
		less.SetRow(k, x.RawRowView(from))
	}
	return less
}

// TestWeights: coefficients for whole weights are those of repeated rows, rows of weight 0 are not there, and a factor of all weights changes no coefficient and no standard error.
func TestWeights(t *testing.T) {
	x, y := draw(3, 20, 3)
	var repeated, kept []int
	w := make([]float64, 20)
	for i := range w {
		w[i] = float64(i % 4)
		for range i % 4 {
			repeated = append(repeated, i)
		}
		if i%4 > 0 {
			kept = append(kept, i)
		}
	}
	rx, ry, _ := learn.Take(x, y, repeated)
	kx, ky, _ := learn.Take(x, y, kept)
	kw := slices.DeleteFunc(slices.Clone(w), func(v float64) bool { return v == 0 })
	for name, fit := range methods(20, 3) {
		m, rows, less := must(fit(x, y, w)), must(fit(rx, ry, nil)), must(fit(kx, ky, kw))
		testkit.Near(t, name+", repeated rows", append(m.W, m.B, m.RSS, m.DF), append(rows.W, rows.B, rows.RSS, rows.DF), 1e-12)
		if !testkit.Bits(m.W, less.W) || !testkit.Bits(m.StdErr, less.StdErr) || m.N != len(kept) {
			t.Errorf("%s: rows of weight 0 count: N = %d", name, m.N)
		}
		if m.Lambda == 0 {
			large := slices.Clone(w)
			floats.Scale(1e6, large)
			m6 := must(fit(x, y, large))
			testkit.Near(t, name+", large weights", append(m6.W, m6.StdErr...), append(m.W, m.StdErr...), 1e-12)
		}
	}
}

// TestUnits: other units of columns and targets, to the ends of what numbers hold, and another origin.
func TestUnits(t *testing.T) {
	x, y := draw(4, 25, 3)
	m := must(LeastSquares{}.Fit(x, y))
	for _, e := range []int{-400, -30, 7, 300} {
		x2, y2 := mat.DenseCopyOf(x), slices.Clone(y)
		factors := []float64{math.Ldexp(1, e), 1, math.Ldexp(1, -e)}
		x2.Apply(func(_, j int, v float64) float64 { return v * factors[j] }, x2)
		floats.Scale(math.Ldexp(1, e/4), y2)
		got := must(LeastSquares{}.Fit(x2, y2))
		for j := range got.W {
			got.W[j] *= factors[j] / math.Ldexp(1, e/4)
		}
		if !testkit.Bits(got.W, m.W) || got.RSquared() != m.RSquared() {
			t.Errorf("2^%d: %v, R² %v; want %v, %v", e, got.W, got.RSquared(), m.W, m.RSquared())
		}
	}
	far := mat.DenseCopyOf(x)
	far.Apply(func(_, _ int, v float64) float64 { return v + 1e7 }, x)
	got := must(LeastSquares{}.Fit(far, y))
	testkit.Near(t, "far from the origin", append(got.W, got.StdErr[:3]...), append(slices.Clone(m.W), m.StdErr[:3]...), 1e-7)
}

// TestDeficient: columns that depend on each other are named, or give the least norm.
func TestDeficient(t *testing.T) {
	x, y := draw(5, 30, 5)
	for i := range 30 {
		x.Set(i, 3, 1e3*(x.At(i, 0)-2*x.At(i, 2)))
	}
	_, err := LeastSquares{}.Fit(x, y)
	if !errors.Is(err, ErrRank) || err.Error() != "regression: least squares: X: column 3 is a combination of others, but for rounding (rank 4 of 5): the columns of X depend on each other" {
		t.Errorf("%v", err)
	}
	for name, c := range map[string]struct {
		x    *mat.Dense
		y    []float64
		rank int
		tiny float64 // a ridge this small gives nearly the same
		free bool
	}{
		"combination":           {x, y, 4, 1e-7, true},
		"combination through 0": {x, y, 4, 1e-7, false},
		"more columns":          {mat.DenseCopyOf(x.Slice(0, 4, 0, 5)), y[:4], 3, 1e-7, true},
	} {
		m := must(LeastSquares{Deficient: MinimumNorm, NoIntercept: !c.free}.Fit(c.x, c.y))
		if m.Report.Rank != c.rank || m.StdErr != nil {
			t.Errorf("%s: rank %d, standard errors %v", name, m.Report.Rank, m.StdErr)
		}
		want := pseudo(c.x, c.y, c.free)
		testkit.Near(t, name, m.W, want, 1e-9)
		r := must(Ridge{Lambda: c.tiny, NoIntercept: !c.free}.Fit(c.x, c.y))
		testkit.Near(t, name+", limit of ridge", m.W, r.W, 1e-5)
		if _, _, err := m.FTest(); !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: a test (%v)", name, err)
		}
	}
	constant := mat.DenseCopyOf(x.Slice(0, 30, 0, 3))
	for i := range 30 {
		constant.Set(i, 1, .1)
	}
	if _, err := (LeastSquares{}).Fit(constant, y); !errors.Is(err, ErrRank) || err.Error() != "regression: least squares: X: column 1 is constant, as the intercept is: the columns of X depend on each other" {
		t.Errorf("%v", err)
	}
	m, r := must(LeastSquares{Deficient: MinimumNorm}.Fit(constant, y)), must(Ridge{Lambda: 1}.Fit(constant, y))
	if m.W[1] != 0 || r.W[1] != 0 || m.Report.Rank != 2 || r.Report.Rank != 2 || !(r.DF < 3) {
		t.Errorf("constant column: %v (rank %d), ridge %v (rank %d, DF %v)", m.W, m.Report.Rank, r.W, r.Report.Rank, r.DF)
	}
	if _, err := (LeastSquares{NoIntercept: true}).Fit(constant, y); err != nil {
		t.Errorf("a constant column without an intercept: %v", err)
	}
	all := mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2})
	if m, r := must(LeastSquares{Deficient: MinimumNorm}.Fit(all, y[:3])), must(Ridge{Lambda: 1}.Fit(all, y[:3])); m.B != r.B || m.DF != 1 || r.DF != 1 || math.Abs(m.B-floats.Sum(y[:3])/3) > 1e-15*math.Abs(m.B)*4 {
		t.Errorf("only constants: %v and %v, %v and %v degrees of freedom", m.B, r.B, m.DF, r.DF)
	}
}

// TestNearlyDependent: columns that differ in the ninth digit are not dependent, whatever another column is; those that differ by the rounding of numbers far from 0 are.
func TestNearlyDependent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(50, 3, nil), make([]float64, 50)
	for i := range y {
		v := r.NormFloat64()
		x.SetRow(i, []float64{v, v * (1 + 1e-9*r.NormFloat64()), 1e10 + float64(i%2)})
		y[i] = v + r.NormFloat64()
	}
	m, err := LeastSquares{}.Fit(x, y)
	if err != nil || m.Report.Rank != 3 || !(m.Report.Condition > 1e8) {
		t.Errorf("%v: %v", m, err)
	} else {
		exactly(x, y, nil, 0, true).agree(t, "nearly dependent", m, 1e-5)
	}
	for i := range y {
		a, b := 1e6+r.NormFloat64(), 1e6+r.NormFloat64()
		x.SetRow(i, []float64{a, b, a/3 + b/7})
	}
	if _, err := (LeastSquares{}).Fit(x, y); !errors.Is(err, ErrRank) {
		t.Errorf("a rounded combination: %v", err)
	}
}

// pseudo is the solution of least norm by gonum's singular values of the centred columns.
func pseudo(x *mat.Dense, y []float64, centre bool) []float64 {
	n, d := x.Dims()
	a, b := mat.DenseCopyOf(x), slices.Clone(y)
	if centre {
		for j := range d {
			mean := floats.Sum(mat.Col(nil, j, x)) / float64(n)
			for i := range n {
				a.Set(i, j, a.At(i, j)-mean)
			}
		}
		floats.AddConst(-floats.Sum(y)/float64(n), b)
	}
	var s mat.SVD
	s.Factorize(a, mat.SVDThin)
	var w mat.Dense
	s.SolveTo(&w, mat.NewDense(n, 1, b), s.Rank(1e-12))
	return mat.Col(nil, 0, &w)
}

// TestPath: a path is the ridge regressions for its λ, its leave-one-out errors are those of Diagnose.
func TestPath(t *testing.T) {
	for _, s := range shapes {
		x, y := draw(6, s[0], s[1])
		for _, noIntercept := range []bool{false, true} {
			p := must(RidgePath{Lambdas: []float64{1e-2, 1, 30}, NoIntercept: noIntercept}.Fit(x, y))
			for l, lambda := range p.Lambdas {
				m := must(Ridge{Lambda: lambda, NoIntercept: noIntercept}.Fit(x, y))
				d := must(m.Diagnose(x, y))
				n := float64(s[0])
				free := 1 - m.DF/n
				testkit.Near(t, fmt.Sprintf("%v, λ = %v", s, lambda), append(p.W[l], p.B[l], p.DF[l], p.RSS[l], p.LeaveOneOut[l], p.GCV[l]),
					append(m.W, m.B, m.DF, m.RSS, d.PRESS()/n, m.RSS/n/free/free), 1e-9)
			}
			if p := must(RidgePath{NoIntercept: noIntercept}.Fit(x, y)); len(p.Lambdas) != 50 || p.Lambdas[49] >= p.Lambdas[0]*1.1e-6 || !slices.IsSorted(p.DF) || p.Best() < 0 {
				t.Errorf("%v: path for %v, DF %v", s, p.Lambdas, p.DF)
			}
		}
	}
	x, y := draw(7, 20, 3)
	p := must(RidgePath{Lambdas: []float64{0, 1e9}}.Fit(x, y))
	m := must(LeastSquares{}.Fit(x, y))
	testkit.Near(t, "λ = 0", p.W[0], m.W, 1e-12)
	testkit.Near(t, "λ large", append(p.W[1], p.DF[1]), []float64{0, 0, 0, 1}, 1e-6)
}

// TestCurriculum are small examples by hand.
func TestCurriculum(t *testing.T) {
	reg4, regY := mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []float64{1, 3, 2, 5}
	m := must(LeastSquares{}.Fit(reg4, regY)) // V9.1a
	d := must(m.Diagnose(reg4, regY))
	testkit.Near(t, "V9.1a", append(m.W, m.B, m.RSS, m.TSS, m.RSquared(), m.StdErr[0], m.StdErr[1], d.PRESS()),
		[]float64{1.1, 0, 2.7, 8.75, .691429, .519615, 1.423025, 8.866213}, 5e-7)
	testkit.Near(t, "V9.1a leverages", d.Leverages, []float64{.7, .3, .3, .7}, 1e-14)
	testkit.Near(t, "V9.1a residuals", d.Residuals, []float64{-.1, .8, -1.3, .6}, 1e-14)
	one := must(Ridge{Lambda: 1}.Fit(reg4, regY)) // V9.2a
	testkit.Near(t, "V9.2a", append(one.W, one.RSS, one.DF), []float64{.916667, 2.868056, 1.833333}, 5e-7)
	x, y := mat.NewDense(4, 2, []float64{1, 1, 1, -1, 2, 0, 0, 1}), []float64{3, 1, 4, 1}
	for _, c := range []struct {
		lambda, w1, w2, df float64
	}{{0, 2, 1, 2}, {1, 12. / 7, 3. / 4, 1.607143}, {10, 3. / 4, 3. / 13, .605769}} {
		m := must(Ridge{Lambda: c.lambda, NoIntercept: true}.Fit(x, y))
		testkit.Near(t, "V9.2a, two columns", append(m.W, m.DF), []float64{c.w1, c.w2, c.df}, 5e-7)
	}
	s9 := must(Ridge{Lambda: 1, NoIntercept: true}.Fit(mat.NewDense(5, 2, []float64{1, 0, 1, 1, 1, 2, 2, 1, 0, 3}), []float64{1, 2, 2, 4, 1})) // S9c
	testkit.Near(t, "S9c", s9.W, []float64{143. / 103, 39. / 103}, 1e-14)
	b3 := must(Ridge{Lambda: 1, NoIntercept: true}.Fit(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{1, 2, 2})) // B3.2.1b
	testkit.Near(t, "B3.2.1b", b3.W, []float64{11. / 15}, 1e-15)
}

func TestProcessors(t *testing.T) {
	for _, s := range [][2]int{{3000, 5}, {1500, 40}, {30, 60}} {
		x, y := draw(8, s[0], s[1])
		w := weights(s[0])
		for name, fit := range methods(s[0], s[1]) {
			testkit.Processors(t, fmt.Sprintf("%s, %v", name, s), func() []float64 {
				m := must(fit(x, y, w))
				return append(append(m.W, m.StdErr...), m.B, m.RSS, m.DF)
			})
		}
		testkit.Processors(t, fmt.Sprintf("path, %v", s), func() []float64 {
			p := must(RidgePath{Lambdas: []float64{.1, 1}}.Fit(x, y))
			return slices.Concat(p.W[0], p.W[1], p.B, p.LeaveOneOut)
		})
	}
}

func TestViews(t *testing.T) {
	for _, s := range [][2]int{{20, 3}, {7, 9}} {
		x, y := draw(9, s[0], s[1])
		for name, fit := range methods(s[0], s[1]) {
			testkit.Views(t, name, x, func(x mat.Matrix) (any, error) { return fit(x, y, nil) })
		}
		testkit.Views(t, "path", x, func(x mat.Matrix) (any, error) { return RidgePath{}.Fit(x, y) })
	}
}

// TestIndependence: targets and rows are neither changed nor kept.
func TestIndependence(t *testing.T) {
	x, y := draw(10, 15, 2)
	w := weights(15)
	m := must(LeastSquares{}.FitWeighted(x, y, w))
	before := must(m.Predict(mat.NewDense(1, 2, []float64{1, 2})))
	if _, again := draw(10, 15, 2); !slices.Equal(y, again) || !slices.Equal(w, weights(15)) {
		t.Error("the arguments were changed")
	}
	x.Zero()
	clear(y)
	if !slices.Equal(must(m.Predict(mat.NewDense(1, 2, []float64{1, 2}))), before) {
		t.Error("the model keeps the arguments")
	}
}

// TestCrossValidation: both learners go through it as they are, and leave-one-out is that of Diagnose.
func TestCrossValidation(t *testing.T) {
	s := data.Diabetes()
	n := 60
	rows := make([]int, n)
	for i := range rows {
		rows[i] = 7 * i
	}
	part, err := s.Take(rows)
	if err != nil {
		t.Fatal(err)
	}
	folds := validate.LeaveOneOut(n)
	cv := must(validate.CrossValidate(part, folds, Ridge{Lambda: 3}))
	d := must(must(Ridge{Lambda: 3}.Fit(part.X, part.Y)).Diagnose(part.X, part.Y))
	testkit.Near(t, "leave one out", floats.SubTo(make([]float64, n), part.Y, cv.Predicted), d.LeaveOneOut, 1e-8)
}
