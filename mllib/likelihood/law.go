package likelihood

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
)

// Law is a family of laws on the line. Its parameters, by these names and in this order:
//
//	Normal       mean, variance         LogNormal  mean, variance of the logarithm
//	Bernoulli    p                      Geometric  p, for counts 1, 2, … of trials
//	Poisson      rate                   Exponential  rate, 1/mean
//	Laplace      location, scale        Uniform    low, high
//	Gamma        shape, scale           Weibull    shape, scale
//	Beta         a, b
//	Cauchy, Logistic, Gumbel            location, scale
//
// The first eight have a formula for the estimate.
type Law = enum.Of[laws]

const (
	Normal Law = iota
	LogNormal
	Bernoulli
	Geometric
	Poisson
	Exponential
	Laplace
	Uniform
	Gamma
	Weibull
	Beta
	Cauchy
	Logistic
	Gumbel
)

type laws struct{}

func (laws) Names() (string, []string) {
	names := make([]string, len(table))
	for i, r := range table {
		names[i] = r.name
	}
	return "likelihood.Law", names
}

// kind is what numbers a parameter may be.
type kind int8

const (
	real     kind = iota
	positive      // searched for by its logarithm
	share         // of (0, 1), searched for by its log odds
)

// parameter is one of a law. In other units of the observations, x = centre + unit·z, it is centre (where it shifts) + unit^power times what it is for z.
type parameter struct {
	name   string
	kind   kind
	shifts bool
	power  int
}

// frame says in which units a sample is looked at.
type frame int8

const (
	asIs    frame = iota
	scaled        // divided by a unit
	centred       // and from a centre on
)

// record is all that is known of a law. Parameters and observations are those in the units of the frame.
type record struct {
	name       string
	parameters []parameter
	frame      frame
	sorted     bool // the observations are put in order
	logs       bool // the observations are looked at by their logarithms
	holds      func(v float64) bool
	support    string
	none       func(s *sample, theta []float64, free []bool) string        // why there is no maximum, or nothing
	formula    func(s *sample, theta []float64, free []bool) (border bool) // sets the free entries of theta to the maximum; nil: there is no formula
	start      func(s *sample, theta []float64, free []bool) [][]float64   // where Newton's method begins, with the entries that are not free; nil: the formula
	at         func(s *sample, theta []float64, derivatives bool) jet      // log likelihood
	expected   func(theta []float64) [3]float64                            // information of one observation; nil: the law is not regular
	chart      *chart                                                      // what a search goes by where the law concentrates and all is free; nil: nothing else
	kinks      bool                                                        // the likelihood has no derivatives
}

var (
	locationScale = []parameter{{name: "location", shifts: true, power: 1}, {name: "scale", kind: positive, power: 1}}
	meanVariance  = []parameter{{name: "mean", shifts: true, power: 1}, {name: "variance", kind: positive, power: 2}}
	shapeScale    = []parameter{{name: "shape", kind: positive}, {name: "scale", kind: positive, power: 1}}
	chance        = []parameter{{name: "p", kind: share}}
)

func above0(v float64) bool   { return v > 0 }
func from0(v float64) bool    { return v >= 0 }
func anything(float64) bool   { return true }
func whole(v float64) bool    { return v >= 0 && v == math.Trunc(v) && v <= 1<<53 }
func counts1(v float64) bool  { return v >= 1 && whole(v) }
func binary(v float64) bool   { return v == 0 || v == 1 }
func within01(v float64) bool { return v > 0 && v < 1 }

// table has the laws in the order of their constants.
var table = []record{
	Normal: {name: "normal", parameters: meanVariance, frame: centred, holds: anything, none: equal, formula: normalFormula, at: normalAt, expected: normalInformation},
	LogNormal: {name: "log-normal", parameters: []parameter{{name: "mean", shifts: true, power: 1}, {name: "variance", kind: positive, power: 2}}, frame: centred, logs: true,
		holds: above0, support: "a number > 0", none: equal, formula: normalFormula, at: normalAt, expected: normalInformation},
	Bernoulli: {name: "bernoulli", parameters: chance, holds: binary, support: "0 or 1", formula: bernoulliFormula, at: bernoulliAt,
		expected: func(t []float64) [3]float64 { return [3]float64{1 / (t[0] * (1 - t[0]))} }},
	Geometric: {name: "geometric", parameters: chance, holds: counts1, support: "a whole number >= 1", formula: geometricFormula, at: geometricAt,
		expected: func(t []float64) [3]float64 { return [3]float64{1 / (t[0] * t[0] * (1 - t[0]))} }},
	Poisson: {name: "poisson", parameters: []parameter{{name: "rate", kind: positive}}, holds: whole, support: "a whole number >= 0", formula: poissonFormula, at: poissonAt,
		expected: func(t []float64) [3]float64 { return [3]float64{1 / t[0]} }},
	Exponential: {name: "exponential", parameters: []parameter{{name: "rate", kind: positive, power: -1}}, frame: scaled, holds: from0, support: "a number >= 0", none: zeros,
		formula: exponentialFormula, at: exponentialAt, expected: func(t []float64) [3]float64 { return [3]float64{1 / (t[0] * t[0])} }},
	Laplace: {name: "laplace", parameters: locationScale, frame: centred, sorted: true, holds: anything, none: equal, formula: laplaceFormula, at: laplaceAt, kinks: true,
		expected: func(t []float64) [3]float64 { return [3]float64{1 / (t[1] * t[1]), 0, 1 / (t[1] * t[1])} }},
	Uniform: {name: "uniform", parameters: []parameter{{name: "low", shifts: true, power: 1}, {name: "high", shifts: true, power: 1}}, holds: anything, none: noWidth,
		formula: uniformFormula, at: uniformAt, kinks: true},
	Gamma:   {name: "gamma", parameters: shapeScale, frame: scaled, holds: above0, support: "a number > 0", none: equalShape, start: gammaStart, at: gammaAt, expected: gammaInformation, chart: gammaChart},
	Weibull: {name: "weibull", parameters: shapeScale, frame: scaled, holds: above0, support: "a number > 0", none: equalWeibull, start: weibullStart, at: weibullAt, expected: weibullInformation},
	Beta: {name: "beta", parameters: []parameter{{name: "a", kind: positive}, {name: "b", kind: positive}}, holds: within01, support: "a number between 0 and 1, these excluded", none: equalShape,
		start: betaStart, at: betaAt, expected: betaInformation, chart: betaChart},
	Cauchy: {name: "cauchy", parameters: locationScale, frame: centred, sorted: true, holds: anything, none: half, start: cauchyStart, at: standard(cauchyTerm),
		expected: func(t []float64) [3]float64 { return [3]float64{.5 / (t[1] * t[1]), 0, .5 / (t[1] * t[1])} }},
	Logistic: {name: "logistic", parameters: locationScale, frame: centred, holds: anything, none: equal, start: logisticStart, at: standard(logisticTerm),
		expected: func(t []float64) [3]float64 {
			return [3]float64{1 / (3 * t[1] * t[1]), 0, (3 + math.Pi*math.Pi) / (9 * t[1] * t[1])}
		}},
	Gumbel: {name: "gumbel", parameters: locationScale, frame: centred, holds: anything, none: equal, start: gumbelStart, at: standard(gumbelTerm), expected: gumbelInformation},
}
