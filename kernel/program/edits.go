package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/program/source"
)

// This file finds the edits that make a cell's statements part of a program: top-level definitions become assignments to
// variables at package level, the last line is shown.

// statementEdits are the changes that make the top-level statements use variables at package level.
func (p *plan) statementEdits(out *source.Files) []source.Edit {
	var edits []source.Edit
	for _, s := range p.syn.Body {
		switch s := unlabel(s).(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				edits = append(edits, p.defineEdits(s)...)
			}
		case *ast.DeclStmt:
			if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				edits = append(edits, p.varEdits(g)...)
			}
		}
	}
	edits = append(edits, p.earlyEdits(out)...)
	if p.syn.MainStart < 0 {
		edits = append(edits, p.resultEdits(out)...)
	}
	return append(edits, p.expressionEdits(out)...)
}

// defineEdits makes an assignment of a definition.
func (p *plan) defineEdits(s *ast.AssignStmt) []source.Edit {
	at := p.offset(s.TokPos)
	ids := identsOf(s.Lhs)
	if !slices.ContainsFunc(ids, p.isLocal) {
		return []source.Edit{source.Replace(at, at+2, " =")}
	}
	return p.mixedEdits(ids, p.offset(s.End()))
}

// isLocal says whether the identifier declares a variable that stays in the cell.
func (p *plan) isLocal(id *ast.Ident) bool {
	v := p.byIdent[id]
	return v != nil && v.local
}

// mixedEdits keeps a definition of local variables, with others at package level taking their values from temporaries.
func (p *plan) mixedEdits(ids []*ast.Ident, end int) []source.Edit {
	var edits []source.Edit
	rest := ""
	for _, id := range ids {
		switch {
		case id.Name == "_":
		case p.isLocal(id):
			rest += "; _ = " + id.Name
		default:
			from := p.offset(id.Pos())
			tmp := fmt.Sprintf("%stmp_%d", source.Prefix, from)
			edits = append(edits, source.Replace(from, from+len(id.Name), tmp))
			rest += "; " + id.Name + " = " + tmp
		}
	}
	return append(edits, source.Insert(end, rest))
}

// varEdits makes assignments of variable declarations.
func (p *plan) varEdits(g *ast.GenDecl) []source.Edit {
	off := p.offset
	var edits []source.Edit
	keyword := source.Replace(off(g.TokPos), off(g.TokPos)+len("var"), "   ")
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		edits = append(edits, p.directiveEdits(g.Doc, v.Doc)...)
		if p.first != nil && p.first.specs[v] {
			edits = append(edits, blanked(p.syn.Text, off(v.Pos()), off(v.End())))
			continue
		}
		if slices.ContainsFunc(v.Names, p.isLocal) {
			if g.Lparen.IsValid() {
				edits = append(edits, source.Insert(off(v.Pos()), "var "))
			} else {
				keyword.Text = "var"
			}
			edits = append(edits, p.mixedEdits(v.Names, off(v.End()))...)
			continue
		}
		edits = append(edits, p.specEdits(v)...)
	}
	edits = append(edits, keyword)
	if g.Lparen.IsValid() {
		edits = append(edits, source.Replace(off(g.Lparen), off(g.Lparen)+1, " "), source.Replace(off(g.Rparen), off(g.Rparen)+1, " "))
	}
	return edits
}

// directiveEdits makes plain comments of the directives above a variable that the compiler fills in: it is declared elsewhere,
// and among statements they are errors.
func (p *plan) directiveEdits(docs ...*ast.CommentGroup) []source.Edit {
	first := lineStart(p.syn.Text, p.offset(p.syn.Body[0].Pos())) // what stands above is not written
	var edits []source.Edit
	for _, doc := range docs {
		if !embeds(doc) {
			continue
		}
		for _, c := range doc.List {
			if at := p.offset(c.Pos()); at >= first {
				edits = append(edits, source.Insert(at+len("//"), " "))
			}
		}
	}
	return edits
}

