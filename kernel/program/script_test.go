package program

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

var update = flag.Bool("update", false, "rewrite the expectations of testdata/*.cells and the golden files")

// testEnv returns an Env with the stand-in run-time, shared by all tests: listing packages takes time.
func testEnv(tb testing.TB) *toolchain.Env {
	tb.Helper()
	env, err := sharedEnv()
	if err != nil {
		tb.Skip("no Go toolchain that works: ", err)
	}
	return env
}

var sharedEnv = sync.OnceValues(func() (*toolchain.Env, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(testDir, "module")
	return toolchain.New(toolchain.Config{Dir: dir, CacheDir: filepath.Join(cache, "mercer-test"), Sources: os.DirFS("testdata/runtime")})
})

var testDir string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if testDir, err = os.MkdirTemp("", "mercer-program-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(testDir)
	os.Exit(code)
}

// A script is a notebook in a file: cells separated by lines "---". Below the text of a cell stand its expectations,
// each line with a mark; -update rewrites them:
//
//	#> output    of the program, which is run
//	#! line:col: message, of a diagnostic in this cell; "name:line:col:" in another
//	#n notice
//	#d declared keys    #u used keys    #r removed keys
//
// A first line "@name" gives the cell an identity; cells without one are c1, c2, … A line "@store name…" says which
// variables the store holds.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cells")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cells"), func(t *testing.T) { runScript(t, file) })
	}
}

func runScript(t *testing.T, file string) {
	env := testEnv(t)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, env: env, keys: map[string]string{}}
	var out []string
	for i, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n---\n") {
		src, want := splitExpectations(text)
		got := s.step(i+1, src)
		out = append(out, strings.TrimRight(src, "\n")+"\n"+strings.Join(got, "\n"))
		if !*update && !slices.Equal(got, want) {
			t.Errorf("%s, cell %d:\n%s\ngot\n%s\nwant\n%s", file, i+1, src, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(out, "\n---\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func splitExpectations(text string) (src string, want []string) {
	lines := strings.Split(text, "\n")
	end := len(lines)
	for end > 0 && (strings.HasPrefix(lines[end-1], "#") || lines[end-1] == "") {
		end--
	}
	for _, l := range lines[end:] {
		if l != "" {
			want = append(want, l)
		}
	}
	return strings.Join(lines[:end], "\n"), want
}

// script is a notebook under test.
type script struct {
	t       *testing.T
	env     *toolchain.Env
	earlier *defs.Defs
	held    map[string]bool
	keys    map[string]string // names of cells by FileKey
}

// step runs one cell and returns what came of it.
func (s *script) step(n int, src string) []string {
	id := fmt.Sprintf("c%d", n)
	s.held = map[string]bool{}
	for strings.HasPrefix(src, "@") {
		line, rest, _ := strings.Cut(src, "\n")
		if names, ok := strings.CutPrefix(line, "@store "); ok {
			for _, name := range strings.Fields(names) {
				s.held[name] = true
			}
		} else {
			id = line[1:]
		}
		src = rest
	}
	s.keys[cell.FileKey(src)] = id
	c, err := cell.Split(src)
	if err != nil {
		return []string{"#! " + err.Error()}
	}
	p, err := Compose(context.Background(), s.env, s.request(id, c))
	if err != nil {
		return s.failed(id, err)
	}
	return append(s.summary(p), s.run(p)...)
}

func (s *script) request(id string, c *cell.Cell) Request {
	req := Request{Defs: s.earlier, CellID: id, Cell: c, NoAutoget: true,
		Values: func(name string) (ValueInfo, bool) { return ValueInfo{}, s.held[name] }}
	if c.MainLine > 0 {
		req.Mode = Main
	}
	for _, cmd := range c.Commands {
		switch cmd.Name {
		case "exec":
			req.Mode, req.Func, req.Line, req.Args = Exec, cmd.Args[0], cmd.Line, len(cmd.Args) > 1
		case "%", "main", "args":
			req.Args = len(cmd.Args) > 0
		case "test":
			req.Mode = Test
		}
	}
	return req
}

func (s *script) failed(id string, err error) []string {
	ds, ok := err.(cell.Diagnostics)
	if !ok {
		return []string{"#! " + err.Error()}
	}
	var out []string
	for _, d := range ds {
		line := strings.TrimPrefix(d.String(), d.File+":")
		if name := s.keys[d.File]; name != id {
			line = name + ":" + line
		}
		for i, l := range strings.Split(line, "\n") {
			if i > 0 {
				l = "  " + strings.TrimSpace(l)
			}
			out = append(out, "#! "+l)
		}
	}
	return out
}

func (s *script) summary(p *Program) []string {
	var out []string
	for _, n := range append(p.Notices, p.Notes...) {
		for key, id := range s.keys {
			n = strings.ReplaceAll(n, key, id)
		}
		out = append(out, "#n "+n)
	}
	for _, l := range []struct {
		mark string
		keys []string
	}{{"#d", p.Declared}, {"#u", p.Uses}, {"#r", p.Removed}} {
		if len(l.keys) > 0 {
			out = append(out, l.mark+" "+strings.Join(l.keys, " "))
		}
	}
	return out
}

// run builds and runs the program.
func (s *script) run(p *Program) []string {
	if p.Empty {
		s.earlier = p.Defs
		return nil
	}
	b, err := s.env.Build(context.Background(), p.Unit)
	if err != nil {
		for _, src := range p.Unit.Sources {
			s.t.Logf("%s:\n%s", src.Name, src.Text)
		}
		s.t.Errorf("a program that was checked is not built: %v", err)
		return nil
	}
	cmd := exec.Command(b.Exe, p.TestArgs...)
	cmd.Env = append(os.Environ(), "GOTRACEBACK=none")
	text, err := cmd.CombinedOutput()
	if err == nil {
		s.earlier = p.Defs
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if i := strings.Index(line, " (0."); i > 0 && p.Mode == Test {
			line = line[:i] // the time that a test took
		}
		out = append(out, strings.TrimRight("#> "+line, " "))
	}
	if err != nil {
		out = append(out, "#> "+err.Error())
	}
	return out
}
