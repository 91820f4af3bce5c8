package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/session"
)

// A confined kernel runs the notebook of a stranger: it reads the toolchain and what it needs of the system, writes to the notebook's directory
// and to a temporary one, and keeps nothing. What others have compiled it uses, what it compiles itself is gone with it, so that no notebook
// can change what the next one runs.

// systemFiles are what programs of the toolchain and of cells read of the system.
var systemFiles = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup", "/sys/kernel/mm",
	"/dev/urandom", "/dev/random", "/dev/zero", "/nix/store"}

// confined is a session that is about to be confined.
type confined struct {
	*session.Session
	own  files.TempDir // what it writes lies below
	left confine.Files
}

// openConfined prepares a session in the current directory and says to this process where to write.
func openConfined(log *slog.Logger) (_ *confined, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	programs, err := programConfig()
	if err != nil {
		return nil, err
	}
	tools, err := goDirectories()
	if err != nil {
		return nil, err
	}
	c := &confined{}
	if c.own, err = files.NewTempDir(os.TempDir(), "mercer-confined-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	writable := filepath.Join(c.own.Path, "own") // not the directory itself, whose lock is to outlive the notebook's cells
	if err := os.Mkdir(writable, 0o700); err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"TMPDIR": "tmp", "HOME": "home", "GOCACHE": "build", "GOPATH": "go"} {
		path := filepath.Join(writable, value)
		if err := errors.Join(os.Mkdir(path, 0o700), os.Setenv(name, path)); err != nil {
			return nil, err
		}
	}
	for name, value := range map[string]string{"GOENV": "off", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOMODCACHE": tools.GOMODCACHE} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	programs.CacheDir = filepath.Join(writable, "cache")
	c.Session, err = session.New(session.Options{Dir: dir, Program: programs, Render: renderers, Judge: judge.Serve, Log: log, Version: version()})
	if err != nil {
		return nil, err
	}
	c.left.Read = append(append(c.left.Read, systemFiles...), tools.GOROOT, tools.GOMODCACHE)
	c.left.Read = append(c.left.Read, programs.Shared...)
	if exe, err := os.Executable(); err == nil {
		c.left.Read = append(c.left.Read, exe)
	}
	c.left.Write = []string{writable, dir, os.DevNull}
	return c, nil
}

// confine takes from this process what a stranger's notebook does not need.
func (c *confined) confine() error {
	if err := confine.Process(c.left); err != nil {
		return fmt.Errorf("this kernel was to be confined, and does not start unconfined: %w", err)
	}
	return nil
}

// Close ends the session and removes what it wrote, but for the notebook's directory. The temporary directory itself, which is
// out of reach now, stays until the next session sweeps it away.
func (c *confined) Close() error {
	var err error
	if c.Session != nil {
		err = c.Session.Close()
	}
	if removing := c.own.Remove(); !errors.Is(removing, fs.ErrPermission) {
		err = errors.Join(err, removing)
	}
	return err
}

// goDirectories are those of the Go toolchain.
func goDirectories() (dirs struct{ GOROOT, GOMODCACHE string }, err error) {
	out, err := exec.Command("go", "env", "-json", "GOROOT", "GOMODCACHE").Output()
	if err == nil {
		err = json.Unmarshal(out, &dirs)
	}
	if err != nil {
		return dirs, fmt.Errorf("cannot ask the go command (%s) where it is: %w", runtime.Version(), err)
	}
	return dirs, nil
}
