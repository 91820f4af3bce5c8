package display_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display"
	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/simulate"
)

// The two libraries fit together through small interfaces, though neither knows the other.
var (
	_ simulate.Progress    = (*display.Progress)(nil)
	_ figure.NormalClasses = (*discriminant.LinearModel)(nil)
	_ figure.NormalClasses = (*discriminant.QuadraticModel)(nil)
	_ display.Tabler       = (*learn.Coefficients)(nil)
	_ display.Tabler       = (*linear.MaxMarginModel)(nil)
	_ display.Tabler       = (*linear.SoftMarginModel)(nil)
	_ display.Tabler       = (*perceptron.Model)(nil)
	_ display.Tabler       = (*perceptron.BatchModel)(nil)
	_ display.Tabler       = (*discriminant.LinearModel)(nil)
	_ display.Tabler       = (*logistic.Model)(nil)
	_ display.Tabler       = (*logistic.SoftmaxModel)(nil)
	_ display.Tabler       = (*regression.Model)(nil)
	_ display.Tabler       = (*learn.Piped[int, *perceptron.Model, *data.Scale])(nil)
)

func TestProgressOfAStudy(t *testing.T) {
	p := display.NewProgress("runs", 200)
	defer p.Done()
	study := simulate.Study{Repeats: 200, Seed: 1, Progress: p}
	runs, err := simulate.Run(context.Background(), study, func(_ int, r *rand.Rand) (float64, error) { return r.Float64(), nil })
	if err != nil || len(runs) != 200 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

// Example_coefficients is a model as the last expression of a cell shows it, with the names of its features.
func Example_coefficients() {
	iris := data.Iris()
	two, err := iris.Pair(2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := logistic.Binary{}.Fit(two.X, two.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(display.TableOf(m.Coefficients(iris.Features...)).Format("%.3f"))
	// Output:
	// log-odds of class 1 beside -1: converged after 11 iterations, log-likelihood -5.94927
	//               coefficient  standard error       z      p
	// ────────────  ───────────  ──────────────  ──────  ─────
	// sepal length       −2.465           2.394  −1.030  0.303
	// sepal width        −6.681           4.480  −1.491  0.136
	// petal length        9.429           4.737   1.990  0.047
	// petal width        18.286           9.743   1.877  0.061
	// intercept         −42.638          25.708  −1.659  0.097
}

// TestWarningsOfADataSet: what a set warns about stands below its table, in text and HTML, whether
// or not mllib.Must has made it.
func TestWarningsOfADataSet(t *testing.T) {
	text := "hours,rain\n"
	for i := range 40 {
		text += fmt.Sprintf("%d,%d\n", i, 7*i)
	}
	s, err := data.CSV{Name: "c.csv"}.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = "40 different ones in 40 observations, and each is a class: ReadRegressionFile reads them"
	for _, shown := range []string{display.TableOf(s).String(), display.TableOf(s).HTML(), fmt.Sprint(s)} {
		if !strings.Contains(shown, want) {
			t.Errorf("no warning in %s", shown)
		}
	}
	if shown := display.TableOf(data.Iris()).String(); strings.Contains(shown, "warning") {
		t.Errorf("iris warns: %s", shown)
	}
}

// TestModelsWithoutATable are shown as other values are.
func TestModelsWithoutATable(t *testing.T) {
	iris := data.Iris()
	piped, err := learn.Pipe(data.Standardize{}, discriminant.NearestMean{}).Fit(iris.X, iris.Y)
	if err != nil {
		t.Fatal(err)
	}
	for want, v := range map[string]any{
		"Piped[int,*discriminant.NearestMeanModel,*data.Scale]\nfield": piped,
		"field": struct{ M *logistic.Model }{},
	} {
		if got := display.TableOf(v).String(); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
