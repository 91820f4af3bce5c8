package book

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Marker is the file that says that a directory holds a site, and which files are the site's.
const Marker = ".mercer-book"

// markerHead begins a marker; a file of the site is named on each line that follows.
const markerHead = "Written by mercer book: these files are replaced when the book is made again.\n"

// Write writes the site to a directory, which it makes if there is none. One that holds anything must hold an earlier site:
// files of that which are not in this one are removed, and what somebody has added stays. A site that is there is whole
// or is told by the error not to be.
func (s *Site) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot make the directory: %w", err)
	}
	root, err := os.OpenRoot(dir) // nothing outside is touched, whatever links there are
	if err != nil {
		return err
	}
	defer root.Close()
	old, err := earlier(root)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	names := slices.Sorted(maps.Keys(s.Files))
	for _, name := range names {
		if _, err := root.Lstat(name); err == nil && !slices.Contains(old, name) {
			return fmt.Errorf("%s is there and was not written by mercer: move it away", filepath.Join(dir, name))
		}
	}
	if err := s.replace(root, names, old); err != nil {
		return fmt.Errorf("%s: the site is not complete: %w", dir, err)
	}
	return nil
}

// earlier returns the files of the site that a directory holds.
func earlier(root *os.Root) ([]string, error) {
	data, err := root.ReadFile(Marker)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := fs.ReadDir(root.FS(), ".")
		if err == nil && len(entries) > 0 {
			err = errors.New("the directory holds files, and no site that mercer wrote: name an empty or a new one")
		}
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	list, ok := bytes.CutPrefix(data, []byte(markerHead))
	if !ok {
		return nil, fmt.Errorf("its file %s was not written by mercer: name another directory", Marker)
	}
	return strings.Split(strings.TrimSpace(string(list)), "\n"), nil
}

// replace writes the files named and removes the old ones. The marker names both until that is done: an interrupted site can
// be written again.
func (s *Site) replace(root *os.Root, names, old []string) error {
	both := slices.Compact(slices.Sorted(slices.Values(slices.Concat(names, old))))
	if err := root.WriteFile(Marker, marker(both), 0o666); err != nil {
		return err
	}
	for _, name := range names {
		if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
			return err
		}
		if err := root.WriteFile(name, s.Files[name], 0o666); err != nil {
			return err
		}
	}
	for _, name := range old {
		if _, ok := s.Files[name]; ok {
			continue
		}
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		_ = root.Remove(path.Dir(name)) // fails unless nothing is left in it
	}
	return root.WriteFile(Marker, marker(names), 0o666)
}

func marker(names []string) []byte {
	return []byte(markerHead + strings.Join(names, "\n") + "\n")
}
