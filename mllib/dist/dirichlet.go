package dist

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Dirichlet is the Dirichlet law of probability vectors of length len(Alpha), with parameters Alpha[k] > 0; all 1 is the uniform
// law on the simplex. Its density is that of all entries but the last,
//
//	Γ(ΣAlpha) / Π Γ(Alpha[k]) · Π p[k]^(Alpha[k]-1).
//
// Curriculum: Y5c.
type Dirichlet struct {
	Alpha []float64 // positive parameters, at least one
}

// Check returns an error that wraps input.ErrEmpty for no parameters and input.ErrParam for one that is not positive and finite.
func (d Dirichlet) Check(argument string) error {
	if len(d.Alpha) == 0 {
		return input.Errorf(input.ErrEmpty, argument, "got no parameters")
	}
	for _, a := range d.Alpha {
		if err := input.Param(a > 0 && finite(a), argument, a, "positive finite numbers"); err != nil {
			return err
		}
	}
	return nil
}

// LogProb returns the logarithm of the density at the probability vector p: -Inf where an entry is 0 whose parameter is above 1, +Inf
// where its parameter is below 1. It is NaN if d does not pass Check or CheckWeights does not take p, where both hold, and
// where ΣAlpha overflows.
func (d Dirichlet) LogProb(p []float64) float64 {
	if d.Check("") != nil || CheckWeights("", p, len(d.Alpha)) != nil {
		return math.NaN()
	}
	total, log := 0.0, 0.0
	for k, a := range d.Alpha {
		total += a
		gamma, _ := math.Lgamma(a)
		log -= gamma
		if a != 1 { // 0·log 0 is 0
			log += (a - 1) * math.Log(p[k])
		}
	}
	gamma, _ := math.Lgamma(total)
	return log + gamma
}

// Prob returns the density at p.
func (d Dirichlet) Prob(p []float64) float64 { return math.Exp(d.LogProb(p)) }

// Mean returns the mean of each entry, Alpha[k]/ΣAlpha; nil if d does not pass Check.
func (d Dirichlet) Mean() []float64 {
	if d.Check("") != nil {
		return nil
	}
	mean, largest := slices.Clone(d.Alpha), floats.Max(d.Alpha) // their sum may overflow
	floats.Scale(1/largest, mean)
	floats.Scale(1/floats.Sum(mean), mean)
	return mean
}

// Cov returns the covariance matrix of the entries, (mean_i [i = j] - mean_i mean_j) / (1 + ΣAlpha); its rows have the sum 0. It is the zero Sym if
// d does not pass Check.
func (d Dirichlet) Cov() Sym {
	mean := d.Mean()
	s, scale := ZeroSym(len(mean)), 1+floats.Sum(d.Alpha)
	for i, a := range mean {
		for j, b := range mean {
			v := -a * b
			if i == j {
				v = a * (1 - a)
			}
			s.Data[i*s.N+j] = v / scale
		}
	}
	return s
}

// Rand draws a probability vector. It returns nil if d does not pass Check or without rnd.
func (d Dirichlet) Rand(rnd *rand.Rand) []float64 {
	if d.Check("") != nil || rnd == nil {
		return nil
	}
	p := make([]float64, len(d.Alpha))
	for k, a := range d.Alpha {
		p[k] = distuv.Gamma{Alpha: a, Beta: 1, Src: rnd}.Rand()
	}
	sum := floats.Sum(p)
	if sum == 0 || !finite(sum) {
		p, sum = d.logRand(rnd), 1
	}
	floats.Scale(1/sum, p)
	return p
}

// logRand draws in logarithms, for parameters so small or large that gamma variables underflow or overflow: G·U^(1/a) has the gamma law
// of the parameter a if G has that of a+1 and U is uniform.
func (d Dirichlet) logRand(rnd *rand.Rand) []float64 {
	p := make([]float64, len(d.Alpha))
	for k, a := range d.Alpha {
		p[k] = math.Log(a)
		if a < 1e15 { // beyond, the variable is its mean to rounding
			p[k] = math.Log(distuv.Gamma{Alpha: a + 1, Beta: 1, Src: rnd}.Rand()) - rnd.ExpFloat64()/a
		}
		p[k] = max(p[k], -math.MaxFloat64)
	}
	total := special.LogSumExp(p)
	for k, v := range p {
		p[k] = math.Exp(v - total)
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}
