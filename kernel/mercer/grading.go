package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/mercer-go/mercer/display/grade/door"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/run/observe"
	"github.com/mercer-go/mercer/kernel/session"
)

// maxDoors is how often the answers of a notebook are served: once more each time that a call has ended their process.
const maxDoors = 8

// grader runs what students have handed in, and what judges it.
type grader struct {
	timeout, total time.Duration
	unconfined     bool
	caches         []string
}

// Answer implements [assignment.Runner].
func (g *grader) Answer(ctx context.Context, dir, name string, names []string) (assignment.Answering, error) {
	a, err := newAnswering()
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, errors.Join(err, a.doors.Remove())
	}
	args := []string{"assignment", "answers", "--timeout", g.timeout.String(), "--total", g.total.String()}
	if g.unconfined {
		args = append(args, "--unconfined")
	}
	for _, c := range g.caches {
		args = append(args, "--cache", c)
	}
	args = append(append(args, name, a.doors.Path, a.place(0)), names...)
	a.cmd = exec.CommandContext(ctx, exe, args...)
	a.cmd.Dir, a.cmd.Env, a.cmd.Stderr = dir, append(os.Environ(), "PWD="+dir, "TMPDIR="+a.scratch()), &a.said
	a.cores = runtime.GOMAXPROCS(0)
	a.cmd.SysProcAttr = observe.Attributes()
	a.cmd.Cancel = func() error { return a.cmd.Process.Signal(syscall.SIGTERM) }
	a.cmd.WaitDelay = time.Minute
	if err := a.start(g.total + g.timeout + runGrace); err != nil {
		return nil, errors.Join(err, a.doors.Remove())
	}
	return a, nil
}

// runGrace is what a notebook may take beyond the time for its cells, until it is ended though its kernel stands still.
const runGrace = time.Minute

// endGrace is what the process that has started a notebook may take to kill all of that and to
// remove its files, until it is killed itself.
const endGrace = 3 * time.Minute

// answering is the process that has run a notebook and serves its answers.
type answering struct {
	doors   files.TempDir // with a directory for each time that they are served
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	verdict *os.File // what the process that looks after the notebook says in the end
	said    tail
	watch   chan struct{} // is closed when nothing comes any more
	remark  string
	began   time.Time
	ran     time.Duration // of processors, by all that the notebook has started
	took    time.Duration
	cores   int

	replies []*os.File // of each door; held, so that the end of the answers can be told
}

// tail keeps the end of what is written to it.
type tail struct{ end []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 4 << 10
	t.end = append(t.end, p[max(0, len(p)-most):]...)
	t.end = slices.Clone(t.end[max(0, len(t.end)-most):])
	return len(p), nil
}

func newAnswering() (*answering, error) {
	doors, err := files.NewTempDir(os.TempDir(), "mercer-answers-")
	if err != nil {
		return nil, err
	}
	a := &answering{doors: doors, watch: make(chan struct{})}
	for i := range maxDoors {
		if err = os.Mkdir(a.place(i), 0o700); err != nil {
			break
		}
		err = errors.Join(syscall.Mkfifo(filepath.Join(a.place(i), door.Calls), 0o600), syscall.Mkfifo(filepath.Join(a.place(i), door.Replies), 0o600))
		if err != nil {
			break
		}
		var f *os.File
		replies := filepath.Join(a.place(i), door.Replies)
		f, err = os.OpenFile(replies, os.O_RDWR|syscall.O_NONBLOCK, 0)
		if err != nil {
			break
		}
		a.replies = append(a.replies, f)
	}
	if err == nil {
		err = errors.Join(os.Symlink("0", a.Door()), os.Mkdir(a.scratch(), 0o700))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pipes to the answers: %w", err), doors.Remove())
	}
	return a, nil
}

// scratch is where the processes have their temporary files.
func (a *answering) scratch() string { return filepath.Join(a.doors.Path, "tmp") }

func (a *answering) place(i int) string { return filepath.Join(a.doors.Path, strconv.Itoa(i)) }

// Door implements [assignment.Answering]: a link to the door that is open.
func (a *answering) Door() string { return filepath.Join(a.doors.Path, "open") }

// openDoor has the link lead to another door.
func (a *answering) openDoor(i int) error {
	next := a.Door() + ".next"
	return errors.Join(os.Symlink(strconv.Itoa(i), next), os.Rename(next, a.Door()))
}

