package defs

import (
	"go/ast"
	"maps"
	"slices"
)

// Names are the identifiers that a piece of Go takes from outside, with the members selected from each.
type Names map[string]map[string]bool

// Add adds a name.
func (n Names) Add(name string) {
	if n[name] == nil {
		n[name] = map[string]bool{}
	}
}

// AddAll adds the names of other.
func (n Names) AddAll(other Names) {
	for name, sels := range other {
		n.Add(name)
		maps.Copy(n[name], sels)
	}
}

// Sorted returns the names in order.
func (n Names) Sorted() []string { return slices.Sorted(maps.Keys(n)) }

// Outer tells the identifiers of a file that refer to something outside functions. It relies on the parser's resolution of
// local names, so it can accept a few too many, never too few: an identifier that is a key of a composite literal can be a
// field of a struct, which only the type checker knows.
type Outer func(*ast.Ident) bool

// OuterOf returns the Outer of a file, which must have been parsed with object resolution.
func OuterOf(file *ast.File) Outer {
	unresolved := make(map[*ast.Ident]bool, len(file.Unresolved))
	for _, id := range file.Unresolved {
		unresolved[id] = true
	}
	for id := range Keys(file) {
		if id.Obj == nil { // the parser does not list it
			unresolved[id] = true
		}
	}
	return func(id *ast.Ident) bool {
		if unresolved[id] {
			return true
		}
		return id.Obj != nil && file.Scope != nil && file.Scope.Objects[id.Name] == id.Obj
	}
}

// Keys returns the identifiers that are keys of composite literals.
func Keys(file *ast.File) map[*ast.Ident]bool {
	keys := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					keys[id] = true
				}
			}
		}
		return true
	})
	return keys
}

// Free returns the names that a node takes from outside functions.
func (outer Outer) Free(node ast.Node) Names {
	free := Names{}
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && outer(x) {
				free.Add(x.Name)
				free[x.Name][n.Sel.Name] = true
				return false
			}
		case *ast.Ident:
			if outer(n) {
				free.Add(n.Name)
			}
		}
		return true
	})
	delete(free, "_")
	return free
}
