package gosource

import (
	"context"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// book makes a notebook of code cells. A cell that begins with "#" is a Markdown cell, one with "!!" fails on purpose.
func book(cells ...string) *notebook.Notebook {
	nb := &notebook.Notebook{Minor: 5}
	for i, source := range cells {
		c := &notebook.Cell{Type: notebook.Code, ID: fmt.Sprint("c", i), Source: source, Metadata: map[string]any{}}
		if strings.HasPrefix(source, "#") {
			c.Type = notebook.Markdown
		}
		if rest, ok := strings.CutPrefix(source, "!!"); ok {
			c.Source, c.Metadata["tags"] = rest, []any{"raises-exception"}
		}
		nb.Cells = append(nb.Cells, c)
	}
	return nb
}

func needsGo(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs notebooks and builds programs")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the Go toolchain: ", err)
	}
}

func newSession(t *testing.T, dir string) *session.Session {
	t.Helper()
	draw := func(ctx context.Context, data []byte) (drawn []show.RenderedPart, err error) {
		parts, err := render.Bundle(ctx, data)
		for _, p := range parts {
			drawn = append(drawn, show.RenderedPart{MIME: p.MIME, Data: p.Data})
		}
		return drawn, err
	}
	s, err := session.New(session.Options{Dir: dir, Judge: judge.Serve, Render: map[string]show.Renderer{figure.MIME: draw}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// printed runs a notebook and returns what it shows as text, without the cells that the program leaves out.
func printed(t *testing.T, nb *notebook.Notebook, s *session.Session, notes []string) string {
	t.Helper()
	nb = nb.Clone()
	if err := execute.Run(t.Context(), nb, s, execute.Options{}, func(execute.Step) {}); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, c := range nb.CodeCells() {
		if strings.Contains(strings.Join(notes, "\n"), fmt.Sprintf("Cell [%d] is left out", i+1)) || onlyCommands(c.Source) {
			continue
		}
		for _, o := range c.Outputs {
			text := o.Text
			if o.Type != notebook.Stream {
				text, _ = o.Data["text/plain"].(string)
				text = strings.TrimSuffix(text, "\n") + "\n"
			}
			if !strings.HasPrefix(text, "· ") && !strings.HasPrefix(text, "Set: ") { // of the kernel
				b.WriteString(text)
			}
		}
	}
	return b.String()
}

// onlyCommands says whether a cell has nothing but commands of the notebook.
func onlyCommands(source string) bool {
	for line := range strings.SplitSeq(source, "\n") {
		if !strings.HasPrefix(line, "%") || line == "%%" {
			return false
		}
	}
	return true
}

// run builds a program with this module and returns what it prints.
func run(t *testing.T, source []byte) string {
	t.Helper()
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "main.go"), filepath.Join(dir, "main")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-s -w", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, source)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func compare(t *testing.T, name string, nb *notebook.Notebook, s *session.Session) *Program {
	t.Helper()
	p, err := Write(context.Background(), nb, name, s.Env())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if formatted, err := format.Source(p.Source); err != nil || string(formatted) != string(p.Source) {
		t.Errorf("%s: not as gofmt writes it, %v", name, err)
	}
	want, got := strings.Split(printed(t, nb, s, p.Notes), "\n"), strings.Split(run(t, p.Source), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Errorf("%s: line %d is\n%s\nwant\n%s\nof\n%s", name, i+1, at(got, i), at(want, i), p.Source)
			break
		}
	}
	return p
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(none)"
}

// A program prints what its notebook does: a third of these, and all with MERCER_SLOW.
func TestPrintsTheSame(t *testing.T) {
	needsGo(t)
	for i, tt := range []struct {
		name  string
		cells []string
		notes string
	}{
		{"hello", []string{`fmt.Println("hello")`}, ""},
		{"values", []string{"x := 1", "x, y := x+1, 2.5\ny", "x += 2\nx", "var z, w = []int{x}, map[string]int{}\nz, w"}, ""},
		{"declared again", []string{"n := 3\nvar s []int\ns = append(s, n)", "var s []int\nlen(s)", "n := 7\nn"}, ""},
		{"another type", []string{"v := []int{3, 4}\nfunc first() int { return v[0] }\nfirst()", "v := fmt.Sprint(v)\nv", "type T struct{ v int }\nT{v: len(v)}"}, ""},
		{"late binding", []string{"// rate is what the bank gives.\nfunc rate() float64 { return .05 }\nfunc interest(c float64) float64 { return c * rate() }\ninterest(100)",
			"func rate() float64 { return .07 }", "interest(100)"}, ""},
		{"another kind", []string{"func f() int { return 1 }\nf()", "f := 2\nf", "f++\nf"}, ""},
		{"a function after a variable", []string{"f := 2\nf", "func f(n int) int {\n\tif n == 0 {\n\t\treturn 1\n\t}\n\treturn n * f(n-1)\n}\nf(4)", "f(5)",
			"func f(n int) int { return n }", "f(6)"}, ""},
		{"a variable with the name of a package", []string{"strings := strings.Fields(\"b a\")\nfor i := range strings {\n\tfmt.Println(strings[i])\n}", "len(strings)", "sort.Strings(strings)\nstrings",
			"sort := 3\nsort + len(strings)"}, ""},
		{"a type of a package with the name of a variable", []string{"f := bytes.NewBufferString(\"x\")", "bytes := f.Bytes()\nlen(bytes)", "g := f\ng.Len()"}, ""},
		{"a function with the name of a package", []string{"r := strings.NewReader(\"abc\")", "func strings() int { return r.Len() }\nstrings()"}, ""},
		{"order", []string{"var a = b + 1\nvar b = f()\nfunc f() int { return 41 }\na, b", "var p = g()\nfunc g() int { return q * 2 }\nvar q = 21", "p"}, ""},
		{"init once", []string{"var table = map[string]int{}\nvar order []string\nfunc init() { table[\"x\"]++; order = append(order, \"a\") }\nfunc init() { order = append(order, \"b\") }\nlen(table)",
			"var order []string\nfunc init() { order = append(order, \"c\") }", "order, table[\"x\"]"}, ""},
		{"keys", []string{"k, n := \"a\", 1\ntype P struct{ k, n int }", "n := \"one\"\nk := 2.5\nfmt.Println(map[string]int{n: 1}, map[float64]P{k: {k: 1, n: 2}}, P{n: 3})"}, ""},
		{"types anew", []string{"type T struct{ a int }\nt := T{1}\nt", "type T struct{ b string }\nfunc (t T) B() string { return t.b }\nt := T{\"x\"}\nt.B()", "ts := []T{t}\nlen(ts)"}, ""},
		{"constants anew", []string{"const n, m = 1, 2\nn", "const n = \"a\"\nn", "m, n"}, ""},
		{"methods", []string{"type V []float64\nv := V{3, 4}", "func (v V) Norm() float64 { return math.Hypot(v[0], v[1]) }\nv.Norm()"}, ""},
		{"results", []string{"strconv.Atoi(\"12\")", "strings.Cut(\"a=b\", \"=\")", "1, \"two\"", "x := 5\nx;", "len(\"abc\");", "func f() {}\nf()", "error(nil)", "fmt.Println(1)",
			"func g() error { return nil }\ng()", "[]int{1, 2}"}, ""},
		{"comments", []string{"# A title\n\ntext", "// what it is\nx := 1 // one\n\n// the end\nx // shown"}, ""},
		{"scopes", []string{"x := 1\nif x := 2; x > 1 {\n\tfmt.Println(x)\n}\nfor i := range 2 {\n\ty := i\n\tfmt.Println(x, y)\n}\nx", "f := func(x int) int { return x * 2 }\nf(x)"}, ""},
		{"main", []string{"x := 1", "%%\nx := \"local\"\nfmt.Println(x)", "func main() {\n\tfmt.Println(x)\n}", "%exec show\nfunc show() { fmt.Println(\"shown\", x) }"}, ""},
		{"defer", []string{"defer fmt.Println(\"at the end\")\nfmt.Println(\"body\")", "fmt.Println(\"next\")"}, ""},
		{"commands", []string{"!echo out\nx := 1", "%values", "x = 2", "%undo", "x", "%env A b\nos.Getenv(\"A\")"}, "Cell [3] is left out: %undo takes it back."},
		{"failing", []string{"x := 1", "!!panic(\"on purpose\")", "x"}, "Cell [2] is left out: it fails on purpose."},
		{"init", []string{"func init_a() { fmt.Println(\"init\") }", "1", "2"}, ""},
		{"imports", []string{"import str \"strings\"\nstr.ToUpper(\"a\")", "rand.New(rand.NewPCG(1, 2)).IntN(100)"}, ""},
		{"generic", []string{"func sum[N int | float64](xs ...N) (s N) {\n\tfor _, x := range xs {\n\t\ts += x\n\t}\n\treturn s\n}\nsum(1, 2), sum(.5)"}, ""},
		{"package form", []string{"var a, b = 1, a1()\nfunc a1() int { return 2 }", "a + b"}, ""},
		{"constants", []string{"const (\n\tlow = iota\n\thigh\n)\nlow, high"}, ""},
		{"derivations", []string{"a := 2.0\nfunc g(x float64) float64 { return x * x }", "%%derive -seed 3 The square of a sum\n\\given x, y \\in \\mathbb{R}\n(x+y)^2 = x^2 + 2xy + y^2 \\because{expand}",
			"%%derive\n\\given x \\in \\mathbb{R}\na \\cdot g(x) = a x^2 \\because{g is the square}", "a := 3\nfmt.Println(a)"}, ""},
		{"display", []string{"display.Show(1, \"a\")\ncheck.Equal(\"one\", 1, 1)", "mat.NewDense(1, 2, []float64{1, 2})"}, ""},
	} {
		if i%3 != 0 && os.Getenv("MERCER_SLOW") == "" {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := compare(t, tt.name, book(tt.cells...), newSession(t, t.TempDir()))
			if got := strings.Join(p.Notes, " "); got != tt.notes {
				t.Errorf("notes %q, want %q", got, tt.notes)
			}
		})
	}
}

