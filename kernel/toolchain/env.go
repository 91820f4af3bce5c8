package toolchain

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/bases"
	"github.com/mercer-go/mercer/kernel/toolchain/cache"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// Config says where an Env lives. The zero value is a good one.
type Config struct {
	Dir      string // the notebook's module directory; "" makes a temporary one, which Close removes
	CacheDir string // for sources, package lists and programs; "" is "mercer" in the user's cache directory
	// MaxCache is the size in bytes to which the cache of linked programs is trimmed; 0 is 1 GiB.
	MaxCache int64
	// Shared are cache directories of others that programs are taken from, if they can be trusted.
	Shared []string
	// Beside is the directory of the notebook: cells can import packages of the Go module that it belongs to. "" is none.
	Beside string
	// Sources are the packages of Mercer's module that cells link, as a tree; nil are those embedded in this program.
	Sources fs.FS
	Wasm    bool // programs are for a browser: GOOS=js, GOARCH=wasm
	public  bool // the cache is made for others to read, see Share
	// Log is told of what no user needs to do anything about; nil drops it.
	Log *slog.Logger
}

// Env is what a notebook's programs are built with: a Go module of its own, the tools, the packages and the caches.
// Its methods may be called from several goroutines.
type Env struct {
	dirs
	cfg   Config
	tools *goTools
	own   module.Sources // of Mercer
	build builder
	ask   asker
	cells *bases.Linker

	waiting  waiting
	troubles troubles
	replaced replacedDirs
	archives archives

	mu  sync.Mutex // guards what follows, the writing of go.mod by Mercer, and published; held only for short looks and changes
	now *packages
	// published are the files that Publish wrote.
	published []string
	relisted  map[string]bool // packages that were listed again, with the reasons
	unshared  bool            // lists of shared caches are not used
	imported  map[string]bool // by units that were linked without a base
}

// dirs are the directories of an Env.
type dirs struct {
	dir     string        // the notebook's module
	owned   bool          // dir was made by New
	cache   string        // the user's cache
	temp    files.TempDir // this Env's own, in the cache
	sources string        // extracted sources of Mercer's module
}

// builder is what builds programs.
type builder struct {
	cache   *cache.Cache
	flights *flights[*Built]
	running atomic.Int32 // tools of the toolchain at work
	linking sync.Mutex   // held while a program is linked without a base that it wants
}

// asker is what asks the go command for packages.
type asker struct {
	ctx        context.Context // ends when the Env is closed
	end        context.CancelFunc
	lists      *flights[[]*pkg]
	catalogues *flights[*listing]
	getting    chan struct{} // holds something while "go get" runs
}

// New finds the toolchain and prepares the notebook's module. The error names what is missing in one line.
func New(cfg Config) (*Env, error) {
	env, err := bareEnv(cfg)
	if err != nil {
		return nil, err
	}
	for _, prepare := range []func() error{env.prepareCache, env.prepareCells, env.prepareSources, env.prepareDir} {
		if err := prepare(); err != nil {
			return nil, errors.Join(err, env.Close())
		}
	}
	return env, nil
}

// bareEnv finds the toolchain and prepares nothing yet.
func bareEnv(cfg Config) (*Env, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	env := &Env{cfg: cfg, imported: map[string]bool{}, relisted: map[string]bool{}, dirs: dirs{dir: cfg.Dir}}
	ctx, end := context.WithCancel(context.Background())
	env.ask = asker{ctx, end, newFlights[[]*pkg](ctx), newFlights[*listing](ctx), make(chan struct{}, 1)}
	env.build.flights = newFlights[*Built](ctx)
	var err error
	if env.tools, err = findTools(); err != nil {
		return nil, err
	}
	if env.tools.instead != "" {
		env.trouble(env.tools.instead)
	}
	if cfg.public {
		env.tools.public(cfg.CacheDir)
	} else if why := env.tools.setVariables(nil)["GOFLAGS"]; why != "" {
		env.trouble(why)
	}
	if cfg.Wasm {
		env.tools.forBrowsers()
	}
	return env, nil
}

