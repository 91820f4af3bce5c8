package likelihood

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
)

// sample holds the observations of a law in units of their own: z = (x - centre)/unit, where the unit is a power of 2, so that nothing overflows, observations far from 0 lose
// no digits to it, and other units give the same answer.
type sample struct {
	z            []float64 // in order of size where the law is sorted
	low, high    float64   // the least and the largest of z
	n            float64
	centre, unit float64
	jacobian     float64 // what the log likelihood of x has more than that of z, besides the units

	mean, squares    float64   // mean, and Σ (z - mean)²
	logs, rests      []float64 // log z and log(1-z), where the law wants them
	sumLog, sumRests float64
	tight            bool       // of a gamma or beta law: the estimate is a concentrated law
	gaps             [2]float64 // log(mean) less the mean of log z, and the same of 1-z
	constant         float64    // Σ log x! for counts
	scratch          []float64  // three times n numbers
}

func newSample(law Law, x []float64) (*sample, error) {
	r := table[law]
	if len(x) == 0 {
		return nil, input.Errorf(input.ErrEmpty, "x", "got no observations")
	}
	if sum := floats.Sum(x); sum-sum != 0 { // of finite numbers it may overflow
		if err := input.Vector("x", x, len(x)); err != nil {
			return nil, err
		}
	}
	for i, v := range x {
		if !r.holds(v) {
			return nil, input.Errorf(input.ErrValue, "x", "entry %d is %v, want %s for a %v law", i, v, r.support, law)
		}
	}
	s := &sample{z: slices.Clone(x), n: float64(len(x)), unit: 1}
	if r.logs {
		special.LogTo(s.z, s.z)
		s.jacobian = -floats.Sum(s.z)
	}
	if r.sorted {
		slices.Sort(s.z)
	}
	if err := s.reframe(r); err != nil {
		return nil, err
	}
	s.moments()
	s.extras(law)
	return s, nil
}

// reframe puts the observations into units of their own.
func (s *sample) reframe(r record) error {
	if r.frame == asIs {
		return nil
	}
	if r.frame == centred {
		s.centre = s.middle(r.sorted)
	}
	size := s.size()
	if math.IsInf(size, 0) {
		return input.Errorf(input.ErrNotFinite, "x", "its numbers are so far apart that their differences overflow")
	}
	if size > 0 {
		s.unit = math.Ldexp(1, max(-1022, math.Ilogb(size))) // of a number below that, ours is small enough
	}
	inverse := 1 / s.unit // exactly, of a power of 2
	for i, v := range s.z {
		s.z[i] = (v - s.centre) * inverse
	}
	return nil
}

// size is the mean distance from the centre.
func (s *sample) size() float64 {
	sum := 0.0
	for _, v := range s.z {
		sum += math.Abs(v - s.centre)
	}
	if !math.IsInf(sum, 0) {
		return sum / s.n
	}
	sum = 0
	for _, v := range s.z {
		sum += math.Abs(v/s.n - s.centre/s.n)
	}
	return sum
}

// moments finds least and largest, mean and squares.
func (s *sample) moments() {
	s.mean = floats.Sum(s.z) / s.n
	s.low, s.high = s.z[0], s.z[0]
	rest := 0.0 // the mean of what is left is added, too
	for _, v := range s.z {
		s.low, s.high = min(s.low, v), max(s.high, v)
		v -= s.mean
		rest += v
		s.squares += float64(v * v)
	}
	s.mean += rest / s.n
	s.squares = max(0, s.squares-rest/s.n*rest)
}

// extras are what single laws look at.
func (s *sample) extras(law Law) {
	if table[law].start != nil && law != Gamma && law != Beta {
		s.scratch = make([]float64, 3*len(s.z))
	}
	if law == Gamma || law == Weibull || law == Beta {
		s.logs = make([]float64, len(s.z))
		special.LogTo(s.logs, s.z)
		s.sumLog = floats.Sum(s.logs)
	}
	if law == Beta {
		s.rests = make([]float64, len(s.z))
		for i, v := range s.z {
			s.rests[i] = -v
		}
		special.Log1pTo(s.rests, s.rests)
		s.sumRests = floats.Sum(s.rests)
	}
	if law == Gamma || law == Beta {
		s.concentrate(law)
	}
	if law == Poisson {
		for _, v := range s.z {
			l, _ := math.Lgamma(v + 1)
			s.constant += l
		}
	}
}

// outer is what the log likelihood of x is, given that of z.
func (s *sample) outer(value float64) float64 { return value - s.n*math.Log(s.unit) + s.jacobian }

// inner and outerOf take a parameter into the units of the sample and back.
func (s *sample) inner(p parameter, v float64) float64 {
	if p.shifts {
		v -= s.centre
	}
	return v / s.power(p)
}

func (s *sample) outerOf(p parameter, v float64) float64 {
	v *= s.power(p)
	if p.shifts {
		v += s.centre
	}
	return v
}

// power is ∂(parameter for x)/∂(parameter for z).
func (s *sample) power(p parameter) float64 { return math.Pow(s.unit, float64(p.power)) }

// middle is the median of a sample in order, else the mean.
func (s *sample) middle(sorted bool) (mean float64) {
	if sorted {
		return s.z[(len(s.z)-1)/2]
	}
	if mean = floats.Sum(s.z) / s.n; !math.IsInf(mean, 0) && !math.IsNaN(mean) {
		return mean
	}
	mean = 0
	for _, v := range s.z {
		mean += v / s.n
	}
	return mean
}

// quantile is the number below which a share of the observations lies, which are in order.
func (s *sample) quantile(share float64) float64 {
	at := share * (s.n - 1)
	i := int(at)
	if i+1 >= len(s.z) {
		return s.high
	}
	return s.z[i] + (at-float64(i))*(s.z[i+1]-s.z[i])
}
