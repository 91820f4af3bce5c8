package verify

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// printer is a session for tests whose cells print their own text; "fail" fails.
type printer struct{ count int }

func (*printer) Ahead([]session.Request) {}
func (*printer) Close() error            { return nil }

func (p *printer) Execute(_ context.Context, req session.Request, sink show.Sink) session.Reply {
	p.count++
	if req.Code == "fail" {
		return session.Reply{Count: p.count, Status: session.StatusError, Err: &report.Error{Name: "panic", Value: "x"}}
	}
	sink.Stream("stdout", req.Code)
	return session.Reply{Count: p.count, Status: session.StatusOK}
}

// stored writes a notebook whose cells have the sources and outputs of the pairs.
func stored(t *testing.T, dir, name string, pairs ...string) string {
	t.Helper()
	nb := &notebook.Notebook{Minor: 4}
	for i := 0; i < len(pairs); i += 2 {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, Source: pairs[i], Outputs: []*notebook.Output{out(pairs[i+1])}, Metadata: map[string]any{}})
	}
	path := filepath.Join(dir, name)
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	paths := []string{
		stored(t, dir, "same.ipynb", "a", "a", "1.0", "1"),
		stored(t, dir, "other.ipynb", "a", "a", "b", "c"),
		stored(t, dir, "fails.ipynb", "a", "a", "fail", "c", "b", "b"),
		filepath.Join(dir, "none.ipynb"),
	}
	b := &Batch{Tolerance: Default, Open: func(string) (execute.Session, error) { return &printer{}, nil }}
	list := b.Run(context.Background(), paths)
	for i := range list {
		list[i].Took, list[i].Path = 0, filepath.Base(list[i].Path)
	}
	var w strings.Builder
	if err := Table(&w, list); err != nil {
		t.Fatal(err)
	}
	const want = `notebook     cells  equal  different  time    
same.ipynb   2      2      0          0.00 s  ok
other.ipynb  2      1      1          0.00 s  differs
fails.ipynb  3      1      2          0.00 s  failed
none.ipynb   0      0      0          0.00 s  failed
other.ipynb: what is stored is not what its code puts out, first in cell 2: it was edited, or code was changed after it ran
other.ipynb: cell 2, output 1 (stdout): was "c", is "b"
fails.ipynb: does not run to its end: cell [2] (2 of 3): panic: x
fails.ipynb: cell 2, output 1 (stdout): was "stdout: c", is "error: panic: x"
fails.ipynb: cell 3, output 1 (stdout): is gone: "b"
none.ipynb: cannot be verified: none.ipynb: no such notebook: file does not exist
`
	if got := strings.ReplaceAll(w.String(), dir+string(filepath.Separator), ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := Summary(list); err == nil || err.Error() != "3 of 4 notebooks differ from what is stored" {
		t.Errorf("summary: %v", err)
	}
	if err := Summary(list[:1]); err != nil {
		t.Errorf("summary of good ones: %v", err)
	}
}

// A notebook with repeated ids is verified, and a warning names them.
func TestRepeatedIDs(t *testing.T) {
	path := stored(t, t.TempDir(), "ids.ipynb", "a", "a", "b", "b", "c", "c")
	nb, err := notebook.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	nb.Minor = 5
	for i, id := range []string{"one", "one", "two"} {
		nb.Cells[i].ID = id
	}
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	list := (&Batch{
		Tolerance: Default, Report: &execute.Report{Out: &log},
		Open: func(string) (execute.Session, error) { return &printer{}, nil },
	}).Run(context.Background(), []string{path})
	if len(list) != 1 || list[0].Err != nil || len(list[0].Differences) > 0 {
		t.Errorf("got %+v", list)
	}
	want := "warning: several cells have the id one: all but the first were given another one"
	if strings.Count(log.String(), want) != 1 {
		t.Errorf("it says %q", &log)
	}
}
