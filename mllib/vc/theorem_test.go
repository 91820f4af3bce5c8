package vc

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
)

var theoremsAll = []Theorem{Short, Original, Squared, Coins}

// TestRadii: the numbers of the curriculum (N11.2a).
func TestRadii(t *testing.T) {
	want := map[int][]float64{100: {2.13956, 2.46060, 2.74434, 4.22721}, 1000: {.77754, .90865, 1.02310, 1.61068}, 10_000: {.27420, .32351, .36624, .58348},
		100_000: {.09483, .11259, .12791, .20530}, 1_000_000: {.03235, .03858, .04394, .07089}}
	for n, row := range want {
		for k, v := range []int{2, 3, 4, 11} {
			if got := RadiusBy(Short, Power(v), n, .05); math.Abs(got-row[k]) > 5.1e-6 {
				t.Errorf("n = %d, V = %d: %v, want %v", n, v, got, row[k])
			}
		}
	}
	for _, c := range []struct {
		v      int
		radius float64
		want   int
	}{{2, 1, 569}, {3, 1, 805}, {4, 1, 1054}, {2, .1, 89_192}, {3, .1, 129_227}, {4, .1, 170_431}} {
		n, err := Observations(Short, Power(c.v), .05, c.radius)
		if c.radius == 1 { // below 1, not at it
			n, err = Observations(Short, Power(c.v), .05, math.Nextafter(1, 0))
		}
		if n != c.want || err != nil {
			t.Errorf("V = %d, radius %v: %d observations, %v, want %d", c.v, c.radius, n, err, c.want)
		}
	}
}

// TestRadiusAndTail: each radius is where its tail is alpha, and grows smaller with n.
func TestRadiusAndTail(t *testing.T) {
	for _, theorem := range theoremsAll {
		for _, g := range []Growth{Power(3), OfDimension(3)} {
			last := math.Inf(1)
			for _, n := range []int{10, 100, 1000, 100_000} {
				for _, alpha := range []float64{.01, .05, .5} {
					r := RadiusBy(theorem, g, n, alpha)
					if got := TailBy(theorem, g, n, r); math.Abs(got/alpha-1) > 1e-9 {
						t.Errorf("%v, n = %d: the tail at the radius %v is %v, want %v", theorem, n, r, got, alpha)
					}
				}
				r := RadiusBy(theorem, g, n, .05)
				if !(r < last) {
					t.Errorf("%v: radius %v at %d, %v before", theorem, r, n, last)
				}
				last = r
			}
			n, err := Observations(theorem, g, .05, .2)
			if err != nil || RadiusBy(theorem, g, n, .05) > .2 || RadiusBy(theorem, g, n-1, .05) <= .2 {
				t.Errorf("%v: %d observations, %v", theorem, n, err)
			}
		}
		if back := testkit.RoundTrip(t, &theorem); *back != theorem {
			t.Errorf("%v came back as %v", theorem, *back)
		}
	}
}

// TestTheoremsHold: the largest deviation of the half-lines (-∞, a], the statistic of Kolmogorov and Smirnov, is beyond no radius more often than it may be, and its mean is below that of Coins.
func TestTheoremsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	growth := func(n float64) float64 { return math.Log1p(n) }
	for _, n := range []int{20, 400} {
		sum, beyond := 0.0, map[Theorem]int{}
		for range 2000 {
			sup := kolmogorov(r, n)
			sum += sup
			for _, theorem := range theoremsAll {
				if sup > RadiusBy(theorem, growth, n, .2) {
					beyond[theorem]++
				}
			}
		}
		for theorem, k := range beyond {
			if k > 400 {
				t.Errorf("%v, n = %d: beyond the radius in %d of 2000", theorem, n, k)
			}
		}
		if mean := meanSup(growth, float64(n)); sum/2000 > mean {
			t.Errorf("n = %d: mean %v above %v", n, sum/2000, mean)
		}
	}
}

func kolmogorov(r *rand.Rand, n int) (sup float64) {
	counts := make([]int, 1000)
	for range n {
		counts[r.IntN(1000)]++
	}
	sum := 0
	for k, c := range counts {
		sum += c
		sup = max(sup, math.Abs(float64(sum)/float64(n)-float64(k+1)/1000))
	}
	return sup
}

