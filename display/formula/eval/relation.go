package eval

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/display/formula/value"
)

// Relation is how two values stand to a relation, so that a caller can judge with a tolerance of its own.
type Relation struct {
	Op    string
	Exact bool // decided without rounding: Holds is the answer

	Holds     bool    // as the numbers stand
	Strict    bool    // < or >: equality does not hold
	Equality  bool    // = or ≈ or ∝: Deviation tells; ≠ is its negation
	Negated   bool    // of ≠, ∉
	Order     bool    // an inequality: Slack tells
	Deviation float64 // the largest |a - b| of the entries
	Slack     float64 // of inequalities: how far the smaller side is below the larger one, negative where it is not
	Scale     float64 // the largest |a|, |b| of the entries
}

// Within says whether the relation holds up to a tolerance relative to 1 + Scale. What is decided exactly needs none.
func (r Relation) Within(tol float64) bool {
	t := tol * (1 + r.Scale)
	switch {
	case r.Exact:
		return r.Holds
	case r.Equality:
		return (r.Deviation <= t) != r.Negated
	case r.Strict:
		return r.Slack > 0
	}
	return r.Slack >= -t
}

// Relate compares two values.
func (m *machine[T]) Relate(op string, x, y value.Value[T]) (Relation, error) {
	r := Relation{Op: op, Exact: m.f.Exact()}
	switch op {
	case "=", `\ne`, `\approx`, `\propto`:
		return m.equality(r, op, x, y)
	case "<", `\le`:
		return m.inequality(r, op == "<", x, y)
	case ">", `\ge`:
		return m.inequality(r, op == ">", y, x)
	case `\prec`, `\preceq`:
		return m.loewner(r, op == `\prec`, x, y)
	case `\succ`, `\succeq`:
		return m.loewner(r, op == `\succ`, y, x)
	case `\in`, `\notin`, `\subseteq`, `\subset`:
		return m.membership(r, op, x, y)
	case `\iff`, `\implies`:
		return m.implication(r, op, x, y)
	case `\perp`:
		d, err := m.ops.Dot(x, y)
		if err != nil {
			return r, err
		}
		return m.equality(r, "=", d, m.ops.Int(0))
	}
	return r, fmt.Errorf("the relation %s is not defined between a %s and a %s", op, x.Shape(), y.Shape())
}

func (m *machine[T]) equality(r Relation, op string, x, y value.Value[T]) (Relation, error) {
	x, y = m.zeroOf(x, y), m.zeroOf(y, x)
	compare := m.ops.Equal
	if op == `\propto` && x.Kind == value.Number && y.Kind == value.Number {
		return r, errors.New("numbers are always proportional: write the factor")
	}
	if op == `\propto` {
		compare = m.ops.Proportional
	}
	d, err := compare(x, y)
	r.Equality, r.Negated = true, op == `\ne`
	r.Holds, r.Deviation, r.Scale = d.Equal != r.Negated, d.Deviation, d.Scale
	if x.Kind == value.Truth || x.Kind == value.Set {
		r.Exact = true
	}
	return r, err
}

// zeroOf is the vector or matrix 0 for a number 0 beside one.
func (m *machine[T]) zeroOf(x, like value.Value[T]) value.Value[T] {
	if x.Kind != value.Number || !like.Dense() || m.f.Cmp(x.N, m.f.Int(0)) != 0 {
		return x
	}
	zero := like
	zero.A = make([]T, len(like.A))
	for i := range zero.A {
		zero.A[i] = m.f.Int(0)
	}
	return zero
}

func (m *machine[T]) inequality(r Relation, strict bool, small, large value.Value[T]) (Relation, error) {
	o, err := m.ops.Compare(small, large)
	return order(r, strict, o), err
}

func (m *machine[T]) loewner(r Relation, strict bool, small, large value.Value[T]) (Relation, error) {
	o, err := m.ops.Loewner(small, large)
	return order(r, strict, o), err
}

func order(r Relation, strict bool, o value.Order) Relation {
	r.Order, r.Strict, r.Slack, r.Scale = true, strict, o.Slack, o.Scale
	r.Holds = o.Sign > 0 || o.Sign == 0 && !strict
	return r
}

func (m *machine[T]) membership(r Relation, op string, x, y value.Value[T]) (Relation, error) {
	var err error
	r.Exact = true
	if op == `\in` || op == `\notin` {
		r.Holds, err = m.ops.In(x, y)
		r.Holds = r.Holds || m.isTakenForElement(x, y)
		r.Negated = op == `\notin`
		r.Holds = r.Holds != r.Negated
		return r, err
	}
	if x.Kind != value.Set || y.Kind != value.Set {
		return r, &value.ShapeError{Op: "the inclusion", A: x.Shape(), B: y.Shape()}
	}
	r.Holds, err = m.ops.Subset(x, y)
	if op == `\subset` {
		r.Holds = r.Holds && len(x.Items) < len(y.Items)
	}
	return r, err
}

// isTakenForElement tells whether a number is as near to one in a set as is taken for equal.
func (m *machine[T]) isTakenForElement(x, set value.Value[T]) bool {
	return m.equalUpTo > 0 && x.Kind == value.Number && slices.ContainsFunc(set.Items, func(item value.Value[T]) bool {
		return item.Kind == value.Number && math.Abs(m.f.Value(x.N)-m.f.Value(item.N)) <= m.equalUpTo
	})
}

func (m *machine[T]) implication(r Relation, op string, x, y value.Value[T]) (Relation, error) {
	if x.Kind != value.Truth || y.Kind != value.Truth {
		return r, &value.ShapeError{Op: "the relation " + op, A: x.Shape(), B: y.Shape()}
	}
	r.Exact = true
	r.Holds = x.Truth == y.Truth || op == `\implies` && !x.Truth
	return r, nil
}

// Powers below tinyNumber may be factors of numbers below underflow, of which floating point does not tell which is larger.
const (
	tinyNumber = 1e-150
	underflow  = 1e-290
)

// decide says whether a relation inside of a statement holds: in floating point up to rounding. Where it is rounding that
// decides, the machine notes it.
func (m *machine[T]) decide(r Relation) bool {
	if r.Exact {
		return r.Holds
	}
	margin := rounding * r.Scale
	m.close = m.close || m.tiny && r.Scale < underflow
	switch {
	case r.Equality:
		equal := r.Deviation <= margin
		m.close = m.close || equal && r.Deviation > 0
		return equal != r.Negated
	case r.Slack > margin:
		return true
	case r.Slack < -margin:
		m.close = m.close || r.Scale == -r.Slack && IsResidue(r.Scale)
		return false
	}
	m.close = m.close || r.Slack != 0
	return !r.Strict
}

// IsResidue says that a number beside 0 may be what is left of numbers of size 1 that should cancel. What is smaller is none: a
// density far out is as it is.
func IsResidue(x float64) bool { return 1e-18 < math.Abs(x) && math.Abs(x) < 1e-14 }
