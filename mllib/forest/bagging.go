package forest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Bagging fits a method to samples of the rows drawn with replacement. Labels are predicted by the majority of its models, numbers by their mean.
//
// Reference: L. Breiman, Bagging predictors, Machine Learning 24 (1996), 123-140. Curriculum: Y49a.
type Bagging[T learn.Target, M learn.Model[T]] struct {
	Each learn.Learner[T, M]
	Size int         // samples; 0 means 100
	Tie  label.Tie   // of classes with equal votes Positive takes the last, Negative the first
	Src  rand.Source `json:"-"` // draws the samples, and the sources of learners that draw
}

// Bag is bagging of a method, with its parameters.
func Bag[T learn.Target, M learn.Model[T]](each learn.Learner[T, M], size int, src rand.Source) Bagging[T, M] {
	return Bagging[T, M]{Each: each, Size: size, Src: src}
}

// BaggingModel holds the models of the samples. It is plain data if they are.
type BaggingModel[T learn.Target, M learn.Model[T]] struct {
	Classes  []int `json:",omitempty"` // labels in increasing order, nil in regression
	Parts    []M
	Tie      label.Tie
	OutOfBag OutOfBag
}

// Source and WithSource are those of learn.Chance.
func (p Bagging[T, M]) Source() rand.Source { return p.Src }

// WithSource returns a copy that draws from src.
func (p Bagging[T, M]) WithSource(src rand.Source) learn.Learner[T, *BaggingModel[T, M]] {
	p.Src = src
	return p
}

