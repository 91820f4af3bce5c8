package mllib_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/perceptron"
)

// method hides which model a learner learns.
type method interface {
	fit(s *data.Set) (learn.Model[int], error)
	parameters() any
}

type of[M learn.Model[int]] struct{ learn.Learner[int, M] }

func (l of[M]) fit(s *data.Set) (learn.Model[int], error) { return learn.Fit(l.Learner, s.X, s.Y) }

func (l of[M]) parameters() any { return l.Learner }

func a[M learn.Model[int]](l learn.Learner[int, M]) method { return of[M]{l} }

// methods are all that keep the contract of learn, for two classes −1 and +1.
func methods() []method {
	return []method{
		a(bayes.PlugIn(discriminant.LDA{}, bayes.Loss{})), a(discriminant.LDA{}), a(discriminant.QDA{}), a(discriminant.NearestMean{}), a(discriminant.Fisher{}), a(linear.HardMargin{}), a(linear.SoftMargin{}),
		a(logistic.Binary{}), a(logistic.Softmax{}), a(multiclass.OneAgainstRest(logistic.Binary{})), a(neighbours.KNN{}), a(perceptron.Rosenblatt{}), a(perceptron.Batch{}),
		a(learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{})),
	}
}

// TestMethodsKeepTheContract: each learns from data that are far apart, does not touch them, and predicts them.
func TestMethodsKeepTheContract(t *testing.T) {
	s, err := data.TwoGaussians{N: [2]int{20, 20}, Mean: [2][]float64{{-9, 0}, {9, 0}}}.Draw(rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	before, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range methods() {
		m, err := method.fit(s)
		if err != nil {
			t.Errorf("%T: %v", method.parameters(), err)
			continue
		}
		y, err := learn.Predict(m, s.X)
		if err != nil || !reflect.DeepEqual(y, s.Y) {
			t.Errorf("%T predicts %v (%v), want %v", method.parameters(), y, err, s.Y)
		}
	}
	if after, err := s.MarshalJSON(); err != nil || string(after) != string(before) {
		t.Error("a method changed the data")
	}
}

// TestMethodsThatDrawAreChances: a method with a source among its parameters can be given another one, or fits side by side would share it.
func TestMethodsThatDrawAreChances(t *testing.T) {
	draws := 0
	for _, method := range methods() {
		p := method.parameters()
		if !hasSource(reflect.TypeOf(p)) {
			continue
		}
		draws++
		if _, ok := p.(interface{ Source() rand.Source }); !ok {
			t.Errorf("%T has a source and is no learn.Chance", p)
		}
	}
	if draws < 3 {
		t.Errorf("%d methods have a source, want those of perceptron and logistic", draws)
	}
}

func hasSource(t reflect.Type) bool {
	if t == reflect.TypeFor[rand.Source]() {
		return true
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if hasSource(t.Field(i).Type) {
			return true
		}
	}
	return false
}
