package manifold

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Diffusion holds the parameters of diffusion maps: coordinates λ_1^t ψ_1, …, λ_s^t ψ_s from the random walk whose steps prefer near points, with the kernel k(x, y) = exp(−‖x−y‖²/σ).
//
// With α > 0 the kernel is divided by d(x)^α d(y)^α before the rows are: with α = 1 the walk forgets the density of the points, and (P − I)/σ tends to a multiple of the Laplacian of the surface, a quarter of it for this kernel.
//
// Reference: R. Coifman, S. Lafon, Diffusion maps (2006). Banisch, section 4.2.3, whose σ is a squared length, leaves out the factor ¼. Curriculum: B4.2.3i, B4.2.3l, B4.2.3p.
type Diffusion struct {
	Sigma      float64 // σ > 0, a squared length
	Cutoff     float64 // r: the kernel is 0 where ‖x−y‖² > σr; 0 for none. A kernel with a cut-off is not positive definite: eigenvalues can be negative
	K          int     // or it is 0 but where one of two points is among the K nearest of the other; 0 for all pairs
	Alpha      float64 // α, 0 to 1
	Dimensions int     // s; 0 means 2
	Time       int     // t, the number of steps, at least 0; 0 means 1
}

// Fit finds the eigenvectors for the rows of the n×d matrix X. With the whole kernel it needs memory for n² numbers, with Cutoff or K for the pairs that are left.
//
// The errors wrap input.ErrEmpty, ErrNotFinite, and ErrParam for parameters out of their ranges, or Cutoff together with K.
func (p Diffusion) Fit(x mat.Matrix) (*DiffusionModel, error) {
	n, _, err := input.Matrix("X", x)
	p = p.withDefaults()
	if err == nil {
		err = p.check(n, true)
	}
	var k affinity
	if err == nil {
		k, err = p.kernel(x)
	}
	var m *DiffusionModel
	if err == nil {
		m, err = p.fit(k)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: diffusion: %w", err)
	}
	m.X = copied(x)
	return m, nil
}

// FitKernel is Fit for a given kernel: a symmetric n×n matrix of numbers of at least 0 without a row of zeros. Sigma, Cutoff and K must be 0, and the model has no new points. The errors are those of Fit, input.ErrShape where it is not square,
// and input.ErrValue for a negative entry or a row without weight.
func (p Diffusion) FitKernel(k mat.Matrix) (*DiffusionModel, error) {
	p = p.withDefaults()
	rows, err := weightMatrix("K", k)
	if err == nil {
		err = errors.Join(input.Param(p.Sigma == 0 && p.Cutoff == 0 && p.K == 0, "Diffusion.Sigma, Cutoff, K", fmt.Sprint(p.Sigma, p.Cutoff, p.K), "0 where the kernel is given"), p.check(rows.order(), false))
	}
	var m *DiffusionModel
	if err == nil {
		m, err = p.fit(rows)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: diffusion: %w", err)
	}
	return m, nil
}

func (p Diffusion) withDefaults() Diffusion {
	if p.Dimensions == 0 {
		p.Dimensions = 2
	}
	if p.Time == 0 {
		p.Time = 1
	}
	return p
}

func (p Diffusion) check(n int, points bool) error {
	const name = "Diffusion."
	errs := []error{
		input.Param(p.Alpha >= 0 && p.Alpha <= 1, name+"Alpha", p.Alpha, "a number from 0 to 1"),
		dimensions(name+"Dimensions", p.Dimensions, n-1),
		input.Param(p.Time >= 0, name+"Time", p.Time, "a number of steps of at least 0"),
	}
	if points {
		errs = append(errs,
			input.Param(p.Sigma > 0 && !math.IsInf(p.Sigma, 1), name+"Sigma", p.Sigma, "a positive number, a squared length"),
			input.Param(p.Cutoff >= 0 && !math.IsInf(p.Cutoff, 1), name+"Cutoff", p.Cutoff, "a positive number, or 0 for no cut-off"),
			input.Param(p.K >= 0 && p.K < n, name+"K", p.K, fmt.Sprintf("1 to %d, the number of other points, or 0 for all", n-1)),
			input.Param(p.K == 0 || p.Cutoff == 0, name+"K, Cutoff", fmt.Sprintf("%d and %v", p.K, p.Cutoff), "at most one of them"))
	}
	return errors.Join(errs...)
}

// kernel is k(x_i, x_j), 1 on the diagonal.
func (p Diffusion) kernel(x mat.Matrix) (affinity, error) {
	if p.Cutoff == 0 && p.K == 0 {
		squared, err := squaredDistances(x)
		if err != nil {
			return nil, err
		}
		return gaussian(squared, p.Sigma), nil
	}
	var g *graph.Graph
	var err error
	if p.K > 0 {
		g, err = graph.KNN(x, p.K)
	} else {
		g, err = graph.Epsilon(x, math.Sqrt(p.Sigma*p.Cutoff))
	}
	if err != nil {
		return nil, err
	}
	return gaussianOn(g, p.Sigma, 1), nil
}

// weightMatrix checks a symmetric matrix of numbers of at least 0.
func weightMatrix(argument string, k mat.Matrix) (full, error) {
	n, c, err := input.Matrix(argument, k)
	if err == nil && n != c {
		err = input.Errorf(input.ErrShape, argument, "got a %d×%d matrix, want a weight for each pair of observations", n, c)
	}
	var sym *mat.SymDense
	if err == nil {
		sym, err = input.Symmetric(argument, k, n)
	}
	if err != nil {
		return full{}, err
	}
	for i := range n {
		for j := range i + 1 {
			if sym.At(i, j) < 0 {
				return full{}, input.Errorf(input.ErrValue, argument, "entry (%d, %d) is %v, want at least 0", i, j, sym.At(i, j))
			}
		}
	}
	return full{mat.DenseCopyOf(sym)}, nil
}

func (p Diffusion) fit(k affinity) (*DiffusionModel, error) {
	w, err := newWalk(k, p.Alpha)
	if err != nil {
		return nil, err
	}
	m := &DiffusionModel{Diffusion: p, Degrees: w.kernel, Normalised: w.d, Pi: w.stationary()}
	n := len(m.Pi)
	values, vectors := w.below(p.Dimensions)
	m.Eigenvalues = append([]float64{1}, values...)
	m.Psi = make([][]float64, n)
	for i := range m.Psi {
		m.Psi[i] = make([]float64, p.Dimensions+1)
		m.Psi[i][0] = 1
	}
	for a := range p.Dimensions {
		u := vectors.RawRowView(a)
		for i, v := range u {
			u[i] = v / math.Sqrt(m.Pi[i])
		}
		orient(u)
		for i, v := range u {
			m.Psi[i][a+1] = v
		}
	}
	return m, nil
}
