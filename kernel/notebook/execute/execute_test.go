package execute

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// echo is a session for tests: a cell "print x" prints x, "show x" has the result x, "fail x" fails, "wait" waits for an
// interrupt; whatever else prints nothing.
type echo struct {
	count  int
	ahead  []session.Request
	closed bool
}

func (e *echo) Ahead(queue []session.Request) { e.ahead = append(e.ahead, queue...) }

func (e *echo) Close() error { e.closed = true; return nil }

func (e *echo) Execute(ctx context.Context, req session.Request, sink show.Sink) session.Reply {
	e.count++
	reply := session.Reply{Count: e.count, Status: session.StatusOK}
	word, rest, _ := strings.Cut(req.Code, " ")
	switch word {
	case "print":
		sink.Stream("stdout", rest)
	case "show":
		quoted, _ := json.Marshal(rest)
		sink.Result(e.count, show.Bundle{Data: map[string]json.RawMessage{"text/plain": quoted}})
		if req.Aside {
			reply.Warnings = []string{"it smokes."}
		}
	case "fail":
		value := fmt.Sprintf("Cell [%d], line 1: %s", e.count, rest)
		reply.Status, reply.Err = session.StatusError, &report.Error{Name: "panic", Value: value, Traceback: []string{"\x1b[31mtrace\x1b[0m"}}
	case "wait":
		<-ctx.Done()
		reply.Status, reply.Err = session.StatusError, &report.Error{Name: "interrupted", Value: "interrupted"}
	}
	return reply
}

func book(sources ...string) *notebook.Notebook {
	nb := &notebook.Notebook{Minor: 5}
	for i, s := range sources {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, ID: fmt.Sprintf("c%d", i), Source: s, Count: 9,
			Metadata: map[string]any{}, Outputs: []*notebook.Output{{Type: notebook.Stream, Text: "old"}}})
	}
	return nb
}

func nothing(Step) {}

func TestRun(t *testing.T) {
	nb := book("print a", "  ", "show 3", "skipped")
	nb.Cells[3].Metadata["tags"] = []any{"skip-execution"}
	s := &echo{}
	var steps []Step
	if err := Run(context.Background(), nb, s, Options{}, func(s Step) { s.Took = 0; steps = append(steps, s) }); err != nil {
		t.Fatal(err)
	}
	if len(s.ahead) != 1 || s.ahead[0].Code != "show 3" || s.ahead[0].CellID != "c2" || !s.ahead[0].StoreHistory {
		t.Errorf("ahead: %+v", s.ahead)
	}
	if got := fmt.Sprint(steps); got != "[{1 2 false 0s []} {1 2 true 0s []} {2 2 false 0s []} {2 2 true 0s [it smokes.]}]" {
		t.Errorf("steps %s", got)
	}
	c := nb.Cells
	if c[0].Outputs[0].Text != "a" || c[0].Count != 1 || len(c[1].Outputs) != 0 || c[1].Count != 0 || c[2].Count != 2 ||
		c[2].Outputs[0].Data["text/plain"] != "3" || c[3].Outputs[0].Text != "old" {
		t.Errorf("outputs %s", nb.Marshal())
	}
	first := nb.Marshal()
	if err := Run(context.Background(), nb, &echo{}, Options{}, nothing); err != nil || !bytes.Equal(first, nb.Marshal()) {
		t.Errorf("second run differs, %v", err)
	}
}

