package boosting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// ErrChance says that the first learner is no better than chance, so that there is nothing to add up.
var ErrChance = errors.New("no better than chance")

// AdaBoost is boosting by weights: AdaBoost.M1 of two classes, and for K classes SAMME, which adds log(K-1) to each α.
//
// Reference: Y. Freund and R. Schapire, A decision-theoretic generalization of on-line learning, J. Comput. System Sci. 55 (1997), 119-139; J. Zhu, H. Zou, S. Rosset and T. Hastie, Multi-class AdaBoost, Statistics and
// Its Interface 2 (2009), 349-360. Curriculum: N10.2a, Y53a, S8d.
type AdaBoost[M learn.Model[int]] struct {
	Each   learn.Weighted[int, M]
	Rounds int       // at most; 0 means 50
	Tie    label.Tie // of classes with equal votes Positive takes the last, Negative the first
	Trace  bool      // keeps the weights of all rounds
}

// Boost is AdaBoost with a learner that takes weights, such as a Stump.
func Boost[M learn.Model[int]](each learn.Weighted[int, M], rounds int) AdaBoost[M] {
	return AdaBoost[M]{Each: each, Rounds: rounds}
}

// Reason is why boosting has ended.
type Reason = enum.Of[reasons]

const (
	AllRounds Reason = iota // all rounds were made
	Perfect                 // a classifier makes no mistake on rows with weight; it decides alone
	Chance                  // the next classifier was no better than chance, and was left out
)

type reasons struct{}

func (reasons) Names() (string, []string) {
	return "boosting.Reason", []string{AllRounds: "all rounds", Perfect: "perfect", Chance: "chance"}
}

// Report is how boosting went.
type Report struct {
	Reason Reason
	Rounds int
	Error  float64 // share of the weight of the training data with wrong labels
	Left   float64 // error of the classifier that was left out, if Reason is Chance
}

// String returns the report as a sentence.
func (r Report) String() string {
	s := map[Reason]string{AllRounds: "all rounds made", Perfect: "a classifier without a mistake", Chance: fmt.Sprintf("the next classifier was left out, its error is %.4g", r.Left)}[r.Reason]
	return fmt.Sprintf("%s, %d in all; training error %.4g", s, r.Rounds, r.Error)
}

// repeated is a learner that can prepare for many fits to the same rows. A fit writes what its model says about them into says.
type repeated[M any] interface {
	prepare(x mat.Matrix, y []int) (fit func(w []float64, says []int) (M, error), err error)
}

// Fit boosts the learner with the rows of the n×d matrix X and labels y, any integers of at least two classes, each with weight 1/n at first. It ends early where a classifier makes no
// mistake, whose α would be infinite, or is no better than chance, with α ≤ 0: see Reason. The errors wrap ErrChance, input.ErrEmpty (also without Each), ErrShape, ErrOneClass, ErrParam, or are
// those of the learner, with the number of the round.
func (p AdaBoost[M]) Fit(x mat.Matrix, y []int) (*Model[M], error) {
	w := make([]float64, len(y))
	for i := range w {
		w[i] = 1
	}
	return p.FitWeighted(x, y, w)
}

// FitWeighted is Fit with other first weights, finite and >= 0, of which only the ratios count. The errors are those of Fit; input.ErrParam also for weights out of range.
func (p AdaBoost[M]) FitWeighted(x mat.Matrix, y []int, weights []float64) (*Model[M], error) {
	y = label.Counted(y, weights)
	classes, err := p.check(x, y)
	if err == nil {
		err = input.RowWeights(weights, len(y))
	}
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	fit, err := p.fit(x, y)
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	r := p.run(y, classes, weights)
	if err := r.rounds(fit, p.Rounds); err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	return r.m, nil
}

func (p AdaBoost[M]) check(x mat.Matrix, y []int) ([]int, error) {
	n, _, err := input.Shape("X", x)
	switch {
	case err != nil:
	case len(y) != n:
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	case input.IsNil(p.Each):
		err = input.Errorf(input.ErrEmpty, "Each", "got nil, want a learner that takes weights, as boosting.Stump{}")
	}
	err = errors.Join(err, input.Param(p.Rounds >= 0, "Rounds", p.Rounds, "at least 1, or 0 for 50"), p.Tie.Check("Tie"))
	if err != nil {
		return nil, err
	}
	classes := label.Distinct(y)
	if len(classes) < 2 {
		return nil, input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	}
	return classes, nil
}

