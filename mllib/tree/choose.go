package tree

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// Choice is the path of a tree with what cross-validation says about each of its stages.
type Choice struct {
	Path      []Stage           // of the tree of all data
	Prices    []float64         // the α at which the trees of the folds were pruned: geometric means of the ends of each stage, 0 at α = 0, the last its own
	Losses    []validate.Losses // of each stage: shares of wrong labels, or mean squared errors, by folds
	Best      int               // the stage of least mean loss, of several the one with the fewest leaves
	OneStdErr int               // the stage with the fewest leaves whose mean loss is within one standard error of the least
}

// Alpha returns the price by which to prune the tree of all data to a stage; NaN for a stage that there is not.
func (c *Choice) Alpha(stage int) float64 {
	if c == nil || stage < 0 || stage >= len(c.Path) {
		return math.NaN()
	}
	return c.Path[stage].Alpha
}

// Choose grows a tree from all data and one for each fold, prunes the latter at the prices of the former's path, and compares what they lose on the data they have not seen. Alpha of
// the parameters is not used. The errors are those of Fit, and of validate.CrossValidate for the folds.
//
// Reference: Breiman and others, section 3.4. Curriculum: N9.3i.
func (p Classifier) Choose(s learn.Data[int], folds []validate.Fold) (*Choice, error) {
	p.Alpha = 0
	return choose[int, *Model](s, folds, p, validate.CrossValidate)
}

// Choose is that of Classifier.Choose, with the mean squared error.
func (p Regressor) Choose(s learn.Data[float64], folds []validate.Fold) (*Choice, error) {
	p.Alpha = 0
	return choose[float64, *RegressionModel](s, folds, p, validate.CrossValidate)
}

// prunable is a tree of either kind.
type prunable[T learn.Target] interface {
	learn.Model[T]
	Path() ([]Stage, error)
	base() *Tree
	lostAt(node int, y T) float64 // what the node as a leaf loses on a target
}

func (t *Tree) base() *Tree { return t }

func (m *Model) lostAt(node, y int) float64 {
	if m.Classes[label.Largest(m.Nodes[node].Counts, m.Tie)] == y {
		return 0
	}
	return 1
}

func (m *RegressionModel) lostAt(node int, y float64) float64 {
	d := y - m.Nodes[node].Value
	return d * d
}

func choose[T learn.Target, M prunable[T]](s learn.Data[T], folds []validate.Fold, l learn.Learner[T, M], cross func(learn.Data[T], []validate.Fold, learn.Learner[T, M]) (*validate.CrossValidation[T, M], error)) (*Choice, error) {
	cv, err := cross(s, folds, l)
	if err != nil {
		return nil, fmt.Errorf("tree: choice: %w", err)
	}
	x, y := s.Pairs()
	all, err := l.Fit(x, y)
	if err != nil {
		return nil, err
	}
	c := &Choice{}
	if c.Path, err = all.Path(); err != nil {
		return nil, err
	}
	for k, stage := range c.Path {
		price := stage.Alpha
		if k+1 < len(c.Path) {
			price = math.Sqrt(stage.Alpha) * math.Sqrt(c.Path[k+1].Alpha)
		}
		c.Prices, c.Losses = append(c.Prices, price), append(c.Losses, make(validate.Losses, len(folds)))
	}
	for f, fold := range folds {
		for k, loss := range lost(cv.Models[f], x, y, fold.Test, c.Prices) {
			c.Losses[k][f] = loss
		}
	}
	for k := range c.Losses {
		if c.Losses[k].Mean() <= c.Losses[c.Best].Mean() {
			c.Best = k
		}
	}
	best := c.Losses[c.Best].Estimate()
	for k, l := range c.Losses {
		if l.Mean() <= best.Mean+best.SE {
			c.OneStdErr = k
		}
	}
	return c, nil
}

// lost is the mean loss of the rows at each price, all prices in one way down the tree: a node is the leaf of a row from its own α up to the least
// α of the nodes above it.
func lost[T learn.Target, M prunable[T]](m M, x *mat.Dense, y []T, rows []int, prices []float64) []float64 {
	t, sum := m.base(), make([]float64, len(prices))
	_, cutAt := t.links()
	for _, i := range rows {
		for at, to := 0, len(prices); ; {
			n, from := &t.Nodes[at], 0
			if !n.Leaf() {
				from, _ = slices.BinarySearch(prices, cutAt[at])
			}
			if from < to {
				loss := m.lostAt(at, y[i])
				for k := from; k < to; k++ {
					sum[k] += loss
				}
				to = from
			}
			if to == 0 {
				break
			}
			if at = n.Right; n.goesLeft(x.At(i, n.Column)) {
				at = n.Left
			}
		}
	}
	for k := range sum {
		sum[k] /= float64(len(rows))
	}
	return sum
}
