package boosting

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Stagewise is forward stagewise additive modelling over p given functions: in each round one of them is added, with the coefficient that lowers the loss most, and no earlier term changes.
//
// Reference: T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed. 2009), algorithm 10.2. Curriculum: N10.3b, S8b.
type Stagewise struct {
	Loss    Loss
	Rounds  int     // at most; 0 means 50
	Most    float64 // a coefficient is at most so large; 0 means 20. Where a function has all signs right, the loss falls for ever
	Descent float64 // >= 0: ends where a round lowers the mean loss by less than this share of it
}

// StagewiseModel is Σ_m Beta[m] h_{Index[m]}. It is plain data.
type StagewiseModel struct {
	Functions int       // p
	Index     []int     // which function was added, by round
	Beta      []float64 // with which coefficient
	Risks     []float64 // mean loss after each round
	Values    []float64 // f at the observations
}

// Fit adds up functions that are given by their values: entry (i, j) of the n×p matrix H is that of function j at observation i. Targets y are numbers, with losses other than Squares the labels -1 and +1. Of equal functions the first is taken. The errors wrap
// input.ErrEmpty, ErrShape, ErrNotFinite (also where losses overflow), ErrLabel or ErrParam.
func (p Stagewise) Fit(h mat.Matrix, y []float64) (*StagewiseModel, error) {
	if err := p.check(h, y); err != nil {
		return nil, fmt.Errorf("boosting: stagewise: %w", err)
	}
	n, functions := h.Dims()
	m := &StagewiseModel{Functions: functions, Values: make([]float64, n)}
	columns := make([]function, functions)
	for j := range columns {
		columns[j] = newFunction(mat.Col(nil, j, h))
	}
	risk := p.risk(y, m.Values, columns[0].values, 0)
	rounds := p.Rounds
	if rounds == 0 {
		rounds = 50
	}
	for range rounds {
		at, beta, now := p.round(y, m.Values, columns)
		if now > risk-p.Descent*risk {
			break
		}
		m.Index, m.Beta, m.Risks, risk = append(m.Index, at), append(m.Beta, math.Ldexp(beta, -columns[at].unit)), append(m.Risks, now), now
		for i, v := range columns[at].values {
			m.Values[i] += float64(beta * v)
		}
	}
	if math.IsInf(risk, 0) || math.IsNaN(risk) {
		return nil, fmt.Errorf("boosting: stagewise: %w", input.Errorf(input.ErrNotFinite, "y, H", "the mean loss is %v", risk))
	}
	if err := input.Vector("coefficients", m.Beta, len(m.Beta)); err != nil {
		return nil, fmt.Errorf("boosting: stagewise: %w", err)
	}
	return m, nil
}

// function is one of the functions, in units of 2^unit: those of very large and of very small values are brought to a size whose squares are numbers.
type function struct {
	values []float64
	unit   int
}

func newFunction(values []float64) function {
	size := largest(values)
	if size == 0 || size >= 0x1p-100 && size <= 0x1p100 {
		return function{values: values}
	}
	_, unit := math.Frexp(size)
	for i, v := range values {
		values[i] = math.Ldexp(v, -unit)
	}
	return function{values, unit}
}

// largest is the largest absolute value, 0 of none.
func largest(y []float64) float64 { return floats.Norm(y, math.Inf(1)) }

func (p Stagewise) check(h mat.Matrix, y []float64) error {
	n, _, err := input.Matrix("H", h)
	if err == nil {
		err = input.Vector("y", y, n)
	}
	if size := largest(y); err == nil && p.Loss == Squares && size > 0 && size < squares.Least {
		err = input.Errorf(input.ErrNotFinite, "y", "squares underflow: the largest is %v; scale the targets", size)
	}
	err = errors.Join(err, p.Loss.Check("Loss"), input.Param(p.Rounds >= 0, "Rounds", p.Rounds, "at least 1, or 0 for 50"),
		input.Param(p.Most >= 0 && p.Most-p.Most == 0, "Most", p.Most, "a number above 0, or 0 for 20"), input.Param(p.Descent >= 0 && p.Descent < 1, "Descent", p.Descent, "a number in [0, 1)"))
	if err != nil || p.Loss == Squares {
		return err
	}
	for i, v := range y {
		if v != -1 && v != 1 {
			return input.Errorf(input.ErrLabel, "y", "label %d is %v, want -1 or +1", i, v)
		}
	}
	return nil
}

