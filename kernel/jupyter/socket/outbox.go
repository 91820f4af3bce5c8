package socket

import (
	"context"
	"sync"
	"time"
)

// Limits of what waits for one peer.
const (
	outboxLimit  = 64 << 20        // bytes beyond which a sender waits
	outboxHard   = 1 << 16         // messages beyond which the peer is given up
	outboxFull   = 8               // times the limit beyond which the peer is given up
	stallTimeout = 5 * time.Second // time without progress after which a peer counts as stalled
)

// item is a message or a command on its way to a peer.
type item struct {
	command string // name of a ZMTP command with frames[0] as its data, or empty
	frames  [][]byte
}

func (it item) size() int {
	n := 64
	for _, f := range it.frames {
		n += len(f)
	}
	return n
}

// outcome says what became of an item that was put into an outbox.
type outcome int

const (
	queued  outcome = iota
	dropped         // the peer does not read
	refused         // the outbox is closed, or the peer is given up
)

// outbox is the queue of what is to be written to one peer. Its zero value is not usable; see newOutbox.
type outbox struct {
	limit int
	stall time.Duration

	mu       sync.Mutex
	items    []item
	bytes    int  // of the items
	progress int  // counts writes
	stalled  bool // does not read: only what must not be lost is still queued
	closed   bool // takes nothing more
	filled   chan struct{}
	drained  chan struct{} // closed, and replaced, when there is more room
}

func newOutbox() *outbox {
	return &outbox{limit: outboxLimit, stall: stallTimeout, filled: make(chan struct{}, 1), drained: make(chan struct{})}
}

// put queues an item at once. It refuses only when so much waits that the peer cannot be alive.
func (o *outbox) put(it item) outcome {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || len(o.items) >= outboxHard || o.bytes > outboxFull*o.limit {
		return refused
	}
	o.items = append(o.items, it)
	o.bytes += it.size()
	notify(o.filled)
	return queued
}

// putWhenRoom queues an item as soon as there is room. It waits as long as the peer reads; when the peer stops reading it is
// stalled, and its items are dropped until it has read half of what waits. When ctx ends it does not wait.
func (o *outbox) putWhenRoom(ctx context.Context, it item) outcome {
	for {
		room, out := o.room(it.size())
		if room.drained == nil {
			if out == queued {
				return o.put(it)
			}
			return out
		}
		select {
		case <-room.drained:
		case <-ctx.Done():
			return o.put(it)
		case <-time.After(o.stall):
			o.judge(room.progress)
		}
	}
}

// wait is what a sender waits for: drained is closed when there is more room; progress counted the writes so far.
type wait struct {
	drained  <-chan struct{}
	progress int
}

// room returns what to wait for until size more bytes fit. It returns no channel when they do (queued), or never will.
func (o *outbox) room(size int) (wait, outcome) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stalled && o.bytes <= o.limit/2 {
		o.stalled = false
	}
	switch {
	case o.closed:
		return wait{}, refused
	case o.stalled:
		return wait{}, dropped
	case o.bytes == 0 || o.bytes+size <= o.limit:
		return wait{}, queued
	}
	return wait{o.drained, o.progress}, queued
}

// judge marks the peer as stalled when nothing was written since.
func (o *outbox) judge(since int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.progress == since {
		o.stalled = true
	}
}

// take waits for items and returns them all, or false when the outbox is closed and empty.
func (o *outbox) take() ([]item, bool) {
	for {
		o.mu.Lock()
		items, closed := o.items, o.closed
		o.items = nil
		o.mu.Unlock()
		if len(items) > 0 || closed {
			return items, len(items) > 0
		}
		<-o.filled
	}
}

// wrote notes that a chunk of bytes went out.
func (o *outbox) wrote() {
	o.mu.Lock()
	o.progress++
	o.mu.Unlock()
}

// done notes that an item that was taken has been written.
func (o *outbox) done(it item) {
	o.mu.Lock()
	o.bytes -= it.size()
	o.wake()
	o.mu.Unlock()
}

// close lets take end after what is queued, and wakes whoever waits.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.wake()
	o.mu.Unlock()
	notify(o.filled)
}

// wake tells all who wait for room to look again. The outbox is locked.
func (o *outbox) wake() {
	close(o.drained)
	o.drained = make(chan struct{})
}

// discard closes the outbox and forgets what is queued.
func (o *outbox) discard() {
	o.mu.Lock()
	o.items = nil
	o.mu.Unlock()
	o.close()
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
