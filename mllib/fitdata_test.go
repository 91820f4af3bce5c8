package mllib_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/components"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

// TestFitData: a model that is fitted to data with names is the same as one fitted to X and y, and
// is shown with the names, also after JSON.
func TestFitData(t *testing.T) {
	iris, sugar := data.Iris(), data.Diabetes()
	shown := func(m any, err error) (string, any) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(m), m
	}
	fit := func(m any, err error) func() (any, error) { return func() (any, error) { return m, err } }
	for _, c := range []struct {
		names []string
		fit   func() (any, error)
	}{
		{sugar.Features, func() (any, error) { return learn.FitData(regression.LeastSquares{}, sugar) }},
		{sugar.Features, func() (any, error) { return learn.FitData(regression.Ridge{Lambda: 1}, sugar) }},
		{sugar.Features, func() (any, error) { return learn.FitData(regression.Lasso{Alpha: .1}, sugar) }},
		{sugar.Features, func() (any, error) { return learn.FitData(svm.Regressor{}, sugar) }},
		{iris.Features, func() (any, error) { return learn.FitData(logistic.Softmax{Ridge: .1}, iris) }},
		{iris.Features, func() (any, error) { return learn.FitData(discriminant.LDA{}, iris) }},
		{iris.Features[2:], func() (any, error) { return learn.FitData(tree.Classifier{}, iris) }},
		{iris.Features, func() (any, error) { return learn.FitData(learn.Pipe(data.Standardize{}, discriminant.LDA{}), iris) }},
	} {
		text, m := shown(c.fit())
		for _, name := range c.names {
			if !strings.Contains(text, name) {
				t.Errorf("%T: %s is missing in %s", m, name, text)
			}
		}
		if strings.Contains(text, "x₁") {
			t.Errorf("%T: %s", m, text)
		}
		stored, err := json.Marshal(m)
		again := reflect.New(reflect.TypeOf(m).Elem()).Interface()
		if err == nil {
			err = json.Unmarshal(stored, again)
		}
		if restored, _ := shown(fit(again, err)()); restored != text {
			t.Errorf("%T after JSON: %s, want %s", m, restored, text)
		}
	}
	named, err := learn.FitData(regression.LeastSquares{}, sugar)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := regression.LeastSquares{}.Fit(sugar.X, sugar.Y)
	if err != nil || !slices.Equal(plain.W, named.W) || plain.FeatureNames != nil {
		t.Errorf("the same without names: %v", err)
	}
	if named.FeatureNames[0] = "other"; sugar.Features[0] == "other" {
		t.Error("the names of the model are those of the data")
	}
}

// turned is a preparation whose columns are others than those of the data.
type turned struct{}

func (turned) Fit(x mat.Matrix) (*components.Model, error) { return components.PCA{}.Fit(x) }

// TestFitDataWithoutNames: data without names, models that take none, and columns that are others
// after a preparation give models without names; errors are those of Fit.
func TestFitDataWithoutNames(t *testing.T) {
	iris := data.Iris()
	if _, err := learn.FitData(neighbours.KNN{}, iris); err != nil {
		t.Error(err)
	}
	m, err := learn.FitData(discriminant.LDA{}, &data.Set{X: iris.X, Y: iris.Y})
	if err != nil || m.FeatureNames != nil {
		t.Errorf("no names: %v", err)
	}
	p, err := learn.FitData(learn.Pipe(turned{}, discriminant.LDA{}), iris)
	if err != nil || p.Model.FeatureNames != nil {
		t.Errorf("other columns: %v", err)
	}
	if _, err := learn.FitData(discriminant.LDA{}, (*data.Set)(nil)); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("nil: %v", err)
	}
	if _, err := learn.FitData(discriminant.LDA{}, nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no data: %v", err)
	}
	if _, err := learn.FitData(discriminant.LDA{}, &data.Set{}); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("empty: %v", err)
	}
}
