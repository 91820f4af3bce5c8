package jupyter

import (
	"github.com/mercer-go/mercer/kernel/jupyter/socket"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// serveControl answers a request of the control channel, also while a cell runs.
func (s *Server) serveControl(r request) {
	idle := s.busy(r)
	defer idle()
	s.guard(s.channels.control, r, func() bool {
		switch r.content.(type) {
		case wire.ExecuteRequest, wire.CompleteRequest, wire.InspectRequest, wire.IsCompleteRequest, wire.CommInfoRequest:
			s.reply(s.channels.control, r, failed("WrongChannel", "send "+string(r.Header.Type)+" on the shell channel"))
		case wire.Comm:
			s.cfg.Log.Warn("dropped a message", "channel", "control", "type", r.Header.Type)
		default:
			s.serveAnywhere(s.channels.control, r)
		}
		return false
	})
}

// serveAnywhere answers the requests that the shell and the control channel have in common.
func (s *Server) serveAnywhere(over *socket.Router, r request) {
	switch c := r.content.(type) {
	case wire.HistoryRequest:
		s.reply(over, r, s.lookUp(c))
	case wire.ShutdownRequest:
		s.shutdown(over, r, c.Restart)
	case wire.DebugRequest:
		s.reply(over, r, failed("WrongChannel", "send debug_request on the control channel"))
	case wire.Empty:
		s.serveSimple(over, r)
	default:
		s.unknown(over, r)
	}
}

// serveSimple answers requests that have no content.
func (s *Server) serveSimple(over *socket.Router, r request) {
	switch r.Header.Type {
	case wire.TypeKernelInfoRequest:
		s.reply(over, r, s.info())
	case wire.TypeConnectRequest:
		c := s.cfg.Connection
		s.reply(over, r, wire.ConnectReply{Status: "ok", Shell: c.Shell, IOPub: c.IOPub, Stdin: c.Stdin, HB: c.HB, Control: c.Control})
	case wire.TypeInterruptRequest:
		s.interrupt()
		s.reply(over, r, wire.StatusReply{Status: "ok"})
	}
}

func (s *Server) info() wire.KernelInfoReply {
	reply := s.cfg.Backend.Info()
	reply.Status, reply.ProtocolVersion = "ok", wire.Version
	if reply.HelpLinks == nil {
		reply.HelpLinks = []wire.HelpLink{}
	}
	if reply.SupportedFeatures == nil {
		reply.SupportedFeatures = []string{}
	}
	return reply
}

// shutdown answers, tells all front ends, and lets the kernel end after that.
func (s *Server) shutdown(over *socket.Router, r request, restart bool) {
	reply := wire.ShutdownReply{Status: "ok", Restart: restart}
	s.reply(over, r, reply)
	s.publish(wire.TypeShutdownReply, r.RawHeader, reply)
	s.ended.ask(restart)
}

// unknown answers a request of a type that the kernel does not know, so that nobody waits for it.
func (s *Server) unknown(over *socket.Router, r request) {
	s.cfg.Log.Warn("unknown type of message", "type", r.Header.Type, "id", r.Header.ID)
	if _, ok := r.Header.Type.ReplyTo(); ok {
		s.reply(over, r, failed("Unsupported", "this kernel does not know "+string(r.Header.Type)))
	}
}
