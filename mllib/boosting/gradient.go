package boosting

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/grove"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

// Gradient are the parameters of gradient boosting: in each round a small regression tree is fitted to the negative slopes of the loss at the rows, each of its leaves gets the step that lowers the loss of its rows, and
// Shrinkage times that is added. The zero value is what scikit-learn has: 100 rounds, 0.1, trees of depth 3.
//
// Reference: J. Friedman, Greedy function approximation: a gradient boosting machine, Ann. Statist. 29 (2001), 1189-1232.
type Gradient struct {
	Rounds    int         // 0 means 100
	Shrinkage float64     // in (0, 1]; 0 means 0.1
	Depth     int         // cuts from the root to a leaf at most; 0 means 3
	MinSplit  int         // a node of fewer rows is not cut; 0 means 2
	MinLeaf   int         // rows of a leaf, at least; 0 means 1
	Features  int         // columns that are drawn for each cut, 1..d; 0 means all
	Subsample float64     // share of the rows in (0, 1] from which a tree grows, drawn without replacement; 0 means 1
	Src       rand.Source `json:"-"` // draws columns and rows; needed only if some are left out
}

// Stages are the trees of gradient boosting: f_k(x) = Start[k] + Shrinkage · Σ_m Trees[m][k](x). They are plain data.
type Stages struct {
	Dim       int
	Start     []float64 // one number, or one for each class
	Shrinkage float64
	Trees     [][]tree.Lean // by round; one tree, or one for each class
	Losses    []float64     // mean loss of the training data after each round
	Gains     []float64     // by column: share of what all cuts gain
}

// problem is a loss with its data: f has width numbers for each row.
type problem struct {
	n, width int
	weights  []float64
	start    []float64
	slope    func(f [][]float64, k int, target []float64)                             // writes the negative slopes of all rows by f_k
	step     func(f [][]float64, k int, target []float64, row int) (over, by float64) // a leaf gets the sum of over by the sum of by
	loss     func(f [][]float64) float64                                              // mean loss
}

func (g Gradient) withDefaults() Gradient {
	def := func(v *int, usual int) {
		if *v == 0 {
			*v = usual
		}
	}
	def(&g.Rounds, 100)
	def(&g.Depth, 3)
	if g.Shrinkage == 0 {
		g.Shrinkage = .1
	}
	if g.Subsample == 0 {
		g.Subsample = 1
	}
	return g
}

// check checks the parameters, X, the number of targets and the weights.
func (g Gradient) check(x mat.Matrix, targets int, weights []float64) error {
	n, d, err := input.Matrix("X", x)
	if err == nil && targets != n {
		err = input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", targets, n)
	}
	if err == nil && weights != nil {
		err = input.RowWeights(weights, n)
	}
	if err == nil {
		err = input.Param(g.Features >= 0 && g.Features <= d, "Features", g.Features, fmt.Sprintf("0..%d, the number of columns", d))
	}
	draws := g.Subsample > 0 && g.Subsample < 1 || g.Features > 0 && g.Features < d
	if draws && g.Src == nil {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "Src", "got nil, want a source, as rand.NewPCG(1, 2), to draw rows or columns"))
	}
	return errors.Join(err, input.Param(g.Rounds >= 0, "Rounds", g.Rounds, "at least 1, or 0 for 100"), input.Param(g.Shrinkage >= 0 && g.Shrinkage <= 1, "Shrinkage", g.Shrinkage, "a number in (0, 1], or 0 for 0.1"),
		input.Param(g.Depth >= 0, "Depth", g.Depth, "at least 1, or 0 for 3"), input.Param(g.MinSplit >= 0, "MinSplit", g.MinSplit, "at least 1, or 0 for 2"),
		input.Param(g.MinLeaf >= 0, "MinLeaf", g.MinLeaf, "at least 1, or 0 for 1"), input.Param(g.Subsample >= 0 && g.Subsample <= 1, "Subsample", g.Subsample, "a number in (0, 1], or 0 for 1"))
}

// machine grows the trees of one problem.
type machine struct {
	Gradient
	problem
	data    []float64
	stride  int
	growers []*grove.Grower // one for each number of a row
	f       [][]float64     // by k and row
	out     *Stages
}

