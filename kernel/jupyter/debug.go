package jupyter

import (
	"context"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// serveDebugs answers debug requests in order, beside everything else: a cell may stand at a breakpoint while they come, and what one of them
// takes keeps nobody from interrupting the cell.
func (s *Server) serveDebugs() {
	s.serveBeside(&s.debugs, s.channels.control, func(ctx context.Context, r request) {
		c, _ := r.content.(wire.DebugRequest)
		var reply any = refuseDebug(c)
		if b, ok := s.cfg.Backend.(Debugger); ok {
			reply = b.Debug(ctx, c, s.sendDebugEvent)
		}
		s.reply(s.channels.control, r, reply)
	})
}

// sendDebugEvent publishes a debug_event. Its parent is the newest debug request: what a cell puts out is another thing.
func (s *Server) sendDebugEvent(content any) {
	s.publish(wire.TypeDebugEvent, s.debugs.running.newest(), content)
}

func refuseDebug(c wire.DebugRequest) wire.DebugReply {
	const text = "this kernel has no debugger"
	return wire.DebugReply{
		ErrorReply: failed("Unsupported", text), Type: "response", RequestSeq: c.Seq, Command: c.Command, Message: text,
	}
}
