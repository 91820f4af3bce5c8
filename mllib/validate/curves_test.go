package validate_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/regression"
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

// TestLearningCurveOfSortedData: data that stand class by class, as iris after SplitStratified, are refused with the way out; so are numbers in their
// order. Shuffled, both give a curve; a curve of all observations alone does not ask for an order.
func TestLearningCurveOfSortedData(t *testing.T) {
	train, test, err := data.Iris().SplitStratified(.6, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	_, err = validate.LearningCurve(train, test, []int{30, 90}, neighbours.KNN{})
	if !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), "train.Shuffled(src)") {
		t.Errorf("class by class: %v", err)
	}
	if _, err := validate.LearningCurve(train, test, []int{90}, neighbours.KNN{}); err != nil {
		t.Errorf("all observations: %v", err)
	}
	mixed, err := train.Shuffled(rand.NewPCG(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(slices.Sorted(slices.Values(mixed.Y)), train.Y) {
		t.Error("Shuffled has other labels")
	}
	if l, err := validate.LearningCurve(mixed, test, []int{30, 90}, neighbours.KNN{}); err != nil || l[0] > .2 {
		t.Errorf("shuffled: %v, %v", l, err)
	}
	x, y := mat.NewDense(30, 1, nil), make([]float64, 30)
	for i := range y {
		x.Set(i, 0, float64(i))
		y[i] = -float64(i / 2)
	}
	line := &data.Regression{X: x, Y: y}
	if _, err := validate.LearningCurve(line, line, []int{10}, regression.LeastSquares{}); !errors.Is(err, input.ErrParam) {
		t.Errorf("decreasing responses: %v", err)
	}
	if line, err = line.Shuffled(rand.NewPCG(1, 2)); err != nil {
		t.Fatal(err)
	}
	if _, err := validate.LearningCurve(line, line, []int{10}, regression.LeastSquares{}); err != nil {
		t.Errorf("shuffled responses: %v", err)
	}
	if _, err := line.Shuffled(nil); !errors.Is(err, input.ErrParam) {
		t.Errorf("no source: %v", err)
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
