package la_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mercer-go/mercer/mllib"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/la"
)

func TestPointsPanicWithTheError(t *testing.T) {
	m := mllib.Must(discriminant.NewLinear(nil, la.V{.5, .5}, la.M{{0, 0}, {2, 1}}, la.I(2)))
	for what, c := range map[string]struct {
		call func()
		want error
	}{
		"another dimension": {func() { la.At(m.Predict, 1, 2, 3) }, input.ErrShape},
		"no coordinates":    {func() { la.At(m.Predict) }, input.ErrEmpty},
		"a row":             {func() { la.RowAt(m.Posteriors, 1) }, input.ErrShape},
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); !errors.Is(err, c.want) {
					t.Errorf("%s: panic with %v, want %v", what, err, c.want)
				}
			}()
			c.call()
		}()
	}
}

func ExampleAt() {
	m := mllib.Must(discriminant.NewLinear(nil, la.V{.5, .25, .25}, la.M{{0, 0}, {2, 0}, {0, 2}}, la.I(2)))
	fmt.Println(la.At(m.Predict, 1.5, .2))
	fmt.Printf("%.3f %.3f\n", la.RowAt(m.Posteriors, 1.5, .2), la.RowAt(m.Scores, 1.5, .2))
	// Output:
	// 2
	// [0.406 0.552 0.041] [-0.693 -0.386 -2.986]
}
