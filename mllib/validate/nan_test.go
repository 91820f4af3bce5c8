package validate_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// TestLossesThatAreNotFinite: NaN is no loss, wherever it stands; an infinite one is compared as it is.
func TestLossesThatAreNotFinite(t *testing.T) {
	s, candidates := data.Iris(), []neighbours.KNN{{K: 1}, {K: 3}}
	folds, err := validate.KFold{Stratified: true}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	choose := func(of [2]float64) (*validate.Choice[neighbours.KNN], error) {
		return validate.ChooseBy(s, folds, candidates, func(m *neighbours.Model, _ mat.Matrix, _ []int) (float64, error) { return of[m.K/2], nil })
	}
	for _, of := range [][2]float64{{math.NaN(), .1}, {.1, math.NaN()}} {
		if c, err := choose(of); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("losses %v: %v, %v", of, c, err)
		}
	}
	for _, c := range []struct {
		of   [2]float64
		best int
	}{{[2]float64{.1, math.Inf(-1)}, 1}, {[2]float64{math.Inf(1), .1}, 1}, {[2]float64{math.Inf(1), math.Inf(1)}, 0}, {[2]float64{.1, math.Inf(1)}, 0}} {
		if got, err := choose(c.of); err != nil || got.Best != c.best || got.OneStdErr() != c.best {
			t.Errorf("losses %v: %v, %v", c.of, got, err)
		}
	}
}

// TestNoResults: nil and zero results are told, without a panic.
func TestNoResults(t *testing.T) {
	var none *validate.Choice[neighbours.KNN]
	for _, c := range []*validate.Choice[neighbours.KNN]{none, {}} {
		if !reflect.DeepEqual(c.Learner(), neighbours.KNN{}) || c.OneStdErr() != -1 {
			t.Errorf("%v: %v, %d", c, c.Learner(), c.OneStdErr())
		}
	}
	var cv *validate.CrossValidation[int, *neighbours.Model]
	if _, err := cv.By(data.Iris(), nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no cross-validation: %v", err)
	}
}
