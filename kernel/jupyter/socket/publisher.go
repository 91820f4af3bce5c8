package socket

import (
	"context"
	"log/slog"
	"unicode/utf8"

	"github.com/go-zeromq/zmq4"
)

// Publisher is an XPUB socket: a message goes to the peers that subscribed to a prefix of its first frame.
type Publisher struct {
	socket
	welcome func(topic string) [][]byte
}

// maxSubscription is how much a message of a subscriber may hold.
const maxSubscription = 4 << 10

// NewPublisher listens at endpoint ("tcp://host:port" or "ipc://path"). Each subscription is answered, to that peer alone and
// before anything else that it subscribes to, with the message that welcome makes of the topic; welcome may be nil, and may
// return nil for no answer. log may be nil.
func NewPublisher(endpoint string, welcome func(topic string) [][]byte, log *slog.Logger) (*Publisher, error) {
	pub := &Publisher{welcome: welcome}
	pub.socket.limits = limits{message: maxSubscription}
	pub.socket.kind, pub.socket.log, pub.socket.receive = zmq4.XPub, log, pub.subscription
	if err := open(endpoint, &pub.socket); err != nil {
		return nil, err
	}
	return pub, nil
}

// subscription takes a message of a subscriber: a byte, 1 to subscribe or 0 to cancel, and the topic.
func (pub *Publisher) subscription(p *peer, m message) {
	if len(m.frames) != 1 || len(m.frames[0]) == 0 || len(m.frames[0]) > 1024 {
		return
	}
	topic := string(m.frames[0][1:])
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m.frames[0][0] {
	case 0:
		delete(p.topics, topic)
	case 1:
		pub.subscribe(p, topic)
	}
}

// subscribe notes the topic, and answers before a message of the topic can be queued: the peer is locked.
func (pub *Publisher) subscribe(p *peer, topic string) {
	if p.topics[topic] || len(p.topics) >= 256 {
		return
	}
	p.topics[topic] = true
	if pub.welcome == nil || !utf8.ValidString(topic) {
		return
	}
	if frames := pub.welcome(topic); frames != nil {
		p.out.put(item{frames: frames})
	}
}

// Send publishes frames, whose first is the topic, and returns as soon as they are queued for every subscriber. It waits
// while a subscriber that does read has too much before it. A subscriber that stops reading gets no more of these messages
// until it has caught up; that holds nobody up for longer than a few seconds, once. When ctx ends it does not wait.
func (pub *Publisher) Send(ctx context.Context, frames [][]byte) {
	pub.each(frames, func(o *outbox, it item) outcome { return o.putWhenRoom(ctx, it) })
}

// SendAlways publishes frames as Send does, but never waits and leaves no subscriber out: for short messages without which
// a front end would hang, such as the kernel's status. A subscriber with far too many of them waiting is disconnected.
func (pub *Publisher) SendAlways(frames [][]byte) { pub.each(frames, (*outbox).put) }

func (pub *Publisher) each(frames [][]byte, put func(*outbox, item) outcome) {
	for _, p := range pub.list() {
		if !p.subscribed(frames[0]) {
			continue
		}
		switch put(p.out, item{frames: frames}) {
		case dropped:
			pub.log.Warn("a subscriber does not read; it misses a message")
		case refused:
			if !p.gone() {
				pub.log.Warn("disconnected a subscriber that does not read")
				p.drop()
			}
		}
	}
}
