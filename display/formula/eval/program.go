package eval

import (
	"errors"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// Program is a document whose names are resolved: variables with their domains, assumptions, chains and conclusions as
// formulas that can be evaluated at a point in any field.
type Program struct {
	Text        string
	Vars        []*Var     // in the order in which they are declared, those bound from outside first
	Assumptions []*Formula // statements
	Parts       []Part     // what is claimed and said, in order
	Outside     []string   // the names that were found outside, in canonical spelling

	slots, memos, literals int
	groups                 map[int]*group
}

// Var is a declared variable.
type Var struct {
	Name   string // as the text writes it
	Span   syntax.Span
	Bound  bool // has its value from outside and no domain
	slot   int
	domain *setting
}

// Part is *Chain, *Conclusion or *Prose.
type Part interface{ Where() syntax.Span }

// Chain is a first formula and the steps from it.
type Chain struct {
	syntax.Span
	First *Formula
	Steps []*Step
}

// Step relates the formula before to Right.
type Step struct {
	Rel     string
	Right   *Formula
	Refutes []Refute
	Source  *syntax.Step
}

// Refute is a variant that must be false. Rel is the step's own where the text has no other.
type Refute struct {
	Rel   string
	Right *Formula
}

// Conclusion is a statement that holds at every point.
type Conclusion struct {
	syntax.Span
	Claim   *Formula
	Refutes []Refute
	Source  *syntax.Conclusion
}

// Prose is text between the formulas.
type Prose struct{ *syntax.Prose }

// Formula is a resolved formula.
type Formula struct {
	Expr syntax.Expr
	Text string // as written
	root node
}

// Statement says that the formula is true or false at a point, by its form.
func (f *Formula) Statement() bool {
	switch f.root.(type) {
	case *compare, *logic:
		return true
	case *big_:
		op := f.root.(*big_).op
		return op == `\forall` || op == `\exists`
	}
	return false
}

// Sides are the relations of a comparison and the formulas between them, one more than there are relations, or an implication or
// equivalence and its two sides; nil where the formula is neither.
func (f *Formula) Sides() (sides []*Formula, relations []string) {
	if l, ok := f.root.(*logic); ok && (l.op == `\iff` || l.op == `\implies`) {
		if e, ok := f.Expr.(*syntax.Logic); ok {
			return []*Formula{{Expr: e.X, root: l.x}, {Expr: e.Y, root: l.y}}, []string{l.op}
		}
	}
	c, ok := f.root.(*compare)
	if !ok {
		return nil, nil
	}
	e, _ := f.Expr.(*syntax.Compare)
	sides = append(sides, &Formula{Expr: e.X, root: c.x})
	for i, y := range c.ys {
		sides = append(sides, &Formula{Expr: e.Rest[i].Y, root: y})
	}
	return sides, c.ops
}

// Compile resolves a document. The error joins one *syntax.Error for each place where it means nothing.
func Compile(doc *syntax.Document, names Names) (*Program, error) {
	r := &resolver{text: doc.Text, scope: newScope(nil), defs: map[string]*definition{}, funcs: map[string]*definition{}, groups: map[int]*group{},
		variables: map[int]bool{}, kept: map[string]*definition{}, sizes: map[string]node{}}
	p := &Program{Text: doc.Text}
	r.program, r.outside = p, names.Outside
	for _, name := range names.Values {
		r.declareOutside(name)
	}
	for _, f := range names.Funcs {
		r.scope.names[f.Name] = &symbol{name: f.Name, fn: f, callable: function_}
	}
	for _, item := range doc.Items {
		errs := len(r.errs)
		read := r.guard(func() { r.item(p, item) })
		if !read && r.follows(item) {
			r.errs = r.errs[:errs]
		}
		if let, is := item.(*syntax.Let); is && !read {
			r.hasFailed(let)
		}
	}
	p.slots, p.groups = r.slots, r.groups
	p.memos, p.literals = r.memos, r.literals
	return p, errors.Join(r.errs...)
}

// declareOutside declares a name whose value comes from outside.
func (r *resolver) declareOutside(name string) {
	e, err := syntax.ParseExpr(name)
	if err != nil {
		r.errs = append(r.errs, err)
		return
	}
	r.scope.declare(e, r.bindVar(e, name))
}

func (r *resolver) item(p *Program, item syntax.Item) {
	switch item := item.(type) {
	case *syntax.Given:
		r.given(p, item)
	case *syntax.Let:
		r.let(item)
	case *syntax.Chain:
		p.Parts = append(p.Parts, r.chain(item))
	case *syntax.Conclusion:
		c := &Conclusion{Span: item.Span, Claim: r.formula(item.Claim), Source: item}
		c.Refutes = r.refutes(item.Refutes, "")
		p.Parts = append(p.Parts, c)
	case *syntax.Prose:
		p.Parts = append(p.Parts, Prose{item})
	}
}

func (r *resolver) chain(item *syntax.Chain) *Chain {
	c := &Chain{Span: item.Span, First: r.formula(item.First)}
	for i := range item.Steps {
		s := &item.Steps[i]
		c.Steps = append(c.Steps, &Step{Rel: s.Rel, Right: r.formula(s.Right), Refutes: r.refutes(s.Refutes, s.Rel), Source: s})
	}
	return c
}

func (r *resolver) refutes(list []syntax.Refute, rel string) []Refute {
	var out []Refute
	for _, f := range list {
		own := f.Rel
		if own == "" {
			own = rel
		}
		out = append(out, Refute{own, r.formula(f.Right)})
	}
	return out
}

func (r *resolver) formula(e syntax.Expr) *Formula {
	root := r.expr(e)
	var random []*group
	if r.groupsOf(root, map[*group]bool{}, &random); len(random) > 0 { // by a definition
		r.fail(e, "this depends on a random variable: it has a value inside of P(…) and E[…] only")
	}
	return &Formula{Expr: e, Text: r.source(e), root: root}
}
