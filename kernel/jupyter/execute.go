package jupyter

import (
	"context"
	"encoding/json"

	"github.com/mercer-go/mercer/kernel/jupyter/history"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
)

// execute runs code, and publishes what becomes of it. It tells whether the executions that wait have to be aborted.
func (s *Server) execute(ctx context.Context, r request, c wire.ExecuteRequest) (abort bool) {
	e, _ := r.execution()
	started := s.wire.Date()
	if !c.Silent {
		s.publish(wire.TypeExecuteInput, r.RawHeader, wire.ExecuteInput{Code: c.Code, Count: s.cfg.Backend.Count()})
	}
	out := s.newSink(ctx, r, c)
	reply := s.cfg.Backend.Execute(ctx, e, out)
	if reply.Status == session.StatusError {
		err := errorOf(reply)
		s.publish(wire.TypeError, r.RawHeader, wire.Error{Name: err.Name, Value: err.Value, Traceback: err.Traceback})
	}
	s.remember(c, reply, out)
	s.replyWith(s.channels.shell, r, wire.TypeExecuteReply, executeReply(reply), executeMetadata(started, reply))
	return reply.Status == session.StatusError && c.StopOnError && !c.Silent
}

// errorOf returns the error of a reply in full.
func errorOf(reply session.Reply) report.Error {
	if reply.Err == nil {
		return report.Error{Name: "error", Traceback: []string{}}
	}
	err := *reply.Err
	if err.Traceback == nil {
		err.Traceback = []string{}
	}
	return err
}

// executeReply is the content of the execute_reply of a backend's reply.
func executeReply(reply session.Reply) any {
	expressions, payload := reply.UserExpressions, make([]any, len(reply.Payload))
	if expressions == nil {
		expressions = map[string]json.RawMessage{}
	}
	for i, p := range reply.Payload {
		payload[i] = p
	}
	switch reply.Status {
	case session.StatusAborted:
		return wire.StatusReply{Status: "aborted"}
	case session.StatusError:
		err := errorOf(reply)
		e := wire.ErrorReply{Status: "error", Name: err.Name, Value: err.Value, Traceback: err.Traceback}
		return wire.ExecuteError{ErrorReply: e, Count: reply.Count, UserExpressions: expressions, Payload: payload}
	}
	return wire.ExecuteReply{Status: "ok", Count: reply.Count, UserExpressions: expressions, Payload: payload}
}

// executeMetadata tells when the execution started, from which front ends take its duration, and how it ended.
func executeMetadata(started string, reply session.Reply) json.RawMessage {
	md, _ := wire.Marshal(struct {
		Started string         `json:"started"`
		Status  session.Status `json:"status"`
	}{started, reply.Status})
	return md
}

// remember keeps the input, and the text of the result, in the history.
func (s *Server) remember(c wire.ExecuteRequest, reply session.Reply, out *sink) {
	if s.cfg.History == nil || !c.StoreHistory || c.Silent || reply.Status == session.StatusAborted {
		return
	}
	if err := s.cfg.History.Append(history.Entry{Line: reply.Count, Input: c.Code, Output: out.result}); err != nil {
		s.cfg.Log.Warn("cannot keep the history", "err", err)
	}
}

// lookUp answers a history_request.
func (s *Server) lookUp(c wire.HistoryRequest) wire.HistoryReply {
	reply := wire.HistoryReply{Status: "ok", History: [][3]any{}}
	if s.cfg.History == nil {
		return reply
	}
	entries, err := s.cfg.History.Find(history.Query{
		Access: history.Access(c.Access), Session: c.Session, Start: c.Start, Stop: c.Stop, N: c.N, Pattern: c.Pattern, Unique: c.Unique,
	})
	if err != nil {
		s.cfg.Log.Warn("cannot read the history", "err", err)
	}
	for _, e := range entries {
		row := [3]any{e.Session, e.Line, e.Input}
		if c.Output {
			row[2] = [2]any{e.Input, orNull(e.Output)}
		}
		reply.History = append(reply.History, row)
	}
	return reply
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
