package complete

import (
	"go/ast"
	"go/types"

	"github.com/mercer-go/mercer/kernel/complete/match"
)

// literalFields returns the fields that can still be set in the composite literal at the cursor, and whether nothing
// else can stand there because the literal names its fields.
func (ch *checked) literalFields() (ms []match.Match, only bool) {
	lit := ch.literal()
	if lit == nil {
		return nil, false
	}
	st := structOf(ch.info.TypeOf(lit))
	if st == nil {
		return nil, false
	}
	set := map[string]bool{}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id != ch.Name {
				set[id.Name] = true
			}
			only = true
		}
	}
	for i := range st.NumFields() {
		if f := st.Field(i); !set[f.Name()] && ch.accessible(f) {
			m := ch.match(f, match.Local)
			m.Fits, m.Depth = true, i
			ms = append(ms, m)
		}
	}
	return ms, only
}

// literal returns the composite literal in which the name at the cursor is an element or a key, or nil.
func (ch *checked) literal() *ast.CompositeLit {
	up := ch.Parent(1)
	if kv, ok := up.(*ast.KeyValueExpr); ok && kv.Key == ch.Name {
		up = ch.Parent(2)
	}
	lit, ok := up.(*ast.CompositeLit)
	if !ok || lit.Type == ch.Name {
		return nil
	}
	return lit
}

// structOf returns the struct that a type or what it points to is, or nil.
func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}