func TestRunStopsAtError(t *testing.T) {
	nb := book("print a", "fail here", "print b")
	err := Run(context.Background(), nb, &echo{}, Options{}, nothing)
	var ce *CellError
	if !errors.As(err, &ce) || err.Error() != "cell [2] (2 of 3): panic: Cell [2], line 1: here" {
		t.Fatalf("got %v", err)
	}
	if o := nb.Cells[1].Outputs; len(o) != 1 || o[0].Type != notebook.Failure || len(nb.Cells[2].Outputs) != 0 {
		t.Errorf("outputs %s", nb.Marshal())
	}
	if err := Run(context.Background(), nb, &echo{}, Options{AllowErrors: true}, nothing); err != nil || nb.Cells[2].Count != 3 {
		t.Errorf("allowed: %v", err)
	}
	nb.Cells[1].Metadata["tags"] = []any{"raises-exception"}
	if err := Run(context.Background(), nb, &echo{}, Options{}, nothing); err != nil || nb.Cells[2].Count != 3 {
		t.Errorf("tagged: %v", err)
	}
}

func TestRunTimeoutAndInterrupt(t *testing.T) {
	err := Run(context.Background(), book("wait"), &echo{}, Options{Timeout: time.Millisecond}, nothing)
	if err == nil || err.Error() != "cell [1] (1 of 1): timeout: interrupted after 1ms" {
		t.Errorf("timeout: %v", err)
	}
	nb := book("print a", "wait", "print b")
	err = Run(context.Background(), nb, &echo{}, Options{Total: 20 * time.Millisecond, AllowErrors: true}, nothing)
	if first, last := nb.Cells[1].Outputs[0].EValue, nb.Cells[2].Outputs[0].EValue; err != nil || nb.Cells[0].Outputs[0].Text != "a" ||
		first != "interrupted: the notebook has had its 20ms" || last != "not run: the notebook has had its 20ms" || nb.Cells[2].Count != 0 {
		t.Errorf("total: %v, %q, %q", err, first, last)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = Run(ctx, book("wait", "print a"), &echo{}, Options{}, func(s Step) {
		if !s.Done {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupt: %v", err)
	}
}

// batch returns a batch on echo sessions that reports to the buffer and writes to a directory.
func batch(b *bytes.Buffer, dir string) *Batch {
	return &Batch{Open: func(string) (Session, error) { return &echo{}, nil }, Report: &Report{Out: b}, Dir: dir}
}

func write(t *testing.T, path string, nb *notebook.Notebook) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func names(t *testing.T, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i] = filepath.Base(list[i])
	}
	return strings.Join(list, " ")
}

func TestBatchWrites(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(b *Batch)
		want string // beside the notebook

		written string // in the directory of results
	}{
		{"page and notebook", func(*Batch) {}, "a.ipynb out", "a.html a.ipynb"},
		{"no html", func(b *Batch) { b.NoHTML = true }, "a.ipynb out", "a.ipynb"},
		{"in place", func(b *Batch) { b.InPlace, b.NoHTML = true, true }, "a.ipynb", ""},
		{"in place, with a page", func(b *Batch) { b.InPlace = true }, "a.html a.ipynb", ""},
	} {
		dir := t.TempDir()
		path := write(t, filepath.Join(dir, "a.ipynb"), book("print x"))
		var log bytes.Buffer
		b := batch(&log, filepath.Join(dir, "out"))
		c.set(b)
		if err := b.Run(context.Background(), []string{path}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := names(t, dir); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if got := names(t, b.Dir); got != c.written {
			t.Errorf("%s: written %s, want %s", c.name, got, c.written)
		}
	}
}

// The directory that a run makes by itself tells git to leave it out; what is there stays as it is.
func TestResultsAreIgnoredByGit(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "a.ipynb"), book("print x"))
	ignore := filepath.Join(dir, ResultsDir, ".gitignore")
	for _, want := range []string{"*\n", "mine"} {
		if err := batch(&bytes.Buffer{}, filepath.Dir(ignore)).Run(context.Background(), []string{path}); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(ignore); err != nil || string(data) != want {
			t.Errorf(".gitignore is %q, %v, want %q", data, err, want)
		}
		if err := os.WriteFile(ignore, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Links of a page that lies elsewhere lead to the files that the notebook means.
func TestBatchKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	nb := book("print x")
	nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Markdown, Source: "![p](images/p.png) [next](b.ipynb)", Metadata: map[string]any{}})
	path := write(t, filepath.Join(dir, "course", "a.ipynb"), nb)
	if err := batch(&bytes.Buffer{}, filepath.Join(dir, "out")).Run(context.Background(), []string{path}); err != nil {
		t.Fatal(err)
	}
	page, _ := os.ReadFile(filepath.Join(dir, "out", "a.html"))
	for _, want := range []string{`src="../course/images/p.png"`, `href="../course/b.ipynb"`} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestBatchErrors(t *testing.T) {
	dir := t.TempDir()
	good := write(t, filepath.Join(dir, "good.ipynb"), book("print x"))
	bad := write(t, filepath.Join(dir, "bad.ipynb"), book("fail now", "print x"))
	before, _ := os.ReadFile(bad)
	var log bytes.Buffer
	b := batch(&log, "")
	b.InPlace, b.NoHTML, b.Jobs = true, true, 3
	none := filepath.Join(dir, "none.ipynb")
	err := b.Run(context.Background(), []string{bad, none, good})
	if err == nil || err.Error() != "2 of 3 notebooks failed" {
		t.Errorf("got %v", err)
	}
	for _, want := range []string{
		bad + ": cell [1] (1 of 2): panic: Cell [1], line 1: now\n    trace\n",
		none + ": no such notebook: file does not exist\n",
		good + ": 1 cells in ",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log lacks %q:\n%s", want, &log)
		}
	}
	if after, _ := os.ReadFile(bad); !bytes.Equal(before, after) {
		t.Error("a failed run in place changed its source")
	}
	if nb, err := notebook.Read(good); err != nil || nb.Cells[0].Outputs[0].Text != "x" {
		t.Errorf("good notebook: %v", err)
	}
}

