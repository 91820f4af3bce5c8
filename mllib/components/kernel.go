package components

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/mat"
)

// Kernel holds the parameters of kernel principal components: those of the features of the observations, computed from their inner products alone.
type Kernel struct {
	Kernel     kernels.Kernel // the zero value is the inner product, whose components are those of PCA
	Components int            // how many are kept, at most Rank; 0 keeps all
}

// GramModel are the principal components of n observations of any kind, whose Gram matrix was given. It is plain data.
//
// Component j is the direction Σ_i a_ij·(φ(x_i) − mean) of length 1 in the feature space.
type GramModel struct {
	Centring     kernels.Centring
	Coefficients [][]float64 // a_j for the k components: of length n, a_j·a_j = 1/λ_j; the entry of largest absolute value is positive
	Eigenvalues  []float64   // λ_j of the centred Gram matrix, decreasing; λ_j/(n − 1) is the variance of coordinate j
	Total        float64     // sum of its positive eigenvalues
	Next         float64     // the largest eigenvalue that is not kept, 0 where none is left
	Rank         int         // how many eigenvalues are positive beyond rounding
	Negative     float64     // sum of the eigenvalues that are negative beyond rounding: below 0 where the kernel is not positive definite, and these parts are left out
}

// KernelModel is a GramModel with its kernel and the observations, so that it takes new points. It is plain data.
type KernelModel struct {
	GramModel
	Kernel kernels.Kernel
	X      [][]float64 // the observations
}

// Fit finds the components of the n rows of X in the feature space of the kernel, by the eigenvectors of their centred Gram matrix: O(n³) steps, n² numbers.
//
// The errors are those of kernels.Kernel.Gram and of FitGram.
//
// Reference: Schölkopf, Smola and Müller (1998). Curriculum: S10d.
func (p Kernel) Fit(x mat.Matrix) (*KernelModel, error) {
	gram, err := p.Kernel.Gram(x)
	if err != nil {
		return nil, fmt.Errorf("components: kernel: %w", err)
	}
	m, err := p.FitGram(gram)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	k := &KernelModel{GramModel: *m, Kernel: p.Kernel}
	for i := range n {
		k.X = append(k.X, mat.Row(nil, i, x))
	}
	return k, nil
}

// FitGram finds the components of n observations from their Gram matrix, which need not be centred; Kernel is not used. The errors are those of input.Symmetric, one that wraps
// input.ErrSingular where all features are equal, and one that wraps input.ErrParam for more components than there are directions, or where there is none of positive variance.
//
// Kernel values are rounded: variances below about 2⁻⁵²·n·max|K| are. For the inner product of columns far from 0, PCA keeps the digits that are lost here.
func (p Kernel) FitGram(gram mat.Matrix) (*GramModel, error) {
	m, err := p.fitGram(gram)
	if err != nil {
		return nil, fmt.Errorf("components: kernel: %w", err)
	}
	return m, nil
}

func (p Kernel) fitGram(gram mat.Matrix) (*GramModel, error) {
	if input.IsNil(gram) {
		return nil, input.Errorf(input.ErrEmpty, "gram", "there is none")
	}
	n, _ := gram.Dims()
	g, err := input.Symmetric("gram", gram, n)
	if err != nil {
		return nil, err
	}
	centred, centring, err := kernels.Centre(g)
	if err != nil {
		return nil, err
	}
	largest := mat.Max(absolute(g))
	if largest > 0 && largest < tiny {
		return nil, input.Errorf(input.ErrNotFinite, "gram", "its numbers, at most %g, are so small that they have lost digits", largest)
	}
	_, e := math.Frexp(largest)
	unit := math.Ldexp(1, e-1)
	centred.ScaleSym(1/unit, centred)
	λ, q := la.Eigen(centred)
	rounding := 4 * epsilon * float64(n) * max(largest/unit, math.Abs(λ[0]), λ[n-1])
	m := &GramModel{Centring: *centring}
	for _, v := range λ {
		if v < -rounding {
			m.Negative += v * unit
		}
	}
	slices.Reverse(λ)
	if m.Rank = rankOf(λ, rounding); m.Rank == 0 && m.Negative < 0 {
		return nil, input.Errorf(input.ErrParam, "gram", "after centring it has negative eigenvalues only, of sum %v: no features have these inner products", m.Negative)
	} else if m.Rank == 0 {
		return nil, input.Errorf(input.ErrSingular, "gram", "the features of the %d observations are equal within rounding, so that there is no direction in which they vary", n)
	}
	k, err := wanted("Kernel.Components", p.Components, m.Rank)
	if err != nil {
		return nil, err
	}
	for i := range m.Rank {
		λ[i] *= unit
		m.Total += λ[i]
	}
	if !finite(m.Total) || λ[m.Rank-1] < 0x1p-1022 {
		return nil, input.Errorf(input.ErrNotFinite, "gram", "its numbers are so large or small that an eigenvalue overflows or underflows")
	}
	m.Eigenvalues, m.Next = slices.Clone(λ[:k]), after(λ, k, m.Rank)
	for j := range k {
		m.Coefficients = append(m.Coefficients, la.Scale(1/math.Sqrt(λ[j]), la.Col(q, n-1-j)))
	}
	return m, nil
}

