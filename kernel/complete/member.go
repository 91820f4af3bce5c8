package complete

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/mercer-go/mercer/kernel/complete/docs"
	"github.com/mercer-go/mercer/kernel/complete/match"
)

// selector returns the selector expression whose name is being written at the cursor, or nil.
func (ch *checked) selector() *ast.SelectorExpr {
	if sel, ok := ch.Parent(1).(*ast.SelectorExpr); ok && sel.Sel == ch.Name {
		return sel
	}
	return nil
}

// members returns what can be selected from the expression before the dot.
func (ch *checked) members(sel *ast.SelectorExpr) []match.Match {
	if id, ok := sel.X.(*ast.Ident); ok {
		if name, ok := ch.info.Uses[id].(*types.PkgName); ok {
			return ch.packageMembers(name.Imported())
		}
	}
	tv, ok := ch.info.Types[sel.X]
	if !ok || tv.Type == nil {
		return nil
	}
	want := ch.expected()
	var ms []match.Match
	list := membersOf(tv.Type)
	drawn := slices.ContainsFunc(list, func(m member) bool { return m.obj.Name() == "IsFigure" })
	for _, mem := range list {
		if _, method := mem.obj.(*types.Func); tv.IsType() && !method || !ch.accessible(mem.obj) {
			continue
		}
		m := ch.match(mem.obj, match.Member)
		m.Depth, m.Field, m.Fits = mem.depth, mem.field, fits(mem.obj, want)
		m.Rare = m.Field == 0 && match.Plumbing.MatchString(m.Text) || m.Field > 0 && drawn // a figure is drawn by its methods
		ms = append(ms, m)
	}
	return ms
}

func (ch *checked) packageMembers(pkg *types.Package) []match.Match {
	want, wantType := ch.expected(), ch.selectorTypePosition()
	var ms []match.Match
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if obj == nil || !obj.Exported() {
			continue
		}
		m := ch.match(obj, match.Member)
		m.Fits = wantType && isType(obj) || fits(obj, want)
		ms = append(ms, m)
	}
	return ms
}

// selectorTypePosition is typePosition for the selector whose name is at the cursor.
func (ch *checked) selectorTypePosition() bool {
	outer := *ch.Cell
	outer.Path = ch.Path[:len(ch.Path)-1]
	up := checked{Cell: &outer}
	switch n := up.Parent(1).(type) {
	case *ast.Field:
		return n.Type == ch.Parent(1)
	case *ast.ValueSpec:
		return n.Type == ch.Parent(1)
	case *ast.ArrayType, *ast.MapType:
		return true
	}
	return false
}

func (ch *checked) accessible(obj types.Object) bool {
	return obj.Exported() || obj.Pkg() != nil && obj.Pkg().Path() == docs.NotebookPath
}

// member is a field or method of a type.
type member struct {
	obj   types.Object
	depth int // of embedding
	field int // see Match
}

// membersOf returns the fields and methods of a type, its own and promoted ones; a name that is found at a smaller
// depth hides deeper ones. Methods of the pointer are included, since most values have an address.
func membersOf(t types.Type) []member {
	var list []member
	seen := map[string]bool{}
	visited := map[types.Type]bool{}
	level := []types.Type{derefOnce(t)}
	for depth := 0; len(level) > 0 && depth < maxEmbedding; depth++ {
		var next []types.Type
		for _, t := range level {
			if visited[t] {
				continue
			}
			visited[t] = true
			own, embedded := ownMembers(t)
			fields := 0
			for _, obj := range own {
				m := member{obj: obj, depth: depth}
				if _, ok := obj.(*types.Var); ok {
					fields++
					m.field = fields
				}
				if key := obj.Id(); !seen[key] {
					seen[key] = true
					list = append(list, m)
				}
			}
			next = append(next, embedded...)
		}
		level = next
	}
	return list
}

// maxEmbedding bounds the search through embedded types.
const maxEmbedding = 12

// derefOnce returns the type that a pointer points to. A pointer to an interface or to a pointer has no members.
func derefOnce(t types.Type) types.Type {
	p, ok := types.Unalias(t).Underlying().(*types.Pointer)
	if !ok {
		return types.Unalias(t)
	}
	if _, isIface := p.Elem().Underlying().(*types.Interface); isIface && !types.IsInterface(t) {
		return types.NewStruct(nil, nil)
	}
	return types.Unalias(p.Elem())
}

// ownMembers returns the members that a type itself declares, and the types that it embeds.
func ownMembers(t types.Type) (own []types.Object, embedded []types.Type) {
	if named, ok := t.(*types.Named); ok {
		for i := range named.NumMethods() {
			own = append(own, named.Method(i))
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			own = append(own, f)
			if f.Embedded() {
				embedded = append(embedded, derefOnce(f.Type()))
			}
		}
	case *types.Interface:
		for i := range u.NumMethods() {
			own = append(own, u.Method(i))
		}
	}
	return own, embedded
}
