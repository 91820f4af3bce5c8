package complete

import (
	"context"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete/docs"
	"github.com/mercer-go/mercer/kernel/complete/hole"
)

// Inspection says what stands at the cursor.
type Inspection struct {
	Found bool
	Data  map[string]string // by MIME type: text/plain and text/markdown; nil when nothing was found
}

// description is what is known about a name.
type description struct {
	head    string       // its declaration
	doc     string       // its comment
	methods []string     // of a type
	source  string       // its text
	typ     *description // of the type of a variable, or of what an alias stands for
	// variable is the name of a variable of earlier cells, which has a value; else "".
	variable string
	partial  bool // the packages were not known in time, so that comments are missing
}

// Inspect says what stands at the cursor, or what function's arguments the cursor is among. detail 1 adds the source.
func (c *Completer) Inspect(ctx context.Context, req Request, detail int) Inspection {
	d := ask(ctx, c, req, (*query).inspectSafely, func(_ *query, d *description) bool { return d == nil || d.partial })
	if d == nil {
		return Inspection{}
	}
	if d.variable != "" && req.Value != nil {
		ctx, cancel := context.WithTimeout(ctx, c.patience(req))
		defer cancel()
		if value := req.Value(ctx, d.variable); value != "" {
			d.head += " = " + value
		}
	}
	if detail < 1 {
		d.source = ""
	}
	if d.typ != nil {
		d.typ.source = ""
	}
	return Inspection{Found: true, Data: map[string]string{"text/plain": d.plain(), "text/markdown": d.markdown()}}
}

func (q *query) inspectSafely() (d *description) {
	defer func() { _ = recover() }() // as in complete
	return q.inspect()
}

func (q *query) inspect() *description {
	split, _ := cell.Split(q.code)
	if from, ok := q.derivation(split); ok {
		return q.describeDerivation(from)
	}
	if line, ok := q.commandLine(split); ok {
		return q.describeCommand(line)
	}
	toks := hole.Lex(split.Go)
	from, to := hole.WordBefore(q.code, q.at), hole.WordAfter(q.code, q.at)
	if t := hole.Inside(toks, q.at); t != nil {
		switch t.Kind {
		case token.COMMENT:
			return nil
		case token.STRING, token.CHAR:
			if path, err := strconv.Unquote(t.Lit); err == nil && inImport(hole.Before(toks, t.From)) {
				return q.describePackage(path)
			}
			from, to = t.From, t.To
		}
	}
	word := q.code[from:to]
	if token.IsKeyword(word) {
		return nil
	}
	if token.IsIdentifier(word) {
		if d := q.describeWord(split, from, to, word); d != nil {
			return d
		}
	}
	return q.describeCall(split, from, to)
}

// describeWord describes the name at code[from:to].
func (q *query) describeWord(split *cell.Cell, from, to int, word string) *description {
	p := hole.Fill(split, from, to, word)
	if p == nil {
		return nil
	}
	ch := q.check(p)
	if obj := ch.object(ch.Name); obj != nil {
		return q.describe(ch, obj, ch.owner(obj))
	}
	if ch.selector() == nil {
		if path := q.resolve(word, nil); path != "" {
			return q.describePackage(path)
		}
	}
	return nil
}

// describeCall describes the function of the call that code[from:to] is in.
func (q *query) describeCall(split *cell.Cell, from, to int) *description {
	p := hole.Fill(split, from, to, hole.Name)
	if p == nil {
		return nil
	}
	ch := q.check(p)
	for up := 1; ch.Parent(up) != nil; up++ {
		call, ok := ch.Parent(up).(*ast.CallExpr)
		if !ok || indexOf(call.Args, exprOf(ch.Parent(up-1))) < 0 {
			continue
		}
		if id := calledName(call.Fun); id != nil {
			if obj := ch.object(id); obj != nil {
				return q.describe(ch, obj, ch.owner(obj))
			}
		}
	}
	return nil
}

func exprOf(n ast.Node) ast.Expr {
	e, _ := n.(ast.Expr)
	return e
}

// calledName returns the identifier that names what is called.
func calledName(fun ast.Expr) *ast.Ident {
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.IndexExpr:
		return calledName(f.X)
	case *ast.IndexListExpr:
		return calledName(f.X)
	}
	return nil
}

// object returns what an identifier stands for, or nil.
func (ch *checked) object(id *ast.Ident) types.Object {
	if obj := ch.info.Uses[id]; obj != nil {
		return obj
	}
	return ch.info.Defs[id]
}

// owner returns the name of the type that a method or field belongs to, or "".
func (ch *checked) owner(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		if sig, ok := obj.Type().(*types.Signature); ok && sig.Recv() != nil {
			return typeName(sig.Recv().Type())
		}
	case *types.Var:
		if obj.IsField() {
			return ch.fieldOwner(obj)
		}
	}
	return ""
}

func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// fieldOwner finds the type whose field is selected or set at the cursor.
func (ch *checked) fieldOwner(field *types.Var) string {
	if lit := ch.literal(); lit != nil {
		return typeName(ch.info.TypeOf(lit))
	}
	sel := ch.selector()
	if sel == nil || ch.info.Selections[sel] == nil {
		return ""
	}
	s := ch.info.Selections[sel]
	t := s.Recv()
	for _, i := range s.Index() {
		st := structOf(t)
		if st == nil || st.Field(i) == field {
			break
		}
		t = st.Field(i).Type()
	}
	return typeName(t)
}

