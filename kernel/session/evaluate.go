package session

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// This file evaluates expressions beside the cells: those that a front end asks for, and values in one line each for tooltips
// and %values. The values lie encoded on the disk: a small program loads and shows them, and commits nothing.

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
	values, err := x.s.evaluate(ctx, exprs, math.MaxInt64)
	if err != nil {
		return err
	}
	for name, b := range values {
		answers[name] = marshal(map[string]any{"status": "ok", "data": nonNil(b.Data), "metadata": nonNil(b.Metadata)})
	}
	return nil
}

// evaluate runs a program that shows the values of expressions, by name, and commits nothing. The program, once it is built, may run for
// limit.
func (s *Session) evaluate(ctx context.Context, exprs map[string]string, limit time.Duration) (map[string]show.Bundle, error) {
	s.mu.Lock()
	before, set := s.now, s.settings.clone()
	s.mu.Unlock()
	values := s.storedValues()
	out := show.New(ctx, nil, s.opts.Render, s.opts.Log, map[string]bool{}, before.Count, true) // what it notices is told to nobody
	req := program.Request{Cell: &cell.Cell{}, Defs: before.Defs, Values: values.info, Goflags: set.goflags, NoAutoget: set.noAutoget}
	req.Expressions = exprs
	p, err := program.Compose(ctx, s.env, req)
	if err != nil {
		return nil, err
	}
	built, err := s.env.Build(ctx, p.Unit)
	if err != nil {
		return nil, err
	}
	cmd := s.asideCommand(built.Exe, set, p, values)
	cmd.Out = out
	running, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	outcome, err := cmd.Run(running)
	if err != nil {
		return nil, err
	}
	if !outcome.Done {
		return nil, &report.EndedBadly{Outcome: outcome}
	}
	return out.Values, nil
}

// asideCommand is how a program is started beside the cells: it is given the values, and what it does to them is thrown away.
func (s *Session) asideCommand(exe string, set settings, p *program.Program, values storedValues) *run.Command {
	cmd := s.programCommand(exe, set, p)
	cmd.Values = func(names []string) ([]byte, error) {
		_, data, err := values.part(names)
		return data, err
	}
	cmd.Commit = func([]byte) error { return nil }
	return cmd
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

// briefTime bounds the program that describes values: their own methods may take any time.
const briefTime = 5 * time.Second

// briefs returns the values of variables in one line each, by name; those that cannot be described are left out. They are
// described together, and one by one when that fails, as by a method that does not come back.
func (s *Session) briefs(ctx context.Context, names []string) map[string]string {
	found, err := s.describeValues(ctx, names)
	if err == nil || len(names) < 2 || ctx.Err() != nil {
		return found
	}
	for end := time.Now().Add(briefTime); len(names) > 0 && time.Now().Before(end); names = names[1:] {
		one, _ := s.describeValues(ctx, names[:1])
		for name, text := range one {
			found[name] = text
		}
	}
	return found
}

// describeValues returns the values of variables in one line each, by name.
func (s *Session) describeValues(ctx context.Context, names []string) (map[string]string, error) {
	found, exprs := map[string]string{}, map[string]string{}
	for _, name := range names {
		exprs[name] = "display.Brief(" + name + ")"
	}
	if len(exprs) == 0 {
		return found, nil
	}
	bundles, err := s.evaluate(ctx, exprs, briefTime)
	for name, b := range bundles {
		var quoted string
		if json.Unmarshal(b.Data["text/plain"], &quoted) == nil {
			if text, err := strconv.Unquote(quoted); err == nil {
				found[name] = text
			}
		}
	}
	return found, err
}

// brief returns the value of a variable in one line, or "" where the store does not have it. A tooltip is not waited for longer.
func (s *Session) brief(ctx context.Context, name string) string {
	if v, ok := s.storedValues().info(name); !ok || v.NotCarried != "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, briefTime)
	defer cancel()
	found, _ := s.describeValues(ctx, []string{name})
	return found[name]
}
