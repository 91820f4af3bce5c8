package session

import (
	"context"
	"encoding/json"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
)

// expressions evaluates the request's user expressions, one program for all; if that fails, one for each, so that a bad
// expression spoils only its own answer.
func (x *execution) expressions(ctx context.Context) map[string]json.RawMessage {
	answers := map[string]json.RawMessage{}
	if err := x.evaluate(ctx, x.req.UserExpressions, answers); err == nil {
		return answers
	}
	for name, expr := range x.req.UserExpressions {
		if err := x.evaluate(ctx, map[string]string{name: expr}, answers); err != nil {
			e := x.explain(err)
			answers[name] = marshal(map[string]any{"status": "error", "ename": e.Name, "evalue": e.Value, "traceback": e.Traceback})
		}
	}
	return answers
}

// evaluate adds the answers of expressions.
func (x *execution) evaluate(ctx context.Context, exprs map[string]string, answers map[string]json.RawMessage) error {
	values, err := x.s.evaluate(ctx, exprs)
	if err != nil {
		return err
	}
	for name, b := range values {
		answers[name] = marshal(map[string]any{"status": "ok", "data": nonNil(b.Data), "metadata": nonNil(b.Metadata)})
	}
	return nil
}

// evaluate runs a program that shows the values of expressions, by name, and commits nothing.
func (s *Session) evaluate(ctx context.Context, exprs map[string]string) (map[string]Bundle, error) {
	s.mu.Lock()
	before, set := s.now, s.settings.clone()
	s.mu.Unlock()
	y := &execution{s: s, count: before.count, settings: set, before: before, plan: plan{cell: &cell.Cell{}}, values: s.storedValues()}
	y.out = newOutput(ctx, nil, s.opts, map[string]bool{}, before.count, true) // what it notices is told to nobody
	req := y.programRequest()
	req.Expressions = exprs
	p, err := program.Compose(ctx, s.env, req)
	if err != nil {
		return nil, err
	}
	built, err := s.env.Build(ctx, p.Unit)
	if err != nil {
		return nil, err
	}
	cmd := s.programCommand(built.Exe, y.settings, p)
	cmd.Out = y.out
	cmd.Values = func(names []string) ([]byte, error) {
		_, data, err := y.values.part(names)
		return data, err
	}
	cmd.Commit = func([]byte) error { return nil } // what evaluating changes is thrown away
	outcome, err := cmd.Run(ctx)
	if err != nil {
		return nil, err
	}
	if !outcome.Done {
		return nil, &endedBadly{outcome}
	}
	return y.out.values, nil
}

func nonNil(m map[string]json.RawMessage) map[string]json.RawMessage {
	if m == nil {
		return map[string]json.RawMessage{}
	}
	return m
}

func marshal(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}
