package execute

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Report tells people how far the notebooks are. Its methods, and those of its lines, may be called at the same time.
// A nil Report tells nothing.
type Report struct {
	Out   io.Writer
	Quiet bool // warnings and errors only
	Live  bool // Out is a terminal and one notebook runs at a time: one line is overwritten

	mu   sync.Mutex
	wait func(time.Duration) <-chan time.Time // time.After; tests have another
}

// Line is the report on one notebook. A nil Line tells nothing.
type Line struct {
	report  *Report
	path    string
	started time.Time
	cells   int
	stop    chan struct{} // ends the ticking of a line
}

// Begin starts the report on the notebook at path.
func (r *Report) Begin(path string) *Line {
	if r == nil {
		return nil
	}
	return &Line{report: r, path: path, started: time.Now()}
}

// Step tells that a cell began or ended.
func (l *Line) Step(s Step) {
	if l == nil {
		return
	}
	l.cells = s.Of
	for _, text := range s.Warnings {
		l.Warn(text)
	}
	switch {
	case l.report.Quiet:
	case l.report.Live && !s.Done:
		l.tick(s)
	case l.report.Live:
		l.still()
	case !s.Done:
		l.linger(s)
	case s.Done:
		l.still()
		l.report.print(fmt.Sprintf("%s: cell %d/%d  %s\n", l.path, s.Cell, s.Of, seconds(s.Took)))
	}
}

// WarnRepeated warns of ids that several cells of the notebook had.
func (l *Line) WarnRepeated(nb *notebook.Notebook) {
	if len(nb.Repeated) > 0 {
		l.Warn(fmt.Sprintf("several cells have the id %s: all but the first were given another one", strings.Join(nb.Repeated, ", ")))
	}
}

// tick shows the cell and, from then on, its time.
func (l *Line) tick(s Step) {
	l.still()
	stop := make(chan struct{})
	l.stop = stop
	started := time.Now()
	l.report.print(fmt.Sprintf("\r\x1b[K%s: cell %d/%d", l.path, s.Cell, s.Of))
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-stop:
				return
			case <-t.C:
				l.report.printUnless(stop, fmt.Sprintf("\r\x1b[K%s: cell %d/%d  %.0f s", l.path, s.Cell, s.Of, time.Since(started).Seconds()))
			}
		}
	}()
}

// slow is how long a cell may take before a report that is no terminal tells of it, the first time.
const slow = 2 * time.Second

// linger tells of a cell that takes long: after two seconds, four, eight and so on. The first cell of a new machine waits for
// the packages that it imports, and nobody should wonder.
func (l *Line) linger(s Step) {
	l.still()
	stop := make(chan struct{})
	l.stop = stop
	after := l.report.wait
	if after == nil {
		after = time.After
	}
	what := "takes"
	if s.Cell == 1 {
		what = "starts, compiling what it imports if that is new:"
	}
	go func() {
		for total, next := time.Duration(0), slow; ; next = total {
			select {
			case <-stop:
				return
			case <-after(next):
				total += next
				l.report.printUnless(stop, fmt.Sprintf("%s: cell %d/%d %s %.0f s …\n", l.path, s.Cell, s.Of, what, total.Seconds()))
			}
		}
	}()
}

// still ends the ticking.
func (l *Line) still() {
	if l.stop != nil {
		close(l.stop)
		l.stop = nil
	}
}

// Warn tells something that does not keep the notebook from running.
func (l *Line) Warn(text string) {
	if l != nil {
		l.report.print(l.clear() + l.path + ": warning: " + text + "\n")
	}
}

// Before tells that an earlier run has written the result.
func (l *Line) Before(result string) {
	if l != nil && !l.report.Quiet {
		l.report.print(l.clear() + l.path + ": done before" + arrow([]string{result}) + "\n")
	}
}

// End tells how the notebook ended and which files were written.
func (l *Line) End(err error, written []string) {
	if l == nil {
		return
	}
	l.still()
	var b strings.Builder
	b.WriteString(l.clear())
	if err != nil {
		b.WriteString(l.failure(err))
	}
	switch {
	case l.report.Quiet:
	case err == nil:
		fmt.Fprintf(&b, "%s: %d cells in %s%s\n", l.path, l.cells, seconds(time.Since(l.started)), arrow(written))
	case len(written) > 0:
		fmt.Fprintf(&b, "%s: stopped%s\n", l.path, arrow(written))
	}
	l.report.print(b.String())
}

// failure returns the error and, for a failed cell, its traceback.
func (l *Line) failure(err error) string {
	line := err.Error()
	if !strings.HasPrefix(line, l.path+":") {
		line = l.path + ": " + line
	}
	var cell *CellError
	if !errors.As(err, &cell) {
		return line + "\n"
	}
	for _, t := range cell.Err.Traceback {
		line += "\n    " + strings.ReplaceAll(strings.TrimRight(t, "\n"), "\n", "\n    ")
	}
	if !l.report.Live {
		line = escapes.ReplaceAllString(line, "")
	}
	return line + "\n"
}

func arrow(written []string) string {
	if len(written) == 0 {
		return ""
	}
	return " -> " + strings.Join(written, ", ")
}

// clear returns what empties a live line.
func (l *Line) clear() string {
	if l.report.Live && !l.report.Quiet {
		return "\r\x1b[K"
	}
	return ""
}

func (r *Report) print(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	io.WriteString(r.Out, text)
}

// printUnless prints if stop is not closed yet: what is printed after its closing comes after text.
func (r *Report) printUnless(stop <-chan struct{}, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-stop:
	default:
		io.WriteString(r.Out, text)
	}
}

// escapes are the terminal's colour sequences.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")
