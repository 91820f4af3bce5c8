package jupyter

import (
	"context"

	"github.com/mercer-go/mercer/kernel/jupyter/socket"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// serveComms answers the comm messages of the shell channel in order, beside what else comes on it: a widget goes on working while a cell runs,
// and a cell can wait for what a widget sends.
func (s *Server) serveComms() {
	s.serveBeside(&s.comms, s.channels.shell, func(ctx context.Context, r request) {
		switch c := r.content.(type) {
		case wire.Comm:
			s.comm(ctx, r, c)
		case wire.CommInfoRequest:
			s.reply(s.channels.shell, r, s.commInfo(c))
		}
	})
}

// serveHelp answers what front ends ask of code that is not run, such as completions, in order: also while a cell runs, which
// they find as it was before that cell.
func (s *Server) serveHelp() {
	s.serveBeside(&s.help, s.channels.shell, func(ctx context.Context, r request) {
		switch c := r.content.(type) {
		case wire.CompleteRequest:
			s.reply(s.channels.shell, r, s.complete(ctx, c))
		case wire.InspectRequest:
			s.reply(s.channels.shell, r, s.inspect(ctx, c))
		case wire.IsCompleteRequest:
			s.reply(s.channels.shell, r, s.cfg.Backend.IsComplete(c.Code))
		}
	})
}

// beside is a queue of requests that are served beside those of the shell channel, and the one of them that is being served.
type beside struct {
	queue   *queue
	running running
}

// serveBeside serves the requests of a queue, in order, until it is closed.
func (s *Server) serveBeside(b *beside, over *socket.Router, serve func(context.Context, request)) {
	for {
		r, ok := b.queue.pop()
		if !ok {
			return
		}
		ctx, done := b.running.begin(r.RawHeader)
		idle := s.busy(r)
		s.guard(over, r, func() bool {
			serve(ctx, r)
			return false
		})
		done()
		idle()
	}
}

// interrupt ends what runs: a cell, and what a widget has set off, be it that the backend goes on with it between the requests.
func (s *Server) interrupt() {
	s.running.interrupt()
	s.comms.running.interrupt()
	if b, ok := s.cfg.Backend.(Interruptible); ok {
		b.Interrupt()
	}
}

// comm hands a comm message to the backend. A comm that nobody knows is closed.
func (s *Server) comm(ctx context.Context, r request, c wire.Comm) {
	if b, ok := s.cfg.Backend.(Comms); ok {
		b.Comm(ctx, CommMessage{Type: r.Header.Type, Comm: c, Metadata: r.Metadata, Buffers: r.Buffers}, s.newSink(ctx, r, wire.ExecuteRequest{}))
		return
	}
	if r.Header.Type == wire.TypeCommOpen {
		s.sendComm(ctx, CommMessage{Type: wire.TypeCommClose, Comm: wire.Comm{ID: c.ID}}, r.RawHeader)
	}
}

func (s *Server) commInfo(c wire.CommInfoRequest) wire.CommInfoReply {
	reply := wire.CommInfoReply{Status: "ok", Comms: map[string]wire.CommTarget{}}
	if b, ok := s.cfg.Backend.(Comms); ok {
		for id, target := range b.CommInfo() {
			if c.TargetName == "" || c.TargetName == target {
				reply.Comms[id] = wire.CommTarget{TargetName: target}
			}
		}
	}
	return reply
}
