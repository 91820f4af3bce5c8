package kernels

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// everywhere are kernels of all kinds that take points of any dimension.
func everywhere() []Kernel {
	return []Kernel{
		Linear(), Constant(.7), Polynomial(1, 0, 2), Polynomial(2, 1, 1), Polynomial(5, .5, .1), Sigmoid(.3, -.2), Gaussian(1.3), GaussianGamma(.2), Laplacian(2),
		Manhattan(3), Matern(.5, 1), Matern(1.5, 2), Matern(2.5, .7), Matern(9.5, 3), RationalQuadratic(.6, 1.5), Sum(Linear(), Gaussian(2)),
		Product(Polynomial(2, 1, 1), Laplacian(1), Gaussian(3)), Scaled(2.5, Gaussian(1)), Scaled(-1, Linear()), Exp(Scaled(.1, Linear())), Normalised(Polynomial(3, 1, 1)),
		Normalised(Exp(Linear())), On(Gaussian(1), 0), On(Min(), 0), Sum(On(Min(), 0), Scaled(.5, Product(On(Matern(1.5, 1), 0), Linear()))),
	}
}

// cloud draws n points whose first coordinate is in [0, 1], with equal points among them.
func cloud(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 7))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		x.Set(i, 0, r.Float64())
	}
	x.SetRow(n-1, mat.Row(nil, 0, x))
	return x
}

// TestGramIsValues: a Gram matrix holds the values of its pairs, to the last bit where no distances come from products, and so does the matrix of pairs of two
// lists.
func TestGramIsValues(t *testing.T) {
	for _, d := range []int{1, 2, 5, 16, 17, 40, 300} {
		x, z := cloud(uint64(d), 23, d), cloud(uint64(d)+99, 9, d)
		z.SetRow(3, mat.Row(nil, 4, x))
		for _, k := range everywhere() {
			g, c := must(k.Gram(x)), must(k.Cross(x, z))
			want, wantCross := mat.NewDense(23, 23, nil), mat.NewDense(23, 9, nil)
			wantCross.Apply(func(i, j int, _ float64) float64 { return k.Value(x.RawRowView(i), z.RawRowView(j)) }, wantCross)
			want.Apply(func(i, j int, _ float64) float64 { return k.Value(x.RawRowView(i), x.RawRowView(j)) }, want)
			name := fmt.Sprintf("%v, d = %d", k, d)
			near(t, name, g, want, 2e-14)
			near(t, name+", two lists", c, wantCross, 2e-14)
			if d <= fewCoordinates && !testkit.Bits(flat(g), flat(want)) {
				t.Errorf("%s: other bits than Value", name)
			}
			if !testkit.Bits(flat(must(k.Cross(x, x))), flat(g)) {
				t.Errorf("%s: Cross(X, X) has other bits than Gram(X)", name)
			}
			testkit.Near(t, name+", diagonal", must(k.Diagonal(x)), diagonalOf(g), 1e-13)
			if g.At(0, 22) != g.At(0, 0) || g.At(22, 22) != g.At(0, 0) {
				t.Errorf("%s: equal points have the kernels %v, %v, %v", name, g.At(0, 22), g.At(0, 0), g.At(22, 22))
			}
		}
	}
}

func diagonalOf(g mat.Symmetric) []float64 {
	d := make([]float64, g.SymmetricDim())
	for i := range d {
		d[i] = g.At(i, i)
	}
	return d
}

// TestRowsStandAlone: the kernels of a new point with the observations do not depend on what other points there are.
func TestRowsStandAlone(t *testing.T) {
	x, z := cloud(1, 40, 30), cloud(2, 50, 30)
	for _, k := range everywhere() {
		all := must(k.Cross(x, z))
		for _, i := range []int{0, 17, 39} {
			if one := must(k.Cross(x.Slice(i, i+1, 0, 30), z)); !testkit.Bits(flat(one), all.RawRowView(i)) {
				t.Errorf("%v: row %d alone has other bits", k, i)
			}
		}
	}
}

