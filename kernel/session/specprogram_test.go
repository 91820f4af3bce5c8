package session

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/files"
)

// This file holds the cells of the specification against plain Go: it makes of each case the program that a user would write
// and compares what it prints. It knows nothing of how the kernel composes programs: functions, types, constants and imports
// stand at package level, and so do variables that functions use; everything else is in func main, each cell in a block
// inside that of the cell before, so that it may declare a name anew.

var updateSpec = flag.Bool("update-spec", false, "write what the programs print as expectations into testdata/spec/*.cells")

// endOfCell is what a program prints after the statements of each cell.
const endOfCell = "\x1e"

func TestSpecificationAsPrograms(t *testing.T) {
	if !slow && !*updateSpec {
		t.Skip("builds many programs (MERCER_SLOW=1)")
	}
	dir, cases := t.TempDir(), specCases(t)
	writeTestFile(t, filepath.Join(dir, "go.mod"), "module spec\n\ngo 1.26\n")
	for i, c := range cases {
		writeTestFile(t, filepath.Join(dir, fmt.Sprintf("case%03d", i), "main.go"), specProgram(c))
	}
	bin := filepath.Join(dir, "bin") + string(filepath.Separator)
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "./...")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, explained(string(out), cases))
	}
	for i, c := range cases {
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), filepath.Join(bin, fmt.Sprintf("case%03d", i)))
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		got := strings.Split(strings.TrimSuffix(out.String(), endOfCell+"\n"), endOfCell+"\n")
		if *updateSpec {
			c.expect(got)
		}
		if text := strings.Join(got, ""); err != nil || strings.TrimRight(text, "\n") != c.printed() {
			t.Errorf("%v: Go prints (%v)\n%s\nwant\n%s\nof\n%s", c, err, text, c.printed(), specProgram(c))
		}
	}
	if *updateSpec {
		rewriteSpec(t, cases)
	}
}

// What a cell is refused for is what Go says of the program with that cell.
func TestSpecificationRefusals(t *testing.T) {
	if !slow {
		t.Skip("builds programs (MERCER_SLOW=1)")
	}
	dir, cases := t.TempDir(), specCases(t)
	writeTestFile(t, filepath.Join(dir, "go.mod"), "module spec\n\ngo 1.26\n")
	wants := map[string]*regexp.Regexp{}
	for i, c := range cases {
		for _, cell := range c.cells {
			if _, msg, ok := strings.Cut(strings.Join(cell.want, ""), "compile error: Cell "); ok && cell.refused() {
				name := fmt.Sprintf("case%03d", i)
				_, msg, _ = strings.Cut(msg, ": ")
				wants[name] = regexp.MustCompile(`(?m)^` + name + `/main\.go:\d+:\d+: ` + msg)
				writeTestFile(t, filepath.Join(dir, name, "main.go"), imported(programOf(c, true)))
			}
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "./...")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, _ := build.CombinedOutput() // it fails on purpose
	for name, want := range wants {
		if !want.Match(out) {
			t.Errorf("%s: nothing matches %v in\n%s", name, want, out)
		}
	}
}

func writeTestFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// explained names the cases of directories.
func explained(text string, cases []*specCase) string {
	for i, c := range cases {
		name := fmt.Sprintf("case%03d/main.go", i)
		if strings.Contains(text, name) {
			text = strings.ReplaceAll(text, name, c.String()+" "+name) + "\n" + specProgram(c)
		}
	}
	return text
}

// refused says whether a cell is to fail: it is none of the program's.
func (c *scriptCell) refused() bool {
	return len(c.want) > 0 && strings.HasPrefix(strings.TrimPrefix(c.want[len(c.want)-1], "~"), "error: ")
}

// printed is what the cells of a case print.
func (c *specCase) printed() string {
	var lines []string
	for _, cell := range c.cells {
		if !cell.refused() {
			lines = append(lines, cell.want...)
		}
	}
	return strings.Join(lines, "\n")
}

// expect makes what a program has printed, by cells, the expectations of the case.
func (c *specCase) expect(got []string) {
	for i := range c.cells {
		cell := &c.cells[i]
		if cell.refused() {
			continue
		}
		if cell.want = nil; len(got) > 0 {
			if text := strings.TrimSuffix(got[0], "\n"); text != "" {
				cell.want = strings.Split(text, "\n")
			}
			got = got[1:]
		}
	}
}

func rewriteSpec(t *testing.T, cases []*specCase) {
	t.Helper()
	texts := map[string]*strings.Builder{}
	for _, c := range cases {
		b := texts[c.file]
		if b == nil {
			b = new(strings.Builder)
			texts[c.file] = b
		}
		fmt.Fprintf(b, "### %s\n", c.title)
		for _, cell := range c.cells {
			fmt.Fprintf(b, "## %s\n%s\n", cell.id, strings.TrimRight(cell.code, "\n"))
			for _, line := range cell.want {
				mark := "//-> "
				if strings.HasPrefix(line, "~") {
					mark, line = "//~> ", line[1:]
				}
				b.WriteString(strings.TrimRight(mark+line, " ") + "\n")
			}
		}
		for line := range strings.Lines(c.program) {
			b.WriteString(strings.TrimRight("//= "+strings.TrimRight(line, "\n"), " ") + "\n")
		}
	}
	for path, b := range texts {
		if err := files.Replace(path, []byte(b.String())); err != nil {
			t.Fatal(err)
		}
	}
}

// specImports are the packages that cases use.
var specImports = map[string]string{
	"fmt": "fmt", "strings": "strings", "errors": "errors", "unsafe": "unsafe", "math": "math", "sort": "sort", "strconv": "strconv",
	"reflect": "reflect", "time": "time", "sync": "sync", "iter": "iter", "maps": "maps", "slices": "slices", "cmp": "cmp", "os": "os",
	"runtime": "runtime", "utf8": "unicode/utf8", "cmplx": "math/cmplx", "bits": "math/bits", "io": "io", "bytes": "bytes", "big": "math/big", "atomic": "sync/atomic",
}

// specProgram is the program of a case.
func specProgram(c *specCase) string {
	body := c.program
	if body == "" {
		body = programOf(c, false)
	}
	return imported(body)
}

// imported is a program with its imports.
func imported(body string) string {
	body = strings.ReplaceAll(body, "// cell\n", fmt.Sprintf("println_(%q)\n", endOfCell))
	body += "\nfunc println_(s string) { os_.Stdout.WriteString(s + \"\\n\") }\n"
	var b strings.Builder
	b.WriteString("package main\n\nimport os_ \"os\"\n")
	for _, name := range slices.Sorted(keysOf(specImports)) {
		if regexp.MustCompile(`(^|[^.\w"])`+name+`\.[A-Z]`).MatchString(body) && !strings.Contains(body, "import \""+specImports[name]+"\"") {
			fmt.Fprintf(&b, "import %q\n", specImports[name])
		}
	}
	// Imports of cells come first.
	rest := ""
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "import ") {
			b.WriteString(line)
		} else {
			rest += line
		}
	}
	return b.String() + rest
}

