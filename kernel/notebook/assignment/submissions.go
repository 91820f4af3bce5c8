package assignment

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/kernel/files"
)

// Submission is what a student has handed in.
type Submission struct {
	Student string
	Path    string   // of the notebook; "" with a Fault
	Fault   error    // why there is nothing to grade
	Beside  []string // second notebooks and archives, which are not graded
	Unused  []string // other files, which are neither looked at nor there when the notebook runs
}

// maxHandedIn is how large a notebook that is handed in may be, in bytes.
const maxHandedIn = 16 << 20

// Find returns what paths name of an assignment, in the order of the students' names: a submission
// for each file and folder, also for those without a notebook that could be graded. A file is that
// of the student after whom it is named, also one that lies directly in a directory of paths. Of a
// folder in such a directory, which is a student's as in nbgrader's
// submitted/STUDENT/ASSIGNMENT/ASSIGNMENT.ipynb, the notebook counts that has the name of the
// source. Links in a directory are not followed. The directory of results, out, is passed over.
func Find(source string, paths []string, out string) ([]Submission, error) {
	f := finder{source: source, name: filepath.Base(source), found: map[string]*handedIn{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			f.file(path, info.Mode())
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			switch inner := filepath.Join(path, e.Name()); {
			case isJunk(e.Name()) || sameFile(inner, out):
			case e.IsDir():
				f.folder(inner)
			default:
				f.file(inner, e.Type())
			}
		}
	}
	f.joinCopies()
	var list []Submission
	for student, h := range f.found {
		list = append(list, f.submission(student, h))
	}
	slices.SortFunc(list, func(a, b Submission) int { return strings.Compare(a.Student, b.Student) })
	return list, nil
}

// isJunk reports whether a name is that of a file which systems and editors make.
func isJunk(name string) bool {
	if name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini" || strings.HasPrefix(name,
		"._") {
		return true
	}
	return strings.HasPrefix(name, ".") && !isNotebook(name)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

func isNotebook(name string) bool { return strings.EqualFold(filepath.Ext(name), ".ipynb") }

var archives = []string{".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar"}

func isArchive(name string) bool {
	return slices.Contains(archives, strings.ToLower(filepath.Ext(name)))
}

// finder collects what is handed in by student.
type finder struct {
	source, name string
	found        map[string]*handedIn
}

// handedIn are the files of one student.
type handedIn struct {
	folder           string   // the student's; "" without one
	names            []string // spellings of the student's name, which are one in tables
	refused          error    // why no student can have the name
	notebooks        []string
	beside, unusable []string
	faults           []error
}

// of are the files of the student whose name is that of a file or folder.
func (f *finder) of(name, path string) *handedIn {
	student, err := studentOf(name)
	student = cmp.Or(student, nameIn(filepath.Base(path)))
	h := f.found[student]
	if h == nil {
		h = &handedIn{}
		f.found[student] = h
	}
	if err != nil {
		h.refused = err
	}
	if name = moodle.ReplaceAllString(name, ""); !slices.Contains(h.names, name) {
		h.names = append(h.names, name)
	}
	return h
}

// moodle is what Moodle puts behind a student's name in the folders of a download.
var moodle = regexp.MustCompile(`_\d+_assignsubmission_(file|onlinetext)_?$`)

// studentOf is a name of a file as that of a student, the same in all runs. An error says why no student
// can have it; then it is the name of a row alone.
func studentOf(name string) (student string, err error) {
	name = moodle.ReplaceAllString(name, "")
	if utf8.ValidString(name) {
		student = nameIn(name)
		return student, refused(student)
	}
	var b strings.Builder
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, name[0])
		} else {
			b.WriteRune(r)
		}
		name = name[n:]
	}
	student = nameIn(b.String())
	return student, fmt.Errorf("the name %s is not written in UTF-8: rename what was handed in", student)
}