// TestDistances holds the stated bound of the error of ‖x−y‖², for points near, far, and far from the origin, against arithmetic of 300 bits.
func TestDistances(t *testing.T) {
	for _, d := range []int{3, 17, 64, 500} {
		r := rand.New(rand.NewPCG(uint64(d), 3))
		for _, origin := range []float64{0, 1, 1e6, -1e12} {
			const n = 16
			x := cloud(uint64(d), n, d)
			x.Apply(func(_, _ int, v float64) float64 { return v + origin }, x)
			for i := 1; i < 12; i++ { // near to point 0, by more and more
				for j := range d {
					x.Set(i, j, x.At(0, j)*(1+r.NormFloat64()*math.Pow(10, float64(-i))))
				}
			}
			nd, err := Gaussian(1).nodeOf(x)
			if err != nil {
				t.Fatal(err)
			}
			table := newTable(nd)
			nd.plainDistances(table)
			for i := range n {
				for j := i; j < n; j++ {
					want := exactly(x.RawRowView(i), x.RawRowView(j))
					if got := table.data[i*n+j]; !(math.Abs(got-want) <= 16*float64(d+4)*0x1p-53*want) {
						t.Fatalf("d = %d, origin %v, rows %d and %d: %v, want %v: relative error %.2g", d, origin, i, j, got, want, math.Abs(got-want)/want)
					}
				}
			}
		}
	}
}

// exactly is ‖x−y‖², rounded once.
func exactly(x, y []float64) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	sum := number(0)
	for j := range x {
		a := number(0).Sub(number(x[j]), number(y[j]))
		sum.Add(sum, a.Mul(a, a))
	}
	v, _ := sum.Float64()
	return v
}

// TestUnits: kernels of ‖x−y‖ do not change when points and width are in another unit, down to the ends of what numbers hold.
func TestUnits(t *testing.T) {
	for _, d := range []int{2, 30} {
		x := cloud(4, 20, d)
		for _, e := range []int{-900, -300, -1, 3, 200, 500, 1000} {
			y := mat.DenseCopyOf(x)
			y.Scale(math.Ldexp(1, e), x)
			for _, k := range []func(width float64) Kernel{Gaussian, Laplacian, Manhattan, func(w float64) Kernel { return Matern(2.5, w) }, func(w float64) Kernel { return RationalQuadratic(2, w) }} {
				near(t, fmt.Sprintf("%v, 2^%d", k(1.5), e), must(k(math.Ldexp(1.5, e)).Gram(y)), must(k(1.5).Gram(x)), 1e-13)
			}
		}
	}
	for _, width := range []float64{5e-324, 1e-320, 1e-308, 1e308, math.MaxFloat64} {
		for _, k := range []Kernel{Gaussian(width), Laplacian(width), Manhattan(width), Matern(3.5, width), RationalQuadratic(1, width), RationalQuadratic(1e-308, width)} {
			g, by, err := k.Gradient(mat.NewDense(3, 1, []float64{0, 0, 1}))
			want := 1.
			if width < 1 && k.Shape != 1e-308 {
				want = 0
			}
			if err != nil || g.At(0, 1) != 1 || math.Abs(g.At(1, 2)-want) > 1e-300 && math.Abs(g.At(1, 2)-want) > 1e-15*want || by[0].At(0, 1) != 0 || math.Abs(by[0].At(0, 2)) > 1e-300 {
				t.Errorf("%v: %v, derivative %v (%v)", k, flat(g), by, err)
			}
		}
	}
	for gamma, width := range map[float64]float64{.5: 1, .125: 2, 2: .5, 1. / 18: 3} {
		if k := GaussianGamma(gamma); k.Width != width {
			t.Errorf("γ = %v: width %v, want %v", gamma, k.Width, width)
		}
	}
	if g := GaussianGamma(1e308).At(0, 1e-154); math.Abs(g-math.Exp(-1)) > 1e-14 {
		t.Errorf("γ = 1e308: %v", g)
	}
	if far := Gaussian(1e-300).At(1e300, -1e300); far != 0 {
		t.Errorf("far points: %v", far)
	}
	if g := must(Gaussian(1e-300).Gram(mat.NewDense(2, 2, []float64{1e300, 1, 1e300, 1}))); g.At(0, 1) != 1 {
		t.Errorf("equal points far out: %v", g.At(0, 1))
	}
	huge := mat.NewDense(3, 20, nil)
	huge.Apply(func(i, _ int, _ float64) float64 { return []float64{1e308, 1e308, -1e308}[i] }, huge)
	if g := must(Gaussian(1).Gram(huge)); g.At(0, 1) != 1 || g.At(0, 2) != 0 {
		t.Errorf("huge points: %v", mat.Formatted(g))
	}
}

