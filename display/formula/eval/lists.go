package eval

import (
	"github.com/mercer-go/mercer/display/formula/value"
)

// maxItems bounds the size of a set or of a table that a formula makes.
const maxItems = 1 << 17

// list evaluates tuples, matrices, sets and the ranges of binders.
func (m *machine[T]) list(n node) value.Value[T] {
	switch n := n.(type) {
	case *tuple:
		return m.tuple(n)
	case *blocks:
		return m.blocks(n)
	case *table:
		return m.table(n)
	case *setOf:
		return m.setOf(n)
	case *builder:
		return m.builder(n)
	case *span:
		return m.span(n, m.integer(n.lo), m.integer(n.hi))
	case *extent:
		return m.extent(n)
	}
	return m.lawOf(n.(*lawOf))
}

// span is the set of the integers from lo to hi, empty if hi < lo.
func (m *machine[T]) span(n node, lo, hi int) value.Value[T] {
	if hi-lo > maxItems {
		m.fail(n, "the range has more than %d members", maxItems)
	}
	var items []value.Value[T]
	for k := lo; k <= hi; k++ {
		items = append(items, m.ops.Number(m.f.Int(int64(k))))
	}
	return set(items)
}

// extent is the range of an index.
func (m *machine[T]) extent(n *extent) value.Value[T] {
	x := m.eval(n.x)
	lo, size := 1, 0
	switch x.Kind {
	case value.Vector, value.Row:
		size = len(x.A)
	case value.Matrix:
		size = x.Rows
		if n.k == 1 {
			size = x.Cols
		}
	case value.Family:
		if n.k == 0 {
			lo, size = x.First, len(x.Items)
		} else if len(x.Items) > 0 {
			size = len(x.Items[0].A)
		}
	case value.Tuple:
		size = len(x.Items)
	case value.Func, value.Law:
		return m.arguments(n, x)
	default:
		m.fail(n, "%s is a %s and has no indices", m.source(n.x), x.Shape())
	}
	return m.span(n, lo, lo+size-1)
}

// arguments is the set of the arguments of a table or a law.
func (m *machine[T]) arguments(n *extent, f value.Value[T]) value.Value[T] {
	if f.Kind == value.Law {
		return set(f.Items)
	}
	if f.Ref != value.Table {
		m.fail(n, "%s is a function that is not on a finite set", m.source(n.x))
	}
	var items []value.Value[T]
	for _, pair := range f.Items {
		items = append(items, pair.Items[0])
	}
	return set(items)
}

// tuple is a vector where its items are numbers, else a tuple. Dots between integers fill in what is between.
func (m *machine[T]) tuple(n *tuple) value.Value[T] {
	items := m.items(n, n.items)
	numbers := make([]T, 0, len(items))
	for _, x := range items {
		if x.Kind == value.Number {
			numbers = append(numbers, x.N)
		}
	}
	if len(numbers) == len(items) {
		return m.ops.Vector(numbers...)
	}
	return m.ops.Tuple(items...)
}

// items evaluates a list; a nil item is dots, which continue the numbers before to the number behind.
func (m *machine[T]) items(n node, list []node) []value.Value[T] {
	var items []value.Value[T]
	for i, x := range list {
		if x != nil {
			items = append(items, m.eval(x))
			continue
		}
		items = append(items, m.between(n, list, i, items)...)
	}
	return items
}

// between are the numbers that dots stand for: those between the numbers around, in steps of one, or of the difference of the
// two numbers before.
func (m *machine[T]) between(n node, list []node, i int, before []value.Value[T]) []value.Value[T] {
	last := before[len(before)-1]
	if last.Kind != value.Number {
		m.fail(n, "dots continue numbers only")
	}
	step := m.f.Int(1)
	if len(before) > 1 && list[i-2] != nil {
		step = m.f.Sub(last.N, before[len(before)-2].N)
	}
	end := m.number(list[i+1])
	if m.f.Cmp(step, m.f.Int(0)) == 0 {
		m.fail(n, "dots between equal numbers")
	}
	var items []value.Value[T]
	up := m.f.Cmp(step, m.f.Int(0))
	for x := m.f.Add(last.N, step); m.f.Cmp(x, end)*up < 0; x = m.f.Add(x, step) {
		if items = append(items, m.ops.Number(x)); len(items) > maxItems {
			m.fail(n, "the dots stand for more than %d numbers", maxItems)
		}
	}
	return items
}

