package spline

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Spectrum is the Demmler–Reinsch basis of points on the line: vectors φ_1, …, φ_n of values at the points with Σ_i w_i φ_j(x_i)φ_k(x_i) = δ_jk, along which the penalty
// is diagonal. A smoothing spline multiplies the coefficient of y along φ_j by 1/(1 + λμ_j): it leaves constants (and straight lines) alone and damps the others, the more so
// the more they oscillate. It is plain data.
//
// Reference: A. Demmler and C. Reinsch, Oscillation matrices with spline smoothing, Numerische Mathematik 24 (1975). Curriculum: N6.2j, N6.2k, N6.2m (there γ_{j,n} = 1/μ_j, and nλ for λ).
type Spectrum struct {
	X         []float64   // the n different points, increasing
	W         []float64   // their weights
	Penalties []float64   // μ_1 <= … <= μ_n: the penalty of the spline through φ_j, 0 for the functions that cost nothing
	Basis     [][]float64 // Basis[j] are the values of φ_j at the points, which change their sign j times (j from 0); the last one that is not about 0 is positive
}

// NewSpectrum returns the spectrum of points x, in any order, and their weights, nil for equal ones, at a cost of O(n³). The roots of the μ_j are precise in relation to the largest of them. The
// errors are those of Smoothing.Fit; input.ErrParam also for more points than memory holds.
func (p Smoothing) NewSpectrum(x, w []float64) (*Spectrum, error) {
	s, err := p.spectrum(x, w)
	if err != nil {
		return nil, fmt.Errorf("spline: spectrum: %w", err)
	}
	return s, nil
}

// NewSpectrum is that of Smoothing{Kind: kind}.
func NewSpectrum(kind Kind, x, w []float64) (*Spectrum, error) {
	return Smoothing{Kind: kind}.NewSpectrum(x, w)
}

func (p Smoothing) spectrum(x, w []float64) (*Spectrum, error) {
	s, err := p.bare(x, w)
	if err != nil {
		return nil, err
	}
	n := len(s.x)
	out := &Spectrum{X: s.x, Penalties: make([]float64, s.free()), Basis: s.null()}
	for _, v := range s.w {
		out.W = append(out.W, v/s.wUnit)
	}
	if n > s.free() {
		s.decompose(out)
	}
	for j, φ := range out.Basis {
		s.finish(φ)
		if !finite(out.Penalties[j]) || j >= s.free() && out.Penalties[j] < 0x1p-1022 {
			return nil, input.Errorf(input.ErrNotFinite, "X", "the penalty of function %d is %v; other units help", j, out.Penalties[j])
		}
	}
	return out, nil
}

// null is an orthonormal basis of what costs nothing, times √w.
func (s *scaled) null() [][]float64 {
	var basis [][]float64
	if s.pinned {
		return nil
	}
	one, line := make([]float64, len(s.w)), make([]float64, len(s.w))
	s.along(func(i int, t float64) {
		one[i] = math.Sqrt(s.w[i] / s.total)
		line[i] = math.Sqrt(s.w[i]) * t
	})
	basis = append(basis, one)
	if s.free() == 2 {
		size := mat.Norm(mat.NewVecDense(len(line), line), 2)
		for i := range line {
			line[i] /= size
		}
		basis = append(basis, line)
	}
	return basis
}

// decompose adds what costs something: the penalty of values f is ‖Bf‖², and B·W^(−1/2) has the singular values √μ_j.
func (s *scaled) decompose(out *Spectrum) {
	b := s.penaltyRoot()
	rows, n := b.Dims()
	for i := range rows {
		for j, w := range s.w {
			b.Set(i, j, b.At(i, j)/math.Sqrt(w))
		}
	}
	var svd mat.SVD
	svd.Factorize(b.T(), mat.SVDThin)
	values := svd.Values(nil)
	var u mat.Dense
	svd.UTo(&u)
	for j := rows - 1; j >= 0; j-- {
		out.Penalties = append(out.Penalties, math.Ldexp(values[j]*values[j], s.unit())*s.wUnit)
		φ := mat.Col(make([]float64, n), j, &u)
		for _, free := range out.Basis[:s.free()] { // rounding of B leaves a part of these in functions of small penalty
			floats.AddScaled(φ, -floats.Dot(φ, free), free)
		}
		out.Basis = append(out.Basis, φ)
	}
}

