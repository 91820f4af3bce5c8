package socket

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// maxPeers is the number of connections that one socket takes at a time.
const maxPeers = 512

// socket is what the kinds have in common: it accepts peers, and hands their messages to receive.
type socket struct {
	kind    zmq4.SocketType
	log     *slog.Logger
	ln      net.Listener
	limits  limits
	receive func(*peer, message)
	joined  func(*peer) // called before the first message of a peer; may be nil

	ctx    context.Context // ends when Close gives up waiting
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	opening map[net.Conn]bool
	peers   map[*peer]chan struct{} // closed when all was written
}

func open(endpoint string, s *socket) error {
	ln, err := listen(endpoint)
	if err != nil {
		return fmt.Errorf("socket: %s at %s: %w", s.kind, endpoint, err)
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.log = s.log.With("socket", string(s.kind), "endpoint", endpoint)
	s.ln, s.opening, s.peers = ln, map[net.Conn]bool{}, map[*peer]chan struct{}{}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.wg.Go(s.accept)
	return nil
}

// Addr is the address that the socket listens at.
func (s *socket) Addr() net.Addr { return s.ln.Addr() }

// accept takes connections until the listener is closed. Running out of file descriptors is no reason to end.
func (s *socket) accept() {
	for {
		conn, err := s.ln.Accept()
		switch {
		case err == nil:
			s.wg.Go(func() { s.serve(conn) })
		case errors.Is(err, net.ErrClosed):
			return
		default:
			s.log.Warn("cannot accept a connection", "err", err)
			if !s.pause(100 * time.Millisecond) {
				return
			}
		}
	}
}

func (s *socket) pause(d time.Duration) bool {
	select {
	case <-s.ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// serve takes one connection through its life.
func (s *socket) serve(conn net.Conn) {
	defer conn.Close()
	if !s.begin(conn) {
		return
	}
	l, z, err := handshake(conn, s.kind)
	if err != nil {
		s.end(conn)
		s.log.Debug("refused a connection", "err", err)
		return
	}
	p := newPeer(l, z, identity(z))
	if !s.join(conn, p) {
		return
	}
	if err := p.readLoop(s.limits, s.receive); err != nil {
		s.log.Warn("ended a connection", "err", err)
	}
	s.leave(p)
}

// begin notes a connection whose handshake starts; it tells false when the socket takes no more.
func (s *socket) begin(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.opening)+len(s.peers) >= maxPeers {
		return false
	}
	s.opening[conn] = true
	return true
}

func (s *socket) end(conn net.Conn) {
	s.mu.Lock()
	delete(s.opening, conn)
	s.mu.Unlock()
}

// join makes the connection a peer and starts its writer.
func (s *socket) join(conn net.Conn, p *peer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.opening, conn)
	if s.closed {
		return false
	}
	written := make(chan struct{})
	s.peers[p] = written
	s.wg.Go(func() {
		defer close(written)
		p.writeLoop()
	})
	if s.joined != nil {
		s.joined(p)
	}
	return true
}

func (s *socket) leave(p *peer) {
	s.mu.Lock()
	closing := s.closed
	if !closing {
		delete(s.peers, p)
	}
	s.mu.Unlock()
	if !closing {
		p.drop()
	}
}

// list returns the peers of the moment.
func (s *socket) list() []*peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	peers := make([]*peer, 0, len(s.peers))
	for p := range s.peers {
		peers = append(peers, p)
	}
	return peers
}

// Close takes no more connections, sends what is queued, at most until ctx ends, and closes all connections. When it
// returns, no goroutine of the socket is left.
func (s *socket) Close(ctx context.Context) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	for conn := range s.opening {
		conn.Close()
	}
	peers := s.peers
	s.mu.Unlock()
	err := s.ln.Close()
	var finish sync.WaitGroup
	for p, written := range peers {
		finish.Go(func() { p.finish(ctx, written) })
	}
	finish.Wait()
	s.cancel()
	s.wg.Wait()
	return err
}

// identity is the routing identity that a peer names, or a new one.
func identity(z *zmq4.Conn) string {
	if id := z.Peer.Meta["Identity"]; id != "" {
		return id
	}
	var b [17]byte // as libzmq: a zero byte, then what nobody else has
	rand.Read(b[1:])
	return string(b[:])
}
