package display_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display"
	"github.com/mercer-go/mercer/mllib"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
)

// The figure of the README.
func Example() {
	iris := data.Iris()
	petals := mllib.Must(iris.Columns(2, 3))
	model := mllib.Must(discriminant.NearestMean{}.Fit(petals.X, petals.Y))
	figure := display.NewFigure("Regions of the nearest mean").
		ClassNames(iris.ClassNames...).
		Classes(petals.X, petals.Y).
		Regions(model.Predict).
		Axes("length, cm", "width, cm")
	fmt.Print(figure)
	// Output:
	// Figure: Regions of the nearest mean
	//   x axis: length, cm
	//   y axis: width, cm
	//   points “setosa”: 50, x in [1, 1.9], y in [0.1, 0.6]
	//   points “versicolor”: 50, x in [3, 5.1], y in [1, 1.8]
	//   points “virginica”: 50, x in [4.5, 6.9], y in [1.4, 2.5]
	//   regions of class setosa, versicolor, virginica
}

// TestREADMECompiles: the figure of the README is that of the example, word for word.
func TestREADMECompiles(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(readme), "\n    display.NewFigure(")
	code, _, _ = strings.Cut("display.NewFigure("+code, "\n\n")
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if len(words(code)) < 100 || !strings.Contains(words(string(example)), words(code)) {
		t.Errorf("the README has other code than the example:\n%s", code)
	}
}

// TestAModelThatDoesNotFitTheFigure: its error is the figure's.
func TestAModelThatDoesNotFitTheFigure(t *testing.T) {
	iris := data.Iris()
	model := mllib.Must(discriminant.NearestMean{}.Fit(iris.X, iris.Y))
	f := display.NewFigure("").Regions(model.Predict)
	if f.Err() == nil || !strings.Contains(f.Err().Error(), "X: got 2 columns, want 4") {
		t.Errorf("four columns at places of the plane: %v", f.Err())
	}
}
