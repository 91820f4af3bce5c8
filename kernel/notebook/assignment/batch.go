package assignment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// Batch grades what students have handed in of one assignment. What it writes into its directory is enough to go on from after it was killed:
//
//   - STUDENT.ipynb, the notebook as it has run;
//   - grades.csv, the points, a row a student;
//   - by-hand.csv, the answers that a person grades: who fills in its points and grades again finds them in grades.csv.
type Batch struct {
	Source string // path of the assignment's notebook, in a directory with the data that it needs
	Dir    string // for the results
	Jobs   int    // notebooks at a time; 0 is 1
	// Run executes a notebook file in place, in its own directory, with all of its cells though some fail. What it returns is a fault of the machine, not of the notebook.
	Run func(ctx context.Context, dir, name string) error
	// Version is what else the results depend on, such as that of the program: where it has changed, all is graded again.
	Version string
	// Tell is told of each submission that is graded, or was before, and of each that cannot be: it may be called by several goroutines.
	Tell func(Result)
}

// Result is what a submission has earned.
type Result struct {
	Submission
	Marks []Mark
	Notes []string // what the student had changed of what is not the student's
	Again bool     // it was graded before, and nothing has changed since
	Err   error    // it could not be graded
}

// Machine returns the points that the machine has given, of how many.
func (r Result) Machine() (earned, of float64) {
	for _, m := range r.Marks {
		if !m.ByHand() {
			earned, of = earned+m.Earned, of+m.Points
		}
	}
	return earned, of
}

// Open returns how many points a person is to give or refuse.
func (r Result) Open() (points float64) {
	for _, m := range r.Marks {
		if m.Open {
			points += m.Points
		}
	}
	return points
}

// Grade grades the submissions and writes the tables. Its error counts those that could not be graded, or says why nothing was written.
func (b *Batch) Grade(ctx context.Context, list []Submission) error {
	data, err := os.ReadFile(b.Source)
	if err != nil {
		return err
	}
	source, err := notebook.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Source, err)
	}
	if _, err := Parts(source); err != nil {
		return fmt.Errorf("%s: %w", b.Source, err)
	}
	if err := os.MkdirAll(b.Dir, 0o777); err != nil {
		return fmt.Errorf("cannot make the directory of results: %w", err)
	}
	byHand, err := readByHand(b.byHandFile())
	if err != nil {
		return err
	}
	results := make([]Result, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(b.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				results[i] = b.grade(ctx, source, data, list[i])
				if ctx.Err() == nil {
					b.Tell(results[i])
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	failed := 0
	for _, r := range results {
		if r.Err != nil {
			failed++
		}
	}
	byHand.add(results)
	if err := errors.Join(notebook.WriteFile(b.byHandFile(), byHand.csv()), b.writeGrades(source, results, byHand)); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d submissions could not be graded", failed, len(list))
	}
	return nil
}

// grade grades one submission, unless it was graded before.
func (b *Batch) grade(ctx context.Context, source *notebook.Notebook, data []byte, s Submission) (r Result) {
	r.Submission = s
	handed, err := os.ReadFile(s.Path)
	if err != nil {
		r.Err = err
		return r
	}
	place := filepath.Join(b.Dir, s.Student+".ipynb")
	of := execute.Digest(data, handed, []byte(b.Version))
	if done, err := notebook.Read(place); err == nil && graded(done).of == of {
		r.Again, r.Notes = true, graded(done).notes
		r.Marks, r.Err = Grade(source, done)
		return r
	} else if err == nil && graded(done).of == "" {
		r.Err = fmt.Errorf("%s is there already, and was not written here: choose another directory for the results", place)
		return r
	}
	submitted, err := notebook.Parse(handed)
	if err != nil {
		r.Err = fmt.Errorf("%s: %w", s.Path, err)
		return r
	}
	nb, notes, err := Prepare(source, submitted)
	if err == nil {
		nb, err = b.execute(ctx, nb)
	}
	if err == nil {
		r.Marks, err = Grade(source, nb)
	}
	if err == nil {
		r.Notes = notes
		record{of, notes}.keep(nb)
		err = nb.Write(place)
	}
	r.Err = err
	return r
}

// execute runs a notebook beside copies of the assignment's data, in a directory that is gone afterwards.
func (b *Batch) execute(ctx context.Context, nb *notebook.Notebook) (_ *notebook.Notebook, err error) {
	own, err := files.NewTempDir(os.TempDir(), "mercer-grade-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, own.Remove()) }()
	dir := filepath.Join(own.Path, "work")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	if err := copyData(filepath.Dir(b.Source), dir); err != nil {
		return nil, fmt.Errorf("the assignment's data: %w", err)
	}
	name := filepath.Base(b.Source)
	if err := nb.Write(filepath.Join(dir, name)); err != nil {
		return nil, err
	}
	if err := b.Run(ctx, dir, name); err != nil {
		return nil, err
	}
	return notebook.Read(filepath.Join(dir, name))
}

// copyData copies what lies beside an assignment, but for notebooks and what is hidden.
func copyData(from, to string) error {
	return fs.WalkDir(os.DirFS(from), ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || path == ".":
			return err
		case strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir():
			return os.Mkdir(filepath.Join(to, path), 0o777)
		case !e.Type().IsRegular() || filepath.Ext(path) == ".ipynb":
			return nil
		}
		data, err := os.ReadFile(filepath.Join(from, path))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, path), data, 0o666)
	})
}

func (b *Batch) byHandFile() string { return filepath.Join(b.Dir, "by-hand.csv") }

// record is what a graded notebook keeps of how it came to be, in its metadata.
type record struct {
	of    string // digest
	notes []string
}

func (r record) keep(nb *notebook.Notebook) {
	notes := []any{}
	for _, n := range r.notes {
		notes = append(notes, n)
	}
	nb.Metadata = with(nb.Metadata, "mercer_graded", map[string]any{"of": r.of, "notes": notes})
}

func graded(nb *notebook.Notebook) (r record) {
	m, _ := nb.Metadata["mercer_graded"].(map[string]any)
	r.of, _ = m["of"].(string)
	notes, _ := m["notes"].([]any)
	for _, n := range notes {
		if s, ok := n.(string); ok {
			r.notes = append(r.notes, s)
		}
	}
	return r
}
