package complete

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/program/check"
)

// notebookPath is the path of the package that the cells of a notebook make.
const notebookPath = "main"

// symbol is what the source says about a name: its comment and its text.
type symbol struct {
	doc    string
	source string
}

// docCache finds declarations in the sources of packages, reading a package only when it is asked about.
type docCache struct {
	mu    sync.Mutex
	files map[string][]string    // by directory: the Go files of the build
	found map[[3]string]*symbol  // by directory, owner, name
	parse map[string]*sourceFile // by file
}

type sourceFile struct {
	fset *token.FileSet
	text []byte
	ast  *ast.File
}

// maxParsed bounds the files that are kept parsed.
const maxParsed = 64

// find returns what the package in dir says about a name, or about a field or method of owner. It returns nil when the
// name is not found.
func (dc *docCache) find(dir, owner, name string) *symbol {
	dc.mu.Lock()
	defer dc.mu.Unlock()
	key := [3]string{dir, owner, name}
	if s, ok := dc.found[key]; ok {
		return s
	}
	if dc.found == nil {
		dc.found, dc.files, dc.parse = map[[3]string]*symbol{}, map[string][]string{}, map[string]*sourceFile{}
	}
	s := dc.search(dir, owner, name)
	dc.found[key] = s
	return s
}

// search looks first into files that seem to declare the name, then into those that only mention it.
func (dc *docCache) search(dir, owner, name string) *symbol {
	var mention []string
	for _, file := range dc.sources(dir) {
		text, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(text, []byte(name)) {
			continue
		}
		if !declares(text, owner, name) {
			mention = append(mention, file)
			continue
		}
		if s := dc.inFile(file, text, owner, name); s != nil {
			return s
		}
	}
	for _, file := range mention {
		if text, err := os.ReadFile(file); err == nil {
			if s := dc.inFile(file, text, owner, name); s != nil {
				return s
			}
		}
	}
	return nil
}

// declares says whether a text seems to declare the name.
func declares(text []byte, owner, name string) bool {
	if owner != "" {
		return bytes.Contains(text, []byte(") "+name+"(")) && bytes.Contains(text, []byte(owner)) ||
			bytes.Contains(text, []byte("type "+owner+" ")) || bytes.Contains(text, []byte("type "+owner+"["))
	}
	for _, kw := range []string{"func ", "type ", "var ", "const "} {
		if bytes.Contains(text, []byte("\n"+kw+name)) {
			return true
		}
	}
	return false
}

// sources returns the Go files of a package that belong to a build for this machine, doc.go and the like first.
func (dc *docCache) sources(dir string) []string {
	if files, ok := dc.files[dir]; ok {
		return files
	}
	entries, _ := os.ReadDir(dir)
	var files []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, name); ok && err == nil {
			files = append(files, filepath.Join(dir, name))
		}
	}
	dc.files[dir] = files
	return files
}

func (dc *docCache) inFile(file string, text []byte, owner, name string) *symbol {
	sf := dc.parse[file]
	if sf == nil {
		sf = &sourceFile{fset: token.NewFileSet(), text: text}
		sf.ast, _ = parser.ParseFile(sf.fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if sf.ast == nil {
			return nil
		}
		if len(dc.parse) >= maxParsed {
			clear(dc.parse)
		}
		dc.parse[file] = sf
	}
	return lookup(sf.ast.Decls, owner, name, sf.slice)
}

// slice returns the source between two positions.
func (sf *sourceFile) slice(from, to token.Pos) string {
	f := sf.fset.File(from)
	return string(sf.text[f.Offset(from):min(f.Offset(to), len(sf.text))])
}

// packageDoc returns the comment of a package. Where several files have one, they are joined, "doc.go" first.
func (dc *docCache) packageDoc(dir string) string {
	dc.mu.Lock()
	defer dc.mu.Unlock()
	if dc.found == nil {
		dc.found, dc.files, dc.parse = map[[3]string]*symbol{}, map[string][]string{}, map[string]*sourceFile{}
	}
	files := slices.Clone(dc.sources(dir))
	slices.SortStableFunc(files, func(a, b string) int { return isDocFile(b) - isDocFile(a) })
	var parts []string
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err == nil && f.Doc != nil {
			parts = append(parts, f.Doc.Text())
		}
	}
	return strings.Join(parts, "\n")
}

func isDocFile(file string) int {
	if filepath.Base(file) == "doc.go" {
		return 1
	}
	return 0
}

// lookup finds a declaration among others. slice returns source text.
func lookup(decls []ast.Decl, owner, name string, slice func(from, to token.Pos) string) *symbol {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			key := name
			if owner != "" {
				key = owner + "." + name
			}
			if check.FuncKey(d) == key {
				return &symbol{doc: d.Doc.Text(), source: slice(d.Pos(), d.End())}
			}
		case *ast.GenDecl:
			if s := lookupSpec(d, owner, name, slice); s != nil {
				return s
			}
		}
	}
	return nil
}

func lookupSpec(d *ast.GenDecl, owner, name string, slice func(from, to token.Pos) string) *symbol {
	for _, spec := range d.Specs {
		if t, ok := spec.(*ast.TypeSpec); ok && owner != "" && t.Name.Name == owner {
			return lookupField(t.Type, name, slice)
		}
		if owner != "" || !containsName(check.Declared(spec), name) {
			continue
		}
		s := &symbol{doc: specDoc(spec), source: d.Tok.String() + " " + slice(spec.Pos(), spec.End())}
		if s.doc == "" {
			s.doc = d.Doc.Text()
		}
		return s
	}
	return nil
}

func containsName(ids []*ast.Ident, name string) bool {
	return slices.ContainsFunc(ids, func(id *ast.Ident) bool { return id.Name == name })
}

// specDoc is the comment above a declaration, or else the one behind it.
func specDoc(spec ast.Spec) string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return firstText(s.Doc, s.Comment)
	case *ast.ValueSpec:
		return firstText(s.Doc, s.Comment)
	}
	return ""
}

func firstText(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if text := g.Text(); text != "" {
			return text
		}
	}
	return ""
}

// lookupField finds a field of a struct or a method of an interface.
func lookupField(t ast.Expr, name string, slice func(from, to token.Pos) string) *symbol {
	var list *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	}
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		if containsName(f.Names, name) {
			return &symbol{doc: firstText(f.Doc, f.Comment), source: slice(f.Pos(), f.End())}
		}
	}
	return nil
}
