package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// displayPath is the package that shows the value of a last expression.
const displayPath = module.Path + "/display"

// body writes the cell's statements as functions: the top level, what stands after "%%", and func main.
func (w *writer) body() {
	c := w.c
	if c.syn.PackageForm {
		w.packageBody()
	} else {
		from := lineStart(c.syn.Text, c.syn.Offset(c.fset, c.syn.Body[0].Pos()))
		text := c.syn.BodyText()
		w.function(cellFunc, "", from, len(text), text, w.statementEdits())
	}
	switch {
	case c.syn.MainStart >= 0:
		w.function(mainFunc, w.parseFlags(), c.syn.MainStart, len(c.syn.Text), c.syn.Text, w.resultEdits())
	case c.main != nil:
		w.funcMain()
	}
}

// packageBody writes the initialisers of variables in Go's order of package initialisation.
func (w *writer) packageBody() {
	c := w.c
	if len(c.initOrder) == 0 {
		return
	}
	f := w.r.file(c.key)
	w.importBody(f)
	fmt.Fprintf(&f.body, "\n//line %s:1:1\nfunc %s() {\n", mainFile, cellFunc)
	for _, init := range c.initOrder {
		at := c.fset.Position(init.Rhs.Pos())
		if at.Filename != c.key {
			continue
		}
		left := make([]string, len(init.Lhs))
		for i, v := range init.Lhs {
			if left[i] = v.Name(); v.Name() != "_" && c.declares(v.Name()) == nil {
				left[i] = "_"
			}
		}
		from, to := c.syn.Offset(c.fset, init.Rhs.Pos()), c.syn.Offset(c.fset, init.Rhs.End())
		o := origin{c.key, at.Line, at.Column}
		fmt.Fprintf(&f.body, "%s = %s%s\n", strings.Join(left, ", "), o.directive(""), c.syn.Text[from:to])
	}
	f.body.WriteString("}\n")
}

// function writes the bytes [from, to) of a text as the body of a function.
func (w *writer) function(name, first string, from, to int, text string, edits []edit) {
	f := w.r.file(w.c.key)
	w.importBody(f)
	from = min(from, to)
	at := origin{w.c.key, 1, 1}.after(text[:from])
	for i := range edits {
		edits[i].from -= from
		edits[i].to -= from
	}
	fmt.Fprintf(&f.body, "\n//line %s:1:1\nfunc %s() {\n%s", mainFile, name, first)
	f.line(at)
	f.body.WriteString(apply(text[from:to], at, edits))
	fmt.Fprintf(&f.body, "\n//line %s:1:1\n}\n", mainFile)
}

// funcMain writes the cell's func main under another name.
func (w *writer) funcMain() {
	c := w.c
	f := w.r.file(c.key)
	w.importBody(f)
	from, to := c.syn.Offset(c.fset, c.main.Pos()), c.syn.Offset(c.fset, c.main.End())
	name := c.syn.Offset(c.fset, c.main.Name.Pos()) - from
	p := c.fset.Position(c.main.Pos())
	at := origin{c.key, p.Line, p.Column}
	f.line(at)
	f.body.WriteString(apply(c.syn.Text[from:to], at, []edit{{name, name + len("main"), mainFunc}}) + "\n")
}

// importBody imports the packages that the statements use.
func (w *writer) importBody(f *goFile) {
	for name, path := range w.c.bodyPkgs {
		if strings.HasPrefix(name, ".") {
			f.always = append(f.always, fmt.Sprintf(". %q", path))
		} else if path == "C" {
			w.r.importC(f)
		} else {
			w.r.importAs(f, name, path)
		}
	}
}

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// statementEdits are the changes that make the top-level statements use variables at package level.
func (w *writer) statementEdits() []edit {
	c := w.c
	var edits []edit
	for _, s := range c.syn.Body {
		switch s := unlabel(s).(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				edits = append(edits, w.defineEdits(s)...)
			}
		case *ast.DeclStmt:
			if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				edits = append(edits, w.varEdits(g)...)
			}
		}
	}
	edits = append(edits, w.earlyEdits()...)
	if c.syn.MainStart < 0 {
		edits = append(edits, w.resultEdits()...)
	}
	return append(edits, w.expressionEdits()...)
}

