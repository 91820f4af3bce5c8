// Package cache keeps linked programs between cells, kernels and restarts.
//
// A program is kept as "programs/ab/ab…-sum", by the hash of what it is made of and that of its content. Before it is
// used, its owner, its permissions and its content are checked (trust.go); what fails is removed and built again. The
// directory is trimmed to a limit as programs are added, those that were not used for longest first (trim.go). A program
// that is handed out is linked into a directory of the process's own: it can be started even if it is trimmed meanwhile,
// by this process or by another.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
)

// DefaultLimit is the size in bytes to which a cache is trimmed.
const DefaultLimit = 1 << 30

// maxLinks is how many programs that were handed out stay linked. A cell starts its program at once, so that a few would do.
const maxLinks = 16

// Config says where a cache is.
type Config struct {
	Dir    string   // of the user's own cache
	Links  string   // a directory of this process's own, on the same file system
	Limit  int64    // in bytes; 0 is DefaultLimit
	Shared []string // caches of others, which are only read
	// Usable says why a program that is as it was put cannot be started, because of what else it needs; nil is nothing.
	Usable func(path string) error
}

// Cache is a cache of programs. Its methods may be called from several goroutines, and several processes may have the same
// directory.
type Cache struct {
	cfg Config

	mu    sync.Mutex
	known map[string]fs.FileInfo // by path: programs whose content was seen to be right, as they were then
	links []string               // in the order of their making
	size  int64                  // of all programs when the directory was last looked through, and of those added since
	added int64                  // bytes added since then
	seen  bool                   // it was looked through
}

// New returns the cache in cfg.Dir/programs.
func New(cfg Config) *Cache {
	if cfg.Limit <= 0 {
		cfg.Limit = DefaultLimit
	}
	return &Cache{cfg: cfg, known: map[string]fs.FileInfo{}}
}

// Find returns an executable for the program with the given hash, which stays there until maxLinks others were asked for,
// or "". notice says what was wrong with a program that could not be used.
func (c *Cache) Find(hash string) (exe, notice string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, dir := range append([]string{c.cfg.Dir}, c.cfg.Shared...) {
		mine := i == 0
		for _, path := range candidates(dir, hash) {
			exe, err := c.use(path, mine)
			switch {
			case err == nil:
				return exe, ""
			case errors.Is(err, fs.ErrNotExist):
				continue // another process has trimmed it just now
			case errors.Is(err, errUnusable): // nobody has done anything wrong: it is built again
				if mine {
					os.Remove(path)
				}
				continue
			}
			notice = fmt.Sprintf("a compiled program in the cache is not used: %v", err)
			if mine {
				os.RemoveAll(path) // it may be a directory, in the place of the program that is built now
			}
		}
	}
	return "", notice
}

// errUnusable says that a program cannot be started although it is as it was put.
var errUnusable = errors.New("it cannot be started")

// candidates returns the paths of the programs with the given hash.
func candidates(dir, hash string) []string {
	in := place(dir, hash)
	entries, err := os.ReadDir(in)
	if err != nil {
		return nil
	}
	var paths []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), hash+"-") {
			paths = append(paths, filepath.Join(in, e.Name()))
		}
	}
	return paths
}

// place is the directory of the programs whose hashes begin like the given one.
func place(dir, hash string) string { return filepath.Join(dir, "programs", hash[:2]) }

// Put moves an executable into the cache and returns its path there, as Find would. Another process may do the same at the
// same time.
func (c *Cache) Put(hash, file string) (string, error) {
	sum, err := contentSum(file)
	if err != nil {
		return "", files.Explain(err)
	}
	if err := os.Chmod(file, 0o500); err != nil {
		return "", files.Explain(err)
	}
	path := filepath.Join(place(c.cfg.Dir, hash), hash+"-"+sum)
	if err := files.MakeDir(c.cfg.Dir, "programs", hash[:2]); err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	exe, err := c.link(file, filepath.Base(path)) // before others can see it, and trim it
	if err != nil {
		exe = path
	}
	if err := os.Rename(file, path); err != nil {
		return "", files.Explain(err)
	}
	if info, err := os.Lstat(path); err == nil {
		c.known[path] = info
		c.grow(info.Size())
	}
	return exe, nil
}

// use checks a program in a cache, marks it as used, and returns a path of it that trimming does not take away. Where files
// cannot be linked it is the program's own. The error is fs.ErrNotExist when the program is not there any more. The lock is held.
func (c *Cache) use(path string, mine bool) (exe string, err error) {
	if err := c.check(path, mine); err != nil {
		return "", err
	}
	if c.cfg.Usable != nil {
		if err := c.cfg.Usable(path); err != nil {
			return "", fmt.Errorf("%w: %w", errUnusable, err)
		}
	}
	if mine {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // the time decides only what is trimmed first
	}
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	c.known[path] = info
	exe, err = c.link(path, filepath.Base(path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", err
	case err != nil:
		return path, nil
	}
	return exe, nil
}

// link links a program into the directory of this process, as the one whose link is to go last, and returns its path
// there. The lock is held.
func (c *Cache) link(file, name string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return "", err
	}
	link := filepath.Join(c.cfg.Links, name)
	if old, err := os.Lstat(link); err != nil || !os.SameFile(old, info) {
		made := link + ".new" // a link that is there is replaced in one step, for it may be about to be started
		if err := os.Link(file, made); err != nil {
			return "", err
		}
		if err := os.Rename(made, link); err != nil {
			os.Remove(made)
			return "", err
		}
	}
	c.links = append(slices.DeleteFunc(c.links, func(old string) bool { return old == link }), link)
	if len(c.links) > maxLinks {
		os.Remove(c.links[0])
		c.links = c.links[1:]
	}
	return link, nil
}

// contentSum returns the part of a file's SHA-256 that stands in the names of programs.
func contentSum(file string) (string, error) {
	f, err := files.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
