package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/simulate"
)

var background = context.Background()

// walk is an experiment that draws a random number of random numbers.
func walk(r *rand.Rand) (float64, error) {
	sum := 0.0
	for range 1 + r.IntN(50) {
		sum += r.NormFloat64()
	}
	return sum, nil
}

// TestProcessors: the same bits for every number of processors and goroutines, and for the first repeats of a longer study.
func TestProcessors(t *testing.T) {
	for _, n := range []int{1, 2, 7, 300, 2000} {
		want, err := simulate.Repeat(n, 41, walk)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Processors(t, fmt.Sprintf("%d repeats", n), func() []float64 {
			got, err := simulate.Repeat(n, 41, walk)
			if err != nil || !testkit.Bits(got, want) {
				t.Errorf("%d repeats: other numbers (%v)", n, err)
			}
			return got
		})
		for _, workers := range []int{1, 2, 3, 16, 5000} {
			got, err := simulate.Run(background, simulate.Study{Repeats: n, Seed: 41, Workers: workers}, func(_ int, r *rand.Rand) (float64, error) { return walk(r) })
			if err != nil || !testkit.Bits(got, want) {
				t.Errorf("%d repeats, %d goroutines: other numbers (%v)", n, workers, err)
			}
		}
		if longer, _ := simulate.Repeat(n+100, 41, walk); !testkit.Bits(longer[:n], want) {
			t.Errorf("%d repeats are not the first of a longer study", n)
		}
		if other, _ := simulate.Repeat(n, 42, walk); slices.Equal(other, want) {
			t.Errorf("%d repeats: another seed gives the same numbers", n)
		}
	}
}

// TestStreams holds the streams of neighbouring repeats against uniform and independent numbers.
func TestStreams(t *testing.T) {
	const n = 100_000
	first, err := simulate.Repeat(n, 5, func(r *rand.Rand) (float64, error) { return r.Float64(), nil })
	if err != nil {
		t.Fatal(err)
	}
	if e := simulate.Mean(first); math.Abs(e.Z(.5)) > 4 {
		t.Errorf("first numbers: mean %v", e)
	}
	bins, product := make([]float64, 100), make([]float64, n-1)
	for i, u := range first {
		bins[int(100*u)]++
		if i > 0 {
			product[i-1] = (u - .5) * (first[i-1] - .5)
		}
	}
	chi2 := 0.0
	for _, b := range bins {
		chi2 += (b - n/100) * (b - n/100) / (n / 100)
	}
	if math.Abs(chi2-99) > 4*math.Sqrt(2*99) {
		t.Errorf("first numbers: χ² of 100 bins is %v", chi2)
	}
	if e := simulate.Mean(product); math.Abs(e.Z(0)) > 4 {
		t.Errorf("first numbers of neighbours: covariance %v", e)
	}
}

// TestErrors: the failure of the least index is returned, in whatever order they come.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, procs := range []int{1, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		for range 20 {
			_, err := simulate.Run(background, simulate.Study{Repeats: 2000, Seed: 3, Workers: 8}, func(i int, _ *rand.Rand) (int, error) {
				if i >= 100 && i%7 == 3 { // 101 is the first
					return 0, broken
				}
				if i%5 == 0 {
					runtime.Gosched()
				}
				return i, nil
			})
			var at *simulate.RepeatError
			if !errors.As(err, &at) || at.Index != 101 || !errors.Is(err, broken) || at.Panicked {
				t.Fatalf("got %v, want the error of repeat 101", err)
			}
			if want := "simulate: repeat 101 (its source is rand.NewPCG(3, 101)): broken"; err.Error() != want {
				t.Fatalf("got %q, want %q", err, want)
			}
		}
	}
}

func TestPanic(t *testing.T) {
	broken := errors.New("broken")
	for _, value := range []any{broken, "a text"} {
		func() {
			defer func() {
				at, ok := recover().(*simulate.RepeatError)
				if !ok || at.Index != 7 || !at.Panicked || !strings.Contains(at.Stack, "TestPanic") || !regexp.MustCompile(fmt.Sprint(`panic at simulate_test\.go:\d+: `, value)).MatchString(at.Error()) || (value == any(broken)) != errors.Is(at, broken) {
					t.Errorf("panic with %v: got %v", value, at)
				}
			}()
			_, err := simulate.Run(background, simulate.Study{Repeats: 100}, func(i int, _ *rand.Rand) (int, error) {
				if i >= 7 {
					panic(value)
				}
				return 0, nil
			})
			t.Errorf("panic with %v: returned %v", value, err)
		}()
	}
}

func TestGoexit(t *testing.T) {
	_, err := simulate.Repeat(3, 1, func(*rand.Rand) (int, error) { runtime.Goexit(); return 0, nil })
	if err == nil || !strings.Contains(err.Error(), "ended its goroutine") {
		t.Errorf("got %v", err)
	}
}

