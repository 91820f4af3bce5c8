package eval

import (
	"math/big"

	"github.com/mercer-go/mercer/display/formula/value"
)

// This file compares norms and square roots in rational arithmetic, though they are no rational
// numbers: ‖x‖ > c, 2√a ≤ ‖x‖‖y‖, ‖x + y‖ ≤ ‖x‖ + ‖y‖. Their sums, products and quotients are
// surds.

// compareRoots decides a relation between two formulas of which one is made of norms or square
// roots. ok is false for others, and where the numbers below the roots are not rational ones.
func (m *machine[T]) compareRoots(op string, x, y node) (holds, ok bool) {
	if !m.exactRoots() || !m.hasRoot(x) && !m.hasRoot(y) {
		return false, false
	}
	if s, ok := y.(*interval); ok && (op == `\in` || op == `\notin`) {
		in, ok := m.rootInInterval(x, s)
		return in == (op == `\in`), ok
	}
	if _, ok := m.order(op, 0); !ok {
		return false, false
	}
	c, ok := m.orderRoots(x, y)
	if !ok {
		return false, false
	}
	return m.order(op, c)
}

// exactRoots says whether the machine calculates with rational numbers, and no borders are listed.
func (m *machine[T]) exactRoots() bool {
	var zero T
	_, rational := any(zero).(*big.Rat)
	return rational && m.watch == nil
}

// orderRoots is the sign of x − y.
func (m *machine[T]) orderRoots(x, y node) (c int, ok bool) {
	a, ok := m.surd(x)
	if !ok {
		return 0, false
	}
	b, ok := m.surd(y)
	if !ok {
		return 0, false
	}
	return m.signOf(a, b.neg())
}

// signOf is the sign of x + y.
func (m *machine[T]) signOf(x, y surd) (c int, ok bool) {
	d, ok := x.add(y)
	if !ok {
		return 0, false
	}
	if c, ok = d.sign(); ok {
		m.decided(c)
	}
	return c, ok
}

func (m *machine[T]) rootInInterval(x node, s *interval) (in, ok bool) {
	above, below := true, true
	if !infinite(s.lo) {
		c, ok := m.orderRoots(x, s.lo)
		if !ok {
			return false, false
		}
		above = c > 0 || c == 0 && !s.openLo
	}
	if !infinite(s.hi) {
		c, ok := m.orderRoots(x, s.hi)
		if !ok {
			return false, false
		}
		below = c < 0 || c == 0 && !s.openHi
	}
	return above && below, true
}

// hasRoot reports whether a formula is a Euclidean norm or a square root, or made of one by what
// surd can.
func (m *machine[T]) hasRoot(n node) bool {
	has, known := m.rooted[n]
	if !known {
		has = m.findRoot(n)
		if m.rooted == nil {
			m.rooted = map[node]bool{}
		}
		m.rooted[n] = has
	}
	return has
}

func (m *machine[T]) findRoot(n node) bool {
	switch n := n.(type) {
	case *norm:
		return n.p == nil && !n.infinite
	case *root:
		return n.n == nil
	case *unary:
		return (n.op == "-" || n.op == "+") && m.hasRoot(n.x)
	case *absolute:
		return m.hasRoot(n.x)
	case *binary:
		return (isProduct(n) || isSum(n)) && (m.hasRoot(n.x) || m.hasRoot(n.y))
	case *power:
		_, literally := smallExponent(n)
		return literally && !(isTwo(n.exp) && isNorm(n.x)) && m.hasRoot(n.x)
	case *apply:
		return len(n.args) == 1 && n.exp == nil && (m.hasRoot(n.fn) || m.hasRoot(n.args[0]))
	case *builtin:
		return (n.fn.op == maximum || n.fn.op == minimum || n.fn.op == positivePart) && m.anyRoot(n.args)
	case *big_:
		return n.op == `\sum` && m.hasRoot(n.body)
	case *use:
		return m.hasRoot(n.def.body)
	case *call:
		return m.hasRoot(n.def.body)
	}
	return false
}

func (m *machine[T]) anyRoot(list []node) bool {
	for _, n := range list {
		if m.hasRoot(n) {
			return true
		}
	}
	return false
}

func isProduct(n *binary) bool { return n.op == "" || n.op == `\cdot` || n.op == "/" }

func isSum(n *binary) bool { return n.op == "+" || n.op == "-" }

// isNorm says whether the square of a formula is rational where it is not.
func isNorm(n node) bool { _, ok := n.(*norm); return ok }

// maxExponent is the largest power of a surd.
const maxExponent = 6

// smallExponent is an exponent that is written as a small number.
func smallExponent(n *power) (k int, ok bool) {
	l, ok := n.exp.(*literal)
	if !ok || l.exact == nil || !l.exact.IsInt() || !l.exact.Num().IsInt64() {
		return 0, false
	}
	k = int(l.exact.Num().Int64())
	return k, k >= 1 && k <= maxExponent
}

