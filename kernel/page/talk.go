package page

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/mercer-go/mercer/kernel/page/gonb"
)

// Bounds of what waits for a program.
const (
	mostWaiting      = 1024     // values
	mostWaitingBytes = 32 << 20 // about, of them
)

// Host is what a Talk needs of who runs the program.
type Host struct {
	Show    func(html, id string, update bool) // as in Line.Connect, in the order of what the program shows
	Deliver func(v *gonb.CommValue) error      // hands a value to the program; may wait for it
	Notice  func(text string)                  // tells the cell's reader
	// AwaitTaken waits until the program has dealt with the values that it was given, before it is given another; nil does not.
	AwaitTaken func()
}

// Talk serves one program, from its beginning to its end. What a page sends comes from another goroutine. The methods of a nil Talk do nothing.
type Talk struct {
	Seat
	ctx  context.Context
	host Host

	connected error // of the first attempt
	tried     bool
	lost      sync.Once // tells that values are sent to nobody
	slow      sync.Once // tells that some were left out
	gone      sync.Once // tells that the page has gone
	bad       sync.Once // tells that the page has sent what cannot be used

	mu         sync.Mutex
	subscribed map[string]bool
	waiting    []*gonb.CommValue
	bytes      int
	ended      bool
	filled     chan struct{} // a token when something waits, or the talk has ended
	pumped     chan struct{} // closed when nothing is delivered any more
}

// Seat is where a program sits: at which line, and with which way to the front end, nil where that has no comms. The zero Seat has no page.
type Seat struct {
	Line *Line
	Out  Poster
}

// Begin serves a program until End.
func (s Seat) Begin(ctx context.Context, host Host) *Talk {
	if s.Line == nil {
		s.Line = New("", slog.New(slog.DiscardHandler))
	}
	t := &Talk{Seat: s, ctx: ctx, host: host, subscribed: map[string]bool{}, filled: make(chan struct{}, 1), pumped: make(chan struct{})}
	s.Line.mu.Lock()
	s.Line.talk = t
	s.Line.mu.Unlock()
	go t.pump()
	return t
}

// End ends it: the program reads no more.
func (t *Talk) End() {
	t.Line.mu.Lock()
	if t.Line.talk == t {
		t.Line.talk = nil
	}
	t.Line.mu.Unlock()
	t.mu.Lock()
	t.ended = true
	t.wake()
	t.mu.Unlock()
	<-t.pumped
}

// Take acts on a value that the program sends. The error is why the program cannot go on.
func (t *Talk) Take(v gonb.CommValue) error {
	switch {
	case v.Address == gonb.SyncAddress:
		t.put(&gonb.CommValue{Address: gonb.SyncAckAddress, Value: v.Value})
		return nil
	case v.Address == gonb.StartAddress:
		return t.connect()
	case private(v.Address):
		return nil
	case v.Request: // it waits for the answer
		if err := t.connect(); err != nil {
			return err
		}
		t.Line.post(t.Out, request(v.Address))
		return nil
	}
	if err := t.connect(); err != nil {
		t.lost.Do(func() { t.host.Notice("What the cell sends to its page is dropped: " + err.Error() + ".") })
		return nil
	}
	data, err := encode(v.Address, v.Value)
	if err != nil {
		t.host.Notice(fmt.Sprintf("A value for %s was not sent to the page: %v.", v.Address, err))
		return nil
	}
	t.Line.sendValue(t.Out, data)
	return nil
}

// Subscribe hands the program what pages send to an address from now on. The error is why none can.
func (t *Talk) Subscribe(address string) error {
	if private(address) {
		return fmt.Errorf("%s cannot be subscribed to: addresses that begin with # are GoNB's own", address)
	}
	t.mu.Lock()
	t.subscribed[address] = true
	t.mu.Unlock()
	return t.connect()
}

// Unsubscribe ends that.
func (t *Talk) Unsubscribe(address string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.subscribed, address)
	t.waiting = slices.DeleteFunc(t.waiting, func(v *gonb.CommValue) bool { return v.Address == address })
	t.bytes = 0
	for _, v := range t.waiting {
		t.bytes += size(v.Value)
	}
}

