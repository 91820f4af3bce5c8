package descent

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (g GradientDescent) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (h Huber) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (l LBFGS) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (p Point) Format(s fmt.State, _ rune) { show.Format(s, p) }

// Format writes the value for people, on one line with %+v.
func (q Quadratic) Format(s fmt.State, _ rune) { show.Format(s, q) }

// Format writes the value for people, on one line with %+v.
func (r Report) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (r Result) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Schedule) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Stochastic) Format(s fmt.State, _ rune) { show.Format(s, v) }
