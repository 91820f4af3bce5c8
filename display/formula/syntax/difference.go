package syntax

import (
	"slices"
	"strconv"
	"strings"
)

// Difference is a spelling of x − y by which a relation is recognised in another dress: it is the same for a relation whose sides are
// exchanged, whose terms and factors stand in another order, which has the same term on both sides, terms 0 and factors 1, brackets
// around a side or a factor, and a square written as a product. "" says that both sides are alike. Factors are taken to commute.
func Difference(x, y Expr) string {
	left, right := terms(x, false), terms(y, true)
	for i, l := range left {
		if k := slices.Index(right, l.negated()); k >= 0 {
			right[k], left[i] = "", ""
		}
	}
	all := slices.DeleteFunc(slices.Concat(left, right), func(t term) bool { return t == "" })
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

// terms are the terms of a sum, negative where the sum is subtracted. Brackets within the sum keep theirs together.
func terms(x Expr, negative bool) []term {
	if p, ok := x.(*Paren); ok && len(p.Items) == 1 {
		return terms(p.Items[0], negative)
	}
	return spell(addends(x, negative))
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
func addends(x Expr, negative bool) []product {
	switch e := x.(type) {
	case *Binary:
		if e.Op == "+" || e.Op == "-" {
			return append(addends(e.X, negative), addends(e.Y, negative != (e.Op == "-"))...)
		}
	case *Unary:
		if e.Op != `\neg` {
			return addends(e.X, negative != (e.Op == "-"))
		}
	}
	p := product{negative: negative, powers: map[string]int{}}
	p.multiply(x, 1)
	if p.String() == "0" {
		return nil
	}
	return []product{p}
}

// product is a sign, and factors with their powers, which are negative for what is divided by.
type product struct {
	negative bool
	powers   map[string]int
}

// multiply takes a power of a factor in.
func (p *product) multiply(x Expr, power int) {
	switch e := x.(type) {
	case *Binary:
		if e.Op == "" || e.Op == `\cdot` {
			p.multiply(e.X, power)
			p.multiply(e.Y, power)
			return
		}
		if e.Op == "/" {
			p.divide(e.X, e.Y, power)
			return
		}
	case *Frac:
		p.divide(e.X, e.Y, power)
		return
	case *Unary:
		if e.Op != `\neg` {
			p.negative = p.negative != (e.Op == "-" && power%2 != 0)
			p.multiply(e.X, power)
			return
		}
	case *Paren:
		if len(e.Items) == 1 {
			p.bracket(e.Items[0], power)
			return
		}
	case *Power:
		if n, ok := e.Exp.(*Number); ok && len(n.Text) == 1 {
			p.multiply(e.X, power*int(n.Text[0]-'0'))
			return
		}
	case *Big:
		inner := *e
		inner.Body = &Name{Text: "{" + join(terms(e.Body, false)) + "}"}
		p.powers[Canon(&inner)] += power
		return
	}
	p.powers[Canon(x)] += power
}

func (p *product) divide(x, y Expr, power int) {
	p.multiply(x, power)
	p.multiply(y, -power)
}

// bracket takes a bracket in, as one factor where it holds a sum. What it holds is looked at once, however deep brackets are nested.
func (p *product) bracket(x Expr, power int) {
	all := addends(x, false)
	if len(all) != 1 {
		p.powers["("+join(spell(all))+")"] += power
		return
	}
	for factor, k := range all[0].powers {
		p.powers[factor] += k * power
	}
	p.negative = p.negative != (all[0].negative && power%2 != 0)
}

// String is the product without its sign, its factors in order.
func (p *product) String() string {
	var all []string
	for factor, power := range p.powers {
		switch {
		case (factor == "0" || factor == "()") && power > 0:
			return "0"
		case factor != "1" && power != 0:
			all = append(all, factor+"^"+strconv.Itoa(power))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