// TestCancel: a study stops soon after its context is cancelled, waits for what runs, and tells the cause.
func TestCancel(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	var running, begun atomic.Int64
	results, err := simulate.Run(ctx, simulate.Study{Repeats: 1 << 20, Workers: 4}, func(i int, r *rand.Rand) (int, error) {
		running.Add(1)
		defer running.Add(-1)
		if begun.Add(1) == 100 {
			cancel(cause)
		}
		return i, nil
	})
	if results != nil || !errors.Is(err, cause) || !strings.Contains(err.Error(), "of 1048576 repeats") {
		t.Errorf("got %d results, %v", len(results), err)
	}
	if n := running.Load(); n != 0 {
		t.Errorf("%d repeats still run", n)
	}
	if n := begun.Load(); n > 110 {
		t.Errorf("%d repeats were begun after the context was cancelled", n-100)
	}
	if _, err := simulate.Run(ctx, simulate.Study{Repeats: 3}, func(int, *rand.Rand) (int, error) { return 0, nil }); !errors.Is(err, cause) {
		t.Errorf("cancelled before it began: %v", err)
	}
}

// counter is a progress; it counts all that is added.
type counter struct {
	mu  sync.Mutex
	sum int
}

func (c *counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum += n
}

func TestProgress(t *testing.T) {
	for _, n := range []int{1, 63, 64, 1001} {
		var c counter
		if _, err := simulate.Run(background, simulate.Study{Repeats: n, Progress: &c}, func(int, *rand.Rand) (int, error) { return 0, nil }); err != nil || c.sum != n {
			t.Errorf("%d repeats: %d counted (%v)", n, c.sum, err)
		}
	}
}

func TestRefused(t *testing.T) {
	good := func(int, *rand.Rand) (int, error) { return 0, nil }
	run := func(ctx context.Context, s simulate.Study, f func(int, *rand.Rand) (int, error)) error {
		_, err := simulate.Run(ctx, s, f)
		return err
	}
	_, nothing := simulate.Repeat[int](3, 1, nil)
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no repeats", run(background, simulate.Study{}, good), input.ErrParam},
		{"negative repeats", run(background, simulate.Study{Repeats: -1}, good), input.ErrParam},
		{"too many repeats", run(background, simulate.Study{Repeats: math.MaxInt}, good), input.ErrParam},
		{"negative workers", run(background, simulate.Study{Repeats: 1, Workers: -1}, good), input.ErrParam},
		{"no experiment", run(background, simulate.Study{Repeats: 1}, nil), input.ErrEmpty},
		{"no context", run(nil, simulate.Study{Repeats: 1}, good), input.ErrEmpty}, //nolint:staticcheck // that is what is tested
		{"nothing to repeat", nothing, input.ErrEmpty},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

// TestEstimates holds means and standard errors against numbers found by hand.
func TestEstimates(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		what      string
		got, want simulate.Estimate
	}{
		{"mean", simulate.Mean([]float64{1, 2, 3, 4}), simulate.Estimate{Mean: 2.5, SE: math.Sqrt(5. / 12), N: 4}},
		{"mean far from 0", simulate.Mean([]float64{1e9, 1e9 + 2}), simulate.Estimate{Mean: 1e9 + 1, SE: 1, N: 2}},
		{"mean of one", simulate.Mean([]float64{3}), simulate.Estimate{Mean: 3, SE: nan, N: 1}},
		{"mean of none", simulate.Mean(nil), simulate.Estimate{Mean: nan, SE: nan}},
		{"paired", simulate.Paired([]float64{10, 20, 30}, []float64{9, 18, 27}), simulate.Estimate{Mean: 2, SE: 1 / math.Sqrt(3), N: 3}},
		{"paired, lengths differ", simulate.Paired([]float64{1}, nil), simulate.Estimate{Mean: nan, SE: nan}},
		{"share", simulate.Share(20, 100), simulate.Estimate{Mean: .2, SE: .04, N: 100}},
		{"share of none", simulate.Share(0, 0), simulate.Estimate{Mean: nan, SE: nan}},
		{"share above 1", simulate.Share(3, 2), simulate.Estimate{Mean: nan, SE: nan, N: 2}},
	} {
		if !testkit.Bits([]float64{c.got.Mean}, []float64{c.want.Mean}) || math.Abs(c.got.SE-c.want.SE) > 1e-15 || math.IsNaN(c.got.SE) != math.IsNaN(c.want.SE) || c.got.N != c.want.N {
			t.Errorf("%s: got %+v, want %+v", c.what, c.got, c.want)
		}
	}
	if !math.IsNaN(simulate.ShareSE(1.5, 3)) || simulate.ShareSE(.5, 100) != .05 {
		t.Error("standard error of a share")
	}
}

func ExampleRepeat() {
	// How far is the median of 25 normal numbers from 0, and is the mean nearer?
	type errs struct{ Median, Mean float64 }
	runs, err := simulate.Repeat(4000, 1, func(r *rand.Rand) (errs, error) {
		x, sum := make([]float64, 25), 0.0
		for i := range x {
			x[i] = r.NormFloat64()
			sum += x[i]
		}
		slices.Sort(x)
		return errs{math.Abs(x[12]), math.Abs(sum / 25)}, nil
	})
	median := simulate.Values(runs, func(e errs) float64 { return e.Median })
	mean := simulate.Values(runs, func(e errs) float64 { return e.Mean })
	fmt.Println(err, simulate.Mean(median), simulate.Paired(mean, median))
	// Output: <nil> 0.19986 ± 0.00234 -0.03947 ± 0.00193
}

// BenchmarkRepeat: what a study costs beyond its experiments, which here draw one number.
func BenchmarkRepeat(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := simulate.Repeat(n, 1, func(r *rand.Rand) (float64, error) { return r.Float64(), nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
