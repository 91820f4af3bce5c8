package syntax

import (
	"slices"
	"strings"
)

// This file spells formulas so that those that are alike at sight have one spelling, by which a relation is recognised in another dress.

// Speller spells formulas. Alike are formulas that become each other by
//
//   - another order of terms and factors (factors are taken to commute), brackets that hold terms together, a square written as a product,
//     a root as the power ½, x^⊤y as y^⊤x, |−x| as |x|, the larger of u and u as u, e^x as \exp(x);
//   - another letter that an operator binds (\sum_i, \int … dx);
//   - terms 0, factors 1, a number in front of a bracket multiplied into it;
//   - sides exchanged with their relation; statements joined by ∧ or ∨ in another order, or twice; what is negated twice.
//
// Products of sums are not multiplied out, terms do not cancel, numbers are not computed: each of these can be the step of a proof.
type Speller struct {
	Numbers map[string]bool // canonical names that are numbers or the like: in front of a bracket they multiply it

	// Ordered has factors keep their order, but for numerals and Scalars, as matrices do: AB is not alike BA then, nor x^⊤y alike y^⊤x.
	Ordered bool
	Scalars map[string]bool // canonical names of numbers

	nested bool // see Simplified
	kept   map[string]bool
}

// Side is the spelling of an expression or a statement.
func (s Speller) Side(x Expr) string {
	switch e := x.(type) {
	case *Paren:
		if len(e.Items) == 1 {
			return s.Side(e.Items[0])
		}
	case *Compare:
		var all []string
		left := e.X
		for _, l := range e.Rest {
			all = append(all, s.relation(left, l.Op, l.Y))
			left = l.Y
		}
		return joined(`\land`, all)
	case *Logic:
		return s.logic(e)
	case *Unary:
		if e.Op == `\neg` {
			if twice, ok := Unbracketed(e.X).(*Unary); ok && twice.Op == `\neg` {
				return s.Side(twice.X)
			}
			return `\neg{` + s.Side(e.X) + "}"
		}
	}
	return join(s.terms(x, false))
}

// Unbracketed is what stands in the brackets around one formula.
func Unbracketed(x Expr) Expr {
	for {
		p, ok := x.(*Paren)
		if !ok || len(p.Items) != 1 {
			return x
		}
		x = p.Items[0]
	}
}

// relation spells a relation from the smaller to the larger side, a symmetric one in the order of the spellings.
func (s Speller) relation(x Expr, op string, y Expr) string {
	a, b := s.Side(x), s.Side(y)
	if other := mirrored[op]; other != "" {
		a, b, op = b, a, other
	} else if symmetric[op] && b < a {
		a, b = b, a
	}
	return "{" + a + "}" + op + "{" + b + "}"
}

var (
	mirrored  = map[string]string{">": "<", `\ge`: `\le`, `\succ`: `\prec`, `\succeq`: `\preceq`, `\supset`: `\subset`, `\supseteq`: `\subseteq`}
	symmetric = map[string]bool{"=": true, `\ne`: true, `\approx`: true, `\iff`: true, `\perp`: true}
)

func (s Speller) logic(e *Logic) string {
	if e.Op == `\implies` || e.Op == `\iff` {
		return s.relation(e.X, e.Op, e.Y)
	}
	var all []string
	var collect func(x Expr)
	collect = func(x Expr) {
		x = Unbracketed(x)
		if l, ok := x.(*Logic); ok && l.Op == e.Op {
			collect(l.X)
			collect(l.Y)
			return
		}
		all = append(all, s.Side(x))
	}
	collect(e)
	return joined(e.Op, all)
}

// joined are statements in order, each once.
func joined(op string, all []string) string {
	slices.Sort(all)
	return strings.Join(slices.Compact(all), op)
}

// Difference is a spelling of x − y by which a relation of numbers is recognised with terms moved across: those that stand on both sides are left out, and
// the sign does not matter. "" says that both sides are alike.
func (s Speller) Difference(x, y Expr) string {
	left, right := s.terms(x, false), s.terms(y, true)
	for i, l := range left {
		if k := slices.Index(right, l.negated()); k >= 0 {
			right[k], left[i] = "", ""
		}
	}
	return eitherSign(slices.DeleteFunc(slices.Concat(left, right), func(t term) bool { return t == "" }))
}

// eitherSign spells a sum or its negative.
func eitherSign(all []term) string {
	other := make([]term, len(all))
	for i, t := range all {
		other[i] = t.negated()
	}
	return min(join(all), join(other))
}

// term is a product with its sign in front, "" for 0.
type term string

func (t term) negated() term {
	if t == "" {
		return ""
	}
	return map[byte]term{'+': "-", '-': "+"}[t[0]] + t[1:]
}

func join(all []term) string {
	slices.Sort(all)
	parts := make([]string, len(all))
	for i, t := range all {
		parts[i] = string(t)
	}
	return strings.Join(parts, " ")
}

// terms are the terms of a sum, negative where the sum is subtracted.
func (s Speller) terms(x Expr, negative bool) []term {
	return spell(s.inner(s.addends(x, negative)))
}

// spell writes products as terms.
func spell(all []product) []term {
	var out []term
	for _, p := range all {
		out = append(out, term(map[bool]string{false: "+", true: "-"}[p.negative]+p.String()))
	}
	return out
}

// addends are the products of a sum that are not 0.
func (s Speller) addends(x Expr, negative bool) []product {
	switch e := x.(type) {
	case *Binary:
		if e.Op == "+" || e.Op == "-" {
			return append(s.addends(e.X, negative), s.addends(e.Y, negative != (e.Op == "-"))...)
		}
	case *Unary:
		if e.Op != `\neg` {
			return s.addends(e.X, negative != (e.Op == "-"))
		}
	}
	p := s.product(negative)
	s.multiply(&p, x, 1)
	if p.String() == "0" {
		return nil
	}
	return p.distributed()
}

// big spells what stands below a big operator as a sum.
func (s Speller) big(e *Big) string {
	inner := *lettersReplaced(e).(*Big)
	inner.Body = &Name{Text: "{" + s.Side(inner.Body) + "}"}
	return Canon(&inner)
}

// inside spells a formula that is no sum or product by what is in it.
func (s Speller) inside(x Expr) string {
	if IsName(x) {
		return Canon(x)
	}
	return Canon(Replaced(x, func(c Expr) Expr {
		if IsName(c) {
			return c
		}
		return &Name{Text: "{" + s.Side(c) + "}"}
	}))
}

// isHalf tells whether an exponent is ½.
func isHalf(x Expr) bool {
	switch e := x.(type) {
	case *Frac:
		return Canon(e.X) == "1" && Canon(e.Y) == "2"
	case *Binary:
		return e.Op == "/" && Canon(e.X) == "1" && Canon(e.Y) == "2"
	case *Number:
		return e.Text == ".5" || e.Text == "0.5"
	case *Paren:
		return len(e.Items) == 1 && isHalf(e.Items[0])
	}
	return false
}
