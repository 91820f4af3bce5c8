package toolchain

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/mercer-go/mercer/kernel/importpath"
)

// pkg is what "go list" says about a package.
type pkg struct {
	ImportPath string
	Name       string
	Export     string // file with the compiled package
	Dir        string
	Standard   bool     `json:",omitempty"`
	Imports    []string `json:",omitempty"`
	ImportMap  map[string]string
	Error      *listedError `json:",omitempty"`
	Stamp      string       `json:",omitempty"` // of a local package: how its directory looked, see local.go
}

// listedError is what the go command says is wrong with a package.
type listedError struct {
	Err         string
	ImportStack []string // of an import cycle: its packages, the first one at both ends
}

// resolve returns the path of the package that an import in p stands for.
func (p *pkg) resolve(imp string) string {
	if to, ok := p.ImportMap[imp]; ok {
		return to
	}
	return imp
}

// index are the compiled packages that are known for one state of the module. Packages are added, but never changed or
// taken away: then there is another index. It is kept on disk for the next session with the same module.
type index struct {
	file  string // where it is kept
	state string // of the module

	mu   sync.Mutex
	pkgs map[string]*pkg
}

// loadIndex reads the index of a state; a missing or broken file, and that of another state, is an empty index.
func loadIndex(file, state string) *index {
	ix := &index{pkgs: map[string]*pkg{}, file: file, state: state}
	if !readList(file, state, &ix.pkgs) || ix.pkgs == nil {
		ix.pkgs = map[string]*pkg{}
	}
	return ix
}

func (ix *index) get(path string) *pkg {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.pkgs[path]
}

// importers returns the packages that can be imported and import the given one, sorted.
func (ix *index) importers(path string) []string {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	var list []string
	for from, p := range ix.pkgs {
		if importpath.Allowed(from) && slices.Contains(p.Imports, path) {
			list = append(list, from)
		}
	}
	slices.Sort(list)
	return list
}

// put adds packages and keeps them on disk. Packages that were compiled otherwise before cannot be added to an index whose
// other packages were compiled against them: then it returns another index, without those, which has the new ones.
func (ix *index) put(pkgs []*pkg) (other *index, changed bool) {
	other, changed = ix.without(func(old *pkg) bool {
		return slices.ContainsFunc(pkgs, func(p *pkg) bool { return p.ImportPath == old.ImportPath && p.Export != old.Export })
	})
	other.mu.Lock()
	defer other.mu.Unlock()
	for _, p := range pkgs {
		other.pkgs[p.ImportPath] = p
	}
	writeList(other.file, other.state, other.pkgs)
	return other, changed
}

// missing returns the paths that are not known, without repetitions, in order.
func (ix *index) missing(paths []string) []string {
	var out []string
	for _, path := range paths {
		if path != "unsafe" && path != "C" && ix.get(path) == nil {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// without returns the index without the packages that gone reports and all that import them, and whether there are any.
func (ix *index) without(gone func(*pkg) bool) (*index, bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	dropped := map[string]bool{}
	for path, p := range ix.pkgs {
		if gone(p) {
			dropped[path] = true
		}
	}
	if len(dropped) == 0 {
		return ix, false
	}
	for more := true; more; {
		more = false
		for path, p := range ix.pkgs {
			if !dropped[path] && slices.ContainsFunc(p.Imports, func(imp string) bool { return dropped[p.resolve(imp)] }) {
				dropped[path], more = true, true
			}
		}
	}
	rest := &index{file: ix.file, state: ix.state, pkgs: map[string]*pkg{}}
	for path, p := range ix.pkgs {
		if !dropped[path] {
			rest.pkgs[path] = p
		}
	}
	return rest, true
}

// closure returns the packages that the given ones import, themselves included, sorted by path.
func (ix *index) closure(paths []string) ([]*pkg, error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	seen := map[string]*pkg{}
	var visit func(path string) error
	visit = func(path string) error {
		if path == "unsafe" || path == "C" || seen[path] != nil {
			return nil
		}
		p := ix.pkgs[path]
		if p == nil {
			return fmt.Errorf("package %s is not listed", path)
		}
		seen[path] = p
		for _, imp := range p.Imports {
			if err := visit(p.resolve(imp)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, path := range paths {
		if err := visit(path); err != nil {
			return nil, err
		}
	}
	out := make([]*pkg, 0, len(seen))
	for _, path := range sortedKeys(seen) {
		out = append(out, seen[path])
	}
	return out, nil
}

// compiled returns all packages that are compiled, sorted by path.
func (ix *index) compiled() (list []*pkg) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, path := range sortedKeys(ix.pkgs) {
		if p := ix.pkgs[path]; p.Export != "" {
			list = append(list, p)
		}
	}
	return list
}

// PackageError is a package that cannot be had.
type PackageError struct {
	Path string
	Msg  string
}

// Error returns the path and the reason.
func (e *PackageError) Error() string { return "package " + e.Path + ": " + e.Msg }

// asPackageError returns the PackageError behind an error, or nil.
func asPackageError(err error) *PackageError {
	var pe *PackageError
	if errors.As(err, &pe) {
		return pe
	}
	return nil
}