func TestProcessors(t *testing.T) {
	x := cloud(5, 300, 33)
	for _, k := range everywhere() {
		testkit.Processors(t, k.String(), func() []float64 {
			g, by, err := k.Gradient(x)
			if err != nil {
				t.Fatal(err)
			}
			all := flat(g)
			for _, d := range by {
				all = append(all, flat(d)...)
			}
			return all
		})
	}
}

func TestViews(t *testing.T) {
	for _, d := range []int{3, 20} {
		for _, k := range everywhere() {
			testkit.Views(t, k.String(), cloud(6, 12, d), func(x mat.Matrix) (any, error) { return k.Gram(x) })
			testkit.Views(t, k.String(), cloud(6, 12, d), func(x mat.Matrix) (any, error) { return k.Cross(x, x) })
		}
	}
}

// TestPositive: Gram matrices of positive kernels are semidefinite but for rounding; the others here are shown not to be.
func TestPositive(t *testing.T) { // B3.1c, S7.1l, V7.3a
	for _, k := range everywhere() {
		for seed := range uint64(5) {
			c := must(Examine(must(k.Gram(cloud(seed, 25, 2)))))
			if k.Positive() && c.Verdict == Indefinite {
				t.Errorf("%v should be positive: %v", k, c)
			}
		}
	}
	line := func(x ...float64) *mat.Dense { return mat.NewDense(len(x), 1, x) }
	for _, c := range []struct {
		k        Kernel
		x        *mat.Dense
		positive bool
		verdict  Verdict
		smallest float64 // from the curriculum, six digits
		within   float64
	}{
		{Sigmoid(1, 0), line(1, 2), false, Indefinite, -.090867, 5e-7},              // N5.3b
		{Sigmoid(1, -1), line(0, 1), false, Indefinite, -1.232285, 5e-7},            // N5.3b
		{Sigmoid(1, 1), line(0, 1, 2), false, Indefinite, -.013737, 5e-7},           // N5.3b
		{Scaled(-1, Linear()), line(1, 2), false, Indefinite, -5, 1e-14},            // V7c
		{Gaussian(.5), line(0, 1, 2, 3, 4), true, Definite, .765984, 5e-7},          // S7.1f
		{Gaussian(1), line(0, 1, 2, 3, 4), true, Definite, .098716, 5e-7},           // S7.1f
		{Gaussian(2), line(0, 1, 2, 3, 4), true, Definite, .001090, 5e-7},           // S7.1f
		{Laplacian(.5), line(0, 1, 2, 3, 4), true, Definite, .785447, 5e-7},         // S7.1f
		{Laplacian(2), line(0, 1, 2, 3, 4), true, Definite, .266682, 5e-7},          // S7.1f
		{GaussianGamma(1), line(0, 1, 2), true, Definite, .488817, 5e-7},            // B3.1c
		{Exp(Linear()), line(0, 1, 2), true, Definite, .408693, 5e-7},               // V7.3b
		{Min(), line(.1, .4, .7), true, Definite, .06725696, 5e-9},                  // numpy.linalg.eigvalsh
		{Linear(), line(1, 2, 3), true, Semidefinite, 0, 1e-14},                     // rank 1
		{BrownianBridge(), line(0, .5, 1), true, Semidefinite, 0, 1e-14},            // pinned at both ends
		{Polynomial(2, 1, 1), line(1, 2, 3, 4, 5, 6), true, Semidefinite, 0, 1e-11}, // rank 3
	} {
		got := must(Examine(must(c.k.Gram(c.x))))
		if got.Verdict != c.verdict || !(math.Abs(got.Smallest-c.smallest) <= c.within) || c.k.Positive() != c.positive {
			t.Errorf("%v: %v, smallest eigenvalue %.10g, Positive %v; want %v, %v, %v", c.k, got, got.Smallest, c.k.Positive(), c.verdict, c.smallest, c.positive)
		}
	}
}

