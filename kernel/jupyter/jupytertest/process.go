package jupytertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// Process is a kernel in a process of its own, and a client of it.
type Process struct {
	*Client
	Cmd            *exec.Cmd
	ConnectionFile string

	dir    string
	exited chan struct{}
	err    error // of Wait, after exited
}

// Start starts the kernel with the command that is made for a connection file, and connects to it. The command has not been
// started; its output goes where it says. The sockets are Unix sockets, so that no port is taken twice.
func Start(ctx context.Context, command func(connectionFile string) *exec.Cmd) (*Process, error) {
	dir, err := os.MkdirTemp("", "jt")
	if err != nil {
		return nil, err
	}
	p := &Process{dir: dir, ConnectionFile: filepath.Join(dir, "kernel.json"), exited: make(chan struct{})}
	conn := jupyter.Connection{
		Transport: "ipc", IP: filepath.Join(dir, "k"), Shell: 1, IOPub: 2, Stdin: 3, Control: 4, HB: 5,
		Key: wire.NewID(), Scheme: "hmac-sha256",
	}
	if err := p.start(ctx, conn, command); err != nil {
		p.Kill()
		return nil, fmt.Errorf("jupytertest: %w", err)
	}
	return p, nil
}

func (p *Process) start(ctx context.Context, conn jupyter.Connection, command func(string) *exec.Cmd) error {
	if err := conn.Write(p.ConnectionFile); err != nil {
		return err
	}
	cmd := command(p.ConnectionFile)
	if err := cmd.Start(); err != nil {
		return err
	}
	p.Cmd = cmd
	go func() {
		p.err = p.Cmd.Wait()
		close(p.exited)
	}()
	var err error
	p.Client, err = Dial(ctx, conn)
	return err
}

// Exited is closed when the process has ended.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Shutdown asks the kernel to end and waits until its process has. It returns the error of the process.
func (p *Process) Shutdown(ctx context.Context) error {
	defer p.Kill()
	if _, err := p.Send(Control, wire.TypeShutdownRequest, wire.ShutdownRequest{}); err != nil {
		return err
	}
	select {
	case <-p.exited:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Kill ends the process, if it still runs, and removes what Start made.
func (p *Process) Kill() {
	if p.Client != nil {
		p.Client.Close()
	}
	if p.Cmd != nil && p.Cmd.Process != nil {
		p.Cmd.Process.Kill()
		<-p.exited
	}
	os.RemoveAll(p.dir)
}
