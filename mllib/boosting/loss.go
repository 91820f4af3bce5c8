package boosting

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
)

// Loss is what a sum of functions f loses at a label y = ±1, or at a number. The zero value is Squares.
type Loss = enum.Of[losses]

const (
	Squares     Loss = iota // (y - f)²
	Exponential             // e^{-yf}
	Logistic                // log(1 + e^{-yf})
)

type losses struct{}

func (losses) Names() (string, []string) {
	return "boosting.Loss", []string{Squares: "squares", Exponential: "exponential", Logistic: "logistic"}
}

// Lost returns what f loses at y; NaN for a loss that has no name.
//
// Curriculum: N10.3c.
func Lost(l Loss, y, f float64) float64 {
	switch l {
	case Squares:
		return (y - f) * (y - f)
	case Exponential:
		return math.Exp(-y * f)
	case Logistic:
		return max(-y*f, 0) + math.Log1p(math.Exp(-math.Abs(y*f)))
	}
	return math.NaN()
}

// slopes are the first and second derivative of a loss by f.
func slopes(l Loss, y, f float64) (first, second float64) {
	switch l {
	case Squares:
		return 2 * (f - y), 2
	case Exponential:
		e := math.Exp(-y * f)
		return -y * e, y * y * e
	}
	p := 1 / (1 + math.Exp(y*f)) // share of the wrong side
	return -y * p, y * y * p * (1 - p)
}
