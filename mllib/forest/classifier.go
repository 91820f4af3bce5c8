package forest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/grove"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

// Classifier grows random forests of classification trees.
//
// Reference: L. Breiman, Random forests, Machine Learning 45 (2001), 5-32. Curriculum: Y51a.
type Classifier struct {
	Growth
	Features int           // columns that are drawn for each cut, 1..d; 0 means ⌊√d⌋, and d is bagging of trees, for which of equal cuts the first column wins, else the one drawn first. Where none can be cut, more are drawn
	Impurity tree.Impurity // by which cuts are compared
	Vote     Vote
	Tie      label.Tie // of classes with equal votes Positive takes the last, Negative the first
}

// Vote is how trees vote. The zero value is Majority.
type Vote = enum.Of[votes]

const (
	Majority Vote = iota // each tree for one class
	Shares               // each tree with the shares of the classes in its leaf
)

type votes struct{}

func (votes) Names() (string, []string) {
	return "forest.Vote", []string{Majority: "majority", Shares: "shares"}
}

// Model is a forest of classification trees. It is plain data: it goes through JSON and back.
type Model struct {
	Ensemble
	Classes []int // labels in increasing order
	Vote    Vote
	Tie     label.Tie
}

var _ learn.Chance[int, *Model] = Classifier{}

// Source and WithSource are those of learn.Chance.
func (p Classifier) Source() rand.Source { return p.Src }

// WithSource returns a copy that draws from src.
func (p Classifier) WithSource(src rand.Source) learn.Learner[int, *Model] {
	p.Src = src
	return p
}

// Fit grows a forest from the rows of the n×d matrix X with labels y, any integers of at least two classes. It takes O(dn log n) once, and for each level of a tree what it
// takes to sort Features columns. The errors wrap input.ErrEmpty (also without Src), ErrShape, ErrNotFinite, ErrOneClass or ErrParam.
func (p Classifier) Fit(x mat.Matrix, y []int) (*Model, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a finite weight >= 0 for each row, by which its number of copies in a sample is multiplied; a row of weight 0 is in no tree. Errors out of the bag are weighted, too.
func (p Classifier) FitWeighted(x mat.Matrix, y []int, weights []float64) (*Model, error) {
	return p.fit(x, y, append([]float64{}, weights...))
}

func (p Classifier) fit(x mat.Matrix, y []int, weights []float64) (*Model, error) {
	rows, err := p.Growth.check(x, len(y), p.Features, weights)
	if err = errors.Join(err, p.Impurity.Check("Impurity"), p.Vote.Check("Vote"), p.Tie.Check("Tie")); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	input.Temper(weights)
	y = label.Counted(y, weights)
	m := &Model{Classes: label.Distinct(y), Vote: p.Vote, Tie: p.Tie}
	if len(m.Classes) < 2 {
		return nil, fmt.Errorf("forest: %w", input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0]))
	}
	class := m.codes(y)
	_, d := rows.Dims()
	l := lot{Growth: p.Growth, x: rows, weights: weights, limits: grove.Growth{Depth: p.Depth, MinSplit: p.MinSplit, MinLeaf: p.MinLeaf, Features: or(p.Features, int(math.Sqrt(float64(d))))},
		task: grove.Task{Class: class, Classes: len(m.Classes), Impurity: p.Impurity},
		wrong: func(row int, value []float64) float64 {
			if tie(value, p.Tie) != int(class[row]) {
				return 1
			}
			return 0
		}}
	grown, bags := l.grow()
	m.Ensemble = *grown
	if !p.AllRows {
		m.OutOfBag = m.ballot(rows, class, weights, bags).count(p.Trace)
	}
	return m, nil
}

// codes are the positions of labels in Classes.
func (m *Model) codes(y []int) []int32 {
	at := make(map[int]int32, len(m.Classes))
	for k, c := range m.Classes {
		at[c] = int32(k)
	}
	class := make([]int32, len(y))
	for i, v := range y {
		class[i] = at[v]
	}
	return class
}

