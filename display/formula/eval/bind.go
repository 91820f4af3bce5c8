package eval

import (
	"strconv"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// This file resolves what binds names: big operators, set builders, tables of entries, integrals and derivatives.

// bound resolves the binding formulas; nil for everything else.
func (r *resolver) bound(e syntax.Expr) (n node) {
	switch e := e.(type) {
	case *syntax.Big:
		r.within(func() {
			b := r.binder(&e.Bind, e.Body)
			n = &big_{place(e), e.Op, b, r.expr(e.Body)}
		})
	case *syntax.Integral:
		n = r.integral(e)
	case *syntax.Diff:
		n = r.diff(e)
	case *syntax.Nabla:
		n = r.nabla(e)
	}
	return n
}

// finite fails where a binder runs over a set of infinitely many elements.
func (r *resolver) finite(b *syntax.Binder) {
	e := b.In
	if p, ok := e.(*syntax.Power); ok {
		e = p.X
	}
	if x, ok := e.(*syntax.Index); ok {
		e = x.X
	}
	_, isInterval := e.(*syntax.Interval)
	if n, ok := e.(*syntax.Name); ok && r.scope.lookup(n.Text) == nil {
		_, ok = numberSets[n.Text]
		isInterval = isInterval || ok
	}
	if isInterval {
		r.fail(b.In, "%s has infinitely many elements, and this runs over finite sets: declare the name with \\given, then a line is claimed for all its values", r.source(b.In))
	}
}

// binder declares the names of a binder in the present scope. The range of a name without one is found from what it indexes in
// the condition or in the body.
func (r *resolver) binder(b *syntax.Binder, body syntax.Expr) binder {
	out := binder{at: at{b.Span}}
	var common node
	switch {
	case b.In != nil:
		r.finite(b)
		common = r.expr(b.In)
	case b.Lo != nil:
		lo := r.expr(b.Lo)
		if b.Hi == nil {
			r.fail(b, "the range has no upper end")
		}
		common = &span{at{b.Span}, lo, r.expr(b.Hi)}
	}
	if len(b.Names) == 0 {
		b = r.withFreeIndices(b, body)
	}
	fresh := b.Names
	if common == nil {
		fresh = r.freshNames(b.Names)
	}
	if tuple, ok := pairOf(b); ok && common != nil {
		return r.tupleBinder(b, tuple, common)
	}
	for _, name := range fresh {
		from := common
		if from == nil {
			from = r.rangeOf(name, b, body)
		}
		out.ranges = append(out.ranges, from)
		out.names = append(out.names, r.source(name))
	}
	for _, name := range fresh {
		out.slots = append(out.slots, r.bindLocal(name, unknown))
	}
	out.cond = r.maybe(b.Cond)
	return out
}

// withFreeIndices adds the names to a binder without any: what is not declared in its condition, as in \sum_{C(i) = k} and
// \sum_{i \ne j}, or else the letters that are an index in the body and are not declared, as in \sum \alpha_i y_i.
func (r *resolver) withFreeIndices(b *syntax.Binder, body syntax.Expr) *syntax.Binder {
	full := *b
	if b.Cond != nil {
		full.Names = r.freeNames(b.Cond)
	}
	if len(full.Names) == 0 {
		full.Names = r.freeIndices(body)
	}
	if len(full.Names) == 0 {
		r.fail(b, "here a name is bound, as in i = 1 or x \\in A")
	}
	return &full
}

// freeNames are the names in a condition that mean nothing yet.
func (r *resolver) freeNames(cond syntax.Expr) []syntax.Expr {
	var names []syntax.Expr
	seen := map[string]bool{}
	var visit func(e syntax.Expr) bool
	visit = func(e syntax.Expr) bool {
		switch e := e.(type) {
		case *syntax.Name, *syntax.Prime:
			key := syntax.Canon(e)
			if isLetter(e) && !seen[key] && !r.means(e) {
				seen[key] = true
				names = append(names, e)
			}
			return false
		case *syntax.Index, *syntax.Power:
			return !r.means(e)
		case *syntax.Apply: // its function is no index
			for _, a := range e.Args {
				syntax.Walk(a, visit)
			}
			return false
		case *syntax.Big, *syntax.Builder:
			return false
		}
		return true
	}
	syntax.Walk(cond, visit)
	return names
}

// means says that a formula is declared or defined as a whole, or a name of the language.
func (r *resolver) means(e syntax.Expr) bool {
	if r.scope.lookup(syntax.Canon(e)) != nil {
		return true
	}
	if def, _ := r.definitionOf(e); def != nil {
		return true
	}
	n, ok := e.(*syntax.Name)
	if !ok {
		return false
	}
	switch n.Text {
	case `\pi`, "e", `\infty`, "I", `\mathbf{1}`, `\mathbb{1}`, `\top`, "*", "+", "-", `\cdot`:
		return true
	}
	return functions[n.Text] != nil || r.scope.family(n.Text) != nil || r.funcs[n.Text] != nil
}

// freeIndices are the letters that are an index in a formula and are not declared.
func (r *resolver) freeIndices(body syntax.Expr) []syntax.Expr {
	var names []syntax.Expr
	seen := map[string]bool{}
	syntax.Walk(body, func(e syntax.Expr) bool {
		x, ok := e.(*syntax.Index)
		if !ok {
			return true
		}
		for _, s := range x.Sub {
			key := syntax.Canon(s)
			if isLetter(s) && !seen[key] && key != "+" && r.scope.lookup(key) == nil && r.scope.lookup(syntax.Canon(x)) == nil {
				seen[key] = true
				names = append(names, s)
			}
		}
		return true
	})
	return names
}

// isLetter says that an index is a name, perhaps with primes: i, i'.
func isLetter(e syntax.Expr) bool {
	if p, ok := e.(*syntax.Prime); ok {
		e = p.X
	}
	_, ok := e.(*syntax.Name)
	return ok
}

// freshNames are the names of a condition such as i \ne k that are not yet declared: those that it binds.
func (r *resolver) freshNames(names []syntax.Expr) []syntax.Expr {
	var fresh []syntax.Expr
	for _, n := range names {
		if r.scope.lookup(syntax.Canon(n)) == nil {
			fresh = append(fresh, n)
		}
	}
	if len(fresh) == 0 {
		return names[:1]
	}
	return fresh
}

// pairOf is the tuple of \sum_{(x, y) \in A}.
func pairOf(b *syntax.Binder) ([]syntax.Expr, bool) {
	if len(b.Names) != 1 {
		return nil, false
	}
	p, ok := b.Names[0].(*syntax.Paren)
	if !ok || len(p.Items) < 2 {
		return nil, false
	}
	return p.Items, true
}

// tupleBinder binds the entries of the elements of a set of tuples.
func (r *resolver) tupleBinder(b *syntax.Binder, names []syntax.Expr, from node) binder {
	out := binder{at: at{b.Span}, ranges: []node{from}, names: []string{r.source(b.Names[0])}}
	whole := r.newSlot()
	out.slots = []int{whole}
	for _, name := range names {
		out.parts = append(out.parts, r.bindLocal(name, unknown))
	}
	out.cond = r.maybe(b.Cond)
	return out
}

// rangeOf finds the range of a bound name without one: the indices of the first thing that it indexes.
func (r *resolver) rangeOf(name syntax.Expr, b *syntax.Binder, body syntax.Expr) node {
	key := syntax.Canon(name)
	for _, e := range []syntax.Expr{b.Cond, body} {
		if e == nil {
			continue
		}
		if n := r.indexedBy(key, e); n != nil {
			return n
		}
	}
	if n := r.upTo(key, b); n != nil {
		return n
	}
	if c, ok := b.Cond.(*syntax.Compare); ok && len(c.Rest) == 1 && (c.Rest[0].Op == `\subseteq` || c.Rest[0].Op == `\subset`) {
		r.fail(b, "sets of subsets are not in the language: \\given %s \\subseteq B declares one subset, for which a line holds", r.source(name))
	}
	r.fail(b, "the range of %s is not clear: it indexes nothing that is declared; write it as %s = 1 … n or %s \\in A", r.source(name), r.source(name), r.source(name))
	return nil
}

// upTo is 1, …, n of the condition j \le n, where j indexes nothing.
func (r *resolver) upTo(key string, b *syntax.Binder) node {
	c, ok := b.Cond.(*syntax.Compare)
	if !ok || len(c.Rest) != 1 || syntax.Canon(c.X) != key || c.Rest[0].Op != `\le` && c.Rest[0].Op != "<" {
		return nil
	}
	return &span{at{b.Span}, integer(at{b.Span}, 1), r.expr(c.Rest[0].Y)}
}

// indexedBy searches a formula for something declared that a name indexes, also inside the definitions that it uses.
func (r *resolver) indexedBy(key string, e syntax.Expr) node {
	var found node
	syntax.Walk(e, func(e syntax.Expr) bool {
		if found != nil {
			return false
		}
		switch e := e.(type) {
		case *syntax.Index:
			found = r.extentOf(key, e)
		case *syntax.Apply:
			if len(e.Args) == 1 && syntax.Canon(e.Args[0]) == key {
				if sym := r.scope.lookup(syntax.Canon(e.Fun)); sym != nil && sym.callable == function_ && !sym.random {
					found = &extent{place(e), &slot{place(e), sym.slot, sym.name}, 0}
				}
			}
		}
		return found == nil
	})
	return found
}

// extentOf is the range of a name that is an index of e.
func (r *resolver) extentOf(key string, e *syntax.Index) node {
	position := -1
	for i, s := range e.Sub {
		if syntax.Canon(s) == key {
			position = i
		}
	}
	if position < 0 {
		return nil
	}
	if p, ok := e.X.(*syntax.Paren); ok && len(p.Items) == 1 && !namesIn(p)[key] {
		return &extent{place(e), r.expr(p), position}
	}
	if sym := r.indexedSymbol(e); sym != nil && sym.def == nil && sym.fn == nil {
		return &extent{place(e), &slot{place(e), sym.slot, sym.name}, position}
	}
	if def := r.defs[syntax.Canon(e.X)]; def != nil && len(def.params) == 0 {
		return &extent{place(e), &use{place(e), def}, position}
	}
	if name, ok := e.X.(*syntax.Name); ok {
		if members := r.scope.family(name.Text); members != nil {
			if size := r.sizes[name.Text]; size != nil {
				return &span{place(e), integer(place(e), int64(sortedKeys(members)[0])), size}
			}
			return memberRange(e, members)
		}
	}
	if def, args := r.definitionOf(e); def != nil && position < len(args) && def.ranges != nil {
		return def.ranges[position]
	}
	return nil
}

// memberRange is the set of the indices of names that were declared one by one.
func memberRange(e syntax.Expr, members map[int]*symbol) node {
	s := &setOf{at: place(e)}
	for _, k := range sortedKeys(members) {
		s.items = append(s.items, integer(place(e), int64(k)))
	}
	return s
}

// builder resolves {x \in A : cond} and {f(x) : x \in A}.
func (r *resolver) builder(e *syntax.Builder) (n node) {
	r.within(func() {
		b := r.binder(&e.Bind, e.Item)
		n = &builder{place(e), b, r.expr(e.Item)}
	})
	return n
}

// comprehension resolves (k(x_i, x_j))_{ij}, (a_i)_{i=1}^n: a vector or a matrix of entries. It is nil where the indices are declared.
func (r *resolver) comprehension(e *syntax.Index, p *syntax.Paren, upper syntax.Expr) (n node) {
	if len(p.Items) != 1 || len(e.Sub) > 2 {
		return nil
	}
	var names []syntax.Expr
	var lo syntax.Expr
	for _, s := range e.Sub {
		if c, ok := s.(*syntax.Compare); ok && len(c.Rest) == 1 && c.Rest[0].Op == "=" {
			s, lo = c.X, c.Rest[0].Y
		}
		if _, ok := s.(*syntax.Name); !ok || r.scope.lookup(syntax.Canon(s)) != nil || syntax.Canon(s) == "+" {
			return nil
		}
		names = append(names, s)
	}
	if lo == nil && upper != nil {
		return nil
	}
	r.within(func() {
		t := &table{at: place(e)}
		b := &syntax.Binder{Span: e.Span, Names: names, Lo: lo, Hi: upper}
		t.bind = r.binder(b, p.Items[0])
		t.body = r.expr(p.Items[0])
		n = t
	})
	return n
}

// integral resolves ∫_a^b f dx, the bounds outside of its scope, and ∫_{ℝ^d} f dx.
func (r *resolver) integral(e *syntax.Integral) (n node) {
	out := &integral{at: place(e)}
	if len(e.Vars) == 0 {
		r.fail(e, "the integral has no dx")
	}
	if e.Over != nil {
		r.integralOver(e, out)
	} else if len(e.Vars) > 1 && (e.Lo != nil || e.Hi != nil) {
		r.fail(e, "write one \\int with its bounds for each variable")
	} else {
		lo, hi := r.maybe(e.Lo), r.maybe(e.Hi)
		for range e.Vars {
			out.los, out.his = append(out.los, lo), append(out.his, hi)
		}
	}
	r.within(func() {
		for _, v := range e.Vars {
			out.slots = append(out.slots, r.bindLocal(v, unknown))
		}
		out.body = r.expr(e.Body)
	})
	return out
}

// integralOver resolves the domain of an integral without bounds: ℝ, ℝ^d, an interval.
func (r *resolver) integralOver(e *syntax.Integral, out *integral) {
	switch over := e.Over.(type) {
	case *syntax.Interval:
		out.los, out.his = []node{r.expr(over.Lo)}, []node{r.expr(over.Hi)}
		return
	case *syntax.Name:
		if over.Text == `\mathbb{R}` {
			out.los, out.his = []node{nil}, []node{nil}
			return
		}
	case *syntax.Power:
		if d, ok := over.Exp.(*syntax.Number); ok && syntax.Canon(over.X) == `\mathbb{R}` {
			k, err := strconv.Atoi(d.Text)
			if err == nil && k >= 1 && k <= 2 {
				out.plane = k
				return
			}
		}
	}
	r.fail(e.Over, "an integral is over the line, an interval or the plane; of a finite set write a sum")
}

// diff resolves ∂/∂x: the names by which is differentiated have slots already.
func (r *resolver) diff(e *syntax.Diff) node {
	d := &derivative{at: place(e)}
	for _, by := range e.By {
		d.by = append(d.by, r.variable(by))
	}
	d.body = r.expr(e.Of)
	return d
}

// variable is what a derivative is taken by: a name, or a component x_j of one.
func (r *resolver) variable(e syntax.Expr) variable {
	if sym := r.scope.lookup(syntax.Canon(e)); sym != nil && sym.def == nil && sym.fn == nil && !sym.random {
		return variable{slot: sym.slot}
	}
	if x, ok := e.(*syntax.Index); ok {
		if sym := r.scope.lookup(syntax.Canon(x.X)); sym != nil && sym.def == nil && sym.fn == nil && !sym.random {
			return variable{slot: sym.slot, entry: r.subscripts(x.Sub)}
		}
	}
	r.fail(e, "%s is no variable: differentiate by a declared name or an entry of one", r.source(e))
	return variable{}
}

// nabla resolves ∇_w L, and ∇f(x), which differentiates by the argument of f and not by what the argument depends on.
func (r *resolver) nabla(e *syntax.Nabla) node {
	if e.By != nil {
		v := r.variable(e.By)
		if v.entry != nil {
			r.fail(e.By, "write \\partial for the derivative by an entry")
		}
		return &gradient{place(e), r.expr(e.Of), v.slot, e.Order}
	}
	f, ok := e.Of.(*syntax.Apply)
	if !ok || len(f.Args) != 1 || !r.isFunction(f.Fun) && !r.mayBeFunction(f.Fun) {
		r.fail(e, "say by what is differentiated: \\nabla_x, or \\nabla f(x) of a function of one argument")
	}
	if functions[syntax.Canon(f.Fun)] != nil && r.scope.lookup(syntax.Canon(f.Fun)) == nil && r.funcs[syntax.Canon(f.Fun)] == nil {
		r.fail(e, "say by what is differentiated, as in \\nabla_x: whether it is the argument of %s or what stands in it cannot be seen", syntax.Canon(f.Fun))
	}
	k := r.newSlot()
	arg := &slot{place(f.Args[0]), k, "the argument of " + r.source(f.Fun)}
	g := &gradient{place(e), r.applyNode(f, f.Fun, arg), k, e.Order}
	return &at_{at: place(e), slot: k, value: r.expr(f.Args[0]), body: g}
}
