package jupyter

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// maxResult is how much of a result's text is kept in the history.
const maxResult = 4096

// sink publishes what one request puts out.
type sink struct {
	s          *Server
	ctx        context.Context
	r          request
	silent     bool
	allowStdin bool
	result     string // text of the execute_result, for the history
}

var (
	_ show.Sink   = (*sink)(nil)
	_ CommSender  = (*sink)(nil)
	_ page.Poster = (*sink)(nil)
	_ CommSender  = (*Server)(nil)
)

func (s *Server) newSink(ctx context.Context, r request, c wire.ExecuteRequest) *sink {
	return &sink{s: s, ctx: ctx, r: r, silent: c.Silent, allowStdin: c.AllowStdin}
}

// Stream implements session.Sink.
func (k *sink) Stream(name, text string) {
	if text != "" {
		k.publish(wire.TypeStream, wire.Stream{Name: name, Text: text})
	}
}

// Display implements session.Sink.
func (k *sink) Display(b show.Bundle, update bool) {
	t := wire.TypeDisplayData
	if update {
		t = wire.TypeUpdateDisplay
	}
	k.publish(t, display(b))
}

// Result implements session.Sink.
func (k *sink) Result(count int, b show.Bundle) {
	var text string
	if json.Unmarshal(b.Data["text/plain"], &text) == nil {
		k.result = strings.ToValidUTF8(text[:min(len(text), maxResult)], "")
	}
	k.publish(wire.TypeExecuteResult, wire.ExecuteResult{Count: count, Display: display(b)})
}

// Clear implements session.Sink.
func (k *sink) Clear(wait bool) { k.publish(wire.TypeClearOutput, wire.ClearOutput{Wait: wait}) }

// Input implements session.Sink.
func (k *sink) Input(ctx context.Context, prompt string, password bool) (string, error) {
	if !k.allowStdin {
		return "", ErrNoInput
	}
	return k.s.ask(ctx, k.r, wire.InputRequest{Prompt: prompt, Password: password})
}

// SendComm implements CommSender.
func (k *sink) SendComm(m CommMessage) { k.s.sendComm(k.ctx, m, k.r.RawHeader) }

// Post implements page.Poster.
func (k *sink) Post(comm string, data []byte) {
	k.SendComm(CommMessage{Type: wire.TypeCommMsg, Comm: wire.Comm{ID: comm, Data: data}})
}

// publish sends output. A silent request has none.
func (k *sink) publish(t wire.Type, content any) {
	if !k.silent {
		k.s.publishOutput(k.ctx, t, k.r.RawHeader, content)
	}
}

// display is the content of a display message.
func display(b show.Bundle) wire.Display {
	d := wire.Display{Data: b.Data, Metadata: b.Metadata, Transient: wire.Transient{DisplayID: b.ID}}
	if d.Data == nil {
		d.Data = map[string]json.RawMessage{}
	}
	if d.Metadata == nil {
		d.Metadata = map[string]json.RawMessage{}
	}
	return d
}
