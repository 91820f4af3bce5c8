package notebook

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// This file gives a notebook its parameters as papermill does: a cell tagged "parameters" holds the defaults, and a cell
// injected after it, tagged "injected-parameters", overrides them.

const (
	tagParameters = "parameters"
	tagInjected   = "injected-parameters"
)

// Param is one value given from outside.
type Param struct{ Name, Value string }

// ParseParam reads "name=value". The name must be a Go identifier.
func ParseParam(s string) (Param, error) {
	name, value, ok := strings.Cut(s, "=")
	name = strings.TrimSpace(name)
	switch {
	case !ok:
		return Param{}, fmt.Errorf("parameter %q: want name=value", s)
	case !token.IsIdentifier(name) || name == "_":
		return Param{}, fmt.Errorf("parameter %q: %q is not a Go identifier", s, name)
	}
	return Param{name, value}, nil
}

// Inject puts the parameters into the notebook: in place of an injected cell that is there already, else after the
// cell tagged "parameters", else at the top; found is false in the last case. Without parameters it changes nothing.
func (nb *Notebook) Inject(params []Param) (found bool) {
	if len(params) == 0 {
		return true
	}
	declared, at := defaults{}, 0
	if i := nb.tagged(tagParameters); i >= 0 {
		declared, _ = parseDefaults(nb.Cells[i].Source)
		at, found = i+1, true
	}
	cell := &Cell{Type: Code, Source: declared.source(params), Metadata: map[string]any{"tags": []any{tagInjected}}}
	if i := nb.tagged(tagInjected); i >= 0 {
		cell.ID = nb.Cells[i].ID
		nb.Cells[i] = cell
		return true
	}
	if nb.Minor >= 5 {
		cell.ID = nb.freeID(tagInjected)
	}
	nb.Cells = slices.Insert(nb.Cells, at, cell)
	return found
}

// Undeclared returns an error if a parameter has a name that the cell tagged "parameters" does not declare. A notebook without such a
// cell takes any, and so does one whose cell is not statements alone, of which only the compiler knows.
func (nb *Notebook) Undeclared(params []Param) error {
	i := nb.tagged(tagParameters)
	if i < 0 {
		return nil
	}
	declared, whole := parseDefaults(nb.Cells[i].Source)
	for _, p := range params {
		if _, ok := declared[p.Name]; !ok && whole {
			return fmt.Errorf("parameter %s: the cell tagged \"parameters\" does not declare it", p.Name)
		}
	}
	return nil
}

// tagged returns the index of the first code cell with the tag, or -1.
func (nb *Notebook) tagged(tag string) int {
	return slices.IndexFunc(nb.Cells, func(c *Cell) bool { return c.Type == Code && c.HasTag(tag) })
}

// freeID returns the id, with a number behind it when a cell has it already.
func (nb *Notebook) freeID(id string) string {
	taken := map[string]bool{}
	for _, c := range nb.Cells {
		taken[c.ID] = true
	}
	free := id
	for n := 2; taken[free]; n++ {
		free = id + "-" + strconv.Itoa(n)
	}
	return free
}

// defaults are the names that a parameters cell declares.
type defaults map[string]declaration

// declaration is how a parameter is declared.
type declaration struct {
	constant bool
	text     bool     // a string by its type or its value
	typ      ast.Expr // as written, or of a composite literal; else nil
}

// source returns the Go text that sets the parameters.
func (d defaults) source(params []Param) string {
	var b strings.Builder
	b.WriteString("// Parameters")
	for _, p := range params {
		decl, known := d[p.Name]
		b.WriteString("\n")
		switch {
		case decl.constant:
			b.WriteString("const " + p.Name + " = ")
		case known:
			b.WriteString(p.Name + " = ")
		default:
			b.WriteString(p.Name + " := ")
		}
		literal := collection(decl.typ, p.Value)
		if literal == "" {
			literal = goValue(p.Value, decl.text)
		}
		b.WriteString(literal)
	}
	return b.String()
}

// goValue spells the value as Go: as it stands when it is a literal (of a string, when text is wanted), else quoted.
func goValue(value string, text bool) string {
	expr, err := parser.ParseExpr(value)
	switch {
	case err != nil || !isLiteral(expr) || strings.Contains(value, "\n") && !isText(expr):
		return strconv.Quote(value)
	case text && !isText(expr):
		return strconv.Quote(value)
	}
	return value
}

// isLiteral reports whether the expression consists of literals: numbers, strings, true, false, nil, composites of them.
func isLiteral(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return e.Name == "true" || e.Name == "false" || e.Name == "nil"
	case *ast.UnaryExpr:
		_, basic := e.X.(*ast.BasicLit)
		return basic && (e.Op == token.SUB || e.Op == token.ADD)
	case *ast.BinaryExpr:
		return isComplex(e)
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(x ast.Expr) bool { return !isElement(x) })
	}
	return false
}

func isElement(e ast.Expr) bool {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		_, field := kv.Key.(*ast.Ident)
		return (field || isLiteral(kv.Key)) && isLiteral(kv.Value)
	}
	return isLiteral(e)
}

// isComplex reports whether the sum is a complex number, such as 1-2i.
func isComplex(e *ast.BinaryExpr) bool {
	imag, ok := e.Y.(*ast.BasicLit)
	return ok && imag.Kind == token.IMAG && (e.Op == token.ADD || e.Op == token.SUB) && isLiteral(e.X)
}

func isText(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

// parseDefaults finds the names declared at the top of a cell's Go text. What is no Go it overlooks; whole is false then.
func parseDefaults(src string) (d defaults, whole bool) {
	d = defaults{}
	c, _ := cell.Split(src)
	body := "package p\nfunc _() {\n" + c.Go + "\n}"
	file, err := parser.ParseFile(token.NewFileSet(), "", body, parser.SkipObjectResolution)
	if file == nil {
		return d, false
	}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			for _, stmt := range fn.Body.List {
				d.add(stmt)
			}
		}
	}
	return d, err == nil
}

func (d defaults) add(stmt ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		for i, lhs := range s.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && s.Tok == token.DEFINE {
				d[id.Name] = declaration{text: i < len(s.Rhs) && isText(s.Rhs[i]), typ: typeOf(nil, s.Rhs, i)}
			}
		}
	case *ast.DeclStmt:
		if g, ok := s.Decl.(*ast.GenDecl); ok {
			d.addSpecs(g)
		}
	}
}

func (d defaults) addSpecs(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		typ, _ := v.Type.(*ast.Ident)
		for i, id := range v.Names {
			text := typ != nil && typ.Name == "string" || typ == nil && i < len(v.Values) && isText(v.Values[i])
			d[id.Name] = declaration{constant: g.Tok == token.CONST, text: text, typ: typeOf(v.Type, v.Values, i)}
		}
	}
}

// typeOf returns the type of the i-th name of a declaration: the one that is written, else that of its composite literal, else nil.
func typeOf(written ast.Expr, values []ast.Expr, i int) ast.Expr {
	if written != nil || i >= len(values) {
		return written
	}
	if lit, ok := values[i].(*ast.CompositeLit); ok {
		return lit.Type
	}
	return nil
}
