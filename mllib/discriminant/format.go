package discriminant

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Canonical) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (f Fisher) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (f FisherModel) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (g GramFisherModel) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (k KernelFisher) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (k KernelFisherModel) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (l LDA) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (l LinearModel) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (m Moments) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (n NearestMean) Format(s fmt.State, _ rune) { show.Format(s, n) }

// Format writes the value for people, on one line with %+v.
func (n NearestMeanModel) Format(s fmt.State, _ rune) { show.Format(s, n) }

// Format writes the value for people, on one line with %+v.
func (q QDA) Format(s fmt.State, _ rune) { show.Format(s, q) }

// Format writes the value for people, on one line with %+v.
func (q QuadraticModel) Format(s fmt.State, _ rune) { show.Format(s, q) }

// Format writes the value for people, on one line with %+v.
func (q Quadric) Format(s fmt.State, _ rune) { show.Format(s, q) }

// Format writes the value for people, on one line with %+v.
func (v Splits) Format(s fmt.State, _ rune) { show.Format(s, v) }
