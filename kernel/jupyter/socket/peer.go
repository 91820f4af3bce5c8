package socket

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"syscall"

	"github.com/go-zeromq/zmq4"
)

// peer is one connection of a socket, with its reading and its writing goroutine.
type peer struct {
	id   string // routing identity
	link *link
	zmq  *zmq4.Conn
	out  *outbox

	mu     sync.Mutex
	topics map[string]bool // subscriptions, for a publisher
}

func newPeer(l *link, z *zmq4.Conn, id string) *peer {
	p := &peer{id: id, link: l, zmq: z, out: newOutbox(), topics: map[string]bool{}}
	l.progress.onChunk = p.out.wrote
	return p
}

// writeLoop sends what is put into the outbox until it is closed and empty, or the connection fails.
func (p *peer) writeLoop() {
	for {
		items, ok := p.out.take()
		if !ok {
			return
		}
		for _, it := range items {
			if err := p.write(it); err != nil {
				p.drop()
				return
			}
			p.out.done(it)
		}
		if err := p.link.Flush(); err != nil {
			p.drop()
			return
		}
	}
}

func (p *peer) write(it item) error {
	if it.command != "" {
		return p.zmq.SendCmd(it.command, it.frames[0])
	}
	return p.zmq.SendMsg(zmq4.NewMsgFrom(it.frames...))
}

// readLoop hands every message to receive until the peer leaves; its error is nil when the peer left in order.
func (p *peer) readLoop(limits limits, receive func(*peer, message)) error {
	fr := &frameReader{r: p.link.in, max: limits.message, budget: limits.budget}
	defer func() { tidy(fr.release()) }()
	for {
		tidy(fr.release())
		m, err := fr.next()
		if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || isReset(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if m.command {
			p.command(m.frames[0], receive)
			continue
		}
		receive(p, m)
	}
}

// limits are what the messages of a connection may take.
type limits struct {
	message int     // bytes of one
	budget  *Budget // for this and other connections; nil for no bound
}

// largeMessage is the size of a message whose memory is given back to the system at once: one that was refused is garbage
// that nothing else would collect soon.
const largeMessage = 64 << 20

func tidy(released int) {
	if released >= largeMessage {
		debug.FreeOSMemory()
	}
}

// command answers a PING and turns the subscription commands of ZMTP 3.1 into the messages of ZMTP 3.0.
func (p *peer) command(body []byte, receive func(*peer, message)) {
	name, data, ok := splitCommand(body)
	if !ok {
		return
	}
	switch name {
	case zmq4.CmdPing:
		context := data[min(2, len(data)):] // after the time to live, https://rfc.zeromq.org/spec/37/
		p.out.put(item{command: zmq4.CmdPong, frames: [][]byte{context}})
	case zmq4.CmdSubscribe:
		receive(p, message{frames: [][]byte{append([]byte{1}, data...)}})
	case zmq4.CmdCancel:
		receive(p, message{frames: [][]byte{append([]byte{0}, data...)}})
	}
}

// drop ends the connection at once.
func (p *peer) drop() {
	p.out.discard()
	p.link.Close()
}

// gone tells whether the connection has ended or is about to.
func (p *peer) gone() bool {
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	return p.out.closed
}

// finish ends the connection after what is queued was written, or when ctx ends.
func (p *peer) finish(ctx context.Context, written <-chan struct{}) {
	p.out.close()
	select {
	case <-written:
	case <-ctx.Done():
	}
	p.link.Close()
}

// subscribed tells whether the peer wants messages of the topic.
func (p *peer) subscribed(topic []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.topics[""] {
		return true
	}
	for t := range p.topics {
		if bytes.HasPrefix(topic, []byte(t)) {
			return true
		}
	}
	return false
}

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
