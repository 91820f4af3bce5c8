package complete

import (
	"context"
	"fmt"
	"go/types"
	"runtime"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

// loader asks for packages, each one at a time, and does not wait longer than the caller wants: what is not there in
// time goes on loading for the next question.
type loader struct {
	pkgs Packages

	mu      sync.Mutex
	running map[string]*loading
	infos   []toolchain.PackageInfo // as last known
}

type loading struct {
	done chan struct{} // closed when pkg and err are set
	pkg  *types.Package
	err  error
}

// loadTime bounds the loading of one package, compiling what it needs included.
const loadTime = 2 * time.Minute

// get returns a package, or an error when it cannot be had before ctx ends.
func (l *loader) get(ctx context.Context, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	ld := l.start(path)
	select {
	case <-ld.done:
		return ld.pkg, ld.err
	case <-ctx.Done():
		return nil, fmt.Errorf("package %s: %w", path, ctx.Err())
	}
}

// start begins to load a package unless it is being loaded.
func (l *loader) start(path string) *loading {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ld := l.running[path]; ld != nil {
		return ld
	}
	if l.running == nil {
		l.running = map[string]*loading{}
	}
	ld := &loading{done: make(chan struct{})}
	l.running[path] = ld
	go l.load(path, ld)
	return ld
}

func (l *loader) load(path string, ld *loading) {
	ctx, cancel := context.WithTimeout(context.Background(), loadTime)
	defer cancel()
	ld.pkg, ld.err = l.pkgs.Package(ctx, path)
	if ld.err == nil && ld.pkg == nil {
		ld.err = fmt.Errorf("package %s: no type information", path)
	}
	l.mu.Lock()
	delete(l.running, path)
	l.mu.Unlock()
	close(ld.done)
}

// Import implements types.Importer with the query's deadline.
func (q *query) Import(path string) (*types.Package, error) { return q.loader.get(q.ctx, path) }

// Sizes are the sizes of types in cells, which run on this machine.
func (q *query) Sizes() types.Sizes { return types.SizesFor("gc", runtime.GOARCH) }

// within returns what f returns, if that is before ctx ends. Packages may have to
// be compiled first.
func within[T any](ctx context.Context, f func() T) (T, bool) {
	done := make(chan T, 1)
	go func() { done <- f() }()
	select {
	case v := <-done:
		return v, true
	case <-ctx.Done():
		var zero T
		return zero, false
	}
}

// packages returns the packages that can be imported; those known last time when they cannot be had in time.
func (q *query) packages() []toolchain.PackageInfo {
	if q.infos == nil {
		l := &q.loader
		infos, ok := within(q.ctx, l.pkgs.Packages)
		l.mu.Lock()
		if ok {
			l.infos = infos
		}
		q.infos = l.infos
		l.mu.Unlock()
	}
	return q.infos
}

// resolve returns the path of the package that a name means, or "". A cell cannot import what is internal to others.
func (q *query) resolve(name string, sels []string) string {
	path, _ := within(q.ctx, func() string { return q.loader.pkgs.PackageOf(name, sels) })
	if hidden(path) {
		return ""
	}
	return path
}