// What a program cannot say is an error that names the cells.
func TestRefuses(t *testing.T) {
	needsGo(t)
	s := newSession(t, t.TempDir())
	for _, tt := range []struct {
		cells []string
		want  string
	}{
		{[]string{"x := nosuch"}, "cell [1] does not compile"},
		{[]string{"type T int\nfunc (T) A() int { return 1 }", "func (T) A() int { return 2 }"}, "cell [2]: method T.A is declared anew, after cell [1]"},
		{[]string{"func f() int { return 1 }", "func f(n int) int { return n }"}, "cell [2]: f is declared anew with another signature, after cell [1]"},
		{[]string{"x := 1", "%reset"}, "cell [2]: %reset changes what the notebook has declared"},
	} {
		_, err := Write(context.Background(), book(tt.cells...), "x", s.Env())
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.cells, err, tt.want)
		}
	}
}

// TestCourse compares what chapters and their programs print: two of them, and all of the course at full size.
func TestCourse(t *testing.T) {
	needsGo(t)
	names := []string{"00-start-here", "03-perceptron"}
	if slow() {
		names = chapters(t)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := compare(t, name, chapter(t, name), newSession(t, filepath.Join("..", "..", "..", "notebooks")))
			if slow() {
				vet(t, p.Source)
			}
		})
	}
}

// In these chapters variables have names of packages, and functions those of earlier variables.
func TestCourseExports(t *testing.T) {
	needsGo(t)
	s := newSession(t, t.TempDir())
	for _, name := range []string{"06c-rkhs", "09-gaussian-processes", "11-support-vectors"} {
		if _, err := Write(t.Context(), chapter(t, name), name, s.Env()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func slow() bool { return os.Getenv("MERCER_SLOW") == "1" }

func chapters(t *testing.T) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "notebooks", "*.ipynb"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no notebooks", err)
	}
	for _, path := range paths {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".ipynb"))
	}
	return names
}

func chapter(t *testing.T, name string) *notebook.Notebook {
	t.Helper()
	nb, err := notebook.Read(filepath.Join("..", "..", "..", "notebooks", name+".ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func vet(t *testing.T, source []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
