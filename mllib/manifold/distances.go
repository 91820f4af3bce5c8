package manifold

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/mat"
)

// pieceRows is the number of rows of an n×n matrix in a piece of work.
const pieceRows = 32

// Distances returns the n×n matrix of the Euclidean distances of the rows of X. The errors wrap input.ErrEmpty, ErrNotFinite (also where a squared distance overflows or all of them underflow)
// and ErrParam for more than 2^31 distances.
func Distances(x mat.Matrix) (*mat.Dense, error) {
	d, err := squaredDistances(x)
	if err != nil {
		return nil, fmt.Errorf("manifold: distances: %w", err)
	}
	n, _ := d.Dims()
	parallel.Rows(n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := d.RawRowView(i)
			for j, s := range row {
				row[j] = math.Sqrt(s)
			}
		}
	})
	return d, nil
}

// squaredDistances are those of all rows of X.
func squaredDistances(x mat.Matrix) (*mat.Dense, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Size("X", n, n)
	}
	if err != nil {
		return nil, err
	}
	data, stride := input.Rows(x)
	if squares.Lost(data, stride, n, d) {
		return nil, input.Errorf(input.ErrNotFinite, "X", "squared distances underflow: no two rows are 1e-150 apart in a column; scale the data")
	}
	out, points := mat.NewDense(n, n, nil), columnsOf(data, stride, 0, n, d)
	err = parallel.Try(parallel.Pieces(n, pieceRows), func(p int) error {
		to := make([]float64, points.width)
		for i := p * pieceRows; i < min(n, (p+1)*pieceRows); i++ {
			lanes.Squared(to, data[i*stride:][:d], points.numbers)
			if j := notFinite(to[:n]); j >= 0 {
				return input.Errorf(input.ErrNotFinite, "X", "the squared distance of rows %d and %d overflows", i, j)
			}
			copy(out.RawRowView(i), to)
		}
		return nil
	})
	return out, err
}

// notFinite is the first place of a number that is not finite, −1 where all are.
func notFinite(v []float64) int {
	for j, s := range v {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return j
		}
	}
	return -1
}

// columns are points coordinate by coordinate, as lanes.Squared takes them.
type columns struct {
	numbers []float64
	width   int
}

// columnsOf lays out rows lo to hi−1.
func columnsOf(data []float64, stride, lo, hi, d int) columns {
	c := columns{width: parallel.Pieces(hi-lo, lanes.Width) * lanes.Width}
	c.numbers = make([]float64, c.width*d)
	for i := lo; i < hi; i++ {
		for j, v := range data[i*stride:][:d] {
			c.numbers[j*c.width+i-lo] = v
		}
	}
	return c
}

// distanceMatrix checks that D is one, and returns its rows: its own memory where it shows it.
func distanceMatrix(argument string, d mat.Matrix) (rows *mat.Dense, err error) {
	n, c, err := input.Matrix(argument, d)
	if err != nil {
		return nil, err
	}
	if n != c {
		return nil, input.Errorf(input.ErrShape, argument, "got a %d×%d matrix, want a distance for each pair of observations", n, c)
	}
	rows, ok := d.(*mat.Dense)
	if !ok {
		rows = mat.DenseCopyOf(d)
	}
	return rows, symmetricDistances(argument, rows)
}

const (
	symmetryBlock = 32    // rows and columns that are looked at together, for the cache
	longest       = 1e150 // of distances whose squares are taken
)

func symmetricDistances(argument string, d *mat.Dense) error {
	n, _ := d.Dims()
	raw := d.RawMatrix()
	return parallel.Try(parallel.Pieces(n, symmetryBlock), func(p int) error {
		lo, hi := p*symmetryBlock, min(n, (p+1)*symmetryBlock)
		for from := 0; from <= lo; from += symmetryBlock {
			for i := lo; i < hi; i++ {
				row := d.RawRowView(i)
				for j := from; j < min(from+symmetryBlock, i+1); j++ {
					a, b := row[j], raw.Data[j*raw.Stride+i]
					if a == b && a > 0 && a <= longest && i != j {
						continue // as nearly all are
					}
					if err := pair(argument, i, j, a, b); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// pair checks the distances of i and j, from both sides.
func pair(argument string, i, j int, a, b float64) error {
	switch {
	case i == j && a != 0:
		return input.Errorf(input.ErrParam, argument, "entry (%d, %d) of its diagonal is %v, want 0", i, j, a)
	case a < 0 || b < 0:
		return input.Errorf(input.ErrParam, argument, "entry (%d, %d) is %v, want at least 0", i, j, min(a, b))
	case math.Abs(a-b) > 1e-12*math.Max(a, b):
		return input.Errorf(input.ErrParam, argument, "entries (%d, %d) and (%d, %d) are %v and %v, want a symmetric matrix", i, j, j, i, a, b)
	case math.Max(a, b) > longest:
		return input.Errorf(input.ErrNotFinite, argument, "entry (%d, %d) is %v: squares overflow; scale the distances", i, j, a)
	}
	return nil
}

// rowsOf are the rows of a matrix as slices of its memory.
func rowsOf(m *mat.Dense) [][]float64 {
	n, _ := m.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = m.RawRowView(i)
	}
	return rows
}

// copied are the rows of X in memory of their own.
func copied(x mat.Matrix) [][]float64 { return rowsOf(mat.DenseCopyOf(x)) }

// orient turns a vector so that its entry of largest absolute value is positive, as la.Orient does.
func orient(v []float64) { la.Orient(mat.NewDense(len(v), 1, v)) }
