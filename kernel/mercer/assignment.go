package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
	"github.com/mercer-go/mercer/kernel/run/observe"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

func assignmentCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "assignment",
		Short: "Release assignments to students and grade what they hand in",
		Long: `Assignment works with notebooks as nbgrader has them, without nbgrader: the cells of an assignment say in
their metadata which are answers, tests and locked, and what they are worth.`,
		Example: `  mercer assignment release source/ps1/ps1.ipynb -o release
  mercer assignment grade source/ps1/ps1.ipynb submitted -o graded
  mercer assignment check source/ps1/ps1.ipynb`,
	}
	cmd.AddCommand(releaseCommand(), gradeCommand(), mergeCommand(), feedbackCommand(), checkSetCommand(), answersCommand())
	return cmd
}

func releaseCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "release SOURCE|DIRECTORY…",
		Short: "Write the notebooks of students: without answers and hidden tests",
		Long: `Release writes for each assignment the notebook of students: answers (between BEGIN SOLUTION and END SOLUTION),
hidden tests (between BEGIN HIDDEN TESTS and END HIDDEN TESTS) and outputs are left out. The data that lie beside it
are copied, but for hidden files, other notebooks, and files named answers.* or solution*.*.`,
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
			data := map[string]string{}
			for _, path := range paths {
				if err := release(path, dir, data); err != nil {
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

// release writes the notebook of students and its data into a directory. data says from where files there were written before.
func release(path, dir string, data map[string]string) error {
	to := filepath.Join(dir, filepath.Base(path))
	if sameFile(path, to) {
		return fmt.Errorf("the source would be overwritten: choose another -o")
	}
	source, err := notebook.Read(path)
	if err != nil {
		return err
	}
	released, err := assignment.Release(source)
	if err != nil {
		return err
	}
	from := filepath.Dir(path)
	list, err := assignment.Data(from)
	if err != nil {
		return fmt.Errorf("data: %w", err)
	}
	for _, name := range list {
		if other, there := data[name]; there && other != from {
			return fmt.Errorf("data: %s has a file %s, too: release them into different directories", other, name)
		}
		data[name] = from
	}
	if err := assignment.CopyData(list, from, dir); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	return released.Write(to)
}

func mergeCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "merge DIRECTORY…",
		Short: "Join results that were graded into several directories",
		Long: `Merge copies the results of one assignment from several directories into that of -o: the tables, row by row, the
notebooks and their pages. Results that -o holds of a student are replaced, points that a person has given there are kept,
and count for the answer that they were given for.
Where two directories contradict each other, nothing is written.`,
		Example: "  mercer assignment merge part-1 part-2 -o graded",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := assignment.Merge(args, dir); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(dir, "grades.csv"))
			return nil
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "", "write the results into this `directory`")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

