package syntax

// Replaced is a formula like e with f of the formulas right below it in their place; bound names and what is nil stay. Leaves are returned
// as they are.
func Replaced(e Expr, f func(Expr) Expr) Expr {
	one := func(x Expr) Expr {
		if x == nil {
			return nil
		}
		return f(x)
	}
	all := func(list []Expr) []Expr {
		out := make([]Expr, len(list))
		for i, x := range list {
			out[i] = one(x)
		}
		return out
	}
	switch e := e.(type) {
	case *Index:
		return &Index{e.Span, one(e.X), all(e.Sub)}
	case *Power:
		return &Power{e.Span, one(e.X), one(e.Exp)}
	case *Prime:
		return &Prime{e.Span, one(e.X), e.N}
	case *Unary:
		return &Unary{e.Span, e.Op, one(e.X)}
	case *Factorial:
		return &Factorial{e.Span, one(e.X)}
	case *Binary:
		return &Binary{e.Span, e.Op, one(e.X), one(e.Y)}
	case *Frac:
		return &Frac{e.Span, one(e.X), one(e.Y)}
	case *Binom:
		return &Binom{e.Span, one(e.X), one(e.Y)}
	case *Sqrt:
		return &Sqrt{e.Span, one(e.N), one(e.X)}
	case *Apply:
		return &Apply{e.Span, one(e.Fun), all(e.Args), e.Bracket}
	}
	if out := replacedInBrackets(e, one, all); out != nil {
		return out
	}
	return replacedBelowBinders(e, one, all)
}

func replacedInBrackets(e Expr, one func(Expr) Expr, all func([]Expr) []Expr) Expr {
	switch e := e.(type) {
	case *Paren:
		return &Paren{e.Span, all(e.Items)}
	case *Abs:
		return &Abs{e.Span, one(e.X)}
	case *Norm:
		return &Norm{e.Span, one(e.X)}
	case *Inner:
		return &Inner{e.Span, one(e.X), one(e.Y)}
	case *Floor:
		return &Floor{e.Span, one(e.X)}
	case *Ceil:
		return &Ceil{e.Span, one(e.X)}
	case *Interval:
		return &Interval{e.Span, one(e.Lo), one(e.Hi), e.OpenLo, e.OpenHigh}
	case *Set:
		return &Set{e.Span, all(e.Items)}
	case *Matrix:
		out := &Matrix{Span: e.Span, Det: e.Det}
		for _, row := range e.Rows {
			out.Rows = append(out.Rows, all(row))
		}
		return out
	case *Cases:
		out := &Cases{Span: e.Span}
		for _, c := range e.Cases {
			out.Cases = append(out.Cases, Case{one(c.Value), one(c.Cond)})
		}
		return out
	}
	return nil
}

func replacedBelowBinders(e Expr, one func(Expr) Expr, all func([]Expr) []Expr) Expr {
	binder := func(b Binder) Binder { return Binder{b.Span, b.Names, one(b.Lo), one(b.Hi), one(b.In), one(b.Cond)} }
	switch e := e.(type) {
	case *Builder:
		return &Builder{e.Span, one(e.Item), binder(e.Bind)}
	case *Big:
		return &Big{e.Span, e.Op, binder(e.Bind), one(e.Body)}
	case *Integral:
		return &Integral{e.Span, one(e.Lo), one(e.Hi), one(e.Over), one(e.Body), e.Vars}
	case *Diff:
		return &Diff{e.Span, one(e.Of), e.By}
	case *Nabla:
		return &Nabla{e.Span, e.Order, e.By, one(e.Of)}
	case *Compare:
		out := &Compare{Span: e.Span, X: one(e.X)}
		for _, l := range e.Rest {
			out.Rest = append(out.Rest, Link{l.Span, l.Op, one(l.Y)})
		}
		return out
	case *Logic:
		return &Logic{e.Span, e.Op, one(e.X), one(e.Y)}
	case *Indicator:
		return &Indicator{e.Span, one(e.Cond)}
	case *Prob:
		return &Prob{e.Span, e.Op, one(e.Law), all(e.Args), one(e.Given)}
	}
	return e
}
