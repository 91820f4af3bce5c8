package partition

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Rule predicts the label that most observations in the cell of a point have: the histogram rule, where cells are cubes. With Tie: label.Negative it is (118) of Nussbaum for labels 0 and 1: ties and
// empty cells go to 0.
//
// Reference: L. Devroye, L. Györfi and G. Lugosi, A Probabilistic Theory of Pattern Recognition (1996), chapters 6 and 9. Curriculum: N9.1a, N9.2a, N9.2b.
type Rule struct {
	Cells Cells     // which must be given
	Tie   label.Tie `json:",omitzero"` // of labels with equally many votes; the zero value takes the last, label.Negative the first
	Empty Empty     `json:",omitzero"` // what to predict where nothing was observed; the zero value is EmptyTie
}

// Empty is what to predict in a cell without observations. The zero value is EmptyTie.
type Empty = enum.Of[empties]

const (
	EmptyTie      Empty = iota // as all labels had equally many votes: none
	EmptyMajority              // the label that most of all observations have
)

type empties struct{}

func (empties) Names() (string, []string) {
	return "partition.Empty", []string{EmptyTie: "tie", EmptyMajority: "majority"}
}

// Model is the cells that hold observations, with their votes. It is plain data: it goes through JSON and back.
type Model struct {
	Cells   Cells
	Dim     int       // of the space
	Classes []int     // the labels, in increasing order
	Names   [][]int   // of the cells that hold observations, in increasing order
	Votes   [][]int   // Votes[i][k]: observations with label Classes[k] in cell Names[i]
	Tie     label.Tie `json:",omitzero"`
	Unseen  int       // the label that is predicted in all other cells
}

// Fit counts the labels y, any integers, of the rows of the n×d matrix X in each cell. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where Cells.Of tells it) or ErrParam.
func (p Rule) Fit(x mat.Matrix, y []int) (*Model, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	for _, e := range []error{p.Tie.Check("Tie"), p.Empty.Check("Empty")} {
		if err == nil {
			err = e
		}
	}
	if err == nil {
		err = p.Cells.check(d)
	}
	if err != nil {
		return nil, fmt.Errorf("partition: %w", err)
	}
	m := &Model{Cells: p.Cells.clone(), Dim: d, Classes: label.Distinct(y), Tie: p.Tie}
	cells, err := m.cells(x)
	if err != nil {
		return nil, fmt.Errorf("partition: %w", err)
	}
	total := m.count(cells, y)
	if p.Empty == EmptyTie {
		clear(total)
	}
	m.Unseen = m.Classes[largest(total, p.Tie)]
	return m, nil
}

// cells are the names of the cells of all rows of X, side by side.
func (m *Model) cells(x mat.Matrix) ([][]int, error) {
	n, d := x.Dims()
	data, stride := input.Rows(x)
	cells, all := make([][]int, n), make([]int, 0, n*d)
	for i := range cells {
		from := len(all)
		var err error
		if all, err = m.Cells.of(data[i*stride:][:d], all); err != nil {
			return nil, fmt.Errorf("row %d of X: %w", i, err)
		}
		cells[i] = all[from:len(all):len(all)]
	}
	return cells, nil
}

// count makes the votes of the cells of observations with labels y, and returns their sums.
func (m *Model) count(cells [][]int, y []int) (total []int) {
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(cells[i], cells[j]) })
	total = make([]int, len(m.Classes))
	for at, i := range order {
		if at == 0 || !slices.Equal(cells[i], m.Names[len(m.Names)-1]) {
			m.Names = append(m.Names, slices.Clone(cells[i]))
			m.Votes = append(m.Votes, make([]int, len(m.Classes)))
		}
		k, _ := slices.BinarySearch(m.Classes, y[i])
		m.Votes[len(m.Votes)-1][k]++
		total[k]++
	}
	return total
}

// largest is label.Largest of whole numbers.
func largest(votes []int, tie label.Tie) int {
	scores := make([]float64, len(votes))
	for k, v := range votes {
		scores[k] = float64(v)
	}
	return label.Largest(scores, tie)
}

// Label is what is predicted in the cell Names[i].
func (m *Model) label(i int) int { return m.Classes[largest(m.Votes[i], m.Tie)] }

