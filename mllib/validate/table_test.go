package validate_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

func ExampleChoice_Table() {
	s := data.Iris()
	folds, err := validate.KFold{K: 5, Stratified: true}.Split(s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	choice, err := validate.Choose(s, folds, []tree.Classifier{{Growth: tree.Growth{Depth: 1}}, {Growth: tree.Growth{Depth: 3}}, {}})
	if err != nil {
		fmt.Println(err)
		return
	}
	caption, columns, rows := choice.Table()
	fmt.Println(caption)
	fmt.Println(columns)
	for _, row := range rows {
		fmt.Printf("%v %v %.3f %.3f\n", row...)
	}
	// Output:
	// candidate 1 loses least
	// [candidate Depth loss standard error]
	// 0 1 0.333 0.000
	// 1 3 0.060 0.019
	// 2 0 0.060 0.019
}

// columns are the names of the columns of the table of a choice among candidates.
func columns[L any](candidates []L) []string {
	c := &validate.Choice[L]{Candidates: candidates, Losses: make([]validate.Losses, len(candidates))}
	_, names, rows := c.Table()
	if len(rows) != len(candidates) || len(rows[0]) != len(names) {
		return nil
	}
	return names[1 : len(names)-2]
}

// TestTablesNameWhatDiffers: the columns are the parameters in which the candidates differ, through parts, interfaces and pipelines.
func TestTablesNameWhatDiffers(t *testing.T) {
	type piped = learn.Pipeline[int, *logistic.Model, *data.Scale]
	type pair struct{ A, B tree.Growth }
	fit := func(mat.Matrix, []int) (*logistic.Model, error) { return nil, nil }
	for i, c := range []struct{ got, want []string }{
		{columns([]neighbours.KNN{{K: 1}, {K: 5}}), []string{"K"}},
		{columns([]neighbours.KNN{{K: 1}, {K: 1}}), []string{}},
		{columns([]svm.Classifier{{C: 1}, {C: 2, Form: svm.Squares}}), []string{"Form", "C"}},
		{columns([]logistic.Binary{{}, {ClassWeights: map[int]float64{1: 2}}}), []string{"ClassWeights"}},
		{columns([]piped{learn.Pipe(data.Standardize{}, logistic.Binary{Ridge: 1}), learn.Pipe(data.Standardize{Unbiased: true}, logistic.Binary{Ridge: 2})}), []string{"Unbiased", "Ridge"}},
		{columns([]pair{{}, {tree.Growth{Depth: 1}, tree.Growth{Depth: 2}}}), []string{"A.Depth", "B.Depth"}},
		{columns([]any{discriminant.LDA{}, neighbours.KNN{K: 3}, nil}), nil},
		{columns([]learn.Func[int, *logistic.Model]{fit, nil}), []string{}},
		{columns([]*neighbours.KNN{{K: 1}, {K: 2}}), []string{"K"}},
	} {
		if c.want != nil && !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%d: got the columns %q, want %q", i, c.got, c.want)
		}
	}
	mixed := columns([]any{discriminant.LDA{}, neighbours.KNN{K: 3}})
	if len(mixed) < 2 || mixed[0] != "method" {
		t.Errorf("methods of two kinds: %q, want the method first", mixed)
	}
}

// TestTableOfCurve has four numbers behind the parameters, and what was not made has none.
func TestTableOfCurve(t *testing.T) {
	s := data.Iris()
	folds, err := validate.KFold{K: 3, Stratified: true}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := validate.ValidationCurve(s, folds, []neighbours.KNN{{K: 1}, {K: 9}})
	if err != nil {
		t.Fatal(err)
	}
	_, columns, rows := curve.Table()
	want := [][]any{}
	for k, l := range curve.Train {
		want = append(want, []any{k, curve.Candidates[k].K, l.Mean(), l.Estimate().SE, curve.Test[k].Mean(), curve.Test[k].Estimate().SE})
	}
	if !reflect.DeepEqual(rows, want) || len(columns) != 6 || columns[1] != "K" {
		t.Errorf("%q %v, want %v", columns, rows, want)
	}
	for _, shown := range []interface {
		Table() (string, []string, [][]any)
	}{(*validate.Curve[int])(nil), &validate.Curve[int]{Candidates: []int{1}}, (*validate.Choice[int])(nil), &validate.Choice[int]{}} {
		if _, columns, rows := shown.Table(); columns != nil || rows != nil {
			t.Errorf("%T: %q %v", shown, columns, rows)
		}
	}
}