// specEdits makes an assignment of "x, y T = a, b"; without values it is dropped, unless the variables can have others
// than zero there.
func (p *plan) specEdits(v *ast.ValueSpec) []source.Edit {
	off := p.offset
	from, to := off(v.Names[0].Pos()), off(v.End())
	if len(v.Values) > 0 {
		if v.Type == nil {
			return nil
		}
		return []source.Edit{blanked(p.syn.Text, off(v.Type.Pos()), off(v.Type.End()))}
	}
	typ := p.text(v.Type.Pos(), v.Type.End())
	var left, right []string
	for _, id := range v.Names {
		if t := p.byName[id.Name]; t != nil && (t.before || hasLabels(p.syn.Body)) {
			left, right = append(left, id.Name), append(right, zeroOf(typ))
		}
	}
	if len(left) == 0 {
		return []source.Edit{blanked(p.syn.Text, from, to)}
	}
	return []source.Edit{source.Replace(from, to, strings.Join(left, ", ")+" = "+strings.Join(right, ", "))}
}

// blanked returns an edit that leaves nothing of a range: spaces, or nothing at all where it has several lines, since
// a line end would end the statement.
func blanked(text string, from, to int) source.Edit {
	if strings.Contains(text[from:to], "\n") {
		return source.Replace(from, to, "")
	}
	return source.Spaces(text, from, to)
}

// earlyEdits renames the uses of a name before the cell declares it.
func (p *plan) earlyEdits(out *source.Files) []source.Edit {
	var edits []source.Edit
	for _, e := range p.early {
		as := p.olds[e.ident.Name]
		if path := p.pkgs[e.ident.Name]; path != "" && as == "" {
			as = out.Import(out.File(p.key), e.ident.Name, path)
		}
		if as != "" {
			from := p.offset(e.ident.Pos())
			edits = append(edits, source.Replace(from, from+len(e.ident.Name), as))
		}
	}
	return edits
}

// resultEdits makes the values of the last line the arguments of a function of package display, or throws them away.
func (p *plan) resultEdits(out *source.Files) []source.Edit {
	last := p.last
	exprs := last.list
	if last.expr != nil {
		exprs = []ast.Expr{last.expr}
	}
	if len(exprs) == 0 {
		return nil
	}
	from, to := p.offset(exprs[0].Pos()), p.offset(exprs[len(exprs)-1].End())
	if last.silent {
		return []source.Edit{source.Insert(from, strings.Repeat("_, ", len(exprs)-1)+"_ = ")}
	}
	show := out.Qualify(out.File(p.key))(displayPath) + "." + last.show
	if last.ifErr {
		v := source.Prefix + "err"
		return []source.Edit{source.Insert(from, "if "+v+" := ("), source.Insert(to, fmt.Sprintf("); %s != nil { %s(%s) }", v, show, v))}
	}
	if q := p.cutsAtRun(); q != nil {
		show = out.Qualify(out.File(p.key))(displayPath) + ".Quotient"
		cut := fmt.Sprintf(", (%s) %% (%s) != 0, %q)", p.text(q.X.Pos(), q.X.End()), p.text(q.Y.Pos(), q.Y.End()), cutNote)
		return []source.Edit{source.Insert(from, show+"("), source.Insert(to, cut)}
	}
	return []source.Edit{source.Insert(from, show+"("), source.Insert(to, ")")}
}

// expressionEdits makes of each "_ = (expr)" a call that shows the value under the expression's name.
func (p *plan) expressionEdits(out *source.Files) []source.Edit {
	var edits []source.Edit
	for i, name := range p.exprs {
		if i >= len(p.syn.Body) {
			break
		}
		s, ok := p.syn.Body[i].(*ast.AssignStmt)
		if !ok || len(s.Rhs) != 1 {
			continue
		}
		from, x, to := p.offset(s.Pos()), p.offset(s.Rhs[0].Pos()), p.offset(s.End())
		call := fmt.Sprintf("%s.Expression(%q, ", out.Qualify(out.File(p.key))(displayPath), ExpressionID+name)
		edits = append(edits, source.Replace(from, x, call), source.Insert(to, ")"))
	}
	return edits
}
