// Package jupytertest is a front end in Go, for tests and benchmarks of a kernel over its real sockets. It needs no Jupyter.
//
//	server, err := jupyter.Listen(jupyter.Config{Backend: backend})
//	client, err := jupytertest.Dial(ctx, server.Connection())
//	result, err := client.Execute(ctx, jupytertest.Execution{Code: "1+1"})
//	fmt.Println(result.Status, result.Stdout(), result.Text())
//
// [Start] does the same with a kernel in a process of its own. The sockets are those of github.com/go-zeromq/zmq4, so the tests
// also show that the kernel's own ones speak to another implementation.
package jupytertest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// Channel names a channel of the protocol.
type Channel string

// The channels.
const (
	Shell   Channel = "shell"
	Control Channel = "control"
	Stdin   Channel = "stdin"
	IOPub   Channel = "iopub"
)

// Message is a message from the kernel, and the channel that it came on.
type Message struct {
	*wire.Message
	Channel Channel
	Frames  [][]byte // as received
}

// Client is a front end that is connected to a kernel. Its methods may be called from several goroutines.
type Client struct {
	Session *wire.Session
	// OnInput answers the kernel's questions. Without it they stay unanswered. Set it before the request that asks.
	OnInput func(prompt string, password bool) string

	sockets map[Channel]zmq4.Socket
	hb      zmq4.Socket
	cancel  context.CancelFunc
	readers sync.WaitGroup

	mu      sync.Mutex
	inbox   map[string][]Message // by the id of the request; "" for those that answer none
	changed chan struct{}        // closed, and replaced, when a message comes
}

// Dial connects to a kernel and waits until it publishes to this client. Close the client after use.
func Dial(ctx context.Context, conn jupyter.Connection) (*Client, error) {
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &Client{
		Session: &wire.Session{Key: []byte(conn.Key), ID: wire.NewID(), Username: "test"},
		sockets: map[Channel]zmq4.Socket{}, cancel: cancel, inbox: map[string][]Message{}, changed: make(chan struct{}),
	}
	options := []zmq4.Option{
		zmq4.WithID(zmq4.SocketIdentity(c.Session.ID)), zmq4.WithLogger(log.New(io.Discard, "", 0)),
		zmq4.WithDialerRetry(20 * time.Millisecond), zmq4.WithDialerMaxRetries(500),
	}
	c.sockets[IOPub] = zmq4.NewSub(life, zmq4.WithLogger(log.New(io.Discard, "", 0)), zmq4.WithDialerRetry(20*time.Millisecond), zmq4.WithDialerMaxRetries(500))
	for _, ch := range []Channel{Shell, Control, Stdin} {
		c.sockets[ch] = zmq4.NewDealer(life, options...)
	}
	c.hb = zmq4.NewReq(life, zmq4.WithLogger(log.New(io.Discard, "", 0)))
	if err := c.dial(ctx, conn); err != nil {
		c.Close()
		return nil, fmt.Errorf("jupytertest: %w", err)
	}
	return c, nil
}

func (c *Client) dial(ctx context.Context, conn jupyter.Connection) error {
	if err := c.sockets[IOPub].SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	ports := map[Channel]int{Shell: conn.Shell, Control: conn.Control, Stdin: conn.Stdin, IOPub: conn.IOPub}
	for ch, port := range ports {
		if err := c.sockets[ch].Dial(conn.Endpoint(port)); err != nil {
			return err
		}
		c.readers.Go(func() { c.read(ch) })
	}
	if err := c.hb.Dial(conn.Endpoint(conn.HB)); err != nil {
		return err
	}
	_, err := c.Wait(ctx, "", func(m Message) bool { return m.Header.Type == wire.TypeWelcome })
	return err
}

// Close ends the connection.
func (c *Client) Close() error {
	var errs []error
	for _, s := range c.sockets {
		errs = append(errs, s.Close())
	}
	errs = append(errs, c.hb.Close())
	c.cancel()
	c.readers.Wait()
	return errors.Join(errs...)
}

// read takes the messages of a channel until the socket is closed.
func (c *Client) read(ch Channel) {
	for {
		msg, err := c.sockets[ch].Recv()
		if err != nil {
			return
		}
		m, err := c.Session.Decode(msg.Frames)
		if err != nil {
			continue
		}
		c.deliver(Message{m, ch, msg.Frames})
	}
}

func (c *Client) deliver(m Message) {
	if m.Header.Type == wire.TypeInputRequest && c.OnInput != nil {
		c.readers.Go(func() { c.answer(m) })
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := m.ParentID()
	c.inbox[id] = append(c.inbox[id], m)
	close(c.changed)
	c.changed = make(chan struct{})
}

// answer replies to a question of the kernel.
func (c *Client) answer(m Message) {
	var q wire.InputRequest
	if Content(m, &q) == nil {
		c.Reply(m, wire.TypeInputReply, wire.InputReply{Value: c.OnInput(q.Prompt, q.Password)})
	}
}

// Reply sends an answer to a message of the kernel on the channel that it came on.
func (c *Client) Reply(to Message, t wire.Type, content any) error {
	m, err := c.Session.New(t, to.RawHeader, content)
	if err != nil {
		return err
	}
	return c.SendMessage(to.Channel, m)
}

// Send sends a request and returns its id.
func (c *Client) Send(ch Channel, t wire.Type, content any) (id string, err error) {
	m, err := c.Session.New(t, nil, content)
	if err != nil {
		return "", err
	}
	return m.Header.ID, c.SendMessage(ch, m)
}

// SendMessage signs and sends a message.
func (c *Client) SendMessage(ch Channel, m *wire.Message) error {
	frames, err := c.Session.Encode(m)
	if err != nil {
		return err
	}
	return c.SendFrames(ch, frames)
}

// SendFrames sends frames as they are.
func (c *Client) SendFrames(ch Channel, frames [][]byte) error {
	return c.sockets[ch].Send(zmq4.NewMsgFrom(frames...))
}

// Heartbeat sends a ping and returns what comes back.
func (c *Client) Heartbeat(ping []byte) ([]byte, error) {
	if err := c.hb.Send(zmq4.NewMsg(ping)); err != nil {
		return nil, err
	}
	msg, err := c.hb.Recv()
	return msg.Bytes(), err
}
