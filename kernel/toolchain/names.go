package toolchain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// This file finds the packages that a name in a cell can mean.

// PackageInfo names a package that cells can import.
type PackageInfo struct {
	Path string
	Name string
	Dir  string // where its sources are
}

// catalogue knows which packages can be imported by name: the standard library's and those of the modules that go.mod
// requires.
type catalogue struct {
	env   *Env
	state string // of the module
	share string // its name in shared caches

	mu    sync.Mutex
	known *listing // once it is
}

// listing is what the go command has said of the packages that the module leads to.
type listing struct {
	Packages []PackageInfo
	Absent   []absentModule // modules whose packages are not among them
	failure  error          // for which no module's are
	byName   map[string][]string
}

// absentModule is a required module that is not on the machine.
type absentModule struct {
	Path  string
	Dir   string // where it would be
	Named bool   // its packages are among those that cells mean by name
}

func newCatalogue(env *Env, state string) *catalogue {
	return &catalogue{env: env, state: state, share: env.sharedState()}
}

// load returns what is known of the packages, from the cache or from the go command. It is empty when nothing can be had, or
// not before ctx ends.
func (c *catalogue) load(ctx context.Context) *listing {
	c.mu.Lock()
	known := c.known
	c.mu.Unlock()
	if known != nil && !known.outdated() {
		return known
	}
	l, err := c.env.ask.catalogues.do(ctx, c.state, c.read)
	if err != nil {
		return &listing{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known = l
	return l
}

// outdated says whether the go command may have more to say: it has failed, or a module has come to the machine since.
func (l *listing) outdated() bool {
	return l.failure != nil || slices.ContainsFunc(l.Absent, func(m absentModule) bool { return isDir(m.Dir) })
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// read reads the listing from the cache, or asks the go command and keeps the answer.
func (c *catalogue) read(ctx context.Context) (*listing, error) {
	const ext = ".names.json"
	file := c.env.cacheFile("packages", c.state+ext)
	for _, kept := range []struct{ file, state string }{{file, c.state}, {c.env.sharedList(c.share + ext), c.share}} {
		l := new(listing)
		if readList(kept.file, kept.state, l) && len(l.Packages) > 0 && !l.outdated() {
			l.index()
			return l, nil
		}
	}
	l, err := c.list(ctx)
	if err != nil {
		return nil, err
	}
	if l.failure == nil {
		writeList(file, c.state, l)
	}
	l.index()
	return l, nil
}

// index sorts the packages by their names.
func (l *listing) index() {
	l.byName = map[string][]string{}
	for _, p := range l.Packages {
		l.byName[p.Name] = append(l.byName[p.Name], p.Path)
	}
}

// list asks the go command for the standard library and the modules of go.mod; those that are not on the machine are left out.
// Where go.mod is such that it cannot say anything, the standard library is all that there is.
func (c *catalogue) list(ctx context.Context) (*listing, error) {
	mod, _ := files.Read(filepath.Join(c.env.dir, "go.mod")) // without one there is the standard library
	l, patterns := new(listing), []string{"std"}
	for _, m := range module.Requirements(mod) {
		dir := filepath.Join(c.env.tools.ModDir, m.Place)
		if m.Place != "" && !isDir(dir) {
			l.Absent = append(l.Absent, absentModule{m.Path, dir, m.Named})
		}
		patterns = append(patterns, m.Path+"/...")
	}
	l.Packages, l.failure = c.find(ctx, c.env.dir, patterns)
	if l.failure == nil || ctx.Err() != nil {
		return l, ctx.Err()
	}
	var err error
	l.Packages, err = c.find(ctx, filepath.Join(c.env.tools.Root, "src"), patterns[:1])
	return l, cmp.Or(ctx.Err(), err)
}

// find asks the go command for the packages that it finds by patterns in a directory.
func (c *catalogue) find(ctx context.Context, dir string, patterns []string) ([]PackageInfo, error) {
	// Read-only, for the go command adds checksums of modules that it finds in its cache to go.sum where it may, and all names are lost
	// when it cannot ask for one of them.
	args := []string{"list", "-e", "-find", "-mod=readonly", "-tags", c.env.tools.tags(), "-f", "{{.ImportPath}}\t{{.Name}}\t{{.Dir}}"}
	out, stderr, err := c.env.tools.output(ctx, dir, false, append(args, patterns...)...)
	var pkgs []PackageInfo
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) == 3 && f[1] != "main" && f[1] != "" && importpath.Allowed(f[0]) {
			pkgs = append(pkgs, PackageInfo{Path: f[0], Name: f[1], Dir: f[2]})
		}
	}
	if len(pkgs) == 0 && err != nil {
		return nil, goError(stderr)
	}
	slices.SortFunc(pkgs, func(a, b PackageInfo) int { return strings.Compare(a.Path, b.Path) })
	return pkgs, nil
}

// Packages returns the packages that can be imported by name without fetching anything: the standard library and those
// of the module's requirements, sorted by path.
func (env *Env) Packages() []PackageInfo {
	return slices.Clone(env.View().names.load(env.ask.ctx).Packages)
}

// Names returns the names of the packages that can be imported without fetching anything, sorted.
func (v *View) Names(ctx context.Context) []string {
	return sortedKeys(v.names.load(ctx).byName)
}

// Named returns the paths of the packages that a name can mean, the likeliest first.
func (v *View) Named(ctx context.Context, name string) []string { return v.candidates(ctx, name) }

// Unnamed says in a sentence which packages of modules can be imported by path only, and why; it is "" when there are none.
func (v *View) Unnamed(ctx context.Context) string {
	l := v.names.load(ctx)
	if l.failure != nil {
		return "no package of a module is known by name: " + l.failure.Error()
	}
	var paths []string
	for _, m := range l.Absent {
		if m.Named {
			paths = append(paths, m.Path)
		}
	}
	if len(paths) == 0 {
		return ""
	}
	const most = 5
	if more := len(paths) - most; more > 0 {
		paths = append(paths[:most], fmt.Sprintf("and %d others", more))
	}
	return "packages of modules that are not on this machine are not known by name: " + strings.Join(paths, ", ")
}

// base are packages that are listed together with the first one needed, since most notebooks use them.
var base = []string{
	"bufio", "bytes", "cmp", "context", "encoding/binary", "encoding/csv", "encoding/json", "errors", "flag", "fmt", "image", "image/color",
	"image/png", "io", "log", "maps", "math", "math/big", "math/bits", "math/cmplx", "math/rand", "math/rand/v2", "net/http",
	"os", "os/exec", "path/filepath", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "sync",
	"sync/atomic", "text/tabwriter", "text/template", "time", "unicode", "unicode/utf8",
}

// baseGonum are the same, of modules that Mercer requires. Packages that need further modules (optimize, stat/distmv) are not
// among them: these modules are fetched when a cell uses them.
var baseGonum = []string{
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/integrate", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat",
	"gonum.org/v1/gonum/stat/distuv",
}

// preferred says which package a name means where several have it and all would do.
var preferred = map[string]string{
	"rand": "math/rand/v2", "template": "text/template", "scanner": "text/scanner", "list": "container/list",
	"heap": "container/heap", "ring": "container/ring", "color": "image/color", "draw": "image/draw", "ast": "go/ast",
	"parser": "go/parser", "types": "go/types", "token": "go/token", "printer": "go/printer", "parse": "text/template/parse",
	"pprof": "runtime/pprof", "plugin": "plugin", "path": "path", "json": "encoding/json", "csv": "encoding/csv",
	"stat": "gonum.org/v1/gonum/stat", "mat": "gonum.org/v1/gonum/mat", "plot": "gonum.org/v1/plot", "vg": "gonum.org/v1/plot/vg",
	"gonum": "gonum.org/v1/gonum/lapack/gonum", "display": module.Path + "/display", "palette": "gonum.org/v1/plot/palette",
	"graph": "gonum.org/v1/gonum/graph", "slices": "slices", "maps": "maps", "errors": "errors", "debug": "runtime/debug",
}

// soleName are the base packages whose name no other package of the standard library has.
var soleName = func() map[string]string {
	m := map[string]string{}
	for _, path := range slices.Concat(base, baseGonum) {
		switch name := importpath.Name(path); name {
		case "rand", "template", "slices", "maps", "errors":
		default:
			m[name] = path
		}
	}
	for _, name := range []string{"slices", "maps", "errors"} {
		m[name] = name
	}
	m["display"], m["check"], m["derive"], m["grade"] = module.Path+"/display", module.Path+"/display/check", module.Path+"/display/derive", module.Path+"/display/grade"
	return m
}()

// candidates returns the packages of a name, the likeliest first: the preferred one, then the standard library, Mercer,
// gonum, the others; shorter paths first. Names that only one package can mean need no catalogue.
func (v *View) candidates(ctx context.Context, name string) []string {
	if path := soleName[name]; path != "" {
		return []string{path}
	}
	paths := slices.Clone(v.names.load(ctx).byName[name])
	slices.SortStableFunc(paths, func(a, b string) int {
		if ra, rb := rank(name, a), rank(name, b); ra != rb {
			return ra - rb
		}
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return paths
}

func rank(name, path string) int {
	first, _, _ := strings.Cut(path, "/")
	switch {
	case preferred[name] == path:
		return 0
	case !strings.Contains(first, "."):
		return 1
	case strings.HasPrefix(path, module.Path):
		return 2
	case first == "gonum.org":
		return 3
	}
	return 4
}

// Lookup returns the path that a package name with these selectors means, or "". The first candidate that exports
// all selectors wins; if none does, the first one of the standard library, so that the error names what it lacks. With
// autoget modules that a candidate needs are downloaded; it returns ErrChanged when that has changed go.mod.
func (v *View) Lookup(ctx context.Context, name string, selectors map[string]bool, autoget bool) (string, error) {
	if path := preferred[name]; path != "" {
		if ok, err := v.fits(ctx, path, selectors, autoget); ok || err != nil {
			return path, err
		}
	}
	paths := v.candidates(ctx, name)
	if len(paths) == 1 && rank(name, paths[0]) <= 1 {
		return paths[0], nil
	}
	for _, path := range paths[:min(len(paths), 8)] {
		if ok, err := v.fits(ctx, path, selectors, autoget); ok || err != nil {
			return path, err
		}
	}
	if len(paths) > 0 && rank(name, paths[0]) <= 1 {
		return paths[0], nil
	}
	return "", ctx.Err()
}

// Ambiguous says whether a name can mean several packages.
func (v *View) Ambiguous(name string) bool { return soleName[name] == "" }

// Candidates returns the packages of a name that export all selectors, the likeliest first. It fetches no module.
func (v *View) Candidates(ctx context.Context, name string, selectors map[string]bool) (paths []string) {
	all := v.candidates(ctx, name)
	for _, path := range all[:min(len(all), 8)] {
		if ok, err := v.fits(ctx, path, selectors, false); ok && err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// WhyNot returns the error for which the likeliest package of a name cannot be had; nil if there is none, or no such package.
func (v *View) WhyNot(ctx context.Context, name string, autoget bool) error {
	paths := v.candidates(ctx, name)
	if len(paths) == 0 {
		return nil
	}
	if pe := asPackageError(v.Ensure(ctx, autoget, paths[0])); pe != nil {
		return pe
	}
	return nil
}

// fits says whether a package can be had and exports the selectors. The error is ErrChanged or that of ctx.
func (v *View) fits(ctx context.Context, path string, selectors map[string]bool, autoget bool) (bool, error) {
	switch err := v.Ensure(ctx, autoget, path); {
	case errors.Is(err, ErrChanged) || ctx.Err() != nil:
		return false, cmp.Or(ctx.Err(), err)
	case err != nil:
		return false, nil
	}
	return v.Exports(path, selectors), nil
}

// Package returns the type information of the package with the given import path. It fetches no module.
func (env *Env) Package(ctx context.Context, path string) (*types.Package, error) {
	for {
		v := env.View()
		switch err := v.Ensure(ctx, false, path); {
		case err == nil:
			return v.Import(path)
		case !errors.Is(err, ErrChanged):
			return nil, err
		}
	}
}

// PackageOf returns the import path that a package name most likely stands for in code that selects the given names from
// it, or "". It fetches no module.
func (env *Env) PackageOf(name string, selectors []string) string {
	want := map[string]bool{}
	for _, s := range selectors {
		want[s] = true
	}
	v := env.View()
	if path, err := v.Lookup(env.ask.ctx, name, want, false); err == nil && path != "" {
		return path
	}
	if all := v.candidates(env.ask.ctx, name); len(all) > 0 {
		return all[0]
	}
	return ""
}
