package validate

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Choice[L]) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c CrossValidation[T, M]) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c Curve[L]) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (d Decomposition) Format(s fmt.State, _ rune) { show.Format(s, d) }

// Format writes the value for people, on one line with %+v.
func (f Fold) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (k KFold) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (l Loss[T, M]) Format(s fmt.State, _ rune) { show.Format(s, l) }
