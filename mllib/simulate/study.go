package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mercer-go/mercer/mllib/input"
)

// Study says how often and from which seed an experiment is repeated.
type Study struct {
	Repeats  int      // at least 1, at most 2^31
	Seed     uint64   // repeat i draws from rand.NewPCG(Seed, i)
	Workers  int      // goroutines; 0 means one for each processor. Results do not depend on it
	Progress Progress // is told of repeats that are done; nil for none
}

// Progress is told that n more repeats are done, from several goroutines. A *display.Progress is one.
type Progress interface{ Add(n int) }

// RepeatError is the error of the repeat with index Index, counted from 0, or its panic.
type RepeatError struct {
	Index    int
	Seed     uint64
	Err      error  // what the repeat returned, or its panic as an error
	Panicked bool   // the repeat panicked
	Where    string // the line of the experiment that panicked, file:line, as far as it is known
	Stack    string // the stack of the panic
}

// Error names the repeat, and how to draw its random numbers again.
func (e *RepeatError) Error() string {
	what := ""
	switch {
	case e.Panicked && e.Where != "":
		what = "panic at " + e.Where + ": "
	case e.Panicked:
		what = "panic: "
	}
	return fmt.Sprintf("simulate: repeat %d (its source is rand.NewPCG(%d, %d)): %s%v", e.Index, e.Seed, e.Index, what, e.Err)
}

// Unwrap returns what the repeat returned.
func (e *RepeatError) Unwrap() error { return e.Err }

// Repeat runs an experiment n times, in parallel, and returns the results in the order of the repeats. It is Run without the index, a
// progress and a context.
func Repeat[T any](n int, seed uint64, experiment func(r *rand.Rand) (T, error)) ([]T, error) {
	if experiment == nil {
		return Run[T](context.Background(), Study{Repeats: n, Seed: seed}, nil)
	}
	return Run(context.Background(), Study{Repeats: n, Seed: seed}, func(_ int, r *rand.Rand) (T, error) { return experiment(r) })
}

// Run runs an experiment s.Repeats times and returns the results in the order of the repeats. The experiment gets the index of the repeat and
// a source of its own; it runs in several goroutines at a time, so it must not write to what it shares with others.
//
// The errors wrap input.ErrParam for a study out of range, input.ErrEmpty without an experiment, *RepeatError for the first repeat
// that fails, by index, and the cause of ctx where it was cancelled before the end; repeats that run then are waited for. A repeat that panics
// makes Run panic with its *RepeatError.
func Run[T any](ctx context.Context, s Study, experiment func(i int, r *rand.Rand) (T, error)) ([]T, error) {
	if err := s.check(ctx == nil || experiment == nil); err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
	}
	results := make([]T, s.Repeats)
	failed, done := s.each(ctx, func(i int) (err error) {
		results[i], err = experiment(i, rand.New(rand.NewPCG(s.Seed, uint64(i))))
		return err
	})
	if failed != nil && failed.Panicked {
		panic(failed)
	}
	if failed != nil {
		return nil, failed
	}
	if done < s.Repeats {
		cause := context.Cause(ctx)
		if cause == nil {
			cause = errors.New("an experiment ended its goroutine")
		}
		return nil, fmt.Errorf("simulate: stopped after %d of %d repeats: %w", done, s.Repeats, cause)
	}
	return results, nil
}

func (s Study) check(empty bool) error {
	if empty {
		return input.Errorf(input.ErrEmpty, "ctx, experiment", "got nil, want a context and a function")
	}
	if err := input.Param(s.Repeats >= 1 && s.Repeats <= input.MaxNumbers, "Repeats", s.Repeats, "a number in 1..2^31"); err != nil {
		return err
	}
	return input.Param(s.Workers >= 0, "Workers", s.Workers, "a number of goroutines, or 0")
}

// queue hands out the indices of repeats in increasing order. Because of that order, all repeats before one that fails have been
// handed out when it fails, and the least index that fails does not depend on who runs what.
type queue struct {
	next   atomic.Int64
	bound  atomic.Int64 // no repeat from here on is begun
	done   atomic.Int64
	mu     sync.Mutex
	failed *RepeatError // of the least index so far
}

// each runs all repeats, and returns the failure of the least index, and how many repeats were run to their end.
func (s Study) each(ctx context.Context, repeat func(i int) error) (failed *RepeatError, done int) {
	workers := s.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, s.Repeats)
	block := max(1, min(64, s.Repeats/(8*workers))) // repeats that are handed out at a time, so that short ones do not wait for each other
	var q queue
	q.bound.Store(int64(s.Repeats))
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for lo := int(q.next.Add(int64(block))) - block; lo < s.Repeats; lo = int(q.next.Add(int64(block))) - block {
				s.block(ctx, &q, lo, min(lo+block, s.Repeats), repeat)
			}
		})
	}
	wait.Wait()
	return q.failed, int(q.done.Load())
}

// block runs the repeats lo..hi-1, unless an earlier one has failed or the context is cancelled.
func (s Study) block(ctx context.Context, q *queue, lo, hi int, repeat func(i int) error) {
	count := 0
	for i := lo; i < hi && int64(i) < q.bound.Load() && ctx.Err() == nil; i++ {
		if failed := s.one(i, repeat); failed != nil {
			q.fail(failed)
			break
		}
		count++
	}
	q.done.Add(int64(count))
	if s.Progress != nil && count > 0 {
		s.Progress.Add(count)
	}
}

// fail keeps the failure of the least index.
func (q *queue) fail(f *RepeatError) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.failed == nil || f.Index < q.failed.Index {
		q.failed = f
		q.bound.Store(int64(f.Index))
	}
}

// one runs one repeat and turns its error or panic into a RepeatError.
func (s Study) one(i int, repeat func(i int) error) (failed *RepeatError) {
	defer func() {
		if v := recover(); v != nil {
			err, ok := v.(error)
			if !ok {
				err = fmt.Errorf("%v", v)
			}
			failed = &RepeatError{Index: i, Seed: s.Seed, Err: err, Panicked: true, Where: panicked(), Stack: string(debug.Stack())}
		}
	}()
	if err := repeat(i); err != nil {
		return &RepeatError{Index: i, Seed: s.Seed, Err: err}
	}
	return nil
}

// panicked returns the line of the experiment from which a panic comes: the innermost one that is not the runtime's, mllib's, or that of a
// helper called must.
func panicked() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(0, pc)])
	for inPanic, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			inPanic = true
		case strings.HasSuffix(f.Function, "simulate.Study.one"):
			more = false // what is further out is not the experiment
		case inPanic && !ours(f.Function):
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
	}
	return ""
}

func ours(function string) bool {
	mllib := strings.HasPrefix(function, "github.com/mercer-go/mercer/mllib") && !strings.Contains(function, "_test.")
	return mllib || strings.HasPrefix(function, "runtime.") || strings.Contains(function, ".must[")
}

// Values returns one number of each result, such as the risk of one of several methods.
func Values[T any](results []T, number func(result T) float64) []float64 {
	list := make([]float64, len(results))
	for i, r := range results {
		list[i] = number(r)
	}
	return list
}
