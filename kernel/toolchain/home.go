package toolchain

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/mercer-go/mercer/kernel/toolchain/cache"
)

// This file finds a place for caches where the user has none: HOME is not set, or is a directory that the user may not write
// to, as that of nobody in a container.

// cacheDir is the user's cache. Where it cannot be written, it is a temporary directory, and sorry says so, and what to set.
func (cfg *Config) cacheDir() (dir, sorry string, err error) {
	if cfg.CacheDir != "" {
		return cfg.CacheDir, "", nil
	}
	user, err := os.UserCacheDir()
	if err == nil && canWrite(filepath.Join(user, "mercer")) {
		return filepath.Join(user, "mercer"), "", nil
	}
	scratch, err := scratchDir()
	if err != nil {
		return "", "", err
	}
	why := "HOME is not set"
	if home := os.Getenv("HOME"); home != "" {
		why = fmt.Sprintf("no cache can be written below HOME=%s", home)
		if !filepath.IsAbs(home) {
			why = fmt.Sprintf("HOME=%s is a relative path", home)
		}
	}
	if xdg := os.Getenv("XDG_CACHE_HOME"); xdg != "" {
		why = fmt.Sprintf("no cache can be written to XDG_CACHE_HOME=%s", xdg)
	}
	sorry = fmt.Sprintf("%s: caches are in %s, where a restart of the machine may remove them. "+
		"Set HOME, or XDG_CACHE_HOME and GOPATH, to a directory that you may write to.", why, scratch)
	return filepath.Join(scratch, "mercer"), sorry, nil
}

// scratchDir returns a directory for caches that belongs to the user alone, below that for temporary files: the same in each
// session, unless somebody else has taken its name.
func scratchDir() (string, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("mercer-user-%d", os.Geteuid()))
	if _, err := cache.Private(dir); err == nil {
		return dir, nil
	}
	dir, err := os.MkdirTemp("", "mercer-cache-")
	if err != nil {
		return "", fmt.Errorf("no place for caches: %w; set HOME or TMPDIR to a directory that you may write to", err)
	}
	return dir, nil
}

// canWrite reports whether a directory can be written to, or made. A relative one, of a relative HOME, would be another
// in each working directory; the go command refuses it.
func canWrite(dir string) bool {
	if !filepath.IsAbs(dir) {
		return false
	}
	for {
		info, err := os.Stat(dir)
		if err == nil {
			const write = 2
			return info.IsDir() && syscall.Access(dir, write) == nil
		}
		up := filepath.Dir(dir)
		if !os.IsNotExist(err) || up == dir {
			return false
		}
		dir = up
	}
}

// homeless gives the go command places of its own where it has none: it stops without a build cache, and downloads nothing
// without a place for modules.
func (t *goTools) homeless() error {
	set := func(name string, to *string, scratch string) {
		*to = filepath.Join(scratch, name)
		t.extra = append(t.extra, strings.ToUpper(name)+"="+*to)
	}
	build := t.CacheDir == "" || t.CacheDir == "off" || !canWrite(t.CacheDir)
	modules := t.ModDir == "" || !isDir(t.ModDir) && !canWrite(t.ModDir)
	if !build && !modules {
		return nil
	}
	scratch, err := scratchDir()
	if err != nil {
		return err
	}
	if build {
		set("gocache", &t.CacheDir, scratch)
	}
	if modules {
		set("gomodcache", &t.ModDir, scratch)
	}
	return nil
}
