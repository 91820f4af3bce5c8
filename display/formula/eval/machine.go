package eval

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// Machine evaluates the formulas of a program at points, in one field. It is not safe for concurrent use.
//
// It is an interface only so that what uses a machine does not compile it again, for each kind of numbers.
type Machine[T any] interface {
	// Set gives a variable its value at the present point, Get returns it.
	Set(v *Var, x value.Value[T])
	Get(v *Var) value.Value[T]
	// Eval evaluates a formula at the present point. The error is a *syntax.Error with the place in the text.
	Eval(f *Formula) (Result[T], error)
	// Underflows reports whether a power at the present point is so small that products with it may be 0.
	Underflows() bool
	// TakeForEqual has comparisons take numbers for equal that differ by no more than so much, until it is called with 0.
	TakeForEqual(difference float64)
	// StopWhen has evaluations end with value.ErrStopped soon after stopped says so. It is asked often, about once for 4096
	// operations, those on large values and long numbers counted by what they take, and must be fast.
	StopWhen(stopped func() bool)

	// Relate compares two values.
	Relate(op string, x, y value.Value[T]) (Relation, error)
	// Margin is by how much a statement is true at the present point, or, negative, false: of an inequality the difference of its
	// sides, of an equation minus its absolute value, outside of a finite set the distance to it; "and" takes the least, "or" the
	// largest. An error means that it has no value.
	Margin(f *Formula) (float64, error)
	// Equation is the difference of the two sides of a formula that is one equation between numbers, at the present point; ok is
	// false where it is none or has no value.
	Equation(f *Formula) (difference float64, ok bool)
	// Borders evaluates a formula at the present point and lists its borders; where it has no value, those met before.
	Borders(f *Formula) []Border[T]
	// Degree bounds the degree of a formula as a function of the coordinates of the point, of which variable v has degree of(v). It
	// is evaluated at the present point, which must have values for the sizes and ranges. ok is false where the formula is no
	// rational function of one form: where it compares, rounds, or applies other functions.
	Degree(f *Formula, of func(v *Var) Degree) (d Degree, ok bool)
}

// machine is a [Machine].
type machine[T any] struct {
	p     *Program
	f     number.Field[T]
	ops   value.Ops[T]
	frame []value.Value[T] // by slot
	memo  []memo[T]        // of definitions without parameters
	lits  []memo[T]        // of literals
	steps int              // evaluated nodes of the present formula
	most  int              // of them
	ticks int              // evaluated nodes since Stopped was asked
	meter *value.Meter     // of large operations
	spent *int             // by operations with long numbers since it was looked at; nil where there are none
	long  int              // so much of the present formula

	// differentiate evaluates the derivative of a body by the variables, one after another.
	differentiate func(body node, by []variable) value.Value[T]

	linear linear[T]    // for integrals
	side   *number.Side // of derivatives

	// err is the integration error of the formula, close says that a comparison was within rounding.
	err   float64
	close bool
	// branch stands for the decisions since it was set: which of two numbers was smaller, on which side of 0 one was. nested is how many
	// integrals are under way, asked how often an integrand was evaluated for the outermost.
	branch        uint64
	nested, asked int
	inside        bool // of an integral: a tie is none there

	// watch, while borders are listed, is told each of them.
	watch func(n node, x T, kind borderKind)

	rooted map[node]bool // see hasRoot

	equalUpTo float64 // the difference up to which numbers are taken for equal

	tiny bool // a power at this point is so small that products with it may be 0
}

// memo is a value that is known, with what was noted on the way to it.
type memo[T any] struct {
	known, close bool
	err          float64
	value        value.Value[T]
}

// Result is the value of a formula at a point.
type Result[T any] struct {
	Value value.Value[T]
	Err   float64 // estimate of the error of its integrals
	Close bool    // a comparison inside was decided by a difference that may be rounding
	Steps int     // operations that it took
}

// maxSteps bounds the work of one formula at one point.
const maxSteps = 20_000_000

func newMachine[T any](p *Program, f number.Field[T]) *machine[T] {
	meter := new(value.Meter)
	return &machine[T]{p: p, f: f, meter: meter, ops: value.Ops[T]{F: f, Meter: meter}, frame: make([]value.Value[T], p.slots), memo: make([]memo[T], p.memos), lits: make([]memo[T], p.literals+1), most: maxSteps}
}

// Set gives a variable its value at the present point.
func (m *machine[T]) Set(v *Var, x value.Value[T]) {
	m.frame[v.slot] = x
	clear(m.memo)
	m.tiny = false
}

// Underflows says that a power at the present point is so small that products with it may be 0.
func (m *machine[T]) Underflows() bool { return m.tiny }

