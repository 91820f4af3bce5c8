package module

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer"
	"github.com/mercer-go/mercer/kernel/files"
)

// Embedded returns the packages of Mercer's module that are compiled for its users, with their paths in
// the module.
func Embedded() fs.FS { return mercer.Sources }

// Sources are the sources of Mercer's module, ready to be written to a directory.
type Sources struct {
	files map[string][]byte
	hash  string
}

// Read returns the sources in a tree, but for tests and their data, with the go.mod of Mercer's module.
func Read(src fs.FS) (Sources, error) {
	mod, err := own()
	if err != nil {
		return Sources{}, err
	}
	text, err := mod.Format()
	if err != nil {
		return Sources{}, err
	}
	s := Sources{files: map[string][]byte{"go.mod": text, "go.sum": []byte(goSum)}}
	if err := s.read(src); err != nil {
		return Sources{}, fmt.Errorf("embedded sources: %w", err)
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(h, "%s %d\n", name, len(s.files[name]))
		h.Write(s.files[name])
	}
	s.hash = hex.EncodeToString(h.Sum(nil)[:12])
	return s, nil
}

// read adds the files of a tree.
func (s Sources) read(src fs.FS) error {
	return fs.WalkDir(src, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == "testdata":
			return fs.SkipDir
		case e.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := fs.ReadFile(src, name)
		s.files[name] = data
		return err
	})
}

// Extract writes the sources below a directory, once for each content, and returns where they are, and whether others were in
// their place, which are replaced. Several processes may do so at once. temp is a directory on the same file system, for what is not complete yet.
func (s Sources) Extract(below, temp string) (dir string, replaced bool, err error) {
	dir, ok := s.Find(below)
	if ok {
		return dir, false, nil
	}
	tmp, err := os.MkdirTemp(temp, "sources-*")
	if err != nil {
		return "", false, files.Explain(err)
	}
	defer os.RemoveAll(tmp)
	for name, data := range s.files {
		if err := files.Write(filepath.Join(tmp, filepath.FromSlash(name)), data); err != nil {
			return "", false, err
		}
	}
	if err := os.MkdirAll(below, 0o700); err != nil {
		return "", false, files.Explain(err)
	}
	if os.Rename(tmp, dir) == nil {
		return dir, false, nil
	}
	if _, ok := s.Find(below); ok { // another process was faster
		return dir, false, nil
	}
	if err := os.RemoveAll(dir); err != nil { // what somebody has left of it, or changed
		return "", false, files.Explain(err)
	}
	return dir, true, files.Explain(os.Rename(tmp, dir))
}

// Find returns where the sources are below a directory, and whether they are there: all of them, as they were written, and
// nothing else.
func (s Sources) Find(below string) (dir string, ok bool) {
	dir = filepath.Join(below, s.hash)
	left := len(s.files)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		left--
		return s.same(filepath.ToSlash(name), path)
	})
	return dir, err == nil && left == 0
}

// same returns an error unless a file is the one of the sources that has the name.
func (s Sources) same(name, file string) error {
	want, ok := s.files[name]
	if !ok {
		return fs.ErrExist
	}
	got, err := files.Read(file)
	if err == nil && !bytes.Equal(got, want) {
		err = fs.ErrInvalid
	}
	return err
}

// Hash names the content.
func (s Sources) Hash() string { return s.hash }

// programs is where packages lie that are no cell's: what programs of their own are built from.
const programs = "kernel/debug/"

// Packages returns the import paths of the packages that cells can import, sorted.
func (s Sources) Packages() []string {
	dirs := map[string]bool{}
	for name := range s.files {
		if filepath.Ext(name) == ".go" && !strings.HasPrefix(name, programs) {
			dirs[Path+"/"+filepath.ToSlash(filepath.Dir(name))] = true
		}
	}
	return slices.Sorted(maps.Keys(dirs))
}
