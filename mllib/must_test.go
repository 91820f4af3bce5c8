package mllib_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mercer-go/mercer/mllib"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/la"
)

// refused returns the error with which call panics.
func refused(call func()) (err error) {
	defer func() { err, _ = recover().(error) }()
	call()
	return nil
}

func TestMustPanicsWithTheError(t *testing.T) {
	m := mllib.Must(discriminant.NewLinear(nil, la.V{.5, .5}, la.M{{0, 0}, {2, 1}}, la.I(2)))
	broken := errors.New("broken")
	for what, c := range map[string]struct {
		call func()
		want error
	}{
		"Must":              {func() { mllib.Must(1, broken) }, broken},
		"Must2":             {func() { mllib.Must2(1, 2, broken) }, broken},
		"another dimension": {func() { mllib.At(m.Predict, 1, 2, 3) }, input.ErrShape},
		"no coordinates":    {func() { mllib.At(m.Predict) }, input.ErrEmpty},
		"row, dimension":    {func() { mllib.RowAt(m.Posteriors, 1) }, input.ErrShape},
		"plane of dimension": {func() {
			mllib.Plane(mllib.Must(discriminant.NewLinear(nil, la.V{.5, .5}, la.M{{0}, {2}}, la.I(1))).Predict)(1, 2)
		}, input.ErrShape},
	} {
		if err := refused(c.call); !errors.Is(err, c.want) {
			t.Errorf("%s: panic with %v, want %v", what, err, c.want)
		}
	}
	if a, b := mllib.Must2(1, "b", nil); a != 1 || b != "b" {
		t.Error(a, b)
	}
}

func ExampleAt() {
	m := mllib.Must(discriminant.NewLinear(nil, la.V{.5, .25, .25}, la.M{{0, 0}, {2, 0}, {0, 2}}, la.I(2)))
	fmt.Println(mllib.At(m.Predict, 1.5, .2))
	fmt.Printf("%.3f %.3f\n", mllib.RowAt(m.Posteriors, 1.5, .2), mllib.RowAt(m.Scores, 1.5, .2))
	fmt.Println(mllib.Plane(m.Predict)(1.5, .2))
	// Output:
	// 2
	// [0.406 0.552 0.041] [-0.693 -0.386 -2.986]
	// 2
}
