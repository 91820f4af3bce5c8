package learn

import (
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Data are observations and their targets, as *data.Set and *data.Regression have them.
type Data[T Target] interface {
	// Check returns nil if Pairs has at least one row, as many targets, and finite numbers. An error that wraps
	// input.ErrNotFinite for X alone is no hindrance to package validate: the learner decides about missing values.
	Check() error
	Pairs() (x *mat.Dense, y []T) // not copied
}

// Take returns copies of the rows of X with the given indices, in their order, and of their targets; an index may occur more than once. It
// returns an error that wraps input.ErrEmpty without indices, input.ErrParam for one outside 0..n-1, input.ErrShape where X has not as many
// rows as there are targets.
func Take[T Target](x *mat.Dense, y []T, rows []int) (*mat.Dense, []T, error) {
	if len(rows) == 0 {
		return nil, nil, input.Errorf(input.ErrEmpty, "rows", "got no indices")
	}
	n, d := x.Dims()
	if n != len(y) {
		return nil, nil, input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", len(y), n)
	}
	px, py := mat.NewDense(len(rows), d, nil), make([]T, len(rows))
	for k, i := range rows {
		if i < 0 || i >= n {
			return nil, nil, input.Errorf(input.ErrParam, "rows", "entry %d is %d, outside 0..%d", k, i, n-1)
		}
		px.SetRow(k, x.RawRowView(i))
		py[k] = y[i]
	}
	return px, py, nil
}
