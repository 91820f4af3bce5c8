package session

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/session/show"
)

// The examples of the standard library and of gonum that say what they print, as two cells: the declarations with the
// imports, then the statements of func main.

// example is one of them.
type example struct {
	name                 string // with the path of its package
	dir                  string // of the package
	declarations, source string // the cells
	output               string
	unordered            bool
}

// unequal are examples that cannot print the same in a notebook, and why.
var unequal = map[string]string{
	"flag.FlagSet": "it declares a variable main, and at package level main is a function",
	"log.Logger":   "it prints the name of its file",

	"log.Logger_Output":  "it prints the name of its file",
	"log/slog._wrapping": "it prints the name of its file",
	"runtime.Frames":     "it prints the functions that have called it",

	"gonum.org/v1/gonum/graph/community.Profile_multiplex": "a func init, which go/doc leaves out, makes its graphs",
	"gonum.org/v1/gonum/stat.CC":                           "another file of the package's tests has its data",

	// The value stays in a variable of the notebook.
	"runtime.AddCleanup": "it waits until a value of its own is collected",
}

func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many cells")
	}
	t.Parallel()
	all := findExamples(t, "std", "gonum.org/v1/gonum/...")
	chosen := all
	if !slow {
		chosen = nil
		n := map[bool]int{false: 6, true: 40}[sample]
		for _, i := range rand.New(rand.NewPCG(30, 3)).Perm(len(all))[:n] {
			chosen = append(chosen, all[i])
		}
	}
	s := newTestSession(t, t.TempDir())
	equal := 0
	for _, e := range chosen {
		got, err := e.run(t, s)
		same := err == nil && sameOutput(got, e.output, e.unordered)
		switch why := unequal[e.name]; {
		case same && why != "" && slow:
			t.Errorf("%s prints the same after all: %s", e.name, why)
		case same:
			equal++
		case why == "":
			t.Errorf("%s: %v, prints\n%s\nwant\n%s\nof\n%s\n---\n%s", e.name, err, got, e.output, e.declarations, e.source)
		}
	}
	t.Logf("%d of %d examples print the same", equal, len(chosen))
}

// stdout gathers what a cell prints.
type stdout struct {
	transcript
	text strings.Builder
}

func (s *stdout) Stream(name, text string) {
	if name == "stdout" {
		s.text.WriteString(text)
	}
}

func (s *stdout) Display(show.Bundle, bool)   {}
func (s *stdout) Result(_ int, _ show.Bundle) {}

// run runs an example in a notebook of its own.
func (e *example) run(t *testing.T, s *Session) (string, error) {
	t.Helper()
	// The directory is where "go test" runs it, and the zone that of the tests of package time.
	runCell(t, s, "", "%reset\n%env TZ=America/Los_Angeles\n%cd "+e.dir)
	var out stdout
	for i, code := range []string{e.declarations, e.source} {
		reply := s.Execute(context.WithoutCancel(t.Context()), Request{Code: code, CellID: fmt.Sprint(e.name, i), StoreHistory: true}, &out)
		if reply.Err != nil {
			return out.text.String(), reply.Err
		}
	}
	return out.text.String(), nil
}

// sameOutput compares as "go test" does.
func sameOutput(got, want string, unordered bool) bool {
	got, want = strings.TrimSpace(withoutNotices(got)), strings.TrimSpace(want)
	if !unordered {
		return got == want
	}
	sorted := func(text string) []string { return slices.Sorted(slices.Values(strings.Split(text, "\n"))) }
	return slices.Equal(sorted(got), sorted(want))
}

// findExamples returns the examples of packages that are programs by themselves and say what they print.
func findExamples(t *testing.T, patterns ...string) (found []*example) {
	t.Helper()
	args := append([]string{"list", "-e", "-f", `{{.ImportPath}}{{"\t"}}{{.Dir}}{{"\t"}}{{join .TestGoFiles " "}} {{join .XTestGoFiles " "}}`}, patterns...)
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 || strings.Contains(f[0], "internal") || strings.HasPrefix(f[0], "cmd/") || strings.HasPrefix(f[0], "vendor/") {
			continue
		}
		found = append(found, examplesOf(t, f[0], f[1], strings.Fields(f[2]))...)
	}
	if len(found) < 500 {
		t.Fatalf("%d examples", len(found))
	}
	return found
}

func examplesOf(t *testing.T, path, dir string, files []string) (found []*example) {
	t.Helper()
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	for _, ex := range doc.Examples(parsed...) {
		if ex.Play == nil || ex.Output == "" && !ex.EmptyOutput {
			continue
		}
		e := &example{name: path + "." + ex.Name, dir: dir, output: strings.ReplaceAll(ex.Output, packageOf(parsed)+".", "main."), unordered: ex.Unordered}
		if e.cut(fset, ex.Play) {
			found = append(found, e)
		}
	}
	return found
}

// packageOf is the name of the package that examples are in: a notebook is package main.
func packageOf(files []*ast.File) string { return files[len(files)-1].Name.Name }

// cut makes the cells of a program. It is false for one that cannot be printed.
func (e *example) cut(fset *token.FileSet, program *ast.File) bool {
	var b bytes.Buffer
	if format.Node(&b, fset, program) != nil {
		return false
	}
	text := b.String()
	fset = token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return false
	}
	at := func(p token.Pos) int { return fset.File(p).Offset(p) }
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "main" || fn.Recv != nil {
			continue
		}
		from := at(fn.Pos())
		if fn.Doc != nil {
			from = at(fn.Doc.Pos())
		}
		e.declarations = strings.TrimSpace(text[at(f.Name.End()):from] + text[at(fn.End()):])
		e.source = strings.TrimSpace(text[at(fn.Body.Lbrace)+1:at(fn.Body.Rbrace)]) + "\n;" // no value is shown
		return true
	}
	return false
}
