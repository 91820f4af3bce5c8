package number

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

var floats = Tower[float64]{Base: Float{}}

// seeded is x with a seed in each of k levels: the coefficient of all levels is the k-th derivative.
func seeded(x float64, k int) *Dual[float64] {
	a := floats.Constant(x)
	for level := range k {
		a = floats.Seed(a, level)
	}
	return a
}

// derivative is the k-th derivative of f at x.
func derivative(t *testing.T, f func(x *Dual[float64]) (*Dual[float64], error), x float64, k int) float64 {
	t.Helper()
	y, err := f(seeded(x, k))
	if err != nil {
		t.Fatalf("derivative %d at %g: %v", k, x, err)
	}
	return floats.Coefficient(y, 1<<k-1)
}

// Each derivative of each function against the central difference of the one before.
func TestDerivativesOfFunctions(t *testing.T) {
	points := []float64{-2.3, -0.7, 0.3, 0.6, 1.7, 4.2}
	for f := Exp; f <= Ceil; f++ {
		call := func(x *Dual[float64]) (*Dual[float64], error) { return floats.Call(f, x) }
		for _, x := range points {
			if _, err := call(floats.Constant(x)); err != nil {
				continue
			}
			for k := 1; k <= 4; k++ {
				const h = 1e-4
				want := (derivative(t, call, x+h, k-1) - derivative(t, call, x-h, k-1)) / (2 * h)
				if got := derivative(t, call, x, k); math.Abs(got-want) > 2e-4*(1+math.Abs(want)) {
					t.Errorf("derivative %d of %s at %g = %.10g, the difference quotient is %.10g", k, f, x, got, want)
				}
			}
		}
	}
}

func TestHighDerivatives(t *testing.T) {
	pow := func(b float64) func(x *Dual[float64]) (*Dual[float64], error) {
		return func(x *Dual[float64]) (*Dual[float64], error) { return floats.Pow(x, floats.Constant(b)) }
	}
	call := func(f Func) func(x *Dual[float64]) (*Dual[float64], error) {
		return func(x *Dual[float64]) (*Dual[float64], error) { return floats.Call(f, x) }
	}
	power := func(x *Dual[float64]) (*Dual[float64], error) { return floats.Pow(floats.Constant(2), x) }
	self := func(x *Dual[float64]) (*Dual[float64], error) { return floats.Pow(x, x) }
	tests := []struct {
		name string
		f    func(x *Dual[float64]) (*Dual[float64], error)
		x    float64
		k    int
		want float64
	}{
		{"exp", call(Exp), 1, 3, math.E}, {"exp", call(Exp), -2, 4, math.Exp(-2)},
		{"log", call(Log), 2, 3, 2. / 8}, {"log", call(Log), 2, 4, -6. / 16},
		{"x^5", pow(5), 3, 3, 60 * 9}, {"x^5", pow(5), -3, 4, 120 * -3}, {"x^5", pow(5), 0, 4, 0}, {"x^4", pow(4), 0, 4, 24},
		{"x^2", pow(2), 3, 3, 0}, {"x^0", pow(0), 0, 2, 0}, {"x^-1", pow(-1), 2, 3, -6. / 16}, {"√x", pow(0.5), 4, 3, 0.375 / 32},
		{"2^x", power, 3, 3, 8 * math.Pow(math.Ln2, 3)},
		{"x^x", self, 2, 1, 4 * (1 + math.Ln2)}, {"x^x", self, 2, 2, 4*(1+math.Ln2)*(1+math.Ln2) + 2},
		{"tan", call(Tan), 0, 3, 2}, {"arctan", call(Atan), 0, 3, -2}, {"log Γ", call(LogGamma), 1, 3, -2 * 1.2020569031595943},
		{"Γ", call(Gamma), 1, 2, 0.5772156649015329*0.5772156649015329 + math.Pi*math.Pi/6},
		{"|x|", call(Abs), 0, 1, 1}, {"|x|", call(Abs), -2, 1, -1}, {"⌊x⌋", call(Floor), 3, 1, 0},
	}
	for _, c := range tests {
		got := derivative(t, c.f, c.x, c.k)
		if math.Abs(got-c.want) > 1e-13*(1+math.Abs(c.want)) {
			t.Errorf("derivative %d of %s at %g = %.16g, want %.16g", c.k, c.name, c.x, got, c.want)
		}
	}
}

