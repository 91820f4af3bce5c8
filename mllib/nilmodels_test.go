package mllib_test

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/cluster"
	"github.com/mercer-go/mercer/mllib/components"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/em"
	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/gp"
	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/likelihood"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/manifold"
	"github.com/mercer-go/mercer/mllib/metrics"
	"github.com/mercer-go/mercer/mllib/mixture"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"github.com/mercer-go/mercer/mllib/naivebayes"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/network"
	"github.com/mercer-go/mercer/mllib/partition"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/rkhs"
	"github.com/mercer-go/mercer/mllib/smooth"
	"github.com/mercer-go/mercer/mllib/spline"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/validate"
	"github.com/mercer-go/mercer/mllib/vc"
	"gonum.org/v1/gonum/mat"
)

// TestNilModels: what a fit that failed leaves behind, and whose error was not looked at, answers with an error, where its method has one to
// return.
func TestNilModels(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	arguments := map[reflect.Type]reflect.Value{reflect.TypeFor[mat.Matrix](): reflect.ValueOf(x)}
	for _, model := range []any{
		(*em.CoinsModel)(nil), (*likelihood.Model)(nil),
		(*bayes.PluggedIn[*discriminant.LinearModel])(nil), (*bayes.Table)(nil), (*cluster.Model)(nil), (*components.Model)(nil), (*components.GramModel)(nil), (*components.KernelModel)(nil), (*data.Set)(nil), (*data.Regression)(nil), (*data.Scale)(nil), (*density.ClassifierModel)(nil), (*density.HistogramModel)(nil), (*density.KDEModel)(nil),
		(*discriminant.LinearModel)(nil), (*discriminant.QuadraticModel)(nil), (*discriminant.NearestMeanModel)(nil), (*discriminant.FisherModel)(nil), (*discriminant.KernelFisherModel)(nil), (*discriminant.GramFisherModel)(nil),
		(*discriminant.Canonical)(nil), (*discriminant.Moments)(nil), (*discriminant.Splits)(nil), (*dist.MVNormal)(nil), (*erm.Model[erm.Stump])(nil), (*erm.HyperplanesModel)(nil), (*erm.SwitchesModel)(nil),
		(*gp.ClassifierModel)(nil), (*gp.RegressionModel)(nil),
		(*kernels.Centring)(nil), (*learn.Piped[int, *perceptron.Model, *data.Scale])(nil), (*linear.Hyperplane)(nil), (*linear.MaxMarginModel)(nil), (*linear.SoftMarginModel)(nil),
		(*graph.Graph)(nil), (*manifold.Chain)(nil), (*manifold.DiffusionModel)(nil), (*manifold.IsomapModel)(nil), (*manifold.SpectralModel)(nil), (*logistic.Model)(nil), (*logistic.SoftmaxModel)(nil), (*logistic.SmoothModel)(nil), (*logistic.KernelModel)(nil), (*logistic.Likelihood)(nil), (*metrics.Confusion)(nil),
		(*metrics.Contingency)(nil), (*metrics.ROC)(nil), (*metrics.Shares)(nil), (*mixture.Model)(nil), (*multiclass.Model[*logistic.Model])(nil), (*neighbours.Index)(nil), (*naivebayes.BernoulliModel)(nil), (*naivebayes.CategoricalModel)(nil), (*naivebayes.GaussianModel)(nil), (*naivebayes.HistogramModel)(nil), (*naivebayes.KDEModel)(nil), (*naivebayes.MultinomialModel)(nil), (*neighbours.Model)(nil), (*network.Model)(nil), (*network.RegressionModel)(nil), (*neighbours.RegressionModel)(nil), (*perceptron.Model)(nil),
		(*perceptron.BatchModel)(nil), (*regression.Model)(nil), (*regression.SparseModel)(nil), (*regression.KernelModel)(nil), (*regression.Representer)(nil), (*rkhs.Function)(nil), (*rkhs.Mercer)(nil), (*smooth.SeriesModel)(nil), (*smooth.Smoother)(nil), (*spline.Curve)(nil), (*spline.Model)(nil), (*spline.Spectrum)(nil), (*tree.Model)(nil), (*tree.RegressionModel)(nil), (*validate.CrossValidation[int, *perceptron.Model])(nil), (*vc.Canonical)(nil), (*vc.Certificate)(nil), (*vc.StructuralModel[*perceptron.Model])(nil),
		(*partition.Model)(nil),
		(*boosting.GradientModel)(nil), (*boosting.GradientRegression)(nil), (*boosting.Model[*boosting.StumpModel])(nil), (*boosting.StagewiseModel)(nil), (*boosting.StumpModel)(nil),
		(*forest.BaggingModel[int, *tree.Model])(nil), (*forest.Model)(nil), (*forest.RegressionModel)(nil),
	} {
		v := reflect.ValueOf(model)
		for i := range v.NumMethod() {
			method := v.Type().Method(i)
			if k := method.Type.NumOut(); k == 0 || method.Type.Out(k-1) != reflect.TypeFor[error]() {
				continue
			}
			if file, _ := runtime.FuncForPC(method.Func.Pointer()).FileLine(method.Func.Pointer()); file == "<autogenerated>" {
				continue // a method of a part, or of a value: Go says by itself that there is none
			}
			t.Run(fmt.Sprintf("%T.%s", model, method.Name), func(t *testing.T) {
				defer func() {
					if r := recover(); r != nil {
						t.Errorf("panics: %v %s", r, debug.Stack())
					}
				}()
				in := []reflect.Value{v}
				for j := 1; j < method.Type.NumIn(); j++ {
					if method.Type.IsVariadic() && j == method.Type.NumIn()-1 {
						break
					}
					argument, ok := arguments[method.Type.In(j)]
					if !ok {
						argument = reflect.Zero(method.Type.In(j))
					}
					in = append(in, argument)
				}
				out := method.Func.Call(in)
				if err := out[len(out)-1]; err.IsNil() {
					t.Error("got no error")
				}
			})
		}
	}
}

