package verify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// Finding is what came of one notebook.
type Finding struct {
	Path        string
	Cells       int // code cells
	Equal       int // of them, those whose outputs are equal
	Differences []Difference
	Took        time.Duration
	Err         error // the notebook could not be read or executed

	history  history // of what is stored
	unsteady []int   // cells that put out something else in each run
}

// OK reports whether the notebook ran and nothing differs.
func (f Finding) OK() bool { return f.Err == nil && len(f.Differences) == 0 }

// Batch verifies notebook files. Open or Execute must be set; the zero value of the rest demands equal numbers.
type Batch struct {
	Tolerance
	Timeout time.Duration                             // limit for each cell; 0 is none
	Open    func(dir string) (execute.Session, error) // starts a session whose cells work in dir
	Report  *execute.Report                           // nil tells nothing
	// Execute runs a notebook in the place of a session, as one of a stranger, which must not run here; nil if it may.
	Execute func(ctx context.Context, path string, nb *notebook.Notebook, opts execute.Options) error
}

// Run executes the notebooks one after the other and compares. No file is written. A notebook that differs, or that
// cannot be read or run, does not end the run; the end of ctx does. What differs is run once more: some code puts out something else each time. A stored error is an output like others: cells that
// failed when the notebook was stored may fail again.
func (b *Batch) Run(ctx context.Context, paths []string) []Finding {
	var list []Finding
	for _, path := range paths {
		if ctx.Err() != nil {
			break
		}
		line := b.Report.Begin(path)
		f := b.one(ctx, path, line)
		line.End(f.Err, nil)
		list = append(list, f)
	}
	return list
}

func (b *Batch) one(ctx context.Context, path string, line *execute.Line) (f Finding) {
	started := time.Now()
	f = Finding{Path: path}
	defer func() { f.Took = time.Since(started) }()
	was, err := notebook.Read(path)
	if err != nil {
		f.Err = err
		return f
	}
	f.Cells = len(was.CodeCells())
	line.WarnRepeated(was)
	is := was.Clone()
	if err := b.execute(ctx, path, is, line); err != nil {
		f.Err = err
		var cell *execute.CellError
		if !errors.As(err, &cell) {
			return f
		}
	}
	f.history = historyOf(was)
	f.Equal, f.Differences = Cells(was, is, b.Tolerance)
	if f.Err == nil && len(f.Differences) > 0 && !f.history.never {
		again := was.Clone()
		if b.execute(ctx, path, again, line) == nil {
			_, unsteady := Cells(is, again, b.Tolerance)
			f.unsteady = cellsOf(unsteady)
		}
	}
	return f
}

// execute runs the notebook, over errors only where an error is stored.
func (b *Batch) execute(ctx context.Context, path string, nb *notebook.Notebook, line *execute.Line) error {
	opts := execute.Options{Timeout: b.Timeout, AllowErrors: failed(nb)}
	if b.Execute != nil {
		return b.Execute(ctx, path, nb, opts)
	}
	s, err := b.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer s.Close()
	return execute.Run(ctx, nb, s, opts, line.Step)
}

// failed reports whether an error is stored in the notebook.
func failed(nb *notebook.Notebook) bool {
	for _, c := range nb.CodeCells() {
		for _, o := range c.Outputs {
			if o.Type == notebook.Failure {
				return true
			}
		}
	}
	return false
}

// Summary is nil when every finding is good, else an error that counts those that are not.
func Summary(list []Finding) error {
	bad := 0
	for _, f := range list {
		if !f.OK() {
			bad++
		}
	}
	if bad == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d notebooks differ from what is stored", bad, len(list))
}
