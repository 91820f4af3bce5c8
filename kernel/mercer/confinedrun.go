package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session/report"
)

// This file runs the notebook of a stranger by a confined "mercer run", for commands that want its
// outputs alone.

// maxBeside is how many files and directories may lie beside such a notebook: each is allowed by
// itself.
const maxBeside = 200

// maxExecuted is how large a notebook that has run may be, in bytes, and maxStranger how many cells
// one may have.
const (
	maxExecuted = 64 << 20
	maxStranger = 3000
)

// execution runs the notebook of a path.
type execution func(context.Context, string, *notebook.Notebook, execute.Options) error

// executor runs the notebooks of strangers.
type executor struct {
	caches       []string
	total, grace time.Duration // for the cells of one, and beyond that until it is ended
	quota        confine.Quota // without the directories
}

// confinedExecution returns a function that runs a notebook as [execute.Run] does, confined, within
// a time for all of its cells. The first call prepares that.
func confinedExecution(cmd *cobra.Command, total time.Duration) execution {
	prepare := sync.OnceValues(func() ([]string, error) {
		if err := confine.Adopt(); err != nil {
			return nil, fmt.Errorf("notebooks cannot be confined here: %w: --unconfined runs them with all rights of yours", err)
		}
		return sharedCaches(cmd)
	})
	return func(ctx context.Context, path string, nb *notebook.Notebook, opts execute.Options) error {
		caches, err := prepare()
		if err != nil {
			return err
		}
		own, err := files.NewTempDir(os.TempDir(), "mercer-verify-")
		if err != nil {
			return err
		}
		e := executor{caches: caches, total: total, grace: runGrace, quota: answersQuota}
		return errors.Join(e.execute(ctx, own.Path, path, nb, opts), own.Remove())
	}
}

// execute runs a notebook in an empty directory of its own.
func (e executor) execute(ctx context.Context, own, path string, nb *notebook.Notebook,
	opts execute.Options) error {
	if n := len(nb.Cells); n > maxStranger {
		return fmt.Errorf("the notebook has %d cells, more than %d", n, maxStranger)
	}
	own, err := filepath.EvalSymlinks(own)
	if err != nil {
		return err
	}
	dir, temp := filepath.Join(own, "work"), filepath.Join(own, "tmp")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Mkdir(temp, 0o700)); err != nil {
		return err
	}
	beside, err := linkBeside(filepath.Dir(path), dir)
	if err != nil {
		return err
	}
	const name, out = "notebook.ipynb", ".out"
	if err := nb.Write(filepath.Join(dir, name)); err != nil {
		return err
	}
	var said tail
	opts.Total = e.total
	e.quota.Dirs = []string{own}
	c := confinedRun{args: runArguments(name, out, opts), dir: dir, temp: temp,
		caches: e.caches, read: beside, out: &said, err: &said, after: confine.KillDescendants}
	ended, err := e.run(ctx, c)
	if err != nil {
		return err
	}
	ran, err := readExecuted(filepath.Join(dir, out, name))
	if err != nil {
		return fmt.Errorf("the notebook did not run: %w: %s", errors.Join(ended, err),
			strings.TrimSpace(string(said.end)))
	}
	return takeOutputs(nb, ran, ended != nil)
}

// run runs a process to its end, within the time and the quota. How the process has ended is the
// first result; the error says why it was ended.
func (e executor) run(ctx context.Context, c confinedRun) (ended, err error) {
	limit := e.total + e.grace
	limited, stop := context.WithTimeout(ctx, limit)
	defer stop()
	ended = watched(limited, e.quota, c.run)
	switch exceeded, ok := errors.AsType[*confine.Exceeded](ended); {
	case ctx.Err() != nil:
		return ended, context.Cause(ctx)
	case ok:
		return ended, fmt.Errorf("the notebook was ended: %w", exceeded)
	case limited.Err() != nil:
		return ended, fmt.Errorf("the notebook was ended: it had not come to an end after %v", limit)
	}
	return ended, nil
}

func runArguments(name, out string, opts execute.Options) []string {
	args := []string{"run", "-q", "--no-html", "-o", out, "--timeout", opts.Timeout.String()}
	if opts.Total > 0 {
		args = append(args, "--total", opts.Total.String())
	}
	if opts.AllowErrors {
		args = append(args, "--allow-errors")
	}
	return append(args, name)
}

// linkBeside makes links to what a notebook that is graded would find beside it, see
// [assignment.Data], and returns where they lead. A directory is linked as a whole if all of it may
// be read.
func linkBeside(from, to string) (beside []string, err error) {
	from, err = filepath.Abs(from)
	if err != nil {
		return nil, err
	}
	list, err := assignment.Data(from)
	if err != nil {
		return nil, err
	}
	data := map[string]bool{} // the files, and the directories above them
	for _, rel := range list {
		for ; rel != "."; rel = filepath.Dir(rel) {
			data[filepath.Join(from, rel)] = true
		}
	}
	err = filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(from, path)
		switch {
		case err != nil || relErr != nil || path == from:
			return errors.Join(err, relErr)
		case !data[path] && e.IsDir():
			return fs.SkipDir
		case !data[path]:
			return nil
		case e.IsDir() && !isWhole(path, data):
			return os.Mkdir(filepath.Join(to, rel), 0o700)
		case len(beside) == maxBeside:
			return fmt.Errorf("%s: more than %d files beside the notebook: "+
				"move it to a directory with its data", from, maxBeside)
		}
		beside = append(beside, path)
		if err := os.Symlink(path, filepath.Join(to, rel)); err != nil || !e.IsDir() {
			return err
		}
		return fs.SkipDir
	})
	return beside, err
}

// isWhole reports whether all that lies in a directory, at any depth, is in a set.
func isWhole(dir string, set map[string]bool) bool {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && !set[path] {
			err = fs.ErrPermission
		}
		return err
	}) == nil
}

// readExecuted reads a notebook that its own cells may have put in the place of the one that ran.
func readExecuted(path string) (*notebook.Notebook, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxExecuted:
		return nil, errors.New("what was written is no file, or a very large one")
	}
	return notebook.Read(path)
}

// takeOutputs gives nb the outputs of the notebook that ran, and returns the error of the cell
// that ended it, if one did.
func takeOutputs(nb, ran *notebook.Notebook, failed bool) error {
	if len(ran.Cells) != len(nb.Cells) {
		return errors.New("the notebook has changed its own file")
	}
	var last *execute.CellError
	at := 0
	for i, c := range nb.Cells {
		if c.Type != notebook.Code {
			continue
		}
		at++
		c.Outputs, c.Count = ran.Cells[i].Outputs, ran.Cells[i].Count
		for _, o := range c.Outputs {
			if o.Type == notebook.Failure {
				last = &execute.CellError{Cell: at, Count: c.Count, Err: &report.Error{Name: o.EName,
					Value: o.EValue}}
			}
		}
	}
	switch {
	case !failed:
		return nil
	case last == nil:
		return errors.New("the notebook was ended")
	}
	last.Of = at
	return last
}
