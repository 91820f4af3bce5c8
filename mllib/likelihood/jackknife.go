package likelihood

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// Corrected holds estimates from which an estimate of their bias was taken.
type Corrected struct {
	Theta []float64 // the estimates without what is taken for their bias
	Bias  []float64 // what was taken from them
}

// Jackknife estimates the bias of each estimate by n fits that leave one observation out, (n-1)·(their mean - the estimate), and takes it off. It removes a bias of the order 1/n: all
// of it for the variance of a normal law. It may raise the variance, and leaves the range of a parameter where the bias is large. The errors are those of Fit for x and for what is left of it, and
// one that wraps input.ErrEmpty for fewer than two observations. The fits are shared among the processors.
//
// Reference: M. Quenouille, Notes on bias in estimation, Biometrika 43 (1956). Curriculum: V11.2.4a.
func (p MLE) Jackknife(x []float64) (*Corrected, error) {
	c, err := p.jackknife(x)
	if err != nil {
		return nil, fmt.Errorf("likelihood: jackknife: %w", err)
	}
	return c, nil
}

func (p MLE) jackknife(x []float64) (*Corrected, error) {
	m, err := p.Fit(x)
	if err != nil {
		return nil, err
	}
	n := len(x)
	if n < 2 {
		return nil, input.Errorf(input.ErrEmpty, "x", "got one observation, want two or more")
	}
	p.Trace = false
	fits := make([][]float64, n)
	err = parallel.Try(n, func(i int) error {
		left, err := p.Fit(slices.Delete(slices.Clone(x), i, i+1))
		if err != nil {
			return fmt.Errorf("without observation %d: %w", i, err)
		}
		fits[i] = left.Theta
		return nil
	})
	if err != nil {
		return nil, err
	}
	c := &Corrected{Theta: slices.Clone(m.Theta), Bias: make([]float64, len(m.Theta))}
	for j, v := range m.Theta {
		for _, f := range fits {
			c.Bias[j] += (f[j] - v) * (float64(n-1) / float64(n))
		}
		c.Theta[j] -= c.Bias[j]
	}
	return c, nil
}
