package discriminant

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestNormalClassesOfNoModel: there are none, and no panic, as in a figure.
func TestNormalClassesOfNoModel(t *testing.T) {
	for name, classes := range map[string]func() ([]int, [][]float64, [][][]float64){
		"nil linear": (*LinearModel)(nil).NormalClasses, "nil quadratic": (*QuadraticModel)(nil).NormalClasses,
		"zero linear": (&LinearModel{}).NormalClasses, "zero quadratic": (&QuadraticModel{}).NormalClasses,
	} {
		if labels, means, covs := classes(); labels != nil || means != nil || covs != nil {
			t.Errorf("%s: %v, %v, %v", name, labels, means, covs)
		}
	}
}

// TestLabelsOutOfOrder: a model has its labels in increasing order, so that its numbers belong to them.
func TestLabelsOutOfOrder(t *testing.T) {
	x, y := mat.NewDense(6, 1, []float64{1, 2, 4, 3, 7, 9}), []int{1, 1, 1, 2, 2, 2}
	l, err := LDA{}.Fit(x, y)
	q, err2 := QDA{}.Fit(x, y)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, classes := range [][]int{{1, 1}, {2, 1}} {
		l.Classes, q.Classes = classes, classes
		if _, err := l.Predict(x); !errors.Is(err, input.ErrShape) {
			t.Errorf("linear model of %v: %v", classes, err)
		}
		if _, err := q.Predict(x); !errors.Is(err, input.ErrShape) {
			t.Errorf("quadratic model of %v: %v", classes, err)
		}
	}
}

// TestSmallNumbersAreTold: what underflows is named as that.
func TestSmallNumbersAreTold(t *testing.T) {
	x, y := mat.NewDense(6, 1, []float64{1, 2, 4, 3, 7, 9}), []int{1, 1, 1, 2, 2, 2}
	if _, err := (LDA{Divisor: Likelihood}).FitWeighted(x, y, slices.Repeat([]float64{1e-320}, 6)); !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), "weights") {
		t.Errorf("weights of 1e-320: %v", err)
	}
	for want, c := range map[string][2]float64{"is constant up to rounding": {1e-9, 1e6}, "is constant: ": {0, 3}, "underflow": {1e-165, 0}} {
		var z mat.Dense
		z.Apply(func(_, _ int, v float64) float64 { return c[0]*v + c[1] }, x)
		if _, err := (LDA{}).Fit(&z, y); !errors.Is(err, input.ErrSingular) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", c, err, want)
		}
	}
}
