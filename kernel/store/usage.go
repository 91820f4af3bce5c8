package store

import (
	"os"
	"path/filepath"
)

// Usage returns how many bytes the files of the current values have, and how many those that only earlier commits need. A
// file that several commits share counts once.
func (s *Store) Usage() (values, history int64) {
	for _, name := range s.Manifest().Files() {
		values += s.fileSize(name)
	}
	return values, s.historyBytes()
}

// Forget drops all commits before the current one, and the files that only they need: there is nothing left to undo. No
// cell must be committing meanwhile.
func (s *Store) Forget() error {
	for len(s.commits) > 1 {
		if err := os.Remove(filepath.Join(s.dir, commitName(s.commits[0].seq))); err != nil {
			return err
		}
		s.forget(0, 1)
	}
	return s.sweep()
}