// start starts the process and waits until the notebook has run, or has had its time. An error is the machine's.
func (a *answering) start(limit time.Duration) (err error) {
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		return err
	}
	if a.out, err = a.cmd.StdoutPipe(); err != nil {
		return err
	}
	verdict, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	a.verdict, a.cmd.ExtraFiles, a.began = verdict, []*os.File{theirs}, time.Now()
	err = a.cmd.Start()
	theirs.Close()
	if err != nil {
		verdict.Close()
		return err
	}
	late := time.AfterFunc(limit, func() { _ = a.cmd.Process.Signal(syscall.SIGTERM) })
	lines := bufio.NewScanner(a.out)
	ready := lines.Scan() && lines.Text() == answersReady
	onTime := late.Stop()
	if ready && onTime {
		go a.reopen(lines)
		return nil
	}
	defer close(a.watch)
	err = a.end()
	switch {
	case err != nil:
		return fmt.Errorf("the notebook could not be run: %w", err)
	case a.remark != "":
	case !onTime:
		a.remark = "it did not come to an end"
	default:
		a.remark = assignment.KernelEnded
	}
	return a.openDoor(maxDoors) // there is nothing behind it
}

// end ends the process and all that it has started, and hears its verdict: an error if the notebook could not be run, or if
// something of it still lives.
func (a *answering) end() error {
	a.in.Close()
	_ = a.cmd.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(endGrace, func() { _ = a.cmd.Process.Kill() })
	defer late.Stop()
	said, err := io.ReadAll(io.LimitReader(a.verdict, 64<<10))
	a.verdict.Close()
	_ = a.cmd.Wait() // it was told to end
	a.took = time.Since(a.began)
	if state := a.cmd.ProcessState; state != nil {
		a.ran = state.UserTime() + state.SystemTime()
	}
	verdict, says, _ := strings.Cut(strings.TrimSpace(string(said)), " ")
	switch {
	case err != nil:
		return err
	case verdict == answersTaken:
		a.remark = says
	case verdict == answersFailed:
		return fmt.Errorf("%s: %s", says, strings.TrimSpace(string(a.said.end)))
	case !a.cmd.ProcessState.Success() && a.cmd.ProcessState.ExitCode() != exitInterrupted:
		return fmt.Errorf("%v: %s", a.cmd.ProcessState, strings.TrimSpace(string(a.said.end)))
	}
	return nil
}

// reopen has the answers served once more, elsewhere, each time that their process has ended.
func (a *answering) reopen(lines *bufio.Scanner) {
	defer close(a.watch)
	for open := 0; lines.Scan(); {
		if lines.Text() != answersEnded {
			continue
		}
		open++
		if err := a.openDoor(open); err != nil {
			return
		}
		a.reportEnd(a.replies[open-1])
		if open == maxDoors {
			return
		}
		fmt.Fprintln(a.in, answersAgain, a.place(open))
	}
}

// reportEnd tells who waits for replies of a door that none will come. The pipe may be full, and
// nobody may ever read it: the answers can write to it too. Then the call waits for its own limit.
func (a *answering) reportEnd(replies *os.File) {
	_ = replies.SetWriteDeadline(time.Now().Add(time.Second))
	_, _ = replies.WriteString(door.Ended)
}

// Close implements [assignment.Answering].
func (a *answering) Close() error {
	var err error
	if a.cmd.ProcessState == nil {
		err = a.end()
	}
	for _, f := range a.replies {
		f.Close() // what is being written to it ends
	}
	<-a.watch
	return errors.Join(err, a.doors.Remove())
}

// Remark implements [assignment.Answering].
func (a *answering) Remark() string { return a.remark }

// Greedy implements [assignment.Answering].
func (a *answering) Greedy() bool {
	return a.took > 0 && float64(a.ran) > float64(a.took)*float64(a.cores)/2
}

// Judge implements [assignment.Runner].
func (g *grader) Judge(ctx context.Context, dir, name, student string, answers assignment.Answering) error {
	s, err := openSession(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	path := filepath.Join(dir, name)
	nb, err := notebook.Read(path)
	if err != nil {
		return err
	}
	for name, value := range map[string]string{door.EnvDoor: answers.Door(), door.EnvStudent: student} {
		set := session.Request{Code: "%env " + name + " " + strconv.Quote(value), Silent: true}
		if reply := s.Execute(ctx, set, discard{}); reply.Err != nil {
			return fmt.Errorf("%s: %s", name, reply.Err.Value)
		}
	}
	opts := execute.Options{Timeout: g.timeout, Total: g.total, AllowErrors: true}
	if err := execute.Run(ctx, nb, s, opts, func(execute.Step) {}); err != nil {
		return err
	}
	return nb.Write(path)
}
