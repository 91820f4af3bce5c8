package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

func assignmentCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "assignment",
		Short: "Release assignments to students and grade what they hand in",
		Long: `Assignment works with notebooks as nbgrader has them, without nbgrader: the cells of an assignment say in
their metadata which are answers, tests and locked, and what they are worth.`,
		Example: `  mercer assignment release source/ps1/ps1.ipynb -o release
  mercer assignment grade source/ps1/ps1.ipynb submitted -o graded`,
	}
	cmd.AddCommand(releaseCommand(), gradeCommand())
	return cmd
}

func releaseCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "release SOURCE|DIRECTORY…",
		Short: "Write the notebooks of students: without answers and hidden tests",
		Long: `Release writes for each assignment the notebook of students: answers (between BEGIN SOLUTION and END SOLUTION),
hidden tests (between BEGIN HIDDEN TESTS and END HIDDEN TESTS) and outputs are left out.`,
		Example: "  mercer assignment release source/ps1/ps1.ipynb -o release",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, err := execute.Find(args)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return fmt.Errorf("cannot make the output directory: %w", err)
			}
			for _, path := range paths {
				if err := release(path, filepath.Join(dir, filepath.Base(path))); err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "", "write into this `directory`")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

func release(from, to string) error {
	if sameFile(from, to) {
		return fmt.Errorf("the source would be overwritten: choose another -o")
	}
	source, err := notebook.Read(from)
	if err != nil {
		return err
	}
	released, err := assignment.Release(source)
	if err != nil {
		return err
	}
	return released.Write(to)
}

// gradeFlags are the options of "mercer assignment grade".
type gradeFlags struct {
	dir                string
	jobs               int
	timeout, total     time.Duration
	unconfined, noHTML bool
}

func gradeCommand() *cobra.Command {
	var f gradeFlags
	cmd := &cobra.Command{
		Use:   "grade SOURCE SUBMISSION|DIRECTORY…",
		Short: "Run what students have handed in, and write their points",
		Long: `Grade runs the notebooks that students have handed in, with the assignment's own tests in place of theirs, and
writes into the directory of -o

  STUDENT.ipynb and .html  the notebook as it has run
  grades.csv               the points of each student, cell by cell
  by-hand.csv              the answers that a person grades: fill in its points, and grade again

A student is called after the file, or after the first directory below the one that is named: both submitted/ANNA.ipynb
and nbgrader's submitted/ANNA/ps1/ps1.ipynb are ANNA's. What was graded before is not run again unless something
has changed: after an interruption, the same command goes on.

Each notebook runs confined, where Linux can do that (6.7 or later): it reads the toolchain and the assignment's data, writes to a directory
of its own, and has no network. Without that, --unconfined runs it with all rights of yours.`,
		Example: `  mercer assignment grade source/ps1/ps1.ipynb submitted -o graded
  mercer assignment grade --jobs 4 --timeout 30s ps1.ipynb handed-in/*.ipynb -o graded`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return f.grade(cmd, args[0], args[1:]) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "write the results into this `directory`")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "run this many notebooks at a time")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "interrupt a cell after this time")
	flags.DurationVar(&f.total, "total", 10*time.Minute, "run no cell of a notebook after this time")
	flags.BoolVar(&f.noHTML, "no-html", false, "write no HTML")
	flags.BoolVar(&f.unconfined, "unconfined", false, "let notebooks read and change all files that you can, and use the network")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

func (f *gradeFlags) grade(cmd *cobra.Command, source string, paths []string) error {
	if f.jobs < 1 || f.timeout <= 0 || f.total <= 0 {
		return usageError{errors.New("--jobs must be at least 1, --timeout and --total positive")}
	}
	list, without, err := assignment.Find(filepath.Base(source), paths)
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	if len(without) > 0 {
		fmt.Fprintf(stderr, "without a notebook of the name %s: %s\n", filepath.Base(source), strings.Join(without, ", "))
	}
	if len(list) == 0 {
		return fmt.Errorf("no notebook of the name %s has been handed in", filepath.Base(source))
	}
	b := assignment.Batch{Source: source, Dir: f.dir, Jobs: f.jobs, Version: version()}
	if b.Run, err = f.runner(cmd); err != nil {
		return err
	}
	var mu sync.Mutex
	told := 0
	b.Tell = func(r assignment.Result) {
		mu.Lock()
		defer mu.Unlock()
		told++
		fmt.Fprintf(stderr, "[%d/%d] %s: %s\n", told, len(list), r.Student, f.finish(r))
	}
	if err := b.Grade(cmd.Context(), list); err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(f.dir, "grades.csv"))
	return nil
}

// finish writes a graded notebook's page and says in a line what it has earned.
func (f *gradeFlags) finish(r assignment.Result) string {
	if r.Err != nil {
		return "not graded: " + r.Err.Error()
	}
	earned, of := r.Machine()
	says := fmt.Sprintf("%g of %g points", earned, of)
	if open := r.Open(); open > 0 {
		says += fmt.Sprintf(", %g more are for you to give", open)
	}
	if r.Again {
		return says + " (graded before)"
	}
	for _, n := range r.Notes {
		says += "; " + n
	}
	if f.noHTML {
		return says
	}
	if err := exportPage(filepath.Join(f.dir, r.Student+".ipynb")); err != nil {
		return says + "; no HTML: " + err.Error()
	}
	return says
}

// exportPage writes the page of a notebook beside it.
func exportPage(path string) error {
	nb, err := notebook.Read(path)
	if err != nil {
		return err
	}
	to := strings.TrimSuffix(path, ".ipynb") + ".html"
	if err := export.Ours(to); err != nil {
		return err
	}
	page, err := export.HTML(nb, export.Options{Name: strings.TrimSuffix(filepath.Base(path), ".ipynb")})
	if err != nil {
		return err
	}
	return notebook.WriteFile(to, page.HTML)
}

// runner returns what executes one notebook in place: a confined run of this program, or one here.
func (f *gradeFlags) runner(cmd *cobra.Command) (func(ctx context.Context, dir, name string) error, error) {
	if f.unconfined {
		return func(ctx context.Context, dir, name string) error {
			b := execute.Batch{Options: execute.Options{Timeout: f.timeout, Total: f.total, AllowErrors: true}, Open: openSession, InPlace: true, NoHTML: true}
			return b.Run(ctx, []string{filepath.Join(dir, name)})
		}, nil
	}
	caches, err := sharedCaches(cmd)
	if err != nil {
		return nil, err
	}
	args := []string{"run", "--quiet", "--in-place", "--allow-errors", "--timeout", f.timeout.String(), "--total", f.total.String()}
	return func(ctx context.Context, dir, name string) error {
		var said strings.Builder
		c := confinedRun{args: append(args[:len(args):len(args)], name), dir: dir, caches: caches, out: &said, err: &said}
		if err := c.run(ctx); err != nil {
			return fmt.Errorf("%w: %s", err, strings.TrimSpace(said.String()))
		}
		return nil
	}, nil
}

// sharedCaches returns caches of compiled packages for confined notebooks: those of this program's installation, or one of this user's that is made
// or brought up to date now.
func sharedCaches(cmd *cobra.Command) ([]string, error) {
	cfg, err := programConfig()
	if err != nil || len(cfg.Shared) > 0 {
		return cfg.Shared, err
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(user, "mercer-shared")
	s := newStatus(cmd.ErrOrStderr())
	defer s.end()
	if err := toolchain.Share(cmd.Context(), toolchain.Config{}, dir, s.show); err != nil {
		return nil, fmt.Errorf("compiling packages for confined notebooks: %w", err)
	}
	return []string{dir}, nil
}
