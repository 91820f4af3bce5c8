package eval

import (
	"slices"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// FromOutside returns the names that a document takes from outside, in canonical spelling, with the errors of
// [Compile]; outside is that of [Names]. It is Compile for callers that evaluate nothing, and names no generic
// type: the Go compiler compiles all methods of those in each package that comes upon them.
func FromOutside(doc *syntax.Document, outside func(name string) Outside) ([]string, error) {
	p, err := Compile(doc, Names{Outside: outside})
	return p.Outside, err
}

// fromOutside declares a name that the text uses and that there is outside of it, or returns nil.
func (r *resolver) fromOutside(e syntax.Expr) *symbol {
	if r.outside == nil || !r.isWhole(e) || r.isComponent(e) || r.scope.family(syntax.Canon(e)) != nil {
		return nil
	}
	name := syntax.Canon(e)
	var sym *symbol
	switch r.outside(name) {
	case Nothing:
		return nil
	case AFunction:
		f := &Func{Name: name, Args: -1}
		r.program.Outside = append(r.program.Outside, name)
		sym = &symbol{name: name, fn: f, callable: function_}
	default:
		sym = r.bindVar(e, name)
		r.program.Outside = append(r.program.Outside, name)
	}
	root := r.scope
	for root.outer != nil {
		root = root.outer
	}
	root.names[name] = sym
	return sym
}

// isComponent says that e is an entry of something that the text declares or defines, other than a number: x_1 of a vector x, whatever
// x1 there is outside.
func (r *resolver) isComponent(e syntax.Expr) bool {
	i, ok := e.(*syntax.Index)
	if !ok {
		return false
	}
	base := syntax.Canon(i.X)
	sym := r.scope.lookup(base)
	return r.defs[base] != nil || sym != nil && !slices.Contains(r.program.Outside, base) && !r.isNumber(sym)
}

// isWhole says that a formula is written as one name: with a number or a word as index, with a star, with primes.
func (r *resolver) isWhole(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		return functions[e.Text] == nil
	case *syntax.Prime:
		return r.isWhole(e.X)
	case *syntax.Power:
		return isStar(e.Exp) && r.isWhole(e.X)
	case *syntax.Index:
		for _, s := range e.Sub {
			if !r.isTag(s) {
				return false
			}
		}
		return r.isWhole(e.X)
	}
	return false
}

// isTag says that an index belongs to a name: a number, or a word or letter that is not declared.
func (r *resolver) isTag(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Number:
		return true
	case *syntax.Name:
		return r.scope.lookup(e.Text) == nil && r.defs[e.Text] == nil && e.Text != "+"
	}
	return false
}

// bindVar declares a name whose value comes from outside.
func (r *resolver) bindVar(e syntax.Expr, name string) *symbol {
	v := &Var{Name: name, Bound: true, slot: r.newSlot()}
	r.variables[v.slot] = true
	r.program.Vars = append(r.program.Vars, v)
	return &symbol{slot: v.slot, name: name}
}
