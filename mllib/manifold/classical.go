package manifold

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/dense"
	"github.com/mercer-go/mercer/mllib/internal/lanczos"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Classical holds the parameters of classical multidimensional scaling: the s largest eigenvalues λ_a of B = −½HD²H with unit eigenvectors u_a give the coordinates √λ_a·u_a. They minimise
// the strain ‖B − ZZᵀ‖ among all n×s matrices Z, not the stress: see SMACOF. For Euclidean distances of points in R^s they are these points, up to a motion.
//
// Reference: W. Torgerson, Multidimensional scaling I (1952). Banisch, section 4.2.2, takes HD²H without −½, whose largest eigenvalues are those of no use, and leaves out the roots √λ_a.
// Curriculum: B4.2.1b, B4.2.2e.
type Classical struct {
	Dimensions int  // s, 1 to n−1; 0 means 2
	Spectrum   bool // find all n eigenvalues, too
}

// Scaling is an embedding by classical scaling. It is plain data.
type Scaling struct {
	Z           [][]float64 // n rows of s coordinates; the columns are orthogonal, and of each the entry of largest absolute value is positive
	Eigenvalues []float64   // λ_1 ≥ … ≥ λ_s > 0, the squared lengths of the columns
	// Least is negative where the distances are not Euclidean: the least eigenvalue of B with Spectrum or few observations, else a number that is not below it.
	Least    float64
	Total    float64   // the sum of all eigenvalues, the trace of B
	Spectrum []float64 // all n eigenvalues, decreasing, where they were asked for
}

// Fit places n points by the n×n matrix of their distances, which is symmetric (to 1e-12 of each entry) with zeros on its diagonal. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrParam, and
// input.ErrSingular where fewer eigenvalues are positive than coordinates are wanted.
func (p Classical) Fit(d mat.Matrix) (*Scaling, error) {
	rows, err := distanceMatrix("D", d)
	if err == nil {
		n, _ := rows.Dims()
		p, err = p.withDefaults(n)
	}
	if err == nil {
		var m *Scaling
		if m, err = p.scale(rows); err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("manifold: classical scaling: %w", err)
}

func (p Classical) withDefaults(n int) (Classical, error) {
	if p.Dimensions == 0 {
		p.Dimensions = 2
	}
	return p, dimensions("Classical.Dimensions", p.Dimensions, n-1)
}

// dimensions checks a number of coordinates.
func dimensions(argument string, s, most int) error {
	return input.Param(s >= 1 && s <= most, argument, s, fmt.Sprintf("1 to %d for so many observations", most))
}

// FitPoints is Fit for the Euclidean distances of the rows of X, without their matrix: the coordinates are those of the principal components, up to their signs, and so are the shares.
func (p Classical) FitPoints(x mat.Matrix) (*Scaling, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		p, err = p.withDefaults(n)
	}
	if err == nil {
		err = input.Param(p.Dimensions <= d, "Classical.Dimensions", p.Dimensions, fmt.Sprintf("at most %d, the number of columns", d))
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: classical scaling: %w", err)
	}
	centred := mat.DenseCopyOf(x)
	for j := range d {
		column := mat.Col(nil, j, centred)
		mean := floats.Sum(column) / float64(n)
		for i, v := range column {
			centred.Set(i, j, v-mean)
		}
	}
	if sum := mat.Norm(centred, 2); math.IsInf(sum*sum, 0) || math.IsNaN(sum) {
		return nil, fmt.Errorf("manifold: classical scaling: %w", input.Errorf(input.ErrNotFinite, "X", "squares of its numbers overflow; scale the data"))
	}
	u, σ, _ := la.SVD(centred)
	m := &Scaling{}
	for _, s := range σ {
		m.Total += float64(s * s)
		if p.Spectrum {
			m.Spectrum = append(m.Spectrum, s*s)
		}
	}
	for len(m.Spectrum) < n && p.Spectrum {
		m.Spectrum = append(m.Spectrum, 0)
	}
	values := make([]float64, p.Dimensions)
	for a := range values {
		values[a] = σ[a] * σ[a]
	}
	return m, m.place(values, mat.DenseCopyOf(u.T()))
}