// finish makes a basis function of a vector that is √w times it, and its last value that counts positive.
func (s *scaled) finish(φ []float64) {
	sign, most := 1.0, largest(φ)
	for _, v := range φ {
		if math.Abs(v) > 1e-6*most {
			sign = math.Copysign(1, v)
		}
	}
	for i := range φ {
		φ[i] *= sign * math.Sqrt(s.wUnit/s.w[i])
	}
}

// Penalty returns the n×n matrix Ω for which fᵀΩf is the penalty ∫f'² or ∫f”² of the spline with the values f at the n points x, which must be increasing: fitted values solve (W + λΩ)f = Wy. That
// of linear splines is tridiagonal, and with Pinned it is the inverse of the Gram matrix of kernels.Min. The errors are those of NewSpectrum, and input.ErrParam for points that do not increase.
//
// Curriculum: N6.2f, N6.2h, N6.2i, N6.2p.
func (p Smoothing) Penalty(x []float64) (*mat.SymDense, error) {
	m, err := p.penalty(x)
	if err != nil {
		return nil, fmt.Errorf("spline: penalty: %w", err)
	}
	return m, nil
}

func (p Smoothing) penalty(x []float64) (*mat.SymDense, error) {
	s, err := p.bare(x, nil)
	if err != nil {
		return nil, err
	}
	for i, v := range s.x {
		if len(s.x) < len(x) || v != x[i] {
			return nil, input.Errorf(input.ErrParam, "x", "entry %d is %v; the points must increase", i, x[i])
		}
	}
	n := len(x)
	m := mat.NewSymDense(n, nil)
	if n == s.free() {
		return m, nil
	}
	m.SymOuterK(1, s.penaltyRoot().T())
	for i := range n {
		for j := i; j < n; j++ {
			v := math.Ldexp(m.At(i, j), s.unit())
			if !finite(v) {
				return nil, input.Errorf(input.ErrNotFinite, "x", "a penalty overflows; other units help")
			}
			m.SetSym(i, j, v)
		}
	}
	return m, nil
}

// bare is the problem of points without targets.
func (p Smoothing) bare(x, w []float64) (*scaled, error) {
	if err := p.Kind.Check("kind"); err != nil {
		return nil, err
	}
	points, err := gather(x, make([]float64, len(x)), w, max(1, p.null()))
	if err != nil {
		return nil, err
	}
	if err := input.Size("x", len(points.x), len(points.x)); err != nil {
		return nil, err
	}
	return newScaled(p.Kind, p.Pinned, points)
}

// unit is the exponent of the power of two by which a penalty is multiplied to be that of the data.
func (s *scaled) unit() int { return s.shift * (2*s.order() - 1) }

// penaltyRoot is a matrix B for which ‖Bf‖² is the penalty of the spline with the values f at the points.
func (s *scaled) penaltyRoot() *mat.Dense {
	h := s.h
	if s.pinned {
		h = append([]float64{s.origin}, h...)
	}
	d := mat.NewDense(len(h), len(h)+1, nil) // slopes between the points
	for i, v := range h {
		d.Set(i, i, -1/v)
		d.Set(i, i+1, 1/v)
	}
	var b *mat.Dense
	if s.kind == Linear {
		for i, v := range h {
			d.Set(i, i, -1/math.Sqrt(v))
			d.Set(i, i+1, 1/math.Sqrt(v))
		}
		b = d
	} else {
		b = s.bend(h, d)
	}
	if s.pinned {
		rows, columns := b.Dims()
		b = b.Slice(0, rows, 1, columns).(*mat.Dense) // f(0) = 0
	}
	return b
}

