package toolchain

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	pathpkg "path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mercer-go/mercer/kernel/importpath"
)

// View is one state of the notebook's module: the packages that it leads to, and their types. One cell is composed with one
// view; another one may be composed at the same time. What a view says does not change, but for packages that it learns
// of; when go.mod does, Env.View gives another view.
type View struct {
	*packages
	env     *Env
	listing atomic.Int64 // nanoseconds spent waiting for the go command
}

// packages is what views of the same state share.
type packages struct {
	state string // hash of go.mod, go.sum, the settings of the toolchain and its caches
	ix    *index
	types *loader
	names *catalogue
}

// ErrChanged says that a module was added to go.mod, so that what was found with this view must be found again with another.
var ErrChanged = errors.New("the notebook's module has changed")

// View returns the state of the notebook's module as it is now.
func (env *Env) View() *View {
	env.mu.Lock()
	defer env.mu.Unlock()
	return &View{packages: env.current(), env: env}
}

// current takes notice of a changed go.mod, of changed local packages and of export files that have gone from the build
// cache. The lock is held.
func (env *Env) current() *packages {
	if state := env.moduleState(); env.now == nil || env.now.state != state {
		env.repairModule()
		state = env.moduleState()
		ix := env.loadList(state)
		env.now = &packages{state, ix, env.newLoader(ix), newCatalogue(env, state)}
	}
	if ix, some := env.now.ix.without((*pkg).changed); some {
		env.now = env.now.with(env, ix)
	}
	for _, path := range []string{"runtime", "fmt", "gonum.org/v1/gonum/mat"} {
		if p := env.now.ix.get(path); p != nil && p.gone() {
			env.forgetPackages(env.now)
			break
		}
	}
	return env.now
}

// forgetPackages makes the next view list its packages anew, if nobody else has seen to that. The lock is held.
func (env *Env) forgetPackages(old *packages) {
	if env.now == old {
		env.now = old.with(env, &index{file: old.ix.file, state: old.state, pkgs: map[string]*pkg{}})
	}
}

// with are the packages of another index for the same state.
func (p *packages) with(env *Env, ix *index) *packages {
	return &packages{p.state, ix, env.newLoader(ix), p.names}
}

// gone says whether the compiled package is no longer in Go's build cache.
func (p *pkg) gone() bool {
	_, err := os.Stat(p.Export)
	return err != nil
}

// Ensure lists the packages that are not known yet, and fetches their modules if need be and autoget is set. It returns
// ErrChanged when that has changed go.mod, and a *PackageError for a package that cannot be had.
func (v *View) Ensure(ctx context.Context, autoget bool, paths ...string) error {
	missing := v.ix.missing(paths)
	if len(missing) == 0 {
		return nil
	}
	start := time.Now()
	defer func() { v.listing.Add(int64(time.Since(start))) }()
	key := fmt.Sprint(v.state, autoget, strings.Join(missing, " "))
	pkgs, err := v.env.ask.lists.do(ctx, key, func(ctx context.Context) ([]*pkg, error) {
		if err := v.env.adopt(missing); err != nil {
			return nil, err
		}
		pkgs, err := v.env.tools.list(ctx, v.env.dir, missing, autoget)
		if pe := asPackageError(err); pe != nil {
			listed := pkgs
			pkgs, err = v.env.fetch(ctx, autoget, pe, missing)
			err = v.relistAfter(err, listed)
		}
		if err == nil {
			v.env.stamp(pkgs, start)
		}
		return pkgs, err
	})
	if err != nil {
		return err
	}
	return v.learn(pkgs)
}

// learn adds what was listed to this view. When the go command has changed go.mod, or has compiled packages otherwise than those of this
// view were, it adds to the next one.
func (v *View) learn(pkgs []*pkg) error {
	v.env.mu.Lock()
	defer v.env.mu.Unlock()
	next := v.env.current()
	ix, changed := next.ix.put(pkgs)
	if changed {
		v.env.now = next.with(v.env, ix)
	}
	if changed || next.ix != v.ix {
		return ErrChanged
	}
	return nil
}

// relistAfter returns ErrChanged in the place of what the go command says of packages that do not compile or cannot be read, if
// that is because a compiled one is damaged.
func (v *View) relistAfter(err error, listed []*pkg) error {
	pe := asPackageError(err)
	if pe == nil {
		return err
	}
	files := compiledFile.FindAllString(pe.Msg, -1)
	if len(files) == 0 && !strings.HasPrefix(pe.Msg, doesNotCompile) {
		return err
	}
	for _, file := range files {
		listed = append(listed, &pkg{ImportPath: pe.Path, Export: file})
	}
	if bad := v.env.archives.check(slices.Concat(listed, v.ix.compiled())); bad != nil && v.env.relist(v.packages, bad) {
		return ErrChanged
	}
	return err
}

// compiledFile matches the path of a file of Go's build cache.
var compiledFile = regexp.MustCompile(`/[^\s:]*/[0-9a-f]{64}-d\b`)

// Listing is how long this view has waited for the go command.
func (v *View) Listing() time.Duration { return time.Duration(v.listing.Load()) }

// Import returns the types of a package that was ensured. It implements types.Importer.
func (v *View) Import(path string) (*types.Package, error) { return v.types.Import(path) }

// Sizes are the sizes of types in the programs.
func (v *View) Sizes() types.Sizes { return types.SizesFor("gc", v.env.tools.Arch) }

// PackageName returns the name of a package that was ensured, or "".
func (v *View) PackageName(path string) string {
	if p := v.ix.get(path); p != nil {
		return p.Name
	}
	return ""
}

// Exports says whether the package declares all the names.
func (v *View) Exports(path string, names map[string]bool) bool {
	p, err := v.Import(path)
	if err != nil {
		return false
	}
	for name := range names {
		if p.Scope().Lookup(name) == nil {
			return false
		}
	}
	return true
}

// Sentinel is an exported variable of type error.
type Sentinel struct{ Path, Name string }

// Sentinels returns the errors of the given packages, which were ensured, and of all that they import.
func (v *View) Sentinels(paths []string) ([]Sentinel, error) {
	deps, err := v.ix.closure(paths)
	if err != nil {
		return nil, err
	}
	var out []Sentinel
	for _, dep := range deps {
		if importpath.Allowed(dep.ImportPath) && (strings.Contains(dep.ImportPath, ".") || dep.Standard) {
			for _, name := range v.types.sentinels(dep.ImportPath) {
				out = append(out, Sentinel{dep.ImportPath, name})
			}
		}
	}
	return out, nil
}

// Importers returns the packages known to this view that a notebook may import and that import the given one, sorted; of
// these only those with the same last word, if there are any: crypto/sha256 and not crypto/tls.
func (v *View) Importers(path string) []string {
	all := v.ix.importers(path)
	like := slices.DeleteFunc(slices.Clone(all), func(from string) bool { return pathpkg.Base(from) != pathpkg.Base(path) })
	if len(like) > 0 {
		return like
	}
	return all
}

// compiled returns the compiled packages that a program with these imports is linked with. Where the go command has
// cleared one from its cache the packages must be listed again, with another view.
func (v *View) compiled(ctx context.Context, imports []string) ([]*pkg, error) {
	if err := v.Ensure(ctx, false, imports...); err != nil {
		return nil, err
	}
	pkgs, err := v.ix.closure(imports)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(pkgs, (*pkg).gone) {
		v.env.mu.Lock()
		defer v.env.mu.Unlock()
		v.env.forgetPackages(v.packages)
		return nil, ErrChanged
	}
	return pkgs, nil
}