// scale is classical scaling by the rows of a matrix of distances, symmetric but for rounding.
func (p Classical) scale(d *mat.Dense) (*Scaling, error) {
	n, _ := d.Dims()
	m := &Scaling{Total: trace(d)}
	if p.Spectrum || n <= 64 {
		values, vectors := la.Eigen(centredProducts(d))
		m.Least = values[0]
		slices.Reverse(values)
		if p.Spectrum {
			m.Spectrum = values
		}
		first := mat.NewDense(p.Dimensions, n, nil)
		for a := range p.Dimensions {
			first.SetRow(a, mat.Col(nil, n-1-a, vectors))
		}
		return m, m.place(values[:p.Dimensions], first)
	}
	result, ok := lanczos.Problem{N: n, Wanted: p.Dimensions, Apply: centredOperator(d)}.Solve()
	if !ok {
		p.Spectrum = true // eigenvalues too near to each other, which the dense solver does not mind
		m, err := p.scale(d)
		if m != nil {
			m.Spectrum = nil
		}
		return m, err
	}
	m.Least = min(result.Least, 0)
	return m, m.place(result.Values, result.Vectors)
}

// place sets the coordinates √λ_a·u_a.
func (m *Scaling) place(values []float64, vectors *mat.Dense) error {
	_, n := vectors.Dims()
	z := mat.NewDense(n, len(values), nil)
	for a, λ := range values {
		if !(λ > 1e-13*math.Max(values[0], -m.Least)) {
			return input.Errorf(input.ErrSingular, "D", "only %d eigenvalues are positive beyond rounding, %d coordinates are wanted; the largest one is %.3g", a, len(values), values[0])
		}
		column := vectors.RawRowView(a)
		orient(column)
		for i, v := range column {
			z.Set(i, a, math.Sqrt(λ)*v)
		}
	}
	m.Z, m.Eigenvalues = rowsOf(z), append([]float64(nil), values...)
	return nil
}

// trace is that of B, the mean of the squared distances of a point from the others, summed up by halves.
func trace(d *mat.Dense) float64 {
	n, _ := d.Dims()
	sum := 0.0
	for i := range n {
		row := d.RawRowView(i)
		sum += floats.Dot(row, row) / float64(2*n)
	}
	return sum
}

// centredProducts is B.
func centredProducts(d *mat.Dense) *mat.SymDense {
	n, _ := d.Dims()
	b, means, mean := mat.NewSymDense(n, nil), make([]float64, n), 0.0
	for i := range means {
		row := d.RawRowView(i)
		means[i] = floats.Dot(row, row) / float64(n)
		mean += means[i] / float64(n)
	}
	for i := range n {
		for j := i; j < n; j++ {
			s := d.At(i, j)
			b.SetSym(i, j, -(float64(s*s)-means[i]-means[j]+mean)/2)
		}
	}
	return b
}

// centredOperator multiplies B with vectors without making it: what is left of a vector beside its mean goes through D², entry by entry squared, and is centred again.
func centredOperator(d *mat.Dense) lanczos.Operator {
	n, _ := d.Dims()
	return func(to, from []float64) {
		k := len(from) / n
		from = append([]float64(nil), from...)
		for r := range k {
			centre(from[r*n : (r+1)*n])
		}
		parallel.Rows(n, pieceRows, func(_, lo, hi int) {
			square, sums := make([]float64, n), make([]float64, k)
			for i := lo; i < hi; i++ {
				for j, v := range d.RawRowView(i) {
					square[j] = v * v
				}
				dense.Inner(square, from, n, sums)
				for r, v := range sums {
					to[r*n+i] = -v / 2
				}
			}
		})
		for r := range k {
			centre(to[r*n : (r+1)*n])
		}
	}
}

func centre(v []float64) { floats.AddConst(-floats.Sum(v)/float64(len(v)), v) }

// Shares are the eigenvalues as shares of the sum of the absolute values of all where the spectrum is known, else of the trace.
func (m *Scaling) Shares() []float64 {
	if m == nil {
		return nil
	}
	total := m.Total
	if m.Spectrum != nil {
		total = floats.Norm(m.Spectrum, 1)
	}
	shares := make([]float64, len(m.Eigenvalues))
	for k, v := range m.Eigenvalues {
		shares[k] = v / total // its inverse may overflow
	}
	return shares
}

// Embedding returns the n×s coordinates as a matrix, nil for no model.
func (m *Scaling) Embedding() *mat.Dense {
	if m == nil {
		return nil
	}
	return matrixOf(m.Z)
}

// matrixOf is a copy of rows as a matrix, nil where they are none.
func matrixOf(rows [][]float64) *mat.Dense {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil
	}
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return nil
		}
		m.SetRow(i, row)
	}
	return m
}
