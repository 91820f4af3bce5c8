package program

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// defaultMaxCache is the size in bytes to which the cache of linked programs is trimmed.
const defaultMaxCache = 1 << 30

// youngest is how long a program stays in the cache whatever its size: it may be about to be started.
const youngest = 10 * time.Minute

// cachePath returns where the program with the given hash is, or will be.
func (env *Env) cachePath(hash string) (string, error) {
	dir := filepath.Join(env.cache, "programs", hash[:2])
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", clearError(err)
	}
	return filepath.Join(dir, hash), nil
}

// touch says whether the program is there, and marks it as used.
func touch(exe string) bool {
	info, err := os.Stat(exe)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return false
	}
	now := time.Now()
	return os.Chtimes(exe, now, now) == nil
}

// store moves a program into the cache. Another process may do the same at the same time.
func (env *Env) store(out, exe string) error {
	if err := os.Rename(out, exe); err != nil {
		return clearError(err)
	}
	if env.stored.Add(1)%32 == 1 {
		trim(filepath.Join(env.cache, "programs"), cmp.Or(env.cfg.MaxCache, defaultMaxCache), time.Now())
	}
	return nil
}

// trim removes the programs that were not used for longest, until those that stay take at most limit bytes.
func trim(dir string, limit int64, now time.Time) {
	type entry struct {
		path string
		size int64
		used time.Time
	}
	var all []entry
	var total int64
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			all = append(all, entry{path, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	slices.SortFunc(all, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if total <= limit || now.Sub(e.used) < youngest {
			return
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
}
