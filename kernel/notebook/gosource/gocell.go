package gosource

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program"
)

// goCell is the Go of one cell on its way into the program.
type goCell struct {
	w      *writer
	syn    *cell.Syntax
	after  *defs.Defs // what the notebook declares after the cell
	text   string     // the cell's Go text
	main   bool       // it has a part after "%%"
	first  []program.Assignment
	inits  []string                // functions init, by their names in the program
	zeroed map[*ast.ValueSpec]bool // that are set to zero before the functions init
	named  []string                // types and constants that the cell declares and that have another name in the program
}

// write adds the cell's declarations, and its statements in the order in which they run.
func (g *goCell) write() error {
	top := g.text
	if g.main {
		top = g.text[:g.syn.MainStart]
	}
	items, _ := cell.Items(top)
	body := []byte(top)
	last := 0
	var decls []string
	for _, it := range items {
		end := it.End
		if end < len(top) && top[end] == ';' {
			end++
		}
		if it.Kind != cell.KindStmt && it.Kind != cell.KindVar {
			decls = append(decls, strings.TrimSpace(top[last:it.End]))
			blank(body[last:end])
		}
		last = end
	}
	stmts, err := g.parse(g.withList(string(body), items))
	if err != nil {
		return err
	}
	previous := map[string]*variable{}
	for name, v := range g.w.known {
		previous[name] = v
	}
	for _, d := range decls {
		if err := g.name(d); err != nil {
			return err
		}
		for _, key := range g.named {
			previous[key] = g.w.known[key] // it holds for the whole cell
		}
	}
	g.declareVars(stmts)
	for _, d := range decls {
		if err := g.declare(d); err != nil {
			return err
		}
	}
	g.w.parts = append(g.w.parts, g.statements(stmts, previous))
	if g.main {
		return g.afterMain()
	}
	return nil
}

// withList makes a call of a last line that is several expressions.
func (g *goCell) withList(body string, items []cell.Item) string {
	if g.syn.List == nil || g.main {
		return body
	}
	it := items[len(items)-1]
	return body[:it.Start] + "display.Results(" + body[it.Start:it.End] + ")" + body[it.End:]
}

// afterMain adds what stands after "%%": a block, whose names are its own.
func (g *goCell) afterMain() error {
	stmts, err := g.parse(g.text[g.syn.MainStart:])
	if err != nil {
		return err
	}
	p := g.statements(stmts, g.w.known)
	p.text = "{\n" + p.text + "\n}"
	g.w.parts = append(g.w.parts, p)
	return nil
}

// statements are those of a cell, parsed as the body of a function.
type statements struct {
	text   string
	file   *ast.File
	list   []ast.Stmt
	offset func(token.Pos) int // in text
}

func (g *goCell) parse(text string) (*statements, error) {
	const head = "package p\nfunc _() {\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+text+"\n}\n", parser.ParseComments)
	if err != nil {
		return nil, err
	}
	fn := file.Decls[0].(*ast.FuncDecl)
	offset := func(p token.Pos) int { return max(0, min(fset.File(p).Offset(p)-len(head), len(text))) }
	return &statements{text: text, file: file, list: fn.Body.List, offset: offset}, nil
}

func blank(text []byte) {
	for i, b := range text {
		if b != '\n' && b != '\r' {
			text[i] = ' '
		}
	}
}

// edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

// statements returns the part of func main that a cell's statements make. previous are the variables before the cell.
func (g *goCell) statements(s *statements, previous map[string]*variable) *part {
	p := &part{cell: g.w.count}
	edits := g.renames(s, previous)
	before := g.firstLines(s, previous)
	for i, stmt := range s.list {
		switch stmt := unlabel(stmt).(type) {
		case *ast.AssignStmt:
			if at := s.offset(stmt.TokPos); stmt.Tok == token.DEFINE && !g.inMain(s) {
				edits = append(edits, edit{at, at + 2, "="})
			}
		case *ast.DeclStmt:
			if d, ok := stmt.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR && !g.inMain(s) {
				edits = append(edits, edit{s.offset(d.Pos()), s.offset(d.End()), g.assignments(s, d, previous)})
			}
		case *ast.ExprStmt:
			if i == len(s.list)-1 {
				p.shows = !silenced(s.text[s.offset(stmt.End()):])
			}
		}
	}
	p.text = strings.Trim(before+apply(s.text, edits), " \t\n")
	if leaves(s.list) {
		p.text = "func() {\n" + p.text + "\n}()"
	}
	return p
}

