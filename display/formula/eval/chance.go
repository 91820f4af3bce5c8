package eval

import (
	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// maxOutcomes bounds the sample space that is enumerated.
const maxOutcomes = 1 << 17

// prob enumerates the outcomes of its random variables. Those that the condition holds keep their values from around.
func (m *machine[T]) prob(n *prob) value.Value[T] {
	var held []value.Value[T]
	for _, h := range n.held {
		held = append(held, m.eval(h))
	}
	total := m.f.Int(0)
	sums := make([]value.Value[T], 0, 3)
	m.outcomes(n, func(weight T) {
		for i, h := range n.held {
			if !m.same(h, m.eval(h), held[i]) {
				return
			}
		}
		if n.cond != nil && !m.truth(n.cond) {
			return
		}
		total = m.f.Add(total, weight)
		sums = m.accumulate(n, sums, weight)
	})
	if m.f.Cmp(total, m.f.Int(0)) <= 0 {
		panic(fault{&syntax.Error{Text: m.p.Text, Span: n.where(), Msg: "the condition has probability 0"}, number.ErrZero})
	}
	for i := range sums {
		v, err := m.ops.Div(sums[i], m.ops.Number(total))
		sums[i] = m.must(n, v, err)
	}
	return m.moment(n, sums)
}

// accumulate adds weight times what the operator needs: the indicator, X, or X, Y and XY.
func (m *machine[T]) accumulate(n *prob, sums []value.Value[T], weight T) []value.Value[T] {
	var terms []value.Value[T]
	switch n.op {
	case "P":
		one := m.f.Int(0)
		if m.truth(n.args[0]) {
			one = m.f.Int(1)
		}
		terms = append(terms, m.ops.Number(one))
	case "E":
		terms = append(terms, m.eval(n.args[0]))
	default:
		x := m.eval(n.args[0])
		y := x
		if n.op == "Cov" {
			y = m.eval(n.args[1])
		}
		xy, err := m.product(x, y)
		terms = append(terms, x, y, m.must(n, xy, err, n.args[0]))
	}
	for i, t := range terms {
		v, err := m.ops.Mul(m.ops.Number(weight), t)
		t = m.must(n, v, err, n.args[0])
		if i == len(sums) {
			sums = append(sums, t)
			continue
		}
		v, err = m.ops.Add(sums[i], t)
		sums[i] = m.must(n, v, err, n.args[0], n.args[0])
	}
	return sums
}

// product is xy of numbers and the matrix xyᵀ of vectors.
func (m *machine[T]) product(x, y value.Value[T]) (value.Value[T], error) {
	if x.Kind == value.Vector && y.Kind == value.Vector {
		return m.ops.Outer(x, y)
	}
	return m.ops.Mul(x, y)
}

func (m *machine[T]) moment(n *prob, sums []value.Value[T]) value.Value[T] {
	if n.op == "P" || n.op == "E" {
		return sums[0]
	}
	both, err := m.product(sums[0], sums[1])
	m.must(n, both, err, n.args[0])
	v, err := m.ops.Sub(sums[2], both)
	return m.must(n, v, err, n.args[0])
}

// outcomes runs through the joint outcomes of the groups with their probabilities.
func (m *machine[T]) outcomes(n *prob, visit func(weight T)) {
	laws := make([]value.Value[T], len(n.groups))
	count := 1
	for i, g := range n.groups {
		laws[i] = m.eval(g.law)
		if laws[i].Kind != value.Law {
			m.fail(g.law, "%s is a %s, a random variable has a law on a finite set", m.source(g.law), laws[i].Shape())
		}
		if count *= len(laws[i].Items); count > maxOutcomes {
			m.fail(n, "there are more than %d outcomes", maxOutcomes)
		}
	}
	kept := map[int]value.Value[T]{}
	for _, g := range n.groups {
		for _, k := range g.slots {
			kept[k] = m.frame[k]
		}
	}
	m.joint(n, laws, 0, m.f.Int(1), visit)
	for k, v := range kept {
		m.frame[k] = v
	}
}

func (m *machine[T]) joint(n *prob, laws []value.Value[T], i int, weight T, visit func(weight T)) {
	if i == len(laws) {
		visit(weight)
		return
	}
	for j, outcome := range laws[i].Items {
		w := laws[i].A[j]
		if m.f.Cmp(w, m.f.Int(0)) == 0 {
			continue
		}
		m.assign(n, n.groups[i], outcome)
		m.joint(n, laws, i+1, m.f.Mul(weight, w), visit)
	}
}

// assign gives an outcome to the random variables of a group; several share a tuple.
func (m *machine[T]) assign(n *prob, g *group, outcome value.Value[T]) {
	if len(g.slots) == 1 {
		m.frame[g.slots[0]] = outcome
		return
	}
	entries := m.entries(outcome)
	if len(entries) != len(g.slots) {
		m.fail(n, "the outcomes are a %s, there are %s", outcome.Shape(), plural(len(g.slots), "random variable"))
	}
	for i, k := range g.slots {
		m.frame[k] = entries[i]
	}
}

// entries are the items of a tuple, or the components of a vector.
func (m *machine[T]) entries(v value.Value[T]) []value.Value[T] {
	if v.Kind != value.Vector {
		return v.Items
	}
	var items []value.Value[T]
	for _, a := range v.A {
		items = append(items, m.ops.Number(a))
	}
	return items
}

// same says that two values of a node are equal.
func (m *machine[T]) same(n node, x, y value.Value[T]) bool {
	return m.relate(n, "=", x, y, n, n)
}

// lawOf is a law that the language knows.
func (m *machine[T]) lawOf(n *lawOf) value.Value[T] {
	law := value.Value[T]{Kind: value.Law}
	switch n.kind {
	case bernoulli:
		q := m.share(n.args[0])
		law.Items = []value.Value[T]{m.ops.Int(0), m.ops.Int(1)}
		law.A = []T{m.f.Sub(m.f.Int(1), q), q}
	case binomial:
		m.binomialLaw(n, &law)
	default:
		law.Items = m.set(n.args[0])
		if len(law.Items) == 0 {
			m.fail(n, "there is no uniform law on the empty set")
		}
		share, err := m.f.Div(m.f.Int(1), m.f.Int(int64(len(law.Items))))
		m.must(n, law, err)
		for range law.Items {
			law.A = append(law.A, share)
		}
	}
	return law
}

// share is a number from 0 to 1.
func (m *machine[T]) share(n node) T {
	q := m.number(n)
	if m.f.Cmp(q, m.f.Int(0)) < 0 || m.f.Cmp(q, m.f.Int(1)) > 0 {
		m.fail(n, "%s is %.6g, a probability is from 0 to 1", m.source(n), m.f.Value(q))
	}
	return q
}

func (m *machine[T]) binomialLaw(n *lawOf, law *value.Value[T]) {
	count, q := m.integer(n.args[0]), m.share(n.args[1])
	if count < 0 || count > 100 {
		m.fail(n.args[0], "the number of trials is %d, it must be from 0 to 100", count)
	}
	p := m.f.Sub(m.f.Int(1), q)
	for k := range count + 1 {
		w, err := m.ops.Binom(m.ops.Int(count), m.ops.Int(k))
		m.must(n, w, err)
		x := w.N
		for range k {
			x = m.f.Mul(x, q)
		}
		for range count - k {
			x = m.f.Mul(x, p)
		}
		law.Items, law.A = append(law.Items, m.ops.Int(k)), append(law.A, x)
	}
}

// explain says why an operation has no value, in the words of the text.
func (m *machine[T]) explain(err error, operands []node) string {
	switch e := err.(type) {
	case *value.ShapeError:
		if e.B != "" && len(operands) >= 2 {
			return m.source(operands[0]) + " is a " + e.A + ", " + m.source(operands[1]) + " is a " + e.B + ": " + e.Op + " is not defined"
		}
		if len(operands) >= 1 {
			return m.source(operands[0]) + " is a " + e.A + ": " + e.Op + " is not defined"
		}
	case *number.Error:
		return e.Error()
	}
	if len(operands) > 0 {
		return m.source(operands[0]) + ": " + err.Error()
	}
	return err.Error()
}
