package eval

import (
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// This file resolves what stands before a bracket: definitions, functions of the language and of the notebook, values that are
// functions, derivatives f'(x), and products.

// isFunction says that a formula before a bracket is known to be a function.
func (r *resolver) isFunction(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name, *syntax.Index, *syntax.Power:
		if sym := r.scope.lookup(syntax.Canon(e)); sym != nil {
			return sym.fn != nil || sym.callable == function_
		}
		if def, _ := r.definitionOf(e); def != nil {
			return def.args > 0
		}
		if sym := r.fromOutside(e); sym != nil {
			return sym.fn != nil
		}
		if p, ok := e.(*syntax.Power); ok {
			return r.isFunction(p.X)
		}
		if x, ok := e.(*syntax.Index); ok {
			return r.isFunction(x.X) || functions[syntax.Canon(x)] != nil
		}
		return functions[syntax.Canon(e)] != nil
	case *syntax.Prime:
		if sym := r.scope.lookup(syntax.Canon(e)); sym != nil {
			return sym.fn != nil || sym.callable == function_
		}
		return r.isFunction(e.X)
	case *syntax.Nabla:
		return e.Of == nil || r.isFunction(e.Of)
	}
	return false
}

// mayBeFunction says that a name is a parameter, whose value tells whether it is a function.
func (r *resolver) mayBeFunction(e syntax.Expr) bool {
	sym := r.scope.lookup(syntax.Canon(e))
	return sym != nil && sym.fn == nil && sym.callable == unknown && !sym.random
}

// apply resolves f(x). An exponent that follows goes to the node only where the value must tell to what it belongs.
func (r *resolver) apply(e *syntax.Apply, exp syntax.Expr) node {
	if n := r.applyDefined(e); n != nil {
		return n
	}
	if n := r.applyBuiltin(e); n != nil {
		return n
	}
	switch f := e.Fun.(type) {
	case *syntax.Prime:
		if r.scope.lookup(syntax.Canon(f)) == nil {
			return r.primeOf(e, f)
		}
	case *syntax.Power: // \log^2 x, f^2(x)
		if r.isFunction(f.X) && r.scope.lookup(syntax.Canon(f)) == nil {
			inner := &syntax.Apply{Span: e.Span, Fun: f.X, Args: e.Args, Bracket: e.Bracket}
			return &power{place(e), r.expr(inner), r.expr(f.Exp)}
		}
	}
	switch {
	case r.isFunction(e.Fun):
		return &apply{at: place(e), fn: r.expr(e.Fun), args: r.all(e.Args)}
	case r.mayBeFunction(e.Fun):
		return &apply{at: place(e), fn: r.expr(e.Fun), args: r.all(e.Args), exp: r.maybe(exp)}
	case len(e.Args) == 1:
		return &binary{place(e), "", r.expr(e.Fun), r.expr(e.Args[0])}
	}
	fn := r.expr(e.Fun) // first its own errors
	tuple := &tuple{place(e), r.all(e.Args)}
	return &binary{place(e), "", fn, tuple}
}

// applyDefined resolves the use of a definition with a bracket.
func (r *resolver) applyDefined(e *syntax.Apply) node {
	if r.scope.lookup(syntax.Canon(e.Fun)) != nil {
		return nil
	}
	for _, literal := range r.readings() {
		key, args := keyOf(e.Fun, literal)
		if key == "" {
			continue
		}
		def := r.funcs[key+bracket(len(e.Args))]
		if def == nil {
			def = r.funcs[key]
		}
		if def == nil {
			continue
		}
		if len(e.Args) != def.args {
			r.fail(e, "%s takes %s, here are %d", def.name, plural(def.args, "argument"), len(e.Args))
		}
		return r.keepCall(e, &call{place(e), def, append(r.all(args), r.all(e.Args)...)})
	}
	return nil
}