// round tries all functions and returns the best, its coefficient in its unit and the mean loss with it.
func (p Stagewise) round(y, f []float64, columns []function) (at int, beta, risk float64) {
	betas, risks := make([]float64, len(columns)), make([]float64, len(columns))
	parallel.Do(len(columns), func(j int) {
		betas[j] = p.best(y, f, columns[j])
		risks[j] = p.risk(y, f, columns[j].values, betas[j])
	})
	for j := range risks {
		if risks[j] < risks[at]-near*math.Abs(risks[at]) {
			at = j
		}
	}
	return at, betas[at], risks[at]
}

// risk is the mean loss of f + βh.
func (p Stagewise) risk(y, f, h []float64, beta float64) float64 {
	sum := 0.0
	for i, v := range f {
		sum += Lost(p.Loss, y[i], v+float64(beta*h[i]))
	}
	return sum / float64(len(y))
}

// best is the β that makes the loss of f + βh least: by Newton's steps, which a bracket keeps from going astray. One step is enough for squares.
func (p Stagewise) best(y, f []float64, column function) float64 {
	hi, h := p.Most, column.values
	if hi == 0 {
		hi = 20
	}
	hi = min(math.Ldexp(hi, column.unit), math.MaxFloat64/4)
	if p.Loss == Squares {
		first, second := p.along(y, f, h, 0)
		if second == 0 {
			return 0
		}
		return -first / second
	}
	lo, beta := -hi, 0.0
	for range 200 + max(0, column.unit) { // so many halvings more bring a bracket of 2^unit to the size of the others
		first, second := p.along(y, f, h, beta)
		switch {
		case first > 0:
			hi = beta
		case first < 0:
			lo = beta
		default:
			return beta
		}
		next := beta - first/second
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if math.Abs(next-beta) <= 1e-15*math.Abs(beta) {
			return next
		}
		beta = next
	}
	return beta
}

// along are the derivatives of the loss of f + βh by β.
func (p Stagewise) along(y, f, h []float64, beta float64) (first, second float64) {
	for i, v := range f {
		a, b := slopes(p.Loss, y[i], v+float64(beta*h[i]))
		first += float64(a * h[i])
		second += float64(b * h[i] * h[i])
	}
	return first, second
}

// Predict returns Σ_m β_m h_{j_m} at new observations, of which H holds the values of all functions, as in Fit. The errors wrap input.ErrEmpty (also for a nil model), ErrShape or ErrNotFinite (also
// where a sum overflows).
func (m *StagewiseModel) Predict(h mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("boosting.StagewiseModel")
	}
	if err := input.Columns("H", h, m.Functions); err != nil {
		return nil, fmt.Errorf("boosting: stagewise: %w", err)
	}
	if len(m.Beta) != len(m.Index) {
		return nil, fmt.Errorf("boosting: stagewise: %w", input.Errorf(input.ErrShape, "model", "it has %d terms and %d coefficients", len(m.Index), len(m.Beta)))
	}
	n, _ := h.Dims()
	f := make([]float64, n)
	for k, j := range m.Index {
		if j < 0 || j >= m.Functions {
			return nil, fmt.Errorf("boosting: stagewise: %w", input.Errorf(input.ErrShape, "model", "term %d is function %d of %d", k, j, m.Functions))
		}
		for i := range f {
			f[i] += float64(m.Beta[k] * h.At(i, j))
		}
	}
	if err := input.Vector("predictions", f, n); err != nil {
		return nil, fmt.Errorf("boosting: stagewise: %w", err)
	}
	return f, nil
}
