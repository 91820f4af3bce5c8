package complete

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/complete/match"
	"github.com/mercer-go/mercer/kernel/toolchain"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// names returns what could stand at the cursor where no dot is before it.
func (ch *checked) names(q *query, typed string) []match.Match {
	if ch.naming() {
		return nil
	}
	ms := ch.scopeNames()
	for _, im := range ch.imports {
		if im.name != "." {
			ms = append(ms, match.Match{Text: im.name, Kind: "module", Signature: im.path, Group: match.Imported})
		}
	}
	ms = append(ms, ch.keywords()...)
	if typed != "" {
		ms = append(ms, q.packageNames(typed)...)
		ms = append(ms, q.unnamedMembers(typed)...)
	}
	return ms
}

// naming says whether the name at the cursor is being given to something new.
func (ch *checked) naming() bool {
	switch n := ch.Parent(1).(type) {
	case *ast.FuncDecl:
		return n.Name == ch.Name
	case *ast.TypeSpec:
		return n.Name == ch.Name
	case *ast.LabeledStmt, *ast.ImportSpec, *ast.File:
		return true
	case *ast.ValueSpec:
		return containsIdent(n.Names, ch.Name)
	case *ast.Field:
		return containsIdent(n.Names, ch.Name)
	}
	return false
}

func containsIdent(ids []*ast.Ident, id *ast.Ident) bool {
	for _, x := range ids {
		if x == id {
			return true
		}
	}
	return false
}

// scopeNames returns the names of all scopes around the cursor that are declared before it.
func (ch *checked) scopeNames() []match.Match {
	wantType := ch.typePosition()
	want := ch.expected()
	var ms []match.Match
	for s := ch.scope; s != nil; s = s.Parent() {
		for _, name := range s.Names() {
			at, obj := ch.scope.LookupParent(name, ch.Name.Pos())
			if at != s || name == hole.Name || name == "_" {
				continue
			}
			if _, isPkg := obj.(*types.PkgName); isPkg || wantType && !isType(obj) {
				continue
			}
			m := ch.match(obj, ch.groupOf(s, name))
			m.Fits = wantType || fits(obj, want)
			ms = append(ms, m)
		}
	}
	return ms
}

// common are the predeclared names that most programs have.
var common = map[string]bool{
	"any": true, "append": true, "bool": true, "byte": true, "cap": true, "copy": true, "delete": true, "error": true, "false": true,
	"float64": true, "int": true, "int64": true, "len": true, "make": true, "max": true, "min": true, "new": true, "nil": true,
	"panic": true, "rune": true, "string": true, "true": true,
}

func (ch *checked) groupOf(s *types.Scope, name string) match.Group {
	switch {
	case s == types.Universe && !common[name]:
		return match.Rare
	case s == types.Universe:
		return match.Builtin
	case s == ch.pkg.Scope() || s.Parent() == ch.pkg.Scope(): // the latter is a file's: dot imports
		return match.Notebook
	}
	return match.Local
}

func isType(obj types.Object) bool {
	_, ok := obj.(*types.TypeName)
	return ok
}

// typePosition says whether only a type can stand at the cursor.
func (ch *checked) typePosition() bool {
	var child ast.Node = ch.Name
	for i := 1; ; i++ {
		switch n := ch.Parent(i).(type) {
		case *ast.StarExpr:
			child = n // a type if what it stands in wants one
			continue
		case *ast.Field:
			return n.Type == child
		case *ast.ValueSpec:
			return n.Type == child
		case *ast.TypeSpec:
			return n.Type == child
		case *ast.ArrayType:
			return n.Elt == child
		case *ast.MapType, *ast.ChanType, *ast.Ellipsis:
			return true
		case *ast.TypeAssertExpr:
			return n.Type == child
		case *ast.CompositeLit:
			return n.Type == child
		}
		return false
	}
}

// keywords returns the keywords that could stand at the cursor.
func (ch *checked) keywords() []match.Match {
	list := exprKeywords
	if st, ok := ch.Parent(1).(*ast.ExprStmt); ok && st.X == ch.Name {
		list = stmtKeywords
	}
	ms := make([]match.Match, 0, len(list))
	for _, tok := range list {
		g := match.Keyword
		if tok == token.FALLTHROUGH || tok == token.GOTO {
			g = match.Rare
		}
		ms = append(ms, match.Match{Text: tok.String(), Kind: "keyword", Group: g})
	}
	return ms
}

var exprKeywords = []token.Token{token.CHAN, token.FUNC, token.INTERFACE, token.MAP, token.RANGE, token.STRUCT}

var stmtKeywords = append([]token.Token{token.BREAK, token.CASE, token.CONST, token.CONTINUE, token.DEFAULT, token.DEFER,
	token.ELSE, token.FALLTHROUGH, token.FOR, token.GO, token.GOTO, token.IF, token.IMPORT, token.RETURN, token.SELECT,
	token.SWITCH, token.TYPE, token.VAR}, exprKeywords...)

// packageNames returns the packages whose name matches what is typed, imported or not.
func (q *query) packageNames(typed string) []match.Match {
	var ms []match.Match
	paths := map[string]int{}
	for _, info := range q.importable() {
		if s := match.Score(info.Name, typed); s == match.Mismatch || s == match.Spread {
			continue
		}
		if module.OnlyKernel(info.Path) && info.Name != typed {
			continue
		}
		if i, ok := paths[info.Name]; ok {
			ms[i].Signature = q.preferred(ms[i], info)
			continue
		}
		paths[info.Name] = len(ms)
		ms = append(ms, match.Match{Text: info.Name, Kind: "module", Signature: info.Path, Group: match.Package, Depth: remoteness(info.Path)})
	}
	return ms
}

// remoteness says how far a package is from what notebooks use: 0 for the standard library, gonum, display and mllib.
func remoteness(path string) int {
	first, _, _ := strings.Cut(path, "/")
	for _, near := range []string{"gonum.org/v1/", module.Path + "/display", module.Path + "/mllib"} {
		if strings.HasPrefix(path, near) {
			return 0
		}
	}
	if strings.Contains(first, ".") {
		return 1
	}
	return 0
}

// preferred returns the path that a name with several packages stands for.
func (q *query) preferred(m match.Match, other toolchain.PackageInfo) string {
	if path := q.resolve(m.Text, nil); path != "" {
		return path
	}
	if len(other.Path) < len(m.Signature) {
		return other.Path
	}
	return m.Signature
}
