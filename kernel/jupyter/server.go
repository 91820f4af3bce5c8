package jupyter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/user"
	"strconv"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter/history"
	"github.com/mercer-go/mercer/kernel/jupyter/socket"
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
	backend Backend
	history *history.Log
	log     *slog.Logger
	wire    *wire.Session
	conn    Connection
	linger  time.Duration
	grace   time.Duration

	shell, control, stdin *socket.Router
	iopub                 *socket.Publisher
	heartbeat             *socket.Echo

	queue     *queue
	controlMu sync.Mutex // one control request at a time
	stdinMu   sync.Mutex
	question  *question // the input request that waits for an answer, or nil

	runMu   sync.Mutex
	cancel  context.CancelCauseFunc // ends the shell request that runs; nil when there is none
	parent  []byte                  // header of the newest shell request
	closing bool

	loops     sync.WaitGroup
	stopOnce  sync.Once
	stopped   chan struct{} // closed when the kernel should end
	restart   bool          // what the shutdown request said; read after stopped
	closeOnce sync.Once
	closeErr  error
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
	if s.conn.exposed() {
		s.log.Warn("the kernel can be reached from other machines, as the connection file says", "ip", s.conn.IP)
	}
	if err := s.open(); err != nil {
		s.closeSockets(context.Background())
		return nil, err
	}
	s.loops.Go(s.serveShell)
	s.loops.Go(s.lookAhead)
	s.publish(wire.TypeStatus, nil, wire.Status{State: "starting"})
	return s, nil
}

func newServer(cfg Config) *Server {
	s := &Server{
		backend: cfg.Backend, history: cfg.History, log: cfg.Log, conn: cfg.Connection,
		linger: cfg.Linger, grace: cfg.Grace, queue: newQueue(), stopped: make(chan struct{}),
		wire: &wire.Session{Key: []byte(cfg.Connection.Key), Username: username(), Now: cfg.Now, NewID: cfg.NewID},
	}
	s.wire.ID = wire.NewID()
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.linger == 0 {
		s.linger = time.Second
	}
	if s.grace == 0 {
		s.grace = 3 * time.Second
	}
	return s
}

func username() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "kernel"
}

// unreadBytes is how much all messages that are being received may take together.
const unreadBytes = socket.MaxMessage + 128<<20

// open listens on the five sockets, iopub first, so that nothing is published before it is there.
func (s *Server) open() (err error) {
	c := &s.conn
	unread := socket.NewBudget(unreadBytes)
	if s.iopub, err = socket.NewPublisher(c.Endpoint(c.IOPub), s.welcome, s.log); err != nil {
		return err
	}
	if s.stdin, err = socket.NewRouter(c.Endpoint(c.Stdin), s.receiveStdin, unread, s.log); err != nil {
		return err
	}
	if s.control, err = socket.NewRouter(c.Endpoint(c.Control), s.receiveControl, unread, s.log); err != nil {
		return err
	}
	if s.heartbeat, err = socket.NewEcho(c.Endpoint(c.HB), s.log); err != nil {
		return err
	}
	if s.shell, err = socket.NewRouter(c.Endpoint(c.Shell), s.receiveShell, unread, s.log); err != nil {
		return err
	}
	c.IOPub, c.Stdin, c.Control = portOf(s.iopub.Addr(), c.IOPub), portOf(s.stdin.Addr(), c.Stdin), portOf(s.control.Addr(), c.Control)
	c.HB, c.Shell = portOf(s.heartbeat.Addr(), c.HB), portOf(s.shell.Addr(), c.Shell)
	return nil
}

// portOf returns the TCP port of an address, or port as it is for other transports.
func portOf(a net.Addr, port int) int {
	if _, text, err := net.SplitHostPort(a.String()); err == nil {
		if p, err := strconv.Atoi(text); err == nil {
			return p
		}
	}
	return port
}

// Connection returns where the server listens, with the ports that were chosen.
func (s *Server) Connection() Connection { return s.conn }

// Done is closed when a front end has asked the kernel to shut down. The server has to be closed then.
func (s *Server) Done() <-chan struct{} { return s.stopped }

// Serve waits until a front end asks for shutdown or ctx ends, and closes the server.
func (s *Server) Serve(ctx context.Context) error {
	select {
	case <-s.stopped:
	case <-ctx.Done():
	}
	return s.Close()
}

// stop lets the kernel end.
func (s *Server) stop(restart bool) {
	s.stopOnce.Do(func() {
		s.restart = restart
		close(s.stopped)
	})
}

// Close ends the server: the cell that runs is stopped, requests that wait are answered as aborted, the backend is shut down,
// what was sent is flushed. When it returns, no goroutine and no socket of the server is left.
func (s *Server) Close() error {
	s.closeOnce.Do(func() { s.closeErr = s.close() })
	return s.closeErr
}

func (s *Server) close() error {
	s.stop(false)
	s.queue.close()
	s.end()
	idle := make(chan struct{})
	go func() {
		s.loops.Wait()
		close(idle)
	}()
	var late error
	select {
	case <-idle:
	case <-time.After(s.grace):
		late = errors.New("jupyter: the cell that runs did not end in time")
		s.log.Error(late.Error())
	}
	s.controlMu.Lock() // after the control request that asked for shutdown has said that it is done
	down := s.backend.Shutdown(s.restart)
	s.controlMu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.linger)
	defer cancel()
	return errors.Join(late, down, s.closeSockets(ctx))
}

// closeSockets closes the sockets that were opened, all at the same time.
func (s *Server) closeSockets(ctx context.Context) error {
	var wg sync.WaitGroup
	errs := make([]error, 5)
	if s.shell != nil {
		wg.Go(func() { errs[0] = s.shell.Close(ctx) })
	}
	if s.control != nil {
		wg.Go(func() { errs[1] = s.control.Close(ctx) })
	}
	if s.stdin != nil {
		wg.Go(func() { errs[2] = s.stdin.Close(ctx) })
	}
	if s.heartbeat != nil {
		wg.Go(func() { errs[3] = s.heartbeat.Close(ctx) })
	}
	if s.iopub != nil {
		wg.Go(func() { errs[4] = s.iopub.Close(ctx) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
