package display

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/cluster"
	"github.com/mercer-go/mercer/mllib/components"
	"github.com/mercer-go/mercer/mllib/convex"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/em"
	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/gp"
	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/label"
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
	"github.com/mercer-go/mercer/mllib/simulate"
	"github.com/mercer-go/mercer/mllib/smooth"
	"github.com/mercer-go/mercer/mllib/spline"
	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/validate"
	"github.com/mercer-go/mercer/mllib/vc"
	"gonum.org/v1/gonum/mat"
)

// mllibTypes are the types of which TestTypesOfMllib shows a value. It names those that are not here.
var mllibTypes = []reflect.Type{
	reflect.TypeFor[bayes.Classes](), reflect.TypeFor[bayes.Loss](),
	reflect.TypeFor[bayes.Plug[*discriminant.LinearModel]](),
	reflect.TypeFor[bayes.PluggedIn[*discriminant.LinearModel]](), reflect.TypeFor[bayes.Ranked](),
	reflect.TypeFor[bayes.Regions](), reflect.TypeFor[bayes.Regression](),
	reflect.TypeFor[bayes.Table](),
	reflect.TypeFor[boosting.AdaBoost[*boosting.StumpModel]](),
	reflect.TypeFor[boosting.Gradient](), reflect.TypeFor[boosting.GradientClassifier](),
	reflect.TypeFor[boosting.GradientModel](), reflect.TypeFor[boosting.GradientRegression](),
	reflect.TypeFor[boosting.GradientRegressor](),
	reflect.TypeFor[boosting.Model[*boosting.StumpModel]](), reflect.TypeFor[boosting.Report](),
	reflect.TypeFor[boosting.Stages](), reflect.TypeFor[boosting.Stagewise](),
	reflect.TypeFor[boosting.StagewiseModel](), reflect.TypeFor[boosting.Steps](),
	reflect.TypeFor[boosting.Stump](), reflect.TypeFor[boosting.StumpModel](),
	reflect.TypeFor[cluster.Agglomerative](), reflect.TypeFor[cluster.Exhaustive](),
	reflect.TypeFor[cluster.Hierarchy](), reflect.TypeFor[cluster.KMeans](),
	reflect.TypeFor[cluster.Merge](), reflect.TypeFor[cluster.Model](),
	reflect.TypeFor[cluster.Optima](), reflect.TypeFor[cluster.Optimum](),
	reflect.TypeFor[cluster.Report](), reflect.TypeFor[cluster.Run](),
	reflect.TypeFor[cluster.Scatter](), reflect.TypeFor[cluster.Step](),
	reflect.TypeFor[components.GramModel](), reflect.TypeFor[components.Kernel](),
	reflect.TypeFor[components.KernelModel](), reflect.TypeFor[components.Model](),
	reflect.TypeFor[components.PCA](),
	reflect.TypeFor[convex.Infeasible](), reflect.TypeFor[convex.Interior](),
	reflect.TypeFor[convex.KKT](), reflect.TypeFor[convex.QP](), reflect.TypeFor[convex.Report](),
	reflect.TypeFor[convex.Solution](), reflect.TypeFor[convex.Unbounded](),
	reflect.TypeFor[data.CSV](), reflect.TypeFor[data.Digits](), reflect.TypeFor[data.Expression](),
	reflect.TypeFor[data.Mixture](), reflect.TypeFor[data.Regression](),
	reflect.TypeFor[data.Scale](), reflect.TypeFor[data.Separable](), reflect.TypeFor[data.Set](),
	reflect.TypeFor[data.Standardize](), reflect.TypeFor[data.TwoGaussians](),
	reflect.TypeFor[density.Cell](), reflect.TypeFor[density.Classifier](),
	reflect.TypeFor[density.ClassifierModel](), reflect.TypeFor[density.Grid](),
	reflect.TypeFor[density.Histogram](), reflect.TypeFor[density.HistogramModel](),
	reflect.TypeFor[density.KDE](), reflect.TypeFor[density.KDEModel](),
	reflect.TypeFor[density.MISE](),
	reflect.TypeFor[descent.GradientDescent](), reflect.TypeFor[descent.Huber](),
	reflect.TypeFor[descent.LBFGS](), reflect.TypeFor[descent.Point](),
	reflect.TypeFor[descent.Points](), reflect.TypeFor[descent.Quadratic](),
	reflect.TypeFor[descent.Report](), reflect.TypeFor[descent.Result](),
	reflect.TypeFor[descent.Schedule](), reflect.TypeFor[descent.Stochastic](),
	reflect.TypeFor[discriminant.Canonical](), reflect.TypeFor[discriminant.Fisher](),
	reflect.TypeFor[discriminant.FisherModel](), reflect.TypeFor[discriminant.GramFisherModel](),
	reflect.TypeFor[discriminant.KernelFisher](), reflect.TypeFor[discriminant.KernelFisherModel](),
	reflect.TypeFor[discriminant.LDA](), reflect.TypeFor[discriminant.LinearModel](),
	reflect.TypeFor[discriminant.Moments](), reflect.TypeFor[discriminant.NearestMean](),
	reflect.TypeFor[discriminant.NearestMeanModel](), reflect.TypeFor[discriminant.QDA](),
	reflect.TypeFor[discriminant.QuadraticModel](), reflect.TypeFor[discriminant.Quadric](),
	reflect.TypeFor[discriminant.Splits](),
	reflect.TypeFor[dist.Beta](), reflect.TypeFor[dist.Dirichlet](),
	reflect.TypeFor[dist.MVMixture](), reflect.TypeFor[dist.MVNormal](),
	reflect.TypeFor[dist.Mixture](), reflect.TypeFor[dist.Normal](), reflect.TypeFor[dist.Sym](),
	reflect.TypeFor[dist.Uniform](),
	reflect.TypeFor[em.Algorithm](), reflect.TypeFor[em.Coins](), reflect.TypeFor[em.CoinsModel](),
	reflect.TypeFor[em.Linked](), reflect.TypeFor[em.LinkedModel](), reflect.TypeFor[em.Missing](),
	reflect.TypeFor[em.Report](), reflect.TypeFor[em.Result](),
	reflect.TypeFor[svm.Form](),
	reflect.TypeFor[erm.Hyperplanes](), reflect.TypeFor[erm.HyperplanesModel](),
	reflect.TypeFor[erm.Model[erm.Stump]](), reflect.TypeFor[erm.Stump](),
	reflect.TypeFor[erm.Switches](), reflect.TypeFor[erm.SwitchesModel](),
	reflect.TypeFor[forest.BaggingModel[int, *tree.Model]](),
	reflect.TypeFor[forest.Bagging[int, *tree.Model]](), reflect.TypeFor[forest.Classifier](),
	reflect.TypeFor[forest.Ensemble](), reflect.TypeFor[forest.Growth](),
	reflect.TypeFor[forest.Model](), reflect.TypeFor[forest.OutOfBag](),
	reflect.TypeFor[forest.RegressionModel](), reflect.TypeFor[forest.Regressor](),
	reflect.TypeFor[gp.Classifier](), reflect.TypeFor[gp.ClassifierModel](),
	reflect.TypeFor[gp.ClassifierReport](), reflect.TypeFor[gp.Evidence](),
	reflect.TypeFor[gp.Free](), reflect.TypeFor[gp.LeaveOneOut](), reflect.TypeFor[gp.Regression](),
	reflect.TypeFor[gp.RegressionModel](), reflect.TypeFor[gp.Search](),
	reflect.TypeFor[gp.SearchReport](), reflect.TypeFor[gp.Start](),
	reflect.TypeFor[graph.Edge](), reflect.TypeFor[graph.Graph](), reflect.TypeFor[graph.Lattice](),
	reflect.TypeFor[kernels.Centring](), reflect.TypeFor[kernels.Certificate](),
	reflect.TypeFor[kernels.Kernel](), reflect.TypeFor[kernels.Parameter](),
	reflect.TypeFor[kernels.Rows](),
	reflect.TypeFor[la.M](),
	reflect.TypeFor[label.Classes](),
	reflect.TypeFor[learn.Coefficients](), reflect.TypeFor[learn.Column](),
	reflect.TypeFor[learn.Func[int, *tree.Model]](), reflect.TypeFor[learn.Named](),
	reflect.TypeFor[learn.Piped[int, *logistic.Model, *data.Scale]](),
	reflect.TypeFor[learn.Pipeline[int, *logistic.Model, *data.Scale]](),
	reflect.TypeFor[likelihood.Corrected](), reflect.TypeFor[likelihood.MLE](),
	reflect.TypeFor[likelihood.Maximum](), reflect.TypeFor[likelihood.Model](),
	reflect.TypeFor[likelihood.Newton](), reflect.TypeFor[likelihood.NormalVectors](),
	reflect.TypeFor[likelihood.Report](), reflect.TypeFor[likelihood.Shares](),
	reflect.TypeFor[likelihood.Step](),
	reflect.TypeFor[linear.BestErrors](), reflect.TypeFor[linear.HardMargin](),
	reflect.TypeFor[linear.Hyperplane](), reflect.TypeFor[linear.MaxMarginModel](),
	reflect.TypeFor[linear.Separation](), reflect.TypeFor[linear.SoftMargin](),
	reflect.TypeFor[linear.SoftMarginModel](),
	reflect.TypeFor[logistic.Binary](), reflect.TypeFor[logistic.Interval](),
	reflect.TypeFor[logistic.Iterate](), reflect.TypeFor[logistic.KernelModel](),
	reflect.TypeFor[logistic.Likelihood](), reflect.TypeFor[logistic.Model](),
	reflect.TypeFor[logistic.Report](), reflect.TypeFor[logistic.Separation](),
	reflect.TypeFor[logistic.Smooth](), reflect.TypeFor[logistic.SmoothModel](),
	reflect.TypeFor[logistic.Softmax](), reflect.TypeFor[logistic.SoftmaxModel](),
	reflect.TypeFor[manifold.Chain](), reflect.TypeFor[manifold.Classical](),
	reflect.TypeFor[manifold.Diffusion](), reflect.TypeFor[manifold.DiffusionModel](),
	reflect.TypeFor[manifold.Eigenmaps](), reflect.TypeFor[manifold.EigenmapsModel](),
	reflect.TypeFor[manifold.Fitted](), reflect.TypeFor[manifold.Isomap](),
	reflect.TypeFor[manifold.IsomapModel](), reflect.TypeFor[manifold.MetricScaling](),
	reflect.TypeFor[manifold.Procrustes](), reflect.TypeFor[manifold.SMACOF](),
	reflect.TypeFor[manifold.Scaling](), reflect.TypeFor[manifold.Spectral](),
	reflect.TypeFor[manifold.SpectralModel](), reflect.TypeFor[manifold.Surface](),
	reflect.TypeFor[metrics.Bin](), reflect.TypeFor[metrics.Confusion](),
	reflect.TypeFor[metrics.Contingency](), reflect.TypeFor[metrics.Interval](),
	reflect.TypeFor[metrics.ROC](), reflect.TypeFor[metrics.Shares](),
	reflect.TypeFor[mixture.Gaussian](), reflect.TypeFor[mixture.Model](),
	reflect.TypeFor[mixture.Report](), reflect.TypeFor[mixture.Run](),
	reflect.TypeFor[mixture.Start](), reflect.TypeFor[mixture.Step](),
	reflect.TypeFor[multiclass.Model[*logistic.Model]](),
	reflect.TypeFor[multiclass.PairsModel[*logistic.Model]](),
	reflect.TypeFor[multiclass.Pairs[*logistic.Model]](),
	reflect.TypeFor[multiclass.Rest[*logistic.Model]](),
	reflect.TypeFor[naivebayes.Bernoulli](), reflect.TypeFor[naivebayes.BernoulliModel](),
	reflect.TypeFor[naivebayes.Categorical](), reflect.TypeFor[naivebayes.CategoricalModel](),
	reflect.TypeFor[naivebayes.Gaussian](), reflect.TypeFor[naivebayes.GaussianModel](),
	reflect.TypeFor[naivebayes.Histogram](), reflect.TypeFor[naivebayes.HistogramModel](),
	reflect.TypeFor[naivebayes.KDE](), reflect.TypeFor[naivebayes.KDEModel](),
	reflect.TypeFor[naivebayes.Multinomial](), reflect.TypeFor[naivebayes.MultinomialModel](),
	reflect.TypeFor[neighbours.Index](), reflect.TypeFor[neighbours.KNN](),
	reflect.TypeFor[neighbours.Lists](), reflect.TypeFor[neighbours.Model](),
	reflect.TypeFor[neighbours.Regression](), reflect.TypeFor[neighbours.RegressionModel](),
	reflect.TypeFor[neighbours.Search](), reflect.TypeFor[neighbours.Weights](),
	reflect.TypeFor[network.Classifier](), reflect.TypeFor[network.Epoch](),
	reflect.TypeFor[network.Layer](), reflect.TypeFor[network.Model](),
	reflect.TypeFor[network.Net](), reflect.TypeFor[network.Objective](),
	reflect.TypeFor[network.Patches](), reflect.TypeFor[network.RegressionModel](),
	reflect.TypeFor[network.Regressor](), reflect.TypeFor[network.Report](),
	reflect.TypeFor[network.Shape](), reflect.TypeFor[network.Size](),
	reflect.TypeFor[network.Steps](), reflect.TypeFor[network.Training](),
	reflect.TypeFor[network.Weighted](), reflect.TypeFor[network.Weights](),
	reflect.TypeFor[partition.Cells](), reflect.TypeFor[partition.Mass](),
	reflect.TypeFor[partition.Model](), reflect.TypeFor[partition.Rule](),
	reflect.TypeFor[perceptron.Batch](), reflect.TypeFor[perceptron.BatchModel](),
	reflect.TypeFor[perceptron.BatchUpdate](), reflect.TypeFor[perceptron.Bound](),
	reflect.TypeFor[perceptron.Cycle](), reflect.TypeFor[perceptron.Dual](),
	reflect.TypeFor[perceptron.DualModel](), reflect.TypeFor[perceptron.KernelModel](),
	reflect.TypeFor[perceptron.Model](), reflect.TypeFor[perceptron.Pocket](),
	reflect.TypeFor[perceptron.Report](), reflect.TypeFor[perceptron.Rosenblatt](),
	reflect.TypeFor[perceptron.Update](),
	reflect.TypeFor[regression.Basis](), reflect.TypeFor[regression.Diagnostics](),
	reflect.TypeFor[regression.ElasticNet](), reflect.TypeFor[regression.Interval](),
	reflect.TypeFor[regression.KernelModel](), reflect.TypeFor[regression.KernelPath](),
	reflect.TypeFor[regression.KernelRidge](), reflect.TypeFor[regression.KernelRidgePath](),
	reflect.TypeFor[regression.Lasso](), reflect.TypeFor[regression.LeastSquares](),
	reflect.TypeFor[regression.Model](), reflect.TypeFor[regression.Path](),
	reflect.TypeFor[regression.Report](), reflect.TypeFor[regression.Representer](),
	reflect.TypeFor[regression.Ridge](), reflect.TypeFor[regression.RidgePath](),
	reflect.TypeFor[regression.SparseModel](), reflect.TypeFor[regression.SparseReport](),
	reflect.TypeFor[rkhs.Function](), reflect.TypeFor[rkhs.Mercer](),
	reflect.TypeFor[rkhs.Nystrom](),
	reflect.TypeFor[simulate.Estimate](), reflect.TypeFor[simulate.RepeatError](),
	reflect.TypeFor[simulate.Study](), reflect.TypeFor[simulate.Tally](),
	reflect.TypeFor[smooth.Errors](), reflect.TypeFor[smooth.Series](),
	reflect.TypeFor[smooth.SeriesModel](), reflect.TypeFor[smooth.Smoother](),
	reflect.TypeFor[spline.Criteria](), reflect.TypeFor[spline.Curve](),
	reflect.TypeFor[spline.Diagnostics](), reflect.TypeFor[spline.Model](),
	reflect.TypeFor[spline.Report](), reflect.TypeFor[spline.Smoothing](),
	reflect.TypeFor[spline.Spectrum](),
	reflect.TypeFor[svm.Classifier](), reflect.TypeFor[svm.KKT](), reflect.TypeFor[svm.Machine](),
	reflect.TypeFor[svm.Model](), reflect.TypeFor[svm.Options](),
	reflect.TypeFor[svm.RegressionMachine](), reflect.TypeFor[svm.RegressionModel](),
	reflect.TypeFor[svm.Regressor](), reflect.TypeFor[svm.Report](),
	reflect.TypeFor[tree.Box](), reflect.TypeFor[tree.Choice](), reflect.TypeFor[tree.Classifier](),
	reflect.TypeFor[tree.Growth](), reflect.TypeFor[tree.Lean](), reflect.TypeFor[tree.LeanNode](),
	reflect.TypeFor[tree.Model](), reflect.TypeFor[tree.Node](), reflect.TypeFor[tree.Outline](),
	reflect.TypeFor[tree.RegressionModel](), reflect.TypeFor[tree.Regressor](),
	reflect.TypeFor[tree.Stage](), reflect.TypeFor[tree.Tree](),
	reflect.TypeFor[validate.Choice[logistic.Binary]](),
	reflect.TypeFor[validate.CrossValidation[int, *logistic.Model]](),
	reflect.TypeFor[validate.Curve[logistic.Binary]](), reflect.TypeFor[validate.Decomposition](),
	reflect.TypeFor[validate.Fold](), reflect.TypeFor[validate.KFold](),
	reflect.TypeFor[validate.Loss[int, *logistic.Model]](), reflect.TypeFor[validate.Losses](),
	reflect.TypeFor[vc.Ball](), reflect.TypeFor[vc.BallModel](), reflect.TypeFor[vc.Boxes](),
	reflect.TypeFor[vc.Canonical](), reflect.TypeFor[vc.Certificate](),
	reflect.TypeFor[vc.Choice](), reflect.TypeFor[vc.Family](), reflect.TypeFor[vc.Growth](),
	reflect.TypeFor[vc.HalfSpaces](), reflect.TypeFor[vc.Intervals](), reflect.TypeFor[vc.Level](),
	reflect.TypeFor[vc.Penalty](), reflect.TypeFor[vc.Rays](),
	reflect.TypeFor[vc.StructuralModel[*logistic.Model]](),
	reflect.TypeFor[vc.Structural[*logistic.Model]](), reflect.TypeFor[vc.ThroughPoints](),
}

