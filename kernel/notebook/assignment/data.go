package assignment

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/notebook/export"
)

// Data returns the files that belong to the assignments in a directory, by their paths below it:
// what lies beside their notebooks, but for what students must not have. That are hidden files,
// links, answers.* and solution*.*, tables of grades, pages that this program has written, and
// directories with notebooks or tables of grades, such as those of submissions and results.
func Data(dir string) (list []string, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || path == dir:
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") || e.Name() == execute.ResultsDir ||
			isPrivate(path)):
			return fs.SkipDir
		case e.IsDir() || !e.Type().IsRegular() || isSecret(path):
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		list = append(list, rel)
		return err
	})
	return list, err
}

// isPrivate reports whether a directory holds notebooks or grades, at any depth.
func isPrivate(dir string) (private bool) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if private = err != nil || !e.IsDir() && (isNotebook(e.Name()) ||
			e.Name() == gradesName); private {
			return fs.SkipAll
		}
		return nil
	})
	return private
}

// isSecret reports whether a file beside an assignment is not for students.
func isSecret(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	switch {
	case isNotebook(name), name == gradesName, name == byHandName:
		return true
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "answers."), strings.HasPrefix(name,
		"solution"):
		return true
	}
	return filepath.Ext(name) == ".html" && export.Ours(path) == nil
}

// CopyData copies files of a list, as Data returns it, from one directory to another.
func CopyData(list []string, from, to string) error {
	for _, rel := range list {
		data, err := os.ReadFile(filepath.Join(from, rel))
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, rel), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
