package cell

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Syntax is the parsed Go text of a cell. Every position in it reads, through the file set, as the place in the cell;
// [Syntax.Offset] turns one into an offset in the cell's Go text.
type Syntax struct {
	Name  string // of the cell in positions
	Text  string // the cell's Go text
	Items []Item // of the part before "%%"
	// Decls holds imports, constants, types, functions and, when no statement stands beside them, variables.
	Decls *ast.File
	// Body holds the statements of the top level, variable declarations included unless they are in Decls.
	Body []ast.Stmt
	// Main holds the statements after "%%"; MainStart is where in Text they begin, or -1 without "%%".
	Main      []ast.Stmt
	MainStart int
	// List holds the expressions of a last line that is several of them; the statement with them assigns them to "_".
	List []ast.Expr
	// PackageForm says that the top level has declarations only: variables are initialised in Go's package order.
	PackageForm bool

	bodyFile *ast.File
	mainFile *ast.File
	shift    map[*token.File]int
	inserted map[*token.File]insertion
}

// Parse parses the Go text of a cell. Syntax errors are returned as a scanner.ErrorList with positions in the cell,
// together with what could be parsed.
func Parse(fset *token.FileSet, name string, c *Cell) (*Syntax, error) {
	s := &Syntax{Name: name, Text: c.Go, MainStart: -1, shift: map[*token.File]int{}, inserted: map[*token.File]insertion{}}
	top := c.Go
	if c.MainLine > 0 {
		s.MainStart = lineOffset(c.Go, c.MainLine)
		top = c.Go[:s.MainStart]
	}
	var stray int
	s.Items, stray = Items(top)
	s.PackageForm = packageForm(s.Items)
	var errs scanner.ErrorList
	if stray >= 0 {
		errs.Add(position(name, c.Go, stray), "expected statement, found '"+top[stray:stray+1]+"'")
	}
	parse := func(head, tail string, from, to int, keep func(Item) bool, insert string, at int) *ast.File {
		head += "//line " + name + ":1:1\n"
		text := s.only(from, to, keep)
		text = head + text[:at] + insert + text[at:] + tail
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.AllErrors)
		var list scanner.ErrorList
		if errors.As(err, &list) {
			errs = append(errs, list...)
		}
		if file != nil {
			f := fset.File(file.FileStart)
			s.shift[f], s.inserted[f] = len(head), insertion{len(head) + at, len(insert)}
		}
		return file
	}
	const head, tail = "package main\nfunc _() {\n", "\n}\n"
	s.Decls = parse("package main\n", "\n", 0, len(top), s.isDecl, "", 0)
	list, at := s.listBefore(max(0, s.MainStart), len(c.Go))
	if s.MainStart >= 0 {
		s.bodyFile = parse(head, tail, 0, len(top), s.isStmt, "", 0)
		s.mainFile = parse(head, tail, s.MainStart, len(c.Go), nil, list, at)
	} else {
		s.bodyFile = parse(head, tail, 0, len(top), s.isStmt, list, at)
	}
	s.Body, s.Main = lastBody(s.bodyFile), lastBody(s.mainFile)
	if list != "" {
		s.List = listOf(append(s.Body, s.Main...))
	}
	if depth, closing := unclosed(c.Go); depth > 0 && stray < 0 && len(errs) > 0 {
		errs = atEnd(errs, name, c.Go, closing)
	}
	return s, clean(errs, name, c.Go)
}

// unclosed says how many brackets a text leaves open, and which one must come next to close them.
func unclosed(text string) (depth int, closing string) {
	var n nesting
	scanTokens(text, n.add)
	if len(n.open) == 0 {
		return 0, ""
	}
	switch n.open[len(n.open)-1].tok {
	case token.LPAREN:
		closing = ")"
	case token.LBRACK:
		closing = "]"
	default:
		closing = "}"
	}
	return len(n.open), closing
}

// atEnd replaces the errors that the parser finds at the end of a text by what is missing there.
func atEnd(errs scanner.ErrorList, name, text, closing string) scanner.ErrorList {
	end := position(name, text, len(strings.TrimRight(text, " \t\r\n")))
	var out scanner.ErrorList
	for _, e := range errs {
		if e.Pos.Line < end.Line || e.Pos.Line == end.Line && e.Pos.Column < end.Column {
			out = append(out, e)
		}
	}
	out.Add(end, "expected '"+closing+"', found 'EOF'")
	return out
}

// Pos returns the position of an offset in Text, in the file that holds what stands there.
func (s *Syntax) Pos(fset *token.FileSet, offset int) token.Pos {
	f := s.fileAt(offset)
	if f == nil {
		return token.NoPos
	}
	file := fset.File(f.FileStart)
	at := offset + s.shift[file]
	if in := s.inserted[file]; at >= in.at {
		at += in.length
	}
	return file.Pos(max(0, min(at, file.Size())))
}

