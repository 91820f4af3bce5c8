package kernels

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Centring) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c Certificate) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (k Kernel) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (p Parameter) Format(s fmt.State, _ rune) { show.Format(s, p) }

// Format writes the value for people, on one line with %+v.
func (r Rows) Format(s fmt.State, _ rune) { show.Format(s, r) }
