package perceptron

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Model is a trained perceptron. It is plain data: it goes through JSON and back.
type Model struct {
	linear.Hyperplane           // the (w, b) of the end
	Sign              label.Tie // label of a score of 0: Negative if it was trained with TieNegative, else Positive
	// Alpha counts the updates made with each observation; W = W0 + η Σ Alpha_i y_i x_i, the dual form of the perceptron.
	Alpha   []int
	Pocket  *Pocket            // the best (w, b) of the run, if it was asked for
	Average *linear.Hyperplane // (w, b) averaged over all steps, if it was asked for
	Trace   []Update           // every update, if it was asked for
	Report  Report             // how the run ended

	learn.Named
}

// Report says how a run ended.
type Report struct {
	Stop     Stop   // the reason
	Updates  int    // updates made, which are the mistakes made on the way
	Epochs   int    // passes begun; 0 for the orders that make no passes
	Mistakes int    // observations that the final (w, b) gets wrong, by the tie rule of the run
	Ties     int    // observations with a final score of exactly 0
	Cycle    *Cycle // the period, if Stop is Cycling
}

// Cycle is the period with which (w, b) comes back.
type Cycle struct {
	Epochs  int // in passes; 0 for FirstMistake
	Updates int // in updates
}

// Update is one correction.
type Update struct {
	Number int       // 1, 2, 3, ...
	Epoch  int       // pass in which it happened, from 1; 0 for the orders that make no passes
	I      int       // observation that was wrong, a row of X
	Score  float64   // its score before the update
	W      []float64 // w after the update
	B      float64   // b after the update
	Lived  int       // steps for which this (w, b) was the current one, from its update on: its votes in the voted perceptron
}

// Pocket is the best (w, b) of a run: the one with the fewest mistakes on the training data, the earliest if several are.
//
// Reference: S. I. Gallant, Perceptron-based learning algorithms, IEEE Transactions on Neural Networks 1 (1990), 179-191; the
// ratchet is exact here, mistakes are counted after each update. Curriculum: B2.1.1h, N3.2d.
type Pocket struct {
	linear.Hyperplane
	Mistakes int   // observations it gets wrong
	Update   int   // number of the update that made it, 0 for the start
	History  []int // mistakes of the start and after each update
}

// overflow returns an error if a weight of the model is not finite.
func (m *Model) overflow() error {
	list := []linear.Hyperplane{m.Hyperplane}
	if m.Average != nil {
		list = append(list, *m.Average)
	}
	for _, h := range list {
		if err := checkWeights(h); err != nil {
			return err
		}
	}
	return nil
}

// checkWeights says that the learning rate or the start is too large where the weights are not finite.
func checkWeights(h linear.Hyperplane) error {
	if sum := floats.Norm(h.W, 1)*0 + h.B*0; sum != 0 {
		return input.Errorf(input.ErrNotFinite, "Eta", "the weights overflow: the step, the start or X are too large")
	}
	return nil
}

// String says in one line how the run ended.
func (r Report) String() string {
	s := fmt.Sprintf("%v after %s", r.Stop, counted(r.Updates, "update"))
	if r.Epochs > 0 {
		s += " in " + counted(r.Epochs, "epoch")
	}
	if r.Stop != NoMistakes {
		s += fmt.Sprintf(", %s left", counted(r.Mistakes, "mistake"))
	}
	if r.Cycle != nil {
		s += ", period " + counted(r.Cycle.Updates, "update")
	}
	return s
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Predict returns the labels -1 and +1 of the rows of X. The errors are those of linear.Hyperplane.Scores.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, input.NoModel("perceptron.Model")
	}
	y, err := m.Classify(x, m.Sign)
	if err != nil {
		return nil, fmt.Errorf("perceptron: predict: %w", err)
	}
	return y, nil
}

// PredictVoted returns the labels by a vote of all the (w, b) of the trace, each with as many votes as steps
// it lived for. It needs a model trained with Trace, and returns an error that wraps input.ErrParam for another one;
// the other errors are those of Predict. Its cost is O(d) per row of X and update.
//
// Reference: Y. Freund and R. E. Schapire, Large margin classification using the perceptron algorithm, Machine Learning 37
// (1999), 277-296.
func (m *Model) PredictVoted(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, input.NoModel("perceptron.Model")
	}
	if len(m.Trace) < m.Report.Updates || len(m.Trace) == 0 {
		return nil, fmt.Errorf("perceptron: predict by vote: %w", input.Errorf(input.ErrParam, "model", "it has no trace, want one trained with Rosenblatt.Trace"))
	}
	n := 0
	if err := input.Columns("X", x, m.Dim()); err != nil {
		return nil, fmt.Errorf("perceptron: predict by vote: %w", err)
	}
	n, _ = x.Dims()
	votes := make([]int, n)
	for t := range m.Trace {
		y, err := m.At(t+1).Classify(x, m.Sign)
		if err != nil {
			return nil, fmt.Errorf("perceptron: predict by vote: %w", err)
		}
		for i := range votes {
			votes[i] += m.Trace[t].Lived * y[i]
		}
	}
	for i, v := range votes {
		votes[i] = label.Sign(float64(v), m.Sign)
	}
	return votes, nil
}

// At returns the hyperplane after update t of the trace, counted from 1; a zero Hyperplane if the trace has no such
// update.
func (m *Model) At(t int) linear.Hyperplane {
	if t < 1 || t > len(m.Trace) {
		return linear.Hyperplane{}
	}
	return linear.Hyperplane{W: m.Trace[t-1].W, B: m.Trace[t-1].B}
}

// Updated returns the observations that were used in an update, in increasing order: those on which W depends.
func (m *Model) Updated() []int {
	var used []int
	if m == nil {
		return nil
	}
	for i, a := range m.Alpha {
		if a > 0 {
			used = append(used, i)
		}
	}
	return used
}
