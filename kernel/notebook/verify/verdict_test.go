package verify

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// clock is a printer whose cell "now" prints another number in each session.
type clock struct {
	printer
	now int
}

func (c *clock) Execute(ctx context.Context, req session.Request, sink show.Sink) session.Reply {
	if req.Code == "now" {
		req.Code = "now " + strconv.Itoa(c.now)
	}
	return c.printer.Execute(ctx, req, sink)
}

// A notebook that is handed in gets one sentence.
func TestVerdict(t *testing.T) {
	const fine = "what is stored is what its code puts out"
	type cell struct {
		source, output string
		count          int
	}
	for _, c := range []struct {
		name  string
		cells []cell
		want  string // how the sentence begins
	}{
		{"as it should be", []cell{{"a", "a", 1}, {"b", "b", 2}}, fine},
		{"numbers with holes", []cell{{"a", "a", 2}, {"b", "b", 7}}, fine},
		{"another order, same outputs", []cell{{"a", "a", 2}, {"b", "b", 1}}, fine},
		{"not executed", []cell{{"a", "", 0}, {"b", "", 0}}, "was not executed"},
		{"another order", []cell{{"a", "z", 2}, {"b", "b", 1}}, "was not executed from top to bottom (cell 2 "},
		{"edited", []cell{{"a", "a", 1}, {"b", "z", 2}}, "what is stored is not what its code puts out, first in cell 2"},
		{"deleted", []cell{{"a", "", 1}, {"b", "b", 2}}, "lacks outputs: cell 1 "},
		{"holes, edited", []cell{{"a", "a", 1}, {"b", "z", 5}}, "puts out something else from cell 2 on; its numbers have a hole before cell 2"},
		{"fails", []cell{{"a", "a", 1}, {"fail", "b", 2}}, "does not run to its end: cell [2] (2 of 2): panic: x"},
		{"a time", []cell{{"a", "a", 1}, {"now", "now 77", 2}}, "cell 2 puts out something else in each run, as times and random numbers without a seed do"},
		{"a time, and edited", []cell{{"a", "z", 1}, {"now", "now 77", 2}}, "cell 2 puts out something else in each run, as times and random numbers without a seed do; and what is stored of cell 1 is not"},
	} {
		nb := &notebook.Notebook{Minor: 4}
		for _, s := range c.cells {
			n := &notebook.Cell{Type: notebook.Code, Source: s.source, Count: s.count, Metadata: map[string]any{}}
			if s.output != "" {
				n.Outputs = []*notebook.Output{out(s.output)}
			}
			nb.Cells = append(nb.Cells, n)
		}
		path := filepath.Join(t.TempDir(), "a.ipynb")
		if err := nb.Write(path); err != nil {
			t.Fatal(err)
		}
		opened := 0
		b := &Batch{Tolerance: Default, Open: func(string) (execute.Session, error) {
			opened++
			return &clock{now: opened}, nil
		}}
		f := b.Run(context.Background(), []string{path})[0]
		if got := f.Verdict(); !strings.HasPrefix(got, c.want) || f.OK() != (c.want == fine) {
			t.Errorf("%s: %v %q, want %q", c.name, f.OK(), got, c.want)
		}
	}
}