// prepareCache makes the cache directory, and what of it belongs to this Env alone.
func (env *Env) prepareCache() error {
	var sorry string
	var err error
	if env.cache, sorry, err = env.cfg.cacheDir(); err != nil {
		return err
	}
	if sorry != "" {
		env.trouble(sorry)
	}
	prepare := cache.Private
	if env.cfg.public {
		prepare = cache.Public
	}
	notice, err := prepare(env.cache)
	if err != nil {
		return err
	}
	if notice != "" {
		env.trouble(sentence(notice))
	}
	for _, part := range []string{"bases", "packages", "programs", "src", "tmp"} {
		if err := files.MakeDir(env.cache, part); err != nil {
			return err
		}
	}
	if env.temp, err = files.NewTempDir(env.cacheFile("tmp"), "env-"); err != nil {
		return err
	}
	env.sweep()
	links := filepath.Join(env.temp.Path, "run")
	if err := os.Mkdir(links, 0o700); err != nil {
		return files.Explain(err)
	}
	env.cfg.Shared = slices.DeleteFunc(slices.Clone(env.cfg.Shared), func(dir string) bool {
		err := cache.Trusted(dir, cache.Installer())
		if err != nil {
			env.trouble(sentence(err.Error()))
		}
		return err != nil
	})
	env.tools.useShared(env.cfg.Shared)
	env.build.cache = cache.New(cache.Config{Dir: env.cache, Links: links, Limit: env.cfg.MaxCache, Shared: env.cfg.Shared, Usable: func(program string) error { return env.cells.Usable(program) }})
	return nil
}

// maxLists is the size in bytes to which the lists of packages are trimmed: each state of each go.mod has its own.
const maxLists = 64 << 20

// sweep removes from the cache what earlier versions have left where nothing tells whether its owner lives, when a day
// has passed, and lists of packages that were not used for longest.
func (env *Env) sweep() {
	left, _ := filepath.Glob(env.cacheFile("tmp", "build-*"))
	for _, dir := range left {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			os.RemoveAll(dir)
		}
	}
	cache.Trim(env.cacheFile("packages"), maxLists)
}

// cacheFile is a path in the cache directory.
func (env *Env) cacheFile(names ...string) string {
	return filepath.Join(append([]string{env.cache}, names...)...)
}

// prepareSources extracts the sources of Mercer's module. Those of a shared cache are used where they are: the programs
// there were built of them, and a compiled package knows where its sources were.
func (env *Env) prepareSources() (err error) {
	tree := env.cfg.Sources
	if tree == nil {
		tree = module.Embedded()
	}
	if env.own, err = module.Read(tree); err != nil {
		return err
	}
	for _, dir := range env.cfg.Shared {
		if src, ok := env.own.Find(filepath.Join(dir, "src")); ok && cache.Trusted(src, cache.Installer()) == nil {
			env.sources = src
			return nil
		}
	}
	var replaced bool
	env.sources, replaced, err = env.own.Extract(env.cacheFile("src"), env.temp.Path)
	if replaced { // packages may have been compiled from what was there
		env.trouble("Sources of Mercer in the cache were not as they were written: they were replaced.")
		os.RemoveAll(env.cacheFile("packages"))
	}
	return err
}

