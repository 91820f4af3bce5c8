package assignment

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// Batch grades what students have handed in of one assignment. What it writes into its directory is enough to go on from after it was killed:
//
//   - STUDENT.ipynb, the notebook as it has run;
//   - grades.csv, the points, a row for each student: rows of students who are not graded now stay;
//   - by-hand.csv, the answers that a person grades: who fills in its points and grades again finds them in grades.csv.
//
// Several processes may grade into one directory.
type Batch struct {
	Source string // path of the assignment's notebook, in a directory with the data that it needs
	Dir    string // for the results
	Jobs   int    // notebooks at a time; 0 is 1
	Runner Runner
	// Version is what else the results depend on, such as that of the program: where it has changed, all is graded again.
	Version string
	// Shard is the part of the submissions that is graded; the zero value is all.
	Shard execute.Shard
	// Watch begins to look at the machine that the submissions run on, and returns what ends that; nil does not look.
	Watch func() (stop func() observe.Shortage)
	Rest  time.Duration // before a submission is run a second time, since the machine has failed it
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

// Grade grades the submissions and merges their rows into the tables. Its error counts those that could not be graded and the files that were not looked at, or says why nothing was
// written.
func (b *Batch) Grade(ctx context.Context, list []Submission) error {
	data, err := os.ReadFile(b.Source)
	if err != nil {
		return err
	}
	source, err := notebook.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Source, err)
	}
	kept, err := newStore(b.Dir, source, data)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Source, err)
	}
	if err := os.MkdirAll(b.Dir, 0o777); err != nil {
		return fmt.Errorf("cannot make the directory of results: %w", err)
	}
	if _, _, err := kept.tables(list); err != nil { // before anything runs
		return err
	}
	results := b.gradeAll(ctx, source, data, b.mine(list))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return errors.Join(kept.merge(results, list), failures(results))
}

// mine are the submissions of the batch's shard.
func (b *Batch) mine(list []Submission) (mine []Submission) {
	for i, s := range list {
		if b.Shard.Has(i) {
			mine = append(mine, s)
		}
	}
	return mine
}

// gradeAll grades submissions, Jobs at a time.
func (b *Batch) gradeAll(ctx context.Context, source *notebook.Notebook, data []byte, list []Submission) []Result {
	results := make([]Result, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(b.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					continue
				}
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
	return results
}

// failures counts what has no points; nil if all has.
func failures(results []Result) error {
	failed, beside := 0, 0
	for _, r := range results {
		if r.Err != nil {
			failed++
		}
		beside += len(r.Beside)
	}
	switch {
	case failed > 0:
		return fmt.Errorf("%d of %d submissions could not be graded", failed, len(results))
	case beside > 0:
		return fmt.Errorf("%d files beside the notebooks were handed in and not graded: see the remarks", beside)
	}
	return nil
}

// maxCells is how many cells a notebook that is handed in may have.
const maxCells = 3000

// grade grades one submission, unless it was graded before.
func (b *Batch) grade(ctx context.Context, source *notebook.Notebook, data []byte, s Submission) (r Result) {
	r.Submission = s
	if s.Fault != nil {
		r.Err = s.Fault
		return r
	}
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
	if n := len(submitted.Cells); n > maxCells {
		r.Err = fmt.Errorf("%s has %d cells, more than %d", s.Path, n, maxCells)
		return r
	}
	nb, err := b.run(ctx, source, submitted, &r)
	if err == nil {
		record{of, execute.Digest(data), r.Notes, r.Marks}.keep(nb)
		err = nb.Write(place)
	}
	r.Err = err
	return r
}

// execute runs a notebook that Prepare has made, and the one that judges it elsewhere, each beside copies of the assignment's data in a directory that
// is gone afterwards. Texts of cells stay as they are, whatever the notebook has done.
func (b *Batch) execute(ctx context.Context, judge *notebook.Notebook, names []string, nb *notebook.Notebook, student string) (r ran, err error) {
	own, err := files.NewTempDir(os.TempDir(), "mercer-grade-")
	if err != nil {
		return ran{}, err
	}
	defer func() { err = errors.Join(err, own.Remove()) }()
	list, err := Data(filepath.Dir(b.Source))
	if err != nil {
		return ran{}, fmt.Errorf("the assignment's data: %w", err)
	}
	name := filepath.Base(b.Source)
	place := func(of string, nb *notebook.Notebook) (dir string, err error) {
		dir = filepath.Join(own.Path, of)
		if err := os.Mkdir(dir, 0o700); err != nil {
			return "", err
		}
		if err := CopyData(list, filepath.Dir(b.Source), dir); err != nil {
			return "", fmt.Errorf("the assignment's data: %w", err)
		}
		return dir, nb.Write(filepath.Join(dir, name))
	}
	work, err := place("work", withoutTests(nb))
	if err != nil {
		return ran{}, err
	}
	judging, err := place("judge", judge)
	if err != nil {
		return ran{}, err
	}
	answers, err := b.Runner.Answer(ctx, work, name, names)
	if err != nil {
		return ran{}, err
	}
	err = b.Runner.Judge(ctx, judging, name, student, answers)
	if err = errors.Join(err, answers.Close()); err != nil {
		return ran{}, err
	}
	answered, err := readAnswered(filepath.Join(work, name))
	if err != nil { // the notebook can reach the file: it is its own doing
		answered, r.remark = &notebook.Notebook{}, "what it has put out cannot be read"
	}
	judged, err := notebook.Read(filepath.Join(judging, name))
	if err != nil {
		return ran{}, err
	}
	combine(nb, answered, judged)
	return ran{remark: cmp.Or(answers.Remark(), r.remark), greedy: answers.Greedy(), judged: judged}, nil
}

// maxAnswered is the most bytes that a notebook with its outputs may have. Reading it takes many times
// as much memory.
const maxAnswered = 16 << 20

// readAnswered reads a notebook that its own cells may have put in the place of the one that ran.
func readAnswered(path string) (*notebook.Notebook, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxAnswered:
		return nil, errors.New("it is no file, or a very large one")
	}
	return notebook.Read(path)
}

