package elementary

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"testing"
)

// functions are all of them, with what they are held against and the bound that the documentation states, in units of the last place.
var functions = []struct {
	name      string
	function  function
	reference func(x float64) (m pair, n int)
	bound     float64
}{
	{"Exp", expOf, refExp, 1},
	{"Log", logOf, refLog, 1},
	{"Log1p", log1pOf, refLog1p, 1},
	{"Tanh", tanhOf, refTanh, 1},
	{"Sigmoid", sigmoidOf, refSigmoid, 1},
	{"Softplus", softplusOf, refSoftplus, 2},
}

// arguments are where errors are looked for: x = centre ± width·u or ±2^e, of the sign that the function takes.
var arguments = []struct {
	function function
	draw     func(r *rand.Rand) float64
}{
	{expOf, uniform(-.4, .4)}, {expOf, uniform(-708, 709.7)}, {expOf, uniform(-745.1, -708)}, {expOf, sized(-60, 0)},
	{logOf, uniform(.5, 2)}, {logOf, positive(sized(-1022, 1023.9))}, {logOf, positive(sized(-1074, -1020))}, {logOf, beside(1, -52, -4)},
	{log1pOf, uniform(-.999, 1)}, {log1pOf, sized(-60, -1)}, {log1pOf, positive(sized(-1, 1023.9))}, {log1pOf, uniform(.4, .45)},
	{tanhOf, uniform(-.25, .25)}, {tanhOf, uniform(-2, 2)}, {tanhOf, uniform(-22, 22)}, {tanhOf, sized(-1000, 0)}, {tanhOf, uniform(17, 20)}, {tanhOf, uniform(.12, .128)},
	{sigmoidOf, uniform(-1, 1)}, {sigmoidOf, uniform(-40, 40)}, {sigmoidOf, uniform(-745, 745)}, {sigmoidOf, uniform(-709.5, -708)},
	{softplusOf, uniform(-1, 1)}, {softplusOf, uniform(-40, 40)}, {softplusOf, uniform(-745, 745)}, {softplusOf, beside(-.88, -50, -3)},
}

func uniform(lo, hi float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return lo + (hi-lo)*r.Float64() }
}

// sized draws numbers of both signs between 2^lo and 2^hi.
func sized(lo, hi float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		return math.Copysign(math.Exp2(lo+(hi-lo)*r.Float64()), r.Float64()-.5)
	}
}

func positive(draw func(*rand.Rand) float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return math.Abs(draw(r)) }
}

func beside(centre, lo, hi float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return centre + sized(lo, hi)(r) }
}

func TestAccuracy(t *testing.T) {
	points := 40000
	if testing.Short() {
		points = 2000
	}
	for i, a := range arguments {
		f := functions[a.function]
		r := rand.New(rand.NewPCG(uint64(i), 1))
		worst, at := 0.0, 0.0
		for range points {
			x := a.draw(r)
			m, n := f.reference(x)
			if u := ulps(f.function.of(x), m, n); !(u <= worst) {
				worst, at = u, x
			}
		}
		if !(worst <= f.bound) {
			t.Errorf("%s(%v) is off by %.4g units in the last place, want at most %v", f.name, at, worst, f.bound)
		}
	}
}

