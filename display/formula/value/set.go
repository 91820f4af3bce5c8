package value

import "math"

// This file has the finite sets. Two numbers are one element if they agree to a relative 1e-12 or to 1e-14 (over an exact field: if they are
// equal), so that 0.1 + 0.2 and 0.3 are not counted twice.

const (
	elementTol = 1e-12
	// MaxElements bounds the number of elements of ranges, products and power sets.
	MaxElements = 1 << 17
	maxPowerSet = 16
)

// SetOf is the set of items, without repetitions, in the order in which they come first.
func (o *Ops[T]) SetOf(items ...Value[T]) Value[T] {
	s := Value[T]{Kind: Set}
	for _, x := range items {
		if !o.contains(s.Items, x) {
			s.Items = append(s.Items, x)
		}
	}
	return s
}

// Range is {lo, lo+1, …, hi}, empty for hi < lo.
func (o *Ops[T]) Range(lo, hi int) (Value[T], error) {
	s := Value[T]{Kind: Set}
	if hi < lo {
		return s, nil
	}
	if hi-lo >= MaxElements || hi-lo < 0 {
		return s, ErrTooMany
	}
	for i := lo; i <= hi; i++ {
		s.Items = append(s.Items, o.Int(i))
	}
	return s, nil
}

func (o *Ops[T]) contains(items []Value[T], x Value[T]) bool {
	for _, y := range items {
		if o.Same(x, y) {
			return true
		}
	}
	return false
}

// Same reports whether a and b are one element of a set.
func (o *Ops[T]) Same(a, b Value[T]) bool {
	a, b = o.Resolve(a, b)
	if a.Kind != b.Kind || a.Rows != b.Rows || a.Cols != b.Cols || len(a.Items) != len(b.Items) || a.Truth != b.Truth {
		return false
	}
	switch a.Kind {
	case Number, Identity, Ones, OnesRow:
		return o.sameNumber(a.N, b.N)
	case Set:
		return o.subset(a, b)
	case Func, Law:
		return false
	}
	for i, x := range a.A {
		if !o.sameNumber(x, b.A[i]) {
			return false
		}
	}
	for i, x := range a.Items {
		if !o.Same(x, b.Items[i]) {
			return false
		}
	}
	return true
}

func (o *Ops[T]) sameNumber(x, y T) bool {
	if o.F.Exact() {
		return o.F.Cmp(x, y) == 0
	}
	u, v := o.F.Value(x), o.F.Value(y)
	return u == v || math.Abs(u-v) <= elementTol*max(math.Abs(u), math.Abs(v), 0.01)
}

// In is x ∈ s.
func (o *Ops[T]) In(x, s Value[T]) (bool, error) {
	if s.Kind != Set {
		return false, misfit("membership", x, s)
	}
	return o.contains(s.Items, x), nil
}

// Subset is a ⊆ b.
func (o *Ops[T]) Subset(a, b Value[T]) (bool, error) {
	if a.Kind != Set || b.Kind != Set {
		return false, misfit("inclusion", a, b)
	}
	if err := o.spendPairs(a, b); err != nil {
		return false, err
	}
	return o.subset(a, b), nil
}

func (o *Ops[T]) subset(a, b Value[T]) bool {
	for _, x := range a.Items {
		if !o.contains(b.Items, x) {
			return false
		}
	}
	return true
}

// Size is the number of elements.
func (o *Ops[T]) Size(s Value[T]) (Value[T], error) {
	if s.Kind != Set {
		return Value[T]{}, misfit1("the number of elements", s)
	}
	return o.Int(len(s.Items)), nil
}

// Union is a ∪ b.
func (o *Ops[T]) Union(a, b Value[T]) (Value[T], error) {
	if a.Kind != Set || b.Kind != Set {
		return Value[T]{}, misfit("the union", a, b)
	}
	if err := o.spendPairs(a, b); err != nil {
		return Value[T]{}, err
	}
	rest := o.filter(b, a, false)
	a.Items = append(a.Items[:len(a.Items):len(a.Items)], rest.Items...)
	return a, nil
}

// Intersection is a ∩ b.
func (o *Ops[T]) Intersection(a, b Value[T]) (Value[T], error) {
	if a.Kind != Set || b.Kind != Set {
		return Value[T]{}, misfit("the intersection", a, b)
	}
	if err := o.spendPairs(a, b); err != nil {
		return Value[T]{}, err
	}
	return o.filter(a, b, true), nil
}

// Difference is a ∖ b.
func (o *Ops[T]) Difference(a, b Value[T]) (Value[T], error) {
	if a.Kind != Set || b.Kind != Set {
		return Value[T]{}, misfit("the difference", a, b)
	}
	if err := o.spendPairs(a, b); err != nil {
		return Value[T]{}, err
	}
	return o.filter(a, b, false), nil
}

// filter has the elements of a that are in b, or are not.
func (o *Ops[T]) filter(a, b Value[T], in bool) Value[T] {
	s := Value[T]{Kind: Set}
	for _, x := range a.Items {
		if o.contains(b.Items, x) == in {
			s.Items = append(s.Items, x)
		}
	}
	return s
}

// Product is the set of tuples (a, b, …) with one element of each set, the last running fastest.
func (o *Ops[T]) Product(sets ...Value[T]) (Value[T], error) {
	size := 1
	for _, s := range sets {
		if s.Kind != Set {
			return Value[T]{}, misfit1("the product of sets", s)
		}
		if size *= len(s.Items); size > MaxElements {
			return Value[T]{}, ErrTooMany
		}
	}
	tuples := make([]Value[T], size)
	for k := range tuples {
		items := make([]Value[T], len(sets))
		for rest, i := k, len(sets)-1; i >= 0; i-- {
			n := len(sets[i].Items)
			items[i] = sets[i].Items[rest%n]
			rest /= n
		}
		tuples[k] = o.Tuple(items...)
	}
	return Value[T]{Kind: Set, Items: tuples}, nil
}

// Power is the set of all subsets of a set with at most 16 elements, those of the first elements first.
func (o *Ops[T]) Power(s Value[T]) (Value[T], error) {
	if s.Kind != Set {
		return Value[T]{}, misfit1("the power set", s)
	}
	if len(s.Items) > maxPowerSet {
		return Value[T]{}, ErrTooMany
	}
	subsets := make([]Value[T], 1<<len(s.Items))
	for mask := range subsets {
		subsets[mask].Kind = Set
		for i, x := range s.Items {
			if mask&(1<<i) != 0 {
				subsets[mask].Items = append(subsets[mask].Items, x)
			}
		}
	}
	return Value[T]{Kind: Set, Items: subsets}, nil
}
