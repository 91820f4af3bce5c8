package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/run/observe"
	"github.com/mercer-go/mercer/kernel/session"
)

// What runs the notebook of a stranger is confined: it reads the toolchain and what it needs of the system, writes to the notebook's directory
// and to a temporary one, and keeps nothing. What was compiled for all users of a shared cache it uses, what it compiles itself is gone with it, so that no
// notebook can change what the next one runs.
//
// It is two processes of this program: one that is not confined, makes the temporary directory and removes it in the end, and its child, which is confined
// before it does what it is called for.

// envConfined is where the child finds what is left to it, as JSON, and then, once it is confined, nowConfined.
const (
	envConfined = "MERCER_CONFINED"
	nowConfined = "now"
)

// What each process of a confined notebook may hold in memory, and write into one file. Most notebooks need less than a tenth of it.
const (
	confinedMemory = 4 << 30
	confinedFile   = 1 << 30
)

// systemFiles are what programs of the toolchain and of cells read of the system. Of /etc, where the
// superuser reads passwords and keys, it is what the C library and its loader read. /dev/zero is
// not among them: pages of it that are shared are memory that nothing counts.
var systemFiles = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc",
	"/sys/devices/system/cpu", "/sys/fs/cgroup", "/sys/kernel/mm", "/dev/urandom", "/dev/random",
	"/nix/store", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
	"/etc/ld.so.preload", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path", "/etc/localtime",
	"/etc/timezone", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts",
	"/etc/protocols", "/etc/services", "/etc/mime.types", "/etc/os-release"}

// outputGrace is how long what a confined process leaves behind may hold its output open.
const outputGrace = time.Second

// confinedRun is one run of this program that is confined.
type confinedRun struct {
	args        []string // what the program is called with
	dir         string   // the notebook's, where it works and may write
	caches      []string // shared caches
	read, write []string // what it may read and write beside
	ports       []uint16 // at which it may listen
	sockets     bool     // it may have sockets of files
	out, err    io.Writer
	after       func() error // is called when the process has ended, before its files are removed; nil for nothing
	signals     bool         // those that this process gets are handed on: they are meant for a kernel
	temp        string       // where its temporary directory is made; "" is that of the system
	open        bool         // it is not confined, but has the same rights as this process
}

// run runs it to its end. If ctx ends before, or this process does, so does the run.
func (c confinedRun) run(ctx context.Context) error {
	own, err := files.NewTempDir(cmp.Or(c.temp, os.TempDir()), "mercer-confined-")
	if err != nil {
		return err
	}
	cmd, err := c.command(ctx, own.Path)
	if err == nil {
		err = c.supervise(cmd)
	}
	if c.after != nil {
		err = errors.Join(err, c.after())
	}
	return errors.Join(err, own.Remove())
}

// command is that of the child, whose temporary files lie below a directory.
func (c confinedRun) command(ctx context.Context, own string) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, exe, c.args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = c.dir, os.Stdin, c.out, c.err
	cmd.SysProcAttr = observe.Attributes() // it is killed if this process is
	cmd.WaitDelay = outputGrace
	if c.open {
		cmd.Env = append(os.Environ(), envConfined+"="+nowConfined, "PWD="+c.dir)
		return cmd, nil
	}
	tools, err := goDirectories()
	if err != nil {
		return nil, err
	}
	left := confine.Left{Read: append([]string{exe, tools.GOROOT, tools.GOMODCACHE}, systemFiles...), Write: append([]string{c.dir, own, os.DevNull}, c.write...),
		Ports: c.ports, UnixSockets: c.sockets, Memory: confinedMemory, File: confinedFile}
	left.Read = append(append(left.Read, c.read...), c.caches...)
	if debugger := filepath.Join(filepath.Dir(exe), debuggerProgram.Name); isFile(debugger) {
		left.Read = append(left.Read, debugger)
	}
	told, err := json.Marshal(left)
	if err != nil {
		return nil, err
	}
	cmd.Env = append(harmless(os.Environ()), envConfined+"="+string(told), "JPY_PARENT_PID="+strconv.Itoa(os.Getpid()), "PWD="+c.dir,
		"GOENV=off", "GOPROXY=off", "GOTOOLCHAIN=local", "GOMODCACHE="+tools.GOMODCACHE, "MERCER_SHARED_CACHE="+strings.Join(c.caches, string(os.PathListSeparator)))
	for name, place := range map[string]string{"TMPDIR": "tmp", "HOME": "home", "GOCACHE": "build", "GOPATH": "go", "XDG_CACHE_HOME": "cache"} {
		path := filepath.Join(own, place)
		if err := os.Mkdir(path, 0o700); err != nil {
			return nil, err
		}
		cmd.Env = append(cmd.Env, name+"="+path)
	}
	return cmd, nil
}

// harmless are the variables of an environment that programs need and that are no secrets.
func harmless(environ []string) []string {
	return slices.DeleteFunc(environ, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "PATH", "LANG", "LANGUAGE", "TZ", "TERM", "USER", "LOGNAME", "SHELL", "LD_LIBRARY_PATH", "CC", "CXX", "CGO_ENABLED":
			return false
		}
		return !strings.HasPrefix(name, "LC_") && !strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "MERCER_") &&
			!strings.HasPrefix(name, "NIX_")
	})
}

// supervise runs a command to its end.
func (c confinedRun) supervise(cmd *exec.Cmd) error {
	runtime.LockOSThread() // the child ends with the thread that began it
	defer runtime.UnlockOSThread()
	signals := make(chan os.Signal, 4)
	if c.signals {
		signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
		defer signal.Stop(signals)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start a confined process: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case sig := <-signals:
			cmd.Process.Signal(sig)
		case err := <-ended:
			if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
				return fmt.Errorf("the confined process has ended: %w", err)
			}
			return nil
		}
	}
}

// becomeConfined confines this process, if it is told to, and begins it anew; it returns why that cannot be.
func becomeConfined() error {
	told := os.Getenv(envConfined)
	if told == "" || told == nowConfined {
		return nil
	}
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
	return fmt.Errorf("this process was to be confined, and does not run unconfined: %w", confine.Exec(left, exe, os.Args, os.Environ()))
}

// serveConfined is the life of a confined kernel, in each of its two processes.
func serveConfined(file string, log *slog.Logger) error {
	if os.Getenv(envConfined) == nowConfined {
		return serveStranger(file, log)
	}
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
	c := confinedRun{args: os.Args[1:], dir: dir, caches: programs.Shared, read: []string{file}, out: os.Stdout, err: os.Stderr, signals: true}
	if conn.Transport == "ipc" {
		c.write, c.sockets = []string{filepath.Dir(conn.IP)}, true
	} else {
		for _, port := range []int{conn.Shell, conn.IOPub, conn.Stdin, conn.Control, conn.HB} {
			c.ports = append(c.ports, uint16(port))
		}
	}
	ctx, stop := jupyter.WithStarter(context.Background())
	defer stop()
	return c.run(ctx)
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
	s, err := session.New(session.Options{Dir: dir, Program: programs, Render: renderers, Judge: judge.Serve, Log: log, Version: version(), Kernel: jupyter.KernelID(file), Confined: true})
	if err != nil {
		return err
	}
	defer s.Close()
	return serveSession(jupyter.Config{Connection: conn, Log: log}, s)
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