// withoutTests is a notebook of which the student's side runs nothing of the tests.
func withoutTests(nb *notebook.Notebook) *notebook.Notebook {
	shown := nb.Clone()
	for _, c := range shown.Cells {
		if p, ok := partOf(c); ok && p.Graded && !p.Answer {
			c.Source = ""
		}
	}
	return shown
}

// combine gives the cells of nb their outputs: tests those of the notebook that has judged, all others those of the notebook of the
// answers, whose texts are not looked at.
func combine(nb, answered, judged *notebook.Notebook) {
	tests, at := partsOf(judged), map[string]*notebook.Cell{}
	for _, c := range answered.Cells {
		at[c.ID] = c
	}
	for _, c := range nb.Cells {
		from := at[c.ID]
		if p, ok := partOf(c); ok && p.Graded && !p.Answer {
			from = tests[p.ID]
		}
		if from != nil {
			c.Outputs, c.Count = from.Outputs, from.Count
		}
	}
}

// record is what a graded notebook keeps of how it came to be, in its metadata.
type record struct {
	of     string // digest of all that it depends on
	source string // digest of the assignment; "" in notebooks of earlier versions
	notes  []string
	marks  []Mark // so that results can be merged without the assignment's source
}

func (r record) keep(nb *notebook.Notebook) {
	notes := []any{}
	for _, n := range r.notes {
		notes = append(notes, n)
	}
	marks := []any{}
	for _, m := range r.marks {
		marks = append(marks, m.stored())
	}
	nb.Metadata = with(nb.Metadata, "mercer_graded", map[string]any{"of": r.of, "source": r.source, "notes": notes, "marks": marks})
}

func graded(nb *notebook.Notebook) (r record) {
	m, _ := nb.Metadata["mercer_graded"].(map[string]any)
	r.of, _ = m["of"].(string)
	r.source, _ = m["source"].(string)
	notes, _ := m["notes"].([]any)
	for _, n := range notes {
		if s, ok := n.(string); ok {
			r.notes = append(r.notes, s)
		}
	}
	marks, _ := m["marks"].([]any)
	for _, m := range marks {
		stored, _ := m.(map[string]any)
		r.marks = append(r.marks, storedMark(stored))
	}
	return r
}

// stored is a mark as metadata have it.
func (m Mark) stored() map[string]any {
	return map[string]any{"cell": m.ID, "by_hand": m.ByHand(), "points": json.Number(points(m.Points)),
		"earned": json.Number(points(m.Earned)), "open": m.Open, "digest": m.Digest, "why": m.Why}
}

func storedMark(m map[string]any) Mark {
	text := func(name string) string { s, _ := m[name].(string); return s }
	is := func(name string) bool { b, _ := m[name].(bool); return b }
	return Mark{Part: Part{ID: text("cell"), Graded: true, Answer: is("by_hand"), Points: number(m["points"])},
		Earned: number(m["earned"]), Open: is("open"), Digest: text("digest"), Why: text("why")}
}
