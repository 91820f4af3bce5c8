package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session/report"
)

// This file runs the notebook of a stranger by a confined "mercer run", for commands that want its
// outputs alone.

// maxBeside is how many files and directories may lie beside such a notebook: each is allowed by
// itself.
const maxBeside = 200

// maxExecuted is how large a notebook that has run may be, in bytes.
const maxExecuted = 64 << 20

// confinedExecution returns a function that runs a notebook as [execute.Run] does, confined. The
// first call prepares that.
func confinedExecution(cmd *cobra.Command) func(context.Context, string, *notebook.Notebook, execute.Options) error {
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
		err = executeConfined(ctx, own.Path, path, nb, opts, caches)
		return errors.Join(err, own.Remove())
	}
}

// executeConfined runs a notebook in an empty directory of its own.
func executeConfined(ctx context.Context, dir, path string, nb *notebook.Notebook, opts execute.Options, caches []string) error {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
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
	var said bytes.Buffer
	c := confinedRun{args: runArguments(name, out, opts), dir: dir, caches: caches, read: beside,
		out: &said, err: &said, after: confine.KillDescendants}
	ended := c.run(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	ran, err := readExecuted(filepath.Join(dir, out, name))
	if err != nil {
		return fmt.Errorf("the notebook did not run: %w: %s", errors.Join(ended, err),
			strings.TrimSpace(said.String()))
	}
	return takeOutputs(nb, ran, ended != nil)
}

func runArguments(name, out string, opts execute.Options) []string {
	args := []string{"run", "-q", "--no-html", "-o", out, "--timeout", opts.Timeout.String()}
	if opts.AllowErrors {
		args = append(args, "--allow-errors")
	}
	return append(args, name)
}

// linkBeside makes links to what lies beside a notebook, but for other notebooks and what is
// hidden, and returns where they lead.
func linkBeside(from, to string) (beside []string, err error) {
	from, err = filepath.Abs(from)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || filepath.Ext(e.Name()) == ".ipynb" || !e.IsDir() &&
			!e.Type().IsRegular() {
			continue
		}
		if len(beside) == maxBeside {
			return nil, fmt.Errorf("%s: more than %d files beside the notebook: move it to a directory with its data", from, maxBeside)
		}
		path := filepath.Join(from, e.Name())
		if err := os.Symlink(path, filepath.Join(to, e.Name())); err != nil {
			return nil, err
		}
		beside = append(beside, path)
	}
	return beside, nil
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
