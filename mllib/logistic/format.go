package logistic

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (b Binary) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (i Interval) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (i Iterate) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (k KernelModel) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (l Likelihood) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (m Model) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (r Report) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Separation) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Smooth) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SmoothModel) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Softmax) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SoftmaxModel) Format(s fmt.State, _ rune) { show.Format(s, v) }