// defineEdits makes an assignment of a definition.
func (w *writer) defineEdits(s *ast.AssignStmt) []edit {
	c := w.c
	at := c.syn.Offset(c.fset, s.TokPos)
	ids := identsOf(s.Lhs)
	if !slices.ContainsFunc(ids, w.isLocal) {
		return []edit{{at, at + 2, " ="}}
	}
	return w.mixedEdits(ids, c.syn.Offset(c.fset, s.End()))
}

// isLocal says whether the identifier declares a variable that stays in the cell.
func (w *writer) isLocal(id *ast.Ident) bool {
	return slices.ContainsFunc(w.c.vars, func(v *topVar) bool { return v.local && v.ident == id })
}

// mixedEdits keeps a definition of local variables, with others at package level taking their values from temporaries.
func (w *writer) mixedEdits(ids []*ast.Ident, end int) []edit {
	c := w.c
	var edits []edit
	rest := ""
	for _, id := range ids {
		switch {
		case id.Name == "_":
		case w.isLocal(id):
			rest += "; _ = " + id.Name
		default:
			from := c.syn.Offset(c.fset, id.Pos())
			tmp := fmt.Sprintf("%stmp_%d", aliasPrefix, from)
			edits = append(edits, edit{from, from + len(id.Name), tmp})
			rest += "; " + id.Name + " = " + tmp
		}
	}
	return append(edits, edit{end, end, rest})
}

// varEdits makes assignments of variable declarations.
func (w *writer) varEdits(g *ast.GenDecl) []edit {
	c := w.c
	off := func(p token.Pos) int { return c.syn.Offset(c.fset, p) }
	var edits []edit
	keyword := edit{off(g.TokPos), off(g.TokPos) + len("var"), "   "}
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		if slices.ContainsFunc(v.Names, w.isLocal) {
			if g.Lparen.IsValid() {
				edits = append(edits, edit{off(v.Pos()), off(v.Pos()), "var "})
			} else {
				keyword.text = "var"
			}
			edits = append(edits, w.mixedEdits(v.Names, off(v.End()))...)
			continue
		}
		edits = append(edits, w.specEdits(v)...)
	}
	edits = append(edits, keyword)
	if g.Lparen.IsValid() {
		edits = append(edits, edit{off(g.Lparen), off(g.Lparen) + 1, " "}, edit{off(g.Rparen), off(g.Rparen) + 1, " "})
	}
	return edits
}

// specEdits makes an assignment of "x, y T = a, b"; without values it is dropped, unless the variables can have others
// than zero there.
func (w *writer) specEdits(v *ast.ValueSpec) []edit {
	c := w.c
	off := func(p token.Pos) int { return c.syn.Offset(c.fset, p) }
	from, to := off(v.Names[0].Pos()), off(v.End())
	if len(v.Values) > 0 {
		if v.Type == nil {
			return nil
		}
		return []edit{blanked(c.syn.Text, off(v.Type.Pos()), off(v.Type.End()))}
	}
	typ := c.syn.Text[off(v.Type.Pos()):off(v.Type.End())]
	var left, right []string
	for _, id := range v.Names {
		if t := c.declares(id.Name); t != nil && (t.before || hasLabels(c.syn.Body)) {
			left, right = append(left, id.Name), append(right, "*new("+typ+")")
		}
	}
	if len(left) == 0 {
		return []edit{blanked(c.syn.Text, from, to)}
	}
	return []edit{{from, to, strings.Join(left, ", ") + " = " + strings.Join(right, ", ")}}
}

// blanked returns an edit that leaves nothing of a range: spaces, or nothing at all where it has several lines, since
// a line end would end the statement.
func blanked(text string, from, to int) edit {
	if strings.Contains(text[from:to], "\n") {
		return edit{from, to, ""}
	}
	return spaces(text, from, to)
}

