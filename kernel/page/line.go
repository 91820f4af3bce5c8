package page

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	answerTime = 15 * time.Second // in which a page has to open a comm for a script
	readyTime  = 60 * time.Second // in which it then has to find that both directions work: on a machine that does much else
	beatTime   = 2 * time.Second  // in which it has to answer a heartbeat
	mostOpen   = 32               // comms: pages that go without a word leave theirs behind
)

// Line is the way between a kernel and the pages that show its notebook. Its methods may be called from several goroutines.
type Line struct {
	kernel string // Jupyter's id of the kernel
	log    *slog.Logger

	mu        sync.Mutex      // held for short looks and changes only
	open      []string        // the ids of the pages' comms, the oldest first
	begun     waits           // scripts by their nonce, that have opened a comm
	ready     waits           // the same, that have found that both directions work
	beats     waits           // a heartbeat, or that of a page that was asked for what it was sent (settle.go)
	unsettled map[string]bool // comms on which values were sent since
	silent    map[string]bool // comms whose pages have not confirmed in time
	talk      *Talk           // of the program that runs, or nil
}

// Poster sends a message on a comm to the front end.
type Poster interface {
	Post(comm string, data []byte)
}

// New is the line of a kernel. kernel is Jupyter's id of it, "" if that is not known.
func New(kernel string, log *slog.Logger) *Line {
	return &Line{
		kernel: kernel, log: log, begun: waits{}, ready: waits{}, beats: waits{},
		unsettled: map[string]bool{}, silent: map[string]bool{},
	}
}

// waits are channels, each closed when what it waits for has come.
type waits map[string]chan struct{}

func (w waits) add(key string) <-chan struct{} {
	w[key] = make(chan struct{})
	return w[key]
}

func (w waits) came(key string) {
	if c, ok := w[key]; ok {
		delete(w, key)
		close(c)
	}
}

// Open takes a comm that a page opens.
func (l *Line) Open(comm string, data []byte) {
	nonce, err := opening(data)
	if err != nil {
		l.log.Warn("a page opens a comm and says nothing that is understood", "err", err)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open = append(l.open, comm); len(l.open) > mostOpen {
		l.release(l.open[0])
		l.open = slices.Clone(l.open[1:])
	}
	l.begun.came(nonce)
	l.log.Debug("a page has opened a comm", "comm", comm, "nonce", nonce)
}

// Close forgets a comm that a page closes.
func (l *Line) Close(comm string) {
	l.mu.Lock()
	l.open = slices.DeleteFunc(l.open, func(c string) bool { return c == comm })
	l.release(comm)
	talk, alone := l.talk, len(l.open) == 0
	l.mu.Unlock()
	if talk != nil && alone {
		talk.left()
	}
}

// Comms returns the ids of the comms that pages have open.
func (l *Line) Comms() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.open)
}

// Message takes what a page has sent. What the kernel answers is sent by out.
func (l *Line) Message(comm string, data []byte, out Poster) {
	m, err := decode(data)
	l.mu.Lock()
	talk := l.talk
	l.mu.Unlock()
	if err != nil {
		l.log.Warn("a page has sent what is not understood", "err", err)
		talk.complain(err.Error())
		return
	}
	switch {
	case !private(m.address):
		talk.give(m)
	case m.address == pingAddress:
		if data, err := encode(pongAddress, m.value); err == nil {
			out.Post(comm, data)
		}
	case m.address == refusedAddress:
		if text, ok := m.value.(string); ok {
			talk.complain(text)
		}
	default:
		l.note(comm, m)
	}
}

// note wakes who waits for a page.
func (l *Line) note(comm string, m message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch m.address {
	case readyAddress:
		if nonce, ok := m.value.(string); ok {
			l.ready.came(nonce)
		}
	case pongAddress:
		l.beats.came(pongAddress)
		if nonce, ok := m.value.(string); ok {
			l.confirm(comm, nonce)
		}
	}
}

// post sends a message to all pages.
func (l *Line) post(out Poster, data []byte) {
	for _, comm := range l.Comms() {
		out.Post(comm, data)
	}
}

// Why there is no page.
var (
	errNoComms = errors.New("GoNB's widgets need a page of JupyterLab or Notebook 7: there is none where notebooks are run without a front end")
	errNoID    = errors.New("GoNB's widgets need a page of JupyterLab or Notebook 7, and no Jupyter server has started this kernel, as the name of its connection file tells: " +
		"the cell is run without a browser (nbclient, nbconvert) or in another front end (VS Code)")
	errSilence = fmt.Errorf("GoNB's widgets need a page of JupyterLab or Notebook 7, and none has answered for %v: the cell is run without a browser (nbclient, nbconvert), in another front end (VS Code), "+
		"or in a page that does not reach its Jupyter server", answerTime)
	errDeaf = fmt.Errorf("the page that runs the cell has connected, and has not heard of the kernel for %v: the Jupyter server does not hand on what the kernel sends to widgets", readyTime)
)

// Connect makes sure that the page in which a cell is shown has its way to the kernel. show displays HTML, or replaces what was displayed
// with the same id; out is nil where the front end has no comms. It returns when the page has answered, or with the reason for which there is none.
func (l *Line) Connect(ctx context.Context, out Poster, show func(html, id string, update bool)) error {
	switch {
	case out == nil:
		return errNoComms
	case l.kernel == "":
		return errNoID
	}
	nonce := rand.Text()
	l.mu.Lock()
	begun, ready := l.begun.add(nonce), l.ready.add(nonce)
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.begun, nonce)
		delete(l.ready, nonce)
		l.mu.Unlock()
	}()
	id := Target + "_" + nonce
	show(script(l.kernel, nonce), id, false)
	defer show("", id, true) // no notebook keeps the script
	if err := await(ctx, begun, answerTime, errSilence); err != nil {
		return err
	}
	return await(ctx, ready, readyTime, errDeaf)
}

// await waits for a channel to be closed, for a time, after which it returns late.
func await(ctx context.Context, came <-chan struct{}, most time.Duration, late error) error {
	t := time.NewTimer(most)
	defer t.Stop()
	select {
	case <-came:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return late
	}
}

// Why no page answers a heartbeat.
var (
	errNone   = errors.New("no page is connected; %widgets connects the one that runs the cell")
	errNoBeat = fmt.Errorf("no page has answered for %v; %%widgets connects the one that runs the cell", beatTime)
)

// Beat sends a heartbeat to all pages and tells after which time the first has answered.
func (l *Line) Beat(ctx context.Context, out Poster) (time.Duration, error) {
	if out == nil {
		return 0, errNoComms
	}
	data, err := encode(pingAddress, true)
	if err != nil {
		return 0, err
	}
	l.mu.Lock()
	open := len(l.open)
	answered, began := l.beats.add(pongAddress), time.Now()
	l.mu.Unlock()
	if open == 0 {
		return 0, errNone
	}
	l.post(out, data)
	if err := await(ctx, answered, beatTime, errNoBeat); err != nil {
		return 0, err
	}
	return time.Since(began), nil
}
