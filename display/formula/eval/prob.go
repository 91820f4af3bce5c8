package eval

import "github.com/mercer-go/mercer/display/formula/syntax"

// prob resolves P(A | B), E[X | Y]: the random variables that occur are enumerated by their laws.
func (r *resolver) prob(e *syntax.Prob) node {
	if e.Law != nil {
		r.fail(e.Law, "an index of %s is not supported: declare the law with X \\sim p", e.Op)
	}
	if e.Op == "P" && len(e.Args) > 1 { // P(X = 1, Y = 2)
		all := e.Args[0]
		for _, a := range e.Args[1:] {
			all = &syntax.Logic{Span: join(all, a), Op: `\land`, X: all, Y: a}
		}
		joint := *e
		joint.Args = []syntax.Expr{all}
		e = &joint
	}
	want := map[string]int{"P": 1, "E": 1, "Var": 1, "Cov": 2}[e.Op]
	if len(e.Args) != want {
		r.fail(e, "%s takes %s, here are %d", e.Op, plural(want, "argument"), len(e.Args))
	}
	r.inProb++
	defer func() { r.inProb-- }()
	p := &prob{at: place(e), op: e.Op, args: r.all(e.Args)}
	for _, c := range conjuncts(e.Given) {
		r.condition(p, c)
	}
	seen := map[*group]bool{}
	for _, n := range append(append([]node{p.cond}, p.args...), p.held...) {
		if n != nil {
			r.groupsOf(n, seen, &p.groups)
		}
	}
	if len(p.groups) == 0 {
		r.fail(e, "nothing is random here: declare a random variable with X \\sim p")
	}
	return p
}

// conjuncts are the statements of a condition: those between commas and ∧.
func conjuncts(e syntax.Expr) []syntax.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.Paren:
		if len(e.Items) > 1 {
			return e.Items
		}
	}
	return []syntax.Expr{e}
}

// condition adds one condition: a statement, or a random variable without a value, which is held at the value that it has around.
func (r *resolver) condition(p *prob, e syntax.Expr) {
	n := r.expr(e)
	switch n.(type) {
	case *compare, *logic:
		if p.cond == nil {
			p.cond = n
		} else {
			p.cond = &logic{place(e), `\land`, p.cond, n}
		}
	default:
		if r.inProb < 2 {
			r.fail(e, "outside of another E[…] a condition is a statement, as in %s = x", r.source(e))
		}
		p.held = append(p.held, n)
	}
}

// groupsOf collects the groups of the random variables that occur free in a node, also inside of definitions.
func (r *resolver) groupsOf(n node, seen map[*group]bool, list *[]*group) {
	add := func(g *group) {
		if !seen[g] {
			seen[g] = true
			*list = append(*list, g)
		}
	}
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *random:
			add(r.groups[n.index])
		case *use:
			for _, g := range n.def.groups {
				add(g)
			}
		case *call:
			for _, g := range n.def.groups {
				add(g)
			}
		case *closure:
			for _, g := range n.def.groups {
				add(g)
			}
		case *prob:
			for _, h := range n.held { // what is held has its value from around
				r.groupsOf(h, seen, list)
			}
			return false
		}
		return true
	})
}
