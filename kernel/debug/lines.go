package debug

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"github.com/mercer-go/mercer/kernel/cell"
)

// lines are the lines of a text at which a program can stop, in order.
type lines []int

// cellLines are those of a cell. What does not parse has none.
func cellLines(code string) lines {
	c, err := cell.Split(code)
	if err != nil {
		return nil
	}
	fset := token.NewFileSet()
	s, err := cell.Parse(fset, "cell.go", c)
	if err != nil {
		return nil
	}
	var found lines
	for _, f := range s.Files() {
		if f != nil {
			found = append(found, stops(fset, f, !s.PackageForm)...)
		}
	}
	return found.sorted()
}

// fileLines are those of a Go file.
func fileLines(text []byte) lines {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "file.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return stops(fset, f, true).sorted()
}

// stops finds the lines with a statement, and those where a function ends. Declarations of variables at package level are statements of a cell,
// and run before main in a package.
func stops(fset *token.FileSet, f *ast.File, inFunctions bool) (found lines) {
	add := func(p token.Pos) {
		if line := fset.Position(p).Line; line > 0 {
			found = append(found, line)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil && n.Name.Name != "_" { // in which the statements of a cell are parsed
				add(n.Body.Lbrace)
				add(n.Body.Rbrace)
			}
		case *ast.FuncLit:
			add(n.Body.Rbrace)
		case *ast.ValueSpec:
			if !inFunctions && len(n.Values) > 0 {
				add(n.Values[0].Pos())
			}
		case *ast.BlockStmt, *ast.LabeledStmt, *ast.EmptyStmt, *ast.CaseClause, *ast.CommClause:
		case *ast.DeclStmt:
			if g, ok := n.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR && hasValues(g) {
				add(n.Pos())
			}
		case ast.Stmt:
			add(n.Pos())
		}
		return true
	})
	return found
}

func hasValues(g *ast.GenDecl) bool {
	return slices.ContainsFunc(g.Specs, func(s ast.Spec) bool {
		v, ok := s.(*ast.ValueSpec)
		return ok && len(v.Values) > 0
	})
}

func (l lines) sorted() lines {
	slices.Sort(l)
	return slices.Compact(l)
}

// from returns the first line not before the given one, 0 if there is none.
func (l lines) from(line int) int {
	i, _ := slices.BinarySearch(l, line)
	if i == len(l) {
		return 0
	}
	return l[i]
}
