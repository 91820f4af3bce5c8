package gosource

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// assemble writes the file. It is written twice: the types of the first file say how the values of last expressions are
// shown in the second, which must be without errors.
func (w *writer) assemble(ctx context.Context) ([]byte, error) {
	f, err := w.file(ctx, w.body(nil))
	if err != nil {
		return nil, err
	}
	show := w.shown(f)
	if f, err = w.file(ctx, w.body(show)); err != nil {
		return nil, err
	}
	if len(f.errs) > 0 {
		return nil, fmt.Errorf("as a program the notebook does not compile: %w", errors.Join(f.errs...))
	}
	return format.Source([]byte(f.text))
}

// file is a version of the program that is parsed and type-checked.
type file struct {
	text string
	fset *token.FileSet
	ast  *ast.File
	info *types.Info
	errs []error
}

// file puts the imports before a body and checks it.
func (w *writer) file(ctx context.Context, body string) (*file, error) {
	imports, err := w.importsOf(body)
	if err != nil {
		return nil, err
	}
	var head strings.Builder
	fmt.Fprintf(&head, "// The notebook %s as a program.\npackage main\n\nimport (\n", w.name)
	var paths []string
	for _, name := range slices.Sorted(mapKeys(imports)) {
		paths = append(paths, imports[name])
	}
	view := w.env.View()
	for err = toolchain.ErrChanged; errors.Is(err, toolchain.ErrChanged); {
		view = w.env.View()
		err = view.Ensure(ctx, true, paths...)
	}
	if err != nil {
		return nil, err
	}
	for _, group := range []bool{false, true} {
		for _, name := range slices.SortedFunc(mapKeys(imports), func(a, b string) int { return strings.Compare(imports[a], imports[b]) }) {
			path := imports[name]
			if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") != group {
				continue
			}
			if view.PackageName(path) == name {
				name = ""
			}
			fmt.Fprintf(&head, "\t%s %q\n", name, path)
		}
		head.WriteString("\n")
	}
	head.WriteString(")\n\n")
	f := &file{text: head.String() + body, fset: token.NewFileSet()}
	if f.ast, err = parser.ParseFile(f.fset, "", f.text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, fmt.Errorf("as a program the notebook does not parse: %w", err)
	}
	f.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: view, Sizes: view.Sizes(), Error: func(err error) { f.errs = append(f.errs, err) }}
	_, _ = conf.Check("main", f.fset, []*ast.File{f.ast}, f.info) // the errors are in f.errs
	return f, nil
}

func mapKeys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// importsOf finds the packages that a body names.
func (w *writer) importsOf(body string) (map[string]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+body, 0)
	if err != nil {
		return nil, fmt.Errorf("as a program the notebook does not parse: %w", err)
	}
	free := map[*ast.Ident]bool{}
	for _, id := range f.Unresolved {
		free[id] = true
	}
	selected := map[string][]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && free[id] {
				selected[id.Name] = append(selected[id.Name], sel.Sel.Name)
			}
		}
		return true
	})
	imports := map[string]string{}
	for name, members := range selected {
		path, ok := w.imports[name]
		if !ok {
			path = w.env.PackageOf(name, members)
		}
		if path != "" {
			imports[name] = path
		}
	}
	return imports, nil
}

// body is the file but for its imports. show says how the value of a part's last expression is shown, see shown.
func (w *writer) body(show map[*part]wrapper) string {
	var b strings.Builder
	for _, d := range w.decls {
		b.WriteString(d.source() + "\n\n")
	}
	if len(w.vars) > 0 {
		b.WriteString("// The variables of the notebook.\nvar (\n")
		for _, v := range w.vars {
			fmt.Fprintf(&b, "\t%s %s\n", v.name, v.typ)
		}
		b.WriteString(")\n\n")
	}
	b.WriteString("func main() {\n")
	last := 0
	for _, p := range w.parts {
		if p.cell > 0 && p.cell != last {
			b.WriteString("\n" + w.initsOf(p.cell))
			last = p.cell
		}
		if text := p.source(show[p]); text != "" {
			b.WriteString(text + "\n")
		}
	}
	b.WriteString("}\n")
	if w.shell {
		b.WriteString(shellFunc)
	}
	return b.String()
}

// initsOf are the calls of the init_ functions that a cell begins with.
func (w *writer) initsOf(cell int) string {
	var b strings.Builder
	for _, name := range w.inits {
		if w.funcs[name].versions[0].cell <= cell {
			b.WriteString(name + "()\n")
		}
	}
	return b.String()
}

