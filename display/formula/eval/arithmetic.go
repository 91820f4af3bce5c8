package eval

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

func (m *machine[T]) unary(n *unary) value.Value[T] {
	x := m.eval(n.x)
	if n.op == "+" {
		return x
	}
	v, err := m.ops.Neg(x)
	return m.must(n, v, err, n.x)
}

func (m *machine[T]) binary(n *binary) value.Value[T] {
	x, y := m.eval(n.x), m.eval(n.y)
	if x.Kind == value.Number && y.Kind == value.Number {
		switch n.op { // most operations
		case "+":
			return value.Value[T]{N: m.f.Add(x.N, y.N)}
		case "-":
			return value.Value[T]{N: m.f.Sub(x.N, y.N)}
		case "":
			return value.Value[T]{N: m.f.Mul(x.N, y.N)}
		}
	}
	if n.op == "" && x.Kind == value.Func {
		return m.applyTo(n, x, []value.Value[T]{y}, n.x)
	}
	if m.watch != nil && n.op == "/" && y.Kind == value.Number {
		m.noteFactors(n.y, y.N, hole)
	}
	v, err := m.operate(n.op, x, y)
	if err != nil {
		m.must(n, v, err, n.x, n.y)
	}
	return v
}

// operate is an operation by its sign.
func (m *machine[T]) operate(op string, x, y value.Value[T]) (value.Value[T], error) {
	switch op {
	case "+":
		return m.ops.Add(x, y)
	case "-":
		return m.ops.Sub(x, y)
	case "":
		return m.ops.Mul(x, y)
	case "/":
		return m.ops.Div(x, y)
	case `\cdot`:
		if x.Kind == value.Vector && y.Kind == value.Vector {
			return m.ops.Dot(x, y)
		}
		return m.ops.Mul(x, y)
	case `\times`:
		if x.Kind == value.Set && y.Kind == value.Set {
			return m.ops.Product(x, y)
		}
		return m.ops.Mul(x, y)
	case `\odot`, `\circ`:
		return m.ops.Hadamard(x, y)
	case `\otimes`:
		return m.ops.Kron(x, y)
	case `\cup`:
		return m.ops.Union(x, y)
	case `\cap`:
		return m.ops.Intersection(x, y)
	}
	return m.ops.Difference(x, y) // \setminus
}

// power raises a number, a matrix, a set. A negative or fractional power of a matrix is its inverse or root.
func (m *machine[T]) power(n *power) value.Value[T] {
	if q, ok := n.x.(*norm); ok && isTwo(n.exp) && q.p == nil && !q.infinite { // exact where the norm is not
		x := m.eval(q.x)
		if x.Kind != value.Matrix || q.frobenius {
			v, err := m.ops.NormSquared(x)
			return m.must(n, v, err, q.x)
		}
	}
	x := m.eval(n.x)
	if x.Kind == value.Set {
		return m.setPower(n, x)
	}
	exp := m.eval(n.exp)
	if m.watch != nil {
		m.powerBorder(n, x, exp)
	}
	v, err := m.ops.Pow(x, exp)
	if x.Kind == value.Number && err == nil && !m.f.Exact() {
		m.tiny = m.tiny || math.Abs(m.f.Value(v.N)) < tinyNumber && m.f.Value(x.N) != 0
	}
	return m.must(n, v, err, n.x, n.exp)
}

func isTwo(n node) bool {
	l, ok := n.(*literal)
	return ok && l.text == "2"
}

// setPower is Aⁿ, the tuples of n elements.
func (m *machine[T]) setPower(n *power, x value.Value[T]) value.Value[T] {
	k := m.integer(n.exp)
	if k < 1 || k > 20 {
		m.fail(n.exp, "the power of the set is %d, it must be from 1 to 20", k)
	}
	sets := make([]value.Value[T], k)
	for i := range sets {
		sets[i] = x
	}
	v, err := m.ops.Product(sets...)
	return m.must(n, v, err, n.x)
}

