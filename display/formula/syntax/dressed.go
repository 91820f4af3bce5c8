package syntax

import "slices"

// This file sees formulas that are made of given ones alone.

// OnlyOf tells whether a formula consists of nothing but copies of whole formulas, as they are
// spelled, with numbers and operations: no other letter stands in it than those that it binds
// itself and constants. A whole that is a letter or a number is none.
func (s Speller) OnlyOf(x Expr, wholes []Expr, constant func(*Name) bool) bool {
	o := onlyOf{Speller: s, constant: constant, sides: map[string]bool{}}
	for _, w := range wholes {
		if w = Unbracketed(w); IsName(w) {
			continue
		}
		if _, number := w.(*Number); number {
			continue
		}
		o.sides[s.Side(w)] = true
		o.sums = append(o.sums, s.terms(w, false), s.terms(w, true))
	}
	return len(o.sides) > 0 && o.only(x, nil)
}

type onlyOf struct {
	Speller
	constant func(*Name) bool
	sides    map[string]bool // spellings of the wholes
	sums     [][]term        // their terms, and those of their negatives
}

func (o *onlyOf) only(x Expr, bound []Expr) bool {
	if x = Unbracketed(x); x == nil || o.sides[o.Side(x)] {
		return true
	}
	switch e := x.(type) {
	case *Name:
		return binds(bound, e.Text) || o.constant(e)
	case *Binary:
		if e.Op == "+" || e.Op == "-" {
			return o.sum(e, bound)
		}
	case *Apply:
		if _, word := e.Fun.(*Name); word {
			return o.all(e.Args, bound)
		}
	case *Big:
		bound = slices.Concat(bound, e.Bind.Names)
	case *Integral:
		bound = slices.Concat(bound, e.Vars)
	}
	return o.all(children(x), bound)
}

func (o *onlyOf) all(list []Expr, bound []Expr) bool {
	return !slices.ContainsFunc(list, func(c Expr) bool { return !o.only(c, bound) })
}

// sum takes wholes out that are sums, and looks at the terms that are left.
func (o *onlyOf) sum(e *Binary, bound []Expr) bool {
	list := operandsOf(e, false, nil)
	for _, whole := range o.sums {
		if rest, found := o.without(list, whole); found {
			list = rest
		}
	}
	return !slices.ContainsFunc(list, func(t operand) bool { return !o.only(t.x, bound) })
}

// operand is one of a sum as it is grouped.
type operand struct {
	x        Expr
	negative bool // it is subtracted
}

func operandsOf(x Expr, negative bool, all []operand) []operand {
	if e, ok := x.(*Binary); ok && (e.Op == "+" || e.Op == "-") {
		return operandsOf(e.Y, negative != (e.Op == "-"), operandsOf(e.X, negative, all))
	}
	return append(all, operand{x, negative})
}

// without are the operands of a sum but for some that have together the terms of another sum, if
// there are such.
func (s Speller) without(list []operand, sum []term) (rest []operand, found bool) {
	left := slices.Clone(sum)
	for _, t := range list {
		terms := s.terms(t.x, t.negative)
		if fewer, ok := takenOut(left, terms); ok && len(terms) > 0 {
			left = fewer
		} else {
			rest = append(rest, t)
		}
	}
	return rest, len(left) == 0
}

// Substituted is a formula with another one in the place of each copy of a third, as it is spelled.
func (s Speller) Substituted(x, from, to Expr) Expr {
	r := replacing{Speller: s, from: from, to: to, side: s.Side(from), terms: s.terms(from, false), negative: s.terms(from, true)}
	return r.in(x)
}

type replacing struct {
	Speller
	from, to        Expr
	side            string
	terms, negative []term
}

func (r *replacing) in(x Expr) Expr {
	if x == nil {
		return nil
	}
	put := &Paren{x.Where(), []Expr{r.to}}
	if r.Side(Unbracketed(x)) == r.side {
		return put
	}
	if e, ok := x.(*Binary); ok && (e.Op == "+" || e.Op == "-") && len(r.terms) > 1 {
		list := operandsOf(e, false, nil)
		for _, negative := range []bool{false, true} {
			terms := r.terms
			if negative {
				terms = r.negative
			}
			if rest, found := r.without(list, terms); found {
				return r.sum(append(rest, operand{put, negative}))
			}
		}
	}
	return Replaced(x, r.in)
}

// sum writes operands as a sum; all but the last one are looked into.
func (r *replacing) sum(list []operand) Expr {
	var sum Expr
	for i, t := range list {
		if i < len(list)-1 {
			t.x = r.in(t.x)
		}
		switch {
		case sum == nil && t.negative:
			sum = &Unary{t.x.Where(), "-", &Paren{t.x.Where(), []Expr{t.x}}}
		case sum == nil:
			sum = t.x
		case t.negative:
			sum = &Binary{t.x.Where(), "-", sum, &Paren{t.x.Where(), []Expr{t.x}}}
		default:
			sum = &Binary{t.x.Where(), "+", sum, t.x}
		}
	}
	return sum
}

// takenOut is a list without the terms of another one; ok is false where it does not have all of
// them.
func takenOut(from, terms []term) (rest []term, ok bool) {
	rest = slices.Clone(from)
	for _, t := range terms {
		i := slices.Index(rest, t)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}