// source is the declaration. A function that changes is a variable.
func (d topLevel) source() string {
	if d.fn == nil {
		return d.text
	}
	first := d.fn.versions[0]
	if first.doc != "" {
		first.doc += "\n"
	}
	if len(d.fn.versions) == 1 {
		return first.doc + first.text
	}
	return fmt.Sprintf("%svar %s func%s", first.doc, d.fn.name, first.signature)
}

// source is the text of a part of func main.
func (p *part) source(show wrapper) string {
	switch {
	case p.comment != "":
		return "// " + p.comment
	case p.fn != nil && len(p.fn.versions) > 1:
		return p.fn.name + " = " + p.fn.versions[p.version].literal
	case p.fn != nil:
		return ""
	}
	return apply(p.text, show.edits())
}

// wrapper says what stands around an expression of a part.
type wrapper struct {
	from, to      int
	before, after string
}

func (w wrapper) edits() []edit {
	if w.before == "" {
		return nil
	}
	return []edit{{w.from, w.from, w.before}, {w.to, w.to, w.after}}
}

// shown says how the last expressions of the parts are to be shown, by their types.
func (w *writer) shown(f *file) map[*part]wrapper {
	show := map[*part]wrapper{}
	main := mainFunc(f.ast)
	at := f.fset.File(main.Pos()).Offset(main.Body.Lbrace)
	for _, p := range w.parts {
		text := p.source(wrapper{})
		if text == "" {
			continue
		}
		start := at + strings.Index(f.text[at:], text)
		at = start + len(text)
		if p.comment != "" || p.fn != nil {
			continue
		}
		if x := lastExpr(f, main.Body, start, at); x != nil {
			from, to := f.fset.File(x.Pos()).Offset(x.Pos())-start, f.fset.File(x.Pos()).Offset(x.End())-start
			before, after := around(x, f.info.Types[x], p.shows)
			show[p] = wrapper{from, to, before, after}
		}
	}
	return show
}

func mainFunc(f *ast.File) *ast.FuncDecl {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "main" {
			return fn
		}
	}
	return nil
}

// lastExpr is the last statement that ends a part, if it is an expression; of a part that is a block or a function, what ends
// that.
func lastExpr(f *file, body *ast.BlockStmt, start, end int) ast.Expr {
	var last ast.Stmt
	for _, s := range body.List {
		if at := f.fset.File(s.Pos()).Offset(s.Pos()); at >= start && at < end {
			last = s
		}
	}
	switch s := last.(type) {
	case *ast.BlockStmt:
		return lastExpr(f, s, start, end)
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && len(call.Args) == 0 {
			if lit, ok := call.Fun.(*ast.FuncLit); ok && f.fset.File(s.Pos()).Offset(s.Pos()) == start {
				return lastExpr(f, lit.Body, start, end)
			}
		}
		return s.X
	}
	return nil
}

// around returns what stands around an expression so that its value is shown as in the notebook, and an error is not lost.
func around(x ast.Expr, tv types.TypeAndValue, shows bool) (before, after string) {
	call, isCall := x.(*ast.CallExpr)
	tuple, several := tv.Type.(*types.Tuple)
	isError := func(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
	switch {
	case tv.Type == nil || tv.IsVoid() || isCall && calls(call, "display.Results"):
		return "", ""
	case several && isCall:
		name := strings.TrimPrefix(called(call), "F")
		fails := tuple.Len() > 0 && isError(tuple.At(tuple.Len()-1).Type())
		switch {
		case tuple.Len() == 0, strings.HasPrefix(name, "Print"), strings.HasPrefix(name, "print"), !shows && !fails:
			return "", ""
		case fails && (!shows || strings.HasPrefix(name, "Write")):
			return "display.FailErr(", ")"
		case fails:
			return "display.ResultsErr(", ")"
		}
		return "display.Results(", ")"
	case !shows && !cell.IsCall(types.ExprString(x)):
		return "_ = ", ""
	case !shows:
		return "", ""
	case isCall && isError(tv.Type):
		return "if err := ", "; err != nil {\ndisplay.Show(err)\n}"
	}
	return "display.Show(", ")"
}

// called is the name of the function or method that is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func calls(call *ast.CallExpr, name string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name+"."+sel.Sel.Name == name
}

const shellFunc = `
// shell runs a command line.
func shell(line string) {
	cmd := exec.Command("sh", "-c", line)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
`

// Ours returns an error if a file is at the path that is not a program of this package, which is not to be overwritten.
func Ours(path string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && generated.Match(data) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s is there and was not written by mercer: move it away, or write to another directory with -o", path)
}

var generated = regexp.MustCompile(`^// The notebook [^\n]* as a program\.\n`)