// measure evaluates what makes a number of something: norms, absolute values, inner products, roots, rounding.
func (m *machine[T]) measure(n node) value.Value[T] {
	switch n := n.(type) {
	case *absolute:
		return m.absolute(n)
	case *norm:
		return m.norm(n)
	case *inner:
		v, err := m.ops.Dot(m.eval(n.x), m.eval(n.y))
		return m.must(n, v, err, n.x, n.y)
	case *root:
		return m.root(n)
	case *round:
		f := number.Floor
		if n.up {
			f = number.Ceil
		}
		return m.elementary(n, f, m.number(n.x))
	case *factorial:
		v, err := m.ops.Factorial(m.eval(n.x))
		return m.must(n, v, err, n.x)
	}
	b := n.(*binom)
	v, err := m.ops.Binom(m.eval(b.n), m.eval(b.k))
	return m.must(n, v, err, b.n, b.k)
}

// absolute is |x|: of a number, the determinant of a matrix, the number of elements of a set.
func (m *machine[T]) absolute(n *absolute) value.Value[T] {
	x := m.eval(n.x)
	switch x.Kind {
	case value.Number:
		return m.elementary(n, number.Abs, x.N)
	case value.Set:
		v, err := m.ops.Size(x)
		return m.must(n, v, err, n.x)
	}
	v, err := m.ops.Det(x)
	return m.must(n, v, err, n.x)
}

func (m *machine[T]) norm(n *norm) value.Value[T] {
	x := m.eval(n.x)
	m.decidedBySign(x)
	switch {
	case n.frobenius:
		v, err := m.ops.Frobenius(x)
		return m.must(n, v, err, n.x)
	case n.infinite:
		v, err := m.ops.Norm(x, math.Inf(1))
		return m.must(n, v, err, n.x)
	case n.p != nil:
		v, err := m.ops.Norm(x, m.f.Value(m.number(n.p)))
		return m.must(n, v, err, n.x)
	}
	v, err := m.ops.Norm(x, 2)
	return m.must(n, v, err, n.x)
}

func (m *machine[T]) root(n *root) value.Value[T] {
	if n.n == nil {
		return m.elementary(n, number.Sqrt, m.number(n.x))
	}
	k := m.integer(n.n)
	if k == 0 {
		m.fail(n.n, "there is no root of order 0")
	}
	e, err := m.f.Div(m.f.Int(1), m.f.Int(int64(k)))
	m.must(n, value.Value[T]{}, err)
	v, err := m.f.Pow(m.number(n.x), e)
	return m.must(n, m.ops.Number(v), err, n.x)
}

func (m *machine[T]) elementary(n node, f number.Func, x T) value.Value[T] {
	if m.watch != nil {
		m.borderOf(n, f, x)
	}
	v, err := m.f.Call(f, x)
	switch {
	case f == number.Abs || f == number.Sign:
		m.decidedBySign(m.ops.Number(x))
	case (f == number.Floor || f == number.Ceil) && err == nil:
		m.decided(int(math.Float64bits(m.f.Value(v)) >> 1))
	}
	m.tiny = m.tiny || err == nil && (f == number.Exp || f == number.NormalDensity || f == number.NormalCDF) && m.f.Value(v) < tinyNumber && !m.f.Exact()
	return m.must(n, m.ops.Number(v), err)
}

// index is an entry of a vector, matrix, tuple or family, or with a dot a row or a column.
func (m *machine[T]) index(n *index) value.Value[T] {
	x := m.eval(n.x)
	if len(n.subs) == 2 && (n.subs[0] == nil) != (n.subs[1] == nil) {
		if n.subs[0] == nil {
			v, err := m.ops.ColumnOf(x, m.integer(n.subs[1]))
			return m.must(n, v, err, n.x)
		}
		v, err := m.ops.RowOf(x, m.integer(n.subs[0]))
		return m.must(n, v, err, n.x)
	}
	subs := make([]int, len(n.subs), 2)
	for i, s := range n.subs {
		if s == nil {
			m.fail(n, "a dot stands for one of two indices")
		}
		subs[i] = m.integer(s)
	}
	if len(subs) == 1 && x.Kind == value.Matrix && subs[0] >= 11 && subs[0] <= 99 { // A_{12}
		subs = append(subs[:0], subs[0]/10, subs[0]%10)
	}
	v, err := m.ops.At(x, subs...)
	return m.must(n, v, err, n.x)
}

