package mllib_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"gonum.org/v1/gonum/mat"
)

type explained interface {
	Coefficients(features ...string) *learn.Coefficients
	Table() (caption string, columns []string, rows [][]any)
}

// TestCoefficientsDecide: of every method for two classes whose model has coefficients, those in the first column say what the model says, and the
// names of features stand beside them.
func TestCoefficientsDecide(t *testing.T) {
	s, err := data.TwoGaussians{N: [2]int{20, 20}, Mean: [2][]float64{{-9, 0}, {9, 0}}}.Draw(rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	with := 0
	for _, method := range methods() {
		m, err := method.fit(s)
		if err != nil {
			t.Fatal(err)
		}
		e, ok := m.(explained)
		if !ok {
			continue
		}
		c := e.Coefficients("length", "width")
		if c == nil {
			t.Errorf("%T: no coefficients", m)
			continue
		}
		with++
		if want := []string{"length", "width", "intercept"}; !reflect.DeepEqual(c.Rows, want) {
			t.Errorf("%T: rows %q, want %q", m, c.Rows, want)
		}
		_, columns, rows := e.Table()
		if len(columns) != len(c.Columns)+1 || len(rows) != 3 || rows[0][0] != "x₁" || len(rows[0]) != len(columns) {
			t.Errorf("%T: table %q %v", m, columns, rows)
		}
		named := *s
		named.Features = []string{"length", "width"}
		if m, err = method.fitData(&named); err != nil {
			t.Fatal(err)
		}
		if e, ok = m.(explained); !ok {
			t.Fatalf("%T", m)
		}
		if _, _, rows := e.Table(); rows[0][0] != "length" || rows[1][0] != "width" || e.Coefficients().Rows[0] != "length" || e.Coefficients("a", "b").Rows[0] != "a" {
			t.Errorf("%T with names: %v", m, rows)
		}
		scorer, ok := m.(interface {
			Scores(x mat.Matrix) ([]float64, error)
		})
		if !ok {
			continue
		}
		scores, err := scorer.Scores(s.X)
		x := s.X // the columns that the table is for
		if piped, ok := m.(*learn.Piped[int, *perceptron.Model, *data.Scale]); ok {
			if x, err = piped.First.Apply(x); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range scores {
			got := c.Values[0][0]*x.At(i, 0) + c.Values[1][0]*x.At(i, 1) + c.Values[2][0]
			if err != nil || math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%T, observation %d: score %v from the table, %v from the model (%v)", m, i, got, want, err)
			}
		}
	}
	if with < 7 {
		t.Errorf("%d methods have coefficients", with)
	}
}

// TestNilModelsHaveNoCoefficients: a model that is not there, and what was made by hand, panic nowhere.
func TestNilModelsHaveNoCoefficients(t *testing.T) {
	for _, method := range methods() {
		m := reflect.TypeOf(method.parameters())
		fit, _ := m.MethodByName("Fit")
		for _, model := range []reflect.Value{reflect.Zero(fit.Type.Out(0)), reflect.New(fit.Type.Out(0).Elem())} {
			e, ok := model.Interface().(explained)
			if !ok {
				continue
			}
			t.Run(fmt.Sprintf("%v %v", model.Type(), model.IsNil()), func(t *testing.T) {
				if c := e.Coefficients("a", "b"); model.IsNil() && c != nil {
					t.Errorf("got %v", c)
				}
				if _, columns, _ := e.Table(); model.IsNil() && columns != nil {
					t.Errorf("got the columns %q", columns)
				}
			})
		}
	}
}
