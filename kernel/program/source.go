package program

import (
	"io/fs"

	"github.com/mercer-go/mercer/display"
	"github.com/mercer-go/mercer/kernel/cellrt"
	"github.com/mercer-go/mercer/kernel/snapshot"
	"github.com/mercer-go/mercer/mllib"
)

// embedded returns the packages of Mercer's module that cells link, with their paths in the module.
func embedded() fs.FS {
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
func (f forest) roots() []string { return sortedKeys(f) }
