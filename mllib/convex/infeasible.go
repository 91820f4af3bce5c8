package convex

import (
	"errors"
	"fmt"
)

// The reasons why a program has no solution.
var (
	ErrInfeasible = errors.New("no point satisfies all constraints")
	ErrUnbounded  = errors.New("the objective has no lower bound")
	ErrAccuracy   = errors.New("the solution was not reached")
)

// Infeasible is the error of a program without a feasible point, with its proof: λ ≥ 0 and ν with Gᵀλ + Aᵀν = 0 and hᵀλ + bᵀν < 0. For a feasible x that sum would be
// at least λᵀGx + νᵀAx = 0. It wraps ErrInfeasible.
//
// Reference: J. Farkas (1902).
type Infeasible struct {
	Lambda []float64 // a number for each inequality
	Nu     []float64 // a number for each equation
}

func (e *Infeasible) Error() string {
	return fmt.Sprintf("convex: %v: a combination of %d of them is a contradiction", ErrInfeasible, nonzero(e.Lambda)+nonzero(e.Nu))
}

// Unwrap returns ErrInfeasible.
func (e *Infeasible) Unwrap() error { return ErrInfeasible }

// Unbounded is the error of a program whose objective falls without end, with its proof: a feasible point X and a Direction d with Pd = 0, Gd ≤ 0, Ad = 0 and qᵀd < 0,
// along which the objective falls linearly. It wraps ErrUnbounded.
type Unbounded struct {
	X         []float64 // a feasible point
	Direction []float64
}

func (e *Unbounded) Error() string {
	return fmt.Sprintf("convex: %v: along Direction it falls for ever", ErrUnbounded)
}

// Unwrap returns ErrUnbounded.
func (e *Unbounded) Unwrap() error { return ErrUnbounded }

func nonzero(v []float64) int {
	n := 0
	for _, x := range v {
		if x != 0 {
			n++
		}
	}
	return n
}
