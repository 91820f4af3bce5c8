package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/session/gowork"
	"github.com/mercer-go/mercer/kernel/session/report"
)

// This file implements the commands that have to do with files, the system and the Go module.

func (x *execution) cmdCd(_ context.Context, c cell.Command) error {
	switch len(c.Args) {
	case 0:
		x.out.Stream("stdout", fmt.Sprintf("Current directory: %q\n", x.settings.dir))
		return nil
	case 1:
	default:
		return fmt.Errorf("takes one directory, got %d arguments", len(c.Args))
	}
	dir := x.path(c.Args[0])
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", c.Args[0])
	}
	x.change(func(s *settings) { s.dir = dir })
	x.out.Stream("stdout", fmt.Sprintf("Changed directory to %q\n", dir))
	return nil
}

// path makes a path of a command absolute.
func (x *execution) path(name string) string {
	name = x.expand(name)
	if !filepath.IsAbs(name) {
		name = filepath.Join(x.settings.dir, name)
	}
	return filepath.Clean(name)
}

// expand replaces the variables in a path, and "~" by the home directory.
func (x *execution) expand(name string) string {
	name = os.Expand(name, func(v string) string {
		if value, ok := x.settings.env[v]; ok {
			return value
		}
		return os.Getenv(v)
	})
	if name == "~" || strings.HasPrefix(name, "~/") {
		if home, err := os.UserHomeDir(); err == nil {
			name = home + name[1:]
		}
	}
	return name
}

func (x *execution) cmdEnv(_ context.Context, c cell.Command) error {
	args := c.Args
	if len(args) == 1 {
		if name, value, ok := strings.Cut(args[0], "="); ok && name != "" {
			args = []string{name, value}
		}
	}
	if len(args) != 2 {
		return fmt.Errorf("takes a name and a value, got %d arguments", len(args))
	}
	x.change(func(s *settings) { s.env[args[0]] = args[1] })
	ignored := x.s.env.SetEnviron(x.settings.env, x.settings.goflags...)
	x.out.Stream("stdout", fmt.Sprintf("Set: %s=%q\n", args[0], args[1]))
	if why := ignored[args[0]]; why != "" {
		x.out.Notice(why)
	}
	return nil
}

func (x *execution) cmdCapture(_ context.Context, c cell.Command) error {
	args, flag := c.Args, os.O_TRUNC
	if len(args) > 1 && args[0] == "-a" {
		args, flag = args[1:], os.O_APPEND
	}
	if len(args) != 1 {
		return errors.New("takes one file name, after -a or not")
	}
	return x.out.CaptureTo(x.path(args[0]), flag)
}

// prompts says how the user is asked for what a shell command reads. Of two commands that say it %with_inputs holds.
type prompts int

const (
	noPrompts       prompts = iota
	promptsPassword         // %with_password: what is typed is not shown
	promptsLine             // %with_inputs
)

func (x *execution) cmdWithInputs(context.Context, cell.Command) error {
	x.prompts = max(x.prompts, promptsLine)
	return x.needInput()
}

func (x *execution) cmdWithPassword(context.Context, cell.Command) error {
	x.prompts = max(x.prompts, promptsPassword)
	return x.needInput()
}

func (x *execution) needInput() error {
	if !x.req.AllowStdin {
		return errNoInput
	}
	return nil
}

// shell runs a "!" or "!*" command.
func (x *execution) shell(ctx context.Context, c cell.Command) error {
	if strings.TrimSpace(c.Text) == "" {
		return nil
	}
	cmd := x.process("/bin/sh", "-c", c.Text)
	if bash, err := exec.LookPath("bash"); err == nil {
		cmd.Path = bash
	}
	if c.Prefix == "!*" {
		cmd.Dir = x.s.env.Dir()
		if err := x.s.publish(); err != nil {
			return err
		}
	}
	if x.prompts != noPrompts {
		cmd.Reads, cmd.Password = run.Prompted, x.prompts == promptsPassword
		x.prompts = noPrompts
	}
	defer x.autoTrack()
	return x.runProcess(ctx, cmd)
}

