package session

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/session/plan"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// This file serves display.Interact. While a cell runs, its functions are called once, for the start (interactions). For the values that a page without a
// kernel holds, and when a reader has moved a control, the cell's program runs again beside the cells, up to the interaction that is meant, and commits
// nothing (rerun): so what a function changes in a variable does not depend on where the cell runs.

// mostInteractions bounds the calls of display.Interact in a cell.
const mostInteractions = 20

// interactions are the calls of display.Interact in a cell that runs.
type interactions struct {
	ctx   context.Context // of the cell
	x     *execution
	sink  show.Sink // the cell's own, also while a function is called
	count int
	now   *presented // nil between two of them
}

// presented is the interaction whose function is being called for the start.
type presented struct {
	controls []frame.Control
	record   *show.Record
}

func (x *execution) interactions(ctx context.Context) *interactions {
	return &interactions{ctx: ctx, x: x, sink: x.out.Sink}
}

// answer says what the program is to do next; see run.Command.
func (i *interactions) answer(kind frame.Kind, payload []byte) (frame.Call, error) {
	if kind == frame.Interact {
		return i.begin(payload)
	}
	i.x.out.Sink = i.sink
	if i.now == nil {
		return frame.Call{}, errNoCall
	}
	i.present(i.now)
	i.now = nil
	return frame.Call{}, nil
}

func startOf(controls []frame.Control) []string {
	return (&show.Interaction{Controls: controls}).Start()
}

var errNoCall = errors.New("the kernel has not asked for a call")

// begin takes an interaction, and has its function called for the start.
func (i *interactions) begin(payload []byte) (frame.Call, error) {
	if i.now != nil {
		return frame.Call{}, errors.New("the one before has not come to its end")
	}
	if i.count++; i.count > mostInteractions {
		return frame.Call{}, fmt.Errorf("a cell can have %d at most", mostInteractions)
	}
	var asked frame.Interaction
	if err := asked.UnmarshalBinary(payload); err != nil {
		return frame.Call{}, err
	}
	if n := len(asked.Controls); n == 0 || n > mostInteractions {
		return frame.Call{}, fmt.Errorf("it has %d controls, want 1 to %d", n, mostInteractions)
	}
	i.now = &presented{controls: asked.Controls, record: new(show.Record)}
	i.x.out.Sink = i.now.record
	return frame.Call{Mode: frame.First, Values: startOf(asked.Controls)}, nil
}

// grid is what a page is to hold, which is the start alone where a front end shows the controls.
func (i *interactions) grid(p *presented, size int) show.Grid {
	if front := i.x.req.Front; front != nil && front.ShowsControls() {
		return show.Starts(p.controls)
	}
	return show.NewGrid(p.controls, size)
}

// present shows an interaction.
func (i *interactions) present(p *presented) {
	again := rerun{s: i.x.s, code: i.x.req.Code, cell: i.x.req.CellID, number: i.count}
	start := append([]show.Recorded{}, p.record.Outputs...)
	shown := show.Interaction{ID: again.id(), Controls: p.controls, Outputs: start, Again: again.run}
	data := map[string]json.RawMessage{}
	if front := i.x.req.Front; front != nil {
		data = front.Open(shown)
	}
	picture, _ := show.Markup(start)
	grid := i.grid(p, len(picture))
	text := show.Assignment(p.controls, shown.Start()) + "\n" + show.Words(start)
	data["text/plain"], data["text/html"] = marshal(text), show.Quote(grid.Page(p.controls, i.pictures(again, p.controls, grid, picture)))
	i.x.out.Bundle(show.Bundle{Data: data})
}

// pictures are what the function gives for the cells of a grid, as HTML; that of the start is there.
func (i *interactions) pictures(again rerun, controls []frame.Control, grid show.Grid, start string) []string {
	cells := grid.Cells()
	pictures, wanted, at := make([]string, len(cells)), [][]string(nil), []int(nil)
	for n, cell := range cells {
		values := grid.Values(controls, cell)
		if slices.Equal(values, startOf(controls)) {
			pictures[n] = start
		} else {
			wanted, at = append(wanted, values), append(at, n)
		}
	}
	x := &execution{s: i.x.s, req: Request{Code: again.code, CellID: again.cell}, count: i.x.count, settings: i.x.settings.clone(), before: i.x.before}
	for n, outputs := range again.ask(i.ctx, x, &moved{mode: frame.Held, values: wanted, limit: heldTime}) {
		pictures[at[n]], _ = show.Markup(outputs)
	}
	return pictures
}

// end gives the sink back, with what a call has shown that did not come to its end.
func (i *interactions) end() {
	i.x.out.Sink = i.sink
	if i.now != nil && i.now.record != nil && !i.x.req.Silent {
		i.now.record.Replay(i.sink)
	}
}

// rerun is a cell as it ran, of which one interaction is wanted again.
type rerun struct {
	s      *Session
	code   string
	cell   string // its id
	number int    // of the interaction
}

// id is the interaction's: the same at every run of the cell.
func (r rerun) id() string {
	name := r.cell
	if name == "" {
		name = "a cell that has no id: " + r.code
	}
	sum := sha256.Sum256([]byte(name))
	return fmt.Sprintf("mercer-%x-%d", sum[:8], r.number)
}

