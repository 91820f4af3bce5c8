package naivebayes

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/joint"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// given is what every method takes: labelled rows, weights, and priors.
type given struct {
	x       mat.Matrix
	n, d    int
	classes []int
	rows    [][]int   // of each class
	weights []float64 // nil for equal ones
	sums    []float64 // of the weights of each class
	priors  []float64
}

// priors are the fields of all parameters.
type priors struct {
	given []float64
	equal bool
	tie   label.Tie
}

// take checks and sorts the arguments of a fit.
func take(x mat.Matrix, y []int, weights []float64, p priors, more error) (*given, error) {
	n, d, err := input.Matrix("X", x)
	g := &given{x: x, n: n, d: d, weights: weights}
	if err == nil {
		g.classes, g.rows, err = joint.Classes(label.Counted(y, weights), n)
	}
	if err == nil && weights != nil {
		err = input.RowWeights(weights, n)
	}
	if err = errors.Join(err, joint.CheckPriors(p.given, p.equal, len(g.classes)), p.tie.Check("Tie"), more); err != nil {
		return nil, err
	}
	for k, rows := range g.rows {
		sum := 0.0
		for _, i := range rows {
			sum += g.weight(i)
		}
		if !(sum > 0) {
			return nil, input.Param(false, "weights", "only zeros", fmt.Sprintf("a positive one in class %d", g.classes[k]))
		}
		g.sums = append(g.sums, sum)
	}
	g.priors = joint.Priors(p.given, p.equal, g.sums)
	return g, nil
}

func (g *given) weight(i int) float64 {
	if g.weights == nil {
		return 1
	}
	return g.weights[i]
}

// weighted copies weights, so that none stay nil only where none were given.
func weighted(weights []float64) []float64 { return append([]float64{}, weights...) }

// model is what the answers are made from: joint returns log(π_k f_k(x)), an n×K matrix.
type model interface {
	joint(x mat.Matrix) (*mat.Dense, error)
}

func scores(m model, x mat.Matrix) (*mat.Dense, error) {
	s, err := m.joint(x)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: scores: %w", err)
	}
	return s, nil
}

func posteriors(m model, x mat.Matrix) (*mat.Dense, error) {
	s, err := m.joint(x)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: posteriors: %w", err)
	}
	return joint.Posteriors(s), nil
}

func logPosteriors(m model, x mat.Matrix) (*mat.Dense, error) {
	s, err := m.joint(x)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: log posteriors: %w", err)
	}
	return joint.LogPosteriors(s), nil
}

func predict(m model, x mat.Matrix, classes func() ([]int, label.Tie)) ([]int, error) {
	s, err := m.joint(x)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: predict: %w", err)
	}
	of, tie := classes()
	return joint.Labels(s, of, tie), nil
}

// shaped checks the classes and priors of a model and that each class has d lists of numbers, or one list of d.
func shaped(of string, classes []int, priors []float64, lists ...[][]float64) (d int, err error) {
	for _, list := range lists {
		if err := joint.Model(of, classes, priors, len(list)); err != nil {
			return 0, err
		}
		d = len(lists[0][0])
		for k, v := range list {
			if err := input.Vector(fmt.Sprintf("%s, class %d", of, classes[k]), v, d); err != nil {
				return 0, err
			}
		}
	}
	if d == 0 {
		return 0, input.Errorf(input.ErrShape, of, "it has no columns; Fit makes a model")
	}
	return d, nil
}
