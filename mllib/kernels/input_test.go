package kernels

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

func TestBadInput(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{0, 1, 2, 3})
	line := func(v ...float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }
	gram := func(k Kernel, x mat.Matrix) error { _, err := k.Gram(x); return err }
	cross := func(k Kernel, x, z mat.Matrix) error { _, err := k.Cross(x, z); return err }
	diagonal := func(k Kernel, x mat.Matrix) error { _, err := k.Diagonal(x); return err }
	gradient := func(k Kernel, x mat.Matrix) error { _, _, err := k.Gradient(x); return err }
	with := func(k Kernel, v ...float64) error { _, err := k.With(v); return err }
	centre := func(g mat.Symmetric) error { _, _, err := Centre(g); return err }
	apply := func(c *Centring, x mat.Matrix) error { _, err := c.Apply(x); return err }
	examine := func(g mat.Symmetric) error { _, err := Examine(g); return err }
	deep := Linear()
	for range deepest + 1 {
		deep = Scaled(2, deep)
	}
	doubled, nested := Linear(), Gaussian(1)
	for range 40 { // of 2⁴⁰ parts, and of 3⁴⁰ values
		doubled, nested = Sum(doubled, doubled), Normalised(nested)
	}
	nan, huge := math.NaN(), mat.NewDense(1, 1, []float64{1e200})
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"kind", gram(Kernel{Kind: 99}, x), input.ErrParam, "kernel.Kind"},
		{"negative kind", gram(Kernel{Kind: -1}, x), input.ErrParam, "kernel.Kind"},
		{"no degree", gram(Polynomial(0, 1, 1), x), input.ErrParam, "Degree"},
		{"no scale", gram(Polynomial(2, 1, 0), x), input.ErrParam, "Scale"},
		{"negative offset", gram(Polynomial(2, -1, 1), x), input.ErrParam, "Offset"},
		{"two at once", gram(Polynomial(2, nan, -1), x), input.ErrParam, "Offset"},
		{"no width", gram(Gaussian(0), x), input.ErrParam, "Width"},
		{"no gamma", gram(GaussianGamma(0), x), input.ErrParam, "Width"},
		{"negative gamma", gram(GaussianGamma(-1), x), input.ErrParam, "Width"},
		{"infinite width", gram(Laplacian(inf), x), input.ErrParam, "Width"},
		{"NaN width", gram(Manhattan(nan), x), input.ErrParam, "Width"},
		{"integer ν", gram(Matern(1, 1), x), input.ErrParam, "5/2"},
		{"large ν", gram(Matern(31.5, 1), x), input.ErrParam, "61/2"},
		{"no α", gram(RationalQuadratic(0, 1), x), input.ErrParam, "Shape"},
		{"flat sigmoid", gram(Sigmoid(0, 1), x), input.ErrParam, "Scale"},
		{"negative constant", gram(Constant(-1), x), input.ErrParam, "Scale"},
		{"factor 0", gram(Scaled(0, Linear()), x), input.ErrParam, "Scale"},
		{"empty sum", gram(Sum(), x), input.ErrParam, "Parts"},
		{"empty product", gram(Product(), x), input.ErrParam, "Parts"},
		{"bad part", gram(Sum(Linear(), Scaled(2, Gaussian(-1))), x), input.ErrParam, "kernel.Parts[1].Parts[0].Width"},
		{"part of a Gaussian", gram(Kernel{Kind: KindGaussian, Width: 1, Parts: []Kernel{{}}}, x), input.ErrParam, "no parts"},
		{"width of Linear", gram(Kernel{Width: 1}, x), input.ErrParam, "no parameter"},
		{"two parts of Exp", gram(Kernel{Kind: KindExp, Parts: []Kernel{{}, {}}}, x), input.ErrParam, "one kernel"},
		{"too deep", gram(deep, x), input.ErrParam, "levels"},
		{"too many parts", gram(doubled, x), input.ErrParam, "more than 65536"},
		{"too many values", gram(nested, x), input.ErrParam, "more than 65536"},
		{"no rows of A", gram(Mapped(Linear()), x), input.ErrParam, "Matrix"},
		{"ragged A", gram(Mapped(Linear(), []float64{1, 2}, []float64{1}), x), input.ErrParam, "Matrix"},
		{"A of another width", gram(Mapped(Linear(), []float64{1}), x), input.ErrShape, "Matrix"},
		{"no factors", gram(Stretched(Linear()), x), input.ErrParam, "Factors"},
		{"NaN factor", gram(Stretched(Linear(), 1, nan), x), input.ErrParam, "Factors"},
		{"three factors", gram(Stretched(Linear(), 1, 2, 3), x), input.ErrShape, "Factors"},
		{"no columns", gram(On(Linear()), x), input.ErrParam, "Columns"},
		{"negative column", gram(On(Linear(), -1), x), input.ErrParam, "Columns"},
		{"column outside", gram(Sum(Linear(), On(Linear(), 2)), x), input.ErrShape, "column 2"},
		{"coordinates overflow", gram(Stretched(Linear(), 1e200), huge), input.ErrNotFinite, "Factors"},
		{"plane for the line", gram(Min(), x), input.ErrShape, "2 columns"},
		{"before 0", gram(Min(), line(1, -1)), input.ErrValue, "row 1 is -1"},
		{"after 1", gram(BrownianBridge(), line(1, 1.5)), input.ErrValue, "from 0 to 1"},
		{"Z before 0", cross(IntegratedBrownian(), line(1), line(2, 3, -4)), input.ErrValue, "Z"},
		{"nil", gram(Linear(), nil), input.ErrEmpty, "X"},
		{"NaN", gram(Gaussian(1), line(nan)), input.ErrNotFinite, "X"},
		{"overflow", gram(Linear(), huge), input.ErrNotFinite, "row 0 and row 0"},
		{"overflow of Exp", gram(Exp(Linear()), line(30)), input.ErrNotFinite, "+Inf"},
		{"norm of 0", gram(Normalised(Linear()), line(1, 0)), input.ErrValue, "row 1 has K(x, x) = 0"},
		{"norm of 0 in Z", cross(Normalised(Linear()), line(1), line(2, 0)), input.ErrValue, "Z"},
		{"other columns", cross(Linear(), x, line(1)), input.ErrShape, "Z"},
		{"nil Z", cross(Linear(), x, nil), input.ErrEmpty, "Z"},
		{"kernel of cross", cross(Gaussian(0), x, x), input.ErrParam, "Width"},
		{"overflow of cross", cross(Linear(), huge, huge), input.ErrNotFinite, "+Inf"},
		{"kernel of diagonal", diagonal(Gaussian(0), x), input.ErrParam, "Width"},
		{"overflow of diagonal", diagonal(Linear(), huge), input.ErrNotFinite, "row 0"},
		{"diagonal without norm", diagonal(Normalised(Linear()), line(1, 0)), input.ErrNotFinite, "row 1"},
		{"kernel of gradient", gradient(Gaussian(0), x), input.ErrParam, "Width"},
		{"overflow of gradient", gradient(Polynomial(2, 1, 1), huge), input.ErrNotFinite, "Inf"},
		{"norm in gradient", gradient(Normalised(Product(Linear(), Gaussian(1))), line(1, 0)), input.ErrValue, "row 1"},
		{"few values", with(Gaussian(1)), input.ErrShape, "0 numbers"},
		{"value 0", with(Gaussian(1), 0), input.ErrParam, "entry 0"},
		{"values of no kernel", with(Gaussian(0), 1), input.ErrParam, "Width"},
		{"centre of nil", centre(nil), input.ErrEmpty, "gram"},
		{"centre of huge numbers", centre(mat.NewSymDense(2, []float64{1e308, 1e308, 0, 1e308})), nil, ""},
		{"centre overflows", centre(mat.NewSymDense(3, []float64{1.7e308, -1.7e308, -1.7e308, 0, 1, 1, 0, 0, 1})), input.ErrNotFinite, "overflows"},
		{"a huge degree", gram(Polynomial(1001, 1, 1), x), input.ErrParam, "1 to 1000"},
		{"rows for nil", apply(nil, x), input.ErrEmpty, "nil"},
		{"rows for nothing", apply(&Centring{}, x), input.ErrShape, "Centre makes one"},
		{"rows of another length", apply(&Centring{Means: []float64{1}}, x), input.ErrShape, "2 columns"},
		{"examine nil", examine(nil), input.ErrEmpty, "gram"},
		{"examine NaN", examine(mat.NewSymDense(1, []float64{nan})), input.ErrNotFinite, "gram"},
		{"examine huge", examine(mat.NewSymDense(2, []float64{math.MaxFloat64, math.MaxFloat64, 0, math.MaxFloat64})), input.ErrNotFinite, "too large"},
	} {
		if !errors.Is(c.err, c.kind) || c.err != nil && !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

// TestNoNumber: what returns a bare number returns NaN for what has none.
func TestNoNumber(t *testing.T) {
	one := []float64{1}
	for i, v := range []float64{
		Gaussian(0).At(1, 2), Linear().Value(one, []float64{1, 2}), Linear().Value(nil, nil), Linear().At(1, math.NaN()), Linear().At(inf, 1), Min().At(-1, 2),
		Min().Value([]float64{1, 2}, []float64{1, 2}), BrownianBridge().At(.5, 2), Normalised(Linear()).At(0, 1), On(Linear(), 3).At(1, 1), Sum(Linear(), Min()).At(1, -1),
		Stretched(Linear(), 1e200).At(1e200, 1), Mapped(Linear(), []float64{1, 2}).At(1, 1), Sigmoid(-5, 0).Distance(one, []float64{0}), Kernel{Kind: -3}.At(1, 1),
	} {
		if !math.IsNaN(v) {
			t.Errorf("case %d: %v, want NaN", i, v)
		}
	}
	if p := Gaussian(0).Parameters(); p != nil {
		t.Errorf("parameters %v of no kernel", p)
	}
	nested := Gaussian(1)
	for range 40 {
		nested = Normalised(nested)
	}
	if nested.Positive() || !math.IsNaN(nested.Distance(one, one)) || !strings.HasPrefix(nested.String(), "no kernel") {
		t.Errorf("a value that takes 3⁴⁰ others: %v", nested)
	}
	if v := Normalised(Exp(Normalised(Exp(Normalised(Exp(Normalised(Gaussian(1)))))))).At(1, 1); v != 1 {
		t.Errorf("Normalised within Normalised: %v, want 1", v)
	}
	if Gaussian(0).Positive() || (Kernel{Kind: 77}).Positive() {
		t.Error("no kernel is positive")
	}
}

func TestJSON(t *testing.T) {
	for _, k := range append(everywhere(), Mapped(Linear(), []float64{1, 2}, []float64{0, 1}), Stretched(Linear(), 1, 2)) {
		testkit.RoundTrip(t, &k)
		back := *testkit.RoundTrip(t, &k)
		if !back.Equal(k) || back.String() != k.String() {
			t.Errorf("%v came back as %v", k, back)
		}
	}
	text, err := json.Marshal(Sum(Gaussian(2), Scaled(.5, Linear())))
	if want := `{"Kind":"sum","Parts":[{"Kind":"gaussian","Width":2},{"Kind":"scaled","Scale":0.5,"Parts":[{"Kind":"linear"}]}]}`; err != nil || string(text) != want {
		t.Errorf("%s (%v), want %s", text, err, want)
	}
	_, centring, err := Centre(must(Linear().Gram(cloud(1, 3, 2))))
	if err != nil {
		t.Fatal(err)
	}
	testkit.RoundTrip(t, centring)
	testkit.RoundTrip(t, must(Examine(must(Linear().Gram(cloud(1, 3, 2))))))
}

func TestEqual(t *testing.T) {
	all := everywhere()
	for i, a := range all {
		for j, b := range all {
			if a.Equal(b) != (i == j) {
				t.Errorf("%v and %v: Equal is %v", a, b, a.Equal(b))
			}
		}
	}
	if !(Kernel{Parts: []Kernel{}, Columns: []int{}}).Equal(Linear()) {
		t.Error("an empty list is not none")
	}
}

// TestConstructorsCopy: a kernel does not change with the lists that it was made from, and With leaves the kernel alone.
func TestConstructorsCopy(t *testing.T) {
	parts, row, columns := []Kernel{Gaussian(1), Linear()}, []float64{1, 2}, []int{0}
	sum, mapped, stretched, on := Sum(parts...), Mapped(Linear(), row), Stretched(Linear(), row...), On(Linear(), columns...)
	parts[0], row[0], columns[0] = Linear(), 9, 1
	if sum.Parts[0].Kind != KindGaussian || mapped.Matrix[0][0] != 1 || stretched.Factors[0] != 1 || on.Columns[0] != 0 {
		t.Errorf("%v, %v, %v, %v", sum, mapped, stretched, on)
	}
	if other := must(sum.With([]float64{3})); sum.Parts[0].Width != 1 || other.Parts[0].Width != 3 {
		t.Errorf("%v, %v", sum, other)
	}
}

func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		k           Kernel
		text, latex string
	}{
		{Linear(), "⟨x, y⟩", `\langle x,y\rangle`},
		{Constant(2), "2", "2"},
		{Polynomial(3, 1, 1), "(⟨x, y⟩ + 1)³", `\left(\langle x,y\rangle + 1\right)^{3}`},
		{Polynomial(12, 0, .5), "(0.5⟨x, y⟩)¹²", `\left(0.5\langle x,y\rangle\right)^{12}`},
		{Polynomial(1, 1, 1), "(⟨x, y⟩ + 1)", `\left(\langle x,y\rangle + 1\right)`},
		{Sigmoid(-1, -2), "tanh(−⟨x, y⟩ − 2)", `\tanh\left(-\langle x,y\rangle - 2\right)`},
		{Gaussian(2), "exp(−‖x−y‖²/(2·2²))", `\exp\left(-\frac{\|x-y\|^2}{2\cdot 2^2}\right)`},
		{Laplacian(2), "exp(−‖x−y‖/2)", `\exp\left(-\frac{\|x-y\|}{2}\right)`},
		{Manhattan(2), "exp(−‖x−y‖₁/2)", `\exp\left(-\frac{\|x-y\|_1}{2}\right)`},
		{Matern(.5, 3), "exp(−‖x−y‖/3)", `\exp\left(-\frac{\|x-y\|}{3}\right)`},
		{Matern(1.5, 3), "(1 + √3·‖x−y‖/3)·exp(−√3·‖x−y‖/3)", `\left(1+\frac{\sqrt3\,\|x-y\|}{3}\right)\exp\left(-\frac{\sqrt3\,\|x-y\|}{3}\right)`},
		{Matern(2.5, 3), "(1 + √5·‖x−y‖/3 + 5·‖x−y‖²/(3·3²))·exp(−√5·‖x−y‖/3)",
			`\left(1+\frac{\sqrt5\,\|x-y\|}{3}+\frac{5\|x-y\|^2}{3\cdot 3^2}\right)\exp\left(-\frac{\sqrt5\,\|x-y\|}{3}\right)`},
		{Matern(3.5, 3), "Matérn[7/2](‖x−y‖/3)", `M_{7/2}\left(\frac{\|x-y\|}{3}\right)`},
		{RationalQuadratic(.5, 3), "(1 + ‖x−y‖²/(2·0.5·3²))^(−0.5)", `\left(1+\frac{\|x-y\|^2}{2\cdot 0.5\cdot 3^2}\right)^{-0.5}`},
		{Min(), "min(x, y)", `\min(x,y)`},
		{BrownianBridge(), "min(x, y) − x·y", `\min(x,y)-x\,y`},
		{IntegratedBrownian(), "min(x, y)²·(3·max(x, y) − min(x, y))/6", `\tfrac16\min(x,y)^2\left(3\max(x,y)-\min(x,y)\right)`},
		{Sum(Linear(), Scaled(-2, Min())), "⟨x, y⟩ − 2·min(x, y)", `\langle x,y\rangle - 2\cdot \min(x,y)`},
		{Product(Sum(Linear(), Constant(1)), Min()), "(⟨x, y⟩ + 1)·min(x, y)", `\left(\langle x,y\rangle + 1\right)\cdot \min(x,y)`},
		{Scaled(2, BrownianBridge()), "2·(min(x, y) − x·y)", `2\cdot \left(\min(x,y)-x\,y\right)`},
		{Scaled(-1, Min()), "−min(x, y)", `-\min(x,y)`},
		{Scaled(1, Min()), "min(x, y)", `\min(x,y)`},
		{Scaled(2, Constant(3)), "2·3", `2\cdot 3`},
		{Exp(Linear()), "exp(⟨x, y⟩)", `\exp\left(\langle x,y\rangle\right)`},
		{Normalised(Min()), "min(x, y)/√(min(x, x)·min(y, y))", `\frac{\min(x,y)}{\sqrt{\min(x,x)\cdot \min(y,y)}}`},
		{Normalised(Sum(Linear(), Constant(1))), "(⟨x, y⟩ + 1)/√((⟨x, x⟩ + 1)·(⟨y, y⟩ + 1))",
			`\frac{\langle x,y\rangle + 1}{\sqrt{\left(\langle x,x\rangle + 1\right)\cdot \left(\langle y,y\rangle + 1\right)}}`},
		{Mapped(Linear(), []float64{1, 2}, []float64{0, -1}), "⟨[1 2; 0 -1]x, [1 2; 0 -1]y⟩", `\langle [1 2; 0 -1]x,[1 2; 0 -1]y\rangle`},
		{Mapped(Linear(), make([]float64, 9)), "⟨A[1×9]x, A[1×9]y⟩", `\langle A[1×9]x,A[1×9]y\rangle`},
		{Stretched(Linear(), 2, .5), "⟨diag(2, 0.5)x, diag(2, 0.5)y⟩", `\langle diag(2, 0.5)x,diag(2, 0.5)y\rangle`},
		{On(Min(), 3), "min(x[3], y[3])", `\min(x_{[3]},y_{[3]})`},
		{Gaussian(0), "no kernel: kernel.Width: got 0, want a positive number: parameter out of range", `\text{no kernel: kernel.Width: got 0, want a positive number: parameter out of range}`},
	} {
		if c.k.String() != c.text || c.k.LaTeX() != c.latex {
			t.Errorf("%q\n%q, want\n%q\n%q", c.k.String(), c.k.LaTeX(), c.text, c.latex)
		}
	}
}