// Get is the value of a variable at the present point.
func (m *machine[T]) Get(v *Var) value.Value[T] { return m.frame[v.slot] }

// Eval evaluates a formula at the present point. The error is a *syntax.Error with the place in the text.
func (m *machine[T]) Eval(f *Formula) (r Result[T], err error) {
	defer func() { r.Steps = m.steps + m.long + m.meter.Work/workPerStep }() // also where there is no value
	defer m.recover(&err)
	m.steps, m.long, m.err, m.close, m.meter.Work = 0, 0, 0, false, 0
	v := m.eval(f.root)
	return Result[T]{Value: v, Err: m.err, Close: m.close}, nil
}

// fault is how an evaluation ends that has no value.
type fault struct {
	err   *syntax.Error
	cause error
}

// Fault is an evaluation without a value: where and why, and the cause in the arithmetic, such as number.ErrInexact, or nil.
type Fault struct {
	Place *syntax.Error
	Cause error
}

// Error is the message with line and column.
func (f *Fault) Error() string { return f.Place.Error() }

// Unwrap gives the *syntax.Error and the cause.
func (f *Fault) Unwrap() []error {
	if f.Cause == nil {
		return []error{f.Place}
	}
	return []error{f.Place, f.Cause}
}

func (m *machine[T]) recover(err *error) {
	if p := recover(); p != nil {
		f, ok := p.(fault)
		if !ok {
			panic(p)
		}
		*err = &Fault{f.err, f.cause}
	}
}

// fail ends the evaluation.
func (m *machine[T]) fail(n node, format string, args ...any) {
	panic(fault{&syntax.Error{Text: m.p.Text, Span: n.where(), Msg: fmt.Sprintf(format, args...)}, nil})
}

// must is v, or ends the evaluation with the error of an operation on x and y.
func (m *machine[T]) must(n node, v value.Value[T], err error, operands ...node) value.Value[T] {
	if err != nil {
		panic(fault{&syntax.Error{Text: m.p.Text, Span: n.where(), Msg: m.explain(err, operands)}, err})
	}
	return v
}

// source is the text of a node, shortened.
func (m *machine[T]) source(n node) string {
	s := n.where()
	if s.From < 0 || s.To > len(m.p.Text) || s.From >= s.To {
		return "this"
	}
	text := []rune(m.p.Text[s.From:s.To])
	if len(text) > 40 {
		return string(text[:39]) + "…"
	}
	return string(text)
}

// number is the value of a node that must be a number.
func (m *machine[T]) number(n node) T {
	v := m.eval(n)
	if v.Kind != value.Number {
		m.fail(n, "%s is a %s, a number is needed here", m.source(n), v.Shape())
	}
	return v.N
}

// integer is the value of a node that must be an integer.
func (m *machine[T]) integer(n node) int {
	x := m.f.Value(m.number(n))
	if x == math.Trunc(x) && math.Abs(x) > 1e9 {
		m.fail(n, "%s is %.6g, which is too many to be run through", m.source(n), x)
	}
	if x != math.Trunc(x) {
		m.fail(n, "%s is %.6g, an integer is needed here", m.source(n), x)
	}
	return int(x)
}

// truth is the value of a node that must be a statement.
func (m *machine[T]) truth(n node) bool {
	v := m.eval(n)
	if v.Kind != value.Truth {
		m.fail(n, "%s is a %s, a statement is needed here", m.source(n), v.Shape())
	}
	return v.Truth
}

// set is the value of a node that must be a finite set.
func (m *machine[T]) set(n node) []value.Value[T] {
	v := m.eval(n)
	if v.Kind != value.Set {
		m.fail(n, "%s is a %s, a finite set is needed here", m.source(n), v.Shape())
	}
	return v.Items
}

// eval evaluates a node at the present point.
func (m *machine[T]) eval(n node) value.Value[T] {
	if m.steps++; m.steps > m.most {
		m.fail(n, "this takes more than %d operations at one point", m.most)
	}
	if m.spent != nil && *m.spent > 0 {
		m.ticks, m.long, *m.spent = m.ticks+*m.spent, m.long+*m.spent, 0
	}
	if m.ticks++; m.ticks >= ticksBetween {
		m.tick(n)
	}
	switch n := n.(type) {
	case *slot:
		return m.frame[n.index]
	case *random:
		return m.frame[n.index]
	case *literal:
		return m.literal(n)
	case *use:
		return m.use(n)
	case *binary:
		return m.binary(n)
	case *power:
		return m.power(n)
	case *transpose:
		x := m.eval(n.x)
		v, err := m.ops.Transpose(x)
		return m.must(n, v, err, n.x)
	case *unary:
		return m.unary(n)
	case *index:
		return m.index(n)
	case *call:
		return m.call(n)
	case *builtin:
		return m.builtin(n)
	case *apply:
		return m.apply(n)
	case *compare, *logic, *indicator, *cases:
		return m.statement(n)
	case *big_:
		return m.big(n)
	}
	return m.rare(n)
}

