package manifold

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// DiffusionModel are the first eigenvalues and eigenvectors of a random walk on observations. It is plain data.
type DiffusionModel struct {
	Diffusion   Diffusion   // the parameters
	Eigenvalues []float64   // 1 = λ_0 ≥ λ_1 ≥ … ≥ λ_s
	Psi         [][]float64 // n rows: row i has ψ_0(x_i) = 1, ψ_1(x_i), …, ψ_s(x_i); Σ_i π_i ψ_a(x_i) ψ_b(x_i) is 1 for a = b, else 0
	Pi          []float64   // the stationary law
	Degrees     []float64   // row sums of the kernel
	Normalised  []float64   // row sums after the division by powers of Degrees, to which Pi is proportional
	X           [][]float64 `json:",omitempty"` // the points, for new ones
}

// Embedding returns the n×s diffusion coordinates λ_a^t ψ_a(x_i) at the time t of the parameters, nil for no model. Distances between its rows are diffusion distances, but for the coordinates that were left out.
func (m *DiffusionModel) Embedding() *mat.Dense {
	if m == nil {
		return nil
	}
	return m.At(m.Diffusion.Time)
}

// At is Embedding at another time t ≥ 0; nil for no model or a negative time.
func (m *DiffusionModel) At(t int) *mat.Dense {
	if m.whole() != nil || t < 0 {
		return nil
	}
	s := len(m.Eigenvalues) - 1
	z := mat.NewDense(len(m.Psi), s, nil)
	for a := range s {
		power := math.Pow(m.Eigenvalues[a+1], float64(t))
		for i, row := range m.Psi {
			z.Set(i, a, power*row[a+1])
		}
	}
	return z
}

// Gap returns the number s of coordinates, at least 1, behind which the quotient λ_{s+1}^t/λ_s^t is least, so that one coordinate less than eigenvalues below 1 can be told; 0 for fewer than two of these.
//
// Curriculum: B4.2.3n.
func (m *DiffusionModel) Gap() int {
	if m.whole() != nil {
		return 0
	}
	best, least := 0, math.Inf(1)
	for s := 1; s+1 < len(m.Eigenvalues); s++ {
		if q := max(m.Eigenvalues[s+1], 0) / m.Eigenvalues[s]; m.Eigenvalues[s] > 0 && q < least {
			best, least = s, q
		}
	}
	return best
}

// Apply returns the m×s coordinates of new points, at the time of the parameters: the walk takes a step from the new point to the fitted ones, and ψ_a(x) = λ_a⁻¹ Σ_j p(x, x_j) ψ_a(x_j). At fitted points it returns their coordinates, but with K, whose
// neighbours new points choose alone.
//
// The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, and input.ErrValue where a row has no neighbour within the reach of the kernel, an eigenvalue is 0, or the kernel was given.
func (m *DiffusionModel) Apply(x mat.Matrix) (*mat.Dense, error) {
	err := m.whole()
	if err == nil && m.X == nil {
		err = input.Errorf(input.ErrValue, "model", "it was fitted to a kernel and has no points")
	}
	if err == nil {
		err = input.Columns("X", x, len(m.X[0]))
	}
	for a, λ := range m.values() {
		if err == nil && math.Abs(λ) < 1e-12 {
			err = input.Errorf(input.ErrValue, "model", "eigenvalue %d is %.3g: its vector does not go on to new points", a, λ)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: diffusion: %w", err)
	}
	n, _ := x.Dims()
	z := mat.NewDense(n, len(m.Eigenvalues)-1, nil)
	err = parallel.Try(n, func(i int) error { return m.step(z.RawRowView(i), i, mat.Row(nil, i, x)) })
	if err != nil {
		return nil, fmt.Errorf("manifold: diffusion: %w", err)
	}
	return z, nil
}

func (m *DiffusionModel) values() []float64 {
	if m.whole() != nil {
		return nil
	}
	return m.Eigenvalues
}

// step writes the coordinates of one new point.
func (m *DiffusionModel) step(dst []float64, i int, x []float64) error {
	p := m.weights(x)
	total := floats.Sum(p)
	if !(total > 0) {
		return input.Errorf(input.ErrValue, "X", "row %d is so far from the fitted points that the kernel is 0", i)
	}
	for j, v := range p {
		for a := range dst {
			dst[a] += float64(v / total * m.Psi[j][a+1])
		}
	}
	for a := range dst {
		dst[a] *= math.Pow(m.Eigenvalues[a+1], float64(m.Diffusion.Time-1))
	}
	return nil
}

// weights are k(x, x_j)/d_j^α, relative to the largest, which is that of the nearest point: the walk starts there however far the point is.
func (m *DiffusionModel) weights(x []float64) []float64 {
	p := make([]float64, len(m.X))
	for j, row := range m.X {
		v := between(x, row)
		p[j] = float64(v * v)
	}
	nearest := floats.Min(p)
	limit := math.Inf(1)
	if m.Diffusion.K > 0 {
		sorted := append([]float64(nil), p...)
		limit = kth(sorted, min(m.Diffusion.K, len(p)-1))
	}
	if m.Diffusion.Cutoff > 0 {
		limit = m.Diffusion.Sigma * m.Diffusion.Cutoff
	}
	for j, s := range p {
		if s > limit {
			p[j] = 0
			continue
		}
		p[j] = math.Exp((nearest-s)/m.Diffusion.Sigma) * math.Pow(m.Degrees[j], -m.Diffusion.Alpha)
	}
	return p
}

func (m *DiffusionModel) whole() error {
	if m == nil {
		return input.NoModel("manifold.DiffusionModel")
	}
	n, s := len(m.Pi), len(m.Eigenvalues)
	ok := n > 0 && s > 1 && len(m.Psi) == n && len(m.Degrees) == n && len(m.Normalised) == n && (m.X == nil || len(m.X) == n)
	for i := 0; ok && i < n; i++ {
		ok = len(m.Psi[i]) == s && (m.X == nil || len(m.X[i]) == len(m.X[0]))
	}
	if !ok {
		return input.Errorf(input.ErrShape, "model", "it is none that Fit made")
	}
	return nil
}
