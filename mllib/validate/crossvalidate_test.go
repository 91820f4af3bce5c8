package validate_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/metrics"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// majority predicts the label that most observations have: a method of one's own, and its model.
type majority int

func (majority) Fit(_ mat.Matrix, y []int) (majority, error) {
	sum := 0
	for _, v := range y {
		sum += v
	}
	return majority(cmp.Compare(2*sum, -1)), nil
}

func (m majority) Predict(x mat.Matrix) ([]int, error) {
	n, _ := x.Dims()
	return slices.Repeat([]int{int(m)}, n), nil
}

// mean predicts the mean response.
type mean float64

func (mean) Fit(_ mat.Matrix, y []float64) (mean, error) {
	sum := 0.0
	for _, v := range y {
		sum += v
	}
	return mean(sum / float64(len(y))), nil
}

func (m mean) Predict(x mat.Matrix) ([]float64, error) {
	n, _ := x.Dims()
	return slices.Repeat([]float64{float64(m)}, n), nil
}

// TestMethodsAreLearners: methods of several families, a user's own and a function, without a closure for any.
func TestMethodsAreLearners(t *testing.T) {
	s := data.Toy8()
	folds, err := validate.KFold{K: 4, Stratified: true}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	own, err := validate.CrossValidate(s, folds, majority(0))
	if err != nil || own.Losses.Mean() != .5 {
		t.Errorf("majority: %v (%v)", own, err)
	}
	_, a := validate.CrossValidate(s, folds, logistic.Binary{Ridge: 1})
	_, b := validate.CrossValidate(s, folds, discriminant.LDA{Shrinkage: .5})
	_, c := validate.CrossValidate(s, folds, perceptron.Rosenblatt{})
	_, d := validate.CrossValidate(s, folds, learn.By(discriminant.NearestMean{}.Fit))
	if err := errors.Join(a, b, c, d); err != nil {
		t.Error(err)
	}
}

func TestRegressionByHand(t *testing.T) {
	r := &data.Regression{X: mat.NewDense(3, 1, []float64{0, 0, 0}), Y: []float64{0, 3, 6}}
	cv, err := validate.CrossValidate(r, validate.LeaveOneOut(3), mean(0))
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{4.5, 3, 1.5}; !slices.Equal(cv.Predicted, want) {
		t.Errorf("predicted %v, want %v", cv.Predicted, want)
	}
	if want := (validate.Losses{20.25, 0, 20.25}); !slices.Equal(cv.Losses, want) || cv.Losses.Mean() != 13.5 {
		t.Errorf("losses %v, want %v", cv.Losses, want)
	}
	absolute, err := cv.By(r, func(m mean, x mat.Matrix, y []float64) (float64, error) {
		said, err := m.Predict(x)
		if err != nil {
			return 0, err
		}
		return metrics.MeanAbsoluteError(said, y)
	})
	if want := (validate.Losses{4.5, 0, 4.5}); err != nil || !slices.Equal(absolute, want) {
		t.Errorf("absolute losses %v (%v), want %v", absolute, err, want)
	}
}

func TestLeaveOneOut(t *testing.T) {
	s := data.AND()
	cv, err := validate.CrossValidate(s, validate.LeaveOneOut(4), majority(0))
	if want := []int{-1, -1, -1, -1}; err != nil || !slices.Equal(cv.Predicted, want) || cv.Losses.Mean() != .25 {
		t.Errorf("%+v (%v), want predictions %v", cv, err, want)
	}
}

// TestSideBySide: folds that draw get sources of their own, so that the result depends neither on the number of processors nor on which
// fold is first.
func TestSideBySide(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	s, err := data.TwoGaussians{N: [2]int{40, 40}}.Draw(rand.NewPCG(3, 1))
	if err != nil {
		t.Fatal(err)
	}
	folds, err := validate.KFold{K: 8}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	var before [][]float64
	for _, processors := range []int{1, 2, 4, 2} {
		runtime.GOMAXPROCS(processors)
		p := perceptron.Rosenblatt{Order: perceptron.Shuffled, Src: rand.NewPCG(5, 5), MaxEpochs: 3}
		cv, err := validate.CrossValidate(s, folds, p)
		if err != nil {
			t.Fatal(err)
		}
		var w [][]float64
		for _, m := range cv.Models {
			w = append(w, m.W)
		}
		if before != nil && !slices.EqualFunc(before, w, slices.Equal) {
			t.Errorf("%d processors: other weights", processors)
		}
		before = w
	}
}

// none returns no model.
func none(mat.Matrix, []int) (*perceptron.Model, error) { return nil, nil }

// constant predicts one label, for any number of rows.
type constant struct{}

func (constant) Predict(mat.Matrix) ([]int, error) { return []int{1}, nil }

func fitConstant(mat.Matrix, []int) (constant, error) { return constant{}, nil }

