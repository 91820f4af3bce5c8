package jupyter

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strconv"
	"sync"

	"github.com/mercer-go/mercer/kernel/jupyter/socket"
)

// channels are the sockets to the front ends.
type channels struct {
	shell, control, stdin *socket.Router
	iopub                 *socket.Publisher
	heartbeat             *socket.Echo
}

// receivers take what comes on the channels, frame by frame; subscribed answers a subscription of iopub.
type receivers struct {
	subscribed            func(topic string) [][]byte
	shell, control, stdin func(frames [][]byte)
}

// unreadBytes is how much all messages that are being received may take together.
const unreadBytes = socket.MaxMessage + 128<<20

// open listens on the five sockets, iopub first, so that nothing is published before it is there. It writes the ports that the system
// has chosen to c.
func (ch *channels) open(c *Connection, on receivers, log *slog.Logger) (err error) {
	unread := socket.NewBudget(unreadBytes)
	if ch.iopub, err = socket.NewPublisher(c.Endpoint(c.IOPub), on.subscribed, log); err != nil {
		return err
	}
	if ch.stdin, err = socket.NewRouter(c.Endpoint(c.Stdin), on.stdin, unread, log); err != nil {
		return err
	}
	if ch.control, err = socket.NewRouter(c.Endpoint(c.Control), on.control, unread, log); err != nil {
		return err
	}
	if ch.heartbeat, err = socket.NewEcho(c.Endpoint(c.HB), log); err != nil {
		return err
	}
	if ch.shell, err = socket.NewRouter(c.Endpoint(c.Shell), on.shell, unread, log); err != nil {
		return err
	}
	c.IOPub, c.Stdin, c.Control = portOf(ch.iopub.Addr(), c.IOPub), portOf(ch.stdin.Addr(), c.Stdin), portOf(ch.control.Addr(), c.Control)
	c.HB, c.Shell = portOf(ch.heartbeat.Addr(), c.HB), portOf(ch.shell.Addr(), c.Shell)
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

// close closes the sockets that were opened, all at the same time.
func (ch *channels) close(ctx context.Context) error {
	var wg sync.WaitGroup
	errs := make([]error, 5)
	if ch.shell != nil {
		wg.Go(func() { errs[0] = ch.shell.Close(ctx) })
	}
	if ch.control != nil {
		wg.Go(func() { errs[1] = ch.control.Close(ctx) })
	}
	if ch.stdin != nil {
		wg.Go(func() { errs[2] = ch.stdin.Close(ctx) })
	}
	if ch.heartbeat != nil {
		wg.Go(func() { errs[3] = ch.heartbeat.Close(ctx) })
	}
	if ch.iopub != nil {
		wg.Go(func() { errs[4] = ch.iopub.Close(ctx) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
