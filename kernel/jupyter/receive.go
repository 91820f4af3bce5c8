package jupyter

import (
	"encoding/json"

	"github.com/mercer-go/mercer/kernel/jupyter/socket"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session/state"
)

// receive verifies and decodes the frames that came on a channel. What is wrong is logged and dropped.
func (s *Server) receive(channel string, frames [][]byte) (request, bool) {
	m, err := s.wire.Decode(frames)
	if err != nil {
		s.cfg.Log.Warn("dropped a message", "channel", channel, "err", err)
		return request{}, false
	}
	content, err := m.Request()
	if err != nil {
		s.cfg.Log.Warn("dropped a message", "channel", channel, "type", m.Header.Type, "id", m.Header.ID, "err", err)
		s.refuse(channel, request{Message: m}, err)
		return request{}, false
	}
	return request{Message: m, content: content}, true
}

// refuse answers a request whose content cannot be read, so that nobody waits for it.
func (s *Server) refuse(channel string, r request, err error) {
	if _, answered := r.Header.Type.ReplyTo(); !answered {
		return
	}
	over := s.channels.shell
	if channel == "control" {
		over = s.channels.control
	}
	idle := s.busy(r)
	defer idle()
	text := "the content of the " + string(r.Header.Type) + " cannot be read: " + err.Error()
	if r.Header.Type != wire.TypeDebugRequest {
		s.reply(over, r, failed("MalformedRequest", text))
		return
	}
	s.reply(over, r, wire.DebugReply{ErrorReply: failed("MalformedRequest", text), Type: "response", Message: text})
}

func (s *Server) receiveShell(frames [][]byte) {
	r, ok := s.receive("shell", frames)
	if !ok {
		return
	}
	switch r.content.(type) {
	case wire.Comm, wire.CommInfoRequest:
		s.comms.queue.push(r)
	case wire.CompleteRequest, wire.InspectRequest, wire.IsCompleteRequest:
		s.help.queue.push(r)
	default:
		s.queue.push(r)
	}
}

func (s *Server) receiveControl(frames [][]byte) {
	r, ok := s.receive("control", frames)
	if !ok {
		return
	}
	if _, debug := r.content.(wire.DebugRequest); debug {
		s.debugs.queue.push(r)
		return
	}
	s.control.Lock()
	defer s.control.Unlock()
	s.serveControl(r)
}

// reply answers a request over the socket that it came from.
func (s *Server) reply(over *socket.Router, r request, content any) {
	t, _ := r.Header.Type.ReplyTo()
	s.replyWith(over, r, t, content, nil)
}

func (s *Server) replyWith(over *socket.Router, r request, t wire.Type, content any, metadata json.RawMessage) {
	m, err := s.wire.New(t, r.RawHeader, content)
	if err != nil {
		s.cfg.Log.Error("cannot encode a reply", "type", t, "err", err)
		m, _ = s.wire.New(t, r.RawHeader, failed("InternalError", err.Error()))
	}
	m.Identities, m.Metadata = r.Identities, metadata
	frames, err := s.wire.Encode(m)
	if err == nil {
		err = over.Send(frames)
	}
	if err != nil {
		s.cfg.Log.Warn("cannot send a reply", "type", t, "err", err)
	}
}

// failed is the content of a reply to a request that cannot be served.
func failed(name, value string) wire.ErrorReply {
	return wire.ErrorReply{Status: "error", Name: name, Value: value, Traceback: []string{}}
}

// cellID is the identity of the cell, as far as the front end tells it in the metadata.
func (r request) cellID() string {
	var md wire.ExecuteMetadata
	if json.Unmarshal(r.Metadata, &md) != nil {
		return ""
	}
	return state.CellID(md.CellID, r.Header.Session)
}
