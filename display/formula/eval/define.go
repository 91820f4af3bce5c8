package eval

import (
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// let adds a definition. The names on its left that are not declared are parameters where they stand as argument, or as index
// and on the right side, too; an index that does not occur there is a part of the name.
func (r *resolver) let(item *syntax.Let) {
	bound := map[string]bool{}
	used := r.lettersOf(item.Right)
	literal := func(e syntax.Expr) bool {
		key := syntax.Canon(e)
		sym := r.scope.lookup(key)
		return !isLetter(e) || !used[key] || sym != nil && sym.random
	}
	key, args := keyOf(item.Left, literal)
	if key == "" {
		r.fail(item.Left, "this cannot be defined: the left side is a name, perhaps with indices and arguments")
	}
	r.notByItself(item)
	def := &definition{name: r.source(item.Left), key: key, span: item.Span, memo: -1}
	r.fresh(item.Left, key)
	if a, ok := item.Left.(*syntax.Apply); ok {
		def.args = len(a.Args)
	}
	var ranges []node
	r.within(func() {
		var fresh []syntax.Expr
		for _, a := range args {
			if !isLabel(a) {
				r.fail(a, "a parameter is a name")
			}
			if name := syntax.Canon(a); bound[name] {
				r.fail(a, "the parameter %s stands twice", name)
			} else {
				bound[name] = true
			}
			fresh = append(fresh, a)
		}
		for _, a := range fresh[:len(fresh)-def.args] {
			ranges = append(ranges, r.indexedBy(syntax.Canon(a), item.Right))
		}
		for _, a := range fresh {
			beside := r.familyOf(a)
			def.params = append(def.params, r.bindLocal(a, unknown))
			if beside != nil && standsAlone(syntax.Canon(a), item.Right) {
				sym := r.scope.lookup(syntax.Canon(a))
				sym.beside, sym.components = beside, true
			}
		}
		r.inProb++ // random variables may occur: then the definition can be used in P and E only
		defer func() { r.inProb-- }()
		def.body = r.expr(item.Right)
	})
	r.finish(def, ranges)
	r.add(def, item.Left, literal)
}

// notByItself fails where the right side of a definition uses what it defines.
func (r *resolver) notByItself(item *syntax.Let) {
	left, ok := item.Left.(*syntax.Apply)
	if !ok || r.scope.lookup(syntax.Canon(left.Fun)) != nil || r.funcs[syntax.Canon(left.Fun)] != nil {
		return
	}
	name := syntax.Canon(left.Fun)
	syntax.Walk(item.Right, func(e syntax.Expr) bool {
		if call, ok := e.(*syntax.Apply); ok && syntax.Canon(call.Fun) == name {
			r.fail(call, "%s is defined by itself: recursion is not in the language; a sum or a product over its steps is", r.source(left.Fun))
		}
		return true
	})
}

// isLabel says that an argument on the left of a definition can be a parameter: a name, perhaps with an index, as x_1.
func isLabel(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		return true
	case *syntax.Prime:
		return isLabel(e.X)
	case *syntax.Index:
		return isLabel(e.X)
	}
	return false
}

// fresh fails where the left side of a definition stands for something already.
func (r *resolver) fresh(left syntax.Expr, key string) {
	if r.scope.lookup(syntax.Canon(left)) != nil {
		r.fail(left, "%s is declared already", r.source(left))
	}
	if def := r.defs[key]; def != nil {
		r.fail(left, "%s is defined already", r.source(left))
	}
	fun := left
	if a, ok := left.(*syntax.Apply); ok {
		fun = a.Fun
	}
	base := syntax.Canon(fun)
	if p, ok := fun.(*syntax.Prime); ok {
		if base := syntax.Canon(p.X); r.isFunction(p.X) || r.funcs[base] != nil {
			r.fail(left, "%s is the derivative of %s, which is known: it is not defined anew", r.source(fun), r.source(p.X))
		}
	}
	if _, ok := left.(*syntax.Apply); ok && r.funcs[base+"'"] != nil {
		r.fail(left, "%s' is defined already, which would be its derivative: define %s first and use %s' as it comes out", base, base, base)
	}
	if f := functions[strings.TrimSuffix(base, "^{-1}")]; f != nil && !mayBeDefined[base] {
		r.fail(left, "%s is a function of the language: it is not defined anew", r.source(fun))
	}
}

// mayBeDefined has the functions of the language whose letters often name something else.
var mayBeDefined = map[string]bool{`\Phi`: true, `\phi`: true, `\Gamma`: true, "+": true}

// finish notes what a definition depends on.
func (r *resolver) finish(def *definition, ranges []node) {
	seen := map[*group]bool{}
	r.groupsOf(def.body, seen, &def.groups)
	for _, n := range ranges {
		if n != nil {
			def.ranges = ranges
		}
	}
	def.fixed = len(def.groups) == 0 && r.fixed(def.body, def.params...)
	if len(def.params) == 0 && len(def.groups) == 0 {
		def.memo = r.memos
		r.memos++
	}
}

// add makes a definition known: by its key, and a function by the key before its bracket.
func (r *resolver) add(def *definition, left syntax.Expr, literal func(syntax.Expr) bool) {
	r.defs[def.key] = def
	if a, ok := left.(*syntax.Apply); ok {
		fun, _ := keyOf(a.Fun, literal)
		r.funcs[fun+bracket(len(a.Args))] = def
		if r.funcs[fun] == nil { // p(x) and p(x | y) may stand side by side
			r.funcs[fun] = def
		}
		return
	}
	if len(def.params) == 0 {
		if x, ok := left.(*syntax.Index); ok { // m_0, m_1 defined one by one are a family
			sym := &symbol{name: def.name, def: def}
			r.scope.declare(x, sym)
			delete(r.scope.names, syntax.Canon(x))
		}
	}
}

// standsAlone says that a name occurs without an index: x in k(x_i, x), not in x_1 + x_2.
func standsAlone(key string, e syntax.Expr) bool {
	alone := false
	var visit func(e syntax.Expr) bool
	visit = func(e syntax.Expr) bool {
		if x, ok := e.(*syntax.Index); ok && syntax.Canon(x.X) == key {
			for _, s := range x.Sub {
				syntax.Walk(s, visit)
			}
			return false
		}
		if _, ok := e.(*syntax.Name); ok && syntax.Canon(e) == key {
			alone = true
		}
		return true
	}
	syntax.Walk(e, visit)
	return alone
}

// lettersOf are the names that occur in a formula other than in what is declared or defined as a whole: of x_i + w_{opt}, x and i.
func (r *resolver) lettersOf(e syntax.Expr) map[string]bool {
	used := map[string]bool{}
	syntax.Walk(e, func(e syntax.Expr) bool {
		switch e := e.(type) {
		case *syntax.Name:
			used[e.Text] = true
		case *syntax.Prime:
			used[syntax.Canon(e)] = true
		case *syntax.Index, *syntax.Power:
			if r.scope.lookup(syntax.Canon(e)) != nil {
				return false
			}
			key, _ := keyOf(e, everything)
			return r.defs[key] == nil && r.funcs[key] == nil
		}
		return true
	})
	return used
}

// namesIn are the names that occur in a formula.
func namesIn(e syntax.Expr) map[string]bool {
	used := map[string]bool{}
	syntax.Walk(e, func(e syntax.Expr) bool {
		switch e := e.(type) {
		case *syntax.Name:
			used[e.Text] = true
		case *syntax.Prime:
			used[syntax.Canon(e)] = true
		}
		return true
	})
	return used
}
