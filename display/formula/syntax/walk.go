package syntax

// Walk calls visit for e and, while it returns true, for the formulas inside, in the order of the text. Nil formulas are skipped.
func Walk(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, c := range children(e) {
		Walk(c, visit)
	}
}

// children are the formulas right below e; some may be nil.
func children(e Expr) []Expr {
	switch e := e.(type) {
	case *Index:
		return append([]Expr{e.X}, e.Sub...)
	case *Power:
		return []Expr{e.X, e.Exp}
	case *Prime:
		return []Expr{e.X}
	case *Unary:
		return []Expr{e.X}
	case *Factorial:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Frac:
		return []Expr{e.X, e.Y}
	case *Binom:
		return []Expr{e.X, e.Y}
	case *Sqrt:
		return []Expr{e.N, e.X}
	case *Apply:
		return append([]Expr{e.Fun}, e.Args...)
	}
	if c := bracketed(e); c != nil {
		return c
	}
	return bindings(e)
}

func bracketed(e Expr) []Expr {
	switch e := e.(type) {
	case *Paren:
		return e.Items
	case *Abs:
		return []Expr{e.X}
	case *Norm:
		return []Expr{e.X}
	case *Inner:
		return []Expr{e.X, e.Y}
	case *Floor:
		return []Expr{e.X}
	case *Ceil:
		return []Expr{e.X}
	case *Interval:
		return []Expr{e.Lo, e.Hi}
	case *Set:
		return e.Items
	case *Matrix:
		var all []Expr
		for _, row := range e.Rows {
			all = append(all, row...)
		}
		return all
	case *Cases:
		var all []Expr
		for _, c := range e.Cases {
			all = append(all, c.Value, c.Cond)
		}
		return all
	}
	return nil
}

func bindings(e Expr) []Expr {
	switch e := e.(type) {
	case *Builder:
		return append([]Expr{e.Item}, e.Bind.children()...)
	case *Big:
		return append(e.Bind.children(), e.Body)
	case *Integral:
		return append([]Expr{e.Lo, e.Hi, e.Over, e.Body}, e.Vars...)
	case *Diff:
		return append([]Expr{e.Of}, e.By...)
	case *Nabla:
		return []Expr{e.By, e.Of}
	case *Compare:
		all := []Expr{e.X}
		for _, l := range e.Rest {
			all = append(all, l.Y)
		}
		return all
	case *Logic:
		return []Expr{e.X, e.Y}
	case *Indicator:
		return []Expr{e.Cond}
	case *Prob:
		return append(append([]Expr{e.Law}, e.Args...), e.Given)
	}
	return nil
}

func (b *Binder) children() []Expr {
	return append(append([]Expr{}, b.Names...), b.Lo, b.Hi, b.In, b.Cond)
}
