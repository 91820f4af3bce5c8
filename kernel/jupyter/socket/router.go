package socket

import (
	"errors"
	"log/slog"
	"sync"

	"github.com/go-zeromq/zmq4"
)

// ErrNoPeer says that no connected peer has the identity.
var ErrNoPeer = errors.New("socket: no peer of this identity is connected")

// Router is a ROUTER socket: a message comes with the identity of its peer as the first frame, and is sent to the peer that
// its first frame names. Of two peers with one identity the later counts (libzmq's ZMQ_ROUTER_HANDOVER).
type Router struct {
	socket
	mu      sync.Mutex
	byID    map[string]*peer
	changed chan struct{} // closed, and replaced, when a peer joins
}

// NewRouter listens at endpoint ("tcp://host:port" or "ipc://path"). It calls receive with each message, at the same time
// for different peers; while receive blocks, nothing more is read from that peer. A connection whose message is too much
// for budget ends; nil is no bound. log may be nil.
func NewRouter(endpoint string, receive func(frames [][]byte), budget *Budget, log *slog.Logger) (*Router, error) {
	r := &Router{byID: map[string]*peer{}, changed: make(chan struct{})}
	r.socket.kind, r.socket.log, r.socket.joined = zmq4.Router, log, r.joined
	r.socket.limits = limits{MaxMessage, budget}
	r.socket.receive = func(p *peer, m message) {
		receive(append([][]byte{[]byte(p.id)}, m.frames...))
	}
	if err := open(endpoint, &r.socket); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Router) joined(p *peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old := r.byID[p.id]; old != nil {
		old.drop()
	}
	r.byID[p.id] = p
	close(r.changed)
	r.changed = make(chan struct{})
	for id, q := range r.byID { // forget who has left
		if q != p && q.gone() {
			delete(r.byID, id)
		}
	}
}

// Send queues frames[1:] for the peer whose identity is frames[0]. It does not wait. It returns ErrNoPeer when there is no
// such peer, or when that one does not read what it is sent.
func (r *Router) Send(frames [][]byte) error {
	if len(frames) < 2 {
		return errors.New("socket: a routed message has an identity and at least one frame")
	}
	r.mu.Lock()
	p := r.byID[string(frames[0])]
	r.mu.Unlock()
	if p == nil {
		return ErrNoPeer
	}
	if p.out.put(item{frames: frames[1:]}) != queued {
		p.drop()
		return ErrNoPeer
	}
	return nil
}

// Connected tells whether the peer is there, and returns a channel that is closed when the next one joins.
func (r *Router) Connected(id []byte) (bool, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.byID[string(id)]
	return p != nil && !p.gone(), r.changed
}
