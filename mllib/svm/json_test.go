package svm_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/mat"
)

// wide are 200 rows of 300 columns, with labels and numbers.
func wide() (x *mat.Dense, y []int, v []float64) {
	r := rand.New(rand.NewPCG(6, 1))
	x, y, v = mat.NewDense(200, 300, nil), make([]int, 200), make([]float64, 200)
	for i := range y {
		for j := range 300 {
			x.Set(i, j, r.NormFloat64())
		}
		v[i] = x.At(i, 0) + r.NormFloat64()
		y[i] = 1
		if v[i] < 0 {
			y[i] = -1
		}
	}
	return x, y, v
}

// TestSavedLinearMachines: the file of a linear machine holds w and what belongs to the observations, not the support vectors, and the model that is
// read from it answers to the last bit as before; with another kernel the support vectors stay.
func TestSavedLinearMachines(t *testing.T) {
	x, y, v := wide()
	for _, k := range []kernels.Kernel{kernels.Linear(), kernels.Gaussian(20)} {
		c, err := svm.Classifier{Kernel: k}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		var again svm.Model
		text := through(t, c, &again)
		want, err := c.Scores(x)
		if err != nil {
			t.Fatal(err)
		}
		got, err := again.Scores(x)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: other scores (%v)", k, err)
		}
		if !reflect.DeepEqual(again.Support(), c.Support()) || !reflect.DeepEqual(again.Coefficients(), c.Coefficients()) {
			t.Errorf("%v: other support or coefficients", k)
		}
		r, err := svm.Regressor{Kernel: k, Epsilon: .1}.Fit(x, v)
		if err != nil {
			t.Fatal(err)
		}
		var regression svm.RegressionModel
		text2 := through(t, r, &regression)
		wantV, err := r.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		gotV, err := regression.Predict(x)
		if err != nil || !reflect.DeepEqual(gotV, wantV) {
			t.Errorf("%v: other predictions (%v)", k, err)
		}
		linear := again.W != nil
		for name, size := range map[string]int{"classifier": text, "regression": text2} {
			if limit := 40_000; linear != (size < limit) { // 60,000 numbers of X take above a million bytes
				t.Errorf("%v, %s: %d bytes", k, name, size)
			}
		}
	}
}

// through writes a model as JSON and reads it into another; it returns the length of the text.
func through(t *testing.T, from, into any) int {
	t.Helper()
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
	return len(text)
}