// ballot asks the trees about rows that are not in their bags.
func (m *Model) ballot(x *mat.Dense, class []int32, weights []float64, bags [][]uint16) ballot {
	return ballot{n: len(class), learners: len(m.Trees), width: len(m.Classes), weight: weightsOf(weights),
		seen: func(b, row int) bool { return bags[b][row] > 0 },
		add:  func(b, row int, sum []float64) { m.add(m.Trees[b].Value(x.RawRowView(row)), sum) },
		loss: func(row int, sum []float64, _ float64) float64 {
			if tie(sum, m.Tie) != int(class[row]) {
				return 1
			}
			return 0
		}}
}

// add adds the vote of a leaf.
func (m *Model) add(value, sum []float64) {
	if m.Vote == Majority {
		sum[tie(value, m.Tie)]++
		return
	}
	for k, v := range value {
		sum[k] += v
	}
}

// Posteriors returns the n×K matrix of the shares of the votes, in the order of Classes. The errors wrap input.ErrEmpty (also for a nil model), ErrShape (also for a model that Fit did not
// make) or ErrNotFinite.
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	n, _, err := input.Shape("X", x)
	if err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	out := mat.NewDense(n, len(m.Classes), nil)
	if err := m.leaves(x, func(row, _ int, value []float64) { m.add(value, out.RawRowView(row)) }); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	out.Apply(func(_, _ int, v float64) float64 { return v / float64(len(m.Trees)) }, out)
	return out, nil
}

// Predict returns the label with the most votes for each row of X. The errors are those of Posteriors.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	shares, err := m.Posteriors(x)
	if err != nil {
		return nil, err
	}
	n, _ := shares.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = m.Classes[tie(shares.RawRowView(i), m.Tie)]
	}
	return y, nil
}

// said returns the class that each tree votes for, by row and tree.
func (m *Model) said(x mat.Matrix) ([][]int32, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	n, _, err := input.Shape("X", x)
	if err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	all := make([][]int32, n)
	for i := range all {
		all[i] = make([]int32, len(m.Trees))
	}
	if err := m.leaves(x, func(row, b int, value []float64) { all[row][b] = int32(tie(value, m.Tie)) }); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	return all, nil
}

// Agreement returns the share of rows of X about which two trees say the same, on average over all pairs of trees; 1 for a single tree. The errors are those of Posteriors.
func (m *Model) Agreement(x mat.Matrix) (float64, error) {
	said, err := m.said(x)
	if err != nil || len(m.Trees) == 1 {
		return 1, err
	}
	pairs, trees := 0.0, float64(len(m.Trees))
	for _, row := range said {
		counts := make([]float64, len(m.Classes))
		for _, k := range row {
			counts[k]++
		}
		for _, c := range counts {
			pairs += c * (c - 1)
		}
	}
	return pairs / (trees * (trees - 1) * float64(len(said))), nil
}

// StagedErrors returns the share of wrong labels that the first b trees give together to the rows of X, for each b from 1 on. The errors are those of Posteriors, and one that wraps
// input.ErrShape for other than one label for each row.
func (m *Model) StagedErrors(x mat.Matrix, y []int) ([]float64, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	n, _, err := input.Shape("X", x)
	if err == nil && n != len(y) {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	if err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	sums, wrong := mat.NewDense(n, len(m.Classes), nil), make([][]bool, n)
	for i := range wrong {
		wrong[i] = make([]bool, len(m.Trees))
	}
	err = m.leaves(x, func(row, b int, value []float64) {
		sum := sums.RawRowView(row)
		m.add(value, sum)
		wrong[row][b] = m.Classes[tie(sum, m.Tie)] != y[row]
	})
	if err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	errs := make([]float64, len(m.Trees))
	for _, row := range wrong {
		for b, w := range row {
			if w {
				errs[b] += 1 / float64(n)
			}
		}
	}
	return errs, nil
}

// whole refuses models that Fit did not make.
func (m *Model) whole() error {
	if m == nil {
		return input.NoModel("forest.Model")
	}
	if len(m.Classes) < 2 {
		return input.Errorf(input.ErrShape, "model", "it has %d classes; Fit makes a model", len(m.Classes))
	}
	return errors.Join(m.Ensemble.check(len(m.Classes)), input.Increasing("model.Classes", m.Classes), m.Vote.Check("model.Vote"), m.Tie.Check("model.Tie"))
}
