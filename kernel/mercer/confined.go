package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/kernel/backend"
	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/run/observe"
	"github.com/mercer-go/mercer/kernel/session"
)

// A confined kernel runs the notebook of a stranger: it reads the toolchain and what it needs of the system, writes to the notebook's directory
// and to a temporary one, and keeps nothing. What was compiled for all users of its prefix it uses, what it compiles itself is gone with it, so that no
// notebook can change what the next one runs.
//
// It is two processes: one that is not confined, makes the temporary directory and removes it in the end, and its child, which is confined before it
// becomes the kernel.

// envConfined is where the child finds what is left to it, as JSON, and then, once it is confined, nowConfined.
const (
	envConfined = "MERCER_CONFINED"
	nowConfined = "now"
)

// systemFiles are what programs of the toolchain and of cells read of the system.
var systemFiles = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup", "/sys/kernel/mm",
	"/dev/urandom", "/dev/random", "/dev/zero", "/nix/store"}

// serveConfined is the life of a kernel that serves a stranger's notebook, in each of its processes.
func serveConfined(file string, log *slog.Logger) error {
	switch told := os.Getenv(envConfined); told {
	case "":
		return superviseConfined(file)
	case nowConfined:
		return serveStranger(file, log)
	default:
		return confineSelf(told)
	}
}

// superviseConfined runs the confined kernel as a child, with a temporary directory that it removes in the end.
func superviseConfined(file string) error {
	own, err := files.NewTempDir(os.TempDir(), "mercer-confined-")
	if err != nil {
		return err
	}
	cmd, err := confinedChild(file, own.Path)
	if err == nil {
		err = supervise(cmd)
	}
	removing := removeReadOnly(own.Path)
	own.Remove()
	return errors.Join(err, removing)
}

// supervise runs a command to its end and hands on the signals that are meant for a kernel. If this process is killed, the command is.
func supervise(cmd *exec.Cmd) error {
	runtime.LockOSThread() // the child ends with the thread that began it
	defer runtime.UnlockOSThread()
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the confined kernel: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case sig := <-signals:
			cmd.Process.Signal(sig)
		case err := <-ended:
			if err != nil {
				return fmt.Errorf("the confined kernel has ended: %w", err)
			}
			return nil
		}
	}
}

// confinedChild is the command of the child, which writes below a directory.
func confinedChild(file, own string) (*exec.Cmd, error) {
	conn, err := jupyter.ReadConnection(file)
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
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	left := confine.Left{Read: append([]string{exe, file, tools.GOROOT, tools.GOMODCACHE}, systemFiles...), Write: []string{dir, own, os.DevNull}}
	left.Read = append(left.Read, programs.Shared...)
	for _, port := range []int{conn.Shell, conn.IOPub, conn.Stdin, conn.Control, conn.HB} {
		left.Ports = append(left.Ports, uint16(port))
	}
	if conn.Transport == "ipc" {
		left.Ports, left.Write = nil, append(left.Write, filepath.Dir(conn.IP))
	}
	told, err := json.Marshal(left)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = observe.Attributes() // it is killed if this process is
	cmd.Env = append(os.Environ(), envConfined+"="+string(told), "JPY_PARENT_PID="+strconv.Itoa(os.Getpid()),
		"GOENV=off", "GOPROXY=off", "GOTOOLCHAIN=local", "GOMODCACHE="+tools.GOMODCACHE)
	for name, place := range map[string]string{"TMPDIR": "tmp", "HOME": "home", "GOCACHE": "build", "GOPATH": "go", "XDG_CACHE_HOME": "cache"} {
		path := filepath.Join(own, place)
		if err := os.Mkdir(path, 0o700); err != nil {
			return nil, err
		}
		cmd.Env = append(cmd.Env, name+"="+path)
	}
	return cmd, nil
}

// confineSelf confines this process to what is left to it and begins it anew.
func confineSelf(told string) error {
	var left confine.Left
	if err := json.Unmarshal([]byte(told), &left); err != nil {
		return fmt.Errorf("%s: %w", envConfined, err)
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.Setenv(envConfined, nowConfined); err != nil {
		return err
	}
	return fmt.Errorf("this kernel was to be confined, and does not start unconfined: %w", confine.Exec(left, exe, os.Args, os.Environ()))
}

// serveStranger is a kernel that neither keeps values nor keeps or sees a history.
func serveStranger(file string, log *slog.Logger) error {
	conn, err := jupyter.ReadConnection(file)
	if err != nil {
		return err
	}
	programs, err := programConfig()
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	s, err := session.New(session.Options{Dir: dir, Program: programs, Render: renderers, Judge: judge.Serve, Log: log, Version: version()})
	if err != nil {
		return err
	}
	defer s.Close()
	return jupyter.Run(context.Background(), jupyter.Config{Connection: conn, Backend: backend.New(s, version()), Log: log})
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
