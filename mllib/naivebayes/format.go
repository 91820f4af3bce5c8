package naivebayes

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/internal/show"
)

// This file lets package fmt write the types of the package for people.

// Format writes the value for people, on one line with %+v.
func (b Bernoulli) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (b BernoulliModel) Format(s fmt.State, _ rune) { show.Format(s, b) }

// Format writes the value for people, on one line with %+v.
func (c Categorical) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (c CategoricalModel) Format(s fmt.State, _ rune) { show.Format(s, c) }

// Format writes the value for people, on one line with %+v.
func (g Gaussian) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (g GaussianModel) Format(s fmt.State, _ rune) { show.Format(s, g) }

// Format writes the value for people, on one line with %+v.
func (h Histogram) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (h HistogramModel) Format(s fmt.State, _ rune) { show.Format(s, h) }

// Format writes the value for people, on one line with %+v.
func (k KDE) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (k KDEModel) Format(s fmt.State, _ rune) { show.Format(s, k) }

// Format writes the value for people, on one line with %+v.
func (m Multinomial) Format(s fmt.State, _ rune) { show.Format(s, m) }

// Format writes the value for people, on one line with %+v.
func (m MultinomialModel) Format(s fmt.State, _ rune) { show.Format(s, m) }
