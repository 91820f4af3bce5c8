package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

func checkSetCommand() *cobra.Command {
	var c assignment.Check
	cmd := &cobra.Command{
		Use:   "check SOURCE|DIRECTORY…",
		Short: "Check that an assignment's tests tell right answers from wrong ones",
		Long: `Check runs the source of an assignment, which must earn all points of the machine, and what students get, which must
earn none and show no line of an answer. Then it tries other answers of each cell with code: each slip of the source's functions
(a comparison, a bound, a divisor, a statement left out, …) must lose points, and so must the wrong answers by hand in answers.txt beside
the source; the right ones there must earn all. A slip that survives is listed. Where data depend on a student's name, the
source must earn all points with those of 25 students. The exit status is 1 when something fails.

answers.txt has sections, each with the text that replaces the whole cell:

  === GRADE_ID right: DESCRIPTION
  === GRADE_ID wrong: DESCRIPTION
  === GRADE_ID same: SLIP WHY          (without a text: the slip changes nothing, as 300 trials confirm)`,
		Example: `  mercer assignment check source/ps1/ps1.ipynb
  mercer assignment check --sample 10 source`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.Sample < 0 || c.Timeout <= 0 {
				return usageError{errors.New("--sample must not be negative, --timeout must be positive")}
			}
			paths, err := execute.Find(args)
			if err != nil {
				return err
			}
			failed := 0
			for _, path := range paths {
				faults, err := checkSet(cmd, c, path)
				if err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
				if faults > 0 {
					failed++
				}
			}
			if failed > 0 {
				return fmt.Errorf("%d of %d assignments have faults", failed, len(paths))
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&c.Sample, "sample", 0, "try so many slips of a cell, drawn by --seed (default all)")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of the draw")
	flags.DurationVar(&c.Timeout, "timeout", 5*time.Second, "interrupt a cell of a slip or wrong answer after this time; it has lost its points")
	flags.StringSliceVar(&c.Cells, "cell", nil, "try only the answers of the cells with these grade_ids")
	return cmd
}

// checkSet checks one assignment and returns how many faults it has.
func checkSet(cmd *cobra.Command, c assignment.Check, path string) (faults int, err error) {
	if c.Source, err = notebook.Read(path); err != nil {
		return 0, err
	}
	dir := filepath.Dir(path)
	if c.Hand, err = readAnswers(filepath.Join(dir, assignment.AnswersFile)); err != nil {
		return 0, err
	}
	s, err := openSession(dir)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	c.Session = s
	stderr := cmd.ErrOrStderr()
	c.Tell = func(cell string, done, of int) {
		if isTerminal(stderr) {
			fmt.Fprintf(stderr, "\r%s: %d of %d slips  ", cell, done, of)
		}
	}
	found, err := c.Run(cmd.Context())
	if isTerminal(stderr) {
		fmt.Fprintln(stderr)
	}
	if err != nil {
		return 0, err
	}
	return len(found.Faults), writeChecked(cmd.OutOrStdout(), path, found)
}

// readAnswers reads answers by hand; a set may have none.
func readAnswers(path string) ([]assignment.HandAnswer, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := assignment.ParseAnswers(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

// writeChecked writes the table of an assignment, and its faults below.
func writeChecked(out io.Writer, path string, found *assignment.Checked) error {
	fmt.Fprintln(out, strings.TrimSuffix(filepath.Base(path), ".ipynb"))
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "cell\tpoints\tslips\tlost\tsame\twrong\tlost\tright\tearned all")
	for _, c := range found.Cells {
		fmt.Fprintf(t, "%s\t%g\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n",
			c.ID, c.Points, c.Slips, c.Lost, c.Same, c.Wrong, c.Refused, c.Right, c.Accepted)
	}
	err := t.Flush()
	for _, f := range found.Faults {
		fmt.Fprintln(out, "  "+f)
	}
	fmt.Fprintln(out)
	return err
}
