package program

import (
	"fmt"
	"go/types"
	"strings"
)

// This file finds the variables of imported packages that the values of a program may point at, such as time.Local,
// os.Stdout or io.EOF: the value store keeps such pointers as references to the variable. A program whose variables
// hold no pointers and no interfaces needs none.

// typeClosure is what the types of a program's variables lead to.
type typeClosure struct {
	seen       map[types.Type]bool
	pointers   []types.Type // element types of pointers
	interfaces []*types.Interface
	empty      bool // an interface without methods is among them
}

func newTypeClosure() *typeClosure { return &typeClosure{seen: map[types.Type]bool{}} }

func (tc *typeClosure) add(t types.Type) {
	if t == nil || tc.seen[t] {
		return
	}
	tc.seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		tc.add(t.Underlying())
	case *types.Pointer:
		tc.pointers = append(tc.pointers, t.Elem())
		tc.add(t.Elem())
	case *types.Slice:
		tc.add(t.Elem())
	case *types.Array:
		tc.add(t.Elem())
	case *types.Map:
		tc.add(t.Key())
		tc.add(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			tc.add(f.Type())
		}
	case *types.Interface:
		tc.interfaces = append(tc.interfaces, t)
		tc.empty = tc.empty || t.NumMethods() == 0
	}
}

// pointsTo says whether a pointer to a value of type t can occur.
func (tc *typeClosure) pointsTo(t types.Type) bool {
	for _, p := range tc.pointers {
		if types.Identical(p, t) {
			return true
		}
	}
	return false
}

// holds says whether an interface with methods can hold a value of type t; or any interface, when loose.
func (tc *typeClosure) holds(t types.Type, loose bool) bool {
	for _, i := range tc.interfaces {
		if (loose || i.NumMethods() > 0) && types.Implements(t, i) {
			return true
		}
	}
	return false
}

// writeRefs makes the table of references: of directly imported packages what the closure can point at, of all packages
// behind them the errors, if an error can occur.
func (w *writer) writeRefs(tc *typeClosure) error {
	w.storedRefs()
	if len(tc.pointers) == 0 && len(tc.interfaces) == 0 {
		return nil
	}
	paths := w.r.userPaths()
	for _, path := range paths {
		if err := w.refsOf(tc, path); err != nil {
			return err
		}
	}
	if !tc.holds(types.Universe.Lookup("error").Type(), true) {
		return nil
	}
	sentinels, err := w.c.view.Sentinels(paths)
	for _, s := range sentinels {
		w.ref(s.Path, s.Name)
	}
	return err
}

// storedRefs adds what the stored values of the program's variables refer to.
func (w *writer) storedRefs() {
	for _, name := range sortedKeys(w.set.vars) {
		v, ok := w.c.value(name)
		if !ok {
			continue
		}
		for _, ref := range v.Refs {
			slash := strings.LastIndexByte(ref, '/') + 1
			if dot := strings.IndexByte(ref[slash:], '.'); dot > 0 {
				w.ref(ref[:slash+dot], ref[slash+dot+1:])
			}
		}
	}
}

// refsOf adds the variables of one directly imported package.
func (w *writer) refsOf(tc *typeClosure, path string) error {
	p, err := w.c.view.Import(path)
	if err != nil {
		return err
	}
	for _, name := range p.Scope().Names() {
		v, ok := p.Scope().Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		t := v.Type()
		ptr, isPtr := types.Unalias(t).Underlying().(*types.Pointer)
		switch {
		case tc.pointsTo(t), isPtr && tc.pointsTo(ptr.Elem()):
			w.ref(path, name)
		case isPtr || types.IsInterface(t):
			if loose := path != "unicode"; tc.holds(t, loose) { // unicode has hundreds of tables, which nobody boxes
				w.ref(path, name)
			}
		}
	}
	return nil
}

// ref adds one variable to the table.
func (w *writer) ref(path, name string) {
	key := path + "." + name
	if w.refKeys[key] {
		return
	}
	w.refKeys[key] = true
	f := w.r.file(mainFile)
	w.refs = append(w.refs, fmt.Sprintf("{Name: %q, Ptr: &%s.%s}", key, w.r.qualify(f)(path), name))
}

// userPaths are the packages that the notebook's own code imports.
func (r *renderer) userPaths() []string {
	paths := map[string]bool{}
	for name, f := range r.files {
		for _, path := range f.imports {
			if path != runtimePath && path != barePath && path != displayPath && path != "C" && path != "unsafe" && name != mainFile {
				paths[path] = true
			}
		}
		for _, line := range f.always {
			if path, ok := strings.CutPrefix(line, `. "`); ok {
				paths[strings.TrimSuffix(path, `"`)] = true
			}
		}
	}
	return sortedKeys(paths)
}
