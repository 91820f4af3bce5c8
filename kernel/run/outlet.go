package run

import (
	"sync"
	"time"

	"github.com/mercer-go/mercer/display/frame"
)

// event is one thing on its way to an Output.
type event struct {
	kind   frame.Kind // Display, Update, Result or Clear; 0 for text and notices
	bundle frame.Bundle
	wait   bool // of Clear
	size   int  // of the payload in bytes, of those that wait for the end

	stream string // name of the stream that text belongs to
	text   []byte
	call   func(Output) // anything else, such as a notice

	done []chan<- struct{} // closed when the Output has it
}

// Updates and clearings beyond the first paceBurst are handed on once in pacePeriod, the newest state each time: a loop
// that updates a line at each of its steps goes on as fast as it can, and its reader sees fifty of them a second.
const (
	paceBurst  = 100
	pacePeriod = 20 * time.Millisecond
)

// outlet calls an Output with one event after the other, from one goroutine. Text that waits is joined, and an update
// takes the place of one that waits, so that what waits is bounded by what the senders may have on the way: text by the
// limits of its stream, displays by one for each sender, since senders wait for them.
type outlet struct {
	out     Output
	hurry   <-chan struct{} // closed: nothing is paced any more
	mu      sync.Mutex
	queue   []*event
	updates map[string]*event // those of the queue by display id
	closed  bool
	filled  chan struct{} // a token when the queue is not empty, or closed is set
	ended   chan struct{} // closed when everything is handed on
	free    int           // events that go without looking at their pace: those that have waited together
	tokens  int           // events that have not waited may go so many times
	refill  time.Time
}

func newOutlet(out Output, hurry <-chan struct{}) *outlet {
	o := &outlet{out: out, hurry: hurry, updates: map[string]*event{}, filled: make(chan struct{}, 1), ended: make(chan struct{}),
		tokens: paceBurst, refill: time.Now()}
	go o.serve()
	return o
}

// stream queues text, which it keeps.
func (o *outlet) stream(name string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.queue); n > 0 && o.queue[n-1].stream == name {
		o.queue[n-1].text = append(o.queue[n-1].text, text...)
		return
	}
	o.put(&event{stream: name, text: text})
}

// call queues a call of the Output and returns a channel that is closed when it is done.
func (o *outlet) call(f func(Output)) <-chan struct{} {
	done := make(chan struct{})
	o.mu.Lock()
	defer o.mu.Unlock()
	o.put(&event{call: f, done: []chan<- struct{}{done}})
	return done
}

// show queues something to display and returns a channel that is closed when the Output has it.
func (o *outlet) show(e *event) <-chan struct{} {
	done := make(chan struct{})
	o.mu.Lock()
	defer o.mu.Unlock()
	switch waiting := o.updates[e.bundle.ID]; {
	case e.kind == frame.Update && waiting != nil:
		waiting.bundle = e.bundle
		waiting.done = append(waiting.done, done)
		return done
	case e.kind == frame.Update:
		o.updates[e.bundle.ID] = e
	default: // an update that comes after a display is not to go before it
		delete(o.updates, e.bundle.ID)
	}
	if n := len(o.queue); e.kind == frame.Clear && n > 0 && o.queue[n-1].kind == frame.Clear {
		o.queue[n-1].wait = o.queue[n-1].wait && e.wait
		o.queue[n-1].done = append(o.queue[n-1].done, done)
		return done
	}
	e.done = append(e.done, done)
	o.put(e)
	return done
}

// crowded says that so much waits that a sender should wait too.
func (o *outlet) crowded() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.queue) > 64
}

// sync waits until the Output has all that is queued.
func (o *outlet) sync() { <-o.call(func(Output) {}) }

// put appends an event. The outlet is locked.
func (o *outlet) put(e *event) {
	if o.closed {
		for _, done := range e.done {
			close(done)
		}
		return
	}
	o.queue = append(o.queue, e)
	select {
	case o.filled <- struct{}{}:
	default:
	}
}

// close hands on what is queued and waits for that. What comes later is dropped.
func (o *outlet) close() {
	o.mu.Lock()
	if !o.closed {
		o.closed = true
		close(o.filled)
	}
	o.mu.Unlock()
	<-o.ended
}

// serve hands on events until the outlet is closed and empty.
func (o *outlet) serve() {
	defer close(o.ended)
	for range o.filled {
		for e := o.next(); e != nil; e = o.next() {
			o.deliver(e)
		}
	}
	for e := o.next(); e != nil; e = o.next() {
		o.deliver(e)
	}
}

// next takes the first event, when its time has come.
func (o *outlet) next() *event {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.queue) > 0 {
		e := o.queue[0]
		if wait := o.pace(e); wait > 0 {
			o.mu.Unlock()
			select {
			case <-o.hurry:
			case <-time.After(wait):
			}
			o.mu.Lock()
			o.free = len(o.queue)
			continue
		}
		o.free = max(o.free-1, 0)
		o.queue[0] = nil
		o.queue = o.queue[1:]
		if o.updates[e.bundle.ID] == e {
			delete(o.updates, e.bundle.ID)
		}
		return e
	}
	return nil
}

// pace returns how long an event has to wait for its turn. The outlet is locked.
func (o *outlet) pace(e *event) time.Duration {
	if e.kind != frame.Update && e.kind != frame.Clear || o.free > 0 || o.closed {
		return 0
	}
	now := time.Now()
	if n := int(now.Sub(o.refill) / pacePeriod); n > 0 {
		o.tokens = min(o.tokens+n, paceBurst)
		o.refill = o.refill.Add(time.Duration(n) * pacePeriod)
	}
	if o.tokens == 0 {
		return o.refill.Add(pacePeriod).Sub(now)
	}
	o.tokens--
	return 0
}

// deliver calls the Output.
func (o *outlet) deliver(e *event) {
	switch {
	case e.call != nil:
		e.call(o.out)
	case e.kind == frame.Clear:
		o.out.Clear(e.wait)
	case e.kind == frame.Result:
		o.out.Result(e.bundle)
	case e.kind != 0:
		o.out.Display(e.bundle, e.kind == frame.Update)
	default:
		o.out.Stream(e.stream, string(e.text))
	}
	for _, done := range e.done {
		close(done)
	}
}
