package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/notebook/verify"
)

func verifyCommand() *cobra.Command {
	tolerance := verify.Default
	var timeout, total time.Duration
	var quiet, unconfined bool
	cmd := &cobra.Command{
		Use:   "verify NOTEBOOK|DIRECTORY…",
		Short: "Execute notebooks again and compare with the stored outputs",
		Long: `Verify executes notebooks and compares what they put out with what is stored in them; it writes no file.
Text, SVG and formulas are compared by tokens and HTML tables by cells, numbers within a tolerance:
|was - is| <= atol + rtol * max(|was|, |is|). JSON is compared by structure, a picture by its bytes or
else its pixels. The exit status is 1 when a notebook differs or does not run.

Of each notebook that is not what its code puts out, as students hand them in, one sentence says why: it was not executed, or not from
top to bottom, outputs are missing or were edited, a cell fails, or puts out something else each time (times, random numbers without a seed),
for which what differs is run once more. Numbers of cells with holes, or in another order, are no fault where the outputs are right.

Each notebook runs confined, as by "mercer assignment grade": it reads the toolchain and the files
beside it that students have: no notebooks, answers, grades and hidden files, and no directories with notebooks
or grades. It writes to a directory that is removed afterwards, and has no network. It is ended
when it takes more than its time (--total and a minute), memory, disk or processes. Where
that cannot be (before Linux 6.7, on macOS), and for notebooks that you trust, --unconfined runs it with all rights of yours.`,
		Example: `  mercer verify submitted
  mercer verify --unconfined --rtol 1e-6 notebooks`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if tolerance.Rel < 0 || tolerance.Abs < 0 || timeout < 0 || total <= 0 {
				return usageError{errors.New("--rtol, --atol and --timeout must not be negative, " +
					"--total must be positive")}
			}
			paths, err := execute.Find(args)
			if err != nil {
				return err
			}
			stderr := cmd.ErrOrStderr()
			b := verify.Batch{Tolerance: tolerance, Timeout: timeout, Open: openSession}
			b.Report = &execute.Report{Out: stderr, Quiet: quiet, Live: isTerminal(stderr)}
			if !unconfined {
				b.Execute = confinedExecution(cmd, total)
			}
			found := b.Run(cmd.Context(), paths)
			if cmd.Context().Err() != nil {
				return context.Cause(cmd.Context())
			}
			if err := verify.Table(cmd.OutOrStdout(), found); err != nil {
				return err
			}
			return verify.Summary(found)
		},
	}
	flags := cmd.Flags()
	flags.Float64Var(&tolerance.Rel, "rtol", tolerance.Rel, "relative tolerance of numbers")
	flags.Float64Var(&tolerance.Abs, "atol", tolerance.Abs, "absolute tolerance of numbers")
	flags.DurationVar(&timeout, "timeout", 0, "interrupt a cell after this time, such as 90s or 5m (default no limit)")
	flags.DurationVar(&total, "total", 10*time.Minute,
		"run no cell of a confined notebook after this time")
	flags.BoolVar(&unconfined, "unconfined", false, "let notebooks read and change all files that you can, and use the network")
	flags.BoolVarP(&quiet, "quiet", "q", false, "show no progress")
	return cmd
}
