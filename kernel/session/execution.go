package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/session/ahead"
	"github.com/mercer-go/mercer/kernel/session/plan"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// execution is one run of one cell: what holds for it alone, thrown away when it ends. What its program is made of, and what
// came of it, are the values of its stages (ready, run.Outcome).
type execution struct {
	s        *Session
	req      Request
	count    int
	out      *show.Output
	before   state.State // as the cell found it
	settings settings    // as commands of this cell have left them
	payload  []Payload
	warnings []string
	prompts  prompts // for the next shell command
	wasm     bool    // the program runs in the page
	times    times
	plan.Plan
}

// run takes the cell through its steps, and closes what they have opened.
func (x *execution) run(ctx context.Context) error {
	x.warn()
	err := x.steps(ctx)
	if closed := x.out.Close(); err == nil {
		err = closed
	}
	return err
}

func (x *execution) steps(ctx context.Context) (err error) {
	if x.Cell, err = cell.Split(x.req.Code); err != nil {
		return err
	}
	if s := x.Cell.Script; s != nil {
		return lookupCommand("%"+s.Name).script(x, ctx, s)
	}
	for _, c := range x.Cell.Commands {
		if err := x.command(ctx, c); err != nil {
			return err
		}
		if x.replaced() {
			return nil
		}
	}
	x.out.Testing = x.Mode == program.Test
	if x.Time {
		defer x.tellTime()
	}
	if x.Cell.MainLine == 0 && strings.TrimSpace(x.Cell.Go) == "" && x.Mode == program.Plain {
		return nil
	}
	if x.wasm {
		return x.runInPage(ctx)
	}
	return x.runGo(ctx)
}

// replaced says whether a command has put another text in the cell's place, which then is not run.
func (x *execution) replaced() bool {
	return slices.ContainsFunc(x.payload, func(p Payload) bool { return p.Replace })
}

// warn tells once what was found when the session began.
func (x *execution) warn() {
	x.s.mu.Lock()
	text := x.s.memory.warning
	if !x.req.Silent {
		x.s.memory.warning = ""
	}
	x.s.mu.Unlock()
	if text != "" {
		x.out.Notice(text)
	}
	x.tellTroubles()
}

// tellTroubles tells what has gone otherwise than it should with the building of programs, be it of this cell or in the background.
func (x *execution) tellTroubles() {
	if x.req.Silent {
		return // the next cell tells
	}
	for _, text := range x.s.env.Troubles() {
		if x.req.Aside {
			x.warnings = append(x.warnings, text)
		} else {
			x.out.Notice(text)
		}
	}
}

// runGo composes, builds and runs the cell's program, and takes over its definitions.
func (x *execution) runGo(ctx context.Context) error {
	if _, err := x.verify(nil); err != nil {
		return err
	}
	made, err := x.build(ctx)
	for found := true; found && err == nil; { // the program is of values that are good
		if found, err = x.verify(made.program.Vars); found && err == nil {
			made, err = x.build(ctx)
		}
	}
	if err != nil {
		return err
	}
	x.warnStaleUses(made.program)
	x.warnDeletedUses(made.program)
	if !made.program.Empty {
		if ended, err := x.runProgram(ctx, made); err != nil || !ended {
			return err
		}
	}
	return x.takeOver(made.program)
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

// ready is a cell's program, ready to run.
type ready struct {
	values  storedValues // that it was composed with
	program *program.Program
	built   *toolchain.Built // nil if there is nothing to run
}

// build makes the executable of the cell's program, or takes the one that was made ahead.
func (x *execution) build(ctx context.Context) (ready, error) {
	values := x.s.storedValues()
	req := x.programRequest(values)
	started := time.Now()
	made := x.s.ahead.Take(req)
	if made == nil {
		var err error
		if made, err = ahead.Compose(ctx, x.s.env, req); err != nil {
			return ready{}, err
		}
	}
	x.times.since("compose", started)
	x.s.ahead.Composed(ahead.Base{Values: values.info, Goflags: x.settings.goflags, NoAutoget: x.settings.noAutoget}, made)
	x.s.setLast(made.Program)
	if made.Program.Empty {
		return ready{values: values, program: made.Program}, nil
	}
	started = time.Now()
	built, err := x.s.env.Build(ctx, made.Program.Unit)
	x.times.since("build", started)
	x.tellTroubles()
	if err != nil {
		return ready{}, err
	}
	x.times.built(made.Program, built)
	return ready{values, made.Program, built}, nil
}

// setLast remembers the program for commands that want to see its source.
func (s *Session) setLast(p *program.Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = p
}

// programRequest is what the program builder needs to know of this cell.
func (x *execution) programRequest(values storedValues) program.Request {
	return x.Plan.Request(program.Request{
		Defs:      x.before.Defs,
		CellID:    x.req.CellID,
		Values:    values.info,
		Goflags:   x.settings.goflags,
		NoAutoget: x.settings.noAutoget,
		NoResult:  x.req.Silent,
		Debug:     x.req.Debugger != nil,
	})
}

// runProgram runs the executable, and says whether it came to its end, so that its definitions are taken over. Values are
// committed while it runs, when it asks.
func (x *execution) runProgram(ctx context.Context, made ready) (ended bool, err error) {
	started := time.Now()
	cmd := x.s.programCommand(made.built.Exe, x.settings, made.program)
	x.out.Exe = made.built.Exe
	cmd.Args = x.programArgs(made.program)
	if x.Time {
		cmd.Env = append(cmd.Env, frame.EnvTimed+"=1")
	}
	cmd.Out = x.out
	cmd.Input = x.input
	if x.req.Debugger != nil {
		cmd.Tracer = x.req.Debugger(made.program.Reached())
	}
	cmd.EndsItself = true
	if cmd.Limits.Interrupt, err = x.interruptTime(); err != nil {
		return false, err
	}
	if !cmd.GoNB { // gonbui asks by itself
		cmd.Reads = run.Asked
	}
	cmd.Page = x.seat()
	var given, notes []string // the variables that it was given; what there is to tell of commits, once it does not show anything
	cmd.Values = func(names []string) (data []byte, err error) {
		given, data, err = made.values.part(names)
		return data, err
	}
	cmd.Commit = func(encoded []byte) error {
		if made.program.ReadOnly {
			return nil // what the program did to values is thrown away
		}
		more, err := x.commit(made.program, given, encoded)
		notes = append(notes, more...)
		return err
	}
	calls := x.interactions(ctx)
	cmd.Interact = calls.answer
	outcome, err := cmd.Run(ctx)
	calls.end()
	x.times.since("run", started)
	for _, n := range notes {
		x.out.Note(n)
	}
	if err != nil {
		return false, err
	}
	if outcome.Took > 0 {
		x.times.add("statements", outcome.Took)
	}
	if outcome.Start > 0 {
		x.times.add("start", outcome.Start)
	}
	if outcome.Done {
		return true, nil
	}
	exited := outcome.ExitCode == 0 && outcome.Failure == nil && !outcome.Interrupted && outcome.OverMemory == 0
	if exited && made.program.Mode != program.Plain { // the way in which programs end; a plain cell that ends so has not done what stands below
		x.out.Notice("The cell ended by os.Exit(0): its definitions and values are not kept.")
		return false, nil
	}
	return false, &report.EndedBadly{Outcome: outcome}
}

// envInterrupt says how long a program may take to end that handles the interrupt itself, such as "1m".
const envInterrupt = "MERCER_INTERRUPT_TIME"

// interruptTime is what the notebook's environment says of it, or else the kernel's; 0 for the default.
func (x *execution) interruptTime() (time.Duration, error) {
	text, set := x.settings.env[envInterrupt]
	if !set {
		text = os.Getenv(envInterrupt)
	}
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%s: %q is no duration such as 30s or 2m", envInterrupt, text)
	}
	return d, nil
}

