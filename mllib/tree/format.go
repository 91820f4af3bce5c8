package tree

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (b Box) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (c Choice) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c Classifier) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (g Growth) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (l Lean) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (l LeanNode) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (m Model) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (n Node) Format(s fmt.State, _ rune) { show.Format(s, n) }

// Format writes the value for people, on one line with %+v.
func (o Outline) Format(s fmt.State, _ rune) { show.Format(s, o) }

// Format writes the value for people, on one line with %+v.
func (r RegressionModel) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (r Regressor) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Stage) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (t Tree) Format(s fmt.State, _ rune) { show.Format(s, t) }