// TestNumbers are values of the curriculum and of the formulas by hand.
func TestNumbers(t *testing.T) {
	e := math.Exp
	for _, c := range []struct {
		k    Kernel
		x, y []float64
		want float64
	}{
		{Polynomial(2, 1, 1), []float64{1, 2}, []float64{3, -1}, 4},                       // V7b
		{Polynomial(3, 2, .5), []float64{1, 2}, []float64{3, -1}, 2.5 * 2.5 * 2.5},        // by hand
		{Gaussian(.1), []float64{0}, []float64{.1}, e(-.5)},                               // N6.4o: .60653
		{GaussianGamma(1. / 4), []float64{0, 0}, []float64{1, 1}, e(-.5)},                 // N5.3a with c = 4
		{Laplacian(5), []float64{0, 0}, []float64{3, 4}, e(-1)},                           // by hand
		{Manhattan(7), []float64{0, 0}, []float64{3, -4}, e(-1)},                          // by hand
		{Matern(1.5, math.Sqrt(3)), []float64{0}, []float64{2}, 3 * e(-2)},                // by hand
		{Matern(2.5, math.Sqrt(5)), []float64{0}, []float64{3}, 7 * e(-3)},                // by hand
		{Matern(3.5, math.Sqrt(7)), []float64{0}, []float64{1}, (2 + .4 + 1./15) * e(-1)}, // 1 + t + 2t²/5 + t³/15
		{RationalQuadratic(1, 1), []float64{0}, []float64{2}, 1. / 3},                     // by hand
		{RationalQuadratic(1e9, 1), []float64{0}, []float64{1}, e(-.5)},                   // its limit
		{Matern(30.5, 2), []float64{0}, []float64{0}, 1},
		{IntegratedBrownian(), []float64{.3}, []float64{.7}, .027},    // N6.2r
		{IntegratedBrownian(), []float64{1}, []float64{.5}, 5. / 48},  // N6.4k
		{IntegratedBrownian(), []float64{.5}, []float64{.5}, 1. / 24}, // N6.4k
		{Min(), []float64{.3}, []float64{.7}, .3},
		{BrownianBridge(), []float64{.7}, []float64{.3}, .3 * .3},
		{Sigmoid(1, 0), []float64{1}, []float64{2}, math.Tanh(2)},
		{Normalised(Exp(Linear())), []float64{0}, []float64{2}, e(-2)}, // V7.3c
		{Product(Min(), Constant(3), Constant(2)), []float64{2}, []float64{5}, 12},
		{Mapped(Linear(), []float64{1, 1}, []float64{0, 2}), []float64{1, 2}, []float64{3, 4}, 3*7 + 4*8},
		{Stretched(Linear(), 2, -1), []float64{1, 2}, []float64{3, 4}, 4*3 + 8},
		{On(Linear(), 1, 1), []float64{1, 2}, []float64{3, 4}, 16},
	} {
		if got := c.k.Value(c.x, c.y); !(math.Abs(got-c.want) <= 4e-16*max(1, math.Abs(c.want))*3) && !(c.k.Shape == 1e9 && math.Abs(got-c.want) < 1e-9) {
			t.Errorf("%v at %v and %v: %.17g, want %.17g", c.k, c.x, c.y, got, c.want)
		}
		if there, back := c.k.Value(c.x, c.y), c.k.Value(c.y, c.x); there != back {
			t.Errorf("%v is not symmetric: %v, %v", c.k, there, back)
		}
	}
	if d := Gaussian(1).Distance([]float64{0}, []float64{1}); math.Abs(d*d-.786939) > 5e-7 { // S10a
		t.Errorf("distance² %v", d*d)
	}
	if g := GaussianGamma(.3).Gamma(); math.Abs(g-.3) > 1e-16 || !math.IsNaN(Linear().Gamma()) {
		t.Errorf("Gamma %v, of Linear %v", g, Linear().Gamma())
	}
}

// TestLimits: Matérn's kernel goes to the Gaussian one with ν, and the Gaussian one is the limit of its explicit map (B3.1g).
func TestLimits(t *testing.T) {
	off := inf
	for _, nu := range []float64{.5, 1.5, 2.5, 5.5, 10.5, 20.5, 30.5} {
		now := 0.0
		for r := range 40 {
			now = max(now, math.Abs(Matern(nu, 1).At(0, float64(r)/10)-Gaussian(1).At(0, float64(r)/10)))
		}
		if now >= off {
			t.Errorf("ν = %v is not nearer: %v, before %v", nu, now, off)
		}
		off = now
	}
	if off > .008 {
		t.Errorf("ν = 30.5 is %v away", off)
	}
	for _, v := range [][2]float64{{.3, -.9}, {1, 1}, {0, .5}} {
		s, t1 := v[0], v[1]
		sum, term := 0.0, math.Exp(-s*s-t1*t1)
		for m := range 40 {
			sum += term
			term *= 2 * s * t1 / float64(m+1)
		}
		if got := GaussianGamma(1).At(s, t1); math.Abs(got-sum) > 1e-15 {
			t.Errorf("%v, want %v", got, sum)
		}
	}
}