// rare evaluates what is not so frequent.
func (m *machine[T]) rare(n node) value.Value[T] {
	switch n := n.(type) {
	case *named:
		return m.named(n)
	case *infinity:
		m.fail(n, "∞ stands only as a bound of an integral or an interval: infinite sums are not in the language, a bound that is large enough stands for ∞")
	case *unsized:
		return m.unsized(n)
	case *closure:
		return m.closure(n)
	case *foreign:
		return value.Value[T]{Kind: value.Func, Ref: n.fn}
	case *pick:
		return m.pick(n)
	case *at_:
		return m.at(n)
	case *factorial, *binom, *root, *absolute, *norm, *inner, *round:
		return m.measure(n)
	case *tuple, *blocks, *table, *setOf, *builder, *span, *extent, *lawOf:
		return m.list(n)
	case *integral:
		return m.integral(n)
	case *derivative:
		return m.differentiate(n.body, n.by)
	case *gradient:
		return m.gradient(n)
	case *prob:
		return m.prob(n)
	}
	m.fail(n, "%s has no value by itself", m.source(n))
	return value.Value[T]{}
}

// decided notes a decision.
func (m *machine[T]) decided(c int) { m.branch = (m.branch ^ uint64(c+2)) * 0x100000001b3 }

func (m *machine[T]) literal(n *literal) value.Value[T] {
	if n.index == 0 {
		return m.ops.Number(m.f.Rat(n.exact))
	}
	kept := &m.lits[n.index]
	if !kept.known {
		kept.known, kept.value = true, m.ops.Number(m.f.Rat(n.exact))
	}
	return kept.value
}

func (m *machine[T]) use(n *use) value.Value[T] {
	if n.def.memo < 0 {
		return m.eval(n.def.body)
	}
	kept := &m.memo[n.def.memo]
	if !kept.known {
		err, near, branch := m.err, m.close, m.branch
		m.err, m.close = 0, false
		v := m.eval(n.def.body)
		kept = &m.memo[n.def.memo] // a derivative inside may have replaced the table
		*kept = memo[T]{true, m.close, m.err, v}
		m.err, m.close, m.branch = err, near, branch
	}
	m.err, m.close = m.err+kept.err, m.close || kept.close
	return kept.value
}

// call evaluates a definition at arguments: all of them first, since they may use the same definition.
func (m *machine[T]) call(n *call) value.Value[T] {
	var few [2]value.Value[T]
	args := few[:0]
	for _, a := range n.args {
		args = append(args, m.eval(a))
	}
	return m.invoke(n.def, args)
}

func (m *machine[T]) invoke(def *definition, args []value.Value[T]) value.Value[T] {
	var few [4]value.Value[T]
	before := few[:0]
	for i, k := range def.params {
		before = append(before, m.frame[k])
		m.frame[k] = args[i]
	}
	v := m.eval(def.body)
	for i, k := range def.params {
		m.frame[k] = before[i]
	}
	return v
}

// at evaluates a body with one slot set.
func (m *machine[T]) at(n *at_) value.Value[T] {
	x := m.eval(n.value)
	before := m.frame[n.slot]
	m.frame[n.slot] = x
	v := m.eval(n.body)
	m.frame[n.slot] = before
	return v
}

func (m *machine[T]) pick(n *pick) value.Value[T] {
	k := m.integer(n.index)
	member := n.members[k]
	if member == nil {
		m.fail(n, "there is no %s with index %d", n.name, k)
	}
	return m.eval(member)
}

func (m *machine[T]) named(n *named) value.Value[T] {
	x, err := m.f.Named(n.c)
	if err != nil {
		panic(fault{&syntax.Error{Text: m.p.Text, Span: n.span, Msg: n.c.String() + " is no rational number"}, err})
	}
	return m.ops.Number(x)
}

func (m *machine[T]) unsized(n *unsized) value.Value[T] {
	size := 0
	if n.n != nil {
		if size = m.integer(n.n); size < 1 {
			m.fail(n.n, "the size is %d, it must be at least 1", size)
		}
	}
	switch {
	case n.ones && size == 0:
		return m.ops.Ones(m.f.Int(1))
	case n.ones:
		m.spend(n, 0, size)
		return m.ops.OnesOf(size)
	case size == 0:
		return m.ops.Identity(m.f.Int(1))
	}
	m.spend(n, 0, size*size)
	return m.ops.IdentityOf(size)
}