// tiny is a number near which rounding errors, relative to it, are lost in underflow.
const tiny = 0x1p-960

func absolute(g mat.Matrix) *mat.Dense {
	a := mat.DenseCopyOf(g)
	a.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, a)
	return a
}

// Apply returns the m×k matrix of the coordinates Σ_i a_ij·⟨φ(x) − mean, φ(x_i) − mean⟩ of m further observations, of which cross holds the m×n kernel values with those that the
// model was fitted to. The errors wrap input.ErrEmpty, ErrShape and ErrNotFinite.
func (m *GramModel) Apply(cross mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("components: kernel: %w", err)
	}
	centred, err := m.Centring.Apply(cross)
	if err != nil {
		return nil, fmt.Errorf("components: kernel: %w", err)
	}
	return result(la.Mul(centred, la.M(m.Coefficients).T()))
}

// Apply returns the m×k matrix of the coordinates of the rows of X. There is no Undo: a point of the feature space need not be the feature of any x. The errors are those of
// kernels.Kernel.Cross.
func (m *KernelModel) Apply(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, fmt.Errorf("components: kernel: %w", input.NoModel("components.KernelModel"))
	}
	if len(m.X) == 0 || len(m.X) != len(m.Centring.Means) {
		return nil, fmt.Errorf("components: kernel: %w", input.Errorf(input.ErrShape, "model", "it is none that Fit made"))
	}
	for i, row := range m.X {
		if len(row) == 0 || len(row) != len(m.X[0]) {
			return nil, fmt.Errorf("components: kernel: %w", input.Errorf(input.ErrShape, "model", "observation %d has %d numbers, observation 0 has %d", i, len(row), len(m.X[0])))
		}
	}
	cross, err := m.Kernel.Cross(x, la.M(m.X))
	if err != nil {
		return nil, fmt.Errorf("components: kernel: %w", err)
	}
	return m.GramModel.Apply(cross)
}

// Shares are the shares of the components in the sum of the positive eigenvalues.
func (m *GramModel) Shares() []float64 {
	if m.whole() != nil {
		return nil
	}
	return shares(m.Eigenvalues, m.Total)
}

// Ties returns the runs [from, to) of components of equal eigenvalues, as Model.Ties does.
func (m *GramModel) Ties() [][2]int {
	if m.whole() != nil {
		return nil
	}
	return ties(m.Eigenvalues, m.Next)
}

// Table shows the eigenvalues and their shares.
func (m *GramModel) Table() (caption string, columns []string, rows [][]any) {
	if m.whole() != nil {
		return "", nil, nil
	}
	columns, rows = table("eigenvalue", m.Eigenvalues, m.Total)
	return fmt.Sprintf("%d kernel principal components of %d", len(rows), m.Rank), columns, rows
}

// gram is the part without points, nil of a nil model.
func (m *KernelModel) gram() *GramModel {
	if m == nil {
		return nil
	}
	return &m.GramModel
}

// Shares is GramModel.Shares; nil for a nil model.
func (m *KernelModel) Shares() []float64 { return m.gram().Shares() }

// Ties is GramModel.Ties; nil for a nil model.
func (m *KernelModel) Ties() [][2]int { return m.gram().Ties() }

// Table is GramModel.Table; empty for a nil model.
func (m *KernelModel) Table() (caption string, columns []string, rows [][]any) {
	return m.gram().Table()
}

func (m *GramModel) whole() error {
	if m == nil {
		return input.NoModel("components.GramModel")
	}
	ok := len(m.Coefficients) > 0 && len(m.Coefficients) == len(m.Eigenvalues) && m.Total > 0
	for _, c := range m.Coefficients {
		ok = ok && len(c) == len(m.Centring.Means)
	}
	if !ok {
		return input.Errorf(input.ErrShape, "model", "it is none that Fit made")
	}
	return nil
}
