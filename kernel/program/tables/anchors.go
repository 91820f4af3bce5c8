package tables

import (
	"errors"
	"fmt"
	"go/parser"
	"go/types"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// This file makes sure that the types which values hold behind interfaces are linked into the program.

// addTypes makes the table of types, and anchors for those that cannot be named.
func (t *tabler) addTypes() {
	for _, e := range t.Extras {
		if t.canName(e) {
			text := t.Out.Spell(t.Out.File(t.File), e.Text)
			if _, err := parser.ParseExpr(text); err == nil {
				t.tables.Types = append(t.tables.Types, text)
				if t.Handles && strings.HasPrefix(e.Text, `"unique".Handle[`) {
					pkg := t.qualify("unique")
					t.tables.Handles = append(t.tables.Handles, strings.Replace(text, pkg+".Handle[", pkg+".Make[", 1))
				}
			}
		}
		for _, n := range e.named {
			t.anchor(n)
		}
	}
	slices.Sort(t.tables.Anchors)
	t.tables.Anchors = slices.Compact(t.tables.Anchors)
}

// canName says whether all named types of e can be written in a notebook.
func (t *tabler) canName(e Extra) bool {
	for _, n := range e.named {
		if n.path == "main" {
			if d := t.Scope.Find(n.name); d == nil || d.Kind != defs.KindType {
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
func (t *tabler) qualify(path string) string { return t.Out.Qualify(t.Out.File(t.File))(path) }

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
		if t.Scope.Find(n.name) == nil {
			for _, key := range t.After.Declaring(n.name) {
				if d := t.Scope.Find(key); d != nil && d.Kind == defs.KindFunc && !isGeneric(d) {
					t.tables.Anchors = append(t.tables.Anchors, key)
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
	for _, d := range t.After.List() {
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
				t.tables.Anchors = append(t.tables.Anchors, t.qualify(path)+"."+name)
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
			t.tables.Anchors = append(t.tables.Anchors, fmt.Sprintf("(*%s.%s).%s", t.qualify(path), of.Name(), m.Name()))
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
