package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// What a student has handed in runs in two processes of this program: one that is not confined, adopts all that its descendants
// leave behind and kills it in the end, and its child, which runs the notebook and then serves its answers to
// the tests, which run elsewhere. Nothing that the child says is believed; it is asked.

// Lines that the child writes and reads. What a submission starts can write them, too, and harms only itself.
const (
	answersReady = "ready" // the notebook has run, and the answers are served
	answersEnded = "ended" // the program that served them has ended
	answersAgain = "again" // serve them once more, at the place that follows
)

// Lines that its parent writes, into a pipe that nobody else has.
const (
	answersTaken  = "taken"  // the notebook has taken more than it may, and was ended: what follows says of what
	answersFailed = "failed" // it could not be run: what follows says why
)

// verdictFile is the number of that pipe.
const verdictFile = 3

// answersQuota is what a notebook and all that it starts may use together.
var answersQuota = confine.Quota{Processes: 200, Threads: 2000, Memory: 6 << 30, Disk: 2 << 30,
	File: confinedFile}

// answersFlags are the options of the process of the answers.
type answersFlags struct {
	timeout, total time.Duration
	unconfined     bool
	caches         []string
}

// answersCommand is what "assignment grade" calls for each notebook.
func answersCommand() *cobra.Command {
	var f answersFlags
	cmd := &cobra.Command{
		Use:   "answers NOTEBOOK DOORS DOOR NAME…",
		Short: "Run a notebook in place, and serve what it declares through pipes",
		Long: `Answers is what "mercer assignment grade" starts for each notebook that was handed in: the notebook runs confined, and
what it declares of some names is served through the pipes of a directory to the tests, which run elsewhere.`,
		Example: "  mercer assignment answers ps1.ipynb doors doors/0 determinant",
		Hidden:  true,
		Args:    cobra.MinimumNArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			if os.Getenv(envConfined) == nowConfined {
				return f.serve(cmd, args[0], args[2], args[3:])
			}
			syscall.CloseOnExec(verdictFile)
			err := confine.Adopt()
			switch {
			case err != nil && f.unconfined: // what the notebook leaves behind is not found here
				return f.serve(cmd, args[0], args[2], args[3:])
			case err != nil:
				return err
			}
			return f.supervise(cmd, args[1])
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "interrupt a cell after this time")
	flags.DurationVar(&f.total, "total", 10*time.Minute, "run no cell after this time")
	flags.BoolVar(&f.unconfined, "unconfined", false, "do not confine the notebook")
	flags.StringArrayVar(&f.caches, "cache", nil, "read compiled packages from this `directory` too")
	return cmd
}

// supervise runs the child, and returns when all that it has started is dead. This process has adopted all of that.
func (f *answersFlags) supervise(cmd *cobra.Command, doors string) error {
	verdict := os.NewFile(verdictFile, "verdict")
	ended, err := f.runChild(cmd, doors)
	switch {
	case err != nil:
		fmt.Fprintln(verdict, answersFailed, strings.ReplaceAll(err.Error(), "\n", " "))
	case ended != "":
		fmt.Fprintln(verdict, answersTaken, ended)
	}
	return verdict.Close()
}

// runChild runs the child to its end. taken says of what the notebook has taken more than it may, and an error what kept
// it from being run, or is still there.
func (f *answersFlags) runChild(cmd *cobra.Command, doors string) (taken string, err error) {
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	pipes, err := filepath.Glob(filepath.Join(doors, "[0-9]*", "*"))
	if err != nil {
		return "", err
	}
	var left error // processes that do not end
	run := confinedRun{args: os.Args[1:], dir: dir, caches: f.caches, write: pipes, out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(),
		after: func() error { left = confine.KillDescendants(); return left }, open: f.unconfined}
	quota := answersQuota
	quota.Dirs = []string{dir, os.TempDir()}
	err = watched(ctx, quota, run.run)
	if left != nil {
		return "", left
	}
	if exceeded, ok := errors.AsType[*confine.Exceeded](err); ok {
		return exceeded.Says, nil
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && !exit.Exited() {
		return "", nil // what the notebook has started may end it
	}
	return "", err
}

// watched calls run, and ends its context when the descendants of this process use more than a
// quota. It returns the error of run, or of what was used, a [*confine.Exceeded].
func watched(ctx context.Context, quota confine.Quota, run func(context.Context) error) error {
	ctx, end := context.WithCancelCause(ctx)
	exceeded := make(chan error, 1)
	go func() {
		err := confine.Watch(ctx, quota)
		end(err)
		exceeded <- err
	}()
	err := run(ctx)
	end(nil)
	return cmp.Or(<-exceeded, err)
}

// serve runs the notebook in place, and then serves its answers until it is killed.
func (f *answersFlags) serve(cmd *cobra.Command, name, door string, names []string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	opened, err := openSession(dir)
	if err != nil {
		return err
	}
	defer opened.Close()
	nb, err := notebook.Read(name)
	if err != nil {
		return err
	}
	options := execute.Options{Timeout: f.timeout, Total: f.total, AllowErrors: true}
	if err := execute.Run(cmd.Context(), nb, opened, options, func(execute.Step) {}); err != nil {
		return err
	}
	_ = nb.Write(name) // cells may have put something in its place; then what they have put out is not shown
	s, ok := opened.(*session.Session)
	if !ok {
		return errors.New("the answers of this session cannot be served")
	}
	fmt.Fprintln(cmd.OutOrStdout(), answersReady)
	lines := bufio.NewScanner(cmd.InOrStdin())
	for {
		s.Execute(cmd.Context(), session.Request{Code: serving(s.Defs(), door, names), Aside: true}, discard{})
		fmt.Fprintln(cmd.OutOrStdout(), answersEnded)
		if !lines.Scan() {
			return lines.Err()
		}
		again, place, _ := strings.Cut(lines.Text(), " ")
		if again != answersAgain {
			return nil
		}
		door = place
	}
}

// serving is the cell that serves those of some names that the notebook declares.
func serving(known *defs.Defs, door string, names []string) string {
	const pkg = "mercer_answers"
	var b strings.Builder
	fmt.Fprintf(&b, "import %s \"github.com/mercer-go/mercer/display/grade/remote\"\n%s.ServeAt(%q", pkg, pkg, door)
	scope := known.Scope()
	for _, name := range names {
		switch d := scope.Find(name); {
		case d == nil:
		case d.Kind == defs.KindFunc:
			fmt.Fprintf(&b, ", %s.Func(%q, %s)", pkg, name, name)
		case d.Kind == defs.KindVar:
			fmt.Fprintf(&b, ", %s.Var(%q, &%s)", pkg, name, name)
		}
	}
	return b.String() + ");"
}

// discard takes what a cell shows.
type discard struct{}

func (discard) Stream(name, text string)           {}
func (discard) Display(b show.Bundle, update bool) {}
func (discard) Result(count int, b show.Bundle)    {}
func (discard) Clear(wait bool)                    {}
func (discard) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("nobody is there to ask")
}
