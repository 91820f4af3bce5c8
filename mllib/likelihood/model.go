package likelihood

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
)

// ErrNotRegular is returned where a theory of smooth likelihoods is asked about a law or a maximum that has none: uniform laws, and maxima at the border.
var ErrNotRegular = errors.New("the likelihood is not smooth around its maximum")

// Model is a law that was fitted. It is plain data: it goes through JSON and back.
type Model struct {
	Law           Law
	Names         []string  // of the parameters
	Theta         []float64 // the estimates, and what was known
	Known         []bool    // which of them were not estimated
	N             int       // observations
	LogLikelihood float64   // at Theta
	Border        bool      // the maximum lies at the border of what is possible, as for a coin that only fell on one side
	// Observed is -∇²ℓ at the maximum, and Expected n times Fisher's information there, k×k for all parameters of the law. Observed is empty where the likelihood has no second
	// derivatives (Laplace, Uniform), Expected of Uniform, and both are at the border.
	Observed, Expected dist.Sym
	Report             Report
	Trace              []Step // of the best search, if it was asked for
}

// finite refuses results that overflow, and scales that underflow.
func (m *Model) finite() error {
	for j, v := range append(slices.Clone(m.Theta), m.LogLikelihood) {
		if v-v != 0 {
			name := "log likelihood"
			if j < len(m.Names) {
				name = m.Names[j]
			}
			return input.Errorf(input.ErrNotFinite, "x", "the %s overflows", name)
		}
	}
	for j, p := range table[m.Law].parameters {
		if p.kind == positive && m.Theta[j] == 0 && !m.Border {
			return input.Errorf(input.ErrNotFinite, "x", "the %s underflows to 0", p.name)
		}
	}
	for _, s := range []*dist.Sym{&m.Observed, &m.Expected} { // of units that are too small or too large for them
		if slices.ContainsFunc(s.Data, func(v float64) bool { return v-v != 0 }) {
			*s = dist.Sym{}
		}
	}
	return nil
}

// whole refuses what Fit did not make.
func (m *Model) whole() error {
	if m == nil {
		return input.NoModel("likelihood.Model")
	}
	if err := m.Law.Check("Model.Law"); err != nil {
		return err
	}
	parameters := table[m.Law].parameters
	k := len(parameters)
	if len(m.Theta) != k || len(m.Known) != k || m.N < 1 {
		return input.Errorf(input.ErrShape, "Model", "got %d parameters, want a fitted model of a %v law, which has %d", len(m.Theta), m.Law, k)
	}
	for j, p := range parameters {
		if v := m.Theta[j]; !p.allows(v) && !(m.Border && v >= 0 && v <= 1) {
			return input.Errorf(input.ErrParam, "Model.Theta", "%s is %v, want %s", p.name, v, p.wants())
		}
	}
	return nil
}

// Covariance is the inverse of the observed information (or the expected one, where the likelihood has no second derivatives), k×k with zeros for what was known: for many observations that of
// the estimates. It returns an error that wraps ErrNotRegular for uniform laws and maxima at the border, input.ErrSingular where the information is not positive definite, to rounding (as for gamma laws with a shape above 5e11, where it is all but singular), and
// input.ErrShape for a model that Fit did not make.
func (m *Model) Covariance() (dist.Sym, error) {
	c, err := m.covariance()
	if err != nil {
		return dist.Sym{}, fmt.Errorf("likelihood: covariance: %w", err)
	}
	return c, nil
}

func (m *Model) covariance() (dist.Sym, error) {
	if err := m.whole(); err != nil {
		return dist.Sym{}, err
	}
	k, info := len(m.Theta), m.Observed
	if len(info.Data) != k*k {
		info = m.Expected
	}
	if len(info.Data) != k*k {
		return dist.Sym{}, fmt.Errorf("%v: %w", m.Law, ErrNotRegular)
	}
	return invertFree(info, m.Known)
}

// invertFree inverts the part of what is not known.
func invertFree(info dist.Sym, known []bool) (dist.Sym, error) {
	var free []int
	for j, k := range known {
		if !k {
			free = append(free, j)
		}
	}
	part, k := dist.ZeroSym(len(free)), len(known)
	for a, i := range free {
		for b, j := range free {
			part.Data[a*len(free)+b] = info.Data[i*k+j]
		}
	}
	law, err := dist.NewMVNormal(make([]float64, len(free)), part)
	if err != nil {
		return dist.Sym{}, fmt.Errorf("the information: %w", err)
	}
	inverse, out := law.Precision(), dist.ZeroSym(k)
	for a, i := range free {
		for b, j := range free {
			out.Data[i*k+j] = inverse.Data[a*len(free)+b]
		}
	}
	return out, nil
}