func (g Gradient) fit(x mat.Matrix, p problem) *Stages {
	g = g.withDefaults()
	n, d := x.Dims()
	m := &machine{Gradient: g, problem: p, out: &Stages{Dim: d, Start: p.start, Shrinkage: g.Shrinkage, Gains: make([]float64, d)}}
	m.data, m.stride = input.Rows(x)
	columns := grove.New(m.data, m.stride, n, d)
	for k := range p.width {
		m.growers = append(m.growers, columns.NewGrower(grove.Growth{Depth: g.Depth, MinSplit: g.MinSplit, MinLeaf: g.MinLeaf, Features: g.Features}))
		f := make([]float64, n)
		for i := range f {
			f[i] = p.start[k]
		}
		m.f = append(m.f, f)
	}
	var rnd *rand.Rand
	if g.Src != nil {
		rnd = rand.New(g.Src)
	}
	for range g.Rounds {
		m.round(rnd)
	}
	total := 0.0
	for _, v := range m.out.Gains {
		total += v
	}
	for j := range m.out.Gains {
		if total > 0 {
			m.out.Gains[j] /= total
		}
	}
	return m.out
}

// round adds one tree for each number of a row, all from the same f.
func (m *machine) round(rnd *rand.Rand) {
	weights, draws, targets := m.sample(rnd), make([]*rand.Rand, m.width), make([][]float64, m.width)
	for k := range draws {
		if targets[k] = make([]float64, m.n); rnd != nil {
			draws[k] = rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64()))
		}
	}
	grown := make([]*grove.Grown, m.width)
	parallel.Do(m.width, func(k int) {
		m.slope(m.f, k, targets[k])
		grown[k] = m.growers[k].Grow(grove.Task{Weight: weights, Number: targets[k]}, draws[k])
		m.steps(grown[k], k, targets[k], weights)
	})
	trees := make([]tree.Lean, m.width)
	for k, g := range grown {
		m.add(g, k)
		trees[k] = g.Lean
		for j, v := range g.Gains {
			m.out.Gains[j] += v
		}
	}
	m.out.Trees, m.out.Losses = append(m.out.Trees, trees), append(m.out.Losses, m.loss(m.f))
}

// sample are the weights of the rows, 0 for those that are left out.
func (m *machine) sample(rnd *rand.Rand) []float64 {
	if m.Subsample == 1 {
		return m.weights
	}
	some := make([]float64, m.n)
	for _, i := range rnd.Perm(m.n)[:max(1, int(m.Subsample*float64(m.n)))] {
		some[i] = m.weights[i]
	}
	for _, w := range some {
		if w > 0 {
			return some
		}
	}
	return m.weights // of those that were drawn none has weight
}

// steps gives each leaf its step.
func (m *machine) steps(g *grove.Grown, k int, target, weights []float64) {
	over, by := make([]float64, len(g.Values)), make([]float64, len(g.Values))
	for i, leaf := range g.Leaf {
		if leaf >= 0 {
			a, b := m.step(m.f, k, target, i)
			over[leaf] += float64(weights[i] * a)
			by[leaf] += float64(weights[i] * b)
		}
	}
	for leaf := range over {
		if g.Values[leaf] = 0; by[leaf] > 1e-150 {
			g.Values[leaf] = over[leaf] / by[leaf]
		}
	}
}

// add adds a tree to f.
func (m *machine) add(g *grove.Grown, k int) {
	for i := range m.f[k] {
		leaf := int(g.Leaf[i])
		if leaf < 0 {
			leaf = g.Lean.Leaf(m.data[i*m.stride : i*m.stride+m.out.Dim])
		}
		m.f[k][i] += float64(m.Shrinkage * g.Values[leaf])
	}
}

// check refuses what Fit did not make.
func (s *Stages) check(width int) error {
	if len(s.Start) != width || len(s.Trees) == 0 || !(s.Shrinkage > 0) {
		return input.Errorf(input.ErrShape, "model", "it has %d starts, %d rounds and a shrinkage of %v; Fit makes a model", len(s.Start), len(s.Trees), s.Shrinkage)
	}
	for r, trees := range s.Trees {
		if len(trees) != width {
			return input.Errorf(input.ErrShape, "model", "round %d has %d trees, want %d", r+1, len(trees), width)
		}
		for k := range trees {
			if err := trees[k].Check(s.Dim, 1); err != nil {
				return fmt.Errorf("round %d: %w", r+1, err)
			}
		}
	}
	return input.Vector("model.Start", s.Start, width)
}

// stages calls f with the n×width matrix of f_k(x) after each round.
func (s *Stages) stages(x mat.Matrix, width int, f func(round int, values *mat.Dense)) error {
	if err := s.check(width); err != nil {
		return err
	}
	if err := input.Columns("X", x, s.Dim); err != nil {
		return err
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	values := mat.NewDense(n, width, nil)
	for i := range n {
		values.SetRow(i, s.Start)
	}
	for r := range s.Trees {
		parallel.Rows(n, 512, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				for k := range width {
					values.RawRowView(i)[k] += float64(s.Shrinkage * s.Trees[r][k].Value(data[i*stride : i*stride+d])[0])
				}
			}
		})
		f(r, values)
	}
	return nil
}