func feedbackCommand() *cobra.Command {
	var f assignment.Feedback
	cmd := &cobra.Command{
		Use:   "feedback SOURCE GRADED",
		Short: "Write a page for each student: points, comments and what the tests found",
		Long: `Feedback writes for each student whom "mercer assignment grade" has graded into the directory GRADED a page that you may
give away: the points of the machine and of by-hand.csv, the comments there, what each test found in words, and the
notebook as it was handed in. It holds no source of a hidden test, no answer of the assignment's source and nothing of
another student. Students whose submissions are not graded have no page, and the exit status is 1.`,
		Example: `  mercer assignment feedback source/ps1/ps1.ipynb graded -o feedback
  mercer assignment feedback --nbgrader source/ps1/ps1.ipynb graded -o feedback`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Source, f.Graded = args[0], args[1]
			pages, without, err := f.Write()
			for _, says := range without {
				fmt.Fprintln(cmd.ErrOrStderr(), says)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d pages -> %s\n", len(pages), f.Dir)
			if len(without) > 0 {
				return fmt.Errorf("%d students have no page", len(without))
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&f.Dir, "output", "o", "", "write the pages into this `directory`")
	cmd.Flags().BoolVar(&f.Nested, "nbgrader", false, "write STUDENT/SET/SET.html, where nbgrader expects feedback")
	if err := cmd.MarkFlagRequired("output"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

// gradeFlags are the options of "mercer assignment grade".
type gradeFlags struct {
	dir, shard         string
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
and nbgrader's submitted/ANNA/ps1/ps1.ipynb are ANNA's. Names are without blanks around them, and in UTF-8. Each file and folder has a row: one without a notebook that could
be graded says why in its remarks, so does one with second notebooks or archives, and the exit status is 1.

What was graded before is not run again unless something has changed: after an interruption, the same command goes on.
Rows of students who are not graded now stay, so late work is graded into the same directory, by itself if you like.
Several processes may write to one directory, and --shard parts the work among them; "mercer assignment merge" joins
directories.

Points of by-hand.csv count for the answer that they were given for: when it changes, the column "changed" says so, and they
count again when you empty that column or give other points.

Each notebook runs confined, where Linux can do that (6.7 or later): it reads the toolchain and the assignment's data, writes to a directory
of its own, and has no network. Without that, --unconfined runs it with all rights of yours.`,
		Example: `  mercer assignment grade source/ps1/ps1.ipynb submitted -o graded
  mercer assignment grade source/ps1/ps1.ipynb late/ANNA.ipynb -o graded
  mercer assignment grade --jobs 4 --timeout 30s ps1.ipynb handed-in/*.ipynb -o graded
  mercer assignment grade --shard 3/8 source/ps1/ps1.ipynb submitted -o graded`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return f.grade(cmd, args[0], args[1:]) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "write the results into this `directory`")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "run this many notebooks at a time")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "interrupt a cell after this time")
	flags.DurationVar(&f.total, "total", 10*time.Minute, "run no cell of a notebook after this time")
	flags.StringVar(&f.shard, "shard", "", "grade the K-th of N parts of the submissions, `K/N`")
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
	var part execute.Shard
	if f.shard != "" {
		var err error
		if part, err = execute.ParseShard(f.shard); err != nil {
			return usageError{fmt.Errorf("--shard: %w", err)}
		}
	}
	list, err := assignment.Find(source, paths, f.dir)
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	if len(list) == 0 {
		return errors.New("nothing has been handed in")
	}
	b := assignment.Batch{Source: source, Dir: f.dir, Jobs: f.jobs, Version: version(), Shard: part}
	g := &grader{timeout: f.timeout, total: f.total, unconfined: f.unconfined}
	if !f.unconfined {
		if g.caches, err = sharedCaches(cmd); err != nil {
			return err
		}
	}
	b.Runner, b.Rest = g, 5*time.Second
	b.Watch = func() func() observe.Shortage { return observe.WatchMachine(os.TempDir(), f.dir).Stop }
	var mu sync.Mutex
	told, mine := 0, part.Count(len(list))
	b.Tell = func(r assignment.Result) {
		says := assignment.Plain(f.finish(r)) // its page may take long
		mu.Lock()
		defer mu.Unlock()
		told++
		fmt.Fprintf(stderr, "[%d/%d] %s: %s\n", told, mine, r.Student, says)
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
	for _, n := range slices.Concat(r.LeftOut(), r.Notes) {
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

// exportPage writes the page of a graded notebook beside it.
func exportPage(path string) error {
	nb, err := notebook.Read(path)
	if err != nil {
		return err
	}
	to := strings.TrimSuffix(path, ".ipynb") + ".html"
	if err := export.Ours(to); err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), ".ipynb")
	doc := export.Render(nb, export.Options{Name: name, Bounded: true})
	var content markup.Builder
	content.Add("<p><em>{}</em></p>\n{}", assignment.OwnOutputs, export.Markup(doc.Cells))
	return notebook.WriteFile(to, []byte(export.PageAround(doc, doc.Title, "", content.HTML())))
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
		return nil, fmt.Errorf("no place for the shared cache: %w: set HOME or XDG_CACHE_HOME", err)
	}
	dir := filepath.Join(user, "mercer-shared")
	s := newStatus(cmd.ErrOrStderr())
	defer s.end()
	if err := toolchain.Share(cmd.Context(), toolchain.Config{}, dir, s.show); err != nil {
		return nil, fmt.Errorf("compiling packages for confined notebooks: %w", err)
	}
	return []string{dir}, nil
}
