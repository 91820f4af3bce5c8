package gp

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Classifier) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c ClassifierModel) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c ClassifierReport) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (e Evidence) Format(s fmt.State, _ rune) { show.Format(s, e) }

// Format writes the value for people, on one line with %+v.
func (f Free) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (l LeaveOneOut) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (r Regression) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (r RegressionModel) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Search) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SearchReport) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Start) Format(s fmt.State, _ rune) { show.Format(s, v) }
