package execute

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// lines is a writer whose lines can be waited for.
type lines struct {
	mu    sync.Mutex
	text  strings.Builder
	wrote chan struct{}
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.wrote <- struct{}{} }()
	return l.text.Write(p)
}

// A report that is no terminal tells of a cell that takes long, ever less often, and no more when it is done.
func TestLinger(t *testing.T) {
	out := &lines{wrote: make(chan struct{}, 10)}
	asked, ticks := make(chan time.Duration), make(chan time.Time)
	r := &Report{Out: out, wait: func(d time.Duration) <-chan time.Time { asked <- d; return ticks }}
	line := r.Begin("a.ipynb")
	line.Step(Step{Cell: 1, Of: 2})
	for _, want := range []time.Duration{2 * time.Second, 2 * time.Second, 4 * time.Second} {
		if got := <-asked; got != want {
			t.Errorf("waits %v, want %v", got, want)
		}
		ticks <- time.Time{}
		<-out.wrote
	}
	<-asked
	line.Step(Step{Cell: 1, Of: 2, Done: true, Took: 9 * time.Second})
	<-out.wrote
	line.Step(Step{Cell: 2, Of: 2})
	<-asked
	ticks <- time.Time{}
	<-out.wrote
	<-asked
	line.Step(Step{Cell: 2, Of: 2, Done: true, Warnings: []string{"It smokes."}})
	<-out.wrote
	<-out.wrote
	line.End(nil, nil)
	const starts = "a.ipynb: cell 1/2 starts, compiling what it imports if that is new: "
	want := starts + "2 s …\n" + starts + "4 s …\n" + starts + "8 s …\na.ipynb: cell 1/2  9.00 s\na.ipynb: cell 2/2 takes 2 s …\na.ipynb: warning: It smokes.\n"
	if got := out.text.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
