package jupyter

import (
	"context"
	"fmt"
	"runtime/debug"
	"unicode/utf8"

	"github.com/mercer-go/mercer/kernel/jupyter/socket"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// serveShell answers the requests of the shell channel in order, until the queue is closed.
func (s *Server) serveShell() {
	var abort uint64 // executions that arrived until then are aborted
	for {
		r, ok := s.queue.pop()
		if !ok {
			return
		}
		ctx, done := s.running.begin(r.RawHeader)
		idle := s.busy(r)
		_, exec := r.content.(wire.ExecuteRequest)
		if exec && (r.seq <= abort || ctx.Err() != nil) {
			s.reply(s.channels.shell, r, wire.StatusReply{Status: "aborted"})
		} else if s.guard(s.channels.shell, r, func() bool { return s.serve(ctx, r) }) && exec {
			abort = s.queue.arrived()
		}
		done()
		idle()
	}
}

// guard runs serve. A panic in the backend is an error reply, and no reason for the kernel to end.
func (s *Server) guard(over *socket.Router, r request, serve func() bool) (failing bool) {
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("panic in a request", "type", r.Header.Type, "panic", p, "stack", string(debug.Stack()))
			if _, answered := r.Header.Type.ReplyTo(); answered {
				s.reply(over, r, failed("InternalError", fmt.Sprint("the kernel failed: ", p)))
			}
			failing = true
		}
	}()
	return serve()
}

// serve answers one request of the shell channel. It tells whether the executions that wait have to be aborted.
func (s *Server) serve(ctx context.Context, r request) (abort bool) {
	switch c := r.content.(type) {
	case wire.ExecuteRequest:
		return s.execute(ctx, r, c)
	default:
		s.serveAnywhere(s.channels.shell, r)
	}
	return false
}

func (s *Server) complete(ctx context.Context, c wire.CompleteRequest) wire.CompleteReply {
	reply := s.cfg.Backend.Complete(ctx, c.Code, clampCursor(c.Code, c.CursorPos))
	reply.Status = "ok"
	if reply.Matches == nil {
		reply.Matches = []string{}
	}
	if reply.Metadata == nil {
		reply.Metadata = map[string]any{}
	}
	return reply
}

func (s *Server) inspect(ctx context.Context, c wire.InspectRequest) wire.InspectReply {
	reply := s.cfg.Backend.Inspect(ctx, c.Code, clampCursor(c.Code, c.CursorPos), min(max(c.DetailLevel, 0), 1))
	reply.Status = "ok"
	if reply.Data == nil {
		reply.Data = map[string]string{}
	}
	if reply.Metadata == nil {
		reply.Metadata = map[string]any{}
	}
	return reply
}

// clampCursor keeps a cursor within the code; a negative one is at its end.
func clampCursor(code string, cursor int) int {
	n := utf8.RuneCountInString(code)
	if cursor < 0 {
		return n
	}
	return min(cursor, n)
}

// lookAhead tells the backend of the executions that wait.
func (s *Server) lookAhead() {
	for {
		waiting, ok := s.queue.waiting()
		if !ok {
			return
		}
		s.cfg.Backend.Ahead(waiting)
	}
}