// typesOf are the exported types of the packages below a directory, without interfaces and aliases, as reflect writes them but without type arguments.
func typesOf(t *testing.T, root string) []string {
	var names []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"internal", "testdata", "bench"}, d.Name()):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok && s.Name.IsExported() && !s.Assign.IsValid() {
				if _, ok := s.Type.(*ast.InterfaceType); !ok {
					names = append(names, file.Name.Name+"."+s.Name.Name)
				}
			}
			_, body := n.(*ast.BlockStmt)
			return !body
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func withoutArguments(t reflect.Type) string {
	name, _, _ := strings.Cut(t.String(), "[")
	return name
}

// fill gives every field of a value that can be set something that is not zero, down to a depth.
func fill(r reflect.Value, depth int) {
	switch r.Kind() {
	case reflect.Bool:
		r.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		r.SetInt(1)
	case reflect.Uint8, reflect.Uint64:
		r.SetUint(1)
	case reflect.Float64:
		r.SetFloat(1.5)
	case reflect.String:
		r.SetString("a")
	case reflect.Slice:
		if depth > 0 {
			r.Set(reflect.MakeSlice(r.Type(), 2, 2))
			fill(r.Index(0), depth-1)
			fill(r.Index(1), depth-1)
		}
	case reflect.Array:
		for i := range r.Len() {
			fill(r.Index(i), depth)
		}
	case reflect.Func:
		r.Set(reflect.MakeFunc(r.Type(), func([]reflect.Value) (out []reflect.Value) {
			for i := range r.Type().NumOut() {
				out = append(out, reflect.Zero(r.Type().Out(i)))
			}
			return out
		}))
	case reflect.Pointer:
		if r.Type() == reflect.TypeFor[*mat.Dense]() {
			r.Set(reflect.ValueOf(mat.NewDense(2, 2, []float64{1, 2, 3, 4})))
		} else if r.Type() == reflect.TypeFor[*mat.SymDense]() {
			r.Set(reflect.ValueOf(mat.NewSymDense(2, []float64{1, 2, 2, 4})))
		} else if depth > 0 && strings.Contains(r.Type().Elem().PkgPath(), "/mllib/") {
			r.Set(reflect.New(r.Type().Elem()))
			fill(r.Elem(), depth-1)
		}
	case reflect.Interface:
		if v := reflect.ValueOf(rand.NewPCG(1, 2)); v.Type().Implements(r.Type()) {
			r.Set(v)
		}
	case reflect.Struct:
		if r.Type() == reflect.TypeFor[kernels.Kernel]() {
			r.Set(reflect.ValueOf(kernels.Polynomial(2, 1, 1)))
			return
		}
		for i := range r.NumField() {
			if r.Type().Field(i).IsExported() {
				fill(r.Field(i), depth)
			}
		}
	}
}