func TestCrossValidationRefuses(t *testing.T) {
	refuse := errors.New("refused")
	fails := learn.Func[int, constant](func(mat.Matrix, []int) (constant, error) { return constant{}, refuse })
	cross := func(s *data.Set, folds []validate.Fold) error {
		_, err := validate.CrossValidate(s, folds, fails)
		return err
	}
	by := func(l learn.Learner[int, majority]) error {
		_, err := validate.CrossValidate(data.AND(), validate.LeaveOneOut(4), l)
		return err
	}
	all := []validate.Fold{{Train: []int{0, 1, 2, 3}, Test: []int{0, 1, 2, 3}}}
	_, noModel := validate.CrossValidate(data.AND(), all, learn.By(none))
	_, short := validate.CrossValidate(data.AND(), all, learn.By(fitConstant))
	cv, err := validate.CrossValidate(data.AND(), all, majority(0))
	if err != nil {
		t.Fatal(err)
	}
	_, noLoss := cv.By(data.AND(), nil)
	_, otherData := cv.By(data.Toy8(), func(majority, mat.Matrix, []int) (float64, error) { return 0, nil })
	_, noCandidates := validate.Choose(data.AND(), all, []majority{})
	_, broken := validate.Choose(data.AND(), all, []learn.Func[int, constant]{fails})
	_, noCurve := validate.ValidationCurve(data.AND(), all, []majority{})
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no folds", cross(data.AND(), nil), input.ErrEmpty},
		{"no training data", cross(data.AND(), []validate.Fold{{Test: []int{0, 1, 2, 3}}}), input.ErrEmpty},
		{"no such observation", cross(data.AND(), []validate.Fold{{Train: []int{9}, Test: []int{0, 1, 2, 3}}}), input.ErrParam},
		{"an observation without test", cross(data.AND(), []validate.Fold{{Train: []int{1}, Test: []int{0}}}), input.ErrShape},
		{"an observation tested twice", cross(data.AND(), []validate.Fold{{Train: []int{1}, Test: []int{0, 1}}, {Train: []int{0}, Test: []int{1, 2}}}), input.ErrParam},
		{"fit fails", cross(data.AND(), all), refuse},
		{"no data", cross(nil, all), input.ErrEmpty},
		{"labels alone", cross(&data.Set{Y: []int{1, 2}}, all), input.ErrEmpty},
		{"no learner", by(nil), input.ErrEmpty},
		{"no function", by(learn.Func[int, majority](nil)), input.ErrEmpty},
		{"no model", noModel, input.ErrEmpty},
		{"a model of another number of labels", short, input.ErrShape},
		{"no loss", noLoss, input.ErrEmpty},
		{"other data", otherData, input.ErrShape},
		{"no candidates", noCandidates, input.ErrEmpty},
		{"a candidate fails", broken, refuse},
		{"a curve of nothing", noCurve, input.ErrEmpty},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

// TestPanicOfAFit: a panic in a fold ends the caller, who can recover, not the program; it says the fold and the candidate, and wraps the error that
// it was of.
func TestPanicOfAFit(t *testing.T) {
	s, folds, cause := data.AND(), validate.LeaveOneOut(4), errors.New("broken")
	fits := func(v any) learn.Func[int, majority] {
		return func(x mat.Matrix, y []int) (m majority, err error) {
			if v != nil {
				panic(v)
			}
			return m, nil
		}
	}
	wrong := func(majority, mat.Matrix, []int) (float64, error) { panic("loss") }
	for want, run := range map[string]func() error{
		"validate: fold 0: panic: broken": func() error { _, err := validate.CrossValidate(s, folds, fits(cause)); return err },
		"validate: candidate 1: fold 0: panic: broken": func() error {
			_, err := validate.Choose(s, folds, []learn.Func[int, majority]{fits(nil), fits(cause)})
			return err
		},
		"validate: candidate 0: fold 0: panic: loss": func() error {
			_, err := validate.ChooseBy(s, folds, []learn.Func[int, majority]{fits(nil)}, wrong)
			return err
		},
	} {
		func() {
			defer func() {
				err, ok := recover().(error)
				if !ok || err.Error() != want || strings.HasSuffix(want, "broken") && !errors.Is(err, cause) {
					t.Errorf("recovered %v, want %s", err, want)
				}
			}()
			t.Errorf("%s: came back with %v", want, run())
		}()
	}
}

func ExampleCrossValidate() {
	s := data.Toy8()
	cv, err := validate.CrossValidate(s, validate.LeaveOneOut(s.Len()), perceptron.Rosenblatt{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cv.Predicted)
	fmt.Println(cv.Losses)
	// Output:
	// [1 1 1 1 -1 1 -1 -1]
	// 0.12500 ± 0.12500
}

func ExampleChoose() {
	s := data.Iris()
	folds, err := validate.KFold{K: 10, Stratified: true}.Split(s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	best, err := validate.Choose(s, folds, []discriminant.LDA{{Shrinkage: 1}, {Shrinkage: .5}, {}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for c, l := range best.Losses {
		fmt.Println(best.Candidates[c].Shrinkage, l)
	}
	fmt.Println("best:", best.Learner().Shrinkage)
	// Output:
	// 1 0.06667 ± 0.01721
	// 0.5 0.04667 ± 0.01423
	// 0 0.02000 ± 0.01423
	// best: 0
}
