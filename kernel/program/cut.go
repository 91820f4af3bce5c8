package program

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
)

// extractor cuts the declarations other than variables out of a cell's text.
type extractor struct {
	*parsed // which it reads
	out     []cut
	main    *ast.FuncDecl
}

func (x *extractor) decls() {
	for _, d := range x.syn.Decls.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.funcDecl(d)
		case *ast.GenDecl:
			x.genDecl(d)
		}
	}
}

func (x *extractor) genDecl(d *ast.GenDecl) {
	switch d.Tok {
	case token.CONST:
		x.constDecl(d)
	case token.IMPORT, token.TYPE:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ImportSpec:
				x.importSpec(d, spec)
			case *ast.TypeSpec:
				x.typeSpec(d, spec)
			}
		}
	}
}

// add appends a declaration for the text of [from, to).
func (x *extractor) add(kind defs.Kind, from, to token.Pos, doc *ast.CommentGroup, free defs.Names) *defs.Decl {
	d := &defs.Decl{Kind: kind, Cell: x.req.CellID, Origin: x.origin(from), Text: x.text(from, to), Doc: doc.Text()}
	d.Free = free.Sorted()
	x.out = append(x.out, cut{d, free})
	return d
}

func (x *extractor) name(d *defs.Decl, key string, at token.Pos, typ string) {
	p := x.fset.Position(at)
	d.Names = append(d.Names, defs.Name{Key: key, Line: p.Line, Col: p.Column, Type: typ, Doc: d.Doc})
}

func (x *extractor) importSpec(d *ast.GenDecl, spec *ast.ImportSpec) {
	path := strings.Trim(spec.Path.Value, "\"`")
	imp := x.add(defs.KindImport, spec.Pos(), spec.End(), spec.Doc, defs.Names{})
	imp.Path = path
	if path == "C" {
		imp.Text = d.Doc.Text()
	}
	key := ""
	if spec.Name != nil {
		if key = spec.Name.Name; key == "." || key == "_" {
			key += path
		}
	}
	x.name(imp, key, spec.Pos(), path) // an empty key is filled in when the package's name is known
}

func (x *extractor) typeSpec(d *ast.GenDecl, spec *ast.TypeSpec) {
	doc := spec.Doc
	if doc == nil && !d.Lparen.IsValid() {
		doc = d.Doc
	}
	free := x.outer.Free(spec)
	delete(free, spec.Name.Name)
	t := x.add(defs.KindType, spec.Pos(), spec.End(), doc, free)
	x.name(t, spec.Name.Name, spec.Name.Pos(), "")
}

func (x *extractor) constDecl(d *ast.GenDecl) {
	c := x.add(defs.KindConst, d.Pos(), d.End(), d.Doc, x.outer.Free(d))
	for _, id := range check.SpecNames(d) {
		if id.Name != "_" {
			x.name(c, id.Name, id.Pos(), "")
		}
	}
}

func (x *extractor) funcDecl(d *ast.FuncDecl) {
	if d.Recv == nil && d.Name.Name == "main" {
		x.main = d
		return
	}
	from := d.Pos()
	if d.Doc != nil && hasDirective(d.Doc) {
		from = d.Doc.Pos()
	}
	kind, key := defs.KindFunc, d.Name.Name
	if (key == "init" || strings.HasPrefix(key, "init_")) && d.Recv == nil {
		kind = defs.KindInit
	}
	if d.Recv != nil {
		kind, key = defs.KindMethod, check.Receiver(d)+"."+key
	}
	f := x.add(kind, from, d.End(), d.Doc, x.outer.Free(d))
	x.name(f, key, d.Name.Pos(), strings.Join(strings.Fields(x.text(d.Pos(), d.Type.End())), " "))
}

// hasDirective says whether a doc comment holds a directive for the compiler, such as //go:noinline.
func hasDirective(doc *ast.CommentGroup) bool {
	return slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export ")
	})
}