// dump is how package fmt writes a struct, or an address.
var dump = regexp.MustCompile(`(^|[^\pL\d])&?\{\S+ \S|\w:\S+ \w+:\S|0x[0-9a-f]{6}|0xc0`)

// TestTypesOfMllib: a value of each exported type is written for people by fmt.Println, also within a list and as a pointer, and as the
// last expression of a cell: neither as Go's dump of a struct nor as an address. testdata/types_golden.txt is the table of them.
func TestTypesOfMllib(t *testing.T) {
	have := map[string]reflect.Type{}
	for _, of := range mllibTypes {
		have[withoutArguments(of)] = of
	}
	real := realValues(t)
	var table strings.Builder
	for _, name := range typesOf(t, "../mllib") {
		of, ok := have[name]
		if !ok {
			t.Errorf("no value of %s is shown: write its type into mllibTypes", name)
			continue
		}
		v, ok := real[name]
		if !ok {
			p := reflect.New(of)
			fill(p.Elem(), 3)
			v = p
		}
		text := checkShown(t, name, v)
		fmt.Fprintf(&table, "%-30s %s\n", name, text)
	}
	golden.Check(t, "types_golden.txt", table.String())
}

// checkShown checks what is shown of the value that p points to and returns its text on one line.
func checkShown(t *testing.T, name string, p reflect.Value) string {
	if p.Kind() != reflect.Pointer {
		v := p
		p = reflect.New(v.Type())
		p.Elem().Set(v)
	}
	v := p.Elem().Interface()
	line := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	last := bundleOf(p.Interface())
	forms := map[string]string{
		"fmt.Println(v)": fmt.Sprint(v), "fmt.Println(&v)": fmt.Sprint(p.Interface()), "%+v": fmt.Sprintf("%+v", v),
		"in a list":       fmt.Sprint(reflect.Append(reflect.MakeSlice(reflect.SliceOf(p.Type().Elem()), 0, 1), p.Elem()).Interface()),
		"last expression": string(last.Parts[len(last.Parts)-1].Data),
	}
	for form, text := range forms {
		if text == "" || strings.Contains(text, "PANIC") || dump.MatchString(text) {
			t.Errorf("%s, %s: %s", name, form, cut(line(text), 300))
		}
	}
	return cut(line(forms["fmt.Println(v)"]), 160)
}

