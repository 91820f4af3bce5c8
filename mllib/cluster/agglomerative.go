package cluster

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Agglomerative holds the parameters of hierarchical clustering from below: every observation is a cluster of its own, then the two clusters that are nearest
// to each other become one, until one is left. What comes out is not a partition but a tree with a height for each merge, which a Hierarchy cuts into as many
// clusters as one likes.
//
// Which merge comes first among equal distances is not determined by the method, and other choices can give other trees. Here it is fixed: single linkage goes from
// observation 0 always to the one nearest to those before, the lowest of equals; the others follow chains of nearest neighbours from the lowest cluster that is left, back
// to the one before where it is among the nearest, else to the lowest. Merges of equal height stand in the order in which they were found.
//
// Reference: F. Murtagh, A survey of recent advances in hierarchical clustering algorithms, The Computer Journal 26 (1983), 354-359; J. C. Gower and G. J. S. Ross, Minimum
// spanning trees and single linkage cluster analysis, Applied Statistics 18 (1969), 54-64; J. H. Ward, Hierarchical grouping to optimize an objective
// function, Journal of the American Statistical Association 58 (1963), 236-244.
type Agglomerative struct {
	Linkage Linkage // how far clusters are from each other; the zero value is Ward
}

// Fit clusters the rows of the n×d matrix X, n >= 2, by their Euclidean distances. It takes O(n²d) time; single linkage O(nd) memory, the others n² numbers. The
// distances are split among goroutines, and the result does not depend on their number. Fit returns the errors of input.Matrix, one that wraps
// input.ErrShape for a single row, input.ErrParam for a linkage that is none or more than 2^31 distances, and input.ErrNotFinite where squared distances overflow
// or underflow. It does not modify X.
func (p Agglomerative) Fit(x mat.Matrix) (*Hierarchy, error) {
	n, d, err := input.Matrix("X", x)
	if err = errors.Join(err, p.Linkage.Check("Agglomerative.Linkage")); err == nil {
		err = p.size("X", n)
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: agglomerative: %w", err)
	}
	s := newDataset(x, n, d)
	if err := s.checkSquares(nil); err != nil {
		return nil, fmt.Errorf("cluster: agglomerative: %w", err)
	}
	return p.points(newCloud(s)), nil
}

// FitDistances clusters n >= 2 observations of which the n×n matrix of distances is given: symmetric, none negative, zeros on the diagonal. They need not be
// Euclidean, nor obey the triangle inequality; Ward's linkage applies its formula to them as if they were. Beside the errors of input.Symmetric, to whose
// accuracy the matrix must be symmetric, it returns one that wraps input.ErrShape for another shape, input.ErrParam for a negative distance, a diagonal that is
// not 0 or a linkage that is none, and input.ErrNotFinite where sums of distances, or for Ward of their squares, could overflow, or all squares underflow.
func (p Agglomerative) FitDistances(distances mat.Matrix) (*Hierarchy, error) {
	n, _, err := input.Matrix("distances", distances)
	if err = errors.Join(err, p.Linkage.Check("Agglomerative.Linkage")); err == nil {
		err = p.size("distances", n)
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: agglomerative: %w", err)
	}
	s, err := input.Symmetric("distances", distances, n)
	if err == nil {
		err = p.stated(s)
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: agglomerative: %w", err)
	}
	return p.given(s), nil
}

// size checks the number of observations.
func (p Agglomerative) size(argument string, n int) error {
	if n < 2 {
		return input.Errorf(input.ErrShape, argument, "got %d row, want at least two observations", n)
	}
	if p.Linkage == Single && argument == "X" {
		return nil
	}
	return input.Size("the distances of all pairs", n, n+3)
}

// stated checks the entries of a symmetric matrix of distances.
func (p Agglomerative) stated(s *mat.SymDense) error {
	n, largest := s.SymmetricDim(), 0.0
	for i := range n {
		for j := i; j < n; j++ {
			v := s.At(i, j)
			if v < 0 || i == j && v != 0 {
				return input.Errorf(input.ErrParam, "distances", "entry (%d, %d) is %v, want distances >= 0, and 0 on the diagonal", i, j, v)
			}
			largest = max(largest, v)
		}
	}
	switch most := largest * float64(n); {
	case p.Linkage == Ward && most > 1e153 || p.Linkage == Average && math.IsInf(most, 1):
		return input.Errorf(input.ErrNotFinite, "distances", "sums overflow: the largest entry is %v; scale the distances", largest)
	case p.Linkage == Ward && largest > 0 && largest < 1e-150:
		return input.Errorf(input.ErrNotFinite, "distances", "squares underflow: the largest entry is %v; scale the distances", largest)
	}
	return nil
}

// points clusters points.
func (p Agglomerative) points(c *cloud) *Hierarchy {
	if p.Linkage == Single {
		row := make([]float64, c.width)
		return p.hierarchy(c.n, true, spanning(c.n, func(i int) []float64 {
			c.squaresTo(row, i)
			return row
		}))
	}
	return p.hierarchy(c.n, bySquares(p.Linkage), newChains(p.Linkage, c.table(bySquares(p.Linkage))).joints())
}

// given clusters by stated distances, of which only Ward's linkage needs the squares.
func (p Agglomerative) given(s *mat.SymDense) *Hierarchy {
	t := given(s, p.Linkage == Ward)
	if p.Linkage == Single {
		return p.hierarchy(t.n, false, spanning(t.n, t.row))
	}
	return p.hierarchy(t.n, p.Linkage == Ward, newChains(p.Linkage, t).joints())
}

// hierarchy makes the model of merges, whose heights may be squares.
func (p Agglomerative) hierarchy(n int, squared bool, all []joint) *Hierarchy {
	if squared {
		for k := range all {
			all[k].height = math.Sqrt(all[k].height)
		}
	}
	return &Hierarchy{Linkage: p.Linkage, Merges: slices.Clip(numbered(n, all))}
}

// roots replaces numbers by their square roots.
func roots(v []float64) {
	for i, x := range v {
		v[i] = math.Sqrt(x)
	}
}
