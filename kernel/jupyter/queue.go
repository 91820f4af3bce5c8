package jupyter

import (
	"sync"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
)

// Limits of the requests that wait; a front end that sends more has to wait with them.
const (
	queueMessages = 4096
	queueBytes    = 256 << 20
)

// request is a message that was verified, and its content.
type request struct {
	*wire.Message
	content any    // as of wire.Message.Request; nil for an unknown type
	seq     uint64 // place in the order of arrival
}

func (r request) size() int { return len(r.Content) + len(r.Metadata) + 1024 }

// execution returns what a backend is asked to execute; it is false for other requests.
func (r request) execution() (session.Request, bool) {
	c, ok := r.content.(wire.ExecuteRequest)
	if !ok {
		return session.Request{}, false
	}
	return session.Request{
		Code: c.Code, CellID: r.cellID(), Silent: c.Silent, StoreHistory: c.StoreHistory,
		UserExpressions: c.UserExpressions, AllowStdin: c.AllowStdin,
	}, true
}

// queue holds the requests of the shell channel that wait.
type queue struct {
	mu      sync.Mutex
	cond    *sync.Cond // on any change
	items   []request
	bytes   int
	last    uint64
	changed bool // the executions that wait are others than those that were reported
	shown   int  // how many were reported
	closed  bool
}

func newQueue() *queue {
	q := new(queue)
	q.cond = sync.NewCond(&q.mu)
	return q
}

// push appends a request. It waits while too much is queued, and tells false when the queue is closed.
func (q *queue) push(r request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed && (len(q.items) >= queueMessages || len(q.items) > 0 && q.bytes+r.size() > queueBytes) {
		q.cond.Wait()
	}
	if q.closed {
		return false
	}
	q.last++
	r.seq = q.last
	q.items = append(q.items, r)
	q.bytes += r.size()
	q.note(r)
	return true
}

// pop takes the first request, and waits for one. After close it returns what is left, then false.
func (q *queue) pop() (request, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return request{}, false
	}
	r := q.items[0]
	q.items[0] = request{}
	q.items = q.items[1:]
	q.bytes -= r.size()
	q.note(r)
	return r, true
}

// note remembers that r came or went.
func (q *queue) note(r request) {
	if _, ok := r.content.(wire.ExecuteRequest); ok {
		q.changed = true
	}
	q.cond.Broadcast()
}

// arrived returns the place of the last request that came.
func (q *queue) arrived() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.last
}

// waiting blocks until the executions that wait have changed and returns them; it is false after close.
func (q *queue) waiting() ([]session.Request, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		if q.changed {
			q.changed = false
			list := q.executions()
			if len(list) > 0 || q.shown > 0 {
				q.shown = len(list)
				return list, true
			}
		}
		q.cond.Wait()
	}
	return nil, false
}

func (q *queue) executions() []session.Request {
	var list []session.Request
	for _, r := range q.items {
		if e, ok := r.execution(); ok {
			list = append(list, e)
		}
	}
	return list
}

// close takes no more requests and wakes all who wait.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.cond.Broadcast()
	q.mu.Unlock()
}
