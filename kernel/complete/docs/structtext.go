package docs

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// StructText writes a struct as its source does, with the comments of its fields; of other packages' types only the exported
// ones. It returns "" for types that are no structs and for sources that do not tell.
func StructText(obj *types.TypeName, source string) string {
	if _, ok := obj.Type().Underlying().(*types.Struct); !ok || source == "" || obj.IsAlias() {
		return ""
	}
	fset := token.NewFileSet()
	if !strings.HasPrefix(source, "type ") {
		source = "type " + source
	}
	file, err := parser.ParseFile(fset, "", "package p\n"+source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return ""
	}
	decl, ok := file.Decls[0].(*ast.GenDecl)
	if !ok || len(decl.Specs) != 1 {
		return ""
	}
	own := obj.Pkg() == nil || obj.Pkg().Path() == NotebookPath
	if !own && !ast.FileExports(file) {
		return ""
	}
	decl.Doc = nil
	if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
		spec.Doc, spec.Comment = nil, nil
		if !own {
			spec.Name = ast.NewIdent(obj.Pkg().Name() + "." + obj.Name())
		}
	}
	var b bytes.Buffer
	if err := format.Node(&b, fset, decl); err != nil {
		return ""
	}
	return b.String()
}
