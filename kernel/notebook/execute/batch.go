package execute

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/export"
)

// ResultsDir is where "mercer run" writes by itself, in the current directory: what a run writes
// does not lie among its sources.
const ResultsDir = "mercer-out"

// Batch runs notebook files. Open must be set, and Dir unless InPlace is; the zero value of the rest
// runs one notebook after the other and writes NAME.ipynb and NAME.html of each.
type Batch struct {
	Options
	Open    func(dir string) (Session, error) // starts a session whose cells work in dir
	Jobs    int                               // notebooks at a time; 0 is 1
	Dir     string                            // where results go, under the notebook's own name; made if it is not there
	InPlace bool                              // write the executed notebook over its source
	NoHTML  bool
	Browser string  // prints each page as PDF too, see export.PDF; "" is no PDF
	Trust   bool    // keep scripts in the HTML, see export.Options
	Resume  bool    // results remember what they are the results of, and those that an earlier run has written stay; not with InPlace
	Version string  // of the program: with another one, Resume takes no earlier result
	Table   string  // file for a table of how each notebook ended; "" is none
	Report  *Report // nil tells nothing
}

// Run runs the notebooks at the paths. A notebook that cannot be read, fails or cannot be written does not keep the
// others from running; each such error is told to the Report. The returned error counts them, a [FailedError], or is the
// cause of ctx.
func (b *Batch) Run(ctx context.Context, paths []string) error {
	targets, err := b.targets(paths)
	if err != nil {
		return err
	}
	if b.Resume {
		if err := sweep(targets); err != nil {
			return err
		}
	}
	results := make([]result, len(paths))
	for i, path := range paths {
		results[i].path = path
	}
	if err := b.writeTable(results); err != nil { // better told before an hour of work than after it
		return err
	}
	each(len(paths), b.Jobs, func(i int) {
		if ctx.Err() == nil {
			results[i] = b.one(ctx, paths[i], targets[i])
		}
	})
	if err := b.writeTable(results); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return countFailed(results)
}

// FailedError counts the notebooks that failed, of which the Report has told each.
type FailedError struct{ Failed, Of int }

func (e FailedError) Error() string { return fmt.Sprintf("%d of %d notebooks failed", e.Failed, e.Of) }

func countFailed(results []result) error {
	e := FailedError{Of: len(results)}
	for _, r := range results {
		if r.err != nil {
			e.Failed++
		}
	}
	if e.Failed == 0 {
		return nil
	}
	return e
}

