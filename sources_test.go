package mercer

import (
	"go/build"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// roots are the directories of the packages that are compiled for users.
var roots = []string{"display", "mllib", "kernel/cellrt", "kernel/snapshot", "kernel/debug/adapter", "kernel/debug/mercer-debugger"}

// TestSourcesAreWhole: Sources hold whatever the packages are made of, and no test data, generators or benchmarks.
func TestSourcesAreWhole(t *testing.T) {
	for _, root := range roots {
		err := filepath.WalkDir(root, func(dir string, e fs.DirEntry, err error) error {
			switch {
			case err != nil || !e.IsDir():
				return err
			case e.Name() == "testdata":
				return filepath.SkipDir
			}
			checkPackage(t, filepath.ToSlash(dir))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"mllib/data/iris.csv", "mllib/data/digits.txt", "kernel/snapshot/memory/link.s"} {
		if text, err := fs.ReadFile(Sources, name); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := fs.WalkDir(Sources, ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == "testdata" {
			t.Errorf("%s is in Sources", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkPackage checks that a package's files are there, if it is for users.
func checkPackage(t *testing.T, dir string) {
	t.Helper()
	p, err := build.ImportDir(dir, 0)
	if _, empty := err.(*build.NoGoError); empty {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	files := slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.SFiles, p.IgnoredOtherFiles, p.HFiles, p.CFiles)
	for _, pattern := range p.EmbedPatterns {
		match, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range match {
			files = append(files, filepath.Base(name))
		}
	}
	tool := p.Name == "main" && strings.HasPrefix(dir, "mllib/") || strings.HasPrefix(dir, "mllib/bench/") // below bench: programs, and their common parts
	for _, name := range files {
		name = path.Join(dir, name)
		_, err := fs.Stat(Sources, name)
		if !tool && err != nil {
			t.Errorf("%s is not in Sources: add its pattern to sources.go", name)
		}
		if tool && err == nil {
			t.Errorf("%s, of a tool, is in Sources", name)
		}
	}
}

// TestRootIsLight: the kernel links this package for its Sources, and none of the packages with it.
func TestRootIsLight(t *testing.T) {
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Imports, []string{"embed"}) {
		t.Errorf("package mercer imports %v, want embed alone", p.Imports)
	}
}
