package dense

import (
	"runtime"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// engine says with what to compute: the instructions, and how many goroutines at most, where 0 stands for GOMAXPROCS. Neither changes a
// bit of the result.
type engine struct {
	set     instructions
	workers int
}

// machine is the engine of this process.
var machine = engine{set: supported()[0]}

// alone is the same engine in one goroutine.
func (e engine) alone() engine { return engine{set: e.set, workers: 1} }

// largeWork is the number of multiplications from which starting goroutines pays.
const largeWork = 1 << 20

// forWork is the engine for so many multiplications, with a number of workers of at least 1.
func (e engine) forWork(multiplications int) engine {
	if multiplications < largeWork {
		return e.alone()
	}
	if e.workers == 0 {
		e.workers = runtime.GOMAXPROCS(0)
	}
	return e
}

// each calls f(0), ..., f(n-1), on all workers. A panic of f is carried to the caller.
func (e engine) each(n int, f func(i int)) { parallel.On(e.workers, n, f) }

// pieces calls f for pieces lo..hi-1 of 0..n-1, one for each worker, their lengths multiples of granule but for the last.
func (e engine) pieces(n, granule int, f func(e engine, lo, hi int)) {
	count := max(1, min(e.workers, n/granule))
	length := (n + count - 1) / count
	length = (length + granule - 1) / granule * granule
	e.each((n+length-1)/length, func(i int) { f(e.alone(), i*length, min(n, (i+1)*length)) })
}
