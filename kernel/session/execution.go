package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// execution is one run of one cell: what holds for it alone, thrown away when it ends.
type execution struct {
	s        *Session
	req      Request
	count    int
	splitErr error
	out      *output
	before   state    // as the cell found it
	settings settings // as commands of this cell have left them
	payload  []Payload

	plan
	replaced bool         // the cell's text has been replaced, and is not run
	prompts  prompts      // for the next shell command
	values   storedValues // as the cell finds them
	given    []string     // of these, what its program was given

	program *program.Program
	built   *toolchain.Built
	outcome *run.Outcome
	phases  map[string]time.Duration
	notes   []string // of commits, shown when the program has ended: while it runs, what it shows goes to the output
}

// run takes the cell through its steps, and closes what they have opened.
func (x *execution) run(ctx context.Context) error {
	x.warn()
	err := x.steps(ctx)
	if closed := x.close(); err == nil {
		err = closed
	}
	return err
}

func (x *execution) steps(ctx context.Context) error {
	if x.splitErr != nil {
		return x.splitErr
	}
	if s := x.cell.Script; s != nil {
		return lookupCommand("%"+s.Name).script(x, ctx, s)
	}
	for _, c := range x.cell.Commands {
		if err := x.command(ctx, c); err != nil {
			return err
		}
		if x.replaced {
			return nil
		}
	}
	x.out.testing = x.mode == program.Test
	if x.time {
		defer x.tellTime()
	}
	if x.cell.MainLine == 0 && strings.TrimSpace(x.cell.Go) == "" && x.mode == program.Plain {
		return nil
	}
	return x.runGo(ctx)
}

// warn tells once what was found when the session began.
func (x *execution) warn() {
	x.s.mu.Lock()
	text := x.s.warning
	if !x.req.Silent {
		x.s.warning = ""
	}
	x.s.mu.Unlock()
	if text != "" {
		x.out.Notice(text)
	}
}

// close ends what commands of the cell have opened.
func (x *execution) close() error {
	c := x.out.capture
	if c == nil {
		return nil
	}
	x.out.capture = nil
	return c.close()
}

// runGo composes, builds and runs the cell's program, and takes over its definitions.
func (x *execution) runGo(ctx context.Context) error {
	if _, err := x.verify(nil); err != nil {
		return err
	}
	for found := true; found; { // the program is of values that are good
		err := x.build(ctx)
		if err == nil {
			found, err = x.verify(x.program.Vars)
		}
		if err != nil {
			return err
		}
	}
	if !x.program.Empty {
		if err := x.runProgram(ctx); err != nil {
			return err
		}
	}
	return x.takeOver()
}

// verify looks after the stored values, above all after those of some variables, and goes on from the state that is found
// good. It reports whether anything was amiss.
func (x *execution) verify(vars []program.Var) (found bool, err error) {
	var names []string
	for _, v := range vars {
		names = append(names, v.Name)
	}
	findings, err := x.s.verify(names)
	for _, f := range findings {
		x.out.Notice(f)
	}
	if len(findings) > 0 {
		x.before = x.s.state()
	}
	return len(findings) > 0, err
}

// build makes the executable of the cell's program, or takes the one that was made ahead.
func (x *execution) build(ctx context.Context) (err error) {
	x.values = x.s.storedValues()
	started := time.Now()
	made := x.s.ahead.take(x)
	if made == nil {
		if made, err = x.s.compose(ctx, x.programRequest()); err != nil {
			return err
		}
	}
	x.program = made.program
	x.phase("compose", started)
	x.s.ahead.composed(x, made)
	x.s.setLast(made.program)
	if x.program.Empty {
		return nil
	}
	started = time.Now()
	x.built, err = x.s.env.Build(ctx, x.program.Unit)
	x.phase("build", started)
	if err == nil && x.built.Notice != "" {
		x.out.Notice(x.built.Notice)
	}
	return err
}

// setLast remembers the program for commands that want to see its source.
func (s *Session) setLast(p *program.Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = p
}

// programRequest is what the program builder needs to know of this cell.
func (x *execution) programRequest() program.Request {
	return x.plan.request(program.Request{
		Defs:      x.before.defs,
		CellID:    x.req.CellID,
		Values:    x.values.info,
		Goflags:   x.settings.goflags,
		NoAutoget: x.settings.noAutoget,
		NoResult:  x.req.Silent,
	})
}