func TestCertificateText(t *testing.T) {
	for _, c := range []struct {
		c    *Certificate
		want string
	}{
		{must(Examine(mat.NewSymDense(2, []float64{2, 1, 1, 2}))), "positive definite: smallest eigenvalue 1, largest 3"},
		{must(Examine(mat.NewSymDense(2, []float64{1, 2, 2, 1}))), "indefinite: smallest eigenvalue -1, largest 3, vᵀKv = -1 for a unit vector v"},
		{must(Examine(mat.NewSymDense(2, []float64{0, 0, 0, 1}))), "positive semidefinite, but for rounding: smallest eigenvalue 0, largest 1, rounding 2e-15"},
		{nil, "no certificate"},
	} {
		if got := c.c.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// FuzzKernel: whatever kernel JSON brings, nothing panics, Check decides whether there are values, and a Gram matrix is that of the values.
func FuzzKernel(f *testing.F) {
	for _, k := range everywhere() {
		text, err := json.Marshal(k)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), .25, 1.5)
	}
	f.Add(`{"Kind":"mapped","Matrix":[[1,2],[3]],"Parts":[{}]}`, 0., 1.)
	f.Add(`{"Kind":"polynomial","Degree":9223372036854775807,"Scale":1e300}`, -1e300, 1e-300)
	f.Fuzz(func(t *testing.T, text string, s, u float64) {
		var k Kernel
		if json.Unmarshal([]byte(text), &k) != nil {
			return
		}
		err := k.Check()
		if bad := strings.HasPrefix(k.String(), "no kernel"); bad != (err != nil) {
			t.Fatalf("%s: error %v, formula %v", text, err, k)
		}
		x := mat.NewDense(2, 1, []float64{s, u})
		g, gramErr := k.Gram(x)
		if gramErr == nil && (err != nil || math.IsNaN(k.At(s, u))) {
			t.Fatalf("%s: a Gram matrix of no kernel (%v)", text, err)
		}
		if gramErr == nil && math.Float64bits(g.At(0, 1)) != math.Float64bits(k.At(s, u)) {
			t.Fatalf("%s: Gram %v, value %v", text, g.At(0, 1), k.At(s, u))
		}
		if _, _, err := k.Gradient(x); err == nil && gramErr != nil {
			t.Fatalf("%s: a gradient of no matrix (%v)", text, gramErr)
		}
		if f, _, err := k.Features(x); err == nil && gramErr == nil {
			inner := mat.Dot(f.RowView(0), f.RowView(1))
			scale := mat.Norm(f.RowView(0), 2) * mat.Norm(f.RowView(1), 2)
			_, d := f.Dims()
			if math.Abs(inner-g.At(0, 1)) > 1e-10*float64(d)*scale {
				t.Fatalf("%s: features give %v, the kernel %v", text, inner, g.At(0, 1))
			}
		}
	})
}
