package erm

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (h Hyperplanes) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (h HyperplanesModel) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (m Model[H]) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (v Stump) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Switches) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SwitchesModel) Format(s fmt.State, _ rune) { show.Format(s, v) }
