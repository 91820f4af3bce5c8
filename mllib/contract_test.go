package mllib_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/gp"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"github.com/mercer-go/mercer/mllib/naivebayes"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/network"
	"github.com/mercer-go/mercer/mllib/partition"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/spline"
	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// method hides which model a learner learns.
type method interface {
	fit(s *data.Set) (learn.Model[int], error)
	fitData(s *data.Set) (learn.Model[int], error)
	parameters() any
}

type of[M learn.Model[int]] struct{ learn.Learner[int, M] }

func (l of[M]) fit(s *data.Set) (learn.Model[int], error) { return learn.Fit(l.Learner, s.X, s.Y) }

func (l of[M]) fitData(s *data.Set) (learn.Model[int], error) { return learn.FitData(l.Learner, s) }

func (l of[M]) parameters() any { return l.Learner }

func a[M learn.Model[int]](l learn.Learner[int, M]) method { return of[M]{l} }

// methods are all that keep the contract of learn, for two classes −1 and +1.
func methods() []method {
	return []method{
		a(bayes.PlugIn(discriminant.LDA{}, bayes.Loss{})), a(density.Classifier{}), a(naivebayes.Gaussian{}), a(naivebayes.KDE{}), a(naivebayes.Histogram{}), a(naivebayes.Bernoulli{}), a(discriminant.LDA{}), a(discriminant.QDA{}), a(discriminant.NearestMean{}), a(discriminant.Fisher{}), a(discriminant.KernelFisher{}), a(gp.Classifier{}), a(linear.HardMargin{}), a(linear.SoftMargin{}),
		a(logistic.Binary{}), a(logistic.Softmax{}), a(logistic.Smooth{}), a(multiclass.OneAgainstRest(logistic.Binary{})), a(neighbours.KNN{}), a(network.Classifier{Hidden: []network.Layer{{Units: 4}}, Training: network.Training{Method: network.LBFGS, Decay: .01, Src: rand.NewPCG(1, 1)}}), a(neighbours.KNN{Kernel: kernels.Polynomial(2, 1, 1)}), a(perceptron.Rosenblatt{}), a(perceptron.Batch{}),
		a(neighbours.KNN{K: 3, Weights: neighbours.Inverse(), Way: neighbours.KDTree}), a(partition.Rule{Cells: partition.Cubic(3)}),
		a(svm.Classifier{}), a(tree.Classifier{}), a(multiclass.OneAgainstOne(svm.Classifier{})), a(learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{})),
		a(boosting.Boost(boosting.Stump{}, 5)), a(boosting.GradientClassifier{}), a(boosting.Stump{}), a(forest.Classifier{Growth: forest.Growth{Trees: 9, Src: rand.NewPCG(1, 1)}}), a(forest.Bag(tree.Classifier{}, 9, rand.NewPCG(1, 1))),
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

// TestRegressionsKeepTheContract: each learns a linear function with little noise, does not touch the data, and predicts their targets.
func TestRegressionsKeepTheContract(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	s := &data.Regression{X: mat.NewDense(50, 2, nil), Y: make([]float64, 50)}
	for i := range s.Y {
		a, b := r.NormFloat64(), r.NormFloat64()
		s.X.SetRow(i, []float64{a, b})
		s.Y[i] = 1 + 2*a - b + 1e-3*r.NormFloat64()
	}
	before, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	regressionKeepsTheContract(t, s, learn.Learner[float64, *regression.Model](regression.LeastSquares{}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *regression.Model](regression.Ridge{Lambda: 1e-3}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *regression.SparseModel](regression.Lasso{Alpha: 1e-4}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *regression.KernelModel](regression.KernelRidge{Kernel: kernels.Gaussian(3), Lambda: 1e-3, Free: regression.FreeLinear}))
	line := &data.Regression{X: mat.DenseCopyOf(s.X.Slice(0, 50, 0, 1)), Y: make([]float64, 50)}
	for i := range line.Y {
		line.Y[i] = 1 + 2*line.X.At(i, 0) + 1e-3*r.NormFloat64()
	}
	regressionKeepsTheContract(t, line, learn.Learner[float64, *spline.Model](spline.Smoothing{}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *svm.RegressionModel](svm.Regressor{C: 100, Epsilon: 1e-3}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *gp.RegressionModel](gp.Regression{Kernel: kernels.Gaussian(3), Noise: 1e-4, Trend: gp.LinearTrend}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *tree.RegressionModel](tree.Regressor{}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *neighbours.RegressionModel](neighbours.Regression{}))
	regressionKeepsTheContract(t, s, learn.Learner[float64, *network.RegressionModel](network.Regressor{Training: network.Training{Method: network.LBFGS, Src: rand.NewPCG(1, 1)}}))
	if after, err := json.Marshal(s); err != nil || string(after) != string(before) {
		t.Error("a method changed the data")
	}
}

func regressionKeepsTheContract[M learn.Model[float64]](t *testing.T, s *data.Regression, l learn.Learner[float64, M]) {
	t.Helper()
	m, err := learn.Fit(l, s.X, s.Y)
	if err != nil {
		t.Errorf("%T: %v", l, err)
		return
	}
	y, err := learn.Predict(m, s.X)
	if err != nil || floats.Distance(y, s.Y, math.Inf(1)) > 5e-3 {
		t.Errorf("%T predicts %v (%v), want %v", l, y, err, s.Y)
	}
	folds := validate.LeaveOneOut(s.Len())
	if cv, err := validate.CrossValidate(s, folds, l); err != nil || len(cv.Predicted) != s.Len() {
		t.Errorf("%T: cross-validation: %v", l, err)
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