// describe describes an object; owner is the type it belongs to.
func (q *query) describe(ch *checked, obj types.Object, owner string) *description {
	if name, ok := obj.(*types.PkgName); ok {
		return q.describePackage(name.Imported().Path())
	}
	d := &description{head: declaration(obj), methods: methodList(obj)}
	if s := q.symbol(ch, obj, owner); s != nil {
		d.doc, d.source = s.Doc, s.Source
	} else {
		d.partial = len(q.packages()) == 0
	}
	switch obj := obj.(type) {
	case *types.TypeName:
		if text := docs.StructText(obj, d.source); text != "" {
			d.head = text
		}
		if obj.IsAlias() {
			d.typ = q.describeType(ch, obj.Type())
		}
	case *types.Var:
		if obj.IsField() {
			break
		}
		if obj.Parent() == ch.pkg.Scope() && !ch.own[obj.Name()] && q.def(obj.Name()) != nil {
			d.variable = obj.Name()
		}
		d.typ = q.describeType(ch, obj.Type())
	}
	return d
}

// describeType describes the named type that a type is or points to, else nil.
func (q *query) describeType(ch *checked, t types.Type) *description {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	return q.describe(ch, named.Obj(), "")
}

// symbol finds the source of an object.
func (q *query) symbol(ch *checked, obj types.Object, owner string) *docs.Symbol {
	pkg := obj.Pkg()
	switch {
	case obj.Parent() == types.Universe || pkg == nil:
		return q.docs.Find(q.builtinDir(), owner, obj.Name())
	case pkg.Path() == docs.NotebookPath:
		return q.ownSymbol(ch, obj, owner)
	}
	if info := q.packageInfo(pkg.Path()); info != nil && info.Dir != "" {
		return q.docs.Find(info.Dir, owner, obj.Name())
	}
	return nil
}

// builtinDir is where the comments of the predeclared names are.
func (q *query) builtinDir() string {
	if info := q.packageInfo("fmt"); info != nil {
		return filepath.Join(filepath.Dir(info.Dir), "builtin")
	}
	return ""
}

// ownSymbol finds the source of a name of the notebook: in the cell, or in an earlier one.
func (q *query) ownSymbol(ch *checked, obj types.Object, owner string) *docs.Symbol {
	inCell := func(from, to token.Pos) string {
		a, b := ch.Syntax.Offset(ch.Fset, from), ch.Syntax.Offset(ch.Fset, to)
		return ch.Syntax.Text[a:max(a, b)]
	}
	if s := docs.Lookup(ch.Cell.Decls(0), owner, obj.Name(), inCell); s != nil {
		return s
	}
	if obj.Parent() != ch.pkg.Scope() && owner == "" {
		return nil // a local
	}
	if owner != "" {
		if d := q.def(owner + "." + obj.Name()); d != nil {
			return &docs.Symbol{Doc: d.Doc, Source: q.all.Source(d.Key)}
		}
		if q.def(owner) == nil {
			return nil
		}
		return lookupText(q.all.Source(owner), owner, obj.Name())
	}
	if d := q.def(obj.Name()); d != nil {
		return &docs.Symbol{Doc: d.Doc, Source: q.all.Source(d.Key)}
	}
	return nil
}

// lookupText finds a field in the text of a type.
func lookupText(text, owner, name string) *docs.Symbol {
	sf := &docs.SourceFile{Fset: token.NewFileSet(), Text: []byte("package main\n" + text)}
	sf.AST, _ = parser.ParseFile(sf.Fset, "", sf.Text, parser.ParseComments)
	if sf.AST == nil {
		return nil
	}
	return docs.Lookup(sf.AST.Decls, owner, name, sf.Slice)
}

func (q *query) describePackage(path string) *description {
	info := q.packageInfo(path)
	if info == nil {
		return nil
	}
	return &description{head: "package " + info.Name + " // import " + strconv.Quote(path), doc: q.docs.PackageDoc(info.Dir)}
}

func (q *query) describeCommand(line string) *description {
	end := hole.LineEnd(q.code, q.at)
	name, _, _ := strings.Cut(line+q.code[q.at:end], " ")
	cmd := q.command(name)
	if cmd.Name == "" {
		return nil
	}
	return &description{head: strings.TrimSpace(cmd.Name + " " + cmd.Usage), doc: cmd.Help + "\n"}
}

// plain renders a description as text.
func (d *description) plain() string {
	parts := []string{d.head}
	if d.doc != "" {
		var p comment.Parser
		pr := comment.Printer{TextWidth: 100}
		parts = append(parts, string(pr.Text(p.Parse(d.doc))))
	}
	if len(d.methods) > 0 {
		parts = append(parts, strings.Join(d.methods, "\n"))
	}
	if d.source != "" {
		parts = append(parts, d.source)
	}
	if d.typ != nil {
		parts = append(parts, d.typ.plain())
	}
	return joinParts(parts)
}

// markdown renders a description as Markdown.
func (d *description) markdown() string {
	parts := []string{fenced(d.head)}
	if d.doc != "" {
		var p comment.Parser
		pr := comment.Printer{HeadingLevel: 4, HeadingID: func(*comment.Heading) string { return "" }, DocLinkBaseURL: "https://pkg.go.dev"}
		parts = append(parts, string(pr.Markdown(p.Parse(d.doc))))
	}
	if len(d.methods) > 0 {
		parts = append(parts, fenced(strings.Join(d.methods, "\n")))
	}
	if d.source != "" {
		parts = append(parts, fenced(d.source))
	}
	if d.typ != nil {
		parts = append(parts, d.typ.markdown())
	}
	return joinParts(parts)
}

func fenced(code string) string { return "```go\n" + code + "\n```" }

func joinParts(parts []string) string {
	for i, p := range parts {
		parts[i] = strings.TrimRight(p, "\n")
	}
	return strings.Join(parts, "\n\n") + "\n"
}
