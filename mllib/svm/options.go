package svm

import (
	"errors"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/smo"
)

// Form says how observations that fall short of the margin are paid for. The zero value is Price.
type Form = enum.Of[forms]

const (
	Price   Form = iota // minimise ½‖w‖² + C Σ ξ_i
	Hard                // minimise ½‖w‖² with all ξ_i = 0: the classes must be separable
	Share               // ν: at most the share ν of the observations falls short of the margin, and at least that share are support vectors
	Budget              // minimise ½‖w‖² with Σ ξ_i at most Limit
	Squares             // minimise ½‖w‖² + (C/2) Σ ξ_i²
)

type forms struct{}

func (forms) Names() (string, []string) {
	return "svm.Form", []string{Price: "price", Hard: "hard", Share: "share", Budget: "budget", Squares: "squares"}
}

// Stop is the reason why a fit stopped.
type Stop = smo.Stop

const (
	Converged      = smo.Converged      // the optimality conditions hold within the tolerance
	IterationLimit = smo.IterationLimit // MaxIter steps were done
	Rounding       = smo.Rounding       // they hold as far as rounding of the sums lets one see, which with huge prices may not be far: see Report.Gap
)

// Options say how exactly the quadratic program is solved, and with which memory.
type Options struct {
	// Tolerance bounds how far two observations may contradict each other about the offset, in units of f: the gap of Report. 0 means 1e-3 for more than 1,000
	// observations, and 1e-8 for fewer, and for linear machines whose steps are Newton's. These also stop no sooner than the duality gap is at most that part of the
	// primal objective, or what rounding of slacks costs.
	Tolerance  float64
	MaxIter    int  // steps; 0 means 100 for each observation and at least a million
	CacheBytes int  // memory for rows of the Gram matrix; 0 means 256 MiB
	Whole      bool // work with all observations all the time, without setting aside those that seem decided
}

func (o Options) check(of string) error {
	return errors.Join(
		input.Param(o.Tolerance >= 0 && o.Tolerance < 1, of+".Tolerance", o.Tolerance, "a number in [0, 1)"),
		input.Param(o.MaxIter >= 0, of+".MaxIter", o.MaxIter, "a number >= 0"),
		input.Param(o.CacheBytes >= 0, of+".CacheBytes", o.CacheBytes, "a number >= 0"),
	)
}

// few is up to how many observations the default is to be exact.
const few = 1000

// forSize fills in what is 0 for n observations.
func (o Options) forSize(n int, newton bool) smo.Options {
	s := smo.Options{Tolerance: o.Tolerance, MaxIter: o.MaxIter, CacheBytes: o.CacheBytes, Whole: o.Whole}
	if s.Tolerance == 0 {
		s.Tolerance = 1e-3
		if n <= few || newton {
			s.Tolerance = 1e-8
		}
	}
	if s.MaxIter == 0 {
		s.MaxIter = max(1_000_000, 100*n)
	}
	if s.CacheBytes == 0 {
		s.CacheBytes = 256 << 20
	}
	return s
}

// Report says how the fit ended. A limit that was reached is no error.
type Report struct {
	Stop       Stop
	Iterations int     // steps, each of two coefficients α_i (of one without an offset), or of Newton's method
	Gap        float64 // by how much the optimality conditions are violated, in units of f
	Rows       int     // rows of the Gram matrix that were computed; more than there are observations where the cache was too small
	Indefinite int     // steps along directions in which a kernel that is not positive definite bends the objective downwards
}

func report(r smo.Result) Report { return Report{r.Stop, r.Iterations, r.Gap, r.Rows, r.Indefinite} }
