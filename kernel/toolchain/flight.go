package toolchain

import (
	"context"
	"sync"
)

// flights let callers who want the same work done share one run of it. The work of a key runs as long as somebody waits
// for it: a caller whose context ends goes away at once, and the last one to go ends the work. Nothing is remembered: a
// later caller after a failure, or after an interrupt, starts anew.
type flights[V any] struct {
	ctx context.Context // the work's; when it ends, all work does
	wg  sync.WaitGroup

	mu      sync.Mutex
	running map[string]*flight[V]
}

// flight is one run of the work of a key.
type flight[V any] struct {
	end     context.CancelFunc
	waiting int           // callers
	done    chan struct{} // closed when value and err are there
	value   V
	err     error
}

func newFlights[V any](ctx context.Context) *flights[V] {
	return &flights[V]{ctx: ctx, running: map[string]*flight[V]{}}
}

// do returns what work returns, or ctx's error once ctx has ended.
func (fs *flights[V]) do(ctx context.Context, key string, work func(context.Context) (V, error)) (V, error) {
	var none V
	if err := ctx.Err(); err != nil {
		return none, err
	}
	f := fs.join(key, work)
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		fs.leave(key, f)
		return none, ctx.Err()
	}
}

// join returns the running work of a key, which it starts if there is none.
func (fs *flights[V]) join(key string, work func(context.Context) (V, error)) *flight[V] {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.running[key]; f != nil {
		f.waiting++
		return f
	}
	ctx, end := context.WithCancel(fs.ctx)
	f := &flight[V]{end: end, waiting: 1, done: make(chan struct{})}
	fs.running[key] = f
	fs.wg.Go(func() {
		defer end()
		f.value, f.err = work(ctx)
		fs.forget(key, f)
		close(f.done)
	})
	return f
}

// leave takes a caller away.
func (fs *flights[V]) leave(key string, f *flight[V]) {
	fs.mu.Lock()
	f.waiting--
	last := f.waiting == 0
	if last && fs.running[key] == f {
		delete(fs.running, key) // whoever comes now must not get what was interrupted
	}
	fs.mu.Unlock()
	if last {
		f.end()
	}
}

func (fs *flights[V]) forget(key string, f *flight[V]) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if fs.running[key] == f {
		delete(fs.running, key)
	}
}

// wait waits for all work to end, after the context of the flights has.
func (fs *flights[V]) wait() { fs.wg.Wait() }
