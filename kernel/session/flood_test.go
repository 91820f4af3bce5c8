package session

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/session/show"
)

// counter records the beginning and the end of what a cell puts out, and how much it was.
type counter struct {
	mu      sync.Mutex
	started chan struct{} // closed with the first output
	head    string
	tail    string
	notes   []string
	bytes   int
}

func newCounter() *counter { return &counter{started: make(chan struct{})} }

func (c *counter) Stream(_, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes == 0 {
		close(c.started)
	}
	c.bytes += len(text)
	if len(c.head) < 1000 {
		c.head += text[:min(len(text), 1000)]
	}
	c.tail = text[max(0, len(text)-1000):]
}
func (c *counter) Display(b show.Bundle, _ bool) {
	c.notes = append(c.notes, string(b.Data["text/plain"]))
}
func (c *counter) Result(int, show.Bundle) {}
func (c *counter) Clear(bool)              {}
func (c *counter) Input(context.Context, string, bool) (string, error) {
	return "", fmt.Errorf("no input")
}

// floodCell prints megabytes of numbered lines.
func floodCell(megabytes int) string {
	return fmt.Sprintf(`w := bufio.NewWriterSize(os.Stdout, 1<<16)
line := strings.Repeat("x", 99) + "\n"
fmt.Fprintln(w, "the first line")
for range %d * 10_000 { w.WriteString(line) }
fmt.Fprintln(w, "the last line")
w.Flush();`, megabytes)
}

// TestOutputFlood prints a gigabyte: the front end gets the beginning, a notice and the end, and the kernel keeps little.
func TestOutputFlood(t *testing.T) {
	if testing.Short() {
		t.Skip("prints much")
	}
	s := newTestSession(t, "")
	megabytes := size(100, 1000)
	var rec *counter
	before, peak := peakMemory(func() {
		rec = newCounter()
		started := time.Now()
		reply := s.Execute(t.Context(), Request{Code: "%%\n" + floodCell(megabytes)}, rec)
		t.Logf("%d MB in %v, %d bytes handed on", megabytes, time.Since(started), rec.bytes)
		if reply.Err != nil {
			t.Fatal(reply.Err)
		}
	})
	t.Logf("resident memory %d MB before, %d MB at most", before>>20, peak>>20)
	if peak > max(300<<20, before+100<<20) { // other tests may have left much
		t.Errorf("the kernel grew from %d to %d MB", before>>20, peak>>20)
	}
	if !strings.HasPrefix(rec.head, "the first line\n") || !strings.HasSuffix(rec.tail, "the last line\n") || len(rec.notes) != 2 || rec.bytes > 3<<20 {
		t.Errorf("%d bytes from %.40q to %q, notes %q", rec.bytes, rec.head, rec.tail[max(0, len(rec.tail)-40):], rec.notes)
	}
}

// TestFloodInterrupted interrupts a cell that prints without end.
func TestFloodInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("prints much")
	}
	s := newTestSession(t, "")
	for _, code := range []string{`for { fmt.Println(strings.Repeat("y", 200)) }`, `for { os.Stderr.WriteString("panic: not really\n") }`} {
		ctx, cancel := context.WithCancel(t.Context())
		rec := newCounter()
		var asked time.Time
		go func() {
			select {
			case <-rec.started:
				time.Sleep(300 * time.Millisecond)
			case <-time.After(20 * time.Second):
			}
			asked = time.Now()
			cancel()
		}()
		reply := s.Execute(ctx, Request{Code: code}, rec)
		cancel()
		if reply.Err == nil || reply.Err.Name != "interrupted" {
			t.Errorf("%s: got %+v", code, reply.Err)
			continue
		}
		t.Logf("ended %v after the interrupt: %s", time.Since(asked), reply.Err.Value)
	}
}

// peakMemory runs f and returns the resident memory of this process before it and the most seen while it ran; 0 where
// there is no /proc.
func peakMemory(f func()) (before, peak uint64) {
	runtime.GC()
	before = residentMemory()
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			peak = max(peak, residentMemory())
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	f()
	close(done)
	watch.Wait()
	return before, peak
}

func residentMemory() uint64 {
	data, _ := os.ReadFile("/proc/self/statm")
	if f := strings.Fields(string(data)); len(f) > 1 {
		pages, _ := strconv.ParseUint(f[1], 10, 64)
		return pages * uint64(os.Getpagesize())
	}
	return 0
}
