package kernels

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Centring moves the mean of the features of n observations to 0: Gram matrices become those of φ(x) − mean of φ(x_i). It is plain data.
type Centring struct {
	Means []float64 // of the n columns of the Gram matrix
	Mean  float64   // of all its entries
}

// Centre returns HKH for a Gram matrix K, where H = I − 1/n in each entry, and what is needed to centre further rows in the same way. The errors wrap input.ErrEmpty,
// or input.ErrNotFinite where a sum overflows too.
//
// Curriculum: B3.1h, S10d.
func Centre(gram mat.Symmetric) (*mat.SymDense, *Centring, error) {
	n, _, err := input.Matrix("gram", gram)
	if err != nil {
		return nil, nil, fmt.Errorf("kernels: centre: %w", err)
	}
	c := &Centring{Means: make([]float64, n)}
	for i := range n {
		for j := range n {
			c.Means[i] += gram.At(i, j) / float64(n)
		}
		c.Mean += c.Means[i] / float64(n)
	}
	centred, ok := mat.NewSymDense(n, nil), true
	for i := range n {
		for j := i; j < n; j++ {
			v := (gram.At(i, j) - c.Means[i]) - (c.Means[j] - c.Mean)
			ok = ok && finite(v)
			centred.SetSym(i, j, v)
		}
	}
	if !ok {
		return nil, nil, fmt.Errorf("kernels: centre: %w", input.Errorf(input.ErrNotFinite, "gram", "its entries are so large that a sum overflows"))
	}
	return centred, c, nil
}

// Apply centres the m×n matrix of K(x, x_i) for new points x: with the features of the n observations, those of x move by the mean of the observations. The errors wrap
// input.ErrEmpty, ErrShape and ErrNotFinite.
func (c *Centring) Apply(cross mat.Matrix) (*mat.Dense, error) {
	if c == nil {
		return nil, fmt.Errorf("kernels: centring: %w", input.NoModel("kernels.Centring"))
	}
	if len(c.Means) == 0 {
		return nil, fmt.Errorf("kernels: centring: %w", input.Errorf(input.ErrShape, "centring", "it has no means; Centre makes one"))
	}
	if err := input.Columns("cross", cross, len(c.Means)); err != nil {
		return nil, fmt.Errorf("kernels: centring: %w", err)
	}
	centred := mat.DenseCopyOf(cross)
	m, n := centred.Dims()
	for i := range m {
		row, mean := centred.RawRowView(i), 0.0
		for _, v := range row {
			mean += v / float64(n)
		}
		for j := range row {
			row[j] = (row[j] - mean) - (c.Means[j] - c.Mean)
		}
		if slices.ContainsFunc(row, func(v float64) bool { return !finite(v) }) {
			return nil, fmt.Errorf("kernels: centring: %w", input.Errorf(input.ErrNotFinite, "cross", "row %d overflows", i))
		}
	}
	return centred, nil
}