// How long a call of a function of display.Interact may take, and what runs before it: when a control has moved, and for a page.
const (
	rerunTime = time.Minute
	heldTime  = 10 * time.Minute
)

var errTooLong = errors.New("what takes long belongs in a cell before, which leaves its result in a variable")

// run runs the cell's program again for other values of the controls, from the values and definitions that the notebook has now.
func (r rerun) run(ctx context.Context, values []string) []show.Recorded {
	s := r.s
	s.mu.Lock()
	x := &execution{s: s, req: Request{Code: r.code, CellID: r.cell}, count: s.now.Count, settings: s.settings.clone(), before: s.now}
	s.mu.Unlock()
	return r.ask(ctx, x, &moved{mode: frame.Moved, values: [][]string{values}, limit: rerunTime})[0]
}

// ask returns what the function shows for each of some values of the controls. A program that ends in a call has failed for its values; for those that
// are left another one runs.
func (r rerun) ask(ctx context.Context, x *execution, asked *moved) (got [][]show.Recorded) {
	for len(got) < len(asked.values) {
		m := &moved{number: r.number, mode: asked.mode, values: asked.values[len(got):], limit: asked.limit, record: new(show.Record)}
		m.out = show.New(ctx, new(show.Record), x.s.opts.Render, x.s.opts.Log, map[string]bool{}, x.count, false)
		m.out.Places = func(text string) string { return x.labels().Translate(text) }
		err := x.again(ctx, m)
		got = append(got, m.got...)
		if m.done {
			break
		}
		e := x.explain(err)
		m.record.Fail(e.Name, e.Value, e.Traceback)
		got = append(got, m.record.Outputs)
		for (!m.called || ctx.Err() != nil) && len(got) < len(asked.values) { // the others would not be called either
			got = append(got, m.record.Outputs)
		}
	}
	return got
}

// again runs the cell's program up to the end of an interaction.
func (x *execution) again(ctx context.Context, m *moved) error {
	var err error
	if x.Plan, err = replan(x.req.Code); err != nil {
		return err
	}
	values := x.s.storedValues()
	p, err := program.Compose(ctx, x.s.env, x.programRequest(values))
	if err != nil {
		return err
	}
	built, err := x.s.env.Build(ctx, p.Unit)
	if err != nil {
		return err
	}
	cmd := x.s.asideCommand(built.Exe, x.settings, p, values)
	cmd.Args, cmd.Out, cmd.Interact = x.programArgs(p), m.out, m.answer
	cmd.Input = m.record.Input
	running, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m.timer = time.AfterFunc(m.limit, func() { cancel(fmt.Errorf("it was ended after %v: %w", m.limit, errTooLong)) })
	defer m.timer.Stop()
	outcome, err := cmd.Run(running)
	if err != nil || m.done {
		return err
	}
	return m.missed(running, outcome)
}

// replan is the plan of a cell that ran: of its commands, those that say what its program is. Others have done what they do.
func replan(code string) (plan.Plan, error) {
	c, err := cell.Split(code)
	p := plan.Plan{Cell: c}
	if err != nil {
		return p, err
	}
	for _, cmd := range c.Commands {
		if known := lookupCommand(cmd.Name); cmd.Prefix == "%" && known != nil && known.plan != nil {
			err = errors.Join(err, known.plan(&p, cmd))
		}
	}
	return p, err
}

// moved is a run of a cell's program for one interaction and other values of its controls.
type moved struct {
	number int // of the interaction
	mode   frame.CallMode
	values [][]string // of each call
	limit  time.Duration
	timer  *time.Timer  // of the call, or of what runs before
	out    *show.Output // whose sink drops what does not belong to it
	record *show.Record // of the call
	got    [][]show.Recorded
	count  int  // of interactions
	called bool // once at least
	done   bool
}

// answer has the function of the wanted interaction called, and the program ended behind it.
func (m *moved) answer(kind frame.Kind, payload []byte) (frame.Call, error) {
	if kind == frame.Called {
		m.got, m.record = append(m.got, m.record.Outputs), new(show.Record)
		if m.done = len(m.got) == len(m.values); m.done {
			m.out.Sink = new(show.Record)
			return frame.Call{Mode: frame.Leave}, nil
		}
		return m.call(), nil
	}
	if m.count++; m.count != m.number {
		return frame.Call{}, nil
	}
	var asked frame.Interaction
	if err := asked.UnmarshalBinary(payload); err != nil {
		return frame.Call{}, err
	}
	return m.call(), nil
}

// call asks for the next call.
func (m *moved) call() frame.Call {
	m.called, m.out.Sink = true, m.record
	m.timer.Reset(m.limit)
	return frame.Call{Mode: m.mode, Values: m.values[len(m.got)]}
}

// missed tells why a program that has ended did not come to the end of the interaction.
func (m *moved) missed(ctx context.Context, outcome *run.Outcome) error {
	if cause := context.Cause(ctx); outcome.Interrupted && errors.Is(cause, errTooLong) {
		return cause
	}
	if outcome.Done || outcome.ExitCode == 0 && outcome.Failure == nil && !outcome.Interrupted && outcome.OverMemory == 0 {
		if m.count >= m.number {
			return errors.New("the cell's program has ended before the function of display.Interact returned")
		}
		return errors.New("the cell has ended before it came to this call of display.Interact: run it again")
	}
	return &report.EndedBadly{Outcome: outcome}
}