// programArgs are the arguments of the cell's program; a test program has its own where the cell gives none.
func (x *execution) programArgs(p *program.Program) []string {
	if p.Mode == program.Test && len(x.Args) == 0 {
		return p.TestArgs
	}
	return x.Args
}

// takeOver makes the definitions of the cell's program those of the notebook, and tells what else that changes.
func (x *execution) takeOver(p *program.Program) error {
	after := x.after(p)
	if err := x.s.commitDefs(after, p.Removed); err != nil {
		return err
	}
	for _, n := range p.Notices {
		x.out.Notice(x.labels().Translate(n))
	}
	for _, n := range p.Notes {
		x.out.Note(n)
	}
	x.s.noteEdited(x.req.CellID, x.count, p.Removed)
	x.noteSignatures(after)
	if n := removedNotice(p.Removed); n != "" {
		x.out.Notice(n)
	}
	x.tellStale(after)
	x.noteFile()
	return nil
}

// after is the state that the notebook has when the cell ends well.
func (x *execution) after(p *program.Program) state.State {
	after := x.before
	after.Defs = p.Defs
	record := x.newRecord(p)
	after.Cells = state.Append(x.before.Cells, record, after.Defs)
	after.Stale = state.StaleAfter(x.before, record, p.Removed)
	after.By = fmt.Sprintf("cell [%d]", x.before.Count)
	return after
}

// commit makes what the program has encoded the values of the variables that it was given, and its definitions the notebook's.
// It returns what there is to tell.
func (x *execution) commit(p *program.Program, given []string, encoded []byte) ([]string, error) {
	defer x.times.since("commit", time.Now())
	after := x.after(p)
	if err := x.s.commitValues(given, encoded, after, p.Removed); err != nil {
		return nil, err
	}
	return x.s.unlinkable(after.Defs), nil
}

// errNoInput says that the front end answers no questions.
var errNoInput = errors.New("this front end does not take input")

// input asks the front end's user for a line.
func (x *execution) input(ctx context.Context, prompt string, password bool) (string, error) {
	if !x.req.AllowStdin {
		return "", errNoInput
	}
	return x.out.Sink.Input(ctx, prompt, password)
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
	if p.Mode != program.Test && len(p.Vars) > 0 { // one without variables would leave them to the programs that it starts
		cmd.Env = append(cmd.Env, envStore+"="+s.vault.Store.Dir(), envRerun+"="+strings.Join(set.rerun, " "))
	}
	return cmd
}

// ownVariables say where the values of one cell's program are. They are not for the programs that it starts, such as
// another kernel.
var ownVariables = []string{envStore, envRerun, frame.EnvTimed}

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
