package discriminant

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/regression"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// clouds are two classes of different size that overlap, labels 3 and 7.
func clouds(seed uint64, n, d int) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(77, seed))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range y {
		y[i] = 3
		if i%3 == 0 {
			y[i] = 7
		}
		for j := range d {
			x.Set(i, j, r.NormFloat64()+float64(y[i]*(j%2))/5)
		}
	}
	return x, y
}

// TestKernelFisherOnTheRing: the reference numbers of N5.1f, with the homogeneous quadratic kernel and no ridge.
func TestKernelFisherOnTheRing(t *testing.T) {
	s := data.Ring()
	m := must(KernelFisher{Kernel: kernels.Polynomial(2, 0, 1)}.Fit(s.X, s.Y))
	testkit.Near(t, "scores", must(m.Scores(s.X)), []float64{-.712923, -.715199, -.662212, -.663919, 1.103196, -.040984, .823286, .214755, 1.342565}, 5e-7)
	fresh := mat.NewDense(3, 2, []float64{1.5, 0, 1, 1, 2, 2})
	testkit.Near(t, "scores of new points", must(m.Scores(fresh)), []float64{-.429154, -.477237, .910865}, 5e-7)
	if y := must(m.Predict(fresh)); !slices.Equal(y, []int{-1, -1, 1}) || m.Rank != 3 {
		t.Errorf("labels %v, rank %d", y, m.Rank)
	}
	// a constant beside the kernel changes nothing: the features get a coordinate in which all are the same
	more := must(KernelFisher{Kernel: kernels.Sum(kernels.Polynomial(2, 0, 1), kernels.Constant(5))}.Fit(s.X, s.Y))
	testkit.Near(t, "scores with a constant", must(more.Scores(fresh)), must(m.Scores(fresh)), 1e-11)
}

// TestKernelFisherIsLDA: on explicit features the same rule as LDA with equal priors whose covariance is shrunk to the identity, and as the linear kernel on these features.
func TestKernelFisherIsLDA(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(78, seed))
		n, d := 12+r.IntN(30), 1+r.IntN(3)
		x, y := clouds(seed, n, d)
		k := []kernels.Kernel{kernels.Linear(), kernels.Polynomial(2, 0, 1), kernels.Polynomial(2, 1, .5)}[seed%3]
		z, _, err := k.Features(x)
		if err != nil {
			t.Fatal(err)
		}
		_, s := z.Dims()
		for _, μ := range []float64{0, 1e-6, .3, 20} {
			if μ == 0 && (k.Offset > 0 || s > n-2) { // LDA refuses the constant feature
				continue
			}
			m := must(KernelFisher{Kernel: k, Ridge: μ}.Fit(x, y))
			// (1−γ)S/(n−2) + γI is a multiple of S + μI
			γ := μ / (μ + float64(n-2))
			lda := must(LDA{EqualPriors: true, Shrinkage: γ, Target: Identity}.Fit(z, y))
			h := must(lda.Boundary(1, 0))
			unit := (1 - γ) / float64(n-2)
			want := must(h.Scores(z))
			floats.Scale(unit, want)
			testkit.Near(t, fmt.Sprintf("seed %d, %v, μ = %g", seed, k, μ), must(m.Scores(x)), want, 1e-7)
			if s := floats.Sum(m.Alpha); math.Abs(s) > 1e-9*floats.Norm(m.Alpha, 1) {
				t.Errorf("Σα = %v", s)
			}
			near(t, "λ = within + μ‖a‖²", m.Within+μ*m.Norm2, m.Lambda, 1e-9*(1+m.Lambda))
			near(t, "λ = distance of the means", m.Mean[1]-m.Mean[0], m.Lambda, 1e-6*(1+m.Lambda))
		}
	}
}

