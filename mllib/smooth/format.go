package smooth

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (e Errors) Format(s fmt.State, _ rune) { show.Format(s, e) }

// Format writes the value for people, on one line with %+v.
func (v Series) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SeriesModel) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Smoother) Format(s fmt.State, _ rune) { show.Format(s, v) }
