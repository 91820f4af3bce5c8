package toolchain

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/gcexportdata"
)

// loader gives the type information of compiled packages. It may be used by several goroutines; what it returns may be,
// too, as go/types promises for complete packages.
type loader struct {
	ix       *index
	archives *archives
	bad      atomic.Pointer[fault] // why types could not be read

	mu     sync.Mutex
	read   map[string]*types.Package // by path; those that others refer to are incomplete until they are imported
	errors map[string][]string       // names of exported variables of type error, by package
}

func (env *Env) newLoader(ix *index) *loader {
	return &loader{ix: ix, archives: &env.archives, read: map[string]*types.Package{}, errors: map[string][]string{}}
}

// Import implements types.Importer.
func (l *loader) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.read[path]; p != nil && p.Complete() {
		return p, nil
	}
	p := l.ix.get(path)
	if p == nil || p.Export == "" {
		return nil, fmt.Errorf("package %s is not listed", path)
	}
	data, bad := l.archives.read(p)
	if bad != nil {
		l.bad.Store(bad)
		return nil, bad
	}
	return readTypes(data, l.read, path)
}

// readTypes reads what an archive says of the types of a package. It may be of a Go whose form is not known here.
func readTypes(archive []byte, read map[string]*types.Package, path string) (p *types.Package, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
		if err != nil {
			p, err = nil, fmt.Errorf("the types of package %s, as the Go on this machine has compiled it, cannot be read by this Mercer, which %s has built: "+
				"build Mercer again with that Go (%w)", path, runtime.Version(), err)
		}
	}()
	//lint:ignore SA1019 the compilers of Go 1.26 to 1.28 write archives
	r, err := gcexportdata.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, token.NewFileSet(), read, path)
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