// decidedBySign notes the sign of a number.
func (m *machine[T]) decidedBySign(x value.Value[T]) {
	if x.Kind == value.Number {
		m.decided(number.Float{}.Cmp(m.f.Value(x.N), 0))
	}
}

func (m *machine[T]) builtin(n *builtin) value.Value[T] {
	if n.fn.op == elementary {
		x := m.eval(n.args[0])
		if x.Kind != value.Number {
			m.fail(n.args[0], "%s is a %s, %s takes a number", m.source(n.args[0]), x.Shape(), n.fn.name)
		}
		return m.elementary(n, n.fn.call, x.N)
	}
	switch n.fn.op {
	case maximum, minimum:
		return m.extreme(n)
	case diagonal:
		return m.diagonal(n)
	case logarithmTo:
		return m.logarithmTo(n)
	case positivePart:
		x := m.eval(n.args[0])
		m.decidedBySign(x)
		if m.watch != nil && x.Kind == value.Number {
			m.noteFactors(n.args[0], x.N, bend)
		}
		v, err := m.ops.PositivePart(x)
		return m.must(n, v, err, n.args[0])
	case eigenvalue:
		return m.eigenvalue(n, m.eval(n.args[1]), m.integer(n.args[0]))
	}
	return m.ofMatrix(n, m.eval(n.args[0]))
}

// ofMatrix is a number that belongs to a matrix.
func (m *machine[T]) ofMatrix(n *builtin, x value.Value[T]) (v value.Value[T]) {
	var err error
	switch n.fn.op {
	case determinant:
		v, err = m.ops.Det(x)
	case trace:
		v, err = m.ops.Trace(x)
	case rank:
		v, err = m.ops.Rank(x)
	case largestEigenvalue:
		return m.eigenvalue(n, x, 1)
	case smallestEigenvalue:
		return m.eigenvalue(n, x, -1)
	}
	return m.must(n, v, err, n.args[0])
}

// eigenvalue is the k-th largest eigenvalue of a symmetric matrix, the last one for k = -1.
func (m *machine[T]) eigenvalue(n *builtin, x value.Value[T], k int) value.Value[T] {
	if k == -1 {
		k = x.Rows
	}
	v, err := m.ops.Eigenvalue(x, k)
	return m.must(n, v, err, n.args[len(n.args)-1])
}

// extreme is \max(a, b), \max S of a finite set or of the entries of a vector.
func (m *machine[T]) extreme(n *builtin) value.Value[T] {
	var list []T
	for _, a := range n.args {
		x := m.eval(a)
		switch x.Kind {
		case value.Number:
			list = append(list, x.N)
		case value.Vector, value.Row, value.Matrix:
			list = append(list, x.A...)
		case value.Set, value.Tuple, value.Family:
			for _, item := range x.Items {
				if item.Kind != value.Number {
					m.fail(a, "%s is a %s of what is no number", m.source(a), x.Shape())
				}
				list = append(list, item.N)
			}
		default:
			m.fail(a, "%s is a %s, %s takes numbers", m.source(a), x.Shape(), n.fn.name)
		}
	}
	if len(list) == 0 {
		m.fail(n, "%s of nothing", n.fn.name)
	}
	best := list[0]
	for _, x := range list[1:] {
		if m.watch != nil {
			m.note(n, m.f.Sub(x, best), bend)
		}
		c := m.f.Order(x, best)
		if n.fn.op == minimum {
			c = -c
		}
		if m.decided(max(c, 0)); c > 0 {
			best = x
		}
	}
	return m.ops.Number(best)
}

