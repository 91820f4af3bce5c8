package toolchain

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// loader gives the type information of compiled packages. It may be used by several goroutines; what it returns may be,
// too, as go/types promises for complete packages.
type loader struct {
	ix       *index
	archives *archives
	bad      atomic.Pointer[fault] // why types could not be read

	mu     sync.Mutex
	imp    types.Importer
	errors map[string][]string // names of exported variables of type error, by package
}

func (env *Env) newLoader(ix *index) *loader {
	l := &loader{ix: ix, archives: &env.archives, errors: map[string][]string{}}
	l.imp = importer.ForCompiler(token.NewFileSet(), "gc", l.open)
	return l
}

// open returns the compiled package.
func (l *loader) open(path string) (io.ReadCloser, error) {
	p := l.ix.get(path)
	if p == nil || p.Export == "" {
		return nil, fmt.Errorf("package %s is not listed", path)
	}
	data, bad := l.archives.read(p)
	if bad != nil {
		l.bad.Store(bad)
		return nil, bad
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

// Import implements types.Importer.
func (l *loader) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return readTypes(l.imp, path)
}

// readTypes imports a package. Its archive may be of a Go whose form this program does not know: then reading it panics.
func readTypes(imp types.Importer, path string) (p *types.Package, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("the types of package %s, as the Go on this machine has compiled it, cannot be read by this Mercer, which %s has built: "+
				"build Mercer again with that Go (%v)", path, runtime.Version(), r)
		}
	}()
	return imp.Import(path)
}

// sentinels returns the exported variables of type error of a package, and remembers them.
func (l *loader) sentinels(path string) []string {
	l.mu.Lock()
	names, known := l.errors[path]
	l.mu.Unlock()
	if known {
		return names
	}
	if p, err := l.Import(path); err == nil {
		names = errorVars(p)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors[path] = names
	return names
}

func errorVars(p *types.Package) []string {
	var names []string
	errorType := types.Universe.Lookup("error").Type()
	for _, name := range p.Scope().Names() {
		if v, ok := p.Scope().Lookup(name).(*types.Var); ok && v.Exported() && types.Identical(v.Type(), errorType) {
			names = append(names, name)
		}
	}
	return names
}