// surd is the value of a formula as a surd. ok is false where that is no number, or not a surd with
// few terms, and where there is no value.
func (m *machine[T]) surd(n node) (s surd, ok bool) {
	if !m.hasRoot(n) {
		return rationalOf(m.eval(n))
	}
	m.spendSteps(n)
	switch n := n.(type) {
	case *norm:
		return m.normSurd(n)
	case *root:
		x, ok := rationalOf(m.eval(n.x))
		switch {
		case !ok:
		case len(x) == 0:
			return nil, true
		case x[0].factor.Sign() > 0:
			return rootSurd(x[0].factor), true
		}
		return nil, false
	case *unary:
		s, ok = m.surd(n.x)
		if n.op == "-" {
			s = s.neg()
		}
		return s, ok
	case *absolute:
		return m.larger(n.x, func(s surd) surd { return s.neg() })
	case *builtin:
		return m.extremeSurd(n)
	case *use:
		return m.surd(n.def.body)
	case *call:
		return m.callSurd(n)
	case *big_:
		return m.sumSurd(n)
	}
	return m.operateSurd(n)
}

// rationalOf is a number as a surd.
func rationalOf[T any](v value.Value[T]) (s surd, ok bool) {
	x, ok := any(v.N).(*big.Rat)
	if !ok || v.Kind != value.Number {
		return nil, false
	}
	return rationalSurd(x), true
}

func (m *machine[T]) normSurd(n *norm) (surd, bool) {
	x := m.eval(n.x)
	if x.Kind == value.Matrix && !n.frobenius {
		return nil, false
	}
	v, err := m.ops.NormSquared(x)
	square, ok := any(v.N).(*big.Rat)
	if err != nil || !ok {
		return nil, false
	}
	return rootSurd(square), true
}

// larger is the larger one of x and of what f makes of it.
func (m *machine[T]) larger(x node, f func(surd) surd) (surd, bool) {
	s, ok := m.surd(x)
	if !ok {
		return nil, false
	}
	other := f(s)
	c, ok := m.signOf(s, other.neg())
	if c < 0 {
		s = other
	}
	return s, ok
}

// extremeSurd is \max(a, b), \min(a, b) or (a)_+ of numbers.
func (m *machine[T]) extremeSurd(n *builtin) (best surd, ok bool) {
	if n.fn.op == positivePart {
		return m.larger(n.args[0], func(surd) surd { return nil })
	}
	for i, a := range n.args {
		s, ok := m.surd(a)
		if !ok {
			return nil, false
		}
		if i == 0 {
			best = s
			continue
		}
		c, ok := m.signOf(s, best.neg())
		if !ok {
			return nil, false
		}
		if c > 0 == (n.fn.op == maximum) {
			best = s
		}
	}
	return best, len(n.args) > 0
}

// callSurd is a definition at arguments, as call and invoke evaluate it.
func (m *machine[T]) callSurd(n *call) (s surd, ok bool) {
	args := make([]value.Value[T], len(n.args))
	for i, a := range n.args {
		args[i] = m.eval(a)
	}
	before := make([]value.Value[T], len(args))
	for i, k := range n.def.params {
		before[i], m.frame[k] = m.frame[k], args[i]
	}
	s, ok = m.surd(n.def.body)
	for i, k := range n.def.params {
		m.frame[k] = before[i]
	}
	return s, ok
}

func (m *machine[T]) sumSurd(n *big_) (sum surd, ok bool) {
	ok = true
	m.each(&n.bind, func() bool {
		var s surd
		if s, ok = m.surd(n.body); ok {
			sum, ok = sum.add(s)
		}
		return ok
	})
	return sum, ok
}

// operateSurd is a sum, a product, a quotient or a power.
func (m *machine[T]) operateSurd(n node) (s surd, ok bool) {
	switch n := n.(type) {
	case *power:
		k, _ := smallExponent(n)
		x, ok := m.surd(n.x)
		s = rationalSurd(one)
		for ; ok && k > 0; k-- {
			s, ok = s.mul(x)
		}
		return s, ok
	case *apply: // c(‖x‖ + 1)
		return m.productSurd(n.fn, n.args[0])
	case *binary:
		switch n.op {
		case "+", "-":
			x, ok := m.surd(n.x)
			if !ok {
				return nil, false
			}
			y, ok := m.surd(n.y)
			if n.op == "-" {
				y = y.neg()
			}
			if !ok {
				return nil, false
			}
			return x.add(y)
		case "/":
			y, ok := m.surd(n.y)
			if !ok {
				return nil, false
			}
			if y, ok = y.inverse(); !ok {
				return nil, false
			}
			x, ok := m.surd(n.x)
			if !ok {
				return nil, false
			}
			return x.mul(y)
		}
		return m.productSurd(n.x, n.y)
	}
	return nil, false
}

func (m *machine[T]) productSurd(x, y node) (surd, bool) {
	a, ok := m.surd(x)
	if !ok {
		return nil, false
	}
	b, ok := m.surd(y)
	if !ok {
		return nil, false
	}
	return a.mul(b)
}

// stepsPerSurd is what an operation with surds counts as.
const stepsPerSurd = 16

func (m *machine[T]) spendSteps(n node) {
	m.steps, m.ticks = m.steps+stepsPerSurd, m.ticks+stepsPerSurd
	if m.steps > m.most {
		m.fail(n, "this takes more than %d operations at one point", m.most)
	}
	m.tick(n)
}
