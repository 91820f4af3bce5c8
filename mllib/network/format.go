package network

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Classifier) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (e Epoch) Format(s fmt.State, _ rune) { show.Format(s, e) }

// Format writes the value for people, on one line with %+v.
func (l Layer) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (m Model) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (n Net) Format(s fmt.State, _ rune) { show.Format(s, n) }

// Format writes the value for people, on one line with %+v.
func (o Objective) Format(s fmt.State, _ rune) { show.Format(s, o) }

// Format writes the value for people, on one line with %+v.
func (p Patches) Format(s fmt.State, _ rune) { show.Format(s, p) }

// Format writes the value for people, on one line with %+v.
func (r RegressionModel) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (r Regressor) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (r Report) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Shape) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Size) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Steps) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (t Training) Format(s fmt.State, _ rune) { show.Format(s, t) }

// Format writes the value for people, on one line with %+v.
func (w Weighted) Format(s fmt.State, _ rune) { show.Format(s, w) }

// Format writes the value for people, on one line with %+v.
func (w Weights) Format(s fmt.State, _ rune) { show.Format(s, w) }
