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
