package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"github.com/mercer-go/mercer/kernel/debug"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// debuggerProgram is what kernels start to debug the program of a cell.
var debuggerProgram = toolchain.SideProgram{
	Name: "mercer-debugger", Package: "kernel/debug/mercer-debugger", What: "the debugger",
}

// debuggers finds the debugger's program once, when it is first needed, and starts it.
type debuggers struct {
	log *slog.Logger

	mu   sync.Mutex
	side *toolchain.SidePrograms
	path string
}

// prepare finds the program, or builds it, which say is given a sentence about.
func (d *debuggers) prepare(ctx context.Context, say func(string)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path != "" {
		return nil
	}
	if d.side == nil {
		cfg, err := programConfig()
		if err != nil {
			return err
		}
		cfg.Log = d.log
		if d.side, err = toolchain.NewSidePrograms(cfg); err != nil {
			return err
		}
	}
	var err error
	d.path, err = d.side.Find(ctx, debuggerProgram, say)
	return err
}

// start starts it for one cell's program.
func (d *debuggers) start() (debug.Adapter, error) {
	d.mu.Lock()
	path := d.path
	d.mu.Unlock()
	if path == "" {
		return nil, errors.New("the debugger is not ready: switch it on again")
	}
	return debug.Launch(path)()
}

// close removes what belongs to this process.
func (d *debuggers) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.side == nil {
		return
	}
	if err := d.side.Close(); err != nil {
		d.log.Warn("temporary files of the debugger are left", "error", err)
	}
}
