package jupyter

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// parentPoll is how often the kernel looks whether its parent still lives.
const parentPoll = time.Second

// Run serves until a front end asks for shutdown, ctx ends, SIGTERM or SIGHUP arrives, or the process that started the kernel
// is gone (see starter). SIGINT interrupts the cell that runs. Run returns after a clean end.
func Run(ctx context.Context, cfg Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	s, err := Listen(cfg)
	if err != nil {
		return err
	}
	go s.handleSignals(ctx, signals)
	if gone := parentWatch(starter(os.Getenv, os.Getppid()), os.Getppid()); gone != nil {
		go s.watchParent(ctx, gone)
	}
	return s.Serve(ctx)
}

// handleSignals interrupts on SIGINT and lets the kernel end on the other signals.
func (s *Server) handleSignals(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case sig := <-signals:
			if sig == syscall.SIGINT {
				s.interrupt()
				continue
			}
			s.cfg.Log.Info("shutting down", "signal", sig.String())
			s.ended.ask(false)
		case <-ctx.Done():
			return
		}
	}
}

// watchParent lets the kernel end when the parent is gone.
func (s *Server) watchParent(ctx context.Context, gone func(ppid int) bool) {
	if awaitGone(ctx, gone) {
		s.cfg.Log.Info("shutting down: the parent process is gone", slog.Int("ppid", os.Getppid()))
		s.ended.ask(false)
	}
}

// WithStarter returns a context that ends when the process that started this one as a kernel is gone, as Run does: for a program that stands between
// that process and the kernel.
func WithStarter(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if gone := parentWatch(starter(os.Getenv, os.Getppid()), os.Getppid()); gone != nil {
		go func() {
			if awaitGone(ctx, gone) {
				cancel()
			}
		}()
	}
	return ctx, cancel
}

// awaitGone waits until the parent is gone; it is false when ctx ends before.
func awaitGone(ctx context.Context, gone func(ppid int) bool) bool {
	tick := time.NewTicker(parentPoll)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if gone(os.Getppid()) {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

// starter returns the id of the process that the kernel is to end with, "" if none. Jupyter names it in JPY_PARENT_PID; VS Code names
// none, and is known by what it tells of itself to the process that runs its extensions, which is the parent.
func starter(env func(string) string, ppid int) string {
	if pid := env("JPY_PARENT_PID"); pid != "" {
		return pid
	}
	if strings.Contains(env("VSCODE_ESM_ENTRYPOINT"), "extensionHost") {
		return strconv.Itoa(ppid)
	}
	return ""
}

// parentWatch returns a function that tells from the id of the parent process whether the process that started the kernel is
// gone. It returns nil when there is nothing to watch: no such process, or a kernel that init runs. When the kernel was started
// through another program, so that its parent is not the one named, it counts as gone only when init has taken the kernel over,
// as in ipykernel.
func parentWatch(env string, ppid int) func(int) bool {
	pid, err := strconv.Atoi(env)
	if err != nil || pid <= 0 {
		return nil
	}
	if pid == ppid {
		return func(now int) bool { return now != pid }
	}
	if ppid == 1 {
		return nil
	}
	return func(now int) bool { return now == 1 }
}