// each calls do(0) … do(n-1), jobs of them at a time, and waits for all.
func each(n, jobs int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(max(jobs, 1), n) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// target is where the results of a notebook go; an empty path is not written.
type target struct{ notebook, html, pdf string }

// pages are the files to write beside the notebook.
func (t target) pages() []string {
	return slices.DeleteFunc([]string{t.html, t.pdf}, func(path string) bool { return path == "" })
}

// targets finds the files to write, before anything runs: none of them may be written twice, and a source only in place.
func (b *Batch) targets(paths []string) ([]target, error) {
	if !b.InPlace {
		if err := makeDir(b.Dir); err != nil {
			return nil, fmt.Errorf("cannot make the output directory: %w", err)
		}
	}
	seen := map[string]string{}
	list := make([]target, len(paths))
	for i, path := range paths {
		t := b.target(path)
		if other, ok := seen[t.notebook]; ok {
			return nil, fmt.Errorf("%s and %s would both be written to %s: run them apart, each with its own -o", other, path, t.notebook)
		}
		if !b.InPlace && sameFile(path, t.notebook) {
			return nil, fmt.Errorf("%s would be overwritten: choose another -o, or --in-place", path)
		}
		for _, page := range t.pages() {
			if err := export.Ours(page); err != nil {
				return nil, err
			}
		}
		seen[t.notebook] = path
		list[i] = t
	}
	return list, nil
}

// makeDir makes the directory of results. One named [ResultsDir] tells git to leave it out, as it
// may lie in anybody's repository.
func makeDir(dir string) error {
	if _, err := os.Stat(dir); filepath.Base(dir) != ResultsDir || err == nil {
		return os.MkdirAll(dir, 0o777)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o666)
}

func (b *Batch) target(path string) target {
	dir, name := b.Dir, strings.TrimSuffix(filepath.Base(path), ".ipynb")
	if b.InPlace {
		dir = filepath.Dir(path)
	}
	t := target{notebook: filepath.Join(dir, name+".ipynb"), html: filepath.Join(dir, name+".html")}
	if b.InPlace {
		t.notebook = filepath.Clean(path)
	}
	if b.Browser != "" {
		t.pdf = filepath.Join(dir, name+".pdf")
	}
	if b.NoHTML {
		t.html = ""
	}
	return t
}

func sameFile(a, b string) bool {
	ia, erra := os.Stat(a)
	ib, errb := os.Stat(b)
	return erra == nil && errb == nil && os.SameFile(ia, ib)
}

// one runs a notebook file and writes its results. A failed run in place leaves the source as it was; elsewhere what has
// run is written, with the error where it happened.
func (b *Batch) one(ctx context.Context, path string, t target) result {
	r, started := result{path: path, began: true}, time.Now()
	line := b.Report.Begin(path)
	nb, err := notebook.Read(path)
	var of string
	if err == nil && b.Resume {
		of = b.digest(nb)
		if r.before = done(t, of); r.before {
			line.Before(t.notebook)
			return r
		}
	}
	if err == nil {
		err = nb.Undeclared(b.Params)
	}
	if err == nil {
		b.warn(line, nb)
		err = b.execute(ctx, path, nb, line)
	}
	var cellErr *CellError
	ran := err == nil || errors.As(err, &cellErr)
	var written []string
	if ran && (err == nil || !b.InPlace) {
		if err != nil {
			of = ""
		}
		var werr error
		written, werr = b.write(ctx, path, nb, t, of, line)
		err = errors.Join(err, werr)
	}
	if ctx.Err() != nil && !ran {
		err, r.began = errors.New("interrupted; nothing is written"), false
	}
	line.End(err, written)
	r.took, r.err = time.Since(started), err
	return r
}

// warn tells what may surprise about the notebook.
func (b *Batch) warn(line *Line, nb *notebook.Notebook) {
	if l := nb.Language(); l != "" && l != "go" {
		line.Warn(fmt.Sprintf("the notebook is written for %s; its cells are run as Go", l))
	}
	line.WarnRepeated(nb)
	if len(b.Params) > 0 && !nb.Clone().Inject(b.Params) {
		line.Warn(`no cell is tagged "parameters": they are set at the top`)
	}
}

func (b *Batch) execute(ctx context.Context, path string, nb *notebook.Notebook, line *Line) error {
	s, err := b.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer s.Close()
	return Run(ctx, nb, s, b.Options, line.Step)
}

// write writes the executed notebook and its pages and returns the names of the files written. The notebook comes last: if it says what it is the
// result of, which "of" is the digest of, all is written.
func (b *Batch) write(ctx context.Context, path string, nb *notebook.Notebook, t target, of string, line *Line) (written []string, err error) {
	if len(t.pages()) > 0 {
		err = b.writePages(ctx, path, nb, t, line)
	}
	if err == nil && of != "" {
		markDone(nb, of)
	}
	if nerr := nb.Write(t.notebook); nerr != nil {
		return nil, errors.Join(nerr, err)
	}
	written = append(written, t.notebook)
	if err == nil {
		written = append(written, t.pages()...)
	}
	return written, err
}

func (b *Batch) writePages(ctx context.Context, path string, nb *notebook.Notebook, t target, line *Line) error {
	page := export.HTML(nb, export.Options{
		Name:  strings.TrimSuffix(filepath.Base(path), ".ipynb"),
		Trust: b.Trust,
		Base:  export.Base(filepath.Dir(t.notebook), filepath.Dir(path)),
	})
	var err error
	if t.html != "" {
		err = notebook.WriteFile(t.html, page.HTML)
	}
	if err == nil && t.pdf != "" {
		err = b.writePDF(ctx, page.HTML, t.pdf)
	}
	if err == nil && len(page.Left) > 0 {
		line.Warn(fmt.Sprintf("%s is without %s, which could run or load something; --trust keeps it", filepath.Base(t.pages()[0]), strings.Join(page.Left, ", ")))
	}
	return err
}

func (b *Batch) writePDF(ctx context.Context, page []byte, to string) error {
	data, err := export.PDF(ctx, b.Browser, page)
	if err != nil {
		return err
	}
	return notebook.WriteFile(to, data)
}

// Find returns the notebooks that args name: files as they are, directories for the notebooks below them, in
// alphabetical order. Hidden files and directories and those that start with "_" are passed over, and results of earlier
// runs: directories named [ResultsDir] and files NAME.executed.ipynb.
func Find(args []string) ([]string, error) {
	var paths []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			paths = append(paths, arg) // reading it says what is wrong
			continue
		}
		found, err := findIn(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no notebooks in this directory", arg)
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

func findIn(dir string) (paths []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%s: cannot look for notebooks: %w", dir, err)
		}
		name := d.Name()
		switch hidden := path != dir && (name[0] == '.' || name[0] == '_' || name == ResultsDir); {
		case hidden && d.IsDir():
			return filepath.SkipDir
		case hidden || d.IsDir() || filepath.Ext(name) != ".ipynb" || strings.HasSuffix(name, ".executed.ipynb"):
		default:
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}

// seconds writes a duration for people.
func seconds(d time.Duration) string {
	if d >= time.Minute {
		return d.Round(time.Second).String()
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}
