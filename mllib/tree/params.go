package tree

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Classifier grows classification trees. The zero value cuts by Gini's impurity until all leaves are pure.
//
// Reference: L. Breiman, J. Friedman, R. Olshen and C. Stone, Classification and Regression Trees (1984). Curriculum: N9.3d, N9.3g, Y45b, Y46a, Y47a.
type Classifier struct {
	Impurity Impurity
	Growth
	Alpha float64   // >= 0: Fit prunes by this price of a leaf, as Model.Prune does; 0 leaves the tree as it has grown
	Tie   label.Tie // of classes with equal weight in a leaf Positive takes the last, Negative the first
}

// Growth is when a tree stops to grow, and what its columns are; the zero value is as far as possible, with numbers in all columns.
type Growth struct {
	Depth       int     // cuts from the root to a leaf at most; 0 means any number
	MinSplit    int     // a node of fewer observations is not cut; 0 means 2
	MinLeaf     int     // observations of a leaf, at least; 0 means 1
	LeastGain   float64 // >= 0: a cut that lowers the impurity of the whole tree, weighted by shares of all observations, by less is not made
	Categorical []int   // columns of categories, whose numbers have no order: some of them go to the left
	Missing     Missing // what NaN in X means
}

// Missing is what NaN in X means. The zero value is MissingRefused.
type Missing = enum.Of[missings]

const (
	MissingRefused Missing = iota // an error
	// MissingSide tries all missing values of a column on either side of each cut, and remembers the better one; that values are missing
	// can be a cut of its own. Where none was missing in the node, they go with the heavier side, of equal ones to the left. There are no surrogate cuts.
	MissingSide
)

type missings struct{}

func (missings) Names() (string, []string) {
	return "tree.Missing", []string{MissingRefused: "refused", MissingSide: "side"}
}

// MostCategories is how many categories a categorical column may have if there are more than two classes: all ways to part them are tried.
// With two classes, and in regression, there is no limit: it is enough to try them in the order of their shares or means, which is exact
// (Breiman and others, theorem 4.5).
const MostCategories = 12

// Fit grows a tree from the rows of the n×d matrix X with labels y, any integers of at least two classes. It takes O(dn log n) to sort the columns, once, and O(dn) for each level of the
// tree. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass or ErrParam (a field out of range, more than MostCategories).
func (p Classifier) Fit(x mat.Matrix, y []int) (*Model, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a finite weight >= 0 for each row: a row of weight 2 counts as two equal rows, one of weight 0 as none. MinSplit and
// MinLeaf count rows. The errors are those of Fit; input.ErrParam also for a weight out of range.
func (p Classifier) FitWeighted(x mat.Matrix, y []int, weights []float64) (*Model, error) {
	return p.fit(x, y, append([]float64{}, weights...))
}

func (p Classifier) fit(x mat.Matrix, y []int, weights []float64) (*Model, error) {
	rows, err := p.rows(x, len(y), weights)
	err = errors.Join(err, p.Impurity.Check("Impurity"), p.Tie.Check("Tie"), checkAlpha("Alpha", p.Alpha))
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	labels := make([]int, len(rows.at))
	for k, i := range rows.at {
		labels[k] = y[i]
	}
	classes := label.Distinct(labels)
	if len(classes) < 2 {
		return nil, fmt.Errorf("tree: %w", input.Errorf(input.ErrOneClass, "y", "all labels are %d", labels[0]))
	}
	t := &targets{class: make([]int32, len(labels)), classes: len(classes), impurity: p.Impurity, weight: rows.weights}
	for k, l := range labels {
		at, _ := slices.BinarySearch(classes, l)
		t.class[k] = int32(at)
	}
	grown, err := grow(p.Growth, rows, t)
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	m := &Model{Tree: *grown, Classes: classes, Tie: p.Tie}
	if p.Alpha > 0 {
		return m.Prune(p.Alpha)
	}
	return m, nil
}

func (g Growth) check(d int) error {
	err := errors.Join(
		input.Param(g.Depth >= 0, "Depth", g.Depth, "at least 1, or 0 for any"), input.Param(g.MinSplit >= 0, "MinSplit", g.MinSplit, "at least 1, or 0 for 2"),
		input.Param(g.MinLeaf >= 0, "MinLeaf", g.MinLeaf, "at least 1, or 0 for 1"), input.Param(g.LeastGain >= 0 && g.LeastGain-g.LeastGain == 0, "LeastGain", g.LeastGain, "a finite number >= 0"),
		g.Missing.Check("Missing"))
	for _, j := range g.Categorical {
		if d > 0 && (j < 0 || j >= d) {
			err = errors.Join(err, input.Param(false, "Categorical", j, fmt.Sprintf("columns in 0..%d", d-1)))
		}
	}
	return err
}

func checkAlpha(argument string, alpha float64) error {
	return input.Param(alpha >= 0 && alpha-alpha == 0, argument, alpha, "a finite number >= 0")
}
