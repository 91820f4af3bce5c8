package value

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/display/formula/number"
)

// Meter bounds the work of operations on large values, and can stop it. A nil Meter bounds nothing.
type Meter struct {
	// Stopped, if not nil, says that nothing more is to be computed. It is asked before an operation that takes long, more often the longer it takes.
	Stopped func() bool
	// Work is what was done since it was last set to 0, in multiplications of floating-point numbers.
	Work int
}

const (
	maxWork    = 1 << 28 // what a Meter allows: some tenths of a second
	maxEntries = 1 << 23 // of one value
	entryWork  = 8       // a number that is kept, in multiplications
	exactWork  = 64      // a multiplication of rational numbers
	eigenWork  = 20      // the eigenvalues of an n×n matrix, in n³
	largeWork  = 1 << 14 // from where on it is asked whether the computation was stopped
	askedWork  = 1 << 16 // and then once for so much
)

// ErrWork is the cause of an error about values so large that an operation on them would take too long or too much memory.
var ErrWork = errors.New("the values are too large")

// ErrStopped is the error of an operation that a Meter stopped.
var ErrStopped = errors.New("the computation was stopped")

// Spend notes an operation of so many multiplications and with so many entries in its result, before it is done. It fails where that is
// too much: with ErrWork, which over an exact field, whose numbers grow as they are computed with, is number.ErrInexact, too.
func (o *Ops[T]) Spend(work, entries int) error {
	m := o.Meter
	if m == nil {
		return nil
	}
	unit := 1
	if o.F.Exact() {
		unit = exactWork
	}
	if work < 0 || entries < 0 || work > maxWork || entries > maxEntries { // below 0: more than an int holds
		return o.tooMuch()
	}
	work = (work + entryWork*entries) * unit
	if m.Stopped != nil {
		for left := work; left > largeWork; left -= askedWork {
			if m.Stopped() {
				return ErrStopped
			}
		}
	}
	if m.Work += work; m.Work > maxWork {
		return o.tooMuch()
	}
	return nil
}

func (o *Ops[T]) tooMuch() error {
	if o.F.Exact() {
		return fmt.Errorf("%w for exact arithmetic: %w", ErrWork, number.ErrInexact)
	}
	return fmt.Errorf("%w: this takes more than %d million operations, or %d million numbers", ErrWork, maxWork/1_000_000, maxEntries/1_000_000)
}

// spendProduct notes a product of values that fit.
func (o *Ops[T]) spendProduct(a, b Value[T]) error {
	return o.Spend(a.Rows*a.Cols*b.Cols, a.Rows*b.Cols)
}

// spendElimination notes an elimination in an n×n matrix beside m columns. Over the rationals its numbers are minors, which grow with n.
func (o *Ops[T]) spendElimination(n, m int) error {
	work := n * n * (n + m)
	if o.F.Exact() {
		work *= 1 + n/4
	}
	return o.Spend(work, n*m)
}

// spendEigenvalues notes the iteration for the eigenvalues of an n×n matrix, or an exact elimination that stands for it.
func (o *Ops[T]) spendEigenvalues(n int) error {
	if o.F.Exact() {
		return o.spendElimination(n, 0)
	}
	return o.Spend(eigenWork*n*n*n, n*n)
}

// spendPairs notes that each element of a set is compared with each of another.
func (o *Ops[T]) spendPairs(a, b Value[T]) error { return o.Spend(len(a.Items)*len(b.Items), 0) }