// each calls use with the number of the cell of each row of X, −1 for one without observations.
func (m *Model) each(x mat.Matrix, use func(row, cell int)) error {
	err := m.check(x)
	var cells [][]int
	if err == nil {
		cells, err = m.cells(x)
	}
	if err != nil {
		return fmt.Errorf("partition: %w", err)
	}
	parallel.Rows(len(cells), 1024, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			at, found := slices.BinarySearchFunc(m.Names, cells[i], slices.Compare[[]int])
			if !found {
				at = -1
			}
			use(i, at)
		}
	})
	return nil
}

// Predict returns, for each row of X, the label of most observations in its cell. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite or ErrParam.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	labels := make([]int, rows(x))
	err := m.each(x, func(i, cell int) {
		if labels[i] = m.Unseen; cell >= 0 {
			labels[i] = m.label(cell)
		}
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

// Posteriors returns the matrix of the shares of the labels in the cell of each row of X, in the order of Classes. In a cell without observations that of the label which is predicted is 1. The
// errors are those of Predict.
//
// Curriculum: N9.1e.
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	p := mat.NewDense(max(1, rows(x)), max(1, m.classes()), nil)
	err := m.each(x, func(i, cell int) {
		row := p.RawRowView(i)
		if cell < 0 {
			row[slices.Index(m.Classes, m.Unseen)] = 1
			return
		}
		for k, v := range m.Votes[cell] {
			row[k] = float64(v)
		}
		floats.Scale(1/floats.Sum(row), row)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Posterior returns the share of the second of two classes for each row of X. The errors are those of Predict; with another number of classes the error wraps input.ErrLabel.
func (m *Model) Posterior(x mat.Matrix) ([]float64, error) {
	p, err := m.Posteriors(x)
	if err == nil && len(m.Classes) != 2 {
		err = fmt.Errorf("partition: %w", input.Errorf(input.ErrLabel, "model", "it has %d classes, want 2", len(m.Classes)))
	}
	if err != nil {
		return nil, err
	}
	return mat.Col(nil, 1, p), nil
}

// Counts returns how many observations are in the cell of each row of X. The errors are those of Predict.
//
// Curriculum: N9.1a.
func (m *Model) Counts(x mat.Matrix) ([]int, error) {
	counts := make([]int, rows(x))
	err := m.each(x, func(i, cell int) {
		if cell >= 0 {
			counts[i] = sum(m.Votes[cell])
		}
	})
	if err != nil {
		return nil, err
	}
	return counts, nil
}

func sum(votes []int) int {
	n := 0
	for _, v := range votes {
		n += v
	}
	return n
}

func rows(x mat.Matrix) int {
	if input.IsNil(x) {
		return 0
	}
	n, _ := x.Dims()
	return n
}

func (m *Model) classes() int {
	if m == nil {
		return 0
	}
	return len(m.Classes)
}

// check refuses models that Fit did not make, and points of another dimension; x may be nil for Risk.
func (m *Model) check(x mat.Matrix) error {
	if m == nil {
		return input.NoModel("partition.Model")
	}
	if err := input.Columns("X", x, m.Dim); err != nil {
		return err
	}
	return m.whole()
}

// whole refuses models that Fit did not make.
func (m *Model) whole() error {
	if m.Dim < 1 || len(m.Names) == 0 || len(m.Votes) != len(m.Names) || len(m.Classes) == 0 || !slices.Contains(m.Classes, m.Unseen) {
		return input.Errorf(input.ErrShape, "model", "it has %d cells, %d rows of votes and %d classes; Fit makes a model", len(m.Names), len(m.Votes), len(m.Classes))
	}
	for i, votes := range m.Votes {
		if len(votes) != len(m.Classes) || slices.Min(votes) < 0 || sum(votes) < 1 {
			return input.Errorf(input.ErrShape, "model", "the votes of cell %d are %v, want one number of each class and an observation; Fit makes a model", i, votes)
		}
		if i > 0 && slices.Compare(m.Names[i-1], m.Names[i]) >= 0 {
			return input.Errorf(input.ErrShape, "model", "cell %v stands behind %v, want them in increasing order; Fit makes a model", m.Names[i], m.Names[i-1])
		}
	}
	if err := input.Increasing("Classes", m.Classes); err != nil {
		return err
	}
	if err := m.Tie.Check("Tie"); err != nil {
		return err
	}
	return m.Cells.check(m.Dim)
}
