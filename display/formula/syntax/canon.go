package syntax

import "strings"

// IsName tells whether x is written as a name: a letter, styled or accented, with indices, primes, and exponents that name
// (w^*, x^{(i)}, z^+).
func IsName(x Expr) bool {
	switch x := x.(type) {
	case *Name:
		return x.Text != `\infty` && x.Text != `\top` && x.Text != "*" && x.Text != "+" && x.Text != "-"
	case *Index:
		return IsName(x.X)
	case *Prime:
		return IsName(x.X)
	case *Power:
		return IsName(x.X) && naming(x.Exp)
	}
	return false
}

// naming tells whether an exponent is part of a name.
func naming(e Expr) bool {
	switch e := e.(type) {
	case *Name:
		return e.Text == "*" || e.Text == "+" || e.Text == "-" || e.Text == `\perp`
	case *Paren:
		return true
	}
	return false
}

// Canon is the canonical spelling, by which what stands left in a definition is looked up: scripts in the order index, primes,
// exponent, each in braces, so that w^*_t and w_t^* are one name.
func Canon(x Expr) string {
	pr := &printer{canonical: true}
	pr.expr(x)
	return pr.b.String()
}

// Base is the innermost name of a name with scripts, or nil.
func Base(x Expr) *Name {
	for {
		switch n := x.(type) {
		case *Name:
			return n
		case *Index:
			x = n.X
		case *Prime:
			x = n.X
		case *Power:
			x = n.X
		default:
			return nil
		}
	}
}

// name prints a name with its scripts in canonical order.
func (pr *printer) name(x Expr) {
	var sub, exps []string
	primes := 0
	for base := false; !base; {
		switch n := x.(type) {
		case *Index:
			sub = append(sub, pr.apart(n.Sub, ","))
			x = n.X
		case *Prime:
			primes += n.N
			x = n.X
		case *Power:
			exps = append([]string{Canon(n.Exp)}, exps...)
			x = n.X
		default:
			pr.expr(x)
			base = true
		}
	}
	for _, s := range sub {
		pr.write("_{", s, "}")
	}
	pr.write(strings.Repeat("'", primes))
	if exps != nil {
		pr.write("^{", strings.Join(exps, ""), "}")
	}
}

// apart is a list in canonical spelling.
func (pr *printer) apart(items []Expr, comma string) string {
	var all []string
	for _, x := range items {
		all = append(all, Canon(x))
	}
	return strings.Join(all, comma)
}