// TestEnds: where the value is known without rounding. NaN and infinities come out as the limits have it, and zeros keep their sign.
func TestEnds(t *testing.T) {
	inf, nan, zero, tiny := math.Inf(1), math.NaN(), math.Copysign(0, -1), 5e-324
	for _, c := range []struct {
		f       function
		x, want float64
	}{
		{expOf, 0, 1}, {expOf, zero, 1}, {expOf, inf, inf}, {expOf, -inf, 0}, {expOf, nan, nan}, {expOf, tiny, 1}, {expOf, math.MaxFloat64, inf}, {expOf, -math.MaxFloat64, 0},
		{expOf, 709.782712893384, 0x1.fffffffffff2ap+1023}, {expOf, 709.7827128933841, inf}, {expOf, -745.1332191019411, tiny}, {expOf, -745.1332191019412, 0},
		{expOf, 1, math.E}, {expOf, -1, 1 / math.E},
		{logOf, 1, 0}, {logOf, 0, -inf}, {logOf, zero, -inf}, {logOf, -1, nan}, {logOf, -inf, nan}, {logOf, -tiny, nan}, {logOf, inf, inf}, {logOf, nan, nan},
		{logOf, tiny, -0x1.74385446d71c3p+9}, {logOf, math.MaxFloat64, 0x1.62e42fefa39efp+9}, {logOf, 2, math.Ln2}, {logOf, .5, -math.Ln2},
		{log1pOf, 0, 0}, {log1pOf, zero, zero}, {log1pOf, tiny, tiny}, {log1pOf, -tiny, -tiny}, {log1pOf, -1, -inf}, {log1pOf, -1.5, nan}, {log1pOf, -inf, nan},
		{log1pOf, inf, inf}, {log1pOf, nan, nan}, {log1pOf, 1, math.Ln2}, {log1pOf, math.MaxFloat64, 0x1.62e42fefa39efp+9}, {log1pOf, 0x1p54, 0x1.2b708872320e2p+5},
		{tanhOf, 0, 0}, {tanhOf, zero, zero}, {tanhOf, tiny, tiny}, {tanhOf, -tiny, -tiny}, {tanhOf, inf, 1}, {tanhOf, -inf, -1}, {tanhOf, 1e300, 1}, {tanhOf, -20, -1}, {tanhOf, nan, nan},
		{sigmoidOf, 0, .5}, {sigmoidOf, zero, .5}, {sigmoidOf, inf, 1}, {sigmoidOf, 40, 1}, {sigmoidOf, -inf, 0}, {sigmoidOf, -1e300, 0}, {sigmoidOf, -745, tiny}, {sigmoidOf, nan, nan},
		{softplusOf, 0, math.Ln2}, {softplusOf, inf, inf}, {softplusOf, -inf, 0}, {softplusOf, 1e300, 1e300}, {softplusOf, 50, 50}, {softplusOf, -745, tiny}, {softplusOf, nan, nan},
	} {
		if got := c.f.of(c.x); !same(got, c.want) {
			t.Errorf("%s(%v) is %v, want %v", functions[c.f].name, c.x, got, c.want)
		}
	}
}

// same tells whether the bits are equal, or both are NaN: which NaN is left open.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// anything draws numbers of every kind.
func anything(r *rand.Rand) float64 {
	switch r.IntN(7) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return uniform(-760, 760)(r)
	case 2:
		return beside([]float64{-1, 1, math.Sqrt2, math.Sqrt2 / 2, 709.78, -708.4, -745.13}[r.IntN(7)], -52, -1)(r)
	case 3:
		return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(0x7ff0000000000002),
			math.Float64frombits(0xfff8000000001235), 5e-324, -5e-324, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, -1, 1}[r.IntN(14)]
	}
	return r.NormFloat64()
}

// TestSameBits holds the loops against the definitions: at all lengths around those of the registers, in place and not, at any address, and what
// lies around dst does not change.
func TestSameBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range supported() {
		for length := range 120 {
			for _, f := range functions {
				before := make([]float64, length+r.IntN(5)+5)
				for i := range before {
					before[i] = anything(r)
				}
				from := r.IntN(5)
				x := slices.Clone(before[from : from+length])
				after := slices.Clone(before)
				if dst := after[from : from+length]; length%2 == 0 {
					s.apply(f.function, dst, dst)
				} else {
					s.apply(f.function, dst, x)
				}
				for i, v := range x {
					before[from+i] = f.function.of(v)
				}
				if i := difference(after, before); i >= 0 {
					t.Fatalf("%v, %s of %d numbers from %d on: number %d is %v, want %v", s, f.name, length, from, i, after[i], before[i])
				}
			}
		}
	}
}

// TestSameBitsOfMany is the same for long slices.
func TestSameBitsOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	x, want, got := make([]float64, 100003), make([]float64, 100003), make([]float64, 100003)
	for i := range x {
		x[i] = anything(r)
	}
	for _, f := range functions {
		for i, v := range x {
			want[i] = f.function.of(v)
		}
		for _, s := range supported() {
			s.apply(f.function, got, x)
			if i := difference(got, want); i >= 0 {
				t.Errorf("%v: %s(%v) is %v, want %v", s, f.name, x[i], got[i], want[i])
			}
		}
	}
}

