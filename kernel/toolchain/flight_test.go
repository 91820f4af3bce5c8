package toolchain

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestFlightIsShared(t *testing.T) {
	fs := newFlights[int](t.Context())
	const callers = 8
	runs, release := 0, make(chan struct{})
	var wg sync.WaitGroup
	work := func(context.Context) (int, error) {
		runs++
		<-release
		return 7, nil
	}
	for range callers {
		wg.Go(func() {
			if v, err := fs.do(t.Context(), "k", work); v != 7 || err != nil {
				t.Errorf("got %d, %v", v, err)
			}
		})
	}
	for fs.callers("k") < callers { // all have joined
		yield()
	}
	close(release)
	wg.Wait()
	if runs != 1 {
		t.Errorf("the work ran %d times", runs)
	}
}

// callers counts those who wait for the work of a key.
func (fs *flights[V]) callers(key string) int {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.running[key]; f != nil {
		return f.waiting
	}
	return 0
}

// One caller's interrupt ends neither the work nor the wait of another.
func TestFlightGoesOnWithoutOne(t *testing.T) {
	fs := newFlights[string](t.Context())
	release := make(chan struct{})
	work := func(ctx context.Context) (string, error) {
		select {
		case <-release:
			return "done", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	interrupted, interrupt := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := fs.do(interrupted, "k", work); !errors.Is(err, context.Canceled) {
			t.Errorf("the interrupted caller got %v", err)
		}
	})
	for fs.callers("k") < 1 {
		yield()
	}
	wg.Go(func() {
		if v, err := fs.do(t.Context(), "k", work); v != "done" || err != nil {
			t.Errorf("the other caller got %q, %v", v, err)
		}
	})
	for fs.callers("k") < 2 {
		yield()
	}
	interrupt()
	for fs.callers("k") > 1 {
		yield()
	}
	close(release)
	wg.Wait()
}

// The last caller's interrupt ends the work, and whoever comes then starts it anew, even before it has ended.
func TestFlightIsForgotten(t *testing.T) {
	fs := newFlights[string](t.Context())
	started, ended, linger := make(chan struct{}), make(chan struct{}), make(chan struct{})
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		<-started
		interrupt()
	}()
	_, err := fs.do(ctx, "k", func(ctx context.Context) (string, error) {
		close(started)
		<-ctx.Done()
		<-linger
		close(ended)
		return "", ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	failure := errors.New("no space")
	if _, err := fs.do(t.Context(), "k", func(context.Context) (string, error) { return "", failure }); err != failure {
		t.Errorf("after the interrupt: %v", err)
	}
	if v, err := fs.do(t.Context(), "k", func(context.Context) (string, error) { return "good", nil }); v != "good" || err != nil {
		t.Errorf("after the failure: %q, %v", v, err)
	}
	close(linger)
	<-ended
	fs.wait()
}

func TestFlightOfAnEndedContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	end()
	fs := newFlights[int](t.Context())
	if _, err := fs.do(ctx, "k", func(context.Context) (int, error) { t.Error("it runs"); return 0, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
