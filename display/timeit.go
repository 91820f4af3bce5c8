package display

import (
	"fmt"
	"slices"
	"time"
)

// Timing is how long something takes.
type Timing struct {
	Runs           int           // in each round
	Rounds         int           // that were measured
	Min, Med, Max  time.Duration // of a run, over the rounds
	nanosecondsMed float64       // Med, with what a Duration cannot have
}

// What TimeIt aims at: rounds long enough for the clock, and an end.
const (
	roundTime = 20 * time.Millisecond
	timeRound = 7
	timeTotal = 2 * time.Second
)

// TimeIt runs f, first to learn how often a round must run it, then in seven rounds or, where f is slow, for two seconds,
// and shows the times of a run. The kernel calls it for %timeit.
func TimeIt(f func()) { Show(timeIt(f, time.Now)) }

// timeIt measures with a clock.
func timeIt(f func(), now func() time.Time) Timing {
	round := func(n int) time.Duration {
		start := now()
		for range n {
			f()
		}
		return now().Sub(start)
	}
	n, first := 1, round(1)
	spent := first
	for first < roundTime && n < 1<<30 {
		n *= 2
		first = round(n)
		spent += first
	}
	times := []time.Duration{first}
	for len(times) < timeRound && spent < timeTotal {
		t := round(n)
		times, spent = append(times, t), spent+t
	}
	slices.Sort(times)
	med := times[len(times)/2]
	each := func(t time.Duration) time.Duration { return t / time.Duration(n) }
	return Timing{Runs: n, Rounds: len(times), Min: each(times[0]), Med: each(med), Max: each(times[len(times)-1]),
		nanosecondsMed: float64(med) / float64(n)}
}

// String says the median and the range.
func (t Timing) String() string {
	if t.Runs == 1 && t.Rounds == 1 {
		return three(t.nanosecondsMed) + " (one run)"
	}
	return fmt.Sprintf("%s a run: the median of %d rounds of %d runs, which took from %s to %s", three(t.nanosecondsMed), t.Rounds, t.Runs,
		three(float64(t.Min)), three(float64(t.Max)))
}

// three writes a number of nanoseconds with three digits and its best unit.
func three(ns float64) string {
	unit := "ns"
	for _, u := range []string{"µs", "ms", "s"} {
		if ns < 999.5 {
			break
		}
		ns, unit = ns/1000, u
	}
	return fmt.Sprintf("%.3g %s", ns, unit)
}
