package vc

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (b Ball) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (b BallModel) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (b Boxes) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (c Canonical) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c Certificate) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c Choice) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (f Family) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (g Growth) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (h HalfSpaces) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (i Intervals) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (l Level) Format(s fmt.State, _ rune) { show.Format(s, l) }

// Format writes the value for people, on one line with %+v.
func (p Penalty) Format(s fmt.State, _ rune) { show.Format(s, p) }

// Format writes the value for people, on one line with %+v.
func (r Rays) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Structural[M]) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v StructuralModel[M]) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (t ThroughPoints) Format(s fmt.State, _ rune) { show.Format(s, t) }
