package judge

import (
	"errors"
	"math"
	"math/big"
	"slices"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// claim is what a line states: that its sides are related, or, without relations, that its one side is true.
type claim struct {
	sides  []*eval.Formula
	rels   []string
	tol    float64
	stated bool    // the tolerance is that of \tol
	half   float64 // of ≈ a number with digits: half a unit of the last one; else 0
}

// isStrict reports whether a claim has a strict inequality between numbers.
func (c *claim) isStrict() bool {
	return slices.Contains(c.rels, "<") || slices.Contains(c.rels, ">")
}

// finding is how a claim is found at a point.
type finding struct {
	err      error                  // no value there
	finite   bool                   // the values are finite and no rounding decides
	holds    bool                   // within the tolerance
	equality bool                   // an equality or ≈, for which units is known
	units    float64                // the deviation in units of the tolerance
	order    bool                   // an inequality, for which slack is known
	slack    float64                // how far the smaller side is below the larger
	scale    float64                // the larger of both in absolute value
	apart    float64                // of ≠: by how much the sides differ
	near     bool                   // so near to equality that only the tolerance tells
	tie      bool                   // of <, > and ≠: the sides are equal to all digits
	premise  bool                   // of \iff and \implies: the left side is true
	values   []value.Value[float64] // of the sides, where more than that they are numbers and the claim holds clearly is to be known
}

// ratio is how near an inequality comes to its bound: 1 where both sides are equal, for positive sides their ratio.
func (f finding) ratio() float64 {
	if f.scale == 0 {
		return math.Inf(-1) // 0 ≤ 0 says nothing about the constant
	}
	return 1 - f.slack/f.scale
}

// evaluator evaluates formulas at the present point of a machine, each once.
type evaluator[T any] struct {
	m     eval.Machine[T]
	seen  map[*eval.Formula]*known[T]
	point int // counts the points
	steps int // operations so far
}

// known is what a formula was found to be, at the last point at which it was evaluated.
type known[T any] struct {
	point  int
	result eval.Result[T]
	err    error
}

func newEvaluator[T any](m eval.Machine[T]) *evaluator[T] {
	return &evaluator[T]{m: m, seen: map[*eval.Formula]*known[T]{}, point: 1}
}

// moved forgets the values of the point before.
func (e *evaluator[T]) moved() { e.point++ }

func (e *evaluator[T]) eval(f *eval.Formula) (eval.Result[T], error) {
	k := e.seen[f]
	switch {
	case k == nil:
		k = &known[T]{}
		e.seen[f] = k
	case k.point == e.point:
		return k.result, k.err
	}
	k.point = e.point
	k.result, k.err = e.m.Eval(f)
	e.steps += k.result.Steps
	return k.result, k.err
}

// find evaluates a claim in floating point at the present point.
func (c *claim) find(e *evaluator[float64]) finding {
	f := finding{finite: true, holds: true}
	var before eval.Result[float64]
	for i, side := range c.sides {
		r, err := e.eval(side)
		if err != nil {
			return finding{err: err}
		}
		f.finite = f.finite && !r.Close
		if i > 0 {
			c.compare(e.m, &f, c.rels[i-1], before, r)
		}
		if f.err != nil {
			return finding{err: f.err}
		}
		before = r
	}
	if len(c.rels) == 0 {
		f.holds = before.Value.Kind == value.Truth && before.Value.Truth
	}
	if !f.numeric() || !f.holds || !f.finite || f.near {
		f.values = c.values(e)
	}
	return f
}

// values are those of the sides at the present point, at which all have one.
func (c *claim) values(e *evaluator[float64]) []value.Value[float64] {
	all := make([]value.Value[float64], len(c.sides))
	for i, side := range c.sides {
		r, _ := e.eval(side)
		all[i] = r.Value
	}
	return all
}

// compare notes in f how x and y are related.
func (c *claim) compare(m eval.Machine[float64], f *finding, op string, x, y eval.Result[float64]) {
	rel, err := m.Relate(op, x.Value, y.Value)
	if err != nil {
		f.err = c.misfit(err)
		return
	}
	f.premise = x.Value.Kind == value.Truth && x.Value.Truth
	if rel.Exact {
		f.holds = f.holds && rel.Holds
		return
	}
	t := c.tol*(1+rel.Scale) + x.Err + y.Err
	if c.half > 0 {
		t = c.half*(1+1e-9) + x.Err + y.Err
	}
	f.finite = f.finite && !math.IsNaN(rel.Deviation+rel.Slack+rel.Scale) && !math.IsInf(rel.Deviation+rel.Scale, 0) && !math.IsInf(rel.Slack, 0)
	switch {
	case rel.Equality && !rel.Negated:
		f.equality, f.units = true, max(f.units, rel.Deviation/t)
		f.holds = f.holds && rel.Deviation <= t
	case rel.Equality:
		f.apart = rel.Deviation
		f.holds = f.holds && rel.Deviation > 0
	default:
		if !f.order || rel.Slack < f.slack {
			f.slack, f.scale = rel.Slack, rel.Scale
		}
		f.order, f.near = true, f.near || math.Abs(rel.Slack) <= t
		f.holds = f.holds && (rel.Slack > 0 || !rel.Strict && rel.Slack >= -t)
	}
}

// misfit is an error about two sides that cannot be related, at the place of the second.
func (c *claim) misfit(err error) error { return &sidesError{c, err} }

// sidesError is two sides that do not fit.
type sidesError struct {
	c   *claim
	err error
}

// Error names both sides.
func (e *sidesError) Error() string {
	return "the two sides of this line cannot be compared: " + e.err.Error()
}

// Unwrap is the cause.
func (e *sidesError) Unwrap() error { return e.err }

// mostExactInAll bounds the operations of exact arithmetic, digits counted, on a derivation: beyond that there are no exact values.
const mostExactInAll = 20_000_000

// findExact decides a claim exactly at the present point. ok is false where it has no rational value or none at all.
func (c *claim) findExact(e *evaluator[*big.Rat]) (holds, ok bool, err error) {
	if e.steps > mostExactInAll {
		return false, false, number.ErrInexact
	}
	holds = true
	var before eval.Result[*big.Rat]
	for i, side := range c.sides {
		r, err := e.eval(side)
		if err != nil {
			return false, false, err
		}
		if r.Err > 0 {
			return false, false, number.ErrInexact
		}
		if i > 0 {
			rel, err := e.m.Relate(c.rels[i-1], before.Value, r.Value)
			if err != nil {
				return false, false, err
			}
			if c.rels[i-1] == `\approx` {
				return false, false, number.ErrInexact
			}
			holds = holds && rel.Holds
		}
		before = r
	}
	if len(c.rels) == 0 {
		holds = before.Value.Truth
	}
	return holds, true, nil
}

// isInexact tells whether an error says only that a value cannot be computed in this arithmetic: it is no rational number, or too large.
func isInexact(err error) bool {
	return errors.Is(err, number.ErrInexact) || errors.Is(err, number.ErrOverflow)
}
