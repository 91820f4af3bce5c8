package toolchain

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/toolchain/cache"
)

// A shared cache is what one user, an installer, has compiled for others, who only read it. Besides what each cache has (the sources of
// Mercer's module, lists of packages, programs) it has a build cache and a module cache of Go's, to which its lists lead:
// who finds a list there compiles and downloads nothing. Package cache says when it is trusted.

// Directories of a shared cache.
const (
	sharedBuild   = "build" // GOCACHE
	sharedModules = "mod"   // GOMODCACHE
)

// Share makes dir a shared cache, or brings one up to date: it compiles the packages that cells commonly use and lets every
// user read them. Modules that are on this machine are not downloaded again. progress is told what is done; it may be nil.
func Share(ctx context.Context, cfg Config, dir string, progress func(string)) (err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return files.Explain(err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // the path stands in what is compiled
		return files.Explain(err)
	}
	cfg.CacheDir, cfg.Shared, cfg.public = dir, nil, true
	env, err := New(cfg)
	if err != nil {
		return err
	}
	err = errors.Join(env.Warm(ctx, progress), env.wholeLibrary(ctx, progress), env.Close())
	return errors.Join(err, cache.Publish(dir))
}

// wholeLibrary compiles all of the standard library that a cell can import: what a shared cache lacks, each of its users compiles for
// himself, with all that it imports.
func (env *Env) wholeLibrary(ctx context.Context, progress func(string)) error {
	if progress != nil {
		progress("compiling all of the standard library")
	}
	var paths []string
	for _, p := range env.Packages() {
		if first, _, _ := strings.Cut(p.Path, "/"); !strings.Contains(first, ".") && importpath.Allowed(p.Path) {
			paths = append(paths, p.Path)
		}
	}
	for {
		err := env.View().Ensure(ctx, true, paths...)
		if pe := asPackageError(err); pe != nil && slices.Contains(paths, pe.Path) { // not of this system, as runtime/cgo
			paths = slices.DeleteFunc(paths, func(path string) bool { return path == pe.Path })
			continue
		}
		if !errors.Is(err, ErrChanged) {
			return err
		}
	}
}

// public prepares the tools to fill a shared cache.
func (t *goTools) public(dir string) {
	proxy := t.fileProxy(t.ModDir) + t.Proxy
	t.places = nil
	t.ModDir = filepath.Join(dir, sharedModules)
	t.extra = []string{"GOCACHE=" + filepath.Join(dir, sharedBuild), "GOMODCACHE=" + t.ModDir, "GOPROXY=" + proxy}
}

// fileProxy is the beginning of a GOPROXY by which modules come from a module cache, or "".
func (t *goTools) fileProxy(modules string) string {
	dir := filepath.Join(modules, "cache", "download")
	if !isDir(dir) {
		return ""
	}
	return "file://" + filepath.ToSlash(dir) + ","
}

// useShared lets listings take modules from shared caches before they ask a proxy. Their checksums are those of go.sum.
func (t *goTools) useShared(caches []string) {
	for _, dir := range caches {
		t.nearProxy += t.fileProxy(filepath.Join(dir, sharedModules))
	}
}

// sharedList is the path of a list of packages in a shared cache, or "" where none of them has it.
func (env *Env) sharedList(name string) string {
	for _, dir := range env.cfg.Shared {
		path := filepath.Join(dir, "packages", name)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		err := cache.TrustedFile(path, cache.Installer())
		if err == nil {
			return path
		}
		env.trouble(sentence(err.Error()))
	}
	return ""
}

// loadList reads the list of the packages that are known in a state of the module: this user's, or that of a shared cache.
// What is learned is kept in the user's.
func (env *Env) loadList(state string) *index {
	ix := loadIndex(env.cacheFile("packages", state+".json"), state)
	if len(ix.pkgs) > 0 || env.unshared {
		return ix
	}
	theirState := env.sharedState()
	shared := env.sharedList(theirState + ".json")
	if shared == "" {
		return ix
	}
	theirs := loadIndex(shared, theirState)
	if err := theirs.trusted(filepath.Join(filepath.Dir(filepath.Dir(shared)), sharedBuild)); err != nil {
		env.trouble(sentence(err.Error()))
		return ix
	}
	ix.pkgs = theirs.pkgs
	return ix
}

// trusted returns an error unless all compiled packages of a shared list lie in its own build cache, where only its installer can have
// put them.
func (ix *index) trusted(build string) error {
	installer, seen := cache.Installer(), map[string]bool{}
	for _, p := range ix.pkgs {
		if p.Export == "" {
			continue
		}
		if !within(p.Export, build) {
			return fmt.Errorf("the shared list %s is not used: package %s was compiled elsewhere", ix.file, p.ImportPath)
		}
		if dir := filepath.Dir(p.Export); !seen[dir] {
			seen[dir] = true
			if err := cache.Trusted(dir, installer); err != nil {
				return err
			}
		}
		if err := cache.TrustedFile(p.Export, installer); err != nil {
			return err
		}
	}
	return nil
}
