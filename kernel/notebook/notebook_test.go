package notebook

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The files of testdata/roundtrip were written by Python's nbformat 5.11.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("testdata/roundtrip/*.ipynb")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	for _, f := range files {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		nb, err := Parse(want)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if got := nb.Marshal(); !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", f, got, want)
		}
		if got := nb.Clone().Marshal(); !bytes.Equal(got, want) {
			t.Errorf("%s: the clone differs", f)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"comma", "not a notebook: line 3, column 24: broken JSON: invalid character ','"},
		{"cut", "not a notebook: line 1, column 44: broken JSON: unexpected end of JSON input"},
		{"empty", "broken JSON: unexpected end of JSON input"},
		{"list", "not a notebook: the file holds a list, not an object"},
		{"other", "not a notebook: it has no nbformat version"},
		{"version3", "notebook format 3 is not supported"},
		{"latin1", "not a notebook: line 2, column 34: text is not UTF-8"},
		{"source", "not a notebook: cell 2: source is a number, not text"},
		{"celltype", `not a notebook: cell 1 has the unknown cell_type "heading"`},
		{"cells", "not a notebook: notebook: cells is an object, not a list"},
		{"trailing", "not a notebook: line 2, column 1: broken JSON"},
	} {
		path := filepath.Join("testdata", "broken", c.file+".ipynb")
		_, err := Read(path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: got %v, want %s", c.file, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %q", c.file, err)
		}
	}
	if _, err := Read("testdata/none.ipynb"); err == nil || !strings.Contains(err.Error(), "no such notebook") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := Read("testdata"); err == nil || strings.Count(err.Error(), "testdata") != 1 {
		t.Errorf("directory: %v", err)
	}
}

func TestTolerated(t *testing.T) {
	nb, err := Parse([]byte("\ufeff" + `{"nbformat": 4, "cells": [{"cell_type": "code", "source": ["a\n", "b"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if c := nb.Cells[0]; c.Source != "a\nb" || c.ID != "" || c.Count != 0 || c.HasTag("x") || nb.Language() != "" {
		t.Errorf("got %+v", c)
	}
	nb.SetLanguage()
	if nb.Language() != "go" {
		t.Errorf("language %q", nb.Language())
	}
	if _, err := Parse(nb.Marshal()); err != nil {
		t.Errorf("after writing: %v", err)
	}
}

func TestLanguageVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`\ngo ` + regexp.QuoteMeta(languageVersion) + `(\.0)?\n`).Match(mod) {
		t.Errorf("go.mod does not say go %s", languageVersion)
	}
}

// What another version of the kernel wrote is brought up to date; what names another kernel stays.
func TestSetLanguage(t *testing.T) {
	nb := &Notebook{Metadata: map[string]any{
		"kernelspec":    map[string]any{"display_name": "Go (gonb)", "language": "go", "name": "gonb"},
		"language_info": map[string]any{"name": "go", "version": "go1.20.2", "mimetype": ""}}}
	nb.SetLanguage()
	spec := nb.Metadata["kernelspec"].(map[string]any)
	if info := nb.Metadata["language_info"]; spec["name"] != "gonb" || !reflect.DeepEqual(info, LanguageInfo()) {
		t.Errorf("got %v", nb.Metadata)
	}
}

func TestSplitLinesJoins(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines int
	}{{"", 0}, {"a", 1}, {"a\n", 1}, {"\n\n", 2}, {"a\r\nb\rc", 3}, {"x\u2028y\u0085z\v", 3}, {"é\x1cü", 2}} {
		lines := splitLines(c.text)
		if s, _ := joinLines(lines); s != c.text || len(lines) != c.lines {
			t.Errorf("%q: %q, %d lines, want %d", c.text, s, len(lines), c.lines)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.ipynb")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.ipynb")
	if err := os.Symlink("a.ipynb", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	info, _ := os.Lstat(link)
	mode, _ := os.Stat(path)
	if string(data) != "new" || info.Mode()&fs.ModeSymlink == 0 || mode.Mode().Perm() != 0o600 {
		t.Errorf("got %q, link %v, mode %v", data, info.Mode(), mode.Mode())
	}
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("files left behind: %v", list)
	}
	err := WriteFile(filepath.Join(dir, "none", "b"), nil)
	if err == nil || !strings.HasSuffix(err.Error(), "b: cannot write: no such file or directory") {
		t.Errorf("missing directory: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/roundtrip/*.ipynb", "testdata/broken/*.ipynb"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			data, _ := os.ReadFile(file)
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := Parse(data)
		if err != nil {
			if !utf8.ValidString(err.Error()) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q", err)
			}
			return
		}
		first := nb.Marshal()
		again, err := Parse(first)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, first)
		}
		if second := again.Marshal(); !bytes.Equal(first, second) {
			t.Errorf("not stable:\n%s\n%s", first, second)
		}
	})
}
