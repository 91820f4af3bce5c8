package program

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// catalogue knows which packages can be imported by name: the standard library's and those of the modules that go.mod
// requires.
type catalogue struct {
	env     *Env
	modules []string
	loaded  bool
	pkgs    []PackageInfo
	byName  map[string][]string
}

func newCatalogue(env *Env, modules []string) *catalogue {
	return &catalogue{env: env, modules: modules, byName: map[string][]string{}}
}

// load fills the catalogue, from the cache or from the go command.
func (c *catalogue) load(ctx context.Context) {
	if c.loaded {
		return
	}
	file := filepath.Join(c.env.cache, "packages", c.env.modState+".names.json")
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &c.pkgs) != nil || len(c.pkgs) == 0 {
		c.pkgs = c.list(ctx)
		if data, err := json.Marshal(c.pkgs); err == nil && len(c.pkgs) > 0 {
			_ = replaceFile(file, data)
		}
	}
	c.loaded = len(c.pkgs) > 0
	for _, p := range c.pkgs {
		c.byName[p.Name] = append(c.byName[p.Name], p.Path)
	}
}

func (c *catalogue) list(ctx context.Context) []PackageInfo {
	args := []string{"list", "-e", "-find", "-tags", buildTag, "-f", "{{.ImportPath}}\t{{.Name}}\t{{.Dir}}", "std"}
	for _, m := range c.modules {
		args = append(args, m+"/...")
	}
	cmd := c.env.tc.goCommand(ctx, c.env.dir, args...)
	cmd.Env = append(cmd.Env, "GOPROXY=off") // modules that are not downloaded are left out
	out, _ := cmd.Output()
	var pkgs []PackageInfo
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) == 3 && f[1] != "main" && f[1] != "" && importable(f[0]) {
			pkgs = append(pkgs, PackageInfo{Path: f[0], Name: f[1], Dir: f[2]})
		}
	}
	slices.SortFunc(pkgs, func(a, b PackageInfo) int { return strings.Compare(a.Path, b.Path) })
	return pkgs
}

// preferred says which package a name means where several have it and all would do.
var preferred = map[string]string{
	"rand": "math/rand/v2", "template": "text/template", "scanner": "text/scanner", "list": "container/list",
	"heap": "container/heap", "ring": "container/ring", "color": "image/color", "draw": "image/draw", "ast": "go/ast",
	"parser": "go/parser", "types": "go/types", "token": "go/token", "printer": "go/printer", "parse": "text/template/parse",
	"pprof": "runtime/pprof", "plugin": "plugin", "path": "path", "json": "encoding/json", "csv": "encoding/csv",
	"stat": "gonum.org/v1/gonum/stat", "mat": "gonum.org/v1/gonum/mat", "plot": "gonum.org/v1/plot", "vg": "gonum.org/v1/plot/vg",
	"gonum": "gonum.org/v1/gonum/lapack/gonum", "display": ModulePath + "/display", "palette": "gonum.org/v1/plot/palette",
	"graph": "gonum.org/v1/gonum/graph", "slices": "slices", "maps": "maps", "errors": "errors", "debug": "runtime/debug",
}

// candidates returns the packages of a name, the likeliest first: the preferred one, then the standard library, Mercer,
// gonum, the others; shorter paths first.
func (c *catalogue) candidates(ctx context.Context, name string) []string {
	c.load(ctx)
	paths := slices.Clone(c.byName[name])
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
	case strings.HasPrefix(path, ModulePath):
		return 2
	case first == "gonum.org":
		return 3
	}
	return 4
}

// resolve returns the path that a package name with these selectors means, or "". The first candidate that exports
// all selectors wins; if none does, the first one of the standard library, so that the error names what it lacks. With autoget
// modules that a candidate needs are downloaded.
func (env *Env) resolve(ctx context.Context, name string, sels map[string]bool, autoget bool) string {
	if path := preferred[name]; path != "" && env.ensure(ctx, autoget, path) == nil && env.exports(path, sels) {
		return path
	}
	paths := env.quickCandidates(ctx, name)
	if len(paths) == 1 && rank(name, paths[0]) <= 1 {
		return paths[0]
	}
	for _, path := range paths[:min(len(paths), 8)] {
		if env.ensure(ctx, autoget, path) == nil && env.exports(path, sels) {
			return path
		}
	}
	if len(paths) > 0 && rank(name, paths[0]) <= 1 {
		return paths[0]
	}
	return ""
}

// quickCandidates answers without the catalogue for names that only one package can mean.
func (env *Env) quickCandidates(ctx context.Context, name string) []string {
	if path := soleName[name]; path != "" {
		return []string{path}
	}
	return env.cat.candidates(ctx, name)
}

// soleName are the base packages whose name no other package of the standard library has.
var soleName = func() map[string]string {
	m := map[string]string{}
	for _, path := range slices.Concat(base, baseGonum) {
		switch name := lastWord(path); name {
		case "rand", "template", "slices", "maps", "errors":
		default:
			m[name] = path
		}
	}
	for _, name := range []string{"slices", "maps", "errors"} {
		m[name] = name
	}
	m["display"], m["check"], m["derive"] = ModulePath+"/display", ModulePath+"/display/check", ModulePath+"/display/derive"
	return m
}()

// exports says whether the package declares all the names.
func (env *Env) exports(path string, sels map[string]bool) bool {
	p, err := env.loader.Import(path)
	if err != nil {
		return false
	}
	for sel := range sels {
		if p.Scope().Lookup(sel) == nil {
			return false
		}
	}
	return true
}
