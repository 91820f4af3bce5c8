package jupytertest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// Content decodes the content of a message into v.
func Content(m Message, v any) error { return json.Unmarshal(m.Content, v) }

// Wait returns the first message that answers the request id (or none, for "") and is wanted. It waits for it until ctx ends.
func (c *Client) Wait(ctx context.Context, id string, wanted func(Message) bool) (Message, error) {
	var found Message
	err := c.until(ctx, func(inbox map[string][]Message) bool {
		i := slices.IndexFunc(inbox[id], wanted)
		if i >= 0 {
			found = inbox[id][i]
		}
		return i >= 0
	})
	if err != nil {
		return Message{}, fmt.Errorf("jupytertest: waiting for an answer: %w; came so far: %v", err, c.typesOf(id))
	}
	return found, nil
}

// WaitType is Wait for a type of message.
func (c *Client) WaitType(ctx context.Context, id string, t wire.Type) (Message, error) {
	return c.Wait(ctx, id, func(m Message) bool { return m.Header.Type == t })
}

// until waits until the inbox is as wanted.
func (c *Client) until(ctx context.Context, wanted func(map[string][]Message) bool) error {
	for {
		c.mu.Lock()
		ok, changed := wanted(c.inbox), c.changed
		c.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *Client) typesOf(id string) (types []wire.Type) {
	for _, m := range c.Messages(id) {
		types = append(types, m.Header.Type)
	}
	return types
}

// Messages returns what has come in answer to a request so far, in the order of arrival on each channel.
func (c *Client) Messages(id string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.inbox[id])
}

// Finish waits for the reply to a request and for the kernel to be idle after it, and returns and forgets all its messages.
func (c *Client) Finish(ctx context.Context, id string) (*Result, error) {
	var r *Result
	err := c.until(ctx, func(inbox map[string][]Message) bool {
		r = newResult(inbox[id])
		if r != nil {
			delete(inbox, id)
		}
		return r != nil
	})
	if err != nil {
		return nil, fmt.Errorf("jupytertest: waiting for a reply: %w; came so far: %v", err, c.typesOf(id))
	}
	return r, nil
}

// Request sends a request and waits for its reply and for the kernel to be idle.
func (c *Client) Request(ctx context.Context, ch Channel, t wire.Type, content any) (*Result, error) {
	id, err := c.Send(ch, t, content)
	if err != nil {
		return nil, err
	}
	return c.Finish(ctx, id)
}

// Execution is an execute_request.
type Execution struct {
	Code            string
	CellID          string // sent as JupyterLab does, unless empty
	Silent          bool
	NoHistory       bool              // store_history false
	UserExpressions map[string]string // by name
	AllowStdin      bool              // the client's OnInput answers
	KeepGoing       bool              // stop_on_error false
}

// Execute runs code and waits until the kernel is idle after it.
func (c *Client) Execute(ctx context.Context, e Execution) (*Result, error) {
	id, err := c.StartExecution(e)
	if err != nil {
		return nil, err
	}
	return c.Finish(ctx, id)
}

// StartExecution sends an execution and returns its id, for Finish.
func (c *Client) StartExecution(e Execution) (id string, err error) {
	m, err := c.Session.New(wire.TypeExecuteRequest, nil, wire.ExecuteRequest{
		Code: e.Code, Silent: e.Silent, StoreHistory: !e.NoHistory, UserExpressions: e.UserExpressions,
		AllowStdin: e.AllowStdin, StopOnError: !e.KeepGoing,
	})
	if err != nil {
		return "", err
	}
	if e.CellID != "" {
		if m.Metadata, err = wire.Marshal(wire.ExecuteMetadata{CellID: e.CellID}); err != nil {
			return "", err
		}
	}
	return m.Header.ID, c.SendMessage(Shell, m)
}