// TestKernelFisherIsFisher: for classes of equal size the direction of Fisher and its cut.
func TestKernelFisherIsFisher(t *testing.T) {
	iris := data.Iris()
	x, y := iris.X.Slice(50, 150, 0, 4), iris.Y[50:]
	f, m := must(Fisher{}.Fit(x, y)), must(KernelFisher{}.Fit(x, y))
	z := must(f.Project(x))
	for i := range z {
		z[i] = (z[i] - f.Cut) / 49 // the divisor of each covariance
	}
	testkit.Near(t, "scores", must(m.Scores(x)), z, 1e-11)
	near(t, "λ", m.Lambda, f.Lambda/49, 1e-12)
}

// TestKernelFisherIsRidgeOnLabels: the direction is that of kernel ridge regression with a free constant.
func TestKernelFisherIsRidgeOnLabels(t *testing.T) {
	for seed, k := range []kernels.Kernel{kernels.Gaussian(1), kernels.Laplacian(2), kernels.Matern(1.5, .7), kernels.Polynomial(4, 1, .2)} {
		for _, μ := range []float64{1e-3, .1, 10} {
			x, y := clouds(uint64(seed), 60, 2)
			m := must(KernelFisher{Kernel: k, Ridge: μ}.Fit(x, y))
			targets := make([]float64, len(y))
			for i, v := range y {
				targets[i] = float64(v)
			}
			r := must(regression.KernelRidge{Kernel: k, Lambda: μ, Free: regression.FreeConstant}.Fit(x, targets))
			// h = κ·gap·a/(1 + κλ) with κ = n₀n₁/n and labels that are gap apart
			κ := 40. * 20 / 60
			factor := 4 * κ / (1 + κ*m.Lambda)
			fresh, _ := clouds(99, 30, 2)
			f, p := must(m.Scores(fresh)), must(r.Predict(fresh))
			for i := range f {
				f[i] = factor*(f[i]-m.B) + r.Beta[0]
			}
			testkit.Near(t, fmt.Sprintf("%v, μ = %g", k, μ), f, p, 1e-6)
		}
	}
}

// TestKernelFisherAgainstScikitLearn: see testdata/kernelfisher.py.
func TestKernelFisherAgainstScikitLearn(t *testing.T) {
	var reference struct {
		Version string
		X       [][]float64
		Y       []int
		Cases   []struct {
			Kernel              string
			Ridge               float64
			Projections, Scores []float64
		}
	}
	testkit.Reference(t, "testdata/kernelfisher.json", &reference)
	x := testkit.Matrix(t, reference.X)
	for _, c := range reference.Cases {
		k := map[string]kernels.Kernel{"gaussian": kernels.Gaussian(1), "cubic": kernels.Scaled(1e-4, kernels.Polynomial(3, 1, 1)), "manhattan": kernels.Manhattan(4)}[c.Kernel]
		m := must(KernelFisher{Kernel: k, Ridge: c.Ridge}.Fit(x, reference.Y))
		s := must(m.Scores(x))
		z := slices.Clone(s)
		floats.AddConst(-floats.Sum(z)/float64(len(z)), z)
		floats.Scale(1/floats.Norm(z, 2), z)
		floats.Scale(1/m.Lambda, s)
		testkit.Near(t, fmt.Sprintf("%s, %s, μ = %g: projections", reference.Version, c.Kernel, c.Ridge), z, c.Projections, 1e-8)
		testkit.Near(t, fmt.Sprintf("%s, %s, μ = %g: scores", reference.Version, c.Kernel, c.Ridge), s, c.Scores, 1e-8)
	}
}