func TestLogSauer(t *testing.T) {
	for _, c := range []struct{ n, v int }{{10, 2}, {100, 5}, {5, 9}, {0, 3}, {1000, 1}} {
		if got, want := LogSauer(float64(c.n), c.v), math.Log(Sauer(c.n, c.v)); math.Abs(got-want) > 1e-11*(1+want) {
			t.Errorf("log Sauer(%d, %d) = %v, want %v", c.n, c.v, got, want)
		}
	}
	if got := LogSauer(1e12, 3); math.Abs(got-(3*math.Log(1e12)-math.Log(6))) > 1e-3 {
		t.Errorf("far out: %v", got)
	}
	if !math.IsNaN(LogSauer(-1, 2)) || !math.IsNaN(LogSauer(math.NaN(), 2)) || !math.IsNaN(LogSauer(3, -1)) || !math.IsNaN(Cover(0, 2)) {
		t.Error("numbers outside the domain are not NaN")
	}
	for n, want := range map[int]float64{3: 1, 4: .875, 5: .6875, 10: 92. / 1024} {
		if got := Cover(n, 2) / math.Exp2(float64(n)); got != want {
			t.Errorf("Cover(%d, 2)/2ⁿ = %v, want %v", n, got, want)
		}
	}
}

// TestThroughPoints: the numbers of the curriculum (B2.3b, B2.3.1c, B2.3.2a, B2.3.2b).
func TestThroughPoints(t *testing.T) {
	near := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for _, c := range []struct {
		n, d int
		want float64
	}{{50, 2, 2450}, {100, 2, 9900}, {1000, 2, 999_000}, {100, 5, 150_575_040}, {100, 10, 34_620_618_912_880}} {
		near("class", math.Exp(ThroughPoints{c.n, c.d}.LogClass())/c.want, 1, 1e-10)
	}
	for _, c := range []struct {
		n, d        int
		mean, sharp float64
	}{{50, 2, .204668, .183413}, {100, 2, .114391, .104085}, {1000, 2, .015847, .014844}, {100, 10, .533908, math.NaN()}} {
		p := ThroughPoints{c.n, c.d}
		near("mean, separable", p.MeanSeparable(), c.mean, 5.1e-7)
		if !math.IsNaN(c.sharp) {
			near("sharper", p.SharpMeanSeparable(), c.sharp, 5.1e-7)
		}
	}
	thousand := ThroughPoints{1000, 2}
	near("tail, separable", thousand.TailSeparable(.02), 2.143e-3, 5e-7)
	near("tail, separable", thousand.TailSeparable(.03), 9.93e-8, 5e-11)
	near("tail, n = 100", ThroughPoints{100, 2}.TailSeparable(.1), .5490, 5e-5)
	near("tail", thousand.Tail(.15), 23.68, 5e-3)
	near("tail", thousand.Tail(.2), 4.583e-3, 5e-7)
	near("tail", thousand.Tail(.25), 7.28e-8, 5e-11)
	for n, want := range map[int]float64{50: .842284, 100: .629532, 1000: .231185, 10_000: .082013, 100_000: .028474} {
		near("mean", ThroughPoints{n, 2}.Mean(), want, 5.1e-7)
	}
	near("any class", MeanMinimiser(1000, 3), 1.77893, 5e-6)
	for _, v := range []float64{ThroughPoints{2, 2}.Mean(), ThroughPoints{5, 0}.MeanSeparable(), thousand.Tail(.003), thousand.Tail(1.1), MeanMinimiser(0, 3), ThroughPoints{1, 2}.TailSeparable(.5)} {
		if !math.IsNaN(v) {
			t.Errorf("outside the domain: %v", v)
		}
	}
}

func TestTheoremErrors(t *testing.T) {
	for name, v := range map[string]float64{
		"n = 0": TailBy(Short, Power(1), 0, .1), "ε < 0": TailBy(Coins, Power(1), 5, -1), "no growth": TailBy(Short, nil, 5, .1), "no theorem": TailBy(9, Power(1), 5, .1),
		"radius, n = 0": RadiusBy(Short, Power(1), 0, .1), "α = 0": RadiusBy(Short, Power(1), 5, 0), "radius, no growth": RadiusBy(Short, nil, 5, .1), "radius, no theorem": RadiusBy(9, Power(1), 5, .1),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s: %v, want NaN", name, v)
		}
	}
	if !math.IsInf(RadiusBy(Squared, Power(1), 2, .1), 1) {
		t.Error("two observations have a radius")
	}
	for name, err := range map[string]error{
		"theorem": second(Observations(9, Power(1), .1, .1)), "alpha": second(Observations(Short, Power(1), 0, .1)), "radius": second(Observations(Short, Power(1), .1, 0)),
		"never": second(Observations(Short, func(n float64) float64 { return n }, .1, .1)),
	} {
		if !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Observations(Short, nil, .1, .1); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no growth: %v", err)
	}
	if Oracle(.25, .5) != 1.25 || Known(.25, .5) != .75 || Known(.5, 3) != 1 {
		t.Error("what the radius promises")
	}
}

func second[T any](_ T, err error) error { return err }
