package jupyter

import "github.com/mercer-go/mercer/kernel/jupyter/wire"

// serveDebugs answers debug requests in order, beside everything else: a cell may stand at a breakpoint while they come, and what one of them
// takes keeps nobody from interrupting the cell.
func (s *Server) serveDebugs() {
	for {
		r, ok := s.debugs.pop()
		if !ok {
			return
		}
		ctx, done := s.debugging.begin(r.RawHeader)
		idle := s.busy(r)
		s.guard(s.channels.control, r, func() bool {
			c, _ := r.content.(wire.DebugRequest)
			var reply any = refuseDebug(c)
			if b, ok := s.cfg.Backend.(Debugger); ok {
				reply = b.Debug(ctx, c, s.sendDebugEvent)
			}
			s.reply(s.channels.control, r, reply)
			return false
		})
		done()
		idle()
	}
}

// sendDebugEvent publishes a debug_event. Its parent is the newest debug request: what a cell puts out is another thing.
func (s *Server) sendDebugEvent(content any) {
	s.publish(wire.TypeDebugEvent, s.debugging.newest(), content)
}

func refuseDebug(c wire.DebugRequest) wire.DebugReply {
	const text = "this kernel has no debugger"
	return wire.DebugReply{
		ErrorReply: failed("Unsupported", text), Type: "response", RequestSeq: c.Seq, Command: c.Command, Message: text,
	}
}
