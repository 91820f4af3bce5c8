package validate_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// majority predicts the label that most observations have.
type majority int

func (m majority) Predict(x mat.Matrix) ([]int, error) {
	n, _ := x.Dims()
	return slices.Repeat([]int{int(m)}, n), nil
}

func fitMajority(_ *mat.Dense, y []int) (validate.Classifier, error) {
	sum := 0
	for _, v := range y {
		sum += v
	}
	if sum >= 0 {
		return majority(1), nil
	}
	return majority(-1), nil
}

func TestLeaveOneOut(t *testing.T) {
	s := data.AND()
	wrong, err := validate.LeaveOneOut(s, fitMajority)
	if want := []bool{false, false, false, true}; err != nil || !slices.Equal(wrong, want) {
		t.Errorf("got %v (%v), want %v", wrong, err, want)
	}
	refuse := errors.New("refused")
	if _, err := validate.LeaveOneOut(s, func(*mat.Dense, []int) (validate.Classifier, error) { return nil, refuse }); !errors.Is(err, refuse) {
		t.Errorf("got %v, want the error of the fit", err)
	}
	one, _ := s.Take([]int{0})
	for _, s := range []*data.Set{nil, one} {
		if _, err := validate.LeaveOneOut(s, fitMajority); !errors.Is(err, input.ErrEmpty) {
			t.Errorf("got %v, want %v", err, input.ErrEmpty)
		}
	}
}

func ExampleLeaveOneOut() {
	p := perceptron.Rosenblatt{}
	wrong, err := validate.LeaveOneOut(data.Toy8(), func(x *mat.Dense, y []int) (validate.Classifier, error) { return p.Fit(x, y) })
	fmt.Println(wrong, err)
	// Output: [false false false false false true false false] <nil>
}
