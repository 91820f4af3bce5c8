package descent

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// Schedule is the sequence of steps η_0, η_1, ... of stochastic gradient descent. With a fixed step the run ends in a
// neighbourhood of the minimiser whose size grows with the step; with steps whose sum diverges and whose squares have a
// finite sum (InverseTime) it converges.
//
// Reference: H. Robbins and S. Monro, A stochastic approximation method (1951). Curriculum: Y15c, Y16a.
type Schedule struct {
	Decay Decay   // how the steps fall; the zero value is Fixed
	Step  float64 // > 0; 0 means 0.1 with Fixed and 1 otherwise
	T0    float64 // > 0, used by the schedules that fall; 0 means 1
}

// At returns η_t for t = 0, 1, 2, ...; NaN for an unknown Decay.
func (s Schedule) At(t int) float64 {
	s = s.withDefaults()
	switch s.Decay {
	case Fixed:
		return s.Step
	case InverseTime:
		return s.Step / (s.T0 + float64(t))
	case InverseRoot:
		return s.Step / math.Sqrt(s.T0+float64(t))
	}
	return math.NaN()
}

func (s Schedule) withDefaults() Schedule {
	if s.Step == 0 {
		s.Step = 1
		if s.Decay == Fixed {
			s.Step = .1
		}
	}
	if s.T0 == 0 {
		s.T0 = 1
	}
	return s
}

func (s Schedule) check(name string) error {
	return errors.Join(
		s.Decay.Check(name+"Decay"),
		input.Param(s.Step >= 0 && finite(s.Step), name+"Step", s.Step, "a positive number, or 0 for the usual one"),
		input.Param(s.T0 >= 0 && finite(s.T0), name+"T0", s.T0, "a positive number, or 0 for 1"),
	)
}