func TestBatchTargets(t *testing.T) {
	dir := t.TempDir()
	a := write(t, filepath.Join(dir, "a.ipynb"), book())
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	twin := write(t, filepath.Join(dir, "sub", "a.ipynb"), book())
	for _, c := range []struct {
		out   string
		paths []string
		want  string
	}{
		{dir, []string{a}, "would be overwritten"},
		{filepath.Join(dir, "out"), []string{a, twin}, "would both be written to"},
		{a, []string{a}, "cannot make the output directory"},
	} {
		b := batch(&bytes.Buffer{}, c.out)
		if err := b.Run(context.Background(), c.paths); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.out, err, c.want)
		}
	}
}

func TestBatchWarns(t *testing.T) {
	dir := t.TempDir()
	nb := book("print x", "print y", "print z")
	nb.Cells[1].ID, nb.Cells[2].ID = nb.Cells[0].ID, nb.Cells[0].ID
	nb.Metadata = map[string]any{"kernelspec": map[string]any{"language": "python"}}
	path := write(t, filepath.Join(dir, "a.ipynb"), nb)
	var log bytes.Buffer
	b := batch(&log, t.TempDir())
	b.Report.Quiet, b.Params = true, []notebook.Param{{Name: "n", Value: "1"}}
	if err := b.Run(context.Background(), []string{path}); err != nil {
		t.Fatal(err)
	}
	want := path + ": warning: the notebook is written for python; its cells are run as Go\n" +
		path + ": warning: several cells have the id c0: all but the first were given another one\n" +
		path + ": warning: no cell is tagged \"parameters\": they are set at the top\n"
	if log.String() != want {
		t.Errorf("got %s, want %s", &log, want)
	}
}

