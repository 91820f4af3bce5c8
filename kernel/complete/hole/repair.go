// Package hole parses a cell while somebody writes in it: with a name put where the cursor is, and with what is open closed
// (repair.go), from tokens that are there however little of the text is Go (lexical.go). Offsets are bytes, and code points for
// front ends (text.go).
package hole

import (
	"errors"
	"go/ast"
	"go/scanner"
	"go/token"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
)

// Name is the name put at the cursor where there is none.
const Name = "mercerAtTheCursor"

// Cell is the text of a cell with a name at the cursor, as well as it could be parsed.
type Cell struct {
	Fset   *token.FileSet
	Syntax *cell.Syntax
	Name   *ast.Ident // what stands at the cursor
	Path   []ast.Node // from the file down to name
	errs   int        // syntax errors that remain
}

// repairTime bounds the search for a text that parses.
const repairTime = 25 * time.Millisecond

// Fill replaces code[from:to] by a name and tries what could close the open text: nothing, brackets, an empty block,
// a comma; with the rest of the text, without the rest of the line, without all of it. It returns the first try without
// syntax errors, else that with the fewest, or nil when the cursor is nowhere in the syntax.
func Fill(c *cell.Cell, from, to int, name string) *Cell {
	start := time.Now()
	goText := closeBeforeFuncs(c.Go, to)
	head := goText[:from] + name
	open := openBrackets(Before(Lex(goText[:from]), from))
	near := closing(open, token.LBRACE)
	rest, nextLine := goText[to:], goText[LineEnd(goText, to):]
	var best *Cell
	for _, try := range []struct{ inner, outer, rest string }{
		{"", "", rest}, {near, "", rest}, {near, "", nextLine}, {near, closing(open[:len(open)-len(near)], token.ILLEGAL), ""},
	} {
		for _, gap := range []string{"", ",", "()", "{}", ":", ";{}"} {
			text := head + try.inner + gap + try.rest + try.outer
			p := parseAt(c, text, from, name)
			if p != nil && (best == nil || p.errs < best.errs) {
				best = p
			}
			if best != nil && (best.errs == 0 || time.Since(start) > repairTime) {
				return best
			}
		}
	}
	return best
}

// closing returns the brackets that close the open ones, innermost first, up to but without the given one.
func closing(open []token.Token, until token.Token) string {
	var b strings.Builder
	for i := len(open) - 1; i >= 0 && open[i] != until; i-- {
		switch open[i] {
		case token.LPAREN:
			b.WriteByte(')')
		case token.LBRACK:
			b.WriteByte(']')
		case token.LBRACE:
			b.WriteByte('}')
		}
	}
	return b.String()
}

// closeBeforeFuncs closes what is open where a function with a name begins, which cannot be inside anything, if there is
// blank space for it: the offsets stay. The cursor is kept inside of what it is in.
func closeBeforeFuncs(text string, cursor int) string {
	toks := Before(Lex(text), len(text))
	out := []byte(text)
	from := 0
	for i := range toks {
		if i == 0 || !namedFunc(toks[i:]) {
			continue
		}
		missing := closing(openBrackets(toks[from:i]), token.ILLEGAL)
		gap, end := toks[i-1].To, toks[i].From
		if gap < cursor && cursor < end {
			gap = cursor
		}
		if missing != "" && len(missing) < end-gap && strings.TrimSpace(text[gap:end]) == "" {
			copy(out[gap:], missing)
			out[end-1] = '\n'
		}
		from = i
	}
	return string(out)
}

// parseAt parses the text in place of the cell's and finds the name at the offset. It returns nil when it is not there.
func parseAt(c *cell.Cell, text string, at int, name string) *Cell {
	p := &Cell{Fset: token.NewFileSet()}
	text, p.errs = withoutStrays(text)
	var err error
	p.Syntax, err = cell.Parse(p.Fset, "cell.go", &cell.Cell{Source: text, Go: text, MainLine: c.MainLine})
	var list scanner.ErrorList
	if errors.As(err, &list) {
		p.errs += len(list)
	}
	for _, file := range p.files() {
		if path := p.find(file, at, name); path != nil {
			p.Path = path
			p.Name = path[len(path)-1].(*ast.Ident)
			return p
		}
	}
	return nil
}

// maxStrays bounds the work on text that is not Go at all.
const maxStrays = 20

// withoutStrays blanks closing brackets that close nothing, and returns how many there were.
func withoutStrays(text string) (string, int) {
	for n := 0; ; n++ {
		_, stray := cell.Items(text)
		if stray < 0 || n == maxStrays {
			return text, n
		}
		text = text[:stray] + " " + text[stray+1:]
	}
}

// files returns the files that the parser made anything of.
func (p *Cell) files() []*ast.File {
	var files []*ast.File
	if p.Syntax.Decls == nil {
		return nil
	}
	for _, f := range p.Syntax.Files() {
		if f != nil {
			files = append(files, f)
		}
	}
	return files
}

// find returns the nodes from the file to the identifier with the name at the offset.
func (p *Cell) find(file *ast.File, at int, name string) []ast.Node {
	var path, found []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if found != nil {
			return false
		}
		path = append(path, n)
		if id, ok := n.(*ast.Ident); ok && id.Name == name && p.Syntax.Offset(p.Fset, id.Pos()) == at {
			found = append(found, path...)
		}
		return true
	})
	return found
}

// Parent returns the n-th node above the name, or nil.
func (p *Cell) Parent(n int) ast.Node {
	if i := len(p.Path) - 1 - n; i >= 0 {
		return p.Path[i]
	}
	return nil
}

// Place returns what needs the second pass: the function that the cursor is in, or the statements after "%%".
func (p *Cell) Place() []ast.Decl {
	if len(p.Syntax.Files()) == 3 && p.Path[0] == ast.Node(p.Syntax.Files()[2]) {
		return p.Decls(2)
	}
	if p.Path[0] != ast.Node(p.Syntax.Decls) || len(p.Path) < 3 {
		return nil
	}
	fn, ok := p.Path[1].(*ast.FuncDecl)
	if !ok || p.Path[2] != ast.Node(fn.Body) {
		return nil
	}
	unnamed := *fn
	unnamed.Name = &ast.Ident{NamePos: fn.Name.NamePos, Name: "_"}
	return []ast.Decl{&unnamed}
}

// CellDecls returns the declarations of the cell without its imports.
func (p *Cell) CellDecls() []ast.Decl {
	var decls []ast.Decl
	for _, d := range p.Decls(0) {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			decls = append(decls, d)
		}
	}
	return decls
}

// Decls returns the declarations of file i of the cell's syntax.
func (p *Cell) Decls(i int) []ast.Decl {
	if files := p.Syntax.Files(); i < len(files) && files[i] != nil {
		return files[i].Decls
	}
	return nil
}

// ImportSpecs returns the imports of the cell.
func (p *Cell) ImportSpecs() []*ast.ImportSpec {
	if p.Syntax.Decls == nil {
		return nil
	}
	return p.Syntax.Decls.Imports
}
