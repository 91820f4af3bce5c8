package number

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestBallsAgreeWithFloats compares every function and power at random numbers with floating point.
func TestBallsAgreeWithFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	f := NewBalls(128)
	known := map[Func]int{}
	for range 800 {
		x := math.Ldexp(r.NormFloat64(), r.IntN(12)-6)
		for g := Exp; g < polygamma0; g++ {
			want, err := Float{}.Call(g, x)
			got, errBall := f.Call(g, f.Float(x))
			if err != nil || errBall != nil {
				if errBall == nil || err == nil && !isInexact(errBall) || isInexact(errBall) && g < NormalCDF && err == nil && math.Abs(x) < 700 {
					t.Fatalf("%s(%g): %v, with a radius %v", g, x, err, errBall)
				}
				continue
			}
			known[g]++
			tol := 2e-14 * (math.Abs(want) + 1e-16)
			if g == Sin || g == Cos || g == Tan || g == Sinh || g == Tanh || g == NormalCDF || g == Erf {
				tol = 2e-14 * (1 + math.Abs(want)) * math.Max(1, math.Abs(want))
			}
			if math.Abs(f.Value(got)-want) > tol {
				t.Fatalf("%s(%g) is %g, with a radius %g", g, x, want, f.Value(got))
			}
		}
		y := math.Ldexp(r.NormFloat64(), 2)
		want, err := Float{}.Pow(math.Abs(x), y)
		got, errBall := f.Pow(f.Float(math.Abs(x)), f.Float(y))
		if (err == nil) != (errBall == nil) || err == nil && math.Abs(f.Value(got)-want) > 1e-13*want {
			t.Fatalf("%g^%g = %g, %v; with a radius %g, %v", math.Abs(x), y, want, err, f.Value(got), errBall)
		}
	}
	for _, g := range []Func{Exp, Log, Sqrt, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, NormalCDF, NormalDensity, Erf, Abs, Sign, Floor, Ceil} {
		if known[g] < 50 {
			t.Errorf("%s was compared at %d numbers only", g, known[g])
		}
	}
}

// TestBallsContain checks that what is computed with 64 bits contains what is computed with 500, through chains of operations.
func TestBallsContain(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	f := NewBalls(64)
	chain := func(seed uint64) (*Ball, error) {
		r := rand.New(rand.NewPCG(seed, 3))
		x := f.Float(r.NormFloat64())
		for range 8 {
			g := [...]Func{Exp, Log, Sqrt, Sin, Cos, Atan, Tanh, NormalCDF, Erf, Abs}[r.IntN(10)]
			y, err := f.Call(g, x)
			if err != nil {
				return nil, err
			}
			third, _ := f.Div(f.Sub(y, x), f.Int(3))
			if x = f.Add(f.Mul(x, y), third); r.IntN(3) == 0 {
				if x, err = f.Div(f.Float(r.Float64()), x); err != nil {
					return nil, err
				}
			}
		}
		return x, nil
	}
	compared := 0
	for range 700 {
		seed := r.Uint64()
		f.SetPrecision(64)
		rough, err := chain(seed)
		f.SetPrecision(500)
		fine, err2 := chain(seed)
		if err != nil || err2 != nil || rough == unknown || fine == unknown {
			continue
		}
		compared++
		f.Clear()
		if c := f.Cmp(rough, fine); c != 0 {
			t.Fatalf("seed %d: %s ± %g with 64 bits, %s with 500", seed, rough.mid, rough.rad.float(), fine.mid)
		}
	}
	if compared < 150 {
		t.Errorf("%d chains were compared only", compared)
	}
}

// TestBallDecisions is a table of what is certain: that nearly equal numbers differ, that 0 is 0, that a matrix is singular.
func TestBallDecisions(t *testing.T) {
	f := NewBalls(256)
	pi, _ := f.Named(Pi)
	e, _ := f.Named(E)
	near := f.Rat(big.NewRat(103993, 33102))
	if f.Cmp(pi, near) != 1 || f.Doubt {
		t.Error("π > 103993/33102 is not decided")
	}
	two, _ := f.Call(Sqrt, f.Int(2))
	if c := f.Cmp(f.Mul(two, two), f.Int(2)); c != 0 || !f.Doubt || f.Radius > 1e-70 {
		t.Errorf("√2·√2 compares to 2 as %d, doubt %v, radius %g", c, f.Doubt, f.Radius)
	}
	f.Clear()
	if _, err := f.Div(pi, f.Sub(near, near)); err == nil || isInexact(err) {
		t.Errorf("π/0 is %v", err)
	}
	if _, err := f.Div(pi, f.Sub(f.Mul(two, two), f.Int(2))); !isInexact(err) {
		t.Errorf("π divided by what may be 0 is %v", err)
	}
	if x, det := f.Eliminate(2, 1, []*Ball{f.Int(1), f.Int(2), f.Int(2), f.Int(4)}, []*Ball{pi, e}); x != nil || f.Doubt {
		t.Errorf("the solution with a singular matrix is %v, determinant %v, doubt %v", x, det, f.Doubt)
	}
	x, det := f.Eliminate(2, 1, []*Ball{f.Int(0), pi, e, f.Int(1)}, []*Ball{pi, e})
	if len(x) != 2 || math.Abs(f.Value(det)+math.Pi*math.E) > 1e-15 || math.Abs(f.Value(x[0])-(1-1/math.E)) > 1e-15 || math.Abs(f.Value(x[1])-1) > 1e-15 {
		t.Errorf("the solution of 2 equations is %v, determinant %v", x, det)
	}
	if x, _ := f.Eliminate(2, 0, []*Ball{two, f.Int(2), f.Int(1), two}, nil); x != nil || !f.Doubt {
		t.Errorf("a singular matrix with roots has an inverse: %v", x)
	}
}

// TestAbsorbed tells overlapping numbers whose difference vanished beside a larger number from those that are equal.
func TestAbsorbed(t *testing.T) {
	f := NewBalls(128)
	call := func(g Func, x int64) *Ball {
		y, err := f.Call(g, f.Int(x))
		if err != nil {
			t.Fatal(err)
		}
		return y
	}
	root := call(Sqrt, 2)
	if f.Cmp(f.Mul(root, root), f.Int(2)) != 0 || !f.Doubt || f.Absorbed {
		t.Error("√2·√2 and 2 should overlap, and nothing vanish")
	}
	for _, g := range []Func{Exp, Cos, Cosh} {
		f.SetPrecision(640)
		y, err := f.Call(g, f.Float(1e-300))
		if f.Clear(); err != nil || f.Cmp(y, f.Int(1)) != 0 || !f.Doubt || !f.Absorbed {
			t.Errorf("%s at 1e-300: error %v, doubt %v, absorbed %v", g, err, f.Doubt, f.Absorbed)
		}
	}
	for _, g := range []Func{Tanh, Erf, NormalCDF} {
		f.SetPrecision(128)
		if f.Clear(); f.Cmp(call(g, 300), call(g, 1000)) != 0 || !f.Doubt || !f.Absorbed {
			t.Errorf("%s at 300 and 1000: doubt %v, absorbed %v", g, f.Doubt, f.Absorbed)
		}
		f.SetPrecision(640)
		if f.Clear(); f.Cmp(call(g, 12), call(g, 13)) != -1 || f.Doubt {
			t.Errorf("%s at 12 and 13 should differ in 640 bits", g)
		}
	}
}