// fit is how the learner fits and says what its model says about the rows.
func (p AdaBoost[M]) fit(x mat.Matrix, y []int) (func(w []float64, says []int) (M, error), error) {
	if r, ok := p.Each.(repeated[M]); ok {
		return r.prepare(x, y)
	}
	return func(w []float64, says []int) (M, error) {
		m, err := p.Each.FitWeighted(x, y, w)
		if err == nil && input.IsNil(m) {
			err = input.Errorf(input.ErrEmpty, "Each", "%T returned no model", p.Each)
		}
		if err != nil {
			return m, err
		}
		said, err := learn.Predict(m, x)
		copy(says, said)
		return m, err
	}, nil
}

// run is boosting on its way.
type run[M learn.Model[int]] struct {
	m     *Model[M]
	y     []int
	w     []float64 // sum 1
	first []float64 // those of the start, of which the largest is 1: shares of equal ones are exact
	says  []int
	votes []float64 // n×K
	bound float64   // error of chance
	log   float64   // logarithm of the sum of the weights if they were not divided by it
	trace bool
}

func (p AdaBoost[M]) run(y, classes []int, weights []float64) *run[M] {
	n := len(y)
	r := &run[M]{m: &Model[M]{Classes: classes, Tie: p.Tie}, y: y, w: make([]float64, n), says: make([]int, n), votes: make([]float64, n*len(classes)),
		bound: 1 - 1/float64(len(classes)), trace: p.Trace}
	most, sum := slices.Max(weights), 0.0
	for i, w := range weights {
		r.w[i] = w / most
		sum += r.w[i]
	}
	r.first = slices.Clone(r.w)
	r.divide(sum)
	r.keep()
	return r
}

// divide makes the sum of the weights 1.
func (r *run[M]) divide(sum float64) {
	for i := range r.w {
		r.w[i] /= sum
	}
}

// keep adds the weights to the history.
func (r *run[M]) keep() {
	if r.m.LogTotals = append(r.m.LogTotals, r.log); r.trace {
		r.m.Weights = append(r.m.Weights, slices.Clone(r.w))
	}
}

func (r *run[M]) rounds(fit func(w []float64, says []int) (M, error), most int) error {
	if most == 0 {
		most = 50
	}
	for round := range most {
		part, err := fit(r.w, r.says)
		if err != nil {
			return fmt.Errorf("round %d: %w", round+1, err)
		}
		e := r.wrong(r.w, func(i int) bool { return r.says[i] != r.y[i] })
		if e >= r.bound-near {
			r.m.Report.Reason, r.m.Report.Left = Chance, e
			if round == 0 {
				return fmt.Errorf("%w: the first classifier has the error %.6g of %.6g", ErrChance, e, r.bound)
			}
			break
		}
		if r.add(part, e) {
			break
		}
	}
	k := len(r.m.Classes)
	r.m.Report.Rounds = len(r.m.Parts)
	r.m.Report.Error = r.wrong(r.first, func(i int) bool { return r.m.Classes[label.Largest(r.votes[i*k:(i+1)*k], r.m.Tie)] != r.y[i] })
	return nil
}

// wrong is the share of the weights of the rows for which wrong holds.
func (r *run[M]) wrong(weights []float64, wrong func(i int) bool) float64 {
	e, sum := 0.0, 0.0
	for i, w := range weights {
		sum += w
		if wrong(i) {
			e += w
		}
	}
	return e / sum
}

// add takes a classifier into the committee and changes the weights; it reports whether it makes no mistake.
func (r *run[M]) add(part M, e float64) (perfect bool) {
	alpha := math.Log((1-e)/e) + math.Log(float64(len(r.m.Classes)-1))
	factor := math.Exp(alpha)
	if perfect = math.IsInf(factor, 1); perfect {
		alpha = 1
		for _, a := range r.m.Alpha {
			alpha += a
		}
		r.m.Report.Reason = Perfect
	}
	r.m.Parts, r.m.Alpha, r.m.Errors = append(r.m.Parts, part), append(r.m.Alpha, alpha), append(r.m.Errors, e)
	for i, said := range r.says {
		if k := r.m.class(said); k >= 0 {
			r.votes[i*len(r.m.Classes)+k] += alpha
		}
	}
	if perfect {
		return true
	}
	sum := 0.0
	for i := range r.w {
		if r.says[i] != r.y[i] {
			r.w[i] *= factor
		}
		sum += r.w[i]
	}
	r.log += math.Log(sum)
	r.divide(sum)
	r.keep()
	return false
}
