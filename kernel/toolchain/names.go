package toolchain

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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

	mu     sync.Mutex
	pkgs   []PackageInfo // once they are known
	byName map[string][]string
}

func newCatalogue(env *Env, state string) *catalogue { return &catalogue{env: env, state: state} }

// load returns the packages, from the cache or from the go command, and their paths by name. Both are empty when they
// cannot be had, or not before ctx ends.
func (c *catalogue) load(ctx context.Context) ([]PackageInfo, map[string][]string) {
	c.mu.Lock()
	pkgs, byName := c.pkgs, c.byName
	c.mu.Unlock()
	if len(pkgs) > 0 {
		return pkgs, byName
	}
	pkgs, err := c.env.ask.catalogues.do(ctx, c.state, c.read)
	if err != nil || len(pkgs) == 0 {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pkgs, c.byName = pkgs, map[string][]string{}
	for _, p := range pkgs {
		c.byName[p.Name] = append(c.byName[p.Name], p.Path)
	}
	return c.pkgs, c.byName
}

// read reads the packages from the cache, or asks the go command and keeps the answer.
func (c *catalogue) read(ctx context.Context) (pkgs []PackageInfo, err error) {
	file := c.env.cacheFile("packages", c.state+".names.json")
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &pkgs) == nil && len(pkgs) > 0 {
		return pkgs, nil
	}
	if pkgs = c.list(ctx); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if data, err := json.Marshal(pkgs); err == nil && len(pkgs) > 0 {
		_ = files.Replace(file, data) // it is a cache
	}
	return pkgs, nil
}

func (c *catalogue) list(ctx context.Context) []PackageInfo {
	// Read-only, for the go command adds checksums of modules that it finds in its cache to go.sum where it may, and all names are lost
	// when it cannot ask for one of them.
	args := []string{"list", "-e", "-find", "-mod=readonly", "-tags", buildTag, "-f", "{{.ImportPath}}\t{{.Name}}\t{{.Dir}}", "std"}
	mod, _ := os.ReadFile(filepath.Join(c.env.dir, "go.mod"))
	for _, m := range module.Requirements(mod) {
		args = append(args, m+"/...")
	}
	out, _, _ := c.env.tools.output(ctx, c.env.dir, false, args...) // modules that are not downloaded are left out
	var pkgs []PackageInfo
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) == 3 && f[1] != "main" && f[1] != "" && importpath.Allowed(f[0]) {
			pkgs = append(pkgs, PackageInfo{Path: f[0], Name: f[1], Dir: f[2]})
		}
	}
	slices.SortFunc(pkgs, func(a, b PackageInfo) int { return strings.Compare(a.Path, b.Path) })
	return pkgs
}

// Packages returns the packages that can be imported by name without fetching anything: the standard library and those
// of the module's requirements, sorted by path.
func (env *Env) Packages() []PackageInfo {
	pkgs, _ := env.View().names.load(env.ask.ctx)
	return slices.Clone(pkgs)
}

// Names returns the names of the packages that can be imported without fetching anything, sorted.
func (v *View) Names(ctx context.Context) []string {
	_, byName := v.names.load(ctx)
	return sortedKeys(byName)
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
	m["display"], m["check"], m["derive"] = module.Path+"/display", module.Path+"/display/check", module.Path+"/display/derive"
	return m
}()

// candidates returns the packages of a name, the likeliest first: the preferred one, then the standard library, Mercer,
// gonum, the others; shorter paths first. Names that only one package can mean need no catalogue.
func (v *View) candidates(ctx context.Context, name string) []string {
	if path := soleName[name]; path != "" {
		return []string{path}
	}
	_, byName := v.names.load(ctx)
	paths := slices.Clone(byName[name])
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