// bend is C⁻¹Qᵀ, where Qᵀ takes the differences of slopes, which are Rγ for the second derivatives γ at the points, ∫f”² = γᵀRγ, and R = CCᵀ. With Pinned the first difference is that
// from the slope 0 at 0.
func (s *scaled) bend(h []float64, slopes *mat.Dense) *mat.Dense {
	first := 1
	if s.pinned {
		first = 0
	}
	rows, columns := len(h)-first, len(h)+1
	b := mat.NewDense(rows, columns, nil)
	below, last := 0.0, 0.0 // the entry of C left of the diagonal, and the diagonal entry before
	for j := range rows {
		i := j + first // the point between the intervals i − 1 and i
		diagonal := h[i] / 3
		row := b.RawRowView(j)
		copy(row, slopes.RawRowView(i))
		if i > 0 {
			diagonal += h[i-1] / 3
			for k, v := range slopes.RawRowView(i - 1) {
				row[k] -= v
			}
		}
		if j > 0 {
			below = h[i-1] / 6 / last
			for k, v := range b.RawRowView(j - 1) {
				row[k] -= below * v
			}
		}
		last = math.Sqrt(diagonal - below*below)
		for k := range row {
			row[k] /= last
		}
	}
	return b
}

// Filter returns what a smoothing spline multiplies the coefficients along the basis by, 1/(1 + λμ_j): the filter characteristic, or the eigenvalues of the hat matrix. λ >= 0 is that of
// Smoothing. It is nil for nil, and NaN for another λ.
//
// Curriculum: N6.2m.
func (s *Spectrum) Filter(lambda float64) []float64 {
	if s == nil {
		return nil
	}
	filter := make([]float64, len(s.Penalties))
	for j, μ := range s.Penalties {
		filter[j] = 1 / (1 + lambda*μ)
		if !(lambda >= 0) {
			filter[j] = math.NaN()
		}
	}
	return filter
}

// DF is the sum of Filter, the effective degrees of freedom. It is NaN for a spectrum that is not one.
func (s *Spectrum) DF(lambda float64) float64 {
	if s.check() != nil {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range s.Filter(lambda) {
		sum += v
	}
	return sum
}

// Coefficients returns those of values y at the points X, Σ_i w_i y_i φ_j(x_i). The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (s *Spectrum) Coefficients(y []float64) ([]float64, error) {
	err := s.check()
	if err == nil {
		err = input.Vector("y", y, len(s.X))
	}
	if err != nil {
		return nil, fmt.Errorf("spline: spectrum: %w", err)
	}
	c := make([]float64, len(s.Basis))
	for j, φ := range s.Basis {
		for i, v := range y {
			c[j] += s.W[i] * v * φ[i]
		}
	}
	return c, nil
}

// Values returns Σ_j c_j φ_j at the points X. The errors are those of Coefficients.
func (s *Spectrum) Values(c []float64) ([]float64, error) {
	err := s.check()
	if err == nil {
		err = input.Vector("c", c, len(s.X))
	}
	if err != nil {
		return nil, fmt.Errorf("spline: spectrum: %w", err)
	}
	y := make([]float64, len(s.X))
	for j, φ := range s.Basis {
		for i, v := range φ {
			y[i] += c[j] * v
		}
	}
	return y, nil
}

func (s *Spectrum) check() error {
	if s == nil {
		return input.NoModel("spline.Spectrum")
	}
	n := len(s.X)
	ok := n > 0 && len(s.W) == n && len(s.Penalties) == n && len(s.Basis) == n
	for _, φ := range s.Basis {
		ok = ok && len(φ) == n
	}
	if !ok {
		return input.Errorf(input.ErrShape, "model", "it has %d points, %d weights, %d penalties and %d functions; NewSpectrum makes a spectrum", n, len(s.W), len(s.Penalties), len(s.Basis))
	}
	return nil
}