// TestGradient compares with differences of Gram matrices.
func TestGradient(t *testing.T) {
	for _, d := range []int{2, 20} {
		x := cloud(8, 9, d)
		x.Scale(1/math.Sqrt(float64(d)), x)
		for _, k := range append(everywhere(), Sum(Scaled(2, Normalised(Sum(Polynomial(2, .5, 1), Scaled(.3, Gaussian(.8))))), Exp(Product(Constant(.2), Sigmoid(.5, .1))))) {
			g, by, err := k.Gradient(x)
			if err != nil {
				t.Fatal(err)
			}
			near(t, k.String(), g, must(k.Gram(x)), 0)
			into := make([]*mat.SymDense, len(by)+1)
			for i := range into {
				into[i] = mat.NewSymDense(9, slices.Repeat([]float64{math.NaN()}, 81))
			}
			if err := k.GradientTo(into[0], into[1:], x); err != nil {
				t.Fatal(err)
			}
			for i, want := range append([]*mat.SymDense{g}, by...) {
				if got := into[i]; !slices.Equal(flat(got), flat(want)) {
					t.Errorf("%v: matrix %d in given memory is another", k, i)
				}
			}
			values := make([]float64, 0, len(by))
			for _, p := range k.Parameters() {
				values = append(values, p.Value)
			}
			if len(values) != len(by) {
				t.Fatalf("%v: %d derivatives for %d parameters", k, len(by), len(values))
			}
			for i := range values {
				const h = 1e-5
				at := func(shift float64) *mat.SymDense {
					v := append([]float64(nil), values...)
					v[i] *= math.Exp(shift)
					return must(must(k.With(v)).Gram(x))
				}
				difference := floats.SubTo(make([]float64, 81), flat(at(h)), flat(at(-h)))
				floats.Scale(.5/h, difference)
				testkit.Near(t, fmt.Sprintf("%v by %s", k, k.Parameters()[i].Name), flat(by[i]), difference, 2e-9)
			}
			if !must(k.With(values)).Equal(k) {
				t.Errorf("%v: its own parameters change it", k)
			}
		}
	}
}

// TestGradientToRefuses matrices that do not fit.
func TestGradientToRefuses(t *testing.T) {
	x, k := cloud(1, 3, 2), Scaled(2, Gaussian(1))
	g := mat.NewSymDense(3, nil)
	part := mat.NewSymDense(4, nil).SliceSym(0, 3).(*mat.SymDense)
	for name, by := range map[string][]*mat.SymDense{
		"one": {g}, "three": {g, g, g}, "nil": {g, nil}, "larger": {g, mat.NewSymDense(4, nil)}, "a part": {g, part},
	} {
		if err := k.GradientTo(mat.NewSymDense(3, nil), by, x); !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := k.GradientTo(nil, []*mat.SymDense{g, g}, x); !errors.Is(err, input.ErrShape) {
		t.Errorf("no Gram matrix: error %v", err)
	}
}

// TestCentreIsProjection: centred matrices are HKH, and centring the rows of the observations gives the same.
func TestCentreIsProjection(t *testing.T) {
	for _, k := range everywhere() {
		x := cloud(9, 14, 3)
		g := must(k.Gram(x))
		centred, c, err := Centre(g)
		if err != nil {
			t.Fatal(err)
		}
		h := mat.NewDense(14, 14, nil)
		h.Apply(func(i, j int, _ float64) float64 {
			if i == j {
				return 1 - 1./14
			}
			return -1. / 14
		}, h)
		var want mat.Dense
		want.Product(h, g, h)
		near(t, k.String(), centred, &want, 1e-13)
		near(t, k.String()+", rows", must(c.Apply(g)), &want, 1e-13)
	}
}
