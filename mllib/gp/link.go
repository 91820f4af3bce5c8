package gp

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/integrate/quad"
)

// Link says how the latent f makes probabilities: P(Y = second class | x) = l(f(x)), with l(−t) = 1 − l(t), so that a label y = ±1 has the likelihood l(y f(x)). The
// zero value is Logistic.
//
// Curriculum: N6.4m (where (L2060) prints a double minus).
type Link = enum.Of[links]

const (
	Logistic Link = iota // l(t) = 1/(1 + e^(−t))
	Probit               // l(t) = Φ(t)
)

type links struct{}

func (links) Names() (string, []string) {
	return "gp.Link", []string{Logistic: "logistic", Probit: "probit"}
}

// logLikelihood is log l(yf).
func logLikelihood(link Link, y, f float64) float64 {
	if link == Probit {
		return special.LogPhi(y * f)
	}
	return special.LogSigmoid(y * f)
}

// derivatives are those of log l(yf) by f: the first, minus the second, which is not negative, and the third.
func derivatives(link Link, y, f float64) (first, curvature, third float64) {
	if link == Probit {
		r, more := mills(y * f)
		return y * r, r * more, y * r * (more*(more+r) - 1)
	}
	p, q := special.Sigmoid(f), special.Sigmoid(-f)
	if first = q; y < 0 {
		first = -p
	}
	return first, p * q, p * q * (p - q)
}

// mills returns r = φ(z)/Φ(z), and r + z, with digits also where z is far below 0.
func mills(z float64) (r, more float64) {
	if z > -30 {
		r = math.Exp(-z*z/2 - math.Log(2*math.Pi)/2 - special.LogPhi(z))
		return r, r + z
	}
	y := 1 / (z * z)
	more = -1 / z * (1 - y*(2-y*(10-y*(74-706*y)))) // Abramowitz and Stegun 26.2.12, inverted
	return more - z, more
}

// Average is the probability of the second class for a latent that is normal: E l(f), f ~ N(mean, variance), to a relative accuracy of 1e-12. For Probit it is Φ(mean/√(1 + variance)), for
// Logistic an integral that has no closed form. It is NaN for a variance that is negative, a mean or variance that is not finite, or an unknown link.
//
// Reference: Rasmussen and Williams (2006), equations (3.25) and (3.77). Curriculum: N6.4q, N6.4r.
func Average(link Link, mean, variance float64) float64 {
	if link.Check("link") != nil || !finite(mean) || !finite(variance) || variance < 0 {
		return math.NaN()
	}
	return math.Exp(newTilt(link).of(1, mean, variance).log)
}

// tilted are the logarithm of the integral, and the mean and variance, of l(yf) times a normal density.
type tilted struct{ log, mean, variance float64 }

// tilt computes tilted laws.
type tilt struct {
	link           Link
	nodes, weights [20]float64 // Gauss–Legendre on [−1, 1]
}

func newTilt(link Link) *tilt {
	t := &tilt{link: link}
	quad.Legendre{}.FixedLocations(t.nodes[:], t.weights[:], -1, 1)
	return t
}

// of is the law for a label and a normal density. For Probit it is Rasmussen and Williams (2006), equation (3.58).
func (t *tilt) of(y, mean, variance float64) tilted {
	if t.link == Probit {
		s := math.Sqrt(1 + variance)
		z := y * mean / s
		r, more := mills(z)
		share := variance / (1 + variance)
		return tilted{special.LogPhi(z), mean + y*variance/s*r, variance * (1 - share*r*more)}
	}
	l := t.logistic(y*mean, variance)
	l.mean *= y
	return l
}

// logistic integrates l(f) times the normal density, in pieces that go from the mode to both sides until nothing is left: none is longer than 4 standard deviations of the normal
// density or, near 0, where l bends, than 5. There 20 nodes leave nothing but rounding: the next poles of l are at ±iπ.
func (t *tilt) logistic(mean, variance float64) tilted {
	deviation := math.Sqrt(variance)
	if deviation == 0 {
		return tilted{special.LogSigmoid(mean), mean, variance}
	}
	if mean+variance+10*deviation < -40 { // l(f) is e^f
		return tilted{mean + variance/2, mean + variance, variance}
	}
	mode := logisticMode(mean, variance)
	off := (mode - mean) / deviation
	height := func(u float64) float64 { // at u standard deviations from the mode
		return special.LogSigmoid(mode+deviation*u) - (off+u)*(off+u)/2
	}
	top := height(0)
	var sums [3]float64 // of the powers 0, 1, 2 of u
	for _, side := range []float64{-1, 1} {
		for from := 0.0; math.Abs(from) < 10 && height(from)-top > -45; { // at 10 deviations the normal density leaves nothing
			width := min(4, max(5, .6*math.Abs(mode+deviation*from))/deviation)
			half := side * max(width, 1e-13*math.Abs(from)) / 2 // on the way to a bend that lies too far off to be seen, too
			for i, node := range t.nodes {
				u := from + half*(1+node)
				p := t.weights[i] * math.Abs(half) * math.Exp(height(u)-top)
				sums[0] += p
				sums[1] += float64(p * u)
				sums[2] += float64(p * u * u)
			}
			from += 2 * half
		}
	}
	first := sums[1] / sums[0]
	return tilted{
		log:      top + math.Log(sums[0]) - math.Log(2*math.Pi)/2,
		mean:     mode + deviation*first,
		variance: variance * nonNegative(sums[2]/sums[0]-first*first),
	}
}

// logisticMode is where log l(f) − (f − mean)²/(2·variance) is largest, nearly.
func logisticMode(mean, variance float64) float64 {
	low, high := mean, mean+variance // the slope l(−f) − (f − mean)/variance falls, from positive to negative
	f := min(max(0, low), high)
	for range 100 {
		slope := special.Sigmoid(-f) - (f-mean)/variance
		if slope > 0 {
			low = f
		} else {
			high = f
		}
		next := f + slope/(1/variance+special.Sigmoid(f)*special.Sigmoid(-f))
		if !(next > low && next < high) {
			next = low/2 + high/2
		}
		if math.Abs(next-f) <= 1e-3*math.Sqrt(variance) {
			return next
		}
		f = next
	}
	return f
}
