package manifold

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (c Chain) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c Classical) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (d Diffusion) Format(s fmt.State, _ rune) { show.Format(s, d) }

// Format writes the value for people, on one line with %+v.
func (d DiffusionModel) Format(s fmt.State, _ rune) { show.Format(s, d) }

// Format writes the value for people, on one line with %+v.
func (e Eigenmaps) Format(s fmt.State, _ rune) { show.Format(s, e) }

// Format writes the value for people, on one line with %+v.
func (e EigenmapsModel) Format(s fmt.State, _ rune) { show.Format(s, e) }

// Format writes the value for people, on one line with %+v.
func (f Fitted) Format(s fmt.State, _ rune) { show.Format(s, f) }

// Format writes the value for people, on one line with %+v.
func (i Isomap) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (i IsomapModel) Format(s fmt.State, _ rune) { show.Format(s, i) }

// Format writes the value for people, on one line with %+v.
func (m MetricScaling) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (p Procrustes) Format(s fmt.State, _ rune) { show.Format(s, p) }

// Format writes the value for people, on one line with %+v.
func (v SMACOF) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Scaling) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Spectral) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v SpectralModel) Format(s fmt.State, _ rune) { show.Format(s, v) }

// Format writes the value for people, on one line with %+v.
func (v Surface) Format(s fmt.State, _ rune) { show.Format(s, v) }
