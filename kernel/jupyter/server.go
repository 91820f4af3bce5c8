package jupyter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter/history"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// Config is what a Server needs.
type Config struct {
	Connection Connection       // a port of 0 lets the system choose (tcp only)
	Backend    Backend          // required
	History    *history.Log     // of the user's input; nil for none
	Log        *slog.Logger     // nil for none
	Linger     time.Duration    // how long Close waits for front ends to read what was sent; 1 s when zero
	Grace      time.Duration    // how long Close waits for a cell that runs; 3 s when zero
	Now        func() time.Time // for dates in messages; time.Now when nil
	NewID      func() string    // for ids of messages; random when nil
}

// Server is a kernel's side of the five channels.
type Server struct {
	cfg      Config // with the defaults filled in, and the ports that were chosen
	wire     *wire.Session
	channels channels

	queue   *queue     // of the shell channel, but for what is served beside it
	running running    // of queue
	comms   beside     // comm messages
	help    beside     // questions about code that is not run
	debugs  beside     // debug requests
	control sync.Mutex // one control request at a time
	asking  asking

	loops sync.WaitGroup
	ended *ending
	close func() error // does it once
}

// Listen opens the sockets and begins to answer.
func Listen(cfg Config) (*Server, error) {
	if cfg.Backend == nil {
		return nil, errors.New("jupyter: Config.Backend is nil")
	}
	if err := cfg.Connection.check(); err != nil {
		return nil, fmt.Errorf("jupyter: connection: %w", err)
	}
	s := newServer(cfg)
	if c := &s.cfg.Connection; c.exposed() {
		s.cfg.Log.Warn("the kernel can be reached from other machines, as the connection file says", "ip", c.IP)
	}
	on := receivers{subscribed: s.welcome, shell: s.receiveShell, control: s.receiveControl, stdin: s.receiveStdin}
	if err := s.channels.open(&s.cfg.Connection, on, s.cfg.Log); err != nil {
		s.channels.close(context.Background())
		return nil, err
	}
	s.loops.Go(s.serveShell)
	s.loops.Go(s.serveComms)
	s.loops.Go(s.serveHelp)
	s.loops.Go(s.serveDebugs)
	s.loops.Go(s.lookAhead)
	s.publish(wire.TypeStatus, nil, wire.Status{State: "starting"})
	return s, nil
}

func newServer(cfg Config) *Server {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	cfg.Linger = cmp.Or(cfg.Linger, time.Second)
	cfg.Grace = cmp.Or(cfg.Grace, 3*time.Second)
	s := &Server{
		cfg: cfg, queue: newQueue(), comms: beside{queue: newQueue()}, help: beside{queue: newQueue()}, debugs: beside{queue: newQueue()}, ended: newEnding(),
		wire: &wire.Session{ID: wire.NewID(), Key: []byte(cfg.Connection.Key), Username: username(), Now: cfg.Now, NewID: cfg.NewID},
	}
	s.close = sync.OnceValue(s.end)
	return s
}

// username is that of the environment, as Jupyter's own clients have it.
func username() string {
	return cmp.Or(os.Getenv("LOGNAME"), os.Getenv("USER"), "kernel")
}

// Connection returns where the server listens, with the ports that were chosen.
func (s *Server) Connection() Connection { return s.cfg.Connection }

// Done is closed when a front end has asked the kernel to shut down. The server has to be closed then.
func (s *Server) Done() <-chan struct{} { return s.ended.asked }

// Serve waits until a front end asks for shutdown or ctx ends, and closes the server.
func (s *Server) Serve(ctx context.Context) error {
	select {
	case <-s.ended.asked:
	case <-ctx.Done():
	}
	return s.Close()
}

// Close ends the server: the cell that runs is stopped, requests that wait are answered as aborted, the backend is shut down,
// what was sent is flushed. When it returns, no goroutine and no socket of the server is left.
func (s *Server) Close() error { return s.close() }

func (s *Server) end() error {
	s.ended.ask(false)
	s.queue.close()
	for _, b := range []*beside{&s.comms, &s.help, &s.debugs} {
		b.queue.close()
		b.running.end()
	}
	s.running.end()
	idle := make(chan struct{})
	go func() {
		s.loops.Wait()
		close(idle)
	}()
	var late error
	select {
	case <-idle:
	case <-time.After(s.cfg.Grace):
		late = errors.New("jupyter: the cell that runs did not end in time")
		s.cfg.Log.Error(late.Error())
	}
	s.control.Lock() // after the control request that asked for shutdown has said that it is done
	down := s.cfg.Backend.Shutdown(s.ended.restart)
	s.control.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.Linger)
	defer cancel()
	return errors.Join(late, down, s.channels.close(ctx))
}

// ending is the wish that the kernel end; the first one counts.
type ending struct {
	once    sync.Once
	asked   chan struct{} // closed then
	restart bool          // what the shutdown request said; read after asked
}

func newEnding() *ending { return &ending{asked: make(chan struct{})} }

func (e *ending) ask(restart bool) {
	e.once.Do(func() {
		e.restart = restart
		close(e.asked)
	})
}
