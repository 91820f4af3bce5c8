// Package docs finds what sources say about a name: its comment and its text, of packages that are read only when they are asked
// about. Structs are written with their fields' comments (structtext.go).
package docs

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

// NotebookPath is the path of the package that the cells of a notebook make.
const NotebookPath = "main"

// Symbol is what the source says about a name: its comment and its text.
type Symbol struct {
	Doc    string
	Source string
}

// Cache finds declarations in the sources of packages, reading a package only when it is asked about.
type Cache struct {
	mu      sync.Mutex
	files   map[string][]string    // by directory: the Go files of the build
	found   map[[3]string]*Symbol  // by directory, owner, name
	parse   map[string]*SourceFile // by file
	exports map[string][]Export    // by directory
}

// SourceFile is a parsed file of a package.
type SourceFile struct {
	Fset *token.FileSet
	Text []byte
	AST  *ast.File
}

// maxParsed bounds the files that are kept parsed.
const maxParsed = 64

// Find returns what the package in dir says about a name, or about a field or method of owner. It returns nil when the
// name is not found.
func (dc *Cache) Find(dir, owner, name string) *Symbol {
	dc.mu.Lock()
	defer dc.mu.Unlock()
	key := [3]string{dir, owner, name}
	if s, ok := dc.found[key]; ok {
		return s
	}
	if dc.found == nil {
		dc.found, dc.parse = map[[3]string]*Symbol{}, map[string]*SourceFile{}
	}
	s := dc.search(dir, owner, name)
	dc.found[key] = s
	return s
}

// search looks first into files that seem to declare the name, then into those that only mention it.
func (dc *Cache) search(dir, owner, name string) *Symbol {
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
func (dc *Cache) sources(dir string) []string {
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
	if dc.files == nil {
		dc.files = map[string][]string{}
	}
	dc.files[dir] = files
	return files
}

func (dc *Cache) inFile(file string, text []byte, owner, name string) *Symbol {
	sf := dc.parse[file]
	if sf == nil {
		sf = &SourceFile{Fset: token.NewFileSet(), Text: text}
		sf.AST, _ = parser.ParseFile(sf.Fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if sf.AST == nil {
			return nil
		}
		if len(dc.parse) >= maxParsed {
			clear(dc.parse)
		}
		dc.parse[file] = sf
	}
	return Lookup(sf.AST.Decls, owner, name, sf.Slice)
}

// Export is an exported name that a package declares at its top level.
type Export struct {
	Name string
	Kind string // as match.Match has it
}

// Exported returns the exported top-level names of the package in a directory, without methods.
func (dc *Cache) Exported(dir string) []Export {
	dc.mu.Lock()
	defer dc.mu.Unlock()
	if list, ok := dc.exports[dir]; ok {
		return list
	}
	var list []Export
	add := func(kind string, ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() {
				list = append(list, Export{id.Name, kind})
			}
		}
	}
	for _, file := range dc.sources(dir) {
		f, _ := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add("function", d.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add("type", spec.Name)
					case *ast.ValueSpec:
						add(map[bool]string{true: "constant", false: "variable"}[d.Tok == token.CONST], spec.Names...)
					}
				}
			}
		}
	}
	if dc.exports == nil {
		dc.exports = map[string][]Export{}
	}
	dc.exports[dir] = list
	return list
}

// Slice returns the source between two positions.
func (sf *SourceFile) Slice(from, to token.Pos) string {
	f := sf.Fset.File(from)
	return string(sf.Text[f.Offset(from):min(f.Offset(to), len(sf.Text))])
}

// PackageDoc returns the comment of a package. Where several files have one, they are joined, "doc.go" first.
func (dc *Cache) PackageDoc(dir string) string {
	dc.mu.Lock()
	defer dc.mu.Unlock()
	if dc.found == nil {
		dc.found, dc.files, dc.parse = map[[3]string]*Symbol{}, map[string][]string{}, map[string]*SourceFile{}
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

// Lookup finds a declaration among others. slice returns source text.
func Lookup(decls []ast.Decl, owner, name string, slice func(from, to token.Pos) string) *Symbol {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			key := name
			if owner != "" {
				key = owner + "." + name
			}
			if check.FuncKey(d) == key {
				return &Symbol{Doc: d.Doc.Text(), Source: slice(d.Pos(), d.End())}
			}
		case *ast.GenDecl:
			if s := lookupSpec(d, owner, name, slice); s != nil {
				return s
			}
		}
	}
	return nil
}

func lookupSpec(d *ast.GenDecl, owner, name string, slice func(from, to token.Pos) string) *Symbol {
	for _, spec := range d.Specs {
		if t, ok := spec.(*ast.TypeSpec); ok && owner != "" && t.Name.Name == owner {
			return lookupField(t.Type, name, slice)
		}
		if owner != "" || !containsName(check.Declared(spec), name) {
			continue
		}
		s := &Symbol{Doc: specDoc(spec), Source: d.Tok.String() + " " + slice(spec.Pos(), spec.End())}
		if s.Doc == "" {
			s.Doc = d.Doc.Text()
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
func lookupField(t ast.Expr, name string, slice func(from, to token.Pos) string) *Symbol {
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
			return &Symbol{Doc: firstText(f.Doc, f.Comment), Source: slice(f.Pos(), f.End())}
		}
	}
	return nil
}