// diagonal is \operatorname{diag}(x) and \operatorname{diag}(a, b, c).
func (m *machine[T]) diagonal(n *builtin) value.Value[T] {
	if len(n.args) == 1 {
		v, err := m.ops.Diag(m.eval(n.args[0]))
		return m.must(n, v, err, n.args[0])
	}
	var list []T
	for _, a := range n.args {
		list = append(list, m.number(a))
	}
	v, err := m.ops.Diag(m.ops.Vector(list...))
	return m.must(n, v, err)
}

func (m *machine[T]) logarithmTo(n *builtin) value.Value[T] {
	base := m.elementary(n, number.Log, m.number(n.args[0]))
	x := m.elementary(n, number.Log, m.number(n.args[1]))
	v, err := m.f.Div(x.N, base.N)
	return m.must(n, m.ops.Number(v), err)
}

// apply evaluates a value before a bracket: a function is called, anything else is a factor.
func (m *machine[T]) apply(n *apply) value.Value[T] {
	fn := m.eval(n.fn)
	args := make([]value.Value[T], len(n.args))
	for i, a := range n.args {
		args[i] = m.eval(a)
	}
	if callable(fn) {
		v := m.applyTo(n, fn, args, n.fn)
		if n.exp == nil {
			return v
		}
		v, err := m.ops.Pow(v, m.eval(n.exp))
		return m.must(n, v, err, n, n.exp)
	}
	if len(args) != 1 {
		m.fail(n, "%s is a %s and takes no arguments", m.source(n.fn), fn.Shape())
	}
	y := args[0]
	if n.exp != nil {
		v, err := m.ops.Pow(y, m.eval(n.exp))
		y = m.must(n, v, err, n.args[0], n.exp)
	}
	v, err := m.ops.Mul(fn, y)
	return m.must(n, v, err, n.fn, n.args[0])
}

func callable[T any](v value.Value[T]) bool {
	return v.Kind == value.Func || v.Kind == value.Law
}

// applyTo calls a value that is a function.
func (m *machine[T]) applyTo(n node, fn value.Value[T], args []value.Value[T], name node) value.Value[T] {
	switch f := fn.Ref.(type) {
	case *Func:
		return m.callGo(n, f, args)
	case *partial[T]:
		if len(args) != f.def.args {
			m.fail(n, "%s takes %s, here are %d", f.def.name, plural(f.def.args, "argument"), len(args))
		}
		return m.invoke(f.def, append(append([]value.Value[T]{}, f.prefix...), args...))
	}
	v, err := m.ops.Apply(fn, args...)
	return m.must(n, v, err, name)
}

// partial is a definition as a value, with the indices that it has already.
type partial[T any] struct {
	def    *definition
	prefix []value.Value[T]
}

func (m *machine[T]) closure(n *closure) value.Value[T] {
	p := &partial[T]{def: n.def}
	for _, x := range n.prefix {
		p.prefix = append(p.prefix, m.eval(x))
	}
	return value.Value[T]{Kind: value.Func, Ref: p}
}

// callGo calls a function of the notebook, which knows floating point only.
func (m *machine[T]) callGo(n node, f *Func, args []value.Value[T]) value.Value[T] {
	var zero T
	_, isFloat := any(zero).(float64)
	if !isFloat {
		why := "it is a Go function, which cannot be differentiated"
		if m.f.Exact() {
			why = "it is a Go function, in floating point"
		}
		panic(fault{&syntax.Error{Text: m.p.Text, Span: n.where(), Msg: f.Name + ": " + why}, number.ErrInexact})
	}
	if f.Args >= 0 && len(args) != f.Args {
		m.fail(n, "%s takes %s, here are %d", f.Name, plural(f.Args, "argument"), len(args))
	}
	floats := any(args).([]value.Value[float64])
	v, err := f.Call(floats)
	if errors.Is(err, ErrNoValue) {
		panic(fault{&syntax.Error{Text: m.p.Text, Span: n.where(), Msg: f.Name + ": " + err.Error()}, err})
	}
	if err != nil {
		m.fail(n, "%s: %v", f.Name, err)
	}
	return any(v).(value.Value[T])
}
