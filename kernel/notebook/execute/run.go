package execute

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// Session is what a notebook runs on; a [session.Session] is one.
type Session interface {
	// Execute runs a cell; it returns soon after ctx ends.
	Execute(ctx context.Context, req session.Request, sink show.Sink) session.Reply
	// Ahead names the requests that will come after the next one, in order, so that they can be prepared.
	Ahead(queue []session.Request)
	Close() error
}

// Timeout is the name of the error of a cell that was interrupted, or not run, since its time was over.
const Timeout = "timeout"

// Options say how a notebook is run. The zero value runs it as it is, to the first error, without a time limit.
type Options struct {
	Timeout     time.Duration    // limit for each cell; 0 is none
	Total       time.Duration    // limit for all cells together, after which none is run; 0 is none
	AllowErrors bool             // go on after a cell that fails, as for cells tagged "raises-exception"
	Params      []notebook.Param // see [notebook.Notebook.Inject]
}

// Step tells that a cell begins (Done is false) or has ended.
type Step struct {
	Cell, Of int // of the cells that run, from 1
	Done     bool
	Took     time.Duration
	Warnings []string // of the cell that has ended: what has gone wrong with the machine, see [session.Request]
}

// CellError is the failure of a cell that ended a run.
type CellError struct {
	Cell, Of int // which of the code cells that run, from 1
	Count    int // its execution count
	Err      *report.Error
}

// Error says in one line which cell failed and why.
func (e *CellError) Error() string {
	value, _, _ := strings.Cut(strings.TrimSpace(e.Err.Value), "\n")
	return fmt.Sprintf("cell [%d] (%d of %d): %s: %s", e.Count, e.Cell, e.Of, e.Err.Name, value)
}

// Unwrap returns the error of the cell.
func (e *CellError) Unwrap() error { return e.Err }

// Run executes the code cells of nb in order and stores what they put out in nb. Outputs of earlier runs are dropped
// first. Cells without text or tagged "skip-execution" are passed over. Run ends at the first cell that fails, with a
// [*CellError], or with the cause of ctx. The same notebook run twice has the same bytes if its cells put out the same.
func Run(ctx context.Context, nb *notebook.Notebook, s Session, opts Options, step func(Step)) error {
	nb.Inject(opts.Params)
	nb.SetLanguage()
	cells := prepare(nb)
	queue := make([]session.Request, len(cells))
	for i, c := range cells {
		queue[i] = session.Request{Code: c.Source, CellID: c.ID, StoreHistory: true, Aside: true}
	}
	r := runner{session: s, opts: opts}
	if opts.Total > 0 {
		r.over = time.Now().Add(opts.Total)
	}
	for i, c := range cells {
		step(Step{Cell: i + 1, Of: len(cells)})
		started := time.Now()
		s.Ahead(queue[i+1:])
		reply := r.cell(ctx, c, queue[i])
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		step(Step{Cell: i + 1, Of: len(cells), Done: true, Took: time.Since(started), Warnings: reply.Warnings})
		if reply.Status == session.StatusError && !opts.AllowErrors && !c.HasTag("raises-exception") {
			return &CellError{Cell: i + 1, Of: len(cells), Count: reply.Count, Err: reply.Err}
		}
	}
	return nil
}

// prepare clears the code cells and returns those that run.
func prepare(nb *notebook.Notebook) []*notebook.Cell {
	var cells []*notebook.Cell
	for _, c := range nb.CodeCells() {
		if c.HasTag("skip-execution") {
			continue
		}
		c.Outputs, c.Count = nil, 0
		if strings.TrimSpace(c.Source) != "" {
			cells = append(cells, c)
		}
	}
	return cells
}

// runner executes cells of one notebook.
type runner struct {
	session Session
	opts    Options
	over    time.Time // when the time for all cells is over; zero is never
	record  notebook.Recorder
}

// cell executes one cell within its time limit. A reply of status error always has an Err.
func (r *runner) cell(ctx context.Context, c *notebook.Cell, req session.Request) session.Reply {
	limit := r.opts.Timeout
	if left := time.Until(r.over); !r.over.IsZero() && (limit == 0 || left < limit) {
		limit = max(left, 1)
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	r.record.Start(c)
	reply := r.run(ctx, req)
	if reply.Status != session.StatusOK && reply.Err == nil {
		reply.Status, reply.Err = session.StatusError, &report.Error{Name: string(reply.Status), Value: "the cell was not run"}
	}
	if reply.Status == session.StatusError && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		reply.Err = &report.Error{Name: Timeout, Value: r.timeout(reply, limit), Traceback: reply.Err.Traceback}
	}
	r.record.Finish(reply)
	return reply
}

// run executes a cell, unless the time for all cells is over.
func (r *runner) run(ctx context.Context, req session.Request) session.Reply {
	if !r.over.IsZero() && !time.Now().Before(r.over) {
		return session.Reply{Status: session.StatusError, Err: &report.Error{Name: Timeout}}
	}
	return r.session.Execute(ctx, req, &r.record)
}

func (r *runner) timeout(reply session.Reply, limit time.Duration) string {
	switch {
	case reply.Count == 0:
		return fmt.Sprintf("not run: the notebook has had its %v", r.opts.Total)
	case limit < r.opts.Timeout || r.opts.Timeout == 0:
		return fmt.Sprintf("interrupted: the notebook has had its %v", r.opts.Total)
	}
	return fmt.Sprintf("interrupted after %v", r.opts.Timeout)
}