func (s *Syntax) fileAt(offset int) *ast.File {
	if s.MainStart >= 0 && offset >= s.MainStart {
		return s.mainFile
	}
	for _, it := range s.Items {
		if it.Start <= offset && offset <= it.End && s.isDecl(it) {
			return s.Decls
		}
	}
	return s.bodyFile
}

// Files returns the parsed files: declarations, then the statements of the top level and of main, each as the body of
// a function.
func (s *Syntax) Files() []*ast.File {
	files := []*ast.File{s.Decls, s.bodyFile}
	if s.mainFile != nil {
		files = append(files, s.mainFile)
	}
	return files
}

// BodyText returns Text up to "%%" with everything blanked that is not in Body.
func (s *Syntax) BodyText() string {
	return s.only(0, s.topEnd(), s.isStmt)
}

func (s *Syntax) topEnd() int {
	if s.MainStart >= 0 {
		return s.MainStart
	}
	return len(s.Text)
}

func (s *Syntax) isStmt(it Item) bool { return !s.isDecl(it) && it.Kind != KindPackage }

// Offset returns the offset in Text of a position in the cell's syntax.
func (s *Syntax) Offset(fset *token.FileSet, pos token.Pos) int {
	file := fset.File(pos)
	if file == nil {
		return 0
	}
	at := file.Offset(pos)
	if in := s.inserted[file]; at >= in.at {
		at = max(in.at, at-in.length)
	}
	return max(0, min(at-s.shift[file], len(s.Text)))
}

func (s *Syntax) isDecl(it Item) bool {
	switch it.Kind {
	case KindImport, KindConst, KindType, KindFunc:
		return true
	case KindVar:
		return s.PackageForm
	}
	return false
}

// only returns the text up to an offset with everything blanked that is before from or in an item not to be kept.
func (s *Syntax) only(from, to int, keep func(Item) bool) string {
	out := []byte(s.Text[:to])
	blank(out[:from])
	if keep == nil {
		return string(out)
	}
	last := 0
	for _, it := range s.Items {
		next := max(last, afterSemi(out, it.End))
		if !keep(it) {
			blank(out[last:next])
		} else if s.isDecl(it) {
			blankSemicolons(out[last:it.Start])
		}
		last = next
	}
	blankSemicolons(out[last:])
	return string(out)
}

// blankSemicolons blanks the empty statements between items, which a file of declarations must not have.
func blankSemicolons(text []byte) {
	if !bytes.Contains(text, []byte(";")) {
		return
	}
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, slices.Clone(text), nil, 0)
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.SEMICOLON && lit == ";" {
			text[file.Offset(pos)] = ' '
		}
	}
}

// afterSemi returns the offset behind the semicolon that follows on the line, or at when none does.
func afterSemi(text []byte, at int) int {
	end := at
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	if end < len(text) && text[end] == ';' {
		return end + 1
	}
	return at
}

// packageForm says whether items are declarations only.
func packageForm(items []Item) bool {
	for _, it := range items {
		if it.Kind == KindStmt {
			return false
		}
	}
	return true
}

func lastBody(file *ast.File) []ast.Stmt {
	if file == nil || len(file.Decls) == 0 {
		return nil
	}
	fn, ok := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
	if !ok || fn.Body == nil {
		return nil
	}
	return fn.Body.List
}

// lineOffset returns the offset of the end of a line (1-based).
func lineOffset(text string, line int) int {
	at := 0
	for range line {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	return at
}

// position returns the place of an offset in a text.
func position(name, text string, at int) token.Position {
	head := text[:at]
	return token.Position{Filename: name, Offset: at, Line: 1 + strings.Count(head, "\n"),
		Column: at - strings.LastIndexByte(head, '\n')}
}

// clean sorts errors, drops repetitions and moves those behind the end of the text to its end.
func clean(errs scanner.ErrorList, name, text string) error {
	if len(errs) == 0 {
		return nil
	}
	end := position(name, text, len(strings.TrimRight(text, " \t\r\n")))
	var out scanner.ErrorList
	late := false
	for _, e := range errs {
		if e.Pos.Line > end.Line || e.Pos.Line == end.Line && e.Pos.Column > end.Column || e.Pos.Filename != name {
			if late { // the first one says what is missing
				continue
			}
			late, e.Pos = true, end
			e.Msg = strings.Replace(e.Msg, "found '}'", "found 'EOF'", 1)
		}
		e.Pos.Offset = 0
		out = append(out, e)
	}
	out.RemoveMultiples()
	return out
}
