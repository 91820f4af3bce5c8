package multiclass_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"gonum.org/v1/gonum/mat"
)

// TestBrokenModels: what JSON holds need not be a model.
func TestBrokenModels(t *testing.T) {
	for _, text := range []string{
		`{"Classes":[1,2],"Parts":[null,null]}`,
		`{"Classes":[2,1],"Parts":[{"W":[1],"Classes":[-1,1]},{"W":[1],"Classes":[-1,1]}]}`,
	} {
		var m multiclass.Model[*logistic.Model]
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		if y, err := m.Predict(mat.NewDense(1, 1, []float64{1})); !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: %v, %v", text, y, err)
		}
	}
}

// TestPairOutside: there is no part before the first, behind the last, or of no model.
func TestPairOutside(t *testing.T) {
	m := &multiclass.PairsModel[*logistic.Model]{Classes: []int{1, 2, 5}}
	var none *multiclass.PairsModel[*logistic.Model]
	for _, c := range []struct {
		m       *multiclass.PairsModel[*logistic.Model]
		i, k, l int
	}{{m, 0, 0, 1}, {m, 2, 1, 2}, {m, -1, -1, -1}, {m, 3, -1, -1}, {none, 0, -1, -1}} {
		if k, l := c.m.Pair(c.i); k != c.k || l != c.l {
			t.Errorf("part %d: %d and %d, want %d and %d", c.i, k, l, c.k, c.l)
		}
	}
}
