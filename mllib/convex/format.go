package convex

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (i Infeasible) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (i Interior) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (k KKT) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (q QP) Format(s fmt.State, _ rune) { show.Format(s, q) }

// Format writes the value for people, on one line with %+v.
func (r Report) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Solution) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (u Unbounded) Format(s fmt.State, _ rune) { show.Format(s, u) }