func TestLiveReport(t *testing.T) {
	var log bytes.Buffer
	r := &Report{Out: &log, Live: true}
	l := r.Begin("a.ipynb")
	l.Step(Step{Cell: 1, Of: 2})
	l.Step(Step{Cell: 1, Of: 2, Done: true})
	l.Step(Step{Cell: 2, Of: 2})
	l.End(nil, []string{"b"})
	got := log.String()
	if !strings.HasPrefix(got, "\r\x1b[Ka.ipynb: cell 1/2\r\x1b[Ka.ipynb: cell 2/2\r\x1b[Ka.ipynb: 2 cells in ") || !strings.HasSuffix(got, "-> b\n") {
		t.Errorf("got %q", got)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.ipynb", "a.ipynb", "a.executed.ipynb", ResultsDir + "/a.ipynb", "text.md", ".hidden.ipynb", "sub/c.ipynb", ".ipynb_checkpoints/a.ipynb", "_old/x.ipynb"} {
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Find([]string{dir, "given.ipynb"})
	want := []string{filepath.Join(dir, "a.ipynb"), filepath.Join(dir, "b.ipynb"), filepath.Join(dir, "sub/c.ipynb"), "given.ipynb"}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if _, err := Find([]string{t.TempDir()}); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("empty directory: %v", err)
	}
}

// A page that somebody else wrote stays, and nothing runs; one that mercer wrote is written anew.
func TestBatchKeepsForeignPages(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "a.ipynb"), book("print x"))
	out := t.TempDir()
	page := filepath.Join(out, "a.html")
	if err := os.WriteFile(page, []byte("<html>mine</html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := batch(&bytes.Buffer{}, out).Run(context.Background(), []string{path})
	if err == nil || !strings.Contains(err.Error(), "a.html is there and was not written by mercer") {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(page); string(data) != "<html>mine</html>" || names(t, out) != "a.html" {
		t.Errorf("the page is %q beside %s", data, names(t, out))
	}
	os.Remove(page)
	for range 2 {
		if err := batch(&bytes.Buffer{}, out).Run(context.Background(), []string{path}); err != nil {
			t.Error(err)
		}
	}
}

// printer returns a browser that prints the text, whatever the page.
func printer(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "browser")
	line := "#!/bin/sh\nfor a; do case $a in --print-to-pdf=*) echo '" + text + "' >\"${a#--print-to-pdf=}\";; esac; done\n"
	if err := os.WriteFile(path, []byte(line), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBatchPrints(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(t.TempDir(), "a.ipynb"), book("print x"))
	b := batch(&bytes.Buffer{}, dir)
	b.NoHTML, b.Browser = true, printer(t, "%PDF-1.4")
	for range 2 {
		if err := b.Run(context.Background(), []string{path}); err != nil || names(t, dir) != "a.ipynb a.pdf" {
			t.Fatalf("%s, %v", names(t, dir), err)
		}
	}
	var log bytes.Buffer
	b = batch(&log, dir)
	b.Browser = printer(t, "no")
	if err := b.Run(context.Background(), []string{path}); err == nil || !strings.Contains(log.String(), "print a PDF") {
		t.Errorf("a browser that prints nothing: %v, %s", err, &log)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.pdf"), []byte("%PDF-1.4 mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := b.Run(context.Background(), []string{path}); err == nil || !strings.Contains(err.Error(), "a.pdf is there and was not written by mercer") {
		t.Errorf("the PDF of somebody else: %v", err)
	}
}

func TestBatchTellsWhatIsLeftOut(t *testing.T) {
	nb := book("print x")
	nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Markdown, Source: `<b onclick="go()">x</b><script>go()</script>`, Metadata: map[string]any{}})
	path := write(t, filepath.Join(t.TempDir(), "a.ipynb"), nb)
	for _, trust := range []bool{false, true} {
		var log bytes.Buffer
		out := t.TempDir()
		b := batch(&log, out)
		b.Trust = trust
		if err := b.Run(context.Background(), []string{path}); err != nil {
			t.Fatal(err)
		}
		page, _ := os.ReadFile(filepath.Join(out, "a.html"))
		told := strings.Contains(log.String(), "a.html is without <script>, onclick, which could run or load something; --trust keeps it")
		if kept := bytes.Contains(page, []byte("go()")); kept != trust || told == trust {
			t.Errorf("trust %v: kept %v, told %v\n%s", trust, kept, told, &log)
		}
	}
}
