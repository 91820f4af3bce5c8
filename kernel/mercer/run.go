package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/notebook/export"
)

// runFlags are the options of "mercer run".
type runFlags struct {
	params                     []string
	inPlace, html, noHTML, pdf bool
	trust, allowErr            bool
	quiet, resume              bool
	jobs                       int
	timeout, total             time.Duration
	dir, shard, table          string
}

func runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run NOTEBOOK|DIRECTORY…",
		Short: "Execute notebooks and write them, with HTML",
		Long: `Run executes notebooks from the top, without Jupyter or Python. Of each it writes NAME.ipynb, executed,
and NAME.html, a page that needs no network, into the directory ` + execute.ResultsDir + ` of the current one, or into that of -o;
the last line names them. With --in-place it writes the notebook over its source instead, and no page.
Of a directory, all notebooks below it are run. The HTML is
without what could run or load something (scripts, handlers, frames), unless --trust keeps it, and no
HTML or PDF file is overwritten that mercer has not written.

With --pdf, NAME.pdf is the same page, printed by Chromium or Chrome: formulas are set, code that is folded stays folded. The
browser is found in the PATH, or named by the environment variable CHROME, be it a script that adds options of your own.

At the first cell that fails, the notebook ends: its error is shown, what has run is written (but never
in place), and the exit status is 1. Cells tagged "raises-exception" may fail.

Parameters work as in papermill: the cell tagged "parameters" holds the defaults, and a cell with the
given values is put behind it. A value that is a Go literal, such as []float64{1, 2}, is taken as it is, so is a list or a map in JSON where the cell declares one; any other is a string. A
name that the cell does not declare is an error, and a value that does not fit its type.

With --resume, what an earlier run has written of the same notebook, with the same parameters and the same version of mercer, is not
run again: after an interruption or a kill, the same command goes on. What failed runs again. Files that a notebook reads
are not looked at: where they have changed, leave --resume away. Several machines share the work with --shard.`,
		Example: `  mercer run 03-perceptron.ipynb
  mercer run -o out --jobs 2 notebooks
  mercer run -o out --jobs 8 --resume --table out.csv notebooks
  mercer run -o out --resume --shard 3/20 notebooks
  mercer run --in-place notebooks
  mercer run --pdf 03-perceptron.ipynb
  mercer run --timeout 1m --param n=500 --param name=iris study.ipynb`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", execute.ResultsDir, "write the results into this `directory`")
	flags.BoolVar(&f.inPlace, "in-place", false, "write the executed notebook over its source; HTML only with --html")
	flags.BoolVar(&f.html, "html", false, "write HTML too (the default, except with --in-place)")
	flags.BoolVar(&f.noHTML, "no-html", false, "write no HTML")
	flags.BoolVar(&f.pdf, "pdf", false, "write PDF too, printed by Chromium or Chrome")
	flags.BoolVar(&f.trust, "trust", false, "keep scripts, handlers and frames of Markdown and HTML outputs in the HTML")
	flags.IntVarP(&f.jobs, "jobs", "j", 1, "run this many notebooks at a time")
	flags.DurationVar(&f.timeout, "timeout", 0, "interrupt a cell after this time, such as 90s or 5m (default no limit)")
	flags.DurationVar(&f.total, "total", 0, "run no cell of a notebook after this time (default no limit)")
	flags.StringArrayVarP(&f.params, "param", "p", nil, "set a parameter, `name=value`; may be repeated")
	flags.BoolVar(&f.allowErr, "allow-errors", false, "go on after a cell that fails")
	flags.BoolVar(&f.resume, "resume", false, "run no notebook of which an earlier run with --resume has written the results")
	flags.StringVar(&f.shard, "shard", "", "run the K-th of N parts of the notebooks, `K/N`")
	flags.StringVar(&f.table, "table", "", "write how each notebook ended into this `file`, as CSV")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "show warnings and errors only")
	cmd.MarkFlagsMutuallyExclusive("in-place", "output")
	cmd.MarkFlagsMutuallyExclusive("in-place", "resume")
	cmd.MarkFlagsMutuallyExclusive("html", "no-html")
	return cmd
}

func (f *runFlags) run(cmd *cobra.Command, args []string) error {
	if f.jobs < 1 || f.timeout < 0 || f.total < 0 {
		return usageError{errors.New("--jobs must be at least 1, --timeout and --total not negative")}
	}
	batch := execute.Batch{
		Options: execute.Options{Timeout: f.timeout, Total: f.total, AllowErrors: f.allowErr},
		Open:    openSession,
		Jobs:    f.jobs,
		Dir:     f.dir,
		InPlace: f.inPlace,
		NoHTML:  f.noHTML || f.inPlace && !f.html,
		Trust:   f.trust,
		Resume:  f.resume,
		Version: version(),
		Table:   f.table,
	}
	if f.pdf {
		var err error
		if batch.Browser, err = export.Browser(); err != nil {
			return fmt.Errorf("--pdf: %w", err)
		}
	}
	for _, s := range f.params {
		p, err := notebook.ParseParam(s)
		if err != nil {
			return usageError{err}
		}
		batch.Params = append(batch.Params, p)
	}
	paths, err := f.find(args)
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	batch.Report = &execute.Report{Out: stderr, Quiet: f.quiet, Live: isTerminal(stderr) && (f.jobs == 1 || len(paths) == 1)}
	return batch.Run(cmd.Context(), paths)
}

// find returns the notebooks to run.
func (f *runFlags) find(args []string) ([]string, error) {
	var part execute.Shard
	if f.shard != "" {
		var err error
		if part, err = execute.ParseShard(f.shard); err != nil {
			return nil, usageError{fmt.Errorf("--shard: %w", err)}
		}
	}
	paths, err := execute.Find(args)
	return part.Take(paths), err
}
