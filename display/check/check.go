package check

import (
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Group runs checks and shows them as one table under a title, which may be empty. If one does not hold, the cell
// fails after the table was shown.
func Group(title string, checks func(c *List)) {
	l := &List{title: title}
	if checks != nil {
		checks(l)
	}
	l.finish()
}

// finish shows the list and fails the cell where a check does not hold. A list without a check fails too: it states
// nothing.
func (l *List) finish() {
	if len(l.rows) == 0 {
		l.addText("no check was made", "0", "at least 1", "", "", false)
	}
	send.Display(l.bundle())
	if !l.OK() {
		send.Fail(frame.Failed{Name: "CheckFailed", Value: l.failures(), Shown: true})
	}
}

func one(state func(l *List)) { Group("", state) }

// Near states |got − want| ≤ tol.
func Near(name string, got, want, tol float64) {
	one(func(l *List) { l.Near(name, got, want, tol) })
}

// Relative states |got − want| ≤ tol·|want|.
func Relative(name string, got, want, tol float64) {
	one(func(l *List) { l.Relative(name, got, want, tol) })
}

// Equal states that got and want are the same.
func Equal(name string, got, want any) { one(func(l *List) { l.Equal(name, got, want) }) }

// True states that a condition holds.
func True(name string, holds bool) { one(func(l *List) { l.True(name, holds) }) }

// NoError states that err is nil.
func NoError(name string, err error) { one(func(l *List) { l.NoError(name, err) }) }

// Less states got < bound.
func Less(name string, got, bound float64) { one(func(l *List) { l.Less(name, got, bound) }) }

// Greater states got > bound.
func Greater(name string, got, bound float64) { one(func(l *List) { l.Greater(name, got, bound) }) }

// AtMost states got ≤ bound. A tolerance for rounding may be given.
func AtMost(name string, got, bound float64, tol ...float64) {
	one(func(l *List) { l.AtMost(name, got, bound, tol...) })
}

// AtLeast states got ≥ bound. A tolerance for rounding may be given.
func AtLeast(name string, got, bound float64, tol ...float64) {
	one(func(l *List) { l.AtLeast(name, got, bound, tol...) })
}

// Within states lo ≤ got ≤ hi.
func Within(name string, got, lo, hi float64) {
	one(func(l *List) { l.Within(name, got, lo, hi) })
}

// Slice states |got[i] − want[i]| ≤ tol for every i and equal lengths.
func Slice(name string, got, want []float64, tol float64) {
	one(func(l *List) { l.Slice(name, got, want, tol) })
}

// MatrixNear states |got(i, j) − want(i, j)| ≤ tol for every entry and equal shapes.
func MatrixNear(name string, got, want Matrix, tol float64) {
	one(func(l *List) { l.Matrix(name, got, want, tol) })
}

// Simulated states that the mean of a sample of independent runs is want, within k standard errors.
func Simulated(name string, sample []float64, want, k float64) {
	one(func(l *List) { l.Simulated(name, sample, want, k) })
}

// SimulatedAtMost states that the mean of a sample of independent runs is at most a bound, up to k standard errors.
func SimulatedAtMost(name string, sample []float64, bound, k float64) {
	one(func(l *List) { l.SimulatedAtMost(name, sample, bound, k) })
}

// ShareAtMost states that the share of successes in n independent trials is at most a bound, up to k standard errors.
func ShareAtMost(name string, successes, n int, bound, k float64) {
	one(func(l *List) { l.ShareAtMost(name, successes, n, bound, k) })
}

// Share states that the share of successes in n independent trials is want, within k standard errors.
func Share(name string, successes, n int, want, k float64) {
	one(func(l *List) { l.Share(name, successes, n, want, k) })
}

// Paired states that the means of two paired samples differ by want, within k standard errors of the differences.
func Paired(name string, a, b []float64, want, k float64) {
	one(func(l *List) { l.Paired(name, a, b, want, k) })
}

// PairedLess states that the mean of a is below that of b, by at least k standard errors of their paired differences.
func PairedLess(name string, a, b []float64, k float64) {
	one(func(l *List) { l.PairedLess(name, a, b, k) })
}

// Bound states got[i] ≤ bound[i] for all runs and tells how tight the bound is.
func Bound(name string, got, bound []float64, opts ...BoundOption) {
	one(func(l *List) { l.Bound(name, got, bound, opts...) })
}
