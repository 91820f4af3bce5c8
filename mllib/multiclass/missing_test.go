package multiclass_test

import (
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"github.com/mercer-go/mercer/mllib/tree"
)

// TestMissingValues: the parts decide whether X may hold missing values.
func TestMissingValues(t *testing.T) {
	s := data.Iris()
	for i := 0; i < s.Len(); i += 7 {
		s.X.Set(i, i%4, math.NaN())
	}
	boosted := boosting.Boost(tree.Classifier{Growth: tree.Growth{Depth: 1, Missing: tree.MissingSide}}, 5)
	rest, err := multiclass.OneAgainstRest(boosted).Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := multiclass.OneAgainstOne(boosted).Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []learn.Model[int]{rest, pairs} {
		said, err := m.Predict(s.X)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i := range said {
			if said[i] != s.Y[i] {
				wrong++
			}
		}
		if wrong > 15 {
			t.Errorf("%T: %d of 150 wrong", m, wrong)
		}
	}
}
