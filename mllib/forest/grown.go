package forest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/grove"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/simulate"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Growth is how the trees of a forest grow; the zero value is a hundred trees, grown from samples until the targets of each leaf are equal.
type Growth struct {
	Trees       int         // 0 means 100
	Depth       int         // cuts from the root to a leaf at most; 0 means any number
	MinSplit    int         // a node of fewer rows is not cut; 0 means 2. A row counts once, however often it was drawn
	MinLeaf     int         // rows of a leaf, at least; 0 means 1
	AllRows     bool        // each tree grows from all rows, not from a sample; then nothing is out of the bag
	Permutation bool        // measures importance by permutation, too
	Trace       bool        // keeps what is said out of the bag about each row
	Src         rand.Source `json:"-"` // draws samples and columns
}

// Ensemble is the trees of a forest and what they say about the columns. It is plain data.
type Ensemble struct {
	Dim      int
	Trees    []tree.Lean
	Gains    [][]float64 // Gains[b][j]: share of column j in what the cuts of tree b gain, zeros for a tree without gain
	Permuted [][]float64 `json:",omitempty"` // Permuted[b][j]: by how much the error of tree b out of its bag grows where column j is permuted; nil unless Permutation asks for it
	OutOfBag OutOfBag
}

// lot is what a forest is grown from.
type lot struct {
	Growth
	x       *mat.Dense
	weights []float64 // of rows, nil for 1
	columns *grove.Columns
	limits  grove.Growth
	task    grove.Task
	wrong   func(row int, value []float64) float64 // loss of a tree
}

// check checks the parameters and the data, and returns the numbers of X.
func (g Growth) check(x mat.Matrix, targets, features int, weights []float64) (*mat.Dense, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil && targets != n {
		err = input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", targets, n)
	}
	if err == nil && weights != nil {
		err = input.RowWeights(weights, n)
	}
	if err == nil {
		err = input.Param(features >= 0 && features <= d, "Features", features, fmt.Sprintf("0..%d, the number of columns", d))
	}
	err = errors.Join(err, checkSize("Trees", g.Trees, g.Src), input.Param(g.Depth >= 0, "Depth", g.Depth, "at least 1, or 0 for any"),
		input.Param(g.MinSplit >= 0, "MinSplit", g.MinSplit, "at least 1, or 0 for 2"), input.Param(g.MinLeaf >= 0, "MinLeaf", g.MinLeaf, "at least 1, or 0 for 1"))
	if err != nil {
		return nil, err
	}
	data, stride := input.Rows(x)
	var rows mat.Dense // only read
	rows.SetRawMatrix(blas64.General{Rows: n, Cols: d, Stride: stride, Data: data})
	return &rows, nil
}

// grow grows the trees, side by side, and returns them with their samples.
func (l *lot) grow() (*Ensemble, [][]uint16) {
	n, d := l.x.Dims()
	size := or(l.Trees, usual)
	draws, bags := sources(l.Src, size), make([][]uint16, size)
	out := &Ensemble{Dim: d, Trees: make([]tree.Lean, size), Gains: make([][]float64, size)}
	if l.Permutation && !l.AllRows {
		out.Permuted = make([][]float64, size)
	}
	raw := l.x.RawMatrix()
	l.columns = grove.New(raw.Data, raw.Stride, n, d)
	growers := sync.Pool{New: func() any { return l.columns.NewGrower(l.limits) }}
	parallel.Do(size, func(b int) {
		grower := growers.Get().(*grove.Grower)
		defer growers.Put(grower)
		task := l.task
		bags[b], task.Weight = l.sample(draws[b], n)
		grown := grower.Grow(task, draws[b])
		out.Trees[b], out.Gains[b] = grown.Lean, shares(grown.Gains)
		if out.Permuted != nil {
			out.Permuted[b] = l.permute(&grown.Lean, bags[b], draws[b])
		}
	})
	return out, bags
}

// sample draws a bag and returns it with the weights of the rows.
func (l *lot) sample(rnd *rand.Rand, n int) (bag []uint16, weights []float64) {
	weights = make([]float64, n)
	for {
		if !l.AllRows {
			bag = draw(rnd, n)
		}
		sum := 0.0
		for i := range weights {
			weights[i] = 1
			if l.weights != nil {
				weights[i] = l.weights[i]
			}
			if bag != nil {
				weights[i] *= float64(bag[i])
			}
			sum += weights[i]
		}
		if sum > 0 { // a row with weight was drawn
			return bag, weights
		}
	}
}

func shares(gains []float64) []float64 {
	sum, out := 0.0, make([]float64, len(gains))
	for _, g := range gains {
		sum += g
	}
	for j, g := range gains {
		if sum > 0 {
			out[j] = g / sum
		}
	}
	return out
}

// leaves calls f with what each tree says about the rows of X, trees in their order for each row.
func (t *Ensemble) leaves(x mat.Matrix, f func(row, b int, value []float64)) error {
	if err := input.Columns("X", x, t.Dim); err != nil {
		return err
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	parallel.Rows(n, 256, func(_, lo, hi int) {
		for b := range t.Trees {
			for i := lo; i < hi; i++ {
				f(i, b, t.Trees[b].Value(data[i*stride:i*stride+d]))
			}
		}
	})
	return nil
}

// check refuses what Fit did not make.
func (t *Ensemble) check(width int) error {
	if len(t.Trees) == 0 || t.Dim < 1 {
		return input.Errorf(input.ErrShape, "model", "it has %d trees and %d columns; Fit makes a model", len(t.Trees), t.Dim)
	}
	for b := range t.Trees {
		if err := t.Trees[b].Check(t.Dim, width); err != nil {
			return fmt.Errorf("tree %d: %w", b, err)
		}
	}
	return nil
}

// Importances returns the mean share that each column has in the gains of the trees, 0 everywhere if no tree gains. Columns with many values are favoured: where a column says nothing, a tree that is grown to the
// end still cuts by it.
func (t *Ensemble) Importances() []float64 {
	if t == nil {
		return nil
	}
	if !t.fits(t.Gains) {
		return nil
	}
	mean := make([]float64, t.Dim)
	for _, e := range t.Gains {
		for j, v := range e {
			mean[j] += v
		}
	}
	return shares(mean)
}

// GainEstimates returns, for each column, the mean over the trees of its share in their gains, with its standard error; nil for a forest that Fit did not make.
func (t *Ensemble) GainEstimates() []simulate.Estimate {
	return t.estimates(func() [][]float64 { return t.Gains })
}

// PermutationEstimates returns, for each column, by how much the error of a tree out of its bag grows on average where the column is permuted, with the standard error over the trees; nil
// unless Growth.Permutation asked for it.
func (t *Ensemble) PermutationEstimates() []simulate.Estimate {
	return t.estimates(func() [][]float64 { return t.Permuted })
}

// fits tells whether rows have a number for each column, or none, and not all of them none.
func (t *Ensemble) fits(rows [][]float64) bool {
	full := false
	for _, e := range rows {
		if len(e) != 0 && len(e) != t.Dim {
			return false
		}
		full = full || len(e) > 0
	}
	return full
}

func (t *Ensemble) estimates(of func() [][]float64) []simulate.Estimate {
	if t == nil || !t.fits(of()) {
		return nil
	}
	all := make([]simulate.Estimate, t.Dim)
	for j := range all {
		var sample []float64
		for _, e := range of() {
			if j < len(e) {
				sample = append(sample, e[j])
			}
		}
		all[j] = simulate.Mean(sample)
	}
	return all
}

// tie is the largest of shares.
func tie(shares []float64, t label.Tie) int { return label.Largest(shares, t) }
