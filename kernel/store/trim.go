package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// trim drops the oldest commits until the history is within its limits.
func (s *Store) trim() {
	for len(s.commits) > 1 && (len(s.commits)-1 > s.limits.Commits || s.historyBytes() > s.limits.Bytes) {
		os.Remove(filepath.Join(s.dir, commitName(s.commits[0].seq)))
		s.forget(0, 1)
	}
}

// historyBytes is the size of the files that only earlier commits need.
func (s *Store) historyBytes() int64 {
	need := map[string]bool{}
	if c := s.current(); c != nil {
		for name := range c.needs {
			need[name] = true
		}
	}
	sum := int64(0)
	for name := range s.refs {
		if !need[name] {
			sum += s.fileSize(name)
		}
	}
	return sum
}

func (s *Store) fileSize(name string) int64 {
	if id, ok := s.verified[name]; ok {
		return id.size
	}
	info, err := os.Stat(filepath.Join(s.dir, name))
	if err != nil {
		return 0
	}
	return info.Size()
}

// sweep removes files that no commit needs, such as those of a cell that failed while it committed. No cell must be
// committing meanwhile.
func (s *Store) sweep() error {
	dir, err := os.Open(s.dir)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	for _, name := range names {
		if s.refs[name] == 0 && ours(name) {
			os.Remove(filepath.Join(s.dir, name))
			delete(s.verified, name)
			s.forgetText(name)
		}
	}
	return nil
}

// ours reports whether a file was made by a commit, finished or not: "s" or "b" and the number of a commit, or a
// temporary file.
func ours(name string) bool {
	if strings.HasPrefix(name, tempPrefix) || isText(name) {
		return true
	}
	return len(name) > 8 && (name[0] == 's' || name[0] == 'b') && strings.Trim(name[1:9], "0123456789") == "" && strings.Contains(name, "-")
}
