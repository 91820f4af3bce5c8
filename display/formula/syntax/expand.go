package syntax

// This file writes notation out: what \let has defined is put in the place of its name.

// mostNodes bounds how large a formula becomes when its notation is written out.
const mostNodes = 4000

// Expand is x with the definitions written out, each in brackets, the last one first, since a definition uses those above it. A formula that
// would become very large is returned as it is.
func Expand(x Expr, lets []*Let) Expr {
	out := x
	for i := len(lets) - 1; i >= 0; i-- {
		d := definitionOf(lets[i])
		left := mostNodes
		if out = d.in(out, &left); left < 0 {
			return x
		}
	}
	return out
}

// definition is a \let with its parameters: the arguments of a function, and the index letters that its right side uses.
type definition struct {
	*Let
	params map[string]bool
}

func definitionOf(l *Let) definition {
	d := definition{l, map[string]bool{}}
	used := map[string]bool{}
	Walk(l.Right, func(x Expr) bool {
		if n, ok := x.(*Name); ok {
			used[n.Text] = true
		}
		return true
	})
	Walk(l.Left, func(x Expr) bool {
		switch x := x.(type) {
		case *Apply:
			for _, a := range x.Args {
				d.add(a, used)
			}
		case *Index:
			for _, s := range x.Sub {
				d.add(s, used)
			}
		}
		return true
	})
	return d
}

func (d definition) add(x Expr, used map[string]bool) {
	if n, ok := x.(*Name); ok && used[n.Text] {
		d.params[n.Text] = true
	}
}

// in is x with the definition written out; left counts down what may still be written.
func (d definition) in(x Expr, left *int) Expr {
	if *left--; x == nil || *left < 0 {
		return x
	}
	bound := map[string]Expr{}
	if d.matches(d.Left, x, bound) {
		for name, value := range bound {
			bound[name] = d.in(value, left)
		}
		return &Paren{x.Where(), []Expr{substituted(d.Right, bound, left)}}
	}
	return Replaced(x, func(c Expr) Expr { return d.in(c, left) })
}

// matches tells whether x is written as the left side of the definition, with something in the place of each parameter.
func (d definition) matches(left, x Expr, bound map[string]Expr) bool {
	if n, ok := left.(*Name); ok && d.params[n.Text] {
		if before := bound[n.Text]; before != nil {
			return Canon(before) == Canon(x)
		}
		bound[n.Text] = x
		return true
	}
	switch l := left.(type) {
	case *Index:
		e, ok := x.(*Index)
		return ok && d.matches(l.X, e.X, bound) && d.allMatch(l.Sub, e.Sub, bound)
	case *Apply:
		e, ok := x.(*Apply)
		return ok && d.matches(l.Fun, e.Fun, bound) && d.allMatch(l.Args, e.Args, bound)
	case *Power:
		e, ok := x.(*Power)
		return ok && d.matches(l.X, e.X, bound) && d.matches(l.Exp, e.Exp, bound)
	case *Norm:
		e, ok := x.(*Norm)
		return ok && d.matches(l.X, e.X, bound)
	}
	return Canon(left) == Canon(x)
}

func (d definition) allMatch(left, x []Expr, bound map[string]Expr) bool {
	if len(left) != len(x) {
		return false
	}
	for i := range left {
		if !d.matches(left[i], x[i], bound) {
			return false
		}
	}
	return true
}

// substituted is x with values in the place of names, in brackets.
func substituted(x Expr, values map[string]Expr, left *int) Expr {
	if *left--; x == nil || *left < 0 {
		return x
	}
	if n, ok := x.(*Name); ok && values[n.Text] != nil {
		switch values[n.Text].(type) {
		case *Name, *Number:
			return values[n.Text]
		}
		return &Paren{x.Where(), []Expr{values[n.Text]}}
	}
	return Replaced(x, func(c Expr) Expr { return substituted(c, values, left) })
}
