package rkhs

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (f Function) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (m Mercer) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (n Nystrom) Format(s fmt.State, _ rune) { show.Format(s, n) }
