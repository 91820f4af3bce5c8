package socket

import (
	"log/slog"

	"github.com/go-zeromq/zmq4"
)

// Echo is a REP socket that answers each message with itself: the kernel's heartbeat.
type Echo struct{ socket }

// maxBeat is how much a heartbeat may hold.
const maxBeat = 64 << 10

// NewEcho listens at endpoint ("tcp://host:port" or "ipc://path"). log may be nil.
func NewEcho(endpoint string, log *slog.Logger) (*Echo, error) {
	e := &Echo{socket{kind: zmq4.Rep, log: log, limits: limits{message: maxBeat}}}
	e.receive = func(p *peer, m message) { // the envelope, up to the empty frame, goes back unchanged
		if p.out.putWhenRoom(e.ctx, item{frames: m.frames}) == dropped {
			p.drop()
		}
	}
	if err := open(endpoint, &e.socket); err != nil {
		return nil, err
	}
	return e, nil
}