// TestKernelFisherIsLargest: no direction of the span has a larger value of the criterion.
func TestKernelFisherIsLargest(t *testing.T) {
	const μ = .05
	x, y := clouds(5, 40, 2)
	gram := must(kernels.Gaussian(1).Gram(x))
	m := must(KernelFisher{Ridge: μ}.FitGram(gram, y))
	value := func(alpha []float64) float64 {
		z := mat.NewVecDense(40, nil)
		z.MulVec(gram, mat.NewVecDense(40, alpha))
		var mean, count [2]float64
		for i := range y {
			mean[classOf(m.Classes, y[i])] += z.AtVec(i)
			count[classOf(m.Classes, y[i])]++
		}
		within := 0.0
		for i := range y {
			k := classOf(m.Classes, y[i])
			within += math.Pow(z.AtVec(i)-mean[k]/count[k], 2)
		}
		return math.Pow(mean[1]/count[1]-mean[0]/count[0], 2) / (within + μ*mat.Dot(z, mat.NewVecDense(40, alpha)))
	}
	near(t, "the value of the model", value(m.Alpha), m.Lambda, 1e-9)
	r := rand.New(rand.NewPCG(79, 1))
	for step := 1.0; step > 1e-5; step /= 3 {
		for range 30 {
			other := slices.Clone(m.Alpha)
			for i := range other {
				other[i] += step * r.NormFloat64()
			}
			if v := value(other); v > m.Lambda*(1+1e-9) {
				t.Fatalf("a value of %v, the largest is said to be %v", v, m.Lambda)
			}
		}
	}
}

