package module

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/display"
	"github.com/mercer-go/mercer/kernel/cellrt"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/snapshot"
	"github.com/mercer-go/mercer/mllib"
)

// Embedded returns the packages of Mercer's module that cells link, with their paths in the module.
func Embedded() fs.FS {
	return forest{"display": display.Source, "mllib": mllib.Source, "kernel/cellrt": cellrt.Source, "kernel/snapshot": snapshot.Source}
}

// forest is a set of file trees, by the directory that each stands in.
type forest map[string]fs.FS

// Open implements fs.FS for the files; the directories above the trees cannot be listed.
func (f forest) Open(name string) (fs.File, error) {
	for dir, tree := range f {
		if name == dir {
			return tree.Open(".")
		}
		if len(name) > len(dir) && name[:len(dir)] == dir && name[len(dir)] == '/' {
			return tree.Open(name[len(dir)+1:])
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// roots are the directories to walk.
func (f forest) roots() []string { return slices.Sorted(maps.Keys(f)) }

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
	roots := []string{"."}
	if f, ok := src.(forest); ok {
		roots = f.roots()
	}
	for _, root := range roots {
		if err := s.read(src, root); err != nil {
			return Sources{}, fmt.Errorf("embedded sources: %w", err)
		}
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(h, "%s %d\n", name, len(s.files[name]))
		h.Write(s.files[name])
	}
	s.hash = hex.EncodeToString(h.Sum(nil)[:12])
	return s, nil
}

// read adds the files below a directory.
func (s Sources) read(src fs.FS, root string) error {
	return fs.WalkDir(src, root, func(name string, e fs.DirEntry, err error) error {
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

// Extract writes the sources below a directory, once for each content, and returns where they are. Several processes may
// do so at once. temp is a directory on the same file system, for what is not complete yet.
func (s Sources) Extract(below, temp string) (string, error) {
	dir, ok := s.Find(below)
	if ok {
		return dir, nil
	}
	tmp, err := os.MkdirTemp(temp, "sources-*")
	if err != nil {
		return "", files.Explain(err)
	}
	defer os.RemoveAll(tmp)
	for name, data := range s.files {
		if err := files.Write(filepath.Join(tmp, filepath.FromSlash(name)), data); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(below, 0o700); err != nil {
		return "", files.Explain(err)
	}
	err = os.Rename(tmp, dir)
	if err == nil {
		return dir, nil
	}
	if _, ok := s.Find(below); ok { // another process was faster
		return dir, nil
	}
	if err := os.RemoveAll(dir); err != nil { // what somebody has left of it
		return "", files.Explain(err)
	}
	return dir, files.Explain(os.Rename(tmp, dir))
}

// Find returns where the sources are below a directory, and whether they are there.
func (s Sources) Find(below string) (dir string, ok bool) {
	dir = filepath.Join(below, s.hash)
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return dir, err == nil
}

// Packages returns the import paths of the packages, sorted.
func (s Sources) Packages() []string {
	dirs := map[string]bool{}
	for name := range s.files {
		if filepath.Ext(name) == ".go" && filepath.Base(name) != "source.go" {
			dirs[Path+"/"+filepath.ToSlash(filepath.Dir(name))] = true
		}
	}
	return slices.Sorted(maps.Keys(dirs))
}
