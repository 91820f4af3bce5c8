package vc

import (
	"math"
	"math/big"
	"testing"
)

// TestSauerIsExact: whole numbers below 2⁵³ are exact, larger ones to rounding, and so are their logarithms.
func TestSauerIsExact(t *testing.T) {
	for n := range 80 {
		sum := new(big.Int)
		for v := range n + 3 {
			sum.Add(sum, new(big.Int).Binomial(int64(n), int64(v)))
			want, _ := new(big.Float).SetInt(sum).Float64()
			got := Sauer(n, v)
			if sum.BitLen() <= 53 && got != want || math.Abs(got/want-1) > 4e-15 {
				t.Errorf("Sauer(%d, %d) = %v, want %v", n, v, got, sum)
			}
			if l := LogSauer(float64(n), v); math.Abs(l-math.Log(want)) > 1e-13*(1+l) {
				t.Errorf("LogSauer(%d, %d) = %v, want %v", n, v, l, math.Log(want))
			}
		}
	}
}

// TestSauerOfHugeNumbers: at once, without memory, and without overflow of the numbers that count.
func TestSauerOfHugeNumbers(t *testing.T) {
	const most = math.MaxInt
	for _, c := range []struct{ got, want float64 }{
		{Sauer(1023, 1023), 0x1p1023}, {Sauer(1024, 2000), math.Inf(1)}, {Sauer(most, most), math.Inf(1)}, {Sauer(most, most-1), math.Inf(1)}, {Sauer(most, 1), 0x1p63},
		{Sauer(1e10, 9e9), math.Inf(1)}, {Sauer(3, most), 8}, {Cover(most, most), math.Inf(1)}, {Cover(1, most), 2}, {Cover(5, 1), 10},
		{LogSauer(math.Inf(1), 2), math.Inf(1)}, {LogSauer(math.Inf(1), 0), 0}, {LogSauer(10, most), 10 * math.Ln2},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// TestLogSauerFar: beside sums of 40 digits with logarithms of factorials of 400 (Python's decimal, Stirling's series), and beside the shorter sums where both ways can go.
func TestLogSauerFar(t *testing.T) {
	for _, c := range []struct {
		n    float64
		v    int
		want float64
	}{
		{1e12, 1000000000, 7907255100.9530172},
		{2e5, 65537, 126499.81329454351},
		{2e5, 99000, 138616.98469217055},
		{2e5, 100000, 138628.74474734074},
		{2e5, 150000, 138629.43611198905},
		{200000.5, 199999, 138629.78268557935},
		{200000.5, 200000, 138629.78268557935},
		{1e9, 499990000, 693147179.22645199},
		{1e300, 1000000, 677960009.51355553},
		{1e10, 4000000000, 6730116659.4728708},
		{1e11, 49999900000, 69314718054.660995},
	} {
		if got := LogSauer(c.n, c.v); math.Abs(got-c.want) > 1e-13*c.want {
			t.Errorf("LogSauer(%v, %d) = %v, want %v", c.n, c.v, got, c.want)
		}
	}
	for _, n := range []float64{1e3, 1e4 + .5, 1e5} {
		for _, share := range []float64{.01, .1, .4, .499, .5, .501, .6, .99} {
			v := math.Floor(share * n)
			if v > mostSummed {
				continue
			}
			if got, want := logSauerFar(n, v), LogSauer(n, int(v)); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%v points, dimension %v: %v, want %v", n, v, got, want)
			}
		}
	}
	for _, n := range []float64{1e15, 1e18, 1e100} { // half of all parts: most coefficients are left out, and nothing is seen of it
		if got := LogSauer(n, int(min(n/2, 1e18))); !(got <= n*math.Ln2) || n < 1e19 && math.Abs(got/(n*math.Ln2)-1) > 1e-11 {
			t.Errorf("half of %v points: %v, want %v", n, got, n*math.Ln2)
		}
	}
}

// TestExtremeTheorems: bounds and radii of numbers that are as large or as small as they may be, and NaN for what has none.
func TestExtremeTheorems(t *testing.T) {
	for _, theorem := range Theorem(0).All() {
		for _, n := range []int{3, 1e9, math.MaxInt} {
			for _, epsilon := range []float64{1e200, math.Inf(1)} {
				if tail := TailBy(theorem, Power(3), n, epsilon); tail != 0 {
					t.Errorf("%v, n = %d, ε = %v: tail %v", theorem, n, epsilon, tail)
				}
			}
			for _, alpha := range []float64{1, 1e-300, math.SmallestNonzeroFloat64} {
				r := RadiusBy(theorem, Power(3), n, alpha)
				if got := math.Log(TailBy(theorem, Power(3), n, r)); !(math.Abs(got-math.Log(alpha)) < 1e-4) && alpha > 1e-308 || !(r > 0) {
					t.Errorf("%v, n = %d, α = %v: radius %v with a tail of logarithm %v", theorem, n, alpha, r, got)
				}
			}
		}
		if n, err := Observations(theorem, OfDimension(1_000_000), .05, .1); err != nil || RadiusBy(theorem, OfDimension(1_000_000), n, .05) > .1 || RadiusBy(theorem, OfDimension(1_000_000), n-1, .05) <= .1 {
			t.Errorf("%v, dimension 1,000,000: %d, %v", theorem, n, err)
		}
		for name, v := range map[string]float64{"V < 0": RadiusBy(theorem, Power(-1), 5, .1), "tail, V < 0": TailBy(theorem, Power(-1), 5, .1), "V < 0, sharp": RadiusBy(theorem, OfDimension(-1), 5, .1),
			"negative growth": TailBy(theorem, func(float64) float64 { return -1e-9 }, 5, .1), "growth NaN": RadiusBy(theorem, func(float64) float64 { return math.NaN() }, 5, .1)} {
			if !math.IsNaN(v) {
				t.Errorf("%v, %s: %v, want NaN", theorem, name, v)
			}
		}
	}
	for name, v := range map[string]float64{"n = 0": Tail(1, 0, .1), "n < 0": Tail(1, -5, .1), "ε < 0": Tail(1, 5, -1), "ε NaN": Tail(1, 5, math.NaN()), "radius, n = 0": Radius(1, 0, .1), "α = 0": Radius(1, 5, 0),
		"α > 1": Radius(1, 5, 2), "log s < 0": Radius(-1, 5, .5), "points < 0": Power(3)(-1), "points NaN": Power(3)(math.NaN())} {
		if !math.IsNaN(v) {
			t.Errorf("%s: %v, want NaN", name, v)
		}
	}
	if got := Power(0)(math.Inf(1)); got != 0 {
		t.Errorf("dimension 0: %v", got)
	}
	huge := ThroughPoints{N: 2e10, Dim: 1e10}
	if got := huge.LogClass(); math.Abs(got/(2e10*math.Ln2)-1) > 1e-8 {
		t.Errorf("C(2e10, 1e10): %v", got)
	}
	for n, d := range map[int]int{200_000: 70_000, 150_000: 80_000} { // by Stirling's formula, and term by term
		sum := math.Ln2
		for i := range min(d, n-d) {
			sum += math.Log(float64(n-i) / float64(i+1))
		}
		if got := (ThroughPoints{N: n, Dim: d}).LogClass(); math.Abs(got/sum-1) > 1e-11 {
			t.Errorf("2·C(%d, %d): %v, want %v", n, d, got, sum)
		}
	}
}