func keysOf[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// piece is an item at the top level of a cell.
type piece struct {
	text    string
	keyword string // "func", "type", "const", "import", "var", or ""
}

var keyword = regexp.MustCompile(`^(func|type|const|import|var)\s`)

// pieces cuts a cell by its lines: an item ends with the line at which all its brackets are closed.
func pieces(code string) []piece {
	var out []piece
	open, text := 0, ""
	for line := range strings.Lines(code) {
		bare := quotedText.ReplaceAllString(strings.Split(line, " // ")[0], "")
		text += line
		if open += strings.Count(bare, "{") + strings.Count(bare, "(") + strings.Count(bare, "[") -
			strings.Count(bare, "}") - strings.Count(bare, ")") - strings.Count(bare, "]"); open == 0 {
			p := piece{text: text}
			if m := keyword.FindStringSubmatch(text); m != nil {
				p.keyword = m[1]
			}
			out, text = append(out, p), ""
		}
	}
	return out
}

var quotedText = regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`|'(\\\\.|[^'\\\\])+'")

// defined are the names that a := or var at the beginning of a line declares.
var defined = regexp.MustCompile(`^(?:var\s+)?(\w+(?:\s*,\s*\w+)*)\s*(:=|[^=]*=|\s[\w\[*])`)

func (p piece) names() []string {
	m := defined.FindStringSubmatch(p.text)
	if m == nil || p.keyword != "var" && m[2] != ":=" || m[1] == "var" {
		return nil
	}
	return regexp.MustCompile(`\s*,\s*`).Split(m[1], -1)
}

// programOf makes the program of the cells; with refused of those that are to fail, too.
func programOf(c *specCase, refused bool) string {
	var top, main strings.Builder
	functions := ""
	for _, cell := range c.cells {
		for _, p := range pieces(cell.code) {
			if p.keyword == "func" || p.keyword == "const" || p.keyword == "type" {
				functions += p.text
			}
		}
	}
	main.WriteString("func main() {\n")
	blocks := 0
	for _, cell := range c.cells {
		if cell.refused() && !refused {
			continue
		}
		main.WriteString("{\n")
		blocks++
		for _, p := range pieces(cell.code) {
			names := p.names()
			used := slices.ContainsFunc(names, func(name string) bool { return regexp.MustCompile(`\b` + name + `\b`).MatchString(functions) })
			switch {
			case p.keyword != "" && p.keyword != "var", p.keyword == "var" && used:
				top.WriteString(p.text)
			case used:
				top.WriteString("var " + strings.Replace(p.text, ":=", "=", 1))
			default:
				main.WriteString(p.text)
				for _, name := range names {
					if name != "_" {
						main.WriteString("_ = " + name + "\n")
					}
				}
			}
		}
		main.WriteString("// cell\n")
	}
	return top.String() + main.String() + strings.Repeat("}\n", blocks) + "}\n"
}
