package validate_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// onLine is points of a line with their labels.
func onLine(x []float64, y []int) *data.Set { return &data.Set{X: mat.NewDense(len(x), 1, x), Y: y} }

func TestLearningCurveUsesTheFirstObservations(t *testing.T) {
	train := onLine([]float64{0, 10, 6}, []int{1, 2, 1})
	test := onLine([]float64{1, 4, 7, 9}, []int{1, 1, 1, 2})
	got, err := validate.LearningCurve(train, test, []int{1, 2, 3}, neighbours.KNN{})
	// One observation says 1 everywhere; with 10 the border is at 5, so that 7 is taken for a 2; with 6 it is at 8.
	if want := []float64{.25, .25, 0}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

func TestLearningCurveErrors(t *testing.T) {
	s := onLine([]float64{0, 1}, []int{1, 1})
	none := func(mat.Matrix, []int) (learn.Model[int], error) { return nil, nil }
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		train, test *data.Set
		sizes       []int
		fit         learn.Func[int, learn.Model[int]]
		want        error
	}{
		"no sizes":   {s, s, nil, none, input.ErrEmpty},
		"no fit":     {s, s, []int{1}, nil, input.ErrEmpty},
		"no model":   {s, s, []int{1}, none, input.ErrEmpty},
		"no data":    {nil, s, []int{1}, none, input.ErrEmpty},
		"no test":    {s, &data.Set{}, []int{1}, none, input.ErrEmpty},
		"too many":   {s, s, []int{1, 3}, none, input.ErrParam},
		"none":       {s, s, []int{0}, none, input.ErrParam},
		"fit's own":  {s, s, []int{2}, func(mat.Matrix, []int) (learn.Model[int], error) { return nil, broken }, broken},
		"above n":    {s, s, []int{3}, none, input.ErrParam},
		"wrong size": {s, s, []int{2}, func(mat.Matrix, []int) (learn.Model[int], error) { return tooFew{}, nil }, input.ErrShape},
	} {
		if _, err := validate.LearningCurve(c.train, c.test, c.sizes, c.fit); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	if _, err := validate.LearningCurve(s, s, []int{2}, discriminant.NearestMean{}); !errors.Is(err, input.ErrOneClass) {
		t.Errorf("one class: got %v, want the error of fit", err)
	}
}

// tooFew predicts nothing.
type tooFew struct{}

func (tooFew) Predict(mat.Matrix) ([]int, error) { return nil, nil }
