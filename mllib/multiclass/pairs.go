package multiclass

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Pairs are the parameters of one against one: a classifier for each of the K(K−1)/2 pairs of classes, which learns from the observations of these two alone.
type Pairs[S Scorer] struct {
	Each learn.Learner[int, S] // learns from the labels +1, for the larger class, and -1 for the smaller one; what it has for a label, as weights of classes, is for these
	Tie  label.Tie             // of equal numbers of votes, and of a score of 0, Positive takes the last class, Negative the first
}

// OneAgainstOne is one against one with a method for two classes, with its parameters.
func OneAgainstOne[S Scorer](each learn.Learner[int, S]) Pairs[S] { return Pairs[S]{Each: each} }

// PairsModel holds one classifier for each pair of classes, each of which votes. It is plain data if its parts are.
type PairsModel[S Scorer] struct {
	Classes []int // labels in increasing order
	// Parts tell class l, with positive scores, from class k, in the order of Pair: (0, 1), (0, 2), …, (0, K−1), (1, 2), ….
	Parts []S
	Tie   label.Tie // as in Pairs
}

// Fit fits the classifiers of the pairs, side by side. Labels y are any integers. The errors are those of the method, with the two classes, and errors that wrap input.ErrEmpty,
// ErrShape, ErrNotFinite, ErrOneClass or ErrParam.
//
// Curriculum: S10b.
func (p Pairs[S]) Fit(x mat.Matrix, y []int) (*PairsModel[S], error) {
	if err := Rest[S](p).check(x, y); err != nil {
		return nil, fmt.Errorf("multiclass: one against one: %w", err)
	}
	m := &PairsModel[S]{Classes: label.Distinct(y), Tie: p.Tie}
	all, ok := x.(*mat.Dense)
	if !ok {
		all = mat.DenseCopyOf(x)
	}
	pairs := pairsOf(len(m.Classes))
	m.Parts = make([]S, len(pairs))
	each := learn.Apart(p.Each, len(pairs))
	err := parallel.Try(len(pairs), func(i int) error {
		k, l := m.Classes[pairs[i][0]], m.Classes[pairs[i][1]]
		px, py, err := learn.Take(all, against(l, y), rowsOf(y, k, l))
		if err == nil {
			m.Parts[i], err = learn.Fit(each[i], px, py)
		}
		if err != nil {
			return fmt.Errorf("multiclass: class %d against class %d: %w", l, k, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// pairsOf lists the pairs k < l of 0..n−1.
func pairsOf(n int) [][2]int {
	var pairs [][2]int
	for k := range n {
		for l := k + 1; l < n; l++ {
			pairs = append(pairs, [2]int{k, l})
		}
	}
	return pairs
}

// rowsOf are the observations of two classes.
func rowsOf(y []int, k, l int) []int {
	var rows []int
	for i, v := range y {
		if v == k || v == l {
			rows = append(rows, i)
		}
	}
	return rows
}

// Pair returns the numbers of the two classes that part i tells apart: positive scores speak for the second. It returns −1 and −1 where there is no part i.
func (m *PairsModel[S]) Pair(i int) (k, l int) {
	if m != nil {
		if pairs := pairsOf(len(m.Classes)); i >= 0 && i < len(pairs) {
			return pairs[i][0], pairs[i][1]
		}
	}
	return -1, -1
}

// Decisions returns the matrix of the scores of all parts, in their order, for the rows of X. The errors are those of the parts, with the classes, and errors that wrap
// input.ErrShape for a model that Fit did not make and input.ErrNotFinite for a score that is NaN.
func (m *PairsModel[S]) Decisions(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("multiclass.PairsModel")
	}
	pairs := pairsOf(len(m.Classes))
	if len(m.Parts) == 0 || len(m.Parts) != len(pairs) {
		return nil, fmt.Errorf("multiclass: %w", input.Errorf(input.ErrShape, "model", "it has %d parts for %d classes", len(m.Parts), len(m.Classes)))
	}
	n, _, err := input.Shape("X", x)
	if err := errors.Join(input.Increasing("model", m.Classes), err); err != nil {
		return nil, fmt.Errorf("multiclass: %w", err)
	}
	decisions := mat.NewDense(n, len(pairs), nil)
	for i, part := range m.Parts {
		s, err := scoresOf(part, x, n)
		if err != nil {
			return nil, fmt.Errorf("multiclass: class %d against class %d: %w", m.Classes[pairs[i][1]], m.Classes[pairs[i][0]], err)
		}
		decisions.SetCol(i, s)
	}
	return decisions, nil
}

// scoresOf are the n scores of a part that is there.
func scoresOf[S Scorer](part S, x mat.Matrix, n int) ([]float64, error) {
	if input.IsNil(part) {
		return nil, input.Errorf(input.ErrShape, "model", "its part is missing; Fit makes a model")
	}
	s, err := part.Scores(x)
	if err == nil && len(s) != n {
		err = input.Errorf(input.ErrShape, "model", "it has %d scores for %d rows", len(s), n)
	}
	if err != nil {
		return nil, err
	}
	for i, v := range s {
		if math.IsNaN(v) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "row %d has the score NaN", i)
		}
	}
	return s, nil
}

// Scores returns the n×K matrix of votes for the classes, which sum to K(K−1)/2 in each row. The errors are those of Decisions.
func (m *PairsModel[S]) Scores(x mat.Matrix) (*mat.Dense, error) {
	decisions, err := m.Decisions(x)
	if err != nil {
		return nil, err
	}
	n, _ := decisions.Dims()
	votes := mat.NewDense(n, len(m.Classes), nil)
	for i, pair := range pairsOf(len(m.Classes)) {
		for r := range n {
			winner := pair[(label.Sign(decisions.At(r, i), m.Tie)+1)/2]
			votes.Set(r, winner, votes.At(r, winner)+1)
		}
	}
	return votes, nil
}

// Predict returns the label with the most votes for each row of X. The errors are those of Decisions.
func (m *PairsModel[S]) Predict(x mat.Matrix) ([]int, error) {
	votes, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	n, _ := votes.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = m.Classes[label.Largest(votes.RawRowView(i), m.Tie)]
	}
	return y, nil
}