// prepareDir makes the module directory, unless it has a go.mod already.
func (env *Env) prepareDir() error {
	if env.dir == "" {
		dir, err := os.MkdirTemp("", "mercer-")
		if err != nil {
			return files.Explain(err)
		}
		env.dir, env.owned = dir, true
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
	return env.ResetModule()
}

// Close ends what still runs, and removes what New made, except the caches.
func (env *Env) Close() error {
	env.ask.end()
	env.build.flights.wait()
	env.waiting.close()
	if env.cells != nil {
		env.cells.Close() // before what it may ask for
	}
	env.ask.lists.wait()
	env.ask.catalogues.wait()
	err := env.temp.Remove()
	if env.owned {
		err = errors.Join(err, os.RemoveAll(env.dir))
	}
	return err
}

// ForBrowsers returns another Env on the same notebook's module, whose programs run in a browser. It is to be closed before this one.
func (env *Env) ForBrowsers() (*Env, error) {
	cfg := env.cfg
	cfg.Dir, cfg.Wasm = env.dir, true
	return New(cfg)
}

// Root is the directory of the Go toolchain.
func (env *Env) Root() string { return env.tools.Root }

// Dir is the notebook's module directory, where go.mod is ("!*" commands run there).
func (env *Env) Dir() string { return env.dir }

// ResetModule writes go.mod and go.sum as they were at first.
func (env *Env) ResetModule() error {
	m, err := module.New(env.sources)
	if err != nil {
		return err
	}
	env.mu.Lock()
	defer env.mu.Unlock()
	return env.writeModule(m)
}

// readModule reads go.mod and go.sum; a missing one is empty.
func (env *Env) readModule() (m module.Files) {
	m.Mod, _ = files.Read(filepath.Join(env.dir, "go.mod"))
	m.Sum, _ = files.Read(filepath.Join(env.dir, "go.sum"))
	return m
}

func (env *Env) writeModule(m module.Files) error {
	if err := files.Write(filepath.Join(env.dir, "go.mod"), m.Mod); err != nil {
		return err
	}
	return files.Write(filepath.Join(env.dir, "go.sum"), m.Sum)
}

// repairModule gives go.mod and go.sum back what cells need and what was removed. The lock is held.
func (env *Env) repairModule() {
	m, changed, err := module.Repair(env.readModule(), env.sources)
	if err == nil && changed {
		err = env.writeModule(m)
	}
	if err != nil { // listing the next package will fail and tell
		env.cfg.Log.Warn("the notebook's go.mod", "err", err)
	}
}

// moduleState returns a hash of all that decides which packages an import path leads to, and where the go command puts them when they
// are compiled, but for local files.
func (env *Env) moduleState() string { return hashOf(append(env.stateParts(), env.tools.places...)...) }

// sharedState names the lists of the state in shared caches, which have places of their own.
func (env *Env) sharedState() string { return hashOf(env.stateParts()...) }

// stateParts are the texts that the state of the module is a hash of.
func (env *Env) stateParts() []string {
	m := env.readModule()
	t := env.tools
	parts := []string{string(m.Mod), string(m.Sum), t.Version, t.Root, t.OS, t.Arch, strings.Join(t.variants, "\n"), strings.Join(t.variables(), "\n"),
		t.tags(), strings.Join(t.settings().flags, "\n")}
	for _, dir := range env.replaced.of(m.Mod) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(env.dir, dir)
		}
		mod, _ := files.Read(filepath.Join(dir, "go.mod"))
		parts = append(parts, string(mod))
	}
	return parts
}

// replacedDirs remembers which directories the last go.mod has replaced modules by: it is asked for with each cell.
type replacedDirs struct {
	mu   sync.Mutex
	mod  string
	dirs []string
}

func (r *replacedDirs) of(mod []byte) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mod != string(mod) {
		r.mod, r.dirs = string(mod), module.Directories(mod)
	}
	return r.dirs
}

// SetEnviron gives variables to the Go toolchain: those of vars that are its own, such as GOFLAGS, GOPROXY, CGO_ENABLED
// or CC. It replaces those of the last call, and returns, by name, a sentence on each that cannot be heeded. Build tags among
// flags hold for all packages in place of those of GOFLAGS, as they do where flags follow "go build".
func (env *Env) SetEnviron(vars map[string]string, flags ...string) (ignored map[string]string) {
	return env.tools.setVariables(vars, flags...)
}

// Warm lists and compiles the packages that cells commonly use, and downloads their modules if they are not on the machine.
// progress is called with lines of text; it may be nil.
func (env *Env) Warm(ctx context.Context, progress func(string)) error {
	if progress == nil {
		progress = func(string) {}
	}
	steps := []struct {
		what  string
		paths []string
	}{
		{"the standard library", append([]string{"runtime"}, base...)},
		{"gonum", baseGonum},
		{"Mercer's own packages", env.own.Packages()},
	}
	for _, s := range steps {
		progress("compiling " + s.what)
		for {
			err := env.View().Ensure(ctx, true, s.paths...)
			if err == nil {
				break
			}
			if !errors.Is(err, ErrChanged) {
				return err
			}
		}
	}
	progress("listing packages")
	env.View().names.load(ctx)
	progress("linking the packages that cells commonly import")
	env.Prepare()
	env.cells.Settle()
	for _, text := range env.Troubles() {
		progress(text)
	}
	return ctx.Err()
}
