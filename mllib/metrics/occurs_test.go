package metrics

import (
	"errors"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

// TestPositiveLabelOccurs: a label that is none of two others was not meant; a sample of one label may lack it by chance.
func TestPositiveLabelOccurs(t *testing.T) {
	p := []float64{.1, .5, .9}
	for _, c := range []struct {
		y    []int
		want error
	}{{[]int{1, 2, 1}, input.ErrLabel}, {[]int{1, 9, 1}, nil}, {[]int{1, 1, 1}, nil}} {
		_, calibration := Calibration(p, c.y, 9, 4)
		_, shares := ShareIn(p, c.y, 9, []float64{0, 1}, 1)
		_, _, threshold := AtThreshold(p, c.y, 9, .5)
		for what, err := range map[string]error{"calibration": calibration, "shares": shares, "threshold": threshold} {
			if !errors.Is(err, c.want) {
				t.Errorf("%s of %v: %v", what, c.y, err)
			}
		}
	}
}

// TestRSquaredOfSmallNumbers: it does not depend on the unit.
func TestRSquaredOfSmallNumbers(t *testing.T) {
	for _, unit := range []float64{1, 0x1p-380, 1e-150, 1e-200, 1e-300, 0x1p-1070} {
		predicted, truth := []float64{1 * unit, 2 * unit, 3.5 * unit}, []float64{1 * unit, 2 * unit, 3 * unit}
		if got, err := RSquared(predicted, truth); err != nil || math.Abs(got-.875) > 1e-12 {
			t.Errorf("unit %v: %v, %v", unit, got, err)
		}
	}
}
