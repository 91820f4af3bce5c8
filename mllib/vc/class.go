package vc

import (
	"fmt"
	"iter"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// MostPoints is the largest number of points whose parts are enumerated.
const MostPoints = 20

const (
	mostBits       = 64      // points that a part has bits for
	mostDimensions = 1 << 16 // of a space that a class makes points in
)

// Class is a class of sets in a space of points.
type Class interface {
	// Parts returns, in increasing order, the parts of the rows of the n×d matrix X that the sets of the class cut out: bit i of a part
	// says that row i lies in the set. The errors wrap input.ErrEmpty, ErrNotFinite, ErrShape for another dimension than that of the class, or
	// ErrParam for more points than it can do.
	Parts(x mat.Matrix) ([]uint64, error)
	// Configurations yields sets of n points, one of which has the most parts of all sets of n points.
	Configurations(n int) iter.Seq[*mat.Dense]
}

// points checks the points of a class in d dimensions, and returns their coordinates, column by column.
func points(class string, x mat.Matrix, d, most int) ([][]float64, error) {
	n, columns, err := input.Matrix("X", x)
	switch {
	case err != nil:
	case d < 1 || d > mostDimensions:
		err = input.Param(false, "Dim", d, fmt.Sprintf("a number from 1 to %d", mostDimensions))
	case columns != d:
		err = input.Errorf(input.ErrShape, "X", "got %d columns, the sets are in %d dimensions", columns, d)
	case n > most:
		err = input.Param(false, "the number of points", n, fmt.Sprintf("at most %d", most))
	}
	if err != nil {
		return nil, fmt.Errorf("vc: %s: %w", class, err)
	}
	coordinates := make([][]float64, d)
	for j := range coordinates {
		coordinates[j] = mat.Col(nil, j, x)
	}
	return coordinates, nil
}

// found collects parts of n points.
type found []bool

func newFound(n int) found { return make(found, 1<<n) }

// parts lists them in increasing order.
func (f found) parts() (parts []uint64) {
	for part, is := range f {
		if is {
			parts = append(parts, uint64(part))
		}
	}
	return parts
}
