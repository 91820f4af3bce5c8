package complete

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/mercer-go/mercer/kernel/complete/docs"
	"github.com/mercer-go/mercer/kernel/complete/match"
)

// match makes a candidate of an object.
func (ch *checked) match(obj types.Object, g match.Group) match.Match {
	return match.Match{Text: obj.Name(), Kind: kindOf(obj), Signature: signature(obj), Group: g}
}

// kindOf returns the kind of an object in the words of Match.Kind.
func kindOf(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.PkgName:
		return "module"
	case *types.Const, *types.Nil:
		return "constant"
	case *types.TypeName:
		if types.IsInterface(obj.Type()) {
			return "interface"
		}
		return "type"
	case *types.Var:
		if obj.IsField() {
			return "field"
		}
		return "variable"
	case *types.Func:
		if sig, ok := obj.Type().(*types.Signature); ok && sig.Recv() != nil {
			return "method"
		}
	}
	return "function"
}

// signature returns what a front end shows beside a candidate.
func signature(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.PkgName:
		return obj.Imported().Path()
	case *types.Const:
		return typeText(obj.Type()) + " = " + obj.Val().String()
	case *types.TypeName:
		return underlyingText(obj.Type())
	case *types.Func:
		return strings.TrimPrefix(typeText(obj.Type()), "func")
	case *types.Var:
		return typeText(obj.Type())
	case *types.Builtin:
		return builtins[obj.Name()]
	}
	return ""
}

// builtins are the parameters and results of the predeclared functions.
var builtins = map[string]string{
	"append": "(slice []T, elems ...T) []T", "cap": "(v T) int", "clear": "(t map or slice)", "close": "(c chan<- T)",
	"complex": "(r, i float) complex", "copy": "(dst, src []T) int", "delete": "(m map[K]V, key K)", "imag": "(c complex) float",
	"len": "(v T) int", "make": "(t T, size ...int) T", "max": "(x T, y ...T) T", "min": "(x T, y ...T) T", "new": "(T) *T",
	"panic": "(v any)", "print": "(args ...T)", "println": "(args ...T)", "real": "(c complex) float", "recover": "() any",
}

// qualifier writes package names before names that are not the notebook's own.
func qualifier(pkg *types.Package) string {
	if pkg.Path() == docs.NotebookPath {
		return ""
	}
	return pkg.Name()
}

func typeText(t types.Type) string { return types.TypeString(t, qualifier) }

// underlyingText says in a few words what a type is.
func underlyingText(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	default:
		return typeText(u)
	}
}

// declaration returns an object as Go declares it, qualified by its package's name.
func declaration(obj types.Object) string {
	name := obj.Name()
	if pkg := obj.Pkg(); pkg != nil && pkg.Path() != docs.NotebookPath && obj.Parent() == pkg.Scope() {
		name = pkg.Name() + "." + name
	}
	switch obj := obj.(type) {
	case *types.PkgName:
		return fmt.Sprintf("package %s // import %q", obj.Imported().Name(), obj.Imported().Path())
	case *types.Const:
		return "const " + name + " " + signature(obj)
	case *types.TypeName:
		return typeDeclaration(name, obj)
	case *types.Func:
		return "func " + receiver(obj) + name + signature(obj)
	case *types.Builtin:
		return "func " + name + signature(obj)
	case *types.Var:
		if obj.IsField() {
			return "field " + name + " " + signature(obj)
		}
		return "var " + name + " " + signature(obj)
	}
	return name
}

// receiver returns "(T) " for methods of T, else "".
func receiver(f *types.Func) string {
	sig, ok := f.Type().(*types.Signature)
	if !ok || sig.Recv() == nil {
		return ""
	}
	if _, ok := sig.Recv().Type().(*types.Interface); ok {
		return ""
	}
	return "(" + typeText(sig.Recv().Type()) + ") "
}

// typeDeclaration writes a type with its exported fields.
func typeDeclaration(name string, obj *types.TypeName) string {
	if obj.IsAlias() {
		return "type " + name + " = " + typeText(types.Unalias(obj.Type()))
	}
	params := ""
	if n, ok := obj.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
		_, params, _ = strings.Cut(typeText(n), "[")
		params = "[" + params
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return "type " + name + params + " " + typeText(obj.Type().Underlying())
	}
	return "type " + name + params + " struct" + fieldList(st, obj.Pkg())
}

// maxListed bounds the fields and methods that a description lists.
const maxListed = 40

func fieldList(st *types.Struct, pkg *types.Package) string {
	var b strings.Builder
	hidden := 0
	for i := range st.NumFields() {
		f := st.Field(i)
		switch {
		case !f.Exported() && pkg != nil && pkg.Path() != docs.NotebookPath || i >= maxListed:
			hidden++
		case f.Embedded():
			fmt.Fprintf(&b, "\t%s\n", typeText(f.Type()))
		default:
			fmt.Fprintf(&b, "\t%s %s\n", f.Name(), typeText(f.Type()))
		}
	}
	switch {
	case st.NumFields() == 0:
		return "{}"
	case hidden == st.NumFields():
		return "{ /* unexported fields */ }"
	case hidden > 0:
		b.WriteString("\t// and others\n")
	}
	return " {\n" + b.String() + "}"
}

// methodList returns the exported methods of a type, one line each, and of the notebook's own types all.
func methodList(obj types.Object) []string {
	named, ok := obj.Type().(*types.Named)
	if _, isType := obj.(*types.TypeName); !isType || !ok || types.IsInterface(named) {
		return nil
	}
	var lines []string
	for i := range named.NumMethods() {
		m := named.Method(i)
		if m.Exported() || obj.Pkg() != nil && obj.Pkg().Path() == docs.NotebookPath {
			lines = append(lines, "func "+receiver(m)+m.Name()+signature(m))
		}
	}
	if more := len(lines) - maxListed; more > 0 {
		lines = append(lines[:maxListed], fmt.Sprintf("// and %d more", more))
	}
	return lines
}
