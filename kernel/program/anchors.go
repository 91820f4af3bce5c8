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

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
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
func hidden(earlier *defs.Scope, v ValueInfo) bool {
	for _, text := range v.ExtraTypes {
		for _, n := range parseExtraType(text).named {
			if n.path == "main" && earlier.Find(n.name) == nil || n.path != "main" && (!importpath.Allowed(n.path) || !token.IsExported(n.name)) {
				return true
			}
		}
	}
	return false
}

// extraTypes returns what the values of the program's variables ask for.
func (p *plan) extraTypes() []extraType {
	var out []extraType
	seen := map[string]bool{}
	for name := range p.set.Vars {
		if own := p.byName[name]; own != nil && !own.before {
			continue
		}
		v, ok := p.value(name)
		if !ok || p.keep != nil && !p.keep[name] {
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
func (p *plan) extraRoots() []string {
	var roots []string
	for _, e := range p.extraTypes() {
		for _, n := range e.named {
			if n.path != "main" {
				continue
			}
			if p.scope.Find(n.name) != nil {
				roots = append(roots, n.name)
			} else {
				roots = append(roots, p.after.Declaring(n.name)...)
			}
		}
	}
	return roots
}

// addTypes makes the table of types, and anchors for those that cannot be named.
func (t *tabler) addTypes() {
	for _, e := range t.extraTypes() {
		if t.canName(e) {
			text := defs.Spell(e.text, t.qualify)
			if _, err := parser.ParseExpr(text); err == nil {
				t.types = append(t.types, text)
			}
		}
		for _, n := range e.named {
			t.anchor(n)
		}
	}
	slices.Sort(t.anchors)
	t.anchors = slices.Compact(t.anchors)
}

// canName says whether all named types of e can be written in a notebook.
func (t *tabler) canName(e extraType) bool {
	for _, n := range e.named {
		if n.path == "main" {
			if d := t.scope.Find(n.name); d == nil || d.Kind != defs.KindType {
				return false
			}
		} else if t.lookupType(n) == nil {
			return false
		}
	}
	return true
}

// has says whether a package can be imported and is there.
func (t *tabler) has(path string) bool {
	if !importpath.Allowed(path) {
		return false
	}
	err := t.view.Ensure(t.ctx, false, path)
	if errors.Is(err, toolchain.ErrChanged) {
		t.err = err
	}
	return err == nil
}

// qualify names a package in the main file.
func (t *tabler) qualify(path string) string { return t.out.Qualify(t.out.File(mainFile))(path) }

// lookupType returns an exported type of a package that can be imported, or nil.
func (t *tabler) lookupType(n namedType) *types.TypeName {
	if !t.has(n.path) {
		return nil
	}
	p, err := t.view.Import(n.path)
	if err != nil {
		return nil
	}
	name, ok := p.Scope().Lookup(n.name).(*types.TypeName)
	if !ok || !name.Exported() {
		return nil
	}
	return name
}

// anchor makes the program refer to code that uses the type: for an unexported type of a package, whatever exported
// functions, methods and variables give out an interface or the type, and for a type of an internal package those of the
// packages that import it; for one declared in a function, that function.
func (t *tabler) anchor(n namedType) {
	if n.path == "main" {
		if t.scope.Find(n.name) == nil {
			for _, key := range t.after.Declaring(n.name) {
				if d := t.scope.Find(key); d != nil && d.Kind == defs.KindFunc && !isGeneric(d) {
					t.anchors = append(t.anchors, key)
				}
			}
		}
		return
	}
	if name := t.lookupType(n); name != nil {
		t.closure.add(name.Type())
		return
	}
	if importpath.Allowed(n.path) {
		t.anchorPackage(n.path, n)
		return
	}
	for _, path := range t.givers(n) {
		t.anchorPackage(path, n)
	}
}

// givers are the packages that may give out a type of an internal package: of those that import it the ones that the
// notebook uses, if it uses any.
func (t *tabler) givers(n namedType) []string {
	used := map[string]bool{}
	for _, d := range t.after.List() {
		for _, path := range d.Pkgs {
			used[path] = true
		}
	}
	all := t.view.Importers(n.path)
	own := slices.DeleteFunc(slices.Clone(all), func(path string) bool { return !used[path] })
	if len(own) > 0 {
		return own
	}
	return all
}

// anchorPackage makes the program refer to what gives out the type in one package.
func (t *tabler) anchorPackage(path string, n namedType) {
	if !t.has(path) {
		return
	}
	p, err := t.view.Import(path)
	if err != nil {
		return
	}
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() && gives(obj.Signature(), n) {
				t.anchors = append(t.anchors, t.qualify(path)+"."+name)
			}
		case *types.Var:
			if obj.Exported() && isOrHides(obj.Type(), n) {
				t.ref(path, name)
			}
		case *types.TypeName:
			if obj.Exported() && !obj.IsAlias() {
				t.anchorMethods(path, obj, n)
			}
		}
	}
}

func (t *tabler) anchorMethods(path string, of *types.TypeName, n namedType) {
	named, ok := of.Type().(*types.Named)
	if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) {
		return
	}
	for m := range named.Methods() {
		if m.Exported() && gives(m.Signature(), n) {
			t.anchors = append(t.anchors, fmt.Sprintf("(*%s.%s).%s", t.qualify(path), of.Name(), m.Name()))
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

func isGeneric(d *defs.Decl) bool {
	_, rest, ok := strings.Cut(d.Text, d.Names[0].Key)
	return ok && strings.HasPrefix(strings.TrimSpace(rest), "[")
}
