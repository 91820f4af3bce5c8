package graph

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (e Edge) Format(s fmt.State, _ rune) { show.Format(s, e) }

// Format writes the value for people, on one line with %+v.
func (g Graph) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (l Lattice) Format(s fmt.State, _ rune) { show.Format(s, l) }
