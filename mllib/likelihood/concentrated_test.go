package likelihood

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/special"
)

// tight are fifty numbers around a base, with the relative standard deviation spread.
func tight(base, spread float64) []float64 {
	x := make([]float64, 50)
	for i := range x {
		share := float64(spread*(float64(i*37%50)-24.5)) / 14.4309
		x[i] = base * (1 + share)
	}
	return x
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestConcentrated: estimates and likelihoods by mpmath with 60 digits, for the same numbers.
func TestConcentrated(t *testing.T) {
	beta := make([]float64, 6)
	for i := range beta {
		step := float64(1e-8 * float64(i))
		beta[i] = .3 + step
	}
	for _, c := range []struct {
		law           Law
		x             []float64
		first, second float64
		value         float64
	}{
		{Gamma, []float64{1e8, 1e8 + 1, 1e8 + 2, 1e8 + 3, 1e8 + 4, 1e8 + 5}, 3428571600000001.44, 2.91666659375000242e-8, -11.7249554343322766},
		{Beta, beta, 216000028513099.959, 504000006530563.71, 98.7991290325400539},
		{Gamma, tight(250.0, 0.1), 99.262473356022626, 2.5185751628747982, -231.90745440233455},
		{Gamma, tight(250.0, 0.005), 39999.435165033039, 0.0062500882567098496, -82.104040575136292},
		{Gamma, tight(250.0, 0.001), 1000003.4679146707, 0.00024999913302433892, -1.6321052399096338},
		{Gamma, tight(250.0, 1e-05), 10000042006.943751, 2.4999894983081767e-8, 228.62640571397093},
		{Gamma, tight(250.0, 1e-06), 1000004200758.0095, 2.4999894981490919e-10, 343.75566036361407},
		{Gamma, tight(250.0, 1e-07), 100000420074833.6, 2.4999894981732756e-12, 458.88491501305802},
		{Gamma, tight(250.0, 1e-09), 1.0000042089557246e+18, 2.4999894776549764e-16, 689.14342451764628},
		{Gamma, tight(250.0, 1e-11), 1.0000042412203706e+22, 2.4999893969940432e-20, 919.40193462366358},
		{Beta, tight(0.3, 0.1), 69.708950437854603, 162.65633379369686, 104.44026480891521},
		{Beta, tight(0.3, 0.005), 27999.830246465492, 65332.937246987598, 254.16783423890082},
		{Beta, tight(0.3, 0.001), 700002.65317220735, 1633339.5240686933, 334.63958841755411},
		{Beta, tight(0.3, 1e-05), 7000029405.0817164, 16333401945.190672, 564.89809182411864},
		{Beta, tight(0.3, 1e-06), 700002940529.3146, 1633340194568.4008, 680.02734647297654},
		{Beta, tight(0.3, 1e-07), 70000294045851.172, 163334019440319.41, 795.15660112013417},
		{Beta, tight(0.3, 1e-09), 7.0000295924280976e+17, 1.6333402382332229e+18, 1025.4151110904035},
		{Beta, tight(0.3, 1e-11), 7.0000273266263213e+21, 1.6333397095461417e+22, 1255.6736122976918},
		{Beta, tight(1e-06, 0.1), 99.262375155809085, 99262275.897123648, 734.94111957347755},
		{Beta, tight(1e-06, 0.005), 39999.395166664557, 39999355167.269401, 884.74453321664809},
		{Beta, tight(1e-06, 0.001), 1000002.4679122932, 1000001467909.8254, 965.21646855143532},
		{Beta, tight(1e-06, 1e-05), 10000032006.902319, 10000022006870313.0, 1195.4749795052984},
		{Beta, tight(1e-06, 1e-06), 1000003200762.0211, 1.0000022007588204e+18, 1310.6042341551454},
		{Beta, tight(1e-06, 1e-07), 100000320082848.64, 1.0000022008252856e+20, 1425.7334888064928},
		{Beta, tight(1e-06, 1e-09), 1.0000032296688734e+18, 1.0000022296656437e+24, 1655.9919988269046},
		{Beta, tight(1e-06, 1e-11), 1.000000242556744e+22, 9.9999924255650146e+27, 1886.2504334486356},
		{Beta, tight(0.875, 0.01), 1246.3429384552948, 178.04877050895107, 165.99278082806528},
		{Beta, tight(0.875, 0.0005), 499998.45292821627, 71428.350417766971, 315.7748823459153},
		{Beta, tight(0.875, 0.0001), 12500048.862183969, 1785721.2660262593, 396.24676704394976},
		{Beta, tight(0.875, 1.0000000000000002e-06), 125000525091.20645, 17857217870.172349, 626.50527588800191},
		{Beta, tight(0.875, 1e-07), 12500052509730.13, 1785721787104.3043, 741.63453053815591},
		{Beta, tight(0.875, 1e-08), 1250005244682339.9, 178572177811762.79, 856.76378506203759},
		{Beta, tight(0.875, 1e-10), 1.2500049583980715e+19, 1.7857213691401021e+18, 1087.0222886357801},
	} {
		for _, p := range []MLE{{Law: c.law}, {Law: c.law, Method: Scoring}, {Law: c.law, Start: []float64{c.first * 1.5, c.second / 1.4}}} {
			m := mustFit(t, p, c.x)
			if relative := math.Abs(m.Theta[0]/c.first-1) + math.Abs(m.Theta[1]/c.second-1); relative > 1e-9 {
				t.Errorf("%v, %v: %v is off by %.2g of itself, want %v, %v", c.law, c.x[:2], m.Theta, relative, c.first, c.second)
			}
			if off := math.Abs(m.LogLikelihood - c.value); off > 2e-12*(1+math.Abs(c.value)) {
				t.Errorf("%v, %v: log likelihood %v is off by %.2g, want %v", c.law, c.x[:2], m.LogLikelihood, off, c.value)
			}
			if m.Report.Stop != Converged || m.Report.Decrement > 1e-15 || p.Start == nil && m.Report.Iterations > 12 {
				t.Errorf("%v, %v: %v", c.law, c.x[:2], m.Report)
			}
			sum := 0.0
			for _, v := range must(m.LogProbs(c.x)) {
				sum += v
			}
			if math.Abs(sum-c.value) > 1e-7*math.Abs(c.value) {
				t.Errorf("%v, %v: the log densities add up to %v, want %v", c.law, c.x[:2], sum, c.value)
			}
		}
	}
}

// TestConcentratedAlike: on both sides of where the formulas change they are the same function.
func TestConcentratedAlike(t *testing.T) {
	for _, law := range []Law{Gamma, Beta} {
		s, err := newSample(law, tight(.4, .03))
		if err != nil {
			t.Fatal(err)
		}
		for _, shape := range []float64{20, 99, 5000} {
			theta := []float64{shape, s.mean / shape * 1.01}
			fast, chart := gammaLarge(s, theta[0], theta[1]), gammaChart
			if law == Beta {
				theta = []float64{.41 * shape, .59 * shape}
				fast, chart = betaLarge(s, theta[0], theta[1]), betaChart
			}
			plain := plainly(law, s, theta)
			testkit.Near(t, law.String()+": value", []float64{fast.value}, []float64{plain.value}, 1e-10)
			for i, v := range plain.slope {
				testkit.Near(t, law.String()+": slope", []float64{fast.slope[i]}, []float64{v}, 1e-9)
			}
			eta := chart.in(s, theta)
			for i, v := range chart.out(s, eta) {
				testkit.Near(t, law.String()+": chart", []float64{v}, []float64{theta[i]}, 1e-13)
			}
			at := func(eta []float64) jet { return chart.at(s, chart.out(s, eta), eta, false) }
			j := at(eta)
			testkit.Near(t, law.String()+": value in the chart", []float64{j.value}, []float64{plain.value}, 1e-10)
			for a := range eta { // slopes by differences
				h := []float64{1e-4, 1e-5}[a]
				up, down := slices.Clone(eta), slices.Clone(eta)
				up[a] += h
				down[a] -= h
				high, low := at(up), at(down)
				testkit.Near(t, law.String()+": slope in the chart", []float64{(high.value - low.value) / (2 * h)}, []float64{j.slope[a]}, 1e-4)
				for b := range eta {
					want := j.bend[entry(a, b)]
					testkit.Near(t, law.String()+": second derivative in the chart", []float64{(high.slope[b] - low.slope[b]) / (2 * h)}, []float64{want}, 1e-5)
				}
			}
		}
	}
}

// plainly is the log likelihood by log Γ.
func plainly(law Law, s *sample, theta []float64) jet {
	a, b, n := theta[0], theta[1], s.n
	la, _ := math.Lgamma(a)
	if law == Gamma {
		l := math.Log(b)
		return jet{value: (a-1)*s.sumLog - n*s.mean/b - n*(a*l+la), slope: [2]float64{s.sumLog - n*(l+special.Digamma(a)), n * (s.mean/b - a) / b}}
	}
	lb, _ := math.Lgamma(b)
	both, _ := math.Lgamma(a + b)
	return jet{value: (a-1)*s.sumLog + (b-1)*s.sumRests - n*(la+lb-both),
		slope: [2]float64{s.sumLog - n*(special.Digamma(a)-special.Digamma(a+b)), s.sumRests - n*(special.Digamma(b)-special.Digamma(a+b))}}
}

// TestConcentratedProfile: with a parameter known, and the ends of an interval, which for many observations are those of a normal law.
func TestConcentratedProfile(t *testing.T) {
	for _, spread := range []float64{1e-3, 1e-5, 1e-7} {
		for _, law := range []Law{Gamma, Beta} {
			x := tight(.25, spread)
			m := mustFit(t, MLE{Law: law}, x)
			for j, name := range m.Names {
				fixed := mustFit(t, MLE{Law: law, Known: map[string]float64{name: m.Theta[j]}}, x)
				if math.Abs(fixed.LogLikelihood-m.LogLikelihood) > 1e-9*math.Abs(m.LogLikelihood) || math.Abs(fixed.Theta[1-j]/m.Theta[1-j]-1) > 1e-9 {
					t.Errorf("%v, %v: with the %s %v known: %v, %v; want %v, %v", law, spread, name, m.Theta[j], fixed.Theta, fixed.LogLikelihood, m.Theta, m.LogLikelihood)
				}
				low, high, err := MLE{Law: law}.Interval(x, name, .9)
				if err != nil {
					t.Fatal(err)
				}
				values := must(MLE{Law: law}.Profile(x, name, []float64{low, high}))
				testkit.Near(t, "profile at the ends", values, []float64{m.LogLikelihood - 1.3527717, m.LogLikelihood - 1.3527717}, 1e-6)
			}
		}
	}
}

// TestNoDigitsLeft: numbers that differ by a few units in the last place.
func TestNoDigitsLeft(t *testing.T) {
	for _, law := range []Law{Gamma, Beta, Weibull} {
		x := []float64{.3, math.Nextafter(.3, 1), .3, math.Nextafter(.3, 0)}
		_, err := MLE{Law: law}.Fit(x)
		if !errors.Is(err, ErrNoMaximum) || !strings.Contains(err.Error(), "rounding") {
			t.Errorf("%v: %v", law, err)
		}
	}
}

// TestSettles: searches end where rounding hides what is left to gain, below and above the shape from which laws are concentrated.
func TestSettles(t *testing.T) {
	for _, law := range []Law{Gamma, Beta} {
		for _, shape := range []float64{16, 25, 40, 95, 105, 230, 1e4} {
			for seed := range uint64(30) {
				g := rand.New(rand.NewPCG(seed, 1))
				x := make([]float64, 50)
				for i := range x {
					x[i] = min(.9, max(.01, .3*(1+g.NormFloat64()/math.Sqrt(shape))))
				}
				if m := mustFit(t, MLE{Law: law}, x); m.Report.Stop != Converged || m.Report.Iterations > 20 {
					t.Errorf("%v, shape about %v, seed %d: %v", law, shape, seed, m.Report)
				}
			}
		}
	}
}
