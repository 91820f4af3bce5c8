package logistic

import "math"

// Separation proves that the likelihood has no maximum: it does not fall along Direction from any point.
//
// Reference: A. Albert and J. A. Anderson, On the existence of maximum likelihood estimates in logistic regression models,
// Biometrika 71 (1984), 1-10. Curriculum: N6.3f, S4c, Y13e.
type Separation struct {
	// Complete is true if along Direction the score of each observation's own class exceeds all others. Otherwise some
	// observations are tied in Direction, up to 1e-6 of the largest margin (quasi-complete separation), and only the
	// others have probabilities that tend to 1.
	Complete bool
	// Direction is in the order of the coefficients of Likelihood: (w; b) for two classes.
	Direction []float64
}

// recession returns the separation that the direction proves, or nil: the margins in it, the score of the own class minus the
// largest other score, must not be negative up to rounding, and it must still move some log-odds by 1/2, as the steps of
// Newton's method do for ever where there is no maximum, and do not near a maximum.
func (l *Likelihood) recession(direction []float64) *Separation {
	least, most := l.margins(direction)
	if most < .5 || least < -1e-6*most {
		return nil
	}
	return &Separation{Complete: least > 1e-6*most, Direction: direction}
}

// margins returns the smallest and the largest margin of the rows under θ.
func (l *Likelihood) margins(theta []float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	w := newWork(l, l)
	for first := 0; first < l.N; first += chunk {
		w.scores(theta, first, min(l.N, first+chunk))
		for _, m := range w.margins() {
			least, most = min(least, m), max(most, m)
		}
	}
	return least, most
}