// TestBitsOfAllProcessors: what the functions give is written down, as a sum over the bits of ten thousand values each. A compiler that fuses a product
// and a sum where the definition does not would change it.
func TestBitsOfAllProcessors(t *testing.T) {
	want := map[string]uint64{"Exp": 0x11d6d4ae851079b8, "Log": 0x3eb249b1093f441e, "Log1p": 0x215922abec3b4feb, "Tanh": 0x24fe8c67aa4613ca, "Sigmoid": 0xf2ed2352784f3aea, "Softplus": 0x79c7d1cea8c987b}
	for _, f := range functions {
		r := rand.New(rand.NewPCG(11, 12))
		sum := fnv.New64a()
		for range 10000 {
			x := math.Ldexp(float64(int64(r.Uint64())), -r.IntN(90)) // the same everywhere, which a sum of products is not
			if y := f.function.of(x); y == y {                       // which NaN is left open
				sum.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(y)))
			}
		}
		if got := sum.Sum64(); got != want[f.name] {
			t.Errorf("%s: the sum is %#x, want %#x", f.name, got, want[f.name])
		}
	}
}

// difference is the first index where two slices differ, or -1.
func difference(a, b []float64) int {
	for i, v := range a {
		if !same(v, b[i]) {
			return i
		}
	}
	return -1
}

// TestOrder: a larger argument never gives a smaller value, also where the reduction changes its power of 2. (Not tanh and the others, which are
// not monotone in their last digit.)
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 100000 {
		x := beside(float64(r.IntN(2000)-1000)*math.Ln2/2, -52, -40)(r)
		y := math.Nextafter(x, math.Inf(1))
		if exp(x) > exp(y) {
			t.Fatalf("exp(%v) = %v, and exp(%v) = %v", x, exp(x), y, exp(y))
		}
		x = math.Exp2(float64(r.IntN(2000)-1000) / 2)
		y = math.Nextafter(x, math.Inf(1))
		if log(x) > log(y) {
			t.Fatalf("log(%v) = %v, and log(%v) = %v", x, log(x), y, log(y))
		}
	}
}

func TestLengths(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for a dst of another length")
		}
	}()
	Exp(make([]float64, 3), make([]float64, 4))
}

func TestAllocations(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() {
		var x, dst [29]float64
		Exp(dst[:], x[:])
		Softplus(dst[:], x[:])
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestAssemblyIsGenerated: elementary_amd64.s is what the program gen writes.
func TestAssemblyIsGenerated(t *testing.T) {
	run := exec.Command("go", "run", "./gen")
	run.Env = append(os.Environ(), "GOARCH=") // here, also where the test is for an emulator
	want, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("elementary_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("elementary_amd64.s is not what gen writes: go generate")
	}
}

// FuzzFunctions: all loops give the bits of the definition, and a finite value is as near as the documentation says.
func FuzzFunctions(f *testing.F) {
	for _, x := range []float64{0, 1, -1, .5, 709.7, -745.1, 1e300, 5e-324, math.Inf(1), math.NaN(), math.Sqrt2} {
		f.Add(math.Float64bits(x), uint8(5))
	}
	f.Fuzz(func(t *testing.T, b uint64, at uint8) {
		x := math.Float64frombits(b)
		in, out := make([]float64, 16), make([]float64, 16) // more than few
		in[at%16] = x
		for _, f := range functions {
			want := f.function.of(x)
			for _, s := range supported() {
				s.apply(f.function, out, in)
				if got := out[at%16]; !same(got, want) {
					t.Errorf("%v: %s(%v) is %v, want %v", s, f.name, x, got, want)
				}
			}
			if limited(f.function, x) {
				m, n := f.reference(x)
				if u := ulps(want, m, n); !(u <= f.bound) {
					t.Errorf("%s(%v) is off by %.4g units in the last place", f.name, x, u)
				}
			}
		}
	})
}

// limited tells whether the reference holds for x and the value is finite.
func limited(f function, x float64) bool {
	size := math.Abs(x)
	switch f {
	case expOf:
		return x > -745 && x < 709.7
	case logOf:
		return x > 0x1p-1022 && size < math.MaxFloat64
	case log1pOf:
		return x > -1 && size < 0x1p1000 && size > 0x1p-900
	case tanhOf:
		return size < 1e300 && size > 0x1p-900
	}
	return size < 745
}

func Benchmark(b *testing.B) {
	x, dst := make([]float64, 4096), make([]float64, 4096)
	for i := range x {
		x[i] = float64(i) / 200
	}
	for _, f := range functions {
		for _, s := range supported() {
			b.Run(fmt.Sprintf("%s/%v/n=%d", f.name, s, len(x)), func(b *testing.B) {
				for b.Loop() {
					s.apply(f.function, dst, x)
				}
			})
		}
	}
}