// earlyEdits renames the uses of a name before the cell declares it.
func (w *writer) earlyEdits() []edit {
	c := w.c
	var edits []edit
	for _, e := range c.early {
		as := w.olds[e.ident.Name]
		if path := c.bodyPkgs[e.ident.Name]; path != "" && as == "" {
			as = w.r.importAs(w.r.file(c.key), e.ident.Name, path)
		}
		if as != "" {
			from := c.syn.Offset(c.fset, e.ident.Pos())
			edits = append(edits, edit{from, from + len(e.ident.Name), as})
		}
	}
	return edits
}

// resultEdits makes the last expression the argument of display.Result.
func (w *writer) resultEdits() []edit {
	c := w.c
	if c.syn.List != nil {
		return w.listEdits(c.syn.List)
	}
	if c.silenced != nil {
		at := c.syn.Offset(c.fset, c.silenced.Pos())
		return []edit{{at, at, "_ = "}}
	}
	if c.result == nil {
		return nil
	}
	from, to := c.syn.Offset(c.fset, c.result.Pos()), c.syn.Offset(c.fset, c.result.End())
	display := w.r.qualify(w.r.file(c.key))(displayPath)
	if c.resultFunc != "" {
		return []edit{{from, from, display + "." + c.resultFunc + "("}, {to, to, ")"}}
	}
	if c.resultIsError {
		v := aliasPrefix + "err"
		return []edit{{from, from, "if " + v + " := ("},
			{to, to, fmt.Sprintf("); %s != nil { %s.Result(%s) }", v, display, v)}}
	}
	return []edit{{from, from, display + ".Result("}, {to, to, ")"}}
}

// listEdits makes the expressions of the last line the arguments of display.Results.
func (w *writer) listEdits(list []ast.Expr) []edit {
	c := w.c
	from, to := c.syn.Offset(c.fset, list[0].Pos()), c.syn.Offset(c.fset, list[len(list)-1].End())
	if c.silent {
		return []edit{{from, from, strings.Repeat("_, ", len(list)-1) + "_ = "}}
	}
	display := w.r.qualify(w.r.file(c.key))(displayPath)
	return []edit{{from, from, display + ".Results("}, {to, to, ")"}}
}

// expressionEdits makes of each "_ = (expr)" a call that shows the value under the expression's name.
func (w *writer) expressionEdits() []edit {
	c := w.c
	var edits []edit
	for i, name := range c.exprs {
		if i >= len(c.syn.Body) {
			break
		}
		s, ok := c.syn.Body[i].(*ast.AssignStmt)
		if !ok || len(s.Rhs) != 1 {
			continue
		}
		from, to := c.syn.Offset(c.fset, s.Pos()), c.syn.Offset(c.fset, s.End())
		display := w.r.qualify(w.r.file(c.key))(displayPath)
		x := c.syn.Offset(c.fset, s.Rhs[0].Pos())
		call := fmt.Sprintf("%s.Expression(%q, ", display, ExpressionID+name)
		edits = append(edits, edit{from, x, call}, edit{to, to, ")"})
	}
	return edits
}

// parseFlags is the call of flag.Parse where it can matter: there are arguments, or something uses flags.
func (w *writer) parseFlags() string {
	if !w.wantsFlags() {
		return ""
	}
	f := w.r.file(w.c.key)
	return w.r.qualify(f)("flag") + ".Parse()\n"
}

func (w *writer) wantsFlags() bool {
	for _, cmd := range w.c.req.Cell.Commands {
		if (cmd.Name == "%" || cmd.Name == "main" || cmd.Name == "args") && len(cmd.Args) > 0 || cmd.Name == "exec" && len(cmd.Args) > 1 {
			return true
		}
	}
	uses := func(d *decl) bool { return w.kept(d) && d.Pkgs["flag"] == "flag" }
	if slices.ContainsFunc(w.set.order, uses) {
		return true
	}
	for name := range w.set.vars {
		if d := w.scope.byName[name]; d != nil && d.Flag {
			return true
		}
	}
	return w.c.bodyPkgs["flag"] == "flag"
}
