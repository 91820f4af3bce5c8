package components

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/centring"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// PCA holds the parameters of principal components.
type PCA struct {
	Components int // how many are kept, at most Rank; 0 keeps all that have a variance

	// Leading looks for the components that are kept and the one after them alone, by Lanczos' method: much faster for few of a matrix of many columns. Components must
	// be positive, and Rank counts no others. Where the method does not converge, or one of these variances is below a millionth of the largest, all are found as without it.
	Leading bool
}

// Model are principal components. It is plain data.
type Model struct {
	Mean       []float64   // of the d columns
	Components [][]float64 // k orthonormal directions of length d, by decreasing variance; the entry of largest absolute value is positive
	Variances  []float64   // of the k coordinates, with n − 1 in the denominator
	Total      float64     // variance of all, the sum over the d columns
	Next       float64     // variance of the first direction that is not kept, 0 where none is left
	Rank       int         // in how many directions the observations vary, beyond rounding; of PCA.Leading among the first Components + 1
}

// Fit finds the components of the n×d matrix X from the singular values of its centred columns, in O(nd·min(n, d)) steps: of few observations in many columns it has
// no d×d matrix, and small variances keep digits that they lose in a Gram or covariance matrix.
//
// It returns an error that wraps input.ErrEmpty, ErrShape or ErrNotFinite for X (also where variances overflow or underflow), input.ErrSingular where all rows are
// equal, and input.ErrParam for more components than there are directions.
//
// Curriculum: S10d.
func (p PCA) Fit(x mat.Matrix) (*Model, error) {
	m, err := p.fit(x)
	if err != nil {
		return nil, fmt.Errorf("components: pca: %w", err)
	}
	return m, nil
}

func (p PCA) fit(x mat.Matrix) (*Model, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	centred, mean, largest := centre(x)
	unit := math.Ldexp(1, exponent(centred))
	if !finite(unit) || unit == 0 {
		return nil, input.Errorf(input.ErrNotFinite, "X", "its columns are so far apart that their differences overflow")
	}
	centred.Apply(func(_, _ int, v float64) float64 { return v / unit }, centred)
	if err := input.Param(!p.Leading || p.Components > 0, "PCA.Components", p.Components, "at least 1 where only the leading ones are looked for"); err != nil {
		return nil, err
	}
	σ, directions, rest := p.decompose(centred)
	rank := rankOf(σ, epsilon*(float64(max(n, d))*σ[0]+math.Sqrt(float64(n*d))*largest/unit))
	if rank == 0 {
		return nil, input.Errorf(input.ErrSingular, "X", "its %d rows are equal, so that there is no direction in which they vary", n)
	}
	k, err := wanted("PCA.Components", p.Components, rank)
	if err != nil {
		return nil, err
	}
	scale := unit / math.Sqrt(float64(n-1))
	variances, total := make([]float64, len(σ)), rest*scale*scale
	for i, s := range σ {
		s *= scale
		variances[i] = s * s
		total += variances[i]
	}
	if !finite(total) || variances[rank-1] < 0x1p-1022 {
		return nil, input.Errorf(input.ErrNotFinite, "X", "its numbers are so large or small that a variance overflows or underflows")
	}
	if p.Leading {
		rank = min(rank, k+1)
	}
	m := &Model{Mean: mean, Variances: variances[:k:k], Total: total, Next: after(variances, k, rank), Rank: rank}
	for i := range k {
		m.Components = append(m.Components, la.Col(directions, i))
	}
	return m, nil
}

// decompose returns the singular values of the centred matrix that are looked for and their right vectors, in columns, and the sum of the squares of the others.
func (p PCA) decompose(centred *mat.Dense) (σ []float64, directions *mat.Dense, rest float64) {
	if n, d := centred.Dims(); p.Leading && p.Components < min(n, d) {
		if σ, directions, ok := leading(centred, p.Components+1); ok {
			return σ, directions, max(0, squares(centred)-floats.Dot(σ, σ))
		}
	}
	_, σ, directions = la.SVD(centred)
	return σ, directions, 0
}

// centre returns X less the means of its columns, and the largest absolute value in X.
func centre(x mat.Matrix) (centred *mat.Dense, mean []float64, largest float64) {
	centred = mat.DenseCopyOf(x)
	mean, largest = centring.Columns(centred)
	return centred, mean, largest
}

// exponent is that of the largest absolute value, 0 for a matrix of zeros.
func exponent(x *mat.Dense) int {
	largest := 0.0
	for _, v := range x.RawMatrix().Data {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return 0
	}
	_, e := math.Frexp(largest)
	return e - 1
}

// Shares are the shares of the components in the total variance.
func (m *Model) Shares() []float64 {
	if m.whole() != nil {
		return nil
	}
	return shares(m.Variances, m.Total)
}

// Ties returns the runs [from, to) of components of equal variance (within 1e-10 of the largest), whose directions are not determined: any rotation among them is as good. A
// run that ends at len(Components)+1 goes on beyond those that are kept, so that it is not determined which plane is.
func (m *Model) Ties() [][2]int {
	if m.whole() != nil {
		return nil
	}
	return ties(m.Variances, m.Next)
}

// Apply returns the m×k matrix of the coordinates ⟨x − mean, component⟩ of the rows of X. The errors wrap input.ErrEmpty, ErrShape and ErrNotFinite.
func (m *Model) Apply(x mat.Matrix) (*mat.Dense, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("X", x, len(m.Mean))
	}
	if err != nil {
		return nil, fmt.Errorf("components: pca: %w", err)
	}
	centred := mat.DenseCopyOf(x)
	centred.Apply(func(_, j int, v float64) float64 { return v - m.Mean[j] }, centred)
	return result(la.Mul(centred, la.M(m.Components).T()))
}

// Undo returns the points mean + Σ z_j·component_j with the given coordinates: for those of Apply the nearest points to X of the plane of the components, and X itself
// where all Rank components are kept and X has no other directions. The errors are those of Apply.
func (m *Model) Undo(z mat.Matrix) (*mat.Dense, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("Z", z, len(m.Components))
	}
	if err != nil {
		return nil, fmt.Errorf("components: pca: %w", err)
	}
	x := la.Mul(z, la.M(m.Components))
	x.Apply(func(_, j int, v float64) float64 { return v + m.Mean[j] }, x)
	return result(x)
}

// Table shows the variances and their shares.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	if m.whole() != nil {
		return "", nil, nil
	}
	columns, rows = table("variance", m.Variances, m.Total)
	return fmt.Sprintf("%d principal components of %d", len(rows), m.Rank), columns, rows
}

// result refuses a matrix that is not finite.
func result(x *mat.Dense) (*mat.Dense, error) {
	if _, _, err := input.Matrix("result", x); err != nil {
		return nil, fmt.Errorf("components: %w", err)
	}
	return x, nil
}

func (m *Model) whole() error {
	if m == nil {
		return input.NoModel("components.Model")
	}
	ok := len(m.Mean) > 0 && len(m.Components) > 0 && len(m.Components) == len(m.Variances) && m.Total > 0
	for _, c := range m.Components {
		ok = ok && len(c) == len(m.Mean)
	}
	if !ok {
		return input.Errorf(input.ErrShape, "model", "it is none that Fit made")
	}
	return nil
}