// publish leaves the sources of the last program where "!*" commands look.
func (s *Session) publish() error {
	s.mu.Lock()
	p := s.last
	s.mu.Unlock()
	if p == nil {
		return nil
	}
	return s.env.Publish(p.Unit, p.MainSource())
}

// process is a program other than a cell's.
func (x *execution) process(path string, args ...string) *run.Command {
	env := append(environ(x.settings.env), x.s.gonbEnv(x.settings)...)
	return &run.Command{Path: path, Args: args, Dir: x.settings.dir, Env: env, Out: x.out, Input: x.input, PipeDir: x.s.temp.Path}
}

// runProcess runs it. As in GoNB and IPython, an exit status other than 0 is told and is no error of the cell.
func (x *execution) runProcess(ctx context.Context, cmd *run.Command) error {
	o, err := cmd.Run(ctx)
	if err != nil {
		return err
	}
	if o.Done {
		return nil
	}
	if o.Interrupted || o.Signal != "" {
		return &report.EndedBadly{Outcome: o}
	}
	x.out.Stream("stderr", fmt.Sprintf("exit status %d\n", o.ExitCode))
	return nil
}

// runScript feeds the body of a %%script cell to a program.
func (x *execution) runScript(ctx context.Context, s *cell.Script) error {
	if len(s.Args) == 0 {
		return errors.New("%%script names no program")
	}
	return x.feed(ctx, s.Body, s.Args)
}

// runShell feeds the body of a cell to the program of the command's name.
func (x *execution) runShell(ctx context.Context, s *cell.Script) error {
	if len(s.Args) > 0 {
		return fmt.Errorf("%%%%%s takes no arguments, got %q", s.Name, s.Args)
	}
	return x.feed(ctx, s.Body, []string{s.Name})
}

// feed runs a program with a text as its standard input. The text has the line ends of Unix, whatever those of the cell are:
// to a shell, a carriage return is part of a word.
func (x *execution) feed(ctx context.Context, text string, args []string) error {
	path, err := exec.LookPath(args[0])
	if err != nil {
		return fmt.Errorf("%%%%script: %w", err)
	}
	cmd := x.process(path, args[1:]...)
	cmd.Stdin = []byte(endLine(strings.ReplaceAll(text, "\r\n", "\n")))
	return x.runProcess(ctx, cmd)
}

// endLine ends the last line of a text, as IPython does with the text of a cell, unless it is ended or there is none.
func endLine(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// writeFile writes the body of a %%writefile cell as it is, with the last line ended.
func (x *execution) writeFile(_ context.Context, s *cell.Script) error {
	args, flag, verb := s.Args, os.O_TRUNC, "written"
	if len(args) > 1 && args[0] == "-a" {
		args, flag, verb = args[1:], os.O_APPEND, "appended"
	}
	if len(args) != 1 {
		return fmt.Errorf("%%%%writefile takes one file name, after -a or not; got %q", s.Args)
	}
	f, err := os.OpenFile(x.path(args[0]), os.O_CREATE|os.O_WRONLY|flag, 0o644)
	if err != nil {
		return fmt.Errorf("%%%%writefile: %w", err)
	}
	_, err = io.WriteString(f, endLine(s.Body))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%%%%writefile: %w", err)
	}
	x.out.Stream("stdout", fmt.Sprintf("Cell contents %s to %q.\n", verb, x.expand(args[0])))
	return nil
}

func (x *execution) cmdAutoget(context.Context, cell.Command) error {
	x.change(func(s *settings) { s.noAutoget = false })
	return nil
}

func (x *execution) cmdNoAutoget(context.Context, cell.Command) error {
	x.change(func(s *settings) { s.noAutoget = true })
	return nil
}

