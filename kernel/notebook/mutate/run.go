package mutate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// Options say how many slips are tried.
type Options struct {
	PerCell int           // at most so many of a cell, drawn by Seed; 0 tries all
	Seed    uint64        // of the draw
	Timeout time.Duration // for each run of a cell; 0 is none: a slip can make a cell that does not end
	Checks  bool          // try all slips of checks, too; else those of direction only
	Cells   []string      // ids of the cells that are tried; none for all
}

// Outcome is what became of a slip.
type Outcome uint8

// The outcomes.
const (
	Caught   Outcome = iota // the check or the derivation failed
	Refused                 // the cell failed otherwise: it no longer has a meaning
	Endless                 // the cell did not end in time
	Survived                // the cell succeeded
)

// Tried is a slip that was tried.
type Tried struct {
	Cell string // its id
	Slip
	Outcome Outcome
	Error   string // of the cell, in one line
}

// Run runs the cells of a notebook in order; before each cell its slips are tried. progress is told after each slip. An error, as of an
// interrupt, says how many slips were tried before it, and what became of them is returned, too.
func Run(ctx context.Context, nb *notebook.Notebook, s execute.Session, o Options, progress func(done, of int)) ([]Tried, error) {
	r := &runner{session: s, options: o, progress: progress, random: rand.New(rand.NewPCG(o.Seed, o.Seed))}
	var cells []*notebook.Cell
	for _, c := range nb.CodeCells() {
		if !c.HasTag("skip-execution") && strings.TrimSpace(c.Source) != "" {
			cells = append(cells, c)
			slips := r.choose(c)
			r.slips = append(r.slips, slips)
			r.of += len(slips)
		}
	}
	for i, c := range cells {
		if err := r.cell(ctx, c, r.slips[i]); err != nil {
			return r.tried, fmt.Errorf("after %d of %d slips: %w", len(r.tried), r.of, err)
		}
	}
	return r.tried, nil
}

// cell tries the slips of a cell, then runs it as it stands.
func (r *runner) cell(ctx context.Context, c *notebook.Cell, slips []Slip) error {
	for _, slip := range slips {
		if err := r.try(ctx, c, slip); err != nil {
			return err
		}
	}
	reply, late := r.run(ctx, c.ID, c.Source)
	switch {
	case reply.Status == session.StatusOK || c.HasTag("raises-exception"):
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case late:
		return fmt.Errorf("cell %s, as it stands, did not end within %v: it needs a longer limit", c.ID, r.options.Timeout)
	}
	return fmt.Errorf("cell %s fails as it stands: %w", c.ID, reply.Err)
}

type runner struct {
	session  execute.Session
	options  Options
	progress func(done, of int)
	random   *rand.Rand
	slips    [][]Slip
	of       int
	tried    []Tried
}

// choose lists the slips of a cell that are tried.
func (r *runner) choose(c *notebook.Cell) []Slip {
	if c.HasTag("raises-exception") || len(r.options.Cells) > 0 && !slices.Contains(r.options.Cells, c.ID) {
		return nil
	}
	var slips []Slip
	for _, s := range Slips(c.Source) {
		if !s.Check || r.options.Checks || s.Kind == direction {
			slips = append(slips, s)
		}
	}
	n := r.options.PerCell
	if n <= 0 || n >= len(slips) {
		return slips
	}
	chosen := make([]Slip, 0, n)
	for i, k := range r.random.Perm(len(slips)) {
		if i < n {
			chosen = append(chosen, slips[k])
		}
	}
	return chosen
}

// survivor is the panic at the end of a cell with a slip: a cell that panics leaves no trace, so that the next slip finds the values as
// this one did. A %%derive cell declares nothing and needs none.
const survivor = "the slip was not noticed"

// try runs a cell with a slip.
func (r *runner) try(ctx context.Context, c *notebook.Cell, slip Slip) error {
	source := slip.Source
	if !strings.HasPrefix(source, "%%derive") {
		source = fmt.Sprintf("defer panic(%q)\n", survivor) + source
	}
	reply, late := r.run(ctx, c.ID, source)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	t := Tried{Cell: c.ID, Slip: slip, Outcome: Survived}
	if late {
		t.Outcome, t.Error = Endless, fmt.Sprintf("it did not end within %v and was interrupted", r.options.Timeout)
	} else if err := reply.Err; reply.Status != session.StatusOK && err != nil && !strings.Contains(err.Value, survivor) {
		t.Outcome = Refused
		t.Error, _, _ = strings.Cut(err.Value, "\n")
		if err.Name == "DerivationFailed" || err.Name == "CheckFailed" {
			t.Outcome = Caught
		}
	}
	r.tried = append(r.tried, t)
	r.progress(len(r.tried), r.of)
	return nil
}

func (r *runner) run(ctx context.Context, id, source string) (reply session.Reply, late bool) {
	limited := ctx
	if r.options.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.options.Timeout)
		defer cancel()
	}
	reply = r.session.Execute(limited, session.Request{Code: source, CellID: id}, quiet{})
	return reply, reply.Status != session.StatusOK && limited.Err() != nil && ctx.Err() == nil
}

// quiet drops what cells put out.
type quiet struct{}

func (quiet) Stream(string, string)     {}
func (quiet) Display(show.Bundle, bool) {}
func (quiet) Result(int, show.Bundle)   {}
func (quiet) Clear(bool)                {}
func (quiet) Input(context.Context, string, bool) (string, error) {
	return "", fmt.Errorf("there is nobody to ask")
}
