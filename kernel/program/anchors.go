package program

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

// This file makes sure that the types which values hold behind interfaces are linked into the program.

// qualifiedName is a named type with its full package path, as in github.com/x/y.T or main.T.
var qualifiedName = regexp.MustCompile(`"?((?:[\w.~+\-]+/)*[\w.~\-]+)"?\.([\pL_][\pL\pN_]*)`)

// extraType is a type that the store asks for.
type extraType struct {
	text  string // see typeText
	named []namedType
}

type namedType struct{ path, name string }

// parseExtraType reads a type as the store writes it.
func parseExtraType(text string) extraType {
	var e extraType
	e.text = qualifiedName.ReplaceAllStringFunc(text, func(m string) string {
		sub := qualifiedName.FindStringSubmatch(m)
		e.named = append(e.named, namedType{sub[1], sub[2]})
		if sub[1] == "main" {
			return sub[2]
		}
		return `"` + sub[1] + `".` + sub[2]
	})
	return e
}

// hidden says whether a value needs types that a notebook cannot name: the initialiser of its variable may be what links
// them, and is what there is if nothing does.
func (c *composition) hidden(v ValueInfo) bool {
	for _, text := range v.ExtraTypes {
		for _, n := range parseExtraType(text).named {
			if n.path == "main" && c.base.Lookup(n.name) == nil || n.path != "main" && (!toolchain.Importable(n.path) || !token.IsExported(n.name)) {
				return true
			}
		}
	}
	return false
}

// Links says whether a later cell can link a type of the notebook program by its name: it is declared at the top level,
// or inside a function or an initialiser.
func (d *Defs) Links(name string) bool {
	if def := d.Lookup(name); def != nil && def.Kind == KindType || len(declaring(d, name)) > 0 {
		return true
	}
	declared := regexp.MustCompile(`\btype\s+` + regexp.QuoteMeta(name) + `\b`)
	return slices.ContainsFunc(d.list(), func(dc *decl) bool { return dc.Kind == KindVar && declared.MatchString(dc.Text) })
}

// extraTypes returns what the values of the program's variables ask for.
func (w *writer) extraTypes() []extraType {
	var out []extraType
	seen := map[string]bool{}
	for name := range w.set.vars {
		if own := w.c.declares(name); own != nil && !own.before {
			continue
		}
		v, ok := w.c.value(name)
		if !ok || w.keep != nil && !(*w.keep)[name] {
			continue
		}
		for _, t := range v.ExtraTypes {
			if !seen[t] {
				seen[t] = true
				out = append(out, parseExtraType(t))
			}
		}
	}
	slices.SortFunc(out, func(a, b extraType) int { return strings.Compare(a.text, b.text) })
	return out
}

// extraRoots returns the names of the notebook that the extra types need: types, and for types declared in functions
// these functions.
func (w *writer) extraRoots(scope *scope) []string {
	var roots []string
	for _, e := range w.extraTypes() {
		for _, n := range e.named {
			if n.path != "main" {
				continue
			}
			if scope.byName[n.name] != nil {
				roots = append(roots, n.name)
			} else {
				roots = append(roots, declaring(w.c.after, n.name)...)
			}
		}
	}
	return roots
}

// declaring returns the keys of functions and methods that declare a type of that name inside.
func declaring(defs *Defs, name string) []string {
	local := regexp.MustCompile(`\btype\s+` + regexp.QuoteMeta(name) + `\b|(?m)^\s*` + regexp.QuoteMeta(name) + `\s+(=\s*)?(struct|interface|func|map|\[|\*|\w)`)
	var keys []string
	for _, d := range defs.list() {
		if (d.Kind == KindFunc || d.Kind == KindMethod) && local.MatchString(d.Text) {
			key := d.Names[0].Key
			if recv, _, ok := strings.Cut(key, "."); ok {
				key = recv
			}
			keys = append(keys, key)
		}
	}
	return keys
}

// writeTypes makes the table of types, and anchors for those that cannot be named.
func (w *writer) writeTypes(tc *typeClosure) {
	f := w.r.file(mainFile)
	for _, e := range w.extraTypes() {
		if w.canName(e) {
			text := spell(e.text, w.r.qualify(f))
			if _, err := parser.ParseExpr(text); err == nil {
				w.types = append(w.types, text)
			}
		}
		for _, n := range e.named {
			w.anchor(tc, n)
		}
	}
	slices.Sort(w.anchors)
	w.anchors = slices.Compact(w.anchors)
}