// TestKernelFisherOnDigits: some hundred pictures, among which the centred matrix is positive semidefinite only but for rounding.
func TestKernelFisherOnDigits(t *testing.T) {
	s := data.HandwrittenDigits()
	s.X.Scale(1./16, s.X)
	two := must(s.Pair(3, 8))
	for _, k := range []kernels.Kernel{kernels.Linear(), kernels.Gaussian(2)} {
		m := must(KernelFisher{Kernel: k, Ridge: .1}.Fit(two.X, two.Y))
		y := must(m.Predict(two.X))
		wrong := 0
		for i := range y {
			if y[i] != two.Y[i] {
				wrong++
			}
		}
		if wrong > 3 {
			t.Errorf("%v: %d of %d wrong", k, wrong, len(y))
		}
	}
	all, _, err := s.Split(.4, rand.NewPCG(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	for i, digit := range all.Y {
		all.Y[i] = digit % 2
	}
	if _, err := (KernelFisher{Kernel: kernels.Gaussian(2), Ridge: .1}).Fit(all.X, all.Y); err != nil {
		t.Error(err)
	}
}

// TestKernelFisherOnFewPoints: on few points of whole numbers, equal ones among them, the scores of the definition among explicit features, or the error that the
// means are the same.
func TestKernelFisherOnFewPoints(t *testing.T) {
	same := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(81, seed))
		n, d := 2+r.IntN(7), 1+r.IntN(2)
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		x.Apply(func(int, int, float64) float64 { return float64(r.IntN(4) - 1) }, x)
		for i := range y {
			y[i] = (i + 1) % 2
		}
		k, μ := kernels.Polynomial(1+r.IntN(2), float64(r.IntN(2)), 1), []float64{.01, .5, 4}[r.IntN(3)]
		z, _, err := k.Features(x)
		if err != nil {
			t.Fatal(err)
		}
		want, ok := byDefinition(z, y, μ)
		m, err := KernelFisher{Kernel: k, Ridge: μ}.Fit(x, y)
		if !ok {
			same++
			if !errors.Is(err, input.ErrValue) {
				t.Errorf("seed %d: equal means: %v", seed, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		testkit.Near(t, fmt.Sprintf("seed %d, %v, μ = %g", seed, k, μ), must(m.Scores(x)), want, 1e-8)
	}
	if same < 10 || same > 200 {
		t.Errorf("%d of 400 sets have equal means", same)
	}
}

// byDefinition are the scores ⟨(S + μI)⁻¹(m₁ − m₀), z − ½(m₀ + m₁)⟩ of the rows of z with the labels 0 and 1, and whether the means are different.
func byDefinition(z *mat.Dense, y []int, μ float64) ([]float64, bool) {
	n, s := z.Dims()
	mean, count := [2][]float64{make([]float64, s), make([]float64, s)}, [2]float64{}
	for i, k := range y {
		floats.Add(mean[k], z.RawRowView(i))
		count[k]++
	}
	scatter := mat.NewSymDense(s, nil)
	for k := range mean {
		floats.Scale(1/count[k], mean[k])
	}
	for i, k := range y {
		scatter.SymRankOne(scatter, 1, mat.NewVecDense(s, floats.SubTo(make([]float64, s), z.RawRowView(i), mean[k])))
	}
	for j := range s {
		scatter.SetSym(j, j, scatter.At(j, j)+μ)
	}
	away := floats.SubTo(make([]float64, s), mean[1], mean[0])
	if floats.Norm(away, 2) < 1e-12 {
		return nil, false
	}
	var a mat.VecDense
	if err := a.SolveVec(scatter, mat.NewVecDense(s, away)); err != nil {
		return nil, false
	}
	f := make([]float64, n)
	for i := range f {
		at := floats.SubTo(make([]float64, s), z.RawRowView(i), mean[0])
		floats.AddScaled(at, -.5, away)
		f[i] = floats.Dot(a.RawVector().Data, at)
	}
	return f, true
}

// TestKernelFisherUnits: the kernel in other units, with the ridge in the same, gives the same labels.
func TestKernelFisherUnits(t *testing.T) {
	x, y := clouds(6, 50, 2)
	want := must(must(KernelFisher{Kernel: kernels.Gaussian(1), Ridge: .1}.Fit(x, y)).Scores(x))
	for _, c := range []float64{1e-100, 1e-8, 1e8, 1e100} {
		m := must(KernelFisher{Kernel: kernels.Scaled(c, kernels.Gaussian(1)), Ridge: .1 * c}.Fit(x, y))
		got := must(m.Scores(x)) // a goes with 1/√c, scores with none
		testkit.Near(t, fmt.Sprint("units of ", c), got, want, 1e-9)
	}
}

func TestKernelFisherRefuses(t *testing.T) {
	four := func(x ...float64) *mat.Dense { return mat.NewDense(4, len(x)/4, x) }
	y := []int{0, 0, 1, 1}
	fit := func(p KernelFisher, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	gram := func(p KernelFisher, k mat.Matrix, y []int) error { _, err := p.FitGram(k, y); return err }
	x, labels := clouds(1, 30, 2)
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"no matrix", fit(KernelFisher{}, nil, nil), input.ErrEmpty, "X"},
		{"NaN", fit(KernelFisher{}, four(1, 2, math.NaN(), 4), y), input.ErrNotFinite, "X"},
		{"few labels", fit(KernelFisher{}, four(1, 2, 3, 4), y[:2]), input.ErrShape, "y: got 2 labels for the 4 rows"},
		{"one class", fit(KernelFisher{}, four(1, 2, 3, 4), []int{2, 2, 2, 2}), input.ErrOneClass, "all labels are 2"},
		{"three classes", fit(KernelFisher{}, four(1, 2, 3, 4), []int{1, 2, 3, 3}), input.ErrLabel, "3 classes"},
		{"ridge", fit(KernelFisher{Ridge: -1}, four(1, 2, 3, 5), y), input.ErrParam, "Ridge"},
		{"NaN ridge", fit(KernelFisher{Ridge: math.NaN()}, four(1, 2, 3, 5), y), input.ErrParam, "Ridge"},
		{"infinite ridge", fit(KernelFisher{Ridge: math.Inf(1)}, four(1, 2, 3, 5), y), input.ErrParam, "Ridge"},
		{"tie", fit(KernelFisher{Tie: 7}, four(1, 2, 3, 5), y), input.ErrParam, "Tie"},
		{"kernel", fit(KernelFisher{Kernel: kernels.Gaussian(-1), Ridge: -1}, four(1, 2, 3, 5), y), input.ErrParam, "Ridge"},
		{"equal points", fit(KernelFisher{Ridge: 1}, four(.1, .1, .1, .1), y), input.ErrValue, "the same"},
		{"equal means", fit(KernelFisher{Ridge: 1}, four(-1, 1, -2, 2), y), input.ErrValue, "same mean"},
		{"XOR", fit(KernelFisher{Ridge: 1}, data.XOR().X, data.XOR().Y), input.ErrValue, "same mean"},
		{"constant in the classes", fit(KernelFisher{}, four(.1, .1, .3, .3), y), input.ErrSingular, "larger ridge"},
		{"a Gaussian without a ridge", fit(KernelFisher{Kernel: kernels.Gaussian(1)}, x, labels), input.ErrSingular, "span 29 dimensions, their scatter within the classes at most 28"},
		{"a wide Gaussian without a ridge", fit(KernelFisher{Kernel: kernels.Gaussian(300)}, x, labels), input.ErrSingular, "ridge"},
		{"a wide Gaussian with next to none", fit(KernelFisher{Kernel: kernels.Gaussian(300), Ridge: 1e-18}, x, labels), input.ErrSingular, "larger ridge"},
		{"collinear columns", fit(KernelFisher{}, mat.NewDense(6, 2, []float64{1, 2, 3, 5, 2, 9, 4, 1, 5, 2, 6, 3}), []int{0, 1, 0, 1, 0, 1}), nil, ""},
		{"not symmetric", gram(KernelFisher{}, mat.NewDense(2, 2, []float64{1, 2, 3, 4}), []int{0, 1}), input.ErrParam, "symmetric"},
		{"indefinite", gram(KernelFisher{Ridge: 1}, mat.NewDense(2, 2, []float64{1, 5, 5, 1}), []int{0, 1}), input.ErrParam, "semidefinite"},
		{"indefinite, zero diagonal", gram(KernelFisher{Ridge: 1}, mat.NewDense(3, 3, []float64{1, 0, 0, 0, 0, 2, 0, 2, 0}), []int{0, 1, 1}), input.ErrParam, "semidefinite"},
		{"negative", gram(KernelFisher{Ridge: 1}, mat.NewDense(2, 2, []float64{-1, 0, 0, -2}), []int{0, 1}), input.ErrParam, "semidefinite"},
		{"zero", gram(KernelFisher{Ridge: 1}, mat.NewDense(2, 2, nil), []int{0, 1}), input.ErrValue, "the same"},
		{"huge", gram(KernelFisher{Ridge: 1}, outer(1e308, 1, -1, 1, 1), y), input.ErrNotFinite, "overflows"},
	} {
		if !errors.Is(c.err, c.kind) || c.err != nil && !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

// outer is c·vvᵀ.
func outer(c float64, v ...float64) mat.Matrix {
	m := mat.NewSymDense(len(v), nil)
	m.SymRankOne(m, c, mat.NewVecDense(len(v), v))
	return m
}

func TestKernelFisherModels(t *testing.T) {
	x, y := clouds(2, 40, 2)
	m := must(KernelFisher{Kernel: kernels.Gaussian(1), Ridge: .1}.Fit(x, y))
	back := testkit.RoundTrip(t, m)
	if !testkit.Bits(must(m.Scores(x)), must(back.Scores(x))) {
		t.Error("a model from JSON has other scores")
	}
	testkit.RoundTrip(t, &KernelFisher{Kernel: kernels.Gaussian(2), Ridge: .5, Tie: label.Negative})
	testkit.Views(t, "KernelFisher", x, func(x mat.Matrix) (any, error) {
		return KernelFisher{Kernel: kernels.Gaussian(1), Ridge: .1}.Fit(x, y)
	})
	testkit.Processors(t, "KernelFisher", func() []float64 {
		x, y := clouds(3, 700, 3)
		m := must(KernelFisher{Kernel: kernels.Gaussian(1), Ridge: .1}.Fit(x, y))
		return append(must(m.Scores(x)), m.Alpha...)
	})
	cross := must(m.Kernel.Cross(x, x))
	if !slices.Equal(must(m.GramFisherModel.Predict(cross)), must(m.Predict(x))) {
		t.Error("the model of the Gram matrix predicts otherwise")
	}
	for _, broken := range []*KernelFisherModel{{}, {GramFisherModel: GramFisherModel{Classes: []int{1, 2}}}, {GramFisherModel: GramFisherModel{Classes: []int{1, 2}, Alpha: []float64{1}}},
		{X: [][]float64{{}}, GramFisherModel: GramFisherModel{Classes: []int{1, 2}, Alpha: []float64{1}}}, {X: [][]float64{{1, 2}, {3}}, GramFisherModel: GramFisherModel{Classes: []int{1, 2}, Alpha: []float64{1, -1}}},
		{X: m.X, GramFisherModel: GramFisherModel{Classes: []int{2, 1}, Alpha: m.Alpha}}} {
		if _, err := broken.Predict(x); !errors.Is(err, input.ErrShape) {
			t.Errorf("%+v: %v", broken, err)
		}
	}
	for _, c := range []struct {
		x    mat.Matrix
		want error
	}{{nil, input.ErrEmpty}, {mat.NewDense(1, 3, nil), input.ErrShape}, {mat.NewDense(1, 2, []float64{1, math.Inf(1)}), input.ErrNotFinite}} {
		if _, err := m.Scores(c.x); !errors.Is(err, c.want) {
			t.Errorf("%v: %v", c.x, err)
		}
	}
	if _, err := m.GramFisherModel.Scores(mat.NewDense(1, 3, nil)); !errors.Is(err, input.ErrShape) {
		t.Errorf("a short row of kernel values: %v", err)
	}
}

// TestKernelFisherTie: a point half-way gets the class of the tie rule.
func TestKernelFisherTie(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{-3, -1, 1, 3}), []int{5, 5, 9, 9}
	for tie, want := range map[label.Tie]int{label.Positive: 9, label.Negative: 5} {
		m := must(KernelFisher{Tie: tie}.Fit(x, y))
		if got := must(m.Predict(mat.NewDense(1, 1, nil))); m.B != 0 || got[0] != want {
			t.Errorf("%v: %v, B = %v", tie, got, m.B)
		}
	}
}

func BenchmarkKernelFisher(b *testing.B) {
	for _, n := range []int{200, 1000} {
		x, y := clouds(4, n, 5)
		b.Run(fmt.Sprintf("n=%d/d=5", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := (KernelFisher{Kernel: kernels.Gaussian(2), Ridge: .1}).Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestKernelFisherDigits: a Laplacian kernel tells the classes apart perfectly, so that scores grow as 1/μ, and for a small μ they are rounding. At ten points 1/Λ is μ/‖a‖²
// where the classes have no scatter along a, with a relative error of μ; what a model says of Λ agrees with that, or there is none.
func TestKernelFisherDigits(t *testing.T) {
	x, y := mat.NewDense(10, 1, nil), make([]int, 10)
	for i := range y {
		x.Set(i, 0, float64(i)/9)
		y[i] = i / 5
	}
	limit, refused := 0.0, 0
	for _, μ := range []float64{1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14} {
		m, err := KernelFisher{Kernel: kernels.Laplacian(.3), Ridge: μ}.Fit(x, y)
		if err != nil {
			if refused++; !errors.Is(err, input.ErrSingular) {
				t.Errorf("μ = %v: %v", μ, err)
			}
			continue
		}
		if limit == 0 {
			limit = μ * m.Lambda
		}
		testkit.Near(t, "μΛ", []float64{μ * m.Lambda / limit}, []float64{1}, 2e-6)
	}
	if limit == 0 || refused < 2 || refused > 6 {
		t.Errorf("%d of 8 refused", refused)
	}
}
