package program

import (
	"go/ast"
	"maps"
	"slices"
)

// names are the identifiers that a piece of Go takes from outside, with the members selected from each.
type names map[string]map[string]bool

func (n names) add(name string) {
	if n[name] == nil {
		n[name] = map[string]bool{}
	}
}

func (n names) addAll(other names) {
	for name, sels := range other {
		n.add(name)
		maps.Copy(n[name], sels)
	}
}

// sorted returns the names in order.
func (n names) sorted() []string { return slices.Sorted(maps.Keys(n)) }

// freeNames returns the names that node takes from outside the file's functions. It relies on the parser's resolution
// of local names, so it can name a few too many (keys of composite literals), never too few.
func freeNames(file *ast.File, nodes ...ast.Node) names {
	free := names{}
	outer := outerIdents(file)
	for _, node := range nodes {
		ast.Inspect(node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && outer(x) {
					free.add(x.Name)
					free[x.Name][n.Sel.Name] = true
					return false
				}
			case *ast.Ident:
				if outer(n) {
					free.add(n.Name)
				}
			}
			return true
		})
	}
	delete(free, "_")
	return free
}

// outerIdents returns a predicate that tells the identifiers that refer to something outside functions.
func outerIdents(file *ast.File) func(*ast.Ident) bool {
	unresolved := make(map[*ast.Ident]bool, len(file.Unresolved))
	for _, id := range file.Unresolved {
		unresolved[id] = true
	}
	return func(id *ast.Ident) bool {
		if unresolved[id] {
			return true
		}
		return id.Obj != nil && file.Scope != nil && file.Scope.Objects[id.Name] == id.Obj
	}
}