// Fit fits the method to each sample, side by side. A sample of labels that are all equal is drawn again. The errors wrap input.ErrEmpty (also without Each or Src), ErrShape, ErrNotFinite,
// ErrOneClass, ErrParam, or are those of the method, with the number of the sample.
func (p Bagging[T, M]) Fit(x mat.Matrix, y []T) (*BaggingModel[T, M], error) {
	classes, err := p.check(x, y)
	if err != nil {
		return nil, fmt.Errorf("forest: bagging: %w", err)
	}
	size, rows := or(p.Size, usual), mat.DenseCopyOf(x)
	each, draws := learn.Apart(p.Each, size), sources(p.Src, size)
	m := &BaggingModel[T, M]{Classes: classes, Parts: make([]M, size), Tie: p.Tie}
	bags, said := make([][]uint16, size), make([][]T, size)
	err = parallel.Try(size, func(b int) (err error) {
		if bags[b] = several(draws[b], y); bags[b] == nil {
			return fmt.Errorf("forest: bagging: %w", input.Errorf(input.ErrOneClass, "y", "samples hold one class only"))
		}
		if m.Parts[b], said[b], err = one(each[b], rows, y, bags[b]); err != nil {
			err = fmt.Errorf("forest: bagging: sample %d: %w", b, err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	m.OutOfBag = m.ballot(y, bags, said).count(false)
	return m, nil
}

func (p Bagging[T, M]) check(x mat.Matrix, y []T) (classes []int, err error) {
	n, _, err := input.Shape("X", x)
	switch {
	case err != nil:
	case len(y) != n:
		err = input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", len(y), n)
	case input.IsNil(p.Each):
		err = input.Errorf(input.ErrEmpty, "Each", "got nil, want a method with its parameters")
	}
	if err = errors.Join(err, checkSize("Size", p.Size, p.Src), p.Tie.Check("Tie")); err != nil {
		return nil, err
	}
	switch targets := any(y).(type) {
	case []int:
		if classes = label.Distinct(targets); len(classes) < 2 {
			return nil, input.Errorf(input.ErrOneClass, "y", "all labels are %d", targets[0])
		}
	case []float64:
		err = input.Vector("y", targets, n)
	}
	return classes, err
}

// one fits to the rows of a bag and predicts those that are not in it, in their order.
func one[T learn.Target, M learn.Model[T]](each learn.Learner[T, M], x *mat.Dense, y []T, bag []uint16) (m M, said []T, err error) {
	var in, out []int
	for i, c := range bag {
		for range c {
			in = append(in, i)
		}
		if c == 0 {
			out = append(out, i)
		}
	}
	bagX, bagY, err := learn.Take(x, y, in)
	if err != nil {
		return m, nil, err
	}
	if m, err = learn.Fit(each, bagX, bagY); err != nil || len(out) == 0 {
		return m, nil, err
	}
	outX, _, err := learn.Take(x, y, out)
	if err == nil {
		said, err = learn.Predict(m, outX)
	}
	return m, said, err
}

// ballot asks about the rows out of the bags; said holds the predictions of each model for them.
func (m *BaggingModel[T, M]) ballot(y []T, bags [][]uint16, said [][]T) ballot {
	by := make([][]T, len(bags)) // said, by row
	for b, bag := range bags {
		by[b] = make([]T, len(y))
		k := 0
		for i, c := range bag {
			if c == 0 {
				by[b][i] = said[b][k]
				k++
			}
		}
	}
	return ballot{n: len(y), learners: len(bags), width: max(1, len(m.Classes)), weight: weightsOf(nil),
		seen: func(b, row int) bool { return bags[b][row] > 0 },
		add:  func(b, row int, sum []float64) { m.add(by[b][row], sum) },
		loss: func(row int, sum []float64, learners float64) float64 {
			d := float64(m.decide(sum, learners) - y[row])
			if m.Classes != nil && d != 0 {
				return 1
			}
			return d * d
		}}
}

// add adds a prediction to the votes, or to the sum. Labels that are none of the classes have no vote.
func (m *BaggingModel[T, M]) add(said T, sum []float64) {
	if m.Classes == nil {
		sum[0] += float64(said)
	} else if k, ok := slices.BinarySearch(m.Classes, int(said)); ok {
		sum[k]++
	}
}

// decide is what the votes or the sum of so many models come to.
func (m *BaggingModel[T, M]) decide(sum []float64, learners float64) T {
	if m.Classes == nil {
		return T(sum[0] / learners)
	}
	return T(m.Classes[label.Largest(sum, m.Tie)])
}

// Votes returns the n×K matrix of the shares of the models that vote for each class, in the order of Classes; in regression the n×1 matrix of the means. The errors are those of the models, with the number of the first that failed, and wrap
// input.ErrEmpty for a nil model and ErrShape for one that Fit did not make.
func (m *BaggingModel[T, M]) Votes(x mat.Matrix) (*mat.Dense, error) {
	var votes *mat.Dense
	err := m.stages(x, func(b int, sum *mat.Dense) error {
		if b+1 == len(m.Parts) {
			votes = sum
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	votes.Scale(1/float64(len(m.Parts)), votes)
	return votes, nil
}

// Predict returns the label that most models give to each row of X, or the mean of their numbers. The errors are those of Votes.
func (m *BaggingModel[T, M]) Predict(x mat.Matrix) ([]T, error) {
	votes, err := m.Votes(x)
	if err != nil {
		return nil, err
	}
	n, _ := votes.Dims()
	y := make([]T, n)
	for i := range y {
		y[i] = m.decide(votes.RawRowView(i), 1)
	}
	return y, nil
}

// StagedErrors returns the share of wrong labels, or the mean squared error, of the first b models together, for each b from 1 on. The errors are those of Votes, and one that wraps
// input.ErrShape for other than one target for each row.
func (m *BaggingModel[T, M]) StagedErrors(x mat.Matrix, y []T) ([]float64, error) {
	var errs []float64
	err := m.stages(x, func(b int, sum *mat.Dense) error {
		if n, _ := sum.Dims(); n != len(y) {
			return fmt.Errorf("forest: %w", input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", len(y), n))
		}
		loss := 0.0
		for i, v := range y {
			d := float64(m.decide(sum.RawRowView(i), float64(b+1)) - v)
			if m.Classes != nil && d != 0 {
				d = 1
			}
			loss += d * d
		}
		errs = append(errs, loss/float64(len(y)))
		return nil
	})
	return errs, err
}

// stages calls f with the votes, or sums, after each model.
func (m *BaggingModel[T, M]) stages(x mat.Matrix, f func(b int, sum *mat.Dense) error) error {
	if m == nil {
		return input.NoModel("forest.BaggingModel")
	}
	if len(m.Parts) == 0 || len(m.Classes) == 1 {
		return fmt.Errorf("forest: %w", input.Errorf(input.ErrShape, "model", "it has %d parts and %d classes; Fit makes a model", len(m.Parts), len(m.Classes)))
	}
	n, _, err := input.Shape("X", x)
	if err := errors.Join(err, input.Increasing("model", m.Classes)); err != nil {
		return fmt.Errorf("forest: %w", err)
	}
	if _, labels := any(*new(T)).(int); labels != (len(m.Classes) >= 2) {
		return fmt.Errorf("forest: %w", input.Errorf(input.ErrShape, "model", "it has %d classes; Fit makes a model", len(m.Classes)))
	}
	sum := mat.NewDense(n, max(1, len(m.Classes)), nil)
	for b, part := range m.Parts {
		if input.IsNil(part) {
			return fmt.Errorf("forest: %w", input.Errorf(input.ErrShape, "model", "part %d is nil", b))
		}
		said, err := learn.Predict(part, x)
		if err != nil {
			return fmt.Errorf("forest: part %d: %w", b, err)
		}
		for i, v := range said {
			m.add(v, sum.RawRowView(i))
		}
		if err := f(b, sum); err != nil {
			return err
		}
	}
	return nil
}
