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
		s.commits = s.commits[1:]
	}
}

// historyBytes is the size of the files that only earlier commits need.
func (s *Store) historyBytes() int64 {
	need := map[string]bool{}
	for _, name := range s.Manifest().Files() {
		need[name] = true
	}
	sum := int64(0)
	for _, c := range s.commits {
		for _, name := range c.manifest.Files() {
			if !need[name] {
				need[name] = true
				sum += s.fileSize(name)
			}
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
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	need := map[string]bool{}
	for _, c := range s.commits {
		for _, name := range c.manifest.Files() {
			need[name] = true
		}
		for _, name := range c.texts {
			need[name] = true
		}
	}
	for _, e := range entries {
		if name := e.Name(); ours(name) && !need[name] {
			os.Remove(filepath.Join(s.dir, name))
			delete(s.verified, name)
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
