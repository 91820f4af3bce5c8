package tables

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

// addRefs makes the table of references: of directly imported packages what the closure can point at, of all packages
// behind them the errors, if an error can occur.
func (t *tabler) addRefs() error {
	t.storedRefs()
	if len(t.closure.pointers) == 0 && len(t.closure.interfaces) == 0 {
		return nil
	}
	paths := t.Out.PathsBut(t.File, append(t.Skip, "C", "unsafe")...)
	for _, path := range paths {
		if err := t.refsOf(path); err != nil {
			return err
		}
	}
	if !t.closure.holds(types.Universe.Lookup("error").Type(), true) {
		return nil
	}
	sentinels, err := t.view.Sentinels(paths)
	for _, s := range sentinels {
		t.ref(s.Path, s.Name)
	}
	return err
}

// storedRefs adds what the stored values of the program's variables refer to. What is not there any more, of a module that was
// taken out of go.mod, say, is left out: the run-time tells then which value it cannot load, and why.
func (t *tabler) storedRefs() {
	for _, ref := range t.Stored {
		slash := strings.LastIndexByte(ref, '/') + 1
		dot := strings.IndexByte(ref[slash:], '.')
		if dot <= 0 {
			continue
		}
		path, name := ref[:slash+dot], ref[slash+dot+1:]
		if t.has(path) && t.view.Exports(path, map[string]bool{name: true}) {
			t.ref(path, name)
		}
	}
}

// refsOf adds the variables of one directly imported package.
func (t *tabler) refsOf(path string) error {
	p, err := t.view.Import(path)
	if err != nil {
		return err
	}
	for _, name := range p.Scope().Names() {
		v, ok := p.Scope().Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		ptr, isPtr := types.Unalias(v.Type()).Underlying().(*types.Pointer)
		switch {
		case t.closure.pointsTo(v.Type()), isPtr && t.closure.pointsTo(ptr.Elem()):
			t.ref(path, name)
		case isPtr || types.IsInterface(v.Type()):
			if loose := path != "unicode"; t.closure.holds(v.Type(), loose) { // unicode has hundreds of tables, which nobody boxes
				t.ref(path, name)
			}
		}
	}
	return nil
}

// ref adds one variable to the table.
func (t *tabler) ref(path, name string) {
	key := path + "." + name
	if t.seen[key] {
		return
	}
	t.seen[key] = true
	t.tables.Refs = append(t.tables.Refs, fmt.Sprintf("{Name: %q, Ptr: &%s.%s}", key, t.qualify(path), name))
}
