package logistic

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestBrokenModels: models that Fit did not make are refused where they are used.
func TestBrokenModels(t *testing.T) {
	x := mat.NewDense(1, 1, []float64{1})
	for _, text := range []string{`{"W":[1],"B":2,"Classes":[1,1]}`, `{"W":[1],"B":2,"Classes":[2,1]}`, `{"W":[1],"B":2,"Classes":[1]}`} {
		var m Model
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		_, predict := m.Predict(x)
		_, posterior := m.Posterior(x)
		_, posteriors := m.Posteriors(x)
		for _, err := range []error{predict, posterior, posteriors} {
			if !errors.Is(err, input.ErrShape) {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
	s := SoftmaxModel{Classes: []int{3, 1}, W: [][]float64{{0}, {1}}, B: []float64{0, 1}}
	if _, err := s.Predict(x); !errors.Is(err, input.ErrShape) {
		t.Errorf("softmax: %v", err)
	}
}

// TestStandardErrorsThatDoNotFit: one for each coefficient, or there are no intervals.
func TestStandardErrorsThatDoNotFit(t *testing.T) {
	var m Model
	if err := json.Unmarshal([]byte(`{"W":[1],"B":2,"Classes":[1,2],"StdErr":[1],"Covariance":[[1]]}`), &m); err != nil {
		t.Fatal(err)
	}
	if intervals, err := m.Wald(.95); !errors.Is(err, input.ErrParam) {
		t.Errorf("%v, %v", intervals, err)
	}
	if _, columns, _ := m.Table(); len(columns) != 2 {
		t.Errorf("columns %q", columns)
	}
	if _, err := (*Model)(nil).Wald(.95); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no model: %v", err)
	}
}