// realValues are values as fits make them, by the names of their types.
func realValues(t *testing.T) map[string]reflect.Value {
	values := map[string]reflect.Value{}
	iris := data.Iris()
	two, err := iris.Pair(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	keep := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		r := reflect.ValueOf(v)
		values[withoutArguments(reflect.Indirect(r).Type())] = r
	}
	keep(iris, nil)
	keep(data.Diabetes(), nil)
	grown, err := tree.Classifier{Growth: tree.Growth{Depth: 2}}.Fit(iris.X, iris.Y)
	keep(grown, err)
	numbers := data.Diabetes()
	keepTree, err := tree.Regressor{Growth: tree.Growth{Depth: 2}}.Fit(numbers.X, numbers.Y)
	keep(keepTree, err)
	line, err := regression.LeastSquares{}.Fit(numbers.X, numbers.Y)
	keep(line, err)
	lda, err := discriminant.LDA{}.Fit(iris.X, iris.Y)
	keep(lda, err)
	binary, err := logistic.Binary{}.Fit(two.X, two.Y)
	keep(binary, err)
	pipe := learn.Pipe(data.Standardize{}, logistic.Binary{})
	keep(pipe, nil)
	piped, err := pipe.Fit(two.X, two.Y)
	keep(piped, err)
	folds, err := validate.KFold{K: 5, Src: rand.NewPCG(1, 2)}.Split(two.Y)
	if err != nil {
		t.Fatal(err)
	}
	keep(folds[0], nil)
	cv, err := validate.CrossValidate(two, folds, logistic.Binary{})
	keep(cv, err)
	choice, err := validate.Choose(two, folds, []logistic.Binary{{Ridge: 1}, {Ridge: 10}})
	keep(choice, err)
	groups, err := cluster.KMeans{K: 3, Src: rand.NewPCG(1, 2)}.Fit(iris.X)
	keep(groups, err)
	return values
}
