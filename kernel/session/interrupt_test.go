package session

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestInterruptShowsTheLoop(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, "")
	runCell(t, s, "a", "n := 1\nfunc spin() {\n\tfor {\n\t\tn++\n\t}\n}")
	ctx, cancel := context.WithCancel(t.Context())
	sink := &startSink{started: cancel}
	reply := s.Execute(ctx, Request{Code: "fmt.Println(\"up\")\nspin()", StoreHistory: true}, sink)
	if reply.Err == nil || reply.Err.Name != "interrupted" {
		t.Fatalf("got %+v", reply.Err)
	}
	if want := "values and definitions are as they were before the cell (Cell [1], line "; !strings.HasPrefix(reply.Err.Value, want) {
		t.Errorf("value %q, want %q", reply.Err.Value, want)
	}
	trace := strings.Join(reply.Err.Traceback, "\n")
	if !strings.Contains(trace, "at Cell [1], line") || !strings.Contains(trace, "in spin") || !strings.Contains(trace, "at Cell [2], line 2") {
		t.Errorf("traceback:\n%s", trace)
	}
	if got := runCell(t, s, "c", "n"); got != "= 1" {
		t.Errorf("after the interrupt: %s", got)
	}
}

// TestInterruptedBuild: an interrupt while a cell is built is not remembered.
func TestInterruptedBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, "")
	code := "fmt.Println(\"built\") // " + t.TempDir() // not in the cache
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if reply := s.Execute(ctx, Request{CellID: "a", Code: code}, &transcript{}); reply.Err == nil || reply.Err.Name != "interrupted" {
		t.Fatalf("interrupted: %+v", reply.Err)
	}
	if out := runCell(t, s, "a", code); out != "built" {
		t.Errorf("the same cell again: %s", out)
	}
}

// startSink interrupts a cell once it has printed something.
type startSink struct {
	transcript
	started context.CancelFunc
}

func (s *startSink) Stream(name, text string) {
	s.transcript.Stream(name, text)
	time.AfterFunc(50*time.Millisecond, s.started)
}

// TestStalledProxy: an interrupt ends the wait for a module proxy that does not answer, and the next cell does not wait.
func TestStalledProxy(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	asked, end := make(chan struct{}, 100), make(chan struct{})
	proxy := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select { // it never answers
		case <-end:
		case <-r.Context().Done():
		}
	}))
	defer proxy.Close()
	defer close(end)
	s := newTestSession(t, "")
	runCell(t, s, "", "%env GOPROXY "+proxy.URL)
	runCell(t, s, "", "%env GONOSUMDB *")
	if out := runCell(t, s, "", "n := 1"); out != "" {
		t.Fatal(out)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		<-asked
		interrupt()
	}()
	reply := s.Execute(ctx, Request{Code: "import \"example.com/stalled/pkg\"\npkg.F()", StoreHistory: true}, &transcript{})
	if reply.Err == nil || reply.Err.Name != "interrupted" {
		t.Errorf("interrupted: %+v", reply.Err)
	}
	if out := runCell(t, s, "", "n + 1"); out != "= 2" {
		t.Errorf("the next cell: %s", out)
	}
}