// StandardErrors are the roots of the diagonal of Covariance, 0 for what was known. The errors are those of Covariance.
func (m *Model) StandardErrors() ([]float64, error) {
	c, err := m.covariance()
	if err != nil {
		return nil, fmt.Errorf("likelihood: standard errors: %w", err)
	}
	se := make([]float64, c.N)
	for j := range se {
		se[j] = math.Sqrt(c.Data[j*c.N+j])
	}
	return se, nil
}

// Wald returns the interval estimate ± Φ⁻¹((1+level)/2) standard errors of each parameter, for a level between 0 and 1. It may leave the range of a parameter;
// MLE.Interval never does. The errors are those of Covariance, and one that wraps input.ErrParam for the level.
func (m *Model) Wald(level float64) (low, high []float64, err error) {
	se, err := m.StandardErrors()
	err = errors.Join(err, checkLevel(level))
	if err != nil {
		return nil, nil, fmt.Errorf("likelihood: wald: %w", err)
	}
	z := special.PhiInv((1 + level) / 2)
	for j, v := range m.Theta {
		low, high = append(low, v-z*se[j]), append(high, v+z*se[j])
	}
	return low, high, nil
}

func checkLevel(level float64) error {
	return input.Param(level > 0 && level < 1, "level", level, "a number between 0 and 1, these excluded")
}

// Parameters is the number of parameters that were estimated, 0 for a model that Fit did not make.
func (m *Model) Parameters() (k int) {
	if m.whole() != nil {
		return 0
	}
	for _, known := range m.Known {
		if !known {
			k++
		}
	}
	return k
}

// AIC is Akaike's criterion 2·Parameters - 2·LogLikelihood, and BIC Schwarz's, Parameters·log n - 2·LogLikelihood: of several models of the same observations
// the one with the smallest is preferred. Densities and probabilities of counts are not comparable. Both are NaN for a model that Fit did not make.
func (m *Model) AIC() float64 { return m.criterion(2) }

// BIC is Schwarz's criterion, see AIC.
func (m *Model) BIC() float64 {
	if m == nil {
		return math.NaN()
	}
	return m.criterion(math.Log(float64(m.N)))
}

func (m *Model) criterion(price float64) float64 {
	if m.whole() != nil {
		return math.NaN()
	}
	return price*float64(m.Parameters()) - 2*m.LogLikelihood
}

// LogProbs returns the logarithm of the density (of counts: the probability) at each of the numbers x, -Inf where the law cannot give it and where the logarithm is below all numbers. It returns an error that wraps
// input.ErrNotFinite for x, and input.ErrShape or input.ErrParam for a model that Fit did not make.
func (m *Model) LogProbs(x []float64) ([]float64, error) {
	err := m.whole()
	if err == nil {
		err = input.Vector("x", x, len(x))
	}
	if err != nil {
		return nil, fmt.Errorf("likelihood: log densities: %w", err)
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = m.logProb(v)
	}
	return out, nil
}

func (m *Model) logProb(v float64) float64 {
	if !table[m.Law].holds(v) {
		return math.Inf(-1)
	}
	s, err := newSample(m.Law, []float64{v})
	if err != nil {
		return math.Inf(-1) // v is so large that its square overflows
	}
	theta := make([]float64, len(m.Theta))
	for j, p := range table[m.Law].parameters {
		theta[j] = s.inner(p, m.Theta[j])
	}
	value := s.outer(table[m.Law].at(s, theta, false).value)
	if math.IsNaN(value) {
		return math.Inf(-1) // one of its parts overflows
	}
	return value
}

// Table shows estimates and standard errors.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	if err := m.whole(); err != nil {
		return err.Error(), nil, nil
	}
	se, err := m.StandardErrors()
	columns = []string{"", "estimate", "standard error"}
	if err != nil {
		columns = columns[:2]
	}
	for j, v := range m.Theta {
		row := []any{table[m.Law].parameters[j].name, v}
		if err == nil && m.Known[j] {
			row = append(row, "known")
		} else if err == nil {
			row = append(row, se[j])
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("%v law, n = %d, log likelihood %.6g, %v", m.Law, m.N, m.LogLikelihood, m.Report), columns, rows
}
