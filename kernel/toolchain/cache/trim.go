package cache

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// grow notes that a program was added, and trims the cache when that can have brought it over its limit. What other
// processes add is seen when the directory is looked through, which happens each time that a sixteenth of the limit was added: so the
// cache is never larger than the limit and a sixteenth for each process. The lock is held.
func (c *Cache) grow(size int64) {
	c.size += size
	c.added += size
	if c.seen && c.size <= c.cfg.Limit && c.added <= c.cfg.Limit/16 {
		return
	}
	c.size, c.added, c.seen = Trim(filepath.Join(c.cfg.Dir, "programs"), c.cfg.Limit), 0, true
}

// entry is a program in the cache.
type entry struct {
	path string
	size int64
	used time.Time
}

// Trim removes the files below a directory that were not used for longest, by the time of their last change, until those
// that stay take nine tenths of limit bytes, if they take more than limit. It returns the size of what stays.
func Trim(dir string, limit int64) int64 {
	all, total := entries(dir)
	if total <= limit {
		return total
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path)) })
	for _, e := range all {
		if total <= limit/10*9 {
			break
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
	return total
}

// ahead is how far the clock of a file system may be ahead of this machine's.
const ahead = 10 * time.Minute

// UsedAt is when something was used last, by the time of its file. One from the future was set by a clock that was wrong, and tells nothing: it
// would be kept for years while what is used goes.
func UsedAt(file, now time.Time) time.Time {
	if file.After(now.Add(ahead)) {
		return time.Time{}
	}
	return file
}

// entries returns the files below a directory and the sum of their sizes.
func entries(dir string) (all []entry, total int64) {
	now := time.Now()
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // what others remove meanwhile is no matter
		}
		if info, err := e.Info(); err == nil {
			all = append(all, entry{path, info.Size(), UsedAt(info.ModTime(), now)})
			total += info.Size()
		}
		return nil
	})
	return all, total
}
