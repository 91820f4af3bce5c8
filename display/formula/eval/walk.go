package eval

import "sort"

// walk calls visit for n and, while it returns true, for the nodes inside. It does not enter definitions.
func walk(n node, visit func(node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, c := range inside(n) {
		walk(c, visit)
	}
}

// inside are the nodes right below n; some may be nil.
func inside(n node) []node {
	switch n := n.(type) {
	case *unsized:
		return []node{n.n}
	case *closure:
		return n.prefix
	case *pick:
		all := []node{n.index}
		for _, k := range sortedKeys(n.members) {
			all = append(all, n.members[k])
		}
		return all
	case *unary:
		return []node{n.x}
	case *binary:
		return []node{n.x, n.y}
	case *power:
		return []node{n.x, n.exp}
	case *transpose:
		return []node{n.x}
	case *factorial:
		return []node{n.x}
	case *binom:
		return []node{n.n, n.k}
	case *root:
		return []node{n.n, n.x}
	case *absolute:
		return []node{n.x}
	case *norm:
		return []node{n.x, n.p}
	case *inner:
		return []node{n.x, n.y}
	case *round:
		return []node{n.x}
	case *index:
		return append([]node{n.x}, n.subs...)
	case *call:
		return n.args
	case *apply:
		return append([]node{n.fn, n.exp}, n.args...)
	case *builtin:
		return n.args
	}
	return insideLists(n)
}

func insideLists(n node) []node {
	switch n := n.(type) {
	case *tuple:
		return n.items
	case *blocks:
		var all []node
		for _, row := range n.rows {
			all = append(all, row...)
		}
		return all
	case *table:
		return append(n.bind.inside(), n.body)
	case *setOf:
		return n.items
	case *builder:
		return append(n.bind.inside(), n.item)
	case *interval:
		return []node{n.lo, n.hi}
	case *cases:
		return append(append([]node{}, n.values...), n.conds...)
	case *span:
		return []node{n.lo, n.hi}
	case *extent:
		return []node{n.x}
	case *big_:
		return append(n.bind.inside(), n.body)
	case *integral:
		return append(append(append([]node{}, n.los...), n.his...), n.body)
	case *derivative:
		all := []node{n.body}
		for _, v := range n.by {
			all = append(all, v.entry...)
		}
		return all
	case *gradient:
		return []node{n.body}
	case *at_:
		return []node{n.value, n.body}
	case *compare:
		return append([]node{n.x}, n.ys...)
	case *logic:
		return []node{n.x, n.y}
	case *indicator:
		return []node{n.cond}
	case *prob:
		return append(append([]node{n.cond}, n.args...), n.held...)
	}
	return nil
}

func (b *binder) inside() []node { return append(append([]node{}, b.ranges...), b.cond) }

func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	return keys
}