func (m *machine[T]) blocks(n *blocks) value.Value[T] {
	rows := make([][]value.Value[T], len(n.rows))
	for i, row := range n.rows {
		for _, x := range row {
			rows[i] = append(rows[i], m.eval(x))
		}
	}
	v, err := m.ops.Block(rows)
	return m.must(n, v, err)
}

// setOf lists a set. {1, …, n} is empty for n = 0.
func (m *machine[T]) setOf(n *setOf) value.Value[T] {
	if len(n.items) == 3 && n.items[1] == nil {
		lo, hi := m.eval(n.items[0]), m.eval(n.items[2])
		if lo.Kind == value.Number && hi.Kind == value.Number && m.f.Cmp(lo.N, hi.N) > 0 {
			return set[T](nil)
		}
		return set(m.items(n, n.items)) // {1, …, n}: no two are the same
	}
	return m.distinct(n, m.items(n, n.items))
}

func (m *machine[T]) builder(n *builder) value.Value[T] {
	var items []value.Value[T]
	m.each(&n.bind, func() bool {
		items = append(items, m.eval(n.item))
		return true
	})
	return m.distinct(n, items)
}

// distinct is a set of items, each of which is compared with those before it.
func (m *machine[T]) distinct(n node, items []value.Value[T]) value.Value[T] {
	if len(items) > 0 {
		m.spend(n, len(items)*len(items)/2*(1+len(items[0].A)), 0)
	}
	return m.ops.SetOf(items...)
}

// table is a vector or a matrix of the values of a body.
func (m *machine[T]) table(n *table) value.Value[T] {
	sizes := make([]int, len(n.bind.ranges))
	for i, r := range n.bind.ranges {
		sizes[i] = len(m.set(r))
	}
	var list []value.Value[T]
	m.each(&n.bind, func() bool {
		list = append(list, m.eval(n.body))
		return true
	})
	if len(sizes) == 1 {
		return m.vectorOf(n, list)
	}
	if len(list) != sizes[0]*sizes[1] || len(list) == 0 {
		m.fail(n, "the table has no entries")
	}
	numbers := make([]T, len(list))
	for i, x := range list {
		if x.Kind != value.Number {
			m.fail(n.body, "%s is a %s, the entries of a matrix are numbers", m.source(n.body), x.Shape())
		}
		numbers[i] = x.N
	}
	return m.ops.Matrix(sizes[0], sizes[1], numbers)
}

// vectorOf is a vector of numbers, or a family of anything else.
func (m *machine[T]) vectorOf(n node, list []value.Value[T]) value.Value[T] {
	numbers := make([]T, len(list))
	for i, x := range list {
		if x.Kind != value.Number {
			return m.ops.Family(1, list...)
		}
		numbers[i] = x.N
	}
	return m.ops.Vector(numbers...)
}

// each runs the slots of a binder over their ranges and calls body where the condition holds, until body is false.
func (m *machine[T]) each(b *binder, body func() bool) {
	before := make([]value.Value[T], len(b.slots)+len(b.parts))
	for i, k := range b.slots {
		before[i] = m.frame[k]
	}
	for i, k := range b.parts {
		before[len(b.slots)+i] = m.frame[k]
	}
	m.run(b, 0, body)
	for i, k := range b.slots {
		m.frame[k] = before[i]
	}
	for i, k := range b.parts {
		m.frame[k] = before[len(b.slots)+i]
	}
}

