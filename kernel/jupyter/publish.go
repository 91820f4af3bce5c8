package jupyter

import (
	"context"
	"encoding/json"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// publish sends a message on iopub that no front end may miss; it does not wait.
func (s *Server) publish(t wire.Type, parent []byte, content any) {
	if frames := s.encodeIOPub(t, parent, content, nil, nil); frames != nil {
		s.channels.iopub.SendAlways(frames)
	}
}

// publishOutput sends output of a cell on iopub; it waits while front ends cannot follow, until ctx ends.
func (s *Server) publishOutput(ctx context.Context, t wire.Type, parent []byte, content any) {
	if frames := s.encodeIOPub(t, parent, content, nil, nil); frames != nil {
		s.channels.iopub.Send(ctx, frames)
	}
}

// encodeIOPub returns the frames of a message with its topic, or nil when the content cannot be encoded.
func (s *Server) encodeIOPub(t wire.Type, parent []byte, content any, metadata json.RawMessage, buffers [][]byte) [][]byte {
	m, err := s.wire.New(t, parent, content)
	if err != nil {
		s.cfg.Log.Error("cannot encode a message", "type", t, "err", err)
		return nil
	}
	m.Identities, m.Metadata, m.Buffers = [][]byte{[]byte("kernel." + s.wire.ID + "." + string(t))}, metadata, buffers
	frames, err := s.wire.Encode(m)
	if err != nil {
		s.cfg.Log.Error("cannot encode a message", "type", t, "err", err)
		return nil
	}
	return frames
}

// welcome is the answer to a subscription.
//
// https://jupyter.org/enhancement-proposals/65-jupyter-xpub/jupyter-xpub.html
func (s *Server) welcome(topic string) [][]byte {
	m, err := s.wire.New(wire.TypeWelcome, nil, wire.Welcome{Subscription: topic})
	if err != nil {
		return nil
	}
	m.Identities = [][]byte{[]byte(topic)}
	frames, err := s.wire.Encode(m)
	if err != nil {
		return nil
	}
	return frames
}

// busy says that the kernel works on a request, and returns what says that it is done.
func (s *Server) busy(r request) (idle func()) {
	s.publish(wire.TypeStatus, r.RawHeader, wire.Status{State: "busy"})
	return func() { s.publish(wire.TypeStatus, r.RawHeader, wire.Status{State: "idle"}) }
}

// SendComm sends a message of a comm to the front ends, as a consequence of the newest request.
func (s *Server) SendComm(m CommMessage) {
	s.sendComm(context.Background(), m, s.running.newest())
}

func (s *Server) sendComm(ctx context.Context, m CommMessage, parent []byte) {
	if len(m.Data) == 0 {
		m.Data = []byte("{}")
	}
	if frames := s.encodeIOPub(m.Type, parent, m.Comm, m.Metadata, m.Buffers); frames != nil {
		s.channels.iopub.Send(ctx, frames)
	}
}