// connect connects the page when the program first needs it.
func (t *Talk) connect() error {
	if !t.tried {
		t.tried, t.connected = true, t.Line.Connect(t.ctx, t.Out, t.host.Show)
	}
	return t.connected
}

// give hands the program what a page has sent, if it wants it.
func (t *Talk) give(m message) {
	if t == nil {
		return
	}
	t.mu.Lock()
	wanted := t.subscribed[m.address]
	left := wanted && t.room(m)
	t.mu.Unlock()
	if left {
		t.slow.Do(func() {
			t.host.Notice("The page sends values faster than the cell's program takes them: some older ones were left out.")
		})
	}
	if wanted {
		t.put(&gonb.CommValue{Address: m.address, Value: m.value})
	}
}

// room makes room for a value where too much waits, and tells whether something had to go: the oldest of the same address, else the oldest
// of all; never one of the protocol's own. The lock is held.
func (t *Talk) room(m message) (left bool) {
	for len(t.waiting) >= mostWaiting || t.bytes+size(m.value) > mostWaitingBytes {
		i := slices.IndexFunc(t.waiting, func(v *gonb.CommValue) bool { return v.Address == m.address })
		if i < 0 {
			i = slices.IndexFunc(t.waiting, func(v *gonb.CommValue) bool { return !private(v.Address) })
		}
		if i < 0 {
			break
		}
		t.bytes -= size(t.waiting[i].Value)
		t.waiting = slices.Delete(t.waiting, i, i+1)
		left = true
	}
	return left
}

// size is about how many bytes a value has.
func size(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []float64:
		return 8 * len(v)
	case []string:
		n := 0
		for _, s := range v {
			n += len(s) + 16
		}
		return n
	case map[string]float64:
		n := 0
		for s := range v {
			n += len(s) + 24
		}
		return n
	case map[string]string:
		n := 0
		for k, s := range v {
			n += len(k) + len(s) + 32
		}
		return n
	}
	return 8
}

// put has a value delivered.
func (t *Talk) put(v *gonb.CommValue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, v)
	t.bytes += size(v.Value)
	t.wake()
}

// wake wakes the pump. The lock is held.
func (t *Talk) wake() {
	select {
	case t.filled <- struct{}{}:
	default:
	}
}

// pump delivers what waits, in order, until the end.
func (t *Talk) pump() {
	defer close(t.pumped)
	for range t.filled {
		for {
			if t.host.AwaitTaken != nil && t.valueIsNext() {
				t.host.AwaitTaken()
			}
			v, ended := t.next()
			if ended {
				return
			}
			if v == nil {
				break
			}
			if t.host.Deliver(v) != nil { // the program is gone, or does not read any more
				return
			}
		}
	}
}

// valueIsNext reports whether the first that waits is a page's: answers of the protocol itself need no order.
func (t *Talk) valueIsNext() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.ended && len(t.waiting) > 0 && !private(t.waiting[0].Address)
}

// next takes the first value that waits.
func (t *Talk) next() (v *gonb.CommValue, ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || len(t.waiting) == 0 {
		return nil, t.ended
	}
	v = t.waiting[0]
	t.waiting[0] = nil
	t.waiting = t.waiting[1:]
	t.bytes -= size(v.Value)
	return v, false
}

// complain tells, once, that the page has sent something that the program does not get.
func (t *Talk) complain(why string) {
	if t != nil {
		t.bad.Do(func() { t.host.Notice("A value from the page was left out: " + why + ".") })
	}
}

// left tells, once, that no page is left where a program has subscribed.
func (t *Talk) left() {
	t.mu.Lock()
	waits := len(t.subscribed) > 0
	t.mu.Unlock()
	if waits {
		t.gone.Do(func() {
			t.host.Notice("The page with this cell's widgets was closed or loaded anew. The cell goes on without them: interrupt it if it only waits for one.")
		})
	}
}