// run runs the slots from number k on.
func (m *machine[T]) run(b *binder, k int, body func() bool) bool {
	if k == len(b.slots) {
		if b.cond != nil && !m.truth(b.cond) {
			return true
		}
		return body()
	}
	for _, x := range m.set(b.ranges[k]) {
		m.frame[b.slots[k]] = x
		if b.parts != nil {
			m.open(b, x)
		}
		if !m.run(b, k+1, body) {
			return false
		}
	}
	return true
}

// open gives the entries of a tuple to their slots.
func (m *machine[T]) open(b *binder, x value.Value[T]) {
	entries := x.Items
	if x.Kind == value.Vector {
		entries = nil
		for _, a := range x.A {
			entries = append(entries, m.ops.Number(a))
		}
	}
	if len(entries) != len(b.parts) {
		m.fail(b, "the elements of the set are a %s, not tuples of %d", x.Shape(), len(b.parts))
	}
	for i, k := range b.parts {
		m.frame[k] = entries[i]
	}
}

// big evaluates sums, products, extrema, quantifiers.
func (m *machine[T]) big(n *big_) value.Value[T] {
	switch n.op {
	case `\sum`:
		return m.sum(n)
	case `\prod`:
		return m.prod(n)
	case `\forall`, `\exists`:
		return m.quantified(n)
	case `\bigcup`, `\bigcap`:
		return m.unite(n)
	}
	return m.best(n)
}

func (m *machine[T]) sum(n *big_) value.Value[T] {
	total := m.ops.Number(m.f.Int(0))
	first := true
	m.each(&n.bind, func() bool {
		x := m.eval(n.body)
		if first {
			total, first = x, false
			return true
		}
		v, err := m.ops.Add(total, x)
		total = m.must(n.body, v, err, n.body, n.body)
		return true
	})
	return total
}

func (m *machine[T]) prod(n *big_) value.Value[T] {
	total := m.ops.Number(m.f.Int(1))
	m.each(&n.bind, func() bool {
		v, err := m.ops.Mul(total, m.eval(n.body))
		total = m.must(n.body, v, err, n.body, n.body)
		return true
	})
	return total
}

func (m *machine[T]) quantified(n *big_) value.Value[T] {
	all := n.op == `\forall`
	truth := all
	m.each(&n.bind, func() bool {
		truth = m.truth(n.body)
		return truth == all
	})
	return m.ops.Bool(truth)
}

func (m *machine[T]) unite(n *big_) value.Value[T] {
	var total *value.Value[T]
	m.each(&n.bind, func() bool {
		x := m.eval(n.body)
		if total == nil {
			total = &x
			return true
		}
		op := m.ops.Union
		if n.op == `\bigcap` {
			op = m.ops.Intersection
		}
		v, err := op(*total, x)
		*total = m.must(n.body, v, err, n.body, n.body)
		return true
	})
	if total == nil {
		return set[T](nil)
	}
	return *total
}

// best is the extreme value of a body, or where it is first taken.
func (m *machine[T]) best(n *big_) value.Value[T] {
	least := n.op == `\min` || n.op == `\inf` || n.op == `\argmin`
	var where value.Value[T]
	var best T
	found := false
	m.each(&n.bind, func() bool {
		x := m.number(n.body)
		if found {
			if m.watch != nil {
				m.note(n, m.f.Sub(x, best), bend)
			}
			c := m.compareNumbers(x, best)
			if least && c >= 0 || !least && c <= 0 {
				return true
			}
		}
		best, where, found = x, m.boundValue(&n.bind), true
		return true
	})
	if !found {
		m.fail(n, "%s over nothing", n.op)
	}
	if n.op == `\argmax` || n.op == `\argmin` {
		return where
	}
	return m.ops.Number(best)
}

// boundValue is the value of the bound names: one value, or a tuple.
func (m *machine[T]) boundValue(b *binder) value.Value[T] {
	if len(b.slots) == 1 {
		return m.frame[b.slots[0]]
	}
	var items []value.Value[T]
	for _, k := range b.slots {
		items = append(items, m.frame[k])
	}
	return m.vectorOf(b, items)
}

func set[T any](items []value.Value[T]) value.Value[T] {
	return value.Value[T]{Kind: value.Set, Items: items}
}