func TestKinks(t *testing.T) {
	tests := []struct {
		f    Func
		x    float64
		want error
	}{{Sqrt, 0, ErrKink}, {Sign, 0, ErrKink}, {Ceil, 2, ErrKink}, {Asin, 1, ErrKink}, {Acos, -1, ErrKink}, {Log, 0, ErrDomain}}
	for _, c := range tests {
		if _, err := floats.Call(c.f, seeded(c.x, 1)); !errors.Is(err, c.want) {
			t.Errorf("%s at %g: %v, want %v", c.f, c.x, err, c.want)
		}
	}
	if _, err := floats.Pow(seeded(0, 2), floats.Constant(1.5)); err == nil {
		t.Error("the second derivative of x^1.5 at 0 has a value")
	}
}

// A tower over the rationals has exact derivatives: of (x³ - 2x)/(x² + 1), and mixed ones.
func TestRationalTower(t *testing.T) {
	rats := Tower[*big.Rat]{Base: Rational{}}
	x := rats.Seed(rats.Rat(rat("1/2")), 0)
	top := rats.Sub(rats.Mul(x, rats.Mul(x, x)), rats.Mul(rats.Int(2), x))
	y, err := rats.Div(top, rats.Add(rats.Mul(x, x), rats.Int(1)))
	if err != nil {
		t.Fatal(err)
	}
	// (x⁴ + 5x² - 2)/(x² + 1)² at 1/2
	if got := rats.Coefficient(y, 1); got.Cmp(rat("-11/25")) != 0 {
		t.Errorf("derivative %v, want -11/25", got)
	}
	if _, err := rats.Call(Erf, rats.Seed(rats.Int(0), 0)); !errors.Is(err, ErrInexact) {
		t.Errorf("the derivative of erf at 0 is not rational: %v", err)
	}
	if y, err := rats.Call(Exp, rats.Seed(rats.Int(0), 0)); err != nil || rats.Coefficient(y, 1).Cmp(rat("1")) != 0 {
		t.Errorf("exp(ε) = %v, %v", y, err)
	}
}

// A derivative within a derivative: d/dx of x·(d/dy (x + y)) at y = 1 is 1, not 2.
func TestPerturbationsStayApart(t *testing.T) {
	x := floats.Seed(floats.Constant(5), 0)
	y := floats.Seed(floats.Constant(1), 1)
	inner := floats.Part(floats.Add(x, y), 1)
	if got := floats.Real(floats.Part(floats.Mul(x, inner), 0)); got != 1 {
		t.Errorf("got %g, want 1", got)
	}
}

// Ring laws on random towers of different heights; Part and Without take a number apart.
func TestTowerLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() *Dual[float64] {
		c := make([]float64, 1<<r.IntN(4))
		for i := range c {
			c[i] = float64(r.IntN(9) - 4)
		}
		return &Dual[float64]{c}
	}
	same := func(a, b *Dual[float64]) bool {
		for s := range uint(16) {
			if math.Abs(floats.Coefficient(a, s)-floats.Coefficient(b, s)) > 1e-9*(1+math.Abs(floats.Coefficient(a, s))) {
				return false
			}
		}
		return true
	}
	for range 500 {
		a, b, c := random(), random(), random()
		left := floats.Mul(a, floats.Add(b, c))
		right := floats.Add(floats.Mul(a, b), floats.Mul(c, a))
		if !same(left, right) {
			t.Fatalf("a(b + c) = %v, ab + ca = %v", left, right)
		}
		if q, err := floats.Div(left, a); err == nil && !same(floats.Mul(q, a), left) {
			t.Fatalf("(ab/a)·a = %v, want %v for a = %v", floats.Mul(q, a), left, a)
		}
		level := r.IntN(4)
		e := floats.Sub(floats.Seed(floats.Constant(0), level), floats.Constant(0))
		if back := floats.Add(floats.Without(a, level), floats.Mul(e, floats.Part(a, level))); !same(back, a) {
			t.Fatalf("the parts of %v at level %d are %v", a, level, back)
		}
	}
}

func BenchmarkTower(b *testing.B) {
	for _, k := range []int{0, 1, 2, 3} {
		b.Run("levels="+string(rune('0'+k)), func(b *testing.B) {
			x := seeded(0.3, k)
			b.ReportAllocs()
			for b.Loop() {
				y, _ := floats.Call(Exp, floats.Mul(x, x))
				floats.Add(y, x)
			}
		})
	}
}