// TestNilModelsWithoutError: methods that have no error to return answer for a nil model, and for one of zero value, with nothing, 0 or NaN, also those that a model has from a part of it. A hyperplane, which
// is a value and part of many models, is not asked: Go says by itself that there is none.
func TestNilModelsWithoutError(t *testing.T) {
	for _, model := range []any{
		&boosting.GradientModel{}, &boosting.GradientRegression{}, &boosting.Model[*boosting.StumpModel]{}, &boosting.StagewiseModel{}, &boosting.StumpModel{},
		&components.GramModel{}, &components.KernelModel{}, &components.Model{}, &density.ClassifierModel{}, &density.HistogramModel{}, &density.KDEModel{},
		&discriminant.Moments{}, &discriminant.Splits{}, &dist.MVNormal{}, &logistic.Likelihood{}, &metrics.Contingency{},
		&em.CoinsModel{}, &em.LinkedModel{}, &erm.Model[erm.Stump]{}, &erm.SwitchesModel{}, &forest.BaggingModel[int, *tree.Model]{}, &forest.Model{}, &forest.RegressionModel{}, &graph.Graph{},
		&likelihood.Model{}, &manifold.Chain{}, &manifold.DiffusionModel{}, &manifold.IsomapModel{}, &manifold.SpectralModel{}, &mixture.Model{},
		&naivebayes.BernoulliModel{}, &naivebayes.CategoricalModel{}, &naivebayes.GaussianModel{}, &naivebayes.HistogramModel{}, &naivebayes.KDEModel{}, &naivebayes.MultinomialModel{},
		&neighbours.Index{}, &neighbours.Model{}, &neighbours.RegressionModel{}, &network.Model{}, &network.Objective{}, &network.RegressionModel{}, &partition.Model{}, &regression.KernelModel{},
		&tree.Model{}, &tree.RegressionModel{}, &vc.Canonical{}, &vc.Certificate{}, &vc.Choice{}, &vc.StructuralModel[*perceptron.Model]{},
	} {
		zero := reflect.ValueOf(model)
		for _, v := range []reflect.Value{zero, reflect.Zero(zero.Type())} {
			for i := range v.NumMethod() {
				if v.Type().Method(i).Name == "Format" {
					continue // package fmt calls it, with its own state, and not for nil
				}
				t.Run(fmt.Sprintf("%T/%v/%s", model, v.IsNil(), v.Type().Method(i).Name), func(t *testing.T) {
					defer func() {
						if r := recover(); r != nil {
							t.Errorf("panics: %v %s", r, debug.Stack())
						}
					}()
					method := v.Method(i)
					var in []reflect.Value
					for j := range method.Type().NumIn() {
						if method.Type().IsVariadic() && j == method.Type().NumIn()-1 {
							break
						}
						in = append(in, reflect.Zero(method.Type().In(j)))
					}
					method.Call(in)
				})
			}
		}
	}
}
