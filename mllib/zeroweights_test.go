package mllib_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/naivebayes"
	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

// weighted hides which model a learner of weights learns.
type weighted interface {
	fitWeighted(x mat.Matrix, y []int, w []float64) (learn.Model[int], error)
	fit(x mat.Matrix, y []int) (learn.Model[int], error)
	name() string
}
type byWeight[M learn.Model[int]] struct{ learn.Weighted[int, M] }

func (a byWeight[M]) fitWeighted(x mat.Matrix, y []int, v []float64) (learn.Model[int], error) {
	return a.FitWeighted(x, y, v)
}
func (a byWeight[M]) fit(x mat.Matrix, y []int) (learn.Model[int], error) { return a.Fit(x, y) }
func (a byWeight[M]) name() string                                        { return fmt.Sprintf("%T", a.Weighted) }

// TestClassesOfWeightZero: a class all of whose weights are 0 is none, as learn.Weighted says: each method that takes weights learns the
// classes, and predicts, as from the rows that have weight. The methods are found by the test of contract_test.go and this list together:
// TestWeightedMethodsAreKnown names one that is missing.
func TestClassesOfWeightZero(t *testing.T) {
	s := data.Iris()
	for i := range s.Len() { // small counts, which all methods take
		for j := range 4 {
			s.X.Set(i, j, math.Round(s.X.At(i, j)))
		}
	}
	weights := make([]float64, s.Len())
	var rows []int
	for i, y := range s.Y {
		if y != 2 {
			weights[i] = 1 + float64(i%3)
			rows = append(rows, i)
		}
	}
	x, y, err := learn.Take(s.X, s.Y, rows)
	if err != nil {
		t.Fatal(err)
	}
	some := make([]float64, len(rows))
	for k, i := range rows {
		some[k] = weights[i]
	}
	for _, m := range weightedMethods() {
		all, err := m.fitWeighted(s.X, s.Y, weights)
		if err != nil {
			t.Errorf("%s: %v", m.name(), err)
			continue
		}
		part, err := m.fitWeighted(x, y, some)
		if err != nil {
			t.Errorf("%s: %v", m.name(), err)
			continue
		}
		got, want := predicted(t, all, s.X), predicted(t, part, s.X)
		differ := 0
		for i := range got {
			if got[i] == 2 {
				t.Fatalf("%s predicts the class of weight 0", m.name())
			}
			if got[i] != want[i] {
				differ++
			}
		}
		if differ > 0 && !strings.HasPrefix(m.name(), "forest.") { // whose samples draw other rows
			t.Errorf("%s: %d of %d rows are predicted otherwise without the rows of weight 0", m.name(), differ, len(got))
		}
		if classes := reflect.Indirect(reflect.ValueOf(all)).FieldByName("Classes"); classes.IsValid() && classes.Len() != 2 {
			t.Errorf("%s: its classes are %v", m.name(), classes)
		}
	}
}

func predicted(t *testing.T, m learn.Model[int], x mat.Matrix) []int {
	t.Helper()
	y, err := m.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// weightedMethods are all methods of classification that take weights.
func weightedMethods() []weighted {
	return []weighted{
		byWeight[*tree.Model]{tree.Classifier{}}, byWeight[*naivebayes.KDEModel]{naivebayes.KDE{}},
		byWeight[*naivebayes.GaussianModel]{naivebayes.Gaussian{}},
		byWeight[*naivebayes.HistogramModel]{naivebayes.Histogram{}},
		byWeight[*naivebayes.MultinomialModel]{naivebayes.Multinomial{}},
		byWeight[*naivebayes.BernoulliModel]{naivebayes.Bernoulli{Threshold: 2}},
		byWeight[*naivebayes.CategoricalModel]{naivebayes.Categorical{}},
		byWeight[*logistic.Model]{logistic.Binary{Ridge: 1}}, byWeight[*logistic.SoftmaxModel]{logistic.Softmax{Ridge: 1}},
		byWeight[*discriminant.LinearModel]{discriminant.LDA{Shrinkage: .1}},
		byWeight[*discriminant.QuadraticModel]{discriminant.QDA{Shrinkage: .1}},
		byWeight[*discriminant.NearestMeanModel]{discriminant.NearestMean{}}, byWeight[*svm.Model]{svm.Classifier{}},
		byWeight[*boosting.Model[*boosting.StumpModel]]{boosting.Boost(boosting.Stump{}, 5)},
		byWeight[*boosting.StumpModel]{boosting.Stump{}}, byWeight[*boosting.GradientModel]{boosting.GradientClassifier{}},
		byWeight[*forest.Model]{forest.Classifier{Growth: forest.Growth{Trees: 5, Src: rand.NewPCG(1, 1)}}},
		byWeight[*learn.Piped[int, *logistic.Model, *data.Scale]]{learn.Pipe(data.Standardize{}, logistic.Binary{Ridge: 1})},
	}
}

// TestWeightedMethodsAreKnown: every FitWeighted of labels in mllib is tried by TestClassesOfWeightZero.
func TestWeightedMethodsAreKnown(t *testing.T) {
	known := map[string]bool{"learn.Pipeline": true}
	for _, m := range weightedMethods() {
		name, _, _ := strings.Cut(m.name(), "[")
		known[name] = true
	}
	method := regexp.MustCompile(`(?m)^func \(\w* ?\*?(\w+)(?:\[.*?\])?\) FitWeighted\(x mat\.Matrix, y \[\](?:int|T)\b`)
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range method.FindAllStringSubmatch(string(text), -1) {
			found++
			if name := filepath.Dir(file) + "." + m[1]; !known[name] {
				t.Errorf("%s takes weights and is not in weightedMethods", name)
			}
		}
	}
	if found < 17 {
		t.Errorf("found %d methods", found)
	}
}
