package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// buildTag is set for everything that a notebook compiles.
const buildTag = "mercer"

// Config says where an Env lives. The zero value is a good one.
type Config struct {
	Dir      string // the notebook's module directory; "" makes a temporary one, which Close removes
	CacheDir string // for sources, package lists and programs; "" is "mercer" in the user's cache directory
	// MaxCache is the size in bytes to which the cache of linked programs is trimmed; 0 is 1 GiB.
	MaxCache int64
	// Sources are the packages of Mercer's module that cells link, as a tree; nil are those embedded in this program.
	Sources fs.FS
}

// Env is what a notebook's programs are built with: a Go module of its own, the toolchain, the packages and the caches.
// Its methods may be called from several goroutines.
type Env struct {
	cfg     Config
	dir     string // the notebook's module
	ownDir  bool   // made by NewEnv
	cache   string
	sources string       // extracted sources of Mercer's module
	stored  atomic.Int64 // programs put into the cache
	running atomic.Int32 // tools of the toolchain at work
	tc      *toolchain

	mu       sync.Mutex // composing, one cell at a time; guards what follows
	modState string     // hash of go.mod and go.sum when the index was loaded
	ix       *index
	loader   *loader
	cat      *catalogue
	listing  time.Duration // spent in the go command
	// published are the files that Publish wrote.
	published []string
}

// NewEnv finds the toolchain and prepares the notebook's module. The error names what is missing in one line.
func NewEnv(cfg Config) (*Env, error) {
	env := &Env{cfg: cfg, dir: cfg.Dir, cache: cfg.CacheDir}
	var err error
	if env.tc, err = findToolchain(); err != nil {
		return nil, err
	}
	if env.cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("no place for caches: %w", err)
		}
		env.cache = filepath.Join(user, "mercer")
	}
	if cfg.Sources == nil {
		cfg.Sources = embedded()
	}
	if env.sources, _, err = extract(cfg.Sources, env.cache); err != nil {
		return nil, err
	}
	if err := env.prepareDir(); err != nil {
		return nil, errors.Join(err, env.Close())
	}
	env.moduleChanged()
	return env, nil
}

// prepareDir makes the module directory, unless it has a go.mod already.
func (env *Env) prepareDir() error {
	if env.dir == "" {
		dir, err := os.MkdirTemp("", "mercer-")
		if err != nil {
			return clearError(err)
		}
		env.dir, env.ownDir = dir, true
	}
	dir, err := filepath.Abs(env.dir)
	if err != nil {
		return err
	}
	if env.dir, err = filepath.EvalSymlinks(dir); err != nil {
		env.dir = dir
	}
	if _, err := os.Stat(filepath.Join(env.dir, "go.mod")); err == nil {
		return nil
	}
	return env.writeModule()
}

func (env *Env) writeModule() error {
	if err := writeFile(filepath.Join(env.dir, "go.mod"), []byte(notebookMod(env.sources))); err != nil {
		return err
	}
	return writeFile(filepath.Join(env.dir, "go.sum"), []byte(goSum))
}

// Close removes what NewEnv made, except the caches.
func (env *Env) Close() error {
	if !env.ownDir {
		return nil
	}
	return os.RemoveAll(env.dir)
}

// Dir is the notebook's module directory, where go.mod is ("!*" commands run there).
func (env *Env) Dir() string { return env.dir }

// ResetModule writes go.mod and go.sum as they were at first.
func (env *Env) ResetModule() error {
	env.mu.Lock()
	defer env.mu.Unlock()
	err := env.writeModule()
	env.moduleChanged()
	return err
}

// moduleChanged loads the index that belongs to go.mod and go.sum as they are now, if they are not as they were.
func (env *Env) moduleChanged() {
	if env.readModState() == env.modState {
		return
	}
	env.repairModule()
	mod, _ := os.ReadFile(filepath.Join(env.dir, "go.mod"))
	state := env.readModState()
	env.modState = state
	env.ix = loadIndex(filepath.Join(env.cache, "packages", state+".json"))
	env.loader = newLoader(env.ix)
	env.cat = newCatalogue(env, requirements(string(mod)))
}

// readModState returns a hash of all that decides which packages an import path leads to, but for local files.
func (env *Env) readModState() string {
	mod, _ := os.ReadFile(filepath.Join(env.dir, "go.mod"))
	sum, _ := os.ReadFile(filepath.Join(env.dir, "go.sum"))
	return hashOf(string(mod), string(sum), env.tc.Version, env.tc.Root, env.tc.OS, env.tc.Arch, strings.Join(env.tc.variables(), "\n"))
}

// SetEnviron gives variables to the Go toolchain: those of vars that are its own, such as GOFLAGS, GOPROXY, CGO_ENABLED
// or CC. It replaces those of the last call.
func (env *Env) SetEnviron(vars map[string]string) { env.tc.setVariables(vars) }

// refresh takes notice of a changed go.mod, of changed local packages and of export files that have gone from the build
// cache.
func (env *Env) refresh() {
	env.moduleChanged()
	env.dropChanged()
	for _, path := range []string{"runtime", "fmt", "gonum.org/v1/gonum/mat"} {
		if p := env.ix.get(path); p != nil {
			if _, err := os.Stat(p.Export); err != nil {
				env.ix.drop()
				env.loader = newLoader(env.ix)
				return
			}
		}
	}
}

// ownPackages returns the packages of Mercer's module that cells can link.
func (env *Env) ownPackages() []string {
	dirs := map[string]bool{}
	_ = filepath.WalkDir(env.sources, func(name string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" && e.Name() != "source.go" {
			if rel, err := filepath.Rel(env.sources, filepath.Dir(name)); err == nil {
				dirs[ModulePath+"/"+filepath.ToSlash(rel)] = true
			}
		}
		return nil
	})
	return sortedKeys(dirs)
}

// Warm lists and compiles the packages that cells commonly use, and downloads their modules if they are not on the machine.
// progress is called with lines of text; it may be nil.
func (env *Env) Warm(ctx context.Context, progress func(string)) error {
	if progress == nil {
		progress = func(string) {}
	}
	env.mu.Lock()
	defer env.mu.Unlock()
	env.refresh()
	steps := []struct {
		what  string
		paths []string
	}{
		{"the standard library", append([]string{"runtime"}, base...)},
		{"gonum", baseGonum},
		{"Mercer's own packages", env.ownPackages()},
	}
	for _, s := range steps {
		progress("compiling " + s.what)
		if err := env.ensure(ctx, true, s.paths...); err != nil {
			return err
		}
	}
	progress("listing packages")
	env.cat.load(ctx)
	return ctx.Err()
}
