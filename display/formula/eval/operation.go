package eval

import "github.com/mercer-go/mercer/display/formula/syntax"

// operation resolves what has operands and no binder; nil for everything else.
func (r *resolver) operation(e syntax.Expr) node {
	switch e := e.(type) {
	case *syntax.Unary:
		if e.Op == `\neg` {
			return &logic{place(e), e.Op, r.expr(e.X), nil}
		}
		return &unary{place(e), e.Op, r.expr(e.X)}
	case *syntax.Factorial:
		return &factorial{place(e), r.expr(e.X)}
	case *syntax.Binary:
		return &binary{place(e), e.Op, r.expr(e.X), r.expr(e.Y)}
	case *syntax.Frac:
		return &binary{place(e), "/", r.expr(e.X), r.expr(e.Y)}
	case *syntax.Binom:
		return &binom{place(e), r.expr(e.X), r.expr(e.Y)}
	case *syntax.Sqrt:
		return &root{place(e), r.maybe(e.N), r.expr(e.X)}
	case *syntax.Abs:
		return &absolute{place(e), r.expr(e.X)}
	case *syntax.Norm:
		return &norm{at: place(e), x: r.expr(e.X)}
	case *syntax.Inner:
		return &inner{place(e), r.expr(e.X), r.expr(e.Y)}
	case *syntax.Floor:
		return &round{place(e), r.expr(e.X), false}
	case *syntax.Ceil:
		return &round{place(e), r.expr(e.X), true}
	}
	return r.statement(e)
}

// statement resolves what is true or false, and the probabilities of it; nil for everything else.
func (r *resolver) statement(e syntax.Expr) node {
	switch e := e.(type) {
	case *syntax.Compare:
		c := &compare{at: place(e), x: r.expr(e.X)}
		for _, l := range e.Rest {
			c.ops, c.ys = append(c.ops, l.Op), append(c.ys, r.expr(l.Y))
		}
		return c
	case *syntax.Logic:
		return &logic{place(e), e.Op, r.expr(e.X), r.expr(e.Y)}
	case *syntax.Indicator:
		return &indicator{place(e), r.expr(e.Cond)}
	case *syntax.Prob:
		return r.prob(e)
	}
	return nil
}

// list resolves tuples, matrices, sets and cases; nil for everything else.
func (r *resolver) list(e syntax.Expr) node {
	switch e := e.(type) {
	case *syntax.Paren:
		if len(e.Items) == 1 {
			return r.expr(e.Items[0])
		}
		return &tuple{place(e), r.items(e.Items)}
	case *syntax.Interval:
		return &interval{place(e), r.expr(e.Lo), r.expr(e.Hi), e.OpenLo, e.OpenHigh}
	case *syntax.Set:
		return &setOf{place(e), r.items(e.Items)}
	case *syntax.Builder:
		return r.builder(e)
	case *syntax.Matrix:
		return r.matrix(e)
	case *syntax.Cases:
		c := &cases{at: place(e)}
		for _, line := range e.Cases {
			c.values, c.conds = append(c.values, r.expr(line.Value)), append(c.conds, r.maybe(line.Cond))
		}
		return c
	}
	return nil
}

// items resolves a list in which dots are nil; they stand between a first and a last item.
func (r *resolver) items(list []syntax.Expr) []node {
	nodes := make([]node, len(list))
	for i, e := range list {
		if d, ok := e.(*syntax.Dots); ok {
			if i == 0 || i == len(list)-1 {
				r.fail(d, "dots stand between a first and a last item")
			}
			continue
		}
		nodes[i] = r.expr(e)
	}
	return nodes
}

func (r *resolver) matrix(e *syntax.Matrix) node {
	m := &blocks{at: place(e)}
	for _, row := range e.Rows {
		if len(row) != len(e.Rows[0]) {
			r.fail(e, "the rows of the matrix have %d and %d entries", len(e.Rows[0]), len(row))
		}
		m.rows = append(m.rows, r.all(row))
	}
	if e.Det {
		return &absolute{place(e), m}
	}
	return m
}
