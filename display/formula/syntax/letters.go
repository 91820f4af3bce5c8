package syntax

import "strconv"

// This file gives the letters that an operator binds names by which operators that differ in them
// only are alike.

// lettersReplaced is a sum, an integral or the like with its bound letters replaced by numbered
// ones. The numbers rise from the innermost operator outwards.
func lettersReplaced(x Expr) Expr {
	switch e := x.(type) {
	case *Big:
		out := *e
		out.Bind.Names, out.Body = renumbered(e.Bind.Names, bindersIn(e.Body), e.Body)
		if out.Bind.Cond != nil {
			_, out.Bind.Cond = renumbered(e.Bind.Names, bindersIn(e.Body), e.Bind.Cond)
		}
		return &out
	case *Integral:
		out := *e
		out.Vars, out.Body = renumbered(e.Vars, bindersIn(e.Body), e.Body)
		return &out
	}
	return x
}

// renumbered are names with numbered ones in the place of letters, from a number on, and a
// formula with the same.
func renumbered(names []Expr, from int, x Expr) ([]Expr, Expr) {
	out := make([]Expr, len(names))
	for i, n := range names {
		out[i] = n
		if letter, ok := n.(*Name); ok {
			to := &Name{letter.Span, `\bound{` + strconv.Itoa(from+i) + "}"}
			out[i], x = to, renamed(x, letter.Text, to)
		}
	}
	return out, x
}

// renamed is a formula with a name replaced where no inner operator binds it.
func renamed(x Expr, letter string, to *Name) Expr {
	if x == nil {
		return nil
	}
	switch e := x.(type) {
	case *Name:
		if e.Text == letter {
			return to
		}
		return e
	case *Big:
		if binds(e.Bind.Names, letter) {
			return e
		}
	case *Integral:
		if binds(e.Vars, letter) {
			return e
		}
	}
	return Replaced(x, func(c Expr) Expr { return renamed(c, letter, to) })
}

func binds(names []Expr, letter string) bool {
	for _, n := range names {
		if name, ok := n.(*Name); ok && name.Text == letter {
			return true
		}
	}
	return false
}

// bindersIn is how many letters operators within a formula bind, one within the other.
func bindersIn(x Expr) int {
	most := 0
	Walk(x, func(c Expr) bool {
		n := 0
		switch e := c.(type) {
		case *Big:
			n = len(e.Bind.Names) + bindersIn(e.Body)
		case *Integral:
			n = len(e.Vars) + bindersIn(e.Body)
		default:
			return true
		}
		most = max(most, n)
		return false
	})
	return most
}
