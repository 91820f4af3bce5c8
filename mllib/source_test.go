package mllib

import (
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSourceIsWhole: Source holds whatever the packages of the library are made of, and neither test data nor programs.
func TestSourceIsWhole(t *testing.T) {
	err := filepath.WalkDir(".", func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		if e.Name() == "testdata" {
			return filepath.SkipDir
		}
		p, err := build.ImportDir(dir, 0)
		if _, empty := err.(*build.NoGoError); empty {
			return nil
		}
		if err != nil {
			return err
		}
		files := slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.SFiles, p.IgnoredOtherFiles, p.HFiles, p.CFiles)
		for _, pattern := range p.EmbedPatterns {
			match, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				return err
			}
			for _, name := range match {
				files = append(files, filepath.Base(name))
			}
		}
		dir = filepath.ToSlash(dir)
		program := p.Name == "main" || strings.HasPrefix(dir, "bench/") // below bench: programs, and what they share
		for _, name := range files {
			name = path.Join(dir, name)
			_, err := fs.Stat(Source, name)
			if !program && dir != "." && err != nil {
				t.Errorf("%s is not in Source: add its pattern to source.go", name)
			}
			if program && err == nil {
				t.Errorf("%s, of a program, is in Source", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"doc.go", "data/iris.csv", "data/digits.txt"} {
		if text, err := fs.ReadFile(Source, name); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := fs.Stat(Source, "discriminant/testdata"); !os.IsNotExist(err) {
		t.Errorf("test data are in Source: %v", err)
	}
}

// TestRootIsLight: the kernel links this package for its Source, and nothing of the library with it.
func TestRootIsLight(t *testing.T) {
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Imports, []string{"embed"}) {
		t.Errorf("package mllib imports %v, want embed alone: what needs more belongs into a package of its own", p.Imports)
	}
}
