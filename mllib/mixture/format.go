package mixture

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (g Gaussian) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (m Model) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (r Report) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (r Run) Format(s fmt.State, _ rune) { show.Format(s, r) }

// Format writes the value for people, on one line with %+v.
func (v Start) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Step) Format(s fmt.State, _ rune) { show.Format(s, v) }
