package boosting

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Model is a committee with weights. It is plain data if its parts are. Its first index counts rounds from 0: round 0 is m = 1 of the sources.
//
// Curriculum: N10.2a, Y52a.
type Model[M learn.Model[int]] struct {
	Classes   []int // labels in increasing order
	Parts     []M
	Alpha     []float64   // weights of the parts, log((1-err)/err) + log(K-1); that of a part without mistakes is 1 more than the sum of all others
	Errors    []float64   // err of the parts: the weight of the rows they get wrong, as a share of all
	LogTotals []float64   // LogTotals[m] is the logarithm of the sum of the weights before round m if they were never divided by it; one more after the last round, unless it ended without a mistake
	Weights   [][]float64 `json:",omitempty"` // likewise the weights of the rows, with sum 1; nil unless Trace asks for it
	Tie       label.Tie
	Report    Report
}

// class is the position of a label, -1 for another.
func (m *Model[M]) class(l int) int {
	for k, c := range m.Classes {
		if c == l {
			return k
		}
	}
	return -1
}

// Votes returns the n×K matrix of the sums of the α of the parts that vote for a class, in the order of Classes. The errors are those of the parts, with the round, and wrap input.ErrEmpty for a nil
// model and ErrShape for one that Fit did not make.
func (m *Model[M]) Votes(x mat.Matrix) (*mat.Dense, error) {
	var votes *mat.Dense
	err := m.stages(x, func(_ int, v *mat.Dense) bool { votes = v; return true })
	return votes, err
}

// Predict returns the label with the most votes for each row of X. The errors are those of Votes.
func (m *Model[M]) Predict(x mat.Matrix) ([]int, error) {
	votes, err := m.Votes(x)
	if err != nil {
		return nil, err
	}
	return m.labels(votes), nil
}

func (m *Model[M]) labels(votes *mat.Dense) []int {
	n, _ := votes.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = m.Classes[label.Largest(votes.RawRowView(i), m.Tie)]
	}
	return y
}

// Scores returns f(x) = Σ α_m G_m(x) for each row of X, where a part counts as +1 if it says the second class, and -1 if the first. The errors are those of Votes, and one that wraps input.ErrParam for other than two classes.
func (m *Model[M]) Scores(x mat.Matrix) ([]float64, error) {
	votes, err := m.Votes(x)
	if err == nil && len(m.Classes) != 2 {
		err = fmt.Errorf("boosting: %w", input.Errorf(input.ErrParam, "model", "it has %d classes, and scores have two; Votes are for more", len(m.Classes)))
	}
	if err != nil {
		return nil, err
	}
	f := make([]float64, 0, votes.RawMatrix().Rows)
	for i := range cap(f) {
		f = append(f, votes.At(i, 1)-votes.At(i, 0))
	}
	return f, nil
}

// Posterior returns 1/(1 + e^{-f(x)}) for each row of X, which is P(second class | x) if f/2 has become the function that makes the expected exponential loss least; after many rounds it is far too sure. The errors
// are those of Scores.
//
// Curriculum: N10.3f.
func (m *Model[M]) Posterior(x mat.Matrix) ([]float64, error) {
	f, err := m.Scores(x)
	for i, v := range f {
		f[i] = 1 / (1 + math.Exp(-v))
	}
	return f, err
}

// Margins returns, for each row of X, the votes for its label less the most for another, as a share of all votes: from -1 to 1, positive if the label is predicted. The errors are those of Votes, and one that wraps
// input.ErrShape for other than one label for each row, input.ErrLabel for a label that is none of the classes.
func (m *Model[M]) Margins(x mat.Matrix, y []int) ([]float64, error) {
	votes, err := m.Votes(x)
	if err != nil {
		return nil, err
	}
	if n, _ := votes.Dims(); n != len(y) {
		return nil, fmt.Errorf("boosting: %w", input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n))
	}
	total, out := 0.0, make([]float64, len(y))
	for _, a := range m.Alpha {
		total += a
	}
	for i, l := range y {
		own := m.class(l)
		if own < 0 {
			return nil, fmt.Errorf("boosting: %w", input.Errorf(input.ErrLabel, "y", "label %d is %d, want one of %v", i, l, m.Classes))
		}
		most := math.Inf(-1)
		for k := range m.Classes {
			if k != own {
				most = max(most, votes.At(i, k))
			}
		}
		out[i] = (votes.At(i, own) - most) / total
	}
	return out, nil
}

// Staged predicts the rows of X with the first m parts, for each m from 1 on: it returns what ranges over m and the labels, which are new in each stage. The errors are those of Votes.
func (m *Model[M]) Staged(x mat.Matrix) (iter.Seq2[int, []int], error) {
	var all [][]int
	err := m.stages(x, func(_ int, votes *mat.Dense) bool { all = append(all, m.labels(votes)); return true })
	if err != nil {
		return nil, err
	}
	return func(yield func(int, []int) bool) {
		for k, labels := range all {
			if !yield(k+1, labels) {
				return
			}
		}
	}, nil
}

// StagedErrors returns the share of wrong labels of the first m parts, for each m from 1 on. The errors are those of Votes, and one that wraps input.ErrShape for other than one label for each row.
func (m *Model[M]) StagedErrors(x mat.Matrix, y []int) ([]float64, error) {
	var errs []float64
	err := m.stages(x, func(_ int, votes *mat.Dense) bool {
		n, _ := votes.Dims()
		if n != len(y) {
			return false
		}
		wrong := 0
		for i, l := range y {
			if m.Classes[label.Largest(votes.RawRowView(i), m.Tie)] != l {
				wrong++
			}
		}
		errs = append(errs, float64(wrong)/float64(n))
		return true
	})
	if err == nil && errs == nil {
		err = fmt.Errorf("boosting: %w", input.Errorf(input.ErrShape, "y", "got %d labels, want one for each row of X", len(y)))
	}
	return errs, err
}

// stages calls f with the votes after each part, until it returns false.
func (m *Model[M]) stages(x mat.Matrix, f func(round int, votes *mat.Dense) bool) error {
	if err := m.whole(); err != nil {
		return fmt.Errorf("boosting: %w", err)
	}
	n, _, err := input.Shape("X", x)
	if err != nil {
		return fmt.Errorf("boosting: %w", err)
	}
	votes := mat.NewDense(n, len(m.Classes), nil)
	for round, part := range m.Parts {
		said, err := learn.Predict(part, x)
		if err != nil {
			return fmt.Errorf("boosting: round %d: %w", round+1, err)
		}
		for i, l := range said {
			if k := m.class(l); k >= 0 {
				votes.RawRowView(i)[k] += m.Alpha[round]
			}
		}
		if !f(round, votes) {
			return nil
		}
	}
	return nil
}

// whole refuses models that Fit did not make.
func (m *Model[M]) whole() error {
	if m == nil {
		return input.NoModel("boosting.Model")
	}
	if len(m.Parts) == 0 || len(m.Classes) < 2 || len(m.Alpha) != len(m.Parts) {
		return input.Errorf(input.ErrShape, "model", "it has %d parts, %d weights and %d classes; Fit makes a model", len(m.Parts), len(m.Alpha), len(m.Classes))
	}
	for k, part := range m.Parts {
		if input.IsNil(part) {
			return input.Errorf(input.ErrShape, "model", "part %d is nil", k)
		}
	}
	return errors.Join(input.Increasing("model.Classes", m.Classes), input.Vector("model.Alpha", m.Alpha, len(m.Parts)), m.Tie.Check("model.Tie"))
}
