package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

func newFileSet() *token.FileSet { return token.NewFileSet() }

// renderer writes the files of a program: one for the declarations of each cell, one for variables, one for the cell's
// statements.
type renderer struct {
	files map[string]*goFile
	taken map[string]bool // names at package level, which no import may have
	// preamble is the C text before an import "C".
	preamble string
}

// goFile is a file in the making.
type goFile struct {
	imports packageRefs // path by name
	always  []string    // lines of further imports: dot, blank, "C"
	body    strings.Builder
	aliases packageRefs // name in the file by path, for generated code
}

func newRenderer(taken map[string]bool) *renderer {
	return &renderer{files: map[string]*goFile{}, taken: taken}
}

func (r *renderer) file(name string) *goFile {
	f := r.files[name]
	if f == nil {
		f = &goFile{imports: packageRefs{}, aliases: packageRefs{}}
		r.files[name] = f
	}
	return f
}

// aliasPrefix begins the names of generated things. A notebook is free to use such names, but is not likely to.
const aliasPrefix = cell.OursPrefix

// importAs makes the file import path under a name and returns the name it really has: another one where the name is
// taken by a declaration.
func (r *renderer) importAs(f *goFile, name, path string) string {
	if r.taken[name] || f.imports[name] != "" && f.imports[name] != path {
		name = aliasPrefix + "pkg_" + name
		for f.imports[name] != "" && f.imports[name] != path {
			name += "_"
		}
	}
	f.imports[name] = path
	return name
}

// qualify returns a function that names packages in generated code of the file.
func (r *renderer) qualify(f *goFile) func(path string) string {
	return func(path string) string {
		if f.aliases[path] == "" {
			name := aliasPrefix + toolchain.LastWord(path)
			for f.imports[name] != "" {
				name += "_"
			}
			f.imports[name], f.aliases[path] = path, name
		}
		return f.aliases[path]
	}
}

// line writes a directive: what follows stands at the place in the cell.
func (f *goFile) line(at origin) {
	fmt.Fprintf(&f.body, "\n//line %s:%d:%d\n", at.file, at.line, at.col)
}

// decl writes a declaration of a cell.
func (r *renderer) decl(d *decl, rename map[string]string) {
	f := r.file(d.File)
	for name := range d.Pkgs {
		if strings.HasPrefix(name, ".") {
			f.always = append(f.always, fmt.Sprintf(". %q", d.Pkgs[name]))
			continue
		}
		if d.Pkgs[name] == "C" {
			r.importC(f)
			continue
		}
		if as := r.importAs(f, name, d.Pkgs[name]); as != name {
			rename = withRename(rename, name, as)
		}
	}
	if d.Kind == KindImport {
		r.importDecl(f, d)
		return
	}
	head := ""
	if d.Kind == KindType {
		head = "type "
	}
	for _, lost := range d.Lost {
		rename = withRename(rename, lost, "_")
	}
	text := d.Text
	if len(rename) > 0 {
		text = renameIdents(head, text, origin{d.File, d.Line, d.Col}, rename)
	}
	if head != "" {
		f.body.WriteString("\ntype")
	}
	f.line(origin{d.File, d.Line, d.Col})
	f.body.WriteString(text)
	f.body.WriteString("\n")
}

// importC imports "C" with its preamble.
func (r *renderer) importC(f *goFile) { f.always = append(f.always, "\x00"+r.preamble) }

func (r *renderer) importDecl(f *goFile, d *decl) {
	if len(d.Names) > 0 && d.Names[0].Key == "_"+d.Path {
		f.always = append(f.always, fmt.Sprintf("_ %q", d.Path))
	}
}

func withRename(m map[string]string, from, to string) map[string]string {
	c := map[string]string{from: to}
	for k, v := range m {
		c[k] = v
	}
	return c
}

// renameIdents renames, in a declaration, what it declares at package level and what it takes from outside.
func renameIdents(head, text string, at origin, rename map[string]string) string {
	const pkg = "package p\n"
	fset := newFileSet()
	file, err := parser.ParseFile(fset, "", pkg+head+text, parser.ParseComments)
	if err != nil {
		return text
	}
	skip := len(pkg) + len(head)
	outer := outerIdents(file)
	var edits []edit
	ast.Inspect(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || rename[id.Name] == "" || !outer(id) && !isDeclared(file, id) {
			return true
		}
		from := fset.File(id.Pos()).Offset(id.Pos()) - skip
		edits = append(edits, edit{from, from + len(id.Name), rename[id.Name]})
		return true
	})
	return apply(text, at, edits)
}

// isDeclared says whether the identifier is where the file declares a name at package level.
func isDeclared(file *ast.File, id *ast.Ident) bool {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name == id && d.Recv == nil {
				return true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					if slices.Contains(spec.Names, id) {
						return true
					}
				case *ast.TypeSpec:
					if spec.Name == id {
						return true
					}
				}
			}
		}
	}
	return false
}

// sources returns the finished files, those of cells under names that sort before the generated ones.
func (r *renderer) sources() []toolchain.Source {
	var out []toolchain.Source
	for _, name := range sortedKeys(r.files) {
		f := r.files[name]
		var head strings.Builder
		head.WriteString("package main\n")
		slices.Sort(f.always)
		f.always = slices.Compact(f.always)
		for _, line := range f.always {
			if doc, ok := strings.CutPrefix(line, "\x00"); ok {
				head.WriteString("\n/*\n" + doc + "*/\nimport \"C\"\n")
				continue
			}
			head.WriteString("import " + line + "\n")
		}
		for _, as := range sortedKeys(f.imports) {
			fmt.Fprintf(&head, "import %s %q\n", as, f.imports[as])
		}
		out = append(out, toolchain.Source{Name: sourceName(name), Text: head.String() + f.body.String()})
	}
	return out
}

// paths returns the import paths of all files, and the run-time that every program links.
func (r *renderer) paths() []string {
	paths := map[string]bool{"runtime": true}
	for _, f := range r.files {
		for _, path := range f.imports {
			paths[path] = true
		}
		for _, line := range f.always {
			if _, path, ok := strings.Cut(line, ` "`); ok && line[0] != 0 {
				paths[strings.TrimSuffix(path, `"`)] = true
			}
		}
	}
	delete(paths, "C")
	return sortedKeys(paths)
}

// cgo says whether a file imports "C".
func (r *renderer) cgo() bool {
	for _, f := range r.files {
		if slices.ContainsFunc(f.always, func(line string) bool { return line[0] == 0 }) {
			return true
		}
	}
	return false
}

// sourceName is the name of a file with a cell's declarations; it differs from the name that positions give.
func sourceName(name string) string { return cell.SourcePrefix + name }