// applyBuiltin resolves the functions of the language.
func (r *resolver) applyBuiltin(e *syntax.Apply) node {
	name := syntax.Canon(e.Fun)
	if r.scope.lookup(name) != nil {
		return nil
	}
	f := functions[name]
	if x, ok := e.Fun.(*syntax.Index); ok && f == nil {
		return r.applyIndexed(e, x)
	}
	if f == nil {
		return nil
	}
	r.clearEnd(e)
	args := e.Args
	if len(args) == 1 && f.list { // \max(S) of a set or a vector, \max\{a, b\}
		if p, ok := args[0].(*syntax.Paren); ok && len(p.Items) > 1 {
			args = p.Items
		}
	}
	if !f.list && len(args) != f.arity {
		r.fail(e, "%s takes %s, here are %d", name, plural(f.arity, "argument"), len(args))
	}
	return &builtin{place(e), f, r.all(args)}
}

// clearEnd refuses \det\Sigma(a+b), where \Sigma is no function: whether the argument of the word ends before the bracket cannot be seen.
func (r *resolver) clearEnd(e *syntax.Apply) {
	if e.Bracket != "" || len(e.Args) != 1 {
		return
	}
	a, ok := e.Args[0].(*syntax.Apply)
	if ok && a.Bracket != "" && !r.isFunction(a.Fun) && !r.mayBeFunction(a.Fun) {
		if _, name := a.Fun.(*syntax.Name); name {
			r.fail(a, "put the argument of %s into brackets: whether it ends before the bracket cannot be seen", syntax.Canon(e.Fun))
		}
	}
}

// applyIndexed resolves \log_2 x and \lambda_i(A).
func (r *resolver) applyIndexed(e *syntax.Apply, x *syntax.Index) node {
	base, ok := x.X.(*syntax.Name)
	if !ok || len(x.Sub) != 1 || len(e.Args) != 1 {
		return nil
	}
	if sym := r.scope.lookup(base.Text); sym != nil && !r.isNumber(sym) { // \lambda_i(A) beside a number \lambda is what it is
		return nil
	}
	if base.Text == `\mathbf{1}` { // 𝟏_A(x)
		return &indicator{place(e), &compare{place(e), r.expr(e.Args[0]), []string{`\in`}, []node{r.expr(x.Sub[0])}}}
	}
	f := functions[base.Text+"_"]
	if f == nil {
		return nil
	}
	return &builtin{place(e), f, []node{r.expr(x.Sub[0]), r.expr(e.Args[0])}}
}

// isNumber says that a name is a variable whose domain has numbers.
func (r *resolver) isNumber(sym *symbol) bool {
	for _, v := range r.program.Vars {
		if v.slot == sym.slot && v.domain != nil && sym.def == nil && sym.fn == nil {
			switch v.domain.kind {
			case inReals, inNaturals, inIntegers, inInterval:
				return true
			}
		}
	}
	return false
}

// primeOf resolves f'(a): the derivative of the function, then its value at a.
func (r *resolver) primeOf(e *syntax.Apply, f *syntax.Prime) node {
	if len(e.Args) != 1 {
		r.fail(e, "a prime differentiates functions of one number")
	}
	k := r.newSlot()
	arg := &slot{place(e.Args[0]), k, "the argument of " + r.source(f)}
	d := &derivative{at: place(e), body: r.applyNode(e, f.X, arg)}
	for range f.N {
		d.by = append(d.by, variable{slot: k})
	}
	return &at_{at: place(e), slot: k, value: r.expr(e.Args[0]), body: d}
}

// applyNode is fun applied to a node.
func (r *resolver) applyNode(e, fun syntax.Expr, arg node) node {
	if def, args := r.definitionOf(fun); def != nil && def.args == 1 {
		return &call{place(e), def, append(r.all(args), arg)}
	}
	if f := functions[syntax.Canon(fun)]; f != nil && f.arity == 1 {
		return &builtin{place(e), f, []node{arg}}
	}
	return &apply{at: place(e), fn: r.expr(fun), args: []node{arg}}
}
