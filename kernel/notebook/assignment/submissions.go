package assignment

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// Submission is a file that a student has handed in.
type Submission struct{ Student, Path string }

// Find returns the submissions that paths name, in the order of the students' names. A file is that of the student after whom it is named, one below a directory too
// if it lies in it. Of a directory in that directory, which is a student's as in nbgrader's submitted/STUDENT/ASSIGNMENT/ASSIGNMENT.ipynb, the notebook counts that has the name of the
// assignment; without are the students that have none.
func Find(name string, paths []string) (list []Submission, without []string, err error) {
	found := map[string][]string{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, nil, err
		}
		if !info.IsDir() {
			student := strings.TrimSuffix(filepath.Base(path), ".ipynb")
			found[student] = append(found[student], path)
			continue
		}
		files, err := execute.Find([]string{path})
		if err != nil {
			return nil, nil, err
		}
		for _, file := range files {
			rel, err := filepath.Rel(path, file)
			if err != nil {
				return nil, nil, err
			}
			student, below, nested := strings.Cut(filepath.ToSlash(rel), "/")
			student = strings.TrimSuffix(student, ".ipynb")
			found[student] = append(found[student], "")
			if !nested || filepath.Base(below) == name {
				found[student] = append(found[student], file)
			}
		}
	}
	for student, files := range found {
		switch files = slices.DeleteFunc(files, func(file string) bool { return file == "" }); len(files) {
		case 0:
			without = append(without, student)
		case 1:
			list = append(list, Submission{student, files[0]})
		default:
			return nil, nil, fmt.Errorf("%q has handed in %d notebooks: %s", student, len(files), strings.Join(files, ", "))
		}
	}
	slices.Sort(without)
	slices.SortFunc(list, func(a, b Submission) int { return strings.Compare(a.Student, b.Student) })
	return list, without, nil
}
