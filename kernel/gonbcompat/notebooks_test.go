package gonbcompat

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// entry is what testdata/notebooks.json says of one notebook. Cells are the code cells, numbered from 1.
type entry struct {
	Name    string              // below "examples", without ".ipynb"
	Path    string              // of a notebook that is not GoNB's
	Page    string              // what it needs a page for, "widgets" or "wasm"; such a notebook runs in kernel/lab/browser/lab_test.py
	Answers []string            // to input requests
	Skip    map[string]string   // cells that are not run, and why
	Needs   map[string]string   // cells that need a module which not every proxy serves
	Expect  map[string][]string // texts that a cell shows, in this order
	Mercer  map[string][]string // the same, where Mercer differs from GoNB
	File    map[string]string   // files that the notebook writes into TEST_DIR

	MercerFile map[string]string // the same, where Mercer differs from GoNB
}

func readEntries(t *testing.T) []entry {
	t.Helper()
	data, err := os.ReadFile("testdata/notebooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

// GoNB's notebooks show under Mercer what GoNB's own tests look for: a quarter of them, and all with MERCER_SLOW.
func TestGoNBNotebooks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole notebooks")
	}
	tree := gonbTree(t)
	for i, e := range readEntries(t) {
		if e.Page != "" || i%4 != 0 && os.Getenv("MERCER_SLOW") == "" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) { runEntry(t, e, tree) })
	}
}

// gonbTree copies what notebooks need of GoNB's module to a place that can be written.
func gonbTree(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/janpfeifer/gonb").Output()
	module := strings.TrimSpace(string(out))
	if err != nil || module == "" {
		t.Skipf("GoNB's module is not in the module cache: %v", err)
	}
	tree := t.TempDir()
	err = filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(module, path)
		if d.IsDir() {
			if rel == "docs" || rel == "cmd" || rel == "internal" {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(tree, rel), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(tree, rel), data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// runEntry runs a notebook's cells and checks what they show.
func runEntry(t *testing.T, e entry, tree string) {
	scratch := t.TempDir()
	t.Setenv("GONB_GIT_ROOT", tree)
	t.Setenv("GOCOVERDIR", scratch)
	t.Setenv("JPY_PARENT_PID", strconv.Itoa(os.Getpid()))
	t.Setenv("TEST_DIR", scratch)
	if strings.HasSuffix(e.Name, "writefile") {
		t.Setenv("TEST_DIR", scratch+"/")
	}
	path := filepath.Join(tree, "examples", e.Name+".ipynb")
	if e.Path != "" {
		path = e.Path
	}
	nb, err := notebook.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	if e.Path != "" {
		dir = scratch
	}
	s, err := session.New(session.Options{Dir: dir, Judge: judge.Serve, Version: "test", Render: map[string]show.Renderer{figure.MIME: draw}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	places := strings.NewReplacer("$ROOT", tree, "$TEST_DIR", scratch)
	screen := &screen{answers: e.Answers}
	for i, c := range nb.CodeCells() {
		n := strconv.Itoa(i + 1)
		if e.Skip[n] != "" {
			continue
		}
		screen.text.Reset()
		reply := s.Execute(t.Context(), session.Request{Code: c.Source, StoreHistory: true, AllowStdin: true}, screen)
		if reply.Err != nil {
			screen.error(reply.Err)
		}
		if text := screen.text.String(); strings.Contains(text, "cannot be fetched") {
			if e.Needs[n] == "" {
				t.Skipf("cell %s needs a module: %s", n, text)
			}
			continue
		}
		checkCell(t, e, n, c.Source, screen.text.String(), places)
	}
	checkFiles(t, e, scratch)
}

// draw draws a figure as the command mercer does.
func draw(ctx context.Context, data []byte) (drawn []show.RenderedPart, err error) {
	parts, err := render.Bundle(ctx, data)
	for _, p := range parts {
		drawn = append(drawn, show.RenderedPart{MIME: p.MIME, Data: p.Data})
	}
	return drawn, err
}

func checkCell(t *testing.T, e entry, n, source, shown string, places *strings.Replacer) {
	t.Helper()
	want, ok := e.Mercer[n]
	if !ok {
		want = e.Expect[n]
	}
	rest := shown
	for _, w := range want {
		w = places.Replace(w)
		_, after, found := strings.Cut(rest, w)
		if !found {
			t.Errorf("cell %s:\n%s\nshows\n%s\nand lacks %q", n, source, shown, w)
			return
		}
		rest = after
	}
}

func checkFiles(t *testing.T, e entry, dir string) {
	t.Helper()
	for name, want := range e.File {
		if differs, ok := e.MercerFile[name]; ok {
			want = differs
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("file %s: got %q, %v; want %q", name, got, err, want)
		}
	}
}

// screen is a sink that collects all text, and a user who answers.
type screen struct {
	text    strings.Builder
	answers []string
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

func (s *screen) error(e *report.Error) {
	s.text.WriteString(escape.ReplaceAllString(e.Error()+"\n"+strings.Join(e.Traceback, "\n"), ""))
}

func (s *screen) bundle(b show.Bundle) {
	for _, data := range b.Data {
		var text string
		if json.Unmarshal(data, &text) == nil {
			s.text.WriteString(text + "\n")
		}
	}
}

// Stream implements session.Sink.
func (s *screen) Stream(_, text string) { s.text.WriteString(text) }

// Display implements session.Sink.
func (s *screen) Display(b show.Bundle, _ bool) { s.bundle(b) }

// Result implements session.Sink.
func (s *screen) Result(_ int, b show.Bundle) { s.bundle(b) }

// Clear implements session.Sink.
func (s *screen) Clear(bool) {}

// Input implements session.Sink.
func (s *screen) Input(context.Context, string, bool) (string, error) {
	if len(s.answers) == 0 {
		return "", fmt.Errorf("no answer left")
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	return answer, nil
}
