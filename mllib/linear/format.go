package linear

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (b BestErrors) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (h HardMargin) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (h Hyperplane) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (m MaxMarginModel) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (v Separation) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SoftMargin) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SoftMarginModel) Format(s fmt.State, _ rune) { show.Format(s, v) }