// refused says why a name cannot be that of a student: files are named after it.
func refused(student string) error {
	if student == "" || student == "." || student == ".." || strings.ContainsAny(student, `/\`) {
		return fmt.Errorf("%q cannot be the name of a student: rename what was handed in", student)
	}
	return nil
}

// file takes a file that is named after its student.
func (f *finder) file(path string, mode fs.FileMode) {
	base := filepath.Base(path)
	student := strings.TrimSuffix(base, filepath.Ext(base))
	for _, inner := range []string{".tar", ".ipynb"} {
		student = strings.TrimSuffix(student, inner)
	}
	h := f.of(student, path)
	switch {
	case !mode.IsRegular():
		h.faults = append(h.faults, fmt.Errorf("%s is a link or no regular file", path))
	case !isNotebook(base):
		h.faults = append(h.faults, fmt.Errorf("%s is no notebook", path))
	case !slices.ContainsFunc(h.notebooks, func(other string) bool { return sameFile(other, path) }):
		h.notebooks = append(h.notebooks, path)
	}
}

// folder takes the folder of a student.
func (f *finder) folder(dir string) {
	h := f.of(filepath.Base(dir), dir)
	h.folder = dir
	var named []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == dir:
			return nil
		case e.IsDir() && (isJunk(e.Name()) || f.isOther(dir, path)):
			return fs.SkipDir
		case e.IsDir() || isJunk(e.Name()):
			return nil
		case !e.Type().IsRegular():
			h.beside = append(h.beside, path+" (a link or no regular file)")
		case e.Name() == f.name:
			named = append(named, path)
		case isNotebook(e.Name()) || isArchive(e.Name()):
			h.beside = append(h.beside, path)
		case !f.isKnown(dir, path):
			h.unusable = append(h.unusable, path)
		}
		return nil
	})
	if err != nil {
		h.faults = append(h.faults, err)
		return
	}
	h.notebooks = append(h.notebooks, h.choose(f.set(), named)...)
}

// set is the name of the assignment.
func (f *finder) set() string { return strings.TrimSuffix(f.name, filepath.Ext(f.name)) }

// isOther reports whether a directory in a student's folder holds another assignment.
func (f *finder) isOther(dir, path string) bool {
	base := filepath.Base(path)
	if filepath.Dir(path) != dir || base == f.set() {
		return false
	}
	info, err := os.Lstat(filepath.Join(path, base+".ipynb"))
	return err == nil && info.Mode().IsRegular()
}

// isKnown reports whether a file came with the assignment, or from nbgrader.
func (f *finder) isKnown(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	if err != nil || filepath.Base(path) == "timestamp.txt" {
		return err == nil
	}
	rel = strings.TrimPrefix(rel, f.set()+string(filepath.Separator))
	info, err := os.Stat(filepath.Join(filepath.Dir(f.source), rel))
	return err == nil && info.Mode().IsRegular()
}

// choose returns the notebook at the place that nbgrader gives it, or else in the folder itself;
// the others are beside it. Without such a one it returns all.
func (h *handedIn) choose(set string, named []string) []string {
	for _, place := range []string{filepath.Join(h.folder, set), h.folder} {
		at := slices.IndexFunc(named, func(path string) bool { return filepath.Dir(path) == place })
		if at >= 0 {
			h.beside = append(h.beside, slices.Delete(slices.Clone(named), at, at+1)...)
			return named[at : at+1]
		}
	}
	return named
}

// copied is a name that a browser or an editor gives to a second file of one name.
var copied = regexp.MustCompile(`^(.+?)(?: \(\d+\)|-Copy\d+|[ -]copy)$`)

// joinCopies puts files such as "ada (1).ipynb" beside the one of which they are copies, if it is
// there.
func (f *finder) joinCopies() {
	for student, h := range f.found {
		m := copied.FindStringSubmatch(student)
		if m == nil || h.folder != "" || f.found[m[1]] == nil {
			continue
		}
		of := f.found[m[1]]
		of.beside = append(of.beside, h.notebooks...)
		of.faults = append(of.faults, h.faults...)
		delete(f.found, student)
	}
}

func (f *finder) submission(student string, h *handedIn) Submission {
	slices.Sort(h.beside)
	slices.Sort(h.notebooks)
	s := Submission{Student: student, Beside: h.beside, Unused: h.unusable}
	switch {
	case h.refused != nil:
		s.Fault, s.Beside = h.refused, nil
		return s
	case len(h.notebooks) == 0:
		s.Fault, s.Beside = f.missing(h), nil
		return s
	case len(h.notebooks) > 1 && len(h.names) > 1:
		s.Fault = fmt.Errorf("%d notebooks have the name %q in the table: %s: rename those of other students",
			len(h.notebooks), student, listed(h.notebooks))
		return s
	case len(h.notebooks) > 1:
		s.Fault = fmt.Errorf("%d notebooks were handed in: %s: leave one", len(h.notebooks), listed(h.notebooks))
		return s
	}
	s.Path = h.notebooks[0]
	for _, fault := range h.faults {
		s.Beside = append(s.Beside, fault.Error())
	}
	if info, err := os.Stat(s.Path); err == nil && info.Size() > maxHandedIn {
		s.Fault = fmt.Errorf("%s is larger than %s", s.Path, files.SizeText(maxHandedIn))
	}
	return s
}

// missing says why a student has no notebook.
func (f *finder) missing(h *handedIn) error {
	switch {
	case h.folder == "" || len(h.faults) > 0:
		var says []string
		for _, fault := range h.faults {
			says = append(says, fault.Error())
		}
		return errors.New(listed(says))
	case len(h.beside) > 0:
		return fmt.Errorf("%s holds no %s, but %s: unpack or rename what is to be graded", h.folder,
			f.name, listed(h.beside))
	}
	return fmt.Errorf("%s holds no %s", h.folder, f.name)
}
