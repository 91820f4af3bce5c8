package bayes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// Law is a joint law of a number X with a density and a class 0..K-1.
type Law interface {
	K() int                                     // number of classes
	Masses(dst []float64, x float64)            // dst[k] = P(class k) × density of X in class k at x, for dst of length K
	Rand(rnd *rand.Rand) (x float64, class int) // a draw
	Range() (lo, hi float64)                    // an interval that holds X but for less than 1e-30
	Check() error                               // what is wrong with the parameters, or nil
}

var (
	_ Law = Classes{}
	_ Law = Regression{}
)

// Classes is a law given by the probabilities of the classes and the density of X in each.
//
// Curriculum: N2.1b, N2.2h, V1a, V2.2a, Y3g, Y5e.
type Classes struct {
	Prior   []float64         // P(class k), with sum 1; nil means equal ones
	Density []dist.Univariate // law of X in each class
}

// Normals is the law of the classes N(mean, 1), one for each mean, with these probabilities; nil means equal ones. Check tells
// whether they fit together.
func Normals(prior []float64, means ...float64) Classes {
	c := Classes{Prior: prior}
	for _, m := range means {
		c.Density = append(c.Density, dist.Normal{Mu: m})
	}
	return c
}

// K returns the number of classes.
func (c Classes) K() int { return len(c.Density) }

// Masses sets dst[k] to Prior[k] × Density[k](x), to NaN where there is no such probability or density.
func (c Classes) Masses(dst []float64, x float64) {
	for k := range dst {
		dst[k] = math.NaN()
		if k < len(c.Density) && c.Density[k] != nil {
			dst[k] = c.prior(k) * c.Density[k].Prob(x)
		}
	}
}

func (c Classes) prior(k int) float64 {
	switch {
	case c.Prior == nil:
		return 1 / float64(len(c.Density))
	case k >= len(c.Prior):
		return math.NaN()
	}
	return c.Prior[k]
}

// Rand draws a class, then X from its density. It returns NaN and -1 without rnd, or where the parts do not fit together.
func (c Classes) Rand(rnd *rand.Rand) (x float64, class int) {
	class = dist.Index(rnd, c.Prior, len(c.Density))
	if class < 0 || c.Density[class] == nil {
		return math.NaN(), -1
	}
	return c.Density[class].Rand(rnd), class
}

// Range returns an interval that holds the ranges of all classes, NaN where a density is missing.
func (c Classes) Range() (lo, hi float64) {
	for k, d := range c.Density {
		if d == nil {
			return math.NaN(), math.NaN()
		}
		if a, b := d.Range(); k == 0 {
			lo, hi = a, b
		} else {
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	return lo, hi
}

// Check returns an error that wraps input.ErrEmpty without classes, and otherwise the first problem of a density or the prior.
func (c Classes) Check() error {
	if len(c.Density) == 0 {
		return input.Errorf(input.ErrEmpty, "Classes.Density", "got no classes")
	}
	for k, d := range c.Density {
		if d == nil {
			return input.Errorf(input.ErrEmpty, "Classes.Density", "class %d has no density", k)
		}
		if err := d.Check(fmt.Sprintf("Classes.Density[%d]", k)); err != nil {
			return err
		}
	}
	if c.Prior == nil {
		return nil
	}
	return dist.CheckWeights("Classes.Prior", c.Prior, len(c.Density))
}

// Regression is a law of two classes given by the law of X and the regression function η(x) = P(class 1 | X = x) in [0, 1].
//
// Curriculum: B2.2a, B2.2e, Y3d.
type Regression struct {
	X   dist.Univariate         // law of X
	Eta func(x float64) float64 // η, with values in [0, 1]
}

// K returns 2.
func (r Regression) K() int { return 2 }

// Masses sets dst, of length 2, to the density of X at x times 1-η(x) and η(x); to NaN where one of them is missing.
func (r Regression) Masses(dst []float64, x float64) {
	if len(dst) != 2 || r.X == nil || r.Eta == nil {
		for k := range dst {
			dst[k] = math.NaN()
		}
		return
	}
	p, eta := r.X.Prob(x), r.Eta(x)
	dst[0], dst[1] = p*(1-eta), p*eta
}

// Rand draws X, then the class with probability η(X). It returns NaN and -1 without rnd, a law of X, or η.
func (r Regression) Rand(rnd *rand.Rand) (x float64, class int) {
	if rnd == nil || r.X == nil || r.Eta == nil {
		return math.NaN(), -1
	}
	x = r.X.Rand(rnd)
	if rnd.Float64() < r.Eta(x) {
		class = 1
	}
	return x, class
}

// Range returns the range of X, NaN without a law of X.
func (r Regression) Range() (lo, hi float64) {
	if r.X == nil {
		return math.NaN(), math.NaN()
	}
	return r.X.Range()
}

// Check returns an error that wraps input.ErrEmpty without a law of X or η, input.ErrParam for an η outside [0, 1] at one of 1001
// points of the range, and otherwise the problem of the law of X.
func (r Regression) Check() error {
	if r.X == nil || r.Eta == nil {
		return input.Errorf(input.ErrEmpty, "Regression", "want a law of X and a function Eta")
	}
	if err := r.X.Check("Regression.X"); err != nil {
		return err
	}
	lo, hi := r.Range()
	for i := range 1001 {
		x := lo + (hi-lo)*float64(i)/1000
		if eta := r.Eta(x); !(eta >= 0 && eta <= 1) {
			return input.Errorf(input.ErrParam, "Regression.Eta", "η(%v) = %v, want a probability", x, eta)
		}
	}
	return nil
}

// Masses returns P(class k) × density of X in class k at x for each class: the two sides of a comparison by Bayes' rule, and of what each error
// costs there. It is all NaN where the law is not whole, nil for no law.
//
// Curriculum: N2.2h, V1a, Y3g.
func Masses(law Law, x float64) []float64 {
	if input.IsNil(law) {
		return nil
	}
	p := make([]float64, law.K())
	law.Masses(p, x)
	return p
}

// Posterior returns P(class k | X = x) for each class, all NaN where the density of X is 0 or the law is not whole; nil for no law.
//
// Curriculum: N2.2a, N2.2b, V1b.
func Posterior(law Law, x float64) []float64 {
	p := Masses(law, x)
	if p == nil {
		return nil
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}

// Density returns the density of X at x, Σ_k of the masses; NaN for no law or one that is not whole.
func Density(law Law, x float64) float64 {
	p := Masses(law, x)
	if p == nil {
		return math.NaN()
	}
	return floats.Sum(p)
}

// Sample draws n pairs. It returns an error that wraps input.ErrParam for n < 1, n > 2^31 or no source, or that of the law's Check.
func Sample(law Law, n int, src rand.Source) (x []float64, class []int, err error) {
	for _, err := range []error{checkLaw(law), checkDraw(n, src)} {
		if err != nil {
			return nil, nil, fmt.Errorf("bayes: sample: %w", err)
		}
	}
	rnd := rand.New(src)
	x, class = make([]float64, n), make([]int, n)
	for i := range n {
		x[i], class[i] = law.Rand(rnd)
	}
	return x, class, nil
}

func checkLaw(law Law) error {
	if input.IsNil(law) {
		return input.Errorf(input.ErrEmpty, "law", "got nil")
	}
	return law.Check()
}
