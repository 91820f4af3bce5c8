package partition

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Cells) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (m Mass) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (m Model) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (r Rule) Format(s fmt.State, _ rune) { show.Format(s, r) }