// runProgram runs the executable. Values are committed while it runs, when it asks.
func (x *execution) runProgram(ctx context.Context) error {
	started := time.Now()
	cmd := x.s.programCommand(x.built.Exe, x.settings, x.program)
	cmd.Args = x.programArgs()
	cmd.Out = x.out
	cmd.Input = x.input
	if !cmd.GoNB { // gonbui asks by itself
		cmd.Reads = run.Asked
	}
	cmd.Values = func(names []string) (data []byte, err error) {
		x.given, data, err = x.values.part(names)
		return data, err
	}
	cmd.Commit = func(manifest []byte) error {
		if x.program.ReadOnly {
			return nil // what the program did to values is thrown away
		}
		return x.commit(manifest)
	}
	outcome, err := cmd.Run(ctx)
	x.phase("run", started)
	for _, n := range x.notes {
		x.out.Note(n)
	}
	if err != nil {
		return err
	}
	x.outcome = outcome
	if outcome.Start > 0 {
		x.notePhase("start", outcome.Start)
	}
	if outcome.Done {
		return nil
	}
	if outcome.ExitCode == 0 && outcome.Failure == nil && !outcome.Interrupted && outcome.OverMemory == 0 {
		x.out.Notice("The cell ended by os.Exit(0): its definitions and values are not kept.")
		return nil
	}
	return &endedBadly{outcome}
}

// programArgs are the arguments of the cell's program; a test program has its own where the cell gives none.
func (x *execution) programArgs() []string {
	if x.program.Mode == program.Test && len(x.args) == 0 {
		return x.program.TestArgs
	}
	return x.args
}

// endedBadly is a program that did not come to its end.
type endedBadly struct{ *run.Outcome }

func (e *endedBadly) Error() string { return "the cell's program ended badly" }

// ended says whether the program came to its end, so that its definitions are taken over.
func (x *execution) ended() bool { return x.outcome == nil || x.outcome.Done }

// takeOver makes the cell's definitions those of the notebook, and tells what else that changes.
func (x *execution) takeOver() error {
	if !x.ended() {
		return nil
	}
	after := x.after()
	if err := x.s.commitDefs(after, x.program.Removed); err != nil {
		return err
	}
	for _, n := range x.program.Notices {
		x.out.Notice(n)
	}
	if n := removedNotice(x.program.Removed); n != "" {
		x.out.Notice(n)
	}
	x.tellStale(after)
	return nil
}

// after is the state that the notebook has when the cell ends well.
func (x *execution) after() state {
	after := x.before
	after.defs = x.program.Defs
	record := x.newRecord()
	after.cells = recordCell(x.before.cells, record, after.defs)
	after.stale = staleAfter(x.before, record, x.program.Removed)
	after.by = fmt.Sprintf("cell [%d]", x.count)
	return after
}

// commit makes what the program has encoded the notebook's values, and its definitions the notebook's definitions.
func (x *execution) commit(manifest []byte) error {
	started := time.Now()
	defer x.phase("commit", started)
	after := x.after()
	if err := x.s.commitValues(x.given, manifest, after, x.program.Removed); err != nil {
		return err
	}
	x.notes = append(x.notes, x.s.unlinkable(after.defs)...)
	return nil
}

// errNoInput says that the front end answers no questions.
var errNoInput = errors.New("this front end does not take input")

// input asks the front end's user for a line.
func (x *execution) input(ctx context.Context, prompt string, password bool) (string, error) {
	if !x.req.AllowStdin {
		return "", errNoInput
	}
	return x.out.sink.Input(ctx, prompt, password)
}

func (x *execution) phase(name string, started time.Time) { x.notePhase(name, time.Since(started)) }

func (x *execution) notePhase(name string, d time.Duration) {
	if x.phases == nil {
		x.phases = map[string]time.Duration{}
	}
	x.phases[name] += d
}

// envTraceback says how much the Go runtime writes when a program dies, which is read here.
const envTraceback = "GOTRACEBACK"

// programCommand is how a cell's program is started.
func (s *Session) programCommand(exe string, set settings, p *program.Program) *run.Command {
	env := append(environ(set.env), s.gonbEnv(set)...)
	if _, changed := set.env[envTraceback]; !changed { // of two the first counts
		env = append([]string{envTraceback + "=single"}, env...)
	}
	cmd := &run.Command{
		Path: exe, Dir: set.dir, Env: env,
		Frames: p.Mode != program.Test, PipeDir: s.temp.Path, Limits: s.opts.Limits, Judge: s.opts.Judge,
	}
	for _, path := range p.Unit.Imports {
		cmd.Notify = cmd.Notify || path == "os/signal"
		cmd.GoNB = cmd.GoNB || strings.HasPrefix(path, "github.com/janpfeifer/gonb/")
	}
	if p.Mode != program.Test {
		cmd.Env = append(cmd.Env, envStore+"="+s.store.Dir(), envRerun+"="+strings.Join(set.rerun, " "))
	}
	return cmd
}

// ownVariables say where the values of one cell's program are. They are not for the programs that it starts, such as
// another kernel.
var ownVariables = []string{envStore, envRerun}

// The variables that tell a cell's program where the values are, see package cellrt.
const (
	envStore = "MERCER_STORE"
	envRerun = "MERCER_RERUN"
)

// environ is the kernel's environment with the changes of %env.
func environ(changes map[string]string) []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if _, changed := changes[name]; !changed && !slices.Contains(ownVariables, name) {
			env = append(env, kv)
		}
	}
	for name, value := range changes {
		env = append(env, fmt.Sprintf("%s=%s", name, value))
	}
	return env
}
