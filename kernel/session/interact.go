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

// This file serves display.Interact. While a cell runs, its functions are called for the start, and for the values that a page without a kernel holds
// (interactions). When a reader has moved a control, the cell's program runs again beside the cells, up to the interaction that the control belongs to, and
// commits nothing (again).

// mostInteractions bounds the calls of display.Interact in a cell.
const mostInteractions = 20

// interactions are the calls of display.Interact in a cell that runs.
type interactions struct {
	x     *execution
	sink  show.Sink // the cell's own, also while a function is called
	count int
	now   *presented // nil between two of them
}

// presented is the interaction whose function is being called.
type presented struct {
	controls []frame.Control
	record   *show.Record
	start    []show.Recorded
	grid     show.Grid
	cells    [][]int  // of the grid
	pictures []string // of the first cells, as HTML; before them that of the start, until it has its place
	placed   bool
}

func (x *execution) interactions() *interactions { return &interactions{x: x, sink: x.out.Sink} }

// answer says what the program is to do next; see run.Command.
func (i *interactions) answer(kind frame.Kind, payload []byte) (frame.Call, error) {
	if kind == frame.Interact {
		return i.begin(payload)
	}
	if i.now == nil {
		return frame.Call{}, errNoCall
	}
	i.x.out.Sink = i.sink
	p := i.now
	p.called()
	if p.start == nil {
		p.start = append([]show.Recorded{}, p.record.Outputs...)
		p.grid = i.grid(p, len(p.pictures[0]))
		p.cells = p.grid.Cells()
	}
	if values := p.next(); values != nil {
		return i.call(frame.Held, values), nil
	}
	i.present(p)
	i.now = nil
	return frame.Call{}, nil
}

// called notes what a call has shown.
func (p *presented) called() {
	markup, _ := show.Markup(p.record.Outputs)
	p.pictures = append(p.pictures, markup)
}

// next returns the values of the next cell, or nil if there is none. That of the start has had its call: its picture, the first, moves there.
func (p *presented) next() []string {
	done := len(p.pictures)
	if !p.placed {
		done--
	}
	for ; done < len(p.cells); done++ {
		values := p.grid.Values(p.controls, p.cells[done])
		if !slices.Equal(values, startOf(p.controls)) {
			return values
		}
		p.pictures, p.placed = append(p.pictures[1:], p.pictures[0]), true
	}
	return nil
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
	i.now = &presented{controls: asked.Controls}
	return i.call(frame.First, startOf(asked.Controls)), nil
}

// call records what the program shows from now on.
func (i *interactions) call(mode frame.CallMode, values []string) frame.Call {
	i.now.record = new(show.Record)
	i.x.out.Sink = i.now.record
	return frame.Call{Mode: mode, Values: values}
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
	shown := show.Interaction{ID: again.id(), Controls: p.controls, Outputs: p.start, Again: again.run}
	data := map[string]json.RawMessage{}
	if front := i.x.req.Front; front != nil {
		data = front.Open(shown)
	}
	text := show.Assignment(p.controls, shown.Start()) + "\n" + show.Words(p.start)
	data["text/plain"], data["text/html"] = marshal(text), show.Quote(p.grid.Page(p.controls, p.pictures))
	i.x.out.Bundle(show.Bundle{Data: data})
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

// rerunTime bounds a function of display.Interact and what runs before it.
const rerunTime = time.Minute

var errTooLong = fmt.Errorf("it was ended after %v: what takes long belongs in a cell before, which leaves its result in a variable", rerunTime)

// run runs the cell's program again for other values of the controls, from the values and definitions that the notebook has now.
func (r rerun) run(ctx context.Context, values []string) []show.Recorded {
	m := &moved{number: r.number, values: values, record: new(show.Record)}
	s := r.s
	s.mu.Lock()
	x := &execution{s: s, req: Request{Code: r.code, CellID: r.cell}, count: s.now.Count, settings: s.settings.clone(), before: s.now}
	s.mu.Unlock()
	m.out = show.New(ctx, new(show.Record), s.opts.Render, s.opts.Log, map[string]bool{}, x.count, false)
	m.out.Places = func(text string) string { return x.labels().Translate(text) }
	if err := x.again(ctx, m); err != nil && !m.done {
		e := x.explain(err)
		m.record.Fail(e.Name, e.Value, e.Traceback)
	}
	return m.record.Outputs
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
	cmd := x.s.programCommand(built.Exe, x.settings, p)
	cmd.Args, cmd.Out, cmd.Interact = x.programArgs(p), m.out, m.answer
	cmd.Input = m.record.Input
	cmd.Values = func(names []string) ([]byte, error) {
		_, data, err := values.part(names)
		return data, err
	}
	cmd.Commit = func([]byte) error { return nil } // what it changes is thrown away
	running, cancel := context.WithTimeoutCause(ctx, rerunTime, errTooLong)
	defer cancel()
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
	values []string
	out    *show.Output // whose sink drops what does not belong to it
	record *show.Record
	count  int
	done   bool
}

// answer has the function of the wanted interaction called, and the program ended behind it.
func (m *moved) answer(kind frame.Kind, payload []byte) (frame.Call, error) {
	if kind == frame.Called {
		m.out.Sink, m.done = new(show.Record), true
		return frame.Call{Mode: frame.Leave}, nil
	}
	if m.count++; m.count != m.number {
		return frame.Call{}, nil
	}
	var asked frame.Interaction
	if err := asked.UnmarshalBinary(payload); err != nil {
		return frame.Call{}, err
	}
	m.out.Sink = m.record
	return frame.Call{Mode: frame.Moved, Values: m.values}, nil
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
