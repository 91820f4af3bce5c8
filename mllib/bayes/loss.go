package bayes

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Loss is what decisions cost: Cost[a][k] is the cost of action a when the class is k. The actions 0..K-1 decide for a class;
// there may be more, such as to reject. The zero value is the 0-1 loss: 1 for every wrong class.
//
// Curriculum: S2b, V2.1a, V2.2b, Y6a, Y6b.
type Loss struct {
	Cost [][]float64 // a row for each action with K finite numbers; nil for the 0-1 loss
}

// MaxClasses is for how many classes ZeroOne and WithReject are willing to write a table.
const MaxClasses = 1 << 12

// ZeroOne returns the 0-1 loss of K classes in full, 1 <= K <= MaxClasses. For another K it has no actions, which Check refuses.
func ZeroOne(classes int) Loss {
	l := Loss{[][]float64{}}
	if classes > MaxClasses {
		return l
	}
	for a := range max(classes, 0) {
		row := make([]float64, classes)
		for k := range row {
			row[k] = zeroOne(a, k)
		}
		l.Cost = append(l.Cost, row)
	}
	return l
}

// WithReject returns the loss with one more action, after the others: to decide nothing, at this cost whatever the class is.
// The zero value of l stands for the 0-1 loss of K classes. With a cost c < 1/2 and two classes the optimal rule rejects exactly where
// the larger posterior is under 1 - c (Chow's rule). For a K that ZeroOne does not take there are no actions, which Check refuses; it also
// refuses a cost that is not finite, and a table of another number of classes.
func (l Loss) WithReject(classes int, cost float64) Loss {
	if classes < 1 || classes > MaxClasses {
		return Loss{[][]float64{}}
	}
	if l.Cost == nil {
		l = ZeroOne(classes)
	}
	row := make([]float64, classes)
	for k := range row {
		row[k] = cost
	}
	return Loss{append(slices.Clone(l.Cost), row)}
}

// Check returns an error that wraps input.ErrShape, input.ErrNotFinite or input.ErrParam unless there are at least one action and
// one finite cost for each of the K classes. Costs may be negative (gains). The zero value is right for every K >= 1.
func (l Loss) Check(classes int) error {
	if err := input.Param(classes > 0, "classes", classes, "a number >= 1"); err != nil || l.Cost == nil {
		return err
	}
	if len(l.Cost) == 0 {
		return input.Errorf(input.ErrShape, "Loss.Cost", "got no actions")
	}
	for a, row := range l.Cost {
		if err := input.Vector(fmt.Sprintf("Loss.Cost[%d]", a), row, classes); err != nil {
			return err
		}
	}
	return nil
}

// Actions returns the number of actions for K classes.
func (l Loss) Actions(classes int) int {
	if l.Cost == nil {
		return classes
	}
	return len(l.Cost)
}

// At returns the cost of action a when the class is k; NaN outside the table.
func (l Loss) At(a, k int) float64 {
	switch {
	case l.Cost == nil && a >= 0 && k >= 0:
		return zeroOne(a, k)
	case a < 0 || a >= len(l.Cost) || k < 0 || k >= len(l.Cost[a]):
		return math.NaN()
	}
	return l.Cost[a][k]
}

// Risks returns the conditional risk Σ_k Cost[a][k] p[k] of each action, for posterior probabilities p of length K, or for joint
// masses, which gives the same order. It returns nil if the loss is not one of len(p) classes.
//
// Curriculum: V2.2b.
func (l Loss) Risks(p []float64) []float64 {
	if l.Check(len(p)) != nil {
		return nil
	}
	return l.risksTo(make([]float64, l.Actions(len(p))), p)
}

func (l Loss) risksTo(dst, p []float64) []float64 {
	if l.Cost == nil {
		return zeroOneRisks(dst, p)
	}
	for a, row := range l.Cost {
		s := 0.0
		for k, c := range row {
			s += c * p[k]
		}
		dst[a] = s
	}
	return dst
}

// zeroOneRisks sums what is not p[a], so that no digits are lost and equal masses of two classes give equal risks.
func zeroOneRisks(dst, p []float64) []float64 {
	for a := range dst {
		s := 0.0
		for k, v := range p {
			if k != a {
				s += v
			}
		}
		dst[a] = s
	}
	return dst
}

// Decide returns the action of least conditional risk for the posterior probabilities (or joint masses) p. It returns -1
// if the loss is not one of len(p) classes, or p has a NaN.
//
// Curriculum: V2.1b, V2.2b, Y5a, Y6b.
func (l Loss) Decide(p []float64, tie Tie) int {
	risks := l.Risks(p)
	if risks == nil {
		return -1
	}
	return l.decide(risks, p, tie)
}

// decide chooses among the risks; under the 0-1 loss it chooses the largest p, which is the same but exact at ties.
func (l Loss) decide(risks, p []float64, tie Tie) int {
	if l.Cost != nil {
		return least(risks, tie)
	}
	for k, v := range p {
		risks[k] = -v
	}
	return least(risks, tie)
}

// Threshold returns the number t such that with two classes and two actions class 1 is the better decision where its posterior is
// above t: t = (l(1,0)-l(0,0)) / (l(1,0)-l(0,0)+l(0,1)-l(1,1)). It returns an error that wraps input.ErrShape for another number
// of classes or actions, and input.ErrParam where a mistake does not cost more than the right decision.
//
// Curriculum: V2.1b, Y6b.
func (l Loss) Threshold() (float64, error) {
	if l.Cost == nil {
		return .5, nil
	}
	if err := l.Check(2); err != nil {
		return 0, fmt.Errorf("bayes: threshold: %w", err)
	}
	if len(l.Cost) != 2 {
		return 0, fmt.Errorf("bayes: threshold: %w", input.Errorf(input.ErrShape, "Loss.Cost", "got %d actions, want 2", len(l.Cost)))
	}
	falseAlarm, miss := l.Cost[1][0]-l.Cost[0][0], l.Cost[0][1]-l.Cost[1][1]
	if err := input.Param(falseAlarm > 0 && miss > 0, "Loss.Cost", l.Cost, "mistakes that cost more than right decisions"); err != nil {
		return 0, fmt.Errorf("bayes: threshold: %w", err)
	}
	if total := falseAlarm + miss; total > math.MaxFloat64 {
		return 0, fmt.Errorf("bayes: threshold: %w", input.Errorf(input.ErrNotFinite, "Loss.Cost", "the sum of the differences overflows"))
	}
	return falseAlarm / (falseAlarm + miss), nil
}

func zeroOne(a, k int) float64 {
	if a == k {
		return 0
	}
	return 1
}
