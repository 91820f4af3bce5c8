package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/kernel/session/ahead"
	"github.com/mercer-go/mercer/kernel/session/report"
)

// queueOf are cells that a front end has sent at once. Their texts are new, so that no program of theirs is in the cache.
func queueOf(t *testing.T, codes ...string) []Request {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles cells")
	}
	mark := " // " + t.TempDir()
	var reqs []Request
	for i, code := range codes {
		reqs = append(reqs, Request{CellID: fmt.Sprint("c", i), Code: code + mark, StoreHistory: true})
	}
	return reqs
}

// chained returns the texts of the cells whose programs are made, the running one first.
func chained(a *ahead.Ahead) []string {
	var codes []string
	for _, m := range a.Programs() {
		code, _, _ := strings.Cut(m.Request.Cell.Source, " // ")
		codes = append(codes, code)
	}
	return codes
}

// execute runs a cell and returns its transcript, and whether its program was in the cache when the cell asked for it.
func execute(s *Session, req Request) (text string, err *report.Error) {
	sink := &transcript{}
	reply := s.Execute(context.Background(), req, sink)
	return sink.text.String(), reply.Err
}

// Programs of waiting cells are composed from what the cells before them will leave, and are those that the cells run.
func TestAheadMakesWhatCellsRun(t *testing.T) {
	s := newTestSession(t, "")
	queue := queueOf(t, "x := 1", "y := x + 1", "fmt.Println(x, y)")
	s.Ahead(queue[1:])
	for i, req := range queue {
		s.Ahead(queue[i+1:])
		if text, err := execute(s, req); err != nil || i == 2 && !strings.Contains(text, "1 2") {
			t.Fatalf("cell %d: %q, %v", i, text, err)
		}
		s.ahead.Settle()
	}
	if got := chained(s.ahead); len(got) != 1 {
		t.Errorf("after the last cell the chain is %q", got)
	}
}

func TestAheadBuildsTheQueue(t *testing.T) {
	s := newTestSession(t, "")
	queue := queueOf(t, "x := 1", "y := x + 1", "fmt.Println(x, y)")
	s.Ahead(queue[1:])
	if _, err := execute(s, queue[0]); err != nil {
		t.Fatal(err)
	}
	s.ahead.Settle()
	if got := strings.Join(chained(s.ahead), " | "); got != "x := 1 | y := x + 1 | fmt.Println(x, y)" {
		t.Errorf("made ahead: %s", got)
	}
	for _, m := range s.ahead.Programs() {
		if b, err := s.env.Build(t.Context(), m.Program.Unit); err != nil || !b.Cached {
			t.Errorf("%q is not built: %+v, %v", m.Request.Cell.Source, b, err)
		}
	}
}

// A guess that turns out to be wrong costs time only: what runs is composed from what is so.
func TestAheadGuessesWrong(t *testing.T) {
	for _, test := range []struct{ name, first, second, want string }{
		{"the first cell fails", "x := 2\npanic(1)", "fmt.Println(x)", "1"},
		{"a value is not carried", "x := func() int { return 3 }", "fmt.Println(x())", "3"},
		{"the type changes", "x := \"two\"", "fmt.Println(x)", "two"},
		{"a cell with a command", "x := 2\n", "%cd .\nfmt.Println(x)", "2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newTestSession(t, "")
			runCell(t, s, "", "x := 1")
			queue := queueOf(t, test.first, test.second)
			s.Ahead(queue[1:])
			_, _ = execute(s, queue[0])
			s.ahead.Settle()
			text, err := execute(s, queue[1])
			if err != nil || !strings.Contains(text, test.want) {
				t.Errorf("got %q, %v; want %q", text, err, test.want)
			}
		})
	}
}

// A queue that changes while it is worked on, cells that run, and an end in the midst of it: run with -race.
func TestAheadInDisorder(t *testing.T) {
	s := newTestSession(t, "")
	queue := queueOf(t, "a := 1", "b := a", "c := b", "fmt.Println(a, b, c)", "broken(", "d := nothing", "import \"no/such\"")
	var wg sync.WaitGroup
	for i := range queue {
		wg.Go(func() { s.Ahead(queue[i:]) })
	}
	for _, req := range queue[:4] {
		if text, err := execute(s, req); err != nil {
			t.Errorf("%s: %q, %v", req.Code, text, err)
		}
	}
	wg.Wait()
	s.Ahead(queue[4:])
	for _, req := range queue[4:] {
		if _, err := execute(s, req); err == nil {
			t.Errorf("%s: no error", req.Code)
		}
	}
	s.Ahead(queue) // and Close follows at once
}

// An interrupt of the running cell takes nothing from what is made ahead, and what is made ahead does not keep it.
func TestAheadAndInterrupts(t *testing.T) {
	s := newTestSession(t, "")
	queue := queueOf(t, "x := 1", "fmt.Println(\"second\")")
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	s.Ahead(queue[1:])
	if reply := s.Execute(ctx, queue[0], &transcript{}); reply.Err == nil || reply.Err.Name != "interrupted" {
		t.Fatalf("interrupted: %+v", reply.Err)
	}
	for _, req := range queue {
		if text, err := execute(s, req); err != nil {
			t.Errorf("%s: %q, %v", req.Code, text, err)
		}
	}
	if err := s.ahead.Err(); errors.Is(err, context.Canceled) {
		t.Error("making ahead has ended")
	}
}
