package likelihood

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
)

// Information returns Fisher's information I(θ) of one observation of the law, k×k. It returns an error that wraps input.ErrShape or input.ErrParam for theta, and ErrNotRegular for
// uniform laws.
//
// Curriculum: V11.2.2a, V11.2.3a.
func Information(law Law, theta ...float64) (dist.Sym, error) {
	s, err := information(law, theta)
	if err != nil {
		return dist.Sym{}, fmt.Errorf("likelihood: information: %w", err)
	}
	return s, nil
}

func information(law Law, theta []float64) (dist.Sym, error) {
	if err := law.Check("law"); err != nil {
		return dist.Sym{}, err
	}
	r := table[law]
	if len(theta) != len(r.parameters) {
		return dist.Sym{}, input.Errorf(input.ErrShape, "theta", "got %d numbers, want %d for a %v law", len(theta), len(r.parameters), law)
	}
	var errs []error
	for j, p := range r.parameters {
		errs = append(errs, input.Param(p.allows(theta[j]), p.name, theta[j], p.wants()))
	}
	if err := errors.Join(errs...); err != nil {
		return dist.Sym{}, err
	}
	if r.expected == nil {
		return dist.Sym{}, fmt.Errorf("%v: %w", law, ErrNotRegular)
	}
	one := &problem{record: r, sample: &sample{unit: 1}}
	s := one.scaled(r.expected(theta), 1)
	for _, v := range s.Data {
		if v-v != 0 {
			return dist.Sym{}, input.Errorf(input.ErrNotFinite, "theta", "the information overflows")
		}
	}
	return s, nil
}

// CramerRao returns (n·I(θ))⁻¹: no unbiased estimator of θ from n independent observations has a covariance below it (Σ ⪰ it). The errors are those of Information, and one that wraps
// input.ErrParam for n < 1.
//
// Reference: C. R. Rao, Information and the accuracy attainable in the estimation of statistical parameters (1945). Curriculum: V11.2.3a.
func CramerRao(law Law, n int, theta ...float64) (dist.Sym, error) {
	s, err := information(law, theta)
	err = errors.Join(err, input.Param(n >= 1, "n", n, "a number >= 1"))
	if err == nil {
		s, err = invertFree(s, make([]bool, s.N))
	}
	if err != nil {
		return dist.Sym{}, fmt.Errorf("likelihood: cramér and rao: %w", err)
	}
	for i := range s.Data {
		s.Data[i] /= float64(n)
	}
	return s, nil
}
