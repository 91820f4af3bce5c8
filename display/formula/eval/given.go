package eval

import (
	"strings"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// given resolves the clauses of a declaration: those whose names are new declare them, the others are assumptions.
func (r *resolver) given(p *Program, item *syntax.Given) {
	for i := range item.Clauses {
		c := &item.Clauses[i]
		if r.guard(func() { r.clause(p, item, c) }) {
			continue
		}
		for _, s := range c.Subjects {
			if n := syntax.Base(s); n != nil {
				r.failed = append(r.failed, n.Text)
			}
		}
	}
}

// hasFailed notes what a definition that failed would have defined.
func (r *resolver) hasFailed(item *syntax.Let) {
	left := item.Left
	if a, ok := left.(*syntax.Apply); ok {
		left = a.Fun
	}
	if n := syntax.Base(left); n != nil {
		r.failed = append(r.failed, n.Text)
	}
}

// follows says that an error is only that a name is not known whose declaration has failed.
func (r *resolver) follows(item syntax.Item) bool {
	text := r.text[item.Where().From:item.Where().To]
	for _, name := range r.failed {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

func (r *resolver) clause(p *Program, item *syntax.Given, c *syntax.Clause) {
	if c.Cond != nil {
		if !r.betweenBounds(p, c.Cond) {
			p.Assumptions = append(p.Assumptions, r.formula(c.Cond))
		}
		return
	}
	declared, fresh, space := 0, 0, c.Rel == `\in` && isSpace(c.Object)
	for _, s := range c.Subjects {
		switch {
		case isDots(s):
		case r.isKnown(s) && !r.standsApart(s, space):
			declared++
		default:
			fresh++
		}
	}
	switch {
	case fresh == 0:
		r.assume(p, c)
	case declared > 0:
		r.fail(c.Subjects[0], "some of these names are declared already and some are not")
	case c.Rel == `\sim`:
		r.declareRandom(c)
	case c.Rel == "=":
		r.fail(c.Subjects[0], "\\given declares names; \\let %s = … defines one", r.source(c.Subjects[0]))
	default:
		r.declareAll(p, item, c)
	}
}

func isDots(e syntax.Expr) bool {
	_, ok := e.(*syntax.Dots)
	return ok
}

// isKnown says that a subject of a clause is no new name: it is declared or defined, or it is a formula.
func (r *resolver) isKnown(e syntax.Expr) bool {
	if p, ok := e.(*syntax.Paren); ok && len(p.Items) > 1 {
		return r.isKnown(p.Items[0])
	}
	if key, _ := keyOf(e, everything); key == "" {
		return true
	}
	if r.scope.lookup(syntax.Canon(e)) != nil {
		return true
	}
	if def, _ := r.definitionOf(e); def != nil {
		return true
	}
	switch e := e.(type) {
	case *syntax.Index: // an entry of something declared
		return r.isKnown(e.X)
	case *syntax.Power:
		return r.isKnown(e.X) && !isStar(e.Exp)
	case *syntax.Apply, *syntax.Norm, *syntax.Inner:
		return true
	}
	return false
}

// isSpace says that a domain is no finite set and no interval, so that being in it is no assumption: ℝ, ℝ^d, 𝕊^d.
func isSpace(e syntax.Expr) bool {
	if i, ok := e.(*syntax.Index); ok {
		e = i.X
	}
	if p, ok := e.(*syntax.Power); ok {
		e = p.X
	}
	if i, ok := e.(*syntax.Index); ok {
		e = i.X
	}
	n, ok := e.(*syntax.Name)
	return ok && (numberSets[n.Text] != inReals || n.Text == `\mathbb{R}` || n.Text == `\mathbb{Q}` || n.Text == `\mathbb{C}` || n.Text == `\mathbb{S}`)
}

// standsApart says that a name is not declared itself, only its letter is: x beside the family x_1, …, x_n, and a_0 in a space beside a
// vector a.
func (r *resolver) standsApart(e syntax.Expr, space bool) bool {
	sym := r.scope.lookup(syntax.Canon(e))
	if _, ok := e.(*syntax.Index); ok {
		def, _ := r.definitionOf(e)
		return space && sym == nil && def == nil
	}
	return sym != nil && sym.family
}

// familyOf is the family that a name was declared as before.
func (r *resolver) familyOf(e syntax.Expr) *symbol {
	sym := r.scope.lookup(syntax.Canon(e))
	if sym == nil || sym.family {
		return sym
	}
	return sym.beside
}

// isStar says that an exponent belongs to a name: w^*, x^{(i)}.
func isStar(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		return e.Text == "*" || e.Text == `\star` || e.Text == `\dagger` || e.Text == "+" || e.Text == "-"
	case *syntax.Paren:
		return true
	}
	return false
}

// assume adds a clause about declared names as a statement.
func (r *resolver) assume(p *Program, c *syntax.Clause) {
	if c.Rel == ":" {
		r.fail(c.Subjects[0], "%s is declared already", r.source(c.Subjects[0]))
	}
	for _, s := range c.Subjects {
		e := &syntax.Compare{Span: join(s, c.Object), X: s, Rest: []syntax.Link{{Span: c.Object.Where(), Op: c.Rel, Y: c.Object}}}
		p.Assumptions = append(p.Assumptions, r.formula(e))
	}
}

func join(a, b syntax.Expr) syntax.Span { return syntax.Span{From: a.Where().From, To: b.Where().To} }

// betweenBounds declares the name in 0 < a \le 1 if it is new.
func (r *resolver) betweenBounds(p *Program, e syntax.Expr) bool {
	c, ok := e.(*syntax.Compare)
	if !ok || len(c.Rest) != 2 || r.isKnown(c.Rest[0].Y) {
		return false
	}
	lo, hi := c.Rest[0].Op, c.Rest[1].Op
	s := &setting{kind: inInterval, at: place(e), openLo: lo == "<", openHi: hi == "<", args: []node{r.expr(c.X), r.expr(c.Rest[1].Y)}}
	if !(lo == "<" || lo == `\le`) || !(hi == "<" || hi == `\le`) {
		r.fail(e, "write the bounds of a new name as in 0 < a \\le 1")
	}
	r.declareVar(p, c.Rest[0].Y, s)
	return true
}

// declareAll declares the subjects of a clause with their common domain; x_1, …, x_n are a family.
func (r *resolver) declareAll(p *Program, item *syntax.Given, c *syntax.Clause) {
	domain := r.domainOf(item, c)
	for i := 0; i < len(c.Subjects); i++ {
		if i+2 < len(c.Subjects) && isDots(c.Subjects[i+1]) {
			r.declareFamily(p, c.Subjects[i], c.Subjects[i+2], domain)
			i += 2
			continue
		}
		r.declareVar(p, c.Subjects[i], domain)
	}
}

func (r *resolver) declareVar(p *Program, e syntax.Expr, s *setting) *Var {
	switch e.(type) {
	case *syntax.Name, *syntax.Index, *syntax.Power, *syntax.Prime:
	default:
		r.fail(e, "a variable is a name: a letter, perhaps with accents, indices, primes or a star")
	}
	v := &Var{Name: r.source(e), Span: e.Where(), slot: r.newSlot(), domain: s}
	c := factor
	if s.applied() {
		c = function_
	}
	r.scope.declare(e, &symbol{slot: v.slot, name: v.Name, callable: c, beside: r.familyOf(e)})
	p.Vars = append(p.Vars, v)
	r.variables[v.slot] = true
	return v
}

// declareFamily declares x from x_1, …, x_n: two indexed names of one base.
func (r *resolver) declareFamily(p *Program, from, to syntax.Expr, s *setting) {
	a, ok := from.(*syntax.Index)
	b, ok2 := to.(*syntax.Index)
	if !ok || !ok2 || syntax.Canon(a.X) != syntax.Canon(b.X) || len(a.Sub) != 1 || len(b.Sub) != 1 {
		r.fail(from, "a family is declared as x_1, \\dots, x_n")
	}
	if r.scope.lookup(syntax.Canon(a.X)) != nil {
		r.fail(a.X, "%s is declared already", r.source(a.X))
	}
	family := &setting{kind: inFamily, at: at{join(from, to)}, elem: s, args: []node{r.expr(a.Sub[0]), r.expr(b.Sub[0])}}
	v := r.declareVar(p, a.X, family)
	v.Span = family.span
	r.scope.lookup(syntax.Canon(a.X)).family = true
	if s.applied() {
		r.scope.lookup(syntax.Canon(a.X)).elem = function_
	}
}

// declareRandom declares random variables: X \sim p, (X, Y) \sim p, X_1, \dots, X_n \sim p.
func (r *resolver) declareRandom(c *syntax.Clause) {
	law := r.law(c.Object)
	for i := 0; i < len(c.Subjects); i++ {
		s := c.Subjects[i]
		if i+2 < len(c.Subjects) && isDots(c.Subjects[i+1]) {
			r.randomSample(c.Subjects[i], c.Subjects[i+2], law)
			i += 2
			continue
		}
		g := &group{law: law}
		names := []syntax.Expr{s}
		if p, ok := s.(*syntax.Paren); ok {
			names = p.Items
		}
		for _, n := range names {
			r.declareRandomName(g, n)
		}
	}
}

func (r *resolver) declareRandomName(g *group, e syntax.Expr) {
	k := r.newSlot()
	name := syntax.Canon(e)
	g.slots, g.names = append(g.slots, k), append(g.names, name)
	r.groups[k] = g
	r.scope.declare(e, &symbol{slot: k, name: name, random: true})
}

// randomSample declares X_1, …, X_n independent with one law; n is a number, for every point has the same random variables.
func (r *resolver) randomSample(from, to syntax.Expr, law node) {
	a, ok := from.(*syntax.Index)
	b, ok2 := to.(*syntax.Index)
	if !ok || !ok2 || syntax.Canon(a.X) != syntax.Canon(b.X) {
		r.fail(from, "a sample is declared as X_1, \\dots, X_3 \\sim p")
	}
	lo, okLo := smallNumber(a)
	hi, okHi := smallNumber(b)
	if !okHi && len(b.Sub) == 1 {
		if hi, okHi = r.largest(b.Sub[0]); okHi {
			r.sizes[syntax.Canon(a.X)] = r.expr(b.Sub[0])
		}
	}
	if !okLo || !okHi || hi < lo || hi-lo > 9 {
		r.fail(to, "the size of a sample is a number up to 10, or declared as one, as in n \\in \\{1,\\dots,5\\}, for all its outcomes are enumerated")
	}
	for k := lo; k <= hi; k++ {
		r.declareRandomName(&group{law: law}, &syntax.Index{Span: to.Where(), X: a.X, Sub: []syntax.Expr{&syntax.Number{Span: to.Where(), Text: itoa(k)}}})
	}
}

// largest is the largest value of a variable that is declared in a finite set of integers, or in ℕ, of which so many are drawn.
func (r *resolver) largest(e syntax.Expr) (n int, ok bool) {
	sym := r.scope.lookup(syntax.Canon(e))
	if sym == nil {
		return 0, false
	}
	for _, v := range r.program.Vars {
		switch {
		case v.slot != sym.slot || v.domain == nil:
		case v.domain.kind == inNaturals:
			return domain.LargestNatural, true
		case v.domain.kind == inFinite:
			return largestOf(v.domain.args[0])
		}
	}
	return 0, false
}

// largestOf is the largest of a set that is listed in numbers.
func largestOf(set node) (n int, ok bool) {
	list, ok := set.(*setOf)
	if !ok {
		return 0, false
	}
	for _, x := range list.items {
		if x == nil { // dots
			continue
		}
		l, ok := x.(*literal)
		if !ok || !l.exact.IsInt() || !l.exact.Num().IsInt64() {
			return 0, false
		}
		n = max(n, int(l.exact.Num().Int64()))
	}
	return n, true
}

// law resolves what stands behind \sim: a law with a name, or \mathrm{Bernoulli}(q), \mathrm{Bin}(n, q), \mathrm{Unif}(A).
func (r *resolver) law(e syntax.Expr) node {
	a, ok := e.(*syntax.Apply)
	if !ok || r.isFunction(a.Fun) {
		return r.expr(e)
	}
	for _, l := range laws {
		for _, name := range l.names {
			if syntax.Canon(a.Fun) == name && len(a.Args) == l.arity {
				return &lawOf{place(e), l.kind, r.all(a.Args)}
			}
		}
	}
	r.fail(e, "the law is a declared one (\\given p \\in \\mathcal{P}(A)), \\mathrm{Bernoulli}(q), \\mathrm{Bin}(n, q) or \\mathrm{Unif}(A)")
	return nil
}
