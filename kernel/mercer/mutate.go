package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/mutate"
)

func mutateCommand() *cobra.Command {
	var o mutate.Options
	var least float64
	cmd := &cobra.Command{
		Use:   "mutate NOTEBOOK",
		Short: "Try whether a notebook's derivations and checks notice small slips",
		Long: `Mutate runs a notebook and, before each cell, runs the cell with one small slip after the other in its derivations
(%%derive cells, derive.Prove): a sign, a factor 2, an index, an exponent, a relation that points the other way, a term left out,
another number. In its checks it turns inequalities round, and with --checks it changes the expected numbers and bounds, too.
A slip that is not noticed survives and is listed; a line or check that passes with ≤ and with ≥ alike is listed, too.
The exit status is 1 when fewer than the share --least of the slips in derivations are noticed; those of
strictness (< for ≤) and of checks do not count.`,
		Example: `  mercer mutate notebooks/04-discriminant-analysis.ipynb
  mercer mutate --cell normal-bayes --checks notebooks/04-discriminant-analysis.ipynb`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.PerCell < 0 || o.Timeout < 0 || least < 0 || least > 1 {
				return usageError{errors.New("--per-cell and --timeout must not be negative, --least is from 0 to 1")}
			}
			nb, err := notebook.Read(args[0])
			if err != nil {
				return err
			}
			s, err := openSession(filepath.Dir(args[0]))
			if err != nil {
				return err
			}
			defer s.Close()
			stderr := cmd.ErrOrStderr()
			tried, err := mutate.Run(cmd.Context(), nb, s, o, func(done, of int) {
				if isTerminal(stderr) {
					fmt.Fprintf(stderr, "\r%d of %d slips", done, of)
				}
			})
			if isTerminal(stderr) {
				fmt.Fprintln(stderr)
			}
			if tableErr := mutate.Table(cmd.OutOrStdout(), tried); tableErr != nil || err != nil {
				return errors.Join(err, tableErr)
			}
			if derivations, _, _ := mutate.Scores(tried); derivations.Share() < least {
				return fmt.Errorf("%.1f %% of the slips in derivations are noticed, %.1f %% are wanted", 100*derivations.Share(), 100*least)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.PerCell, "per-cell", 0, "try so many slips of a cell, drawn by --seed (default all)")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of the draw")
	flags.DurationVar(&o.Timeout, "timeout", 2*time.Minute, "interrupt a cell after this time; a slip by which it does not end counts as noticed and is listed (0 is no limit)")
	flags.BoolVar(&o.Checks, "checks", false, "change the expected numbers and bounds of checks, too")
	flags.StringSliceVar(&o.Cells, "cell", nil, "try only the cells with these ids")
	flags.Float64Var(&least, "least", .95, "the share of slips in derivations that must be noticed")
	return cmd
}