// inMain says whether the statements are those after "%%", whose variables are their own.
func (g *goCell) inMain(s *statements) bool { return g.main && s.text == g.text[g.syn.MainStart:] }

// silenced says whether a semicolon follows.
func silenced(rest string) bool {
	for line := range strings.SplitSeq(rest, "\n") {
		line, _, _ = strings.Cut(line, "//")
		if strings.HasPrefix(strings.TrimSpace(line), ";") {
			return true
		}
	}
	return false
}

// leaves says whether statements defer, return or have labels, and so must be a function of their own.
func leaves(list []ast.Stmt) bool {
	found := false
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.DeferStmt, *ast.ReturnStmt, *ast.LabeledStmt:
				found = true
			}
			return true
		})
	}
	return found
}

func unlabel(s ast.Stmt) ast.Stmt {
	for {
		l, ok := s.(*ast.LabeledStmt)
		if !ok {
			return s
		}
		s = l.Stmt
	}
}

// firstLines are the assignments that come before the statements, and the calls of the cell's functions init.
func (g *goCell) firstLines(s *statements, previous map[string]*variable) string {
	if g.inMain(s) {
		return ""
	}
	var b strings.Builder
	for _, stmt := range s.list {
		if d, ok := stmt.(*ast.DeclStmt); ok && len(g.first)+len(g.inits) > 0 {
			for _, spec := range d.Decl.(*ast.GenDecl).Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) == 0 {
					g.zeroed[v] = true
					b.WriteString(strings.Join(g.zeros(v, previous), "\n") + "\n")
				}
			}
			continue
		}
		break
	}
	for _, a := range g.first {
		left := make([]string, len(a.Names))
		for i, name := range a.Names {
			left[i] = g.goName(name)
		}
		fmt.Fprintf(&b, "%s = %s\n", strings.Join(left, ", "), g.renamed(s, a.From, a.To, previous))
	}
	for _, name := range g.inits {
		b.WriteString(name + "()\n")
	}
	return b.String()
}

// zeros are assignments of zero to variables that are declared without values, if they can have others already.
func (g *goCell) zeros(v *ast.ValueSpec, previous map[string]*variable) (lines []string) {
	for _, id := range v.Names {
		if known := g.w.known[id.Name]; known != nil && previous[id.Name] == known {
			lines = append(lines, fmt.Sprintf("%s = *new(%s)", known.name, known.typ))
		}
	}
	return lines
}

// comesFirst says whether one of the assignments that come before the statements has these values.
func (g *goCell) comesFirst(s *statements, v *ast.ValueSpec) bool {
	from, to := s.offset(v.Values[0].Pos()), s.offset(v.Values[len(v.Values)-1].End())
	return slices.ContainsFunc(g.first, func(a program.Assignment) bool { return from <= a.From && a.To <= to })
}

// assignments makes assignments of a declaration of variables. One without values is left out, unless the variable can have
// another value than zero already.
func (g *goCell) assignments(s *statements, d *ast.GenDecl, previous map[string]*variable) string {
	var lines []string
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		var left []string
		for _, id := range v.Names {
			left = append(left, g.goName(id.Name))
		}
		if len(v.Values) > 0 && g.comesFirst(s, v) {
			continue
		}
		if len(v.Values) > 0 {
			from, to := s.offset(v.Values[0].Pos()), s.offset(v.Values[len(v.Values)-1].End())
			lines = append(lines, strings.Join(left, ", ")+" = "+g.renamed(s, from, to, previous))
			continue
		}
		if !g.zeroed[v] {
			lines = append(lines, g.zeros(v, previous)...)
		}
	}
	return strings.Join(lines, "\n")
}