func (x *execution) cmdGoflags(_ context.Context, c cell.Command) error {
	if len(c.Args) > 0 {
		flags := slices.DeleteFunc(slices.Clone(c.Args), func(s string) bool { return s == "" })
		x.change(func(s *settings) { s.goflags = flags })
		x.s.env.SetEnviron(x.settings.env, flags...)
	}
	x.out.Stream("stdout", fmt.Sprintf("%%goflags=%q\n", x.settings.goflags))
	return nil
}

func (x *execution) cmdGoWorkFix(ctx context.Context, _ cell.Command) error {
	replaced, err := gowork.GoWorkFix(ctx, x.settings.dir, x.s.env.Dir())
	for _, r := range replaced {
		x.out.Stream("stdout", r+"\n")
	}
	x.autoTrack()
	return err
}

// autoTrack watches the local directories that go.mod replaces modules by, as GoNB does.
func (x *execution) autoTrack() {
	for _, dir := range gowork.LocalReplaces(x.s.env.Dir()) {
		x.track(dir)
	}
}

func (x *execution) track(path string) {
	if slices.Contains(x.settings.tracked, path) {
		return
	}
	x.change(func(s *settings) { s.tracked = append(slices.Clone(s.tracked), path) })
}

func (x *execution) cmdTrack(_ context.Context, c cell.Command) error {
	switch len(c.Args) {
	case 0:
		x.showTracked()
		return nil
	case 1:
	default:
		return fmt.Errorf("takes one path, got %d arguments", len(c.Args))
	}
	path := x.path(c.Args[0])
	if _, err := os.Stat(path); err != nil {
		return err
	}
	x.track(path)
	x.out.Stream("stdout", fmt.Sprintf("\tTracking %q\n", c.Args[0]))
	return nil
}

func (x *execution) showTracked() {
	if len(x.settings.tracked) == 0 {
		x.out.Stream("stdout", "No files or directory being tracked yet\n")
		return
	}
	x.out.Stream("stdout", "List of files/directories being tracked:\n\n")
	for _, p := range x.settings.tracked {
		x.out.Stream("stdout", p+"\n")
	}
}

func (x *execution) cmdUntrack(_ context.Context, c cell.Command) error {
	if len(c.Args) != 1 {
		return fmt.Errorf("takes one path, got %d arguments", len(c.Args))
	}
	prefix, all := strings.CutSuffix(c.Args[0], "...")
	path := x.path(prefix)
	n := len(x.settings.tracked)
	x.change(func(s *settings) {
		s.tracked = slices.DeleteFunc(slices.Clone(s.tracked), func(p string) bool {
			return p == path || all && strings.HasPrefix(p, path)
		})
	})
	if len(x.settings.tracked) == n {
		x.out.Stream("stderr", fmt.Sprintf("%s is not tracked\n", c.Args[0]))
		return nil
	}
	x.out.Stream("stdout", fmt.Sprintf("\tUntracked %q\n", c.Args[0]))
	return nil
}

func (x *execution) cmdVersion(context.Context, cell.Command) error {
	x.out.Markdown(fmt.Sprintf("**Mercer** %s, %s, %s/%s\n\n%s", x.s.opts.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, x.s.env.Linking()))
	return nil
}

// gonbEnv are the environment variables that GoNB promises to cells and shell commands.
func (s *Session) gonbEnv(set settings) []string {
	env := []string{"GONB_DIR=" + set.dir, "GONB_TMP_DIR=" + s.env.Dir(), "GONB_VERSION=" + s.opts.Version, "GONB_GIT_COMMIT="}
	if id := cmp.Or(s.opts.Kernel, os.Getenv("GONB_JUPYTER_KERNEL_ID")); id != "" {
		env = append(env, "GONB_JUPYTER_KERNEL_ID="+id)
	}
	if root := jupyterRoot(set); root != "" {
		env = append(env, envRoot+"="+root)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return append(env, s.browser.variables()...)
}
