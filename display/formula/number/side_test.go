package number

import "testing"

// TestSides differentiates at kinks and jumps from both sides: x = ε, a half-line, a step, products.
func TestSides(t *testing.T) {
	side := &Side{}
	f := Tower[float64]{Base: Float{}, Side: side}
	x := f.Seed(f.Constant(0), 0)
	both := f.Seed(x, 1)
	apply := func(g Func) func(a *Dual[float64]) *Dual[float64] {
		return func(a *Dual[float64]) *Dual[float64] {
			y, err := f.Call(g, a)
			if err != nil {
				t.Fatal(err)
			}
			return y
		}
	}
	for _, c := range []struct {
		name        string
		a           *Dual[float64]
		g           func(a *Dual[float64]) *Dual[float64]
		set         uint // of the part that is compared
		right, left float64
		met         bool
	}{
		{"|x|", x, apply(Abs), 1, 1, -1, true},
		{"sgn x", x, apply(Sign), 0, 1, -1, true},
		{"⌊x⌋", x, apply(Floor), 0, 0, -1, true},
		{"⌈x⌉", x, apply(Ceil), 0, 1, 0, true},
		{"|x|", f.Seed(f.Constant(-2), 0), apply(Abs), 1, -1, -1, false},
		{"|0|", f.Constant(0), apply(Abs), 0, 0, 0, false},
		{"x|x|", x, func(a *Dual[float64]) *Dual[float64] { return f.Mul(a, apply(Abs)(a)) }, 1, 0, 0, true},
		{"x|x| twice", both, func(a *Dual[float64]) *Dual[float64] { return f.Mul(a, apply(Abs)(a)) }, 3, 2, -2, true},
		{"|x²|", both, func(a *Dual[float64]) *Dual[float64] { return apply(Abs)(f.Mul(a, a)) }, 3, 2, 2, true},
	} {
		var got [2]float64
		for i, dir := range []int{1, -1} {
			side.Dir, side.Met = dir, false
			got[i] = f.Coefficient(c.g(c.a), c.set)
			if side.Met != c.met {
				t.Errorf("%s: numbers were ordered by the side: %v, want %v", c.name, side.Met, c.met)
			}
		}
		if got != [2]float64{c.right, c.left} {
			t.Errorf("%s: part %b from the right and the left is %v, want %g and %g", c.name, c.set, got, c.right, c.left)
		}
	}
}