// canName says whether all named types of e can be written in a notebook.
func (w *writer) canName(e extraType) bool {
	for _, n := range e.named {
		if n.path == "main" {
			if d := w.scope.byName[n.name]; d == nil || d.Kind != KindType {
				return false
			}
		} else if w.lookupType(n) == nil {
			return false
		}
	}
	return true
}

// has says whether a package can be imported and is there.
func (w *writer) has(path string) bool {
	if !toolchain.Importable(path) {
		return false
	}
	err := w.c.view.Ensure(w.c.ctx, false, path)
	if errors.Is(err, toolchain.ErrChanged) {
		w.err = err
	}
	return err == nil
}

// lookupType returns an exported type of a package that can be imported, or nil.
func (w *writer) lookupType(n namedType) *types.TypeName {
	if !w.has(n.path) {
		return nil
	}
	p, err := w.c.view.Import(n.path)
	if err != nil {
		return nil
	}
	t, ok := p.Scope().Lookup(n.name).(*types.TypeName)
	if !ok || !t.Exported() {
		return nil
	}
	return t
}

// anchor makes the program refer to code that uses the type: for an unexported type of a package, whatever exported
// functions, methods and variables give out an interface or the type, and for a type of an internal package those of the
// packages that import it; for one declared in a function, that function.
func (w *writer) anchor(tc *typeClosure, n namedType) {
	if n.path == "main" {
		if w.scope.byName[n.name] == nil {
			for _, key := range declaring(w.c.after, n.name) {
				if d := w.scope.byName[key]; d != nil && d.Kind == KindFunc && !isGeneric(d) {
					w.anchors = append(w.anchors, key)
				}
			}
		}
		return
	}
	if t := w.lookupType(n); t != nil {
		tc.add(t.Type())
		return
	}
	if toolchain.Importable(n.path) {
		w.anchorPackage(n.path, n)
		return
	}
	for _, path := range w.givers(n) {
		w.anchorPackage(path, n)
	}
}

// givers are the packages that may give out a type of an internal package: of those that import it the ones that the
// notebook uses, if it uses any.
func (w *writer) givers(n namedType) []string {
	used := map[string]bool{}
	for _, d := range w.c.after.list() {
		for _, path := range d.Pkgs {
			used[path] = true
		}
	}
	all := w.c.view.Importers(n.path)
	own := slices.DeleteFunc(slices.Clone(all), func(path string) bool { return !used[path] })
	if len(own) > 0 {
		return own
	}
	return all
}

// anchorPackage makes the program refer to what gives out the type in one package.
func (w *writer) anchorPackage(path string, n namedType) {
	if !w.has(path) {
		return
	}
	p, err := w.c.view.Import(path)
	if err != nil {
		return
	}
	f := w.r.file(mainFile)
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() && gives(obj.Signature(), n) {
				w.anchors = append(w.anchors, w.r.qualify(f)(path)+"."+name)
			}
		case *types.Var:
			if obj.Exported() && isOrHides(obj.Type(), n) {
				w.ref(path, name)
			}
		case *types.TypeName:
			if obj.Exported() && !obj.IsAlias() {
				w.anchorMethods(path, obj, n)
			}
		}
	}
}

func (w *writer) anchorMethods(path string, t *types.TypeName, n namedType) {
	named, ok := t.Type().(*types.Named)
	if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) {
		return
	}
	for m := range named.Methods() {
		if m.Exported() && gives(m.Signature(), n) {
			f := w.r.file(mainFile)
			w.anchors = append(w.anchors, fmt.Sprintf("(*%s.%s).%s", w.r.qualify(f)(path), t.Name(), m.Name()))
		}
	}
}

// gives says whether a function can hand out a value of the type: as such, or in an interface.
func gives(sig *types.Signature, n namedType) bool {
	if sig.TypeParams().Len() > 0 {
		return false
	}
	for v := range sig.Results().Variables() {
		if isOrHides(v.Type(), n) {
			return true
		}
	}
	return false
}

// isOrHides says whether t is the named type, a pointer to it, or an interface.
func isOrHides(t types.Type, n namedType) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	return types.IsInterface(t) || ok && named.Obj().Name() == n.name
}

func isGeneric(d *decl) bool {
	_, rest, ok := strings.Cut(d.Text, d.Names[0].Key)
	return ok && strings.HasPrefix(strings.TrimSpace(rest), "[")
}
