package eval

import (
	"strconv"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// setting is the domain of a variable as the text has it; its numbers (dimensions, bounds) are formulas in what was declared before.
type setting struct {
	at
	kind           settingKind
	args           []node   // dimensions, bounds, the finite set
	elem           *setting // of a family, of the values of a function
	openLo, openHi bool
}

type settingKind uint8

const (
	inReals settingKind = iota
	inNaturals
	inIntegers
	inInterval     // args: lo, hi; nil for infinite
	inBox          // args: lo, hi, d: vectors with entries in an interval
	inVectors      // args: d
	inMatrices     // args: r, c
	inFinite       // args: the set
	inFinitePower  // args: the set, n: vectors with entries in the set
	inFiniteMatrix // args: the set, r, c
	inSymmetric    // args: d
	inDefinite     // args: d
	inSemidefinite // args: d
	inOrthogonal   // args: d
	inSimplex      // args: k
	inSphere       // args: d
	inBall         // args: d
	inPermutations // args: n
	inLaws         // args: the set
	inSubsets      // args: the set
	inMaps         // args: the set; elem: of the values
	inFunctions    // args: d, or nil for functions of a number
	inFamily       // args: first and last index; elem
)

// applied says that a variable of this domain is written before a bracket as a function.
func (s *setting) applied() bool {
	switch s.kind {
	case inPermutations, inLaws, inMaps, inFunctions:
		return true
	}
	return false
}

// domainOf resolves the domain of a clause that declares.
func (r *resolver) domainOf(item *syntax.Given, c *syntax.Clause) *setting {
	a := place(c.Object)
	switch c.Rel {
	case `\in`:
		return r.set(c.Object)
	case ":":
		return r.functionsOf(c.Object)
	case `\subseteq`, `\subset`:
		return &setting{at: a, kind: inSubsets, args: []node{r.expr(c.Object)}}
	case `\succ`, `\succeq`:
		kind := map[string]settingKind{`\succ`: inDefinite, `\succeq`: inSemidefinite}[c.Rel]
		if n, ok := c.Object.(*syntax.Number); !ok || n.Text != "0" {
			r.fail(c.Object, "a new matrix is declared with %s 0", c.Rel)
		}
		return &setting{at: a, kind: kind, args: []node{r.commonDimension(item, c)}}
	case ">", `\ge`:
		return &setting{at: a, kind: inInterval, args: []node{r.expr(c.Object), nil}, openLo: c.Rel == ">"}
	case "<", `\le`:
		return &setting{at: a, kind: inInterval, args: []node{nil, r.expr(c.Object)}, openHi: c.Rel == "<"}
	}
	r.fail(c.Object, "%s does not declare a name; \\in, :, >, \\succ and \\sim do", c.Rel)
	return nil
}

// commonDimension is the dimension of the vectors in the same declaration.
func (r *resolver) commonDimension(item *syntax.Given, c *syntax.Clause) node {
	var dimension syntax.Expr
	for i := range item.Clauses {
		p, ok := item.Clauses[i].Object.(*syntax.Power)
		if !ok || syntax.Canon(p.X) != `\mathbb{R}` {
			continue
		}
		if b, ok := p.Exp.(*syntax.Binary); ok && b.Op == `\times` {
			continue
		}
		if dimension != nil && syntax.Canon(dimension) != syntax.Canon(p.Exp) {
			r.fail(c.Subjects[0], "the vectors of this declaration have different dimensions: say \\in \\mathbb{S}^d_{++}")
		}
		dimension = p.Exp
	}
	if dimension == nil {
		r.fail(c.Subjects[0], "the size of %s is not said: there is no vector in this declaration; say \\in \\mathbb{S}^d_{++}", r.source(c.Subjects[0]))
	}
	return r.expr(dimension)
}

// set resolves a domain behind \in.
func (r *resolver) set(e syntax.Expr) *setting {
	a := place(e)
	switch e := e.(type) {
	case *syntax.Name:
		if kind, ok := numberSets[e.Text]; ok {
			return &setting{at: a, kind: kind}
		}
		r.unknownSet(e)
	case *syntax.Interval, *syntax.Paren:
		if s := r.interval(e); s != nil {
			return s
		}
	case *syntax.Index:
		r.naturalsWithZero(e)
		if s := r.indexedSet(e); s != nil {
			return s
		}
	case *syntax.Power:
		if s := r.powerSet(e); s != nil {
			return s
		}
	case *syntax.Apply:
		if s := r.appliedSet(e); s != nil {
			return s
		}
	}
	return &setting{at: a, kind: inFinite, args: []node{r.expr(e)}}
}

// unknownSet fails for sets that are known to mathematics, but not here.
func (r *resolver) unknownSet(e *syntax.Name) {
	if r.scope.lookup(e.Text) != nil || r.defs[e.Text] != nil {
		return
	}
	switch e.Text {
	case `\mathbb{Q}`:
		r.fail(e, "the rational numbers are no domain here: what is tried are real numbers; p/q with p \\in \\mathbb{Z}, q \\in \\mathbb{N} stands for one")
	case `\mathbb{C}`:
		r.fail(e, "%s is no set that is known here: there are %s", r.source(e), knownSets)
	case "R", "N", "Z":
		r.fail(e, "%s is not declared; did you mean \\mathbb{%s}?", e.Text, e.Text)
	}
}

// naturalsWithZero fails for \mathbb{N}_0, which is no set of the language.
func (r *resolver) naturalsWithZero(e *syntax.Index) {
	if n, ok := e.X.(*syntax.Name); ok && n.Text == `\mathbb{N}` {
		r.fail(e, "%s is no set that is known here: say \\{0,\\dots,20\\}, with the numbers that are meant", r.source(e))
	}
}

// knownSets are the domains that have a name, in words.
const knownSets = `\mathbb{R}, \mathbb{N}, \mathbb{Z}, \mathbb{R}^d, \mathbb{R}^{m\times n}, \mathbb{S}^d_{++}, intervals, \Delta_k and finite sets`

var numberSets = map[string]settingKind{`\mathbb{R}`: inReals, `\mathbb{N}`: inNaturals, `\mathbb{Z}`: inIntegers}

// interval resolves [a, b] and (a, b); nil for what is none.
func (r *resolver) interval(e syntax.Expr) *setting {
	switch e := e.(type) {
	case *syntax.Interval:
		return &setting{at: place(e), kind: inInterval, args: []node{r.bound_(e.Lo), r.bound_(e.Hi)}, openLo: e.OpenLo, openHi: e.OpenHigh}
	case *syntax.Paren:
		if len(e.Items) == 2 {
			return &setting{at: place(e), kind: inInterval, args: []node{r.bound_(e.Items[0]), r.bound_(e.Items[1])}, openLo: true, openHi: true}
		}
	}
	return nil
}

// bound_ is the end of an interval, nil where it is infinite.
func (r *resolver) bound_(e syntax.Expr) node {
	if u, ok := e.(*syntax.Unary); ok {
		e2 := u.X
		if n, ok := e2.(*syntax.Name); ok && n.Text == `\infty` {
			return nil
		}
	}
	if n, ok := e.(*syntax.Name); ok && n.Text == `\infty` {
		return nil
	}
	return r.expr(e)
}

// indexedSet resolves \mathbb{R}_+, \Delta_k, \mathfrak{S}_n, and \mathbb{S}_{++}^d where the index comes first.
func (r *resolver) indexedSet(e *syntax.Index) *setting {
	a, sub := place(e), ""
	if len(e.Sub) == 1 {
		sub = syntax.Canon(e.Sub[0])
	}
	switch syntax.Canon(e.X) {
	case `\mathbb{R}`:
		if strict, ok := nonnegative[sub]; ok {
			return &setting{at: a, kind: inInterval, args: []node{integer(a, 0), nil}, openLo: strict}
		}
	case `\Delta`:
		return &setting{at: a, kind: inSimplex, args: r.all(e.Sub)}
	case `\mathfrak{S}`:
		return &setting{at: a, kind: inPermutations, args: r.all(e.Sub)}
	}
	if p, ok := e.X.(*syntax.Power); ok {
		return r.indexedPower(p, sub)
	}
	return nil
}

// indexedPower resolves \mathbb{R}^d_+ and what definiteSet does.
func (r *resolver) indexedPower(p *syntax.Power, sub string) *setting {
	if syntax.Canon(p.X) != `\mathbb{R}` {
		return r.definiteSet(p, sub)
	}
	strict, ok := nonnegative[sub]
	if !ok {
		return nil
	}
	a := place(p)
	return &setting{at: a, kind: inBox, args: []node{integer(a, 0), nil, r.expr(p.Exp)}, openLo: strict, openHi: true}
}

// nonnegative has the indices of ℝ for the numbers that are not negative, true for those that are positive.
var nonnegative = map[string]bool{"+": false, `\ge0`: false, `\geq0`: false, `\ge 0`: false, ">0": true, "++": true, "> 0": true}

// definiteSet resolves \mathbb{S}^d_{++} and \mathbb{S}^d_+.
func (r *resolver) definiteSet(p *syntax.Power, sub string) *setting {
	if syntax.Canon(p.X) != `\mathbb{S}` {
		return nil
	}
	kind, ok := map[string]settingKind{"++": inDefinite, "+": inSemidefinite}[sub]
	if !ok {
		return nil
	}
	return &setting{at: place(p), kind: kind, args: []node{r.expr(p.Exp)}}
}

// powerSet resolves \mathbb{R}^d, \mathbb{R}^{r \times c}, \{-1, 1\}^n, S^{d-1}, \Delta^{k-1}, B^d, \mathbb{S}^d.
func (r *resolver) powerSet(e *syntax.Power) *setting {
	a := place(e)
	times, _ := e.Exp.(*syntax.Binary)
	isMatrix := times != nil && times.Op == `\times`
	base := syntax.Canon(e.X)
	if i, ok := e.X.(*syntax.Index); ok && len(i.Sub) == 1 && (syntax.Canon(i.X) == `\mathbb{S}` || syntax.Canon(i.X) == `\mathbb{R}`) {
		return r.indexedPower(&syntax.Power{Span: e.Span, X: i.X, Exp: e.Exp}, syntax.Canon(i.Sub[0]))
	}
	if r.scope.lookup(base) == nil {
		switch base {
		case `\mathbb{R}`:
			r.timesSign(e.Exp)
			if isMatrix {
				return &setting{at: a, kind: inMatrices, args: []node{r.expr(times.X), r.expr(times.Y)}}
			}
			return &setting{at: a, kind: inVectors, args: []node{r.expr(e.Exp)}}
		case `\mathbb{S}`:
			return &setting{at: a, kind: inSymmetric, args: []node{r.expr(e.Exp)}}
		case "S":
			return &setting{at: a, kind: inSphere, args: []node{r.plusOne(e.Exp)}}
		case "B":
			return &setting{at: a, kind: inBall, args: []node{r.expr(e.Exp)}}
		case `\Delta`:
			return &setting{at: a, kind: inSimplex, args: []node{r.plusOne(e.Exp)}}
		}
	}
	if s := r.interval(e.X); s != nil && !isMatrix {
		return &setting{at: a, kind: inBox, args: append(s.args, r.expr(e.Exp)), openLo: s.openLo, openHi: s.openHi}
	}
	if _, isSet := e.X.(*syntax.Set); !isSet {
		return nil
	}
	if isMatrix {
		return &setting{at: a, kind: inFiniteMatrix, args: []node{r.expr(e.X), r.expr(times.X), r.expr(times.Y)}}
	}
	return &setting{at: a, kind: inFinitePower, args: []node{r.expr(e.X), r.expr(e.Exp)}}
}

// timesSign fails for \mathbb{R}^{3x3}.
func (r *resolver) timesSign(e syntax.Expr) {
	found := false
	syntax.Walk(e, func(e syntax.Expr) bool {
		n, ok := e.(*syntax.Name)
		found = found || ok && n.Text == "x" && r.scope.lookup("x") == nil
		return true
	})
	if found {
		r.fail(e, "write \\times between the numbers of rows and columns")
	}
}

// plusOne is e + 1, and d where e is d - 1.
func (r *resolver) plusOne(e syntax.Expr) node {
	if b, ok := e.(*syntax.Binary); ok && b.Op == "-" {
		if n, ok := b.Y.(*syntax.Number); ok && n.Text == "1" {
			return r.expr(b.X)
		}
	}
	return &binary{place(e), "+", r.expr(e), integer(place(e), 1)}
}

// appliedSet resolves O(d) and \mathcal{P}(A).
func (r *resolver) appliedSet(e *syntax.Apply) *setting {
	if len(e.Args) != 1 || r.isFunction(e.Fun) {
		return nil
	}
	switch syntax.Canon(e.Fun) {
	case "O", `\mathrm{O}`, `\mathcal{O}`:
		return &setting{at: place(e), kind: inOrthogonal, args: r.all(e.Args)}
	case `\mathcal{P}`:
		return &setting{at: place(e), kind: inLaws, args: r.all(e.Args)}
	}
	return nil
}

// functionsOf resolves A \to B.
func (r *resolver) functionsOf(e syntax.Expr) *setting {
	arrow, ok := e.(*syntax.Binary)
	if !ok || arrow.Op != `\to` {
		r.fail(e, "a function is declared as f : A \\to B")
	}
	a := place(e)
	from := r.set(arrow.X)
	to := r.set(arrow.Y)
	switch from.kind {
	case inReals:
		if to.kind == inReals {
			return &setting{at: a, kind: inFunctions}
		}
	case inVectors:
		if to.kind == inReals {
			return &setting{at: a, kind: inFunctions, args: from.args}
		}
	case inFinite:
		return &setting{at: a, kind: inMaps, args: from.args, elem: to}
	case inFinitePower:
		return &setting{at: a, kind: inMaps, args: []node{&power{from.at, from.args[0], from.args[1]}}, elem: to}
	}
	r.fail(e, "functions are from a finite set, or from \\mathbb{R} or \\mathbb{R}^d to \\mathbb{R}")
	return nil
}

func itoa(k int) string { return strconv.Itoa(k) }

// smallNumber is the number that is the index of a name, as in X_3.
func smallNumber(e *syntax.Index) (int, bool) {
	if len(e.Sub) != 1 {
		return 0, false
	}
	n, ok := e.Sub[0].(*syntax.Number)
	if !ok {
		return 0, false
	}
	k, err := strconv.Atoi(n.Text)
	return k, err == nil
}

// lawKind is a law that the language knows by name.
type lawKind uint8

const (
	bernoulli lawKind = iota
	binomial
	uniform
)

var laws = []struct {
	names []string
	kind  lawKind
	arity int
}{
	{[]string{`\mathrm{Bernoulli}`, `\operatorname{Bernoulli}`, `\mathrm{Ber}`}, bernoulli, 1},
	{[]string{`\mathrm{Bin}`, `\operatorname{Bin}`, `\mathrm{Binomial}`}, binomial, 2},
	{[]string{`\mathrm{Unif}`, `\operatorname{Unif}`, `\mathrm{Uniform}`}, uniform, 1},
}

// lawOf is a law that the language knows.
type lawOf struct {
	at
	kind lawKind
	args []node
}
