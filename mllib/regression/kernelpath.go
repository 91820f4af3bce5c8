package regression

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// KernelRidgePath fits kernel ridge regressions for many λ from one eigendecomposition of the Gram matrix.
//
// Curriculum: N6.2i, N6.2j, N6.2k.
type KernelRidgePath struct {
	Kernel  kernels.Kernel // as in KernelRidge
	Lambdas []float64      // each > 0; none means 50 from γ₁ down to γ₁/10⁸, each a fixed multiple of the next, where γ₁ is the largest eigenvalue
	Free    Free           // as in KernelRidge
}

// KernelPath are the kernel ridge regressions for several λ. It is plain data.
type KernelPath struct {
	Lambdas     []float64
	DF          []float64 // effective degrees of freedom, q + Σ_j γ_j/(γ_j + λ) with q free functions
	RSS         []float64 // sums of the squared residuals
	LeaveOneOut []float64 // mean squared leave-one-out errors: residual/(1 − leverage)
	GCV         []float64 // generalised cross-validation, (RSS/n)/(1 − DF/n)²
	Eigenvalues []float64 // γ_j, of the Gram matrix (with free functions, of what is orthogonal to them), the largest first
}

// Best is the position of the λ of least mean squared leave-one-out error, and −1 for a path without any.
func (p *KernelPath) Best() int {
	if p == nil || len(p.LeaveOneOut) == 0 {
		return -1
	}
	return floats.MinIdx(p.LeaveOneOut)
}

// Filter returns γ_j/(γ_j + λ), by which the smoother multiplies the coefficients of y along the eigenvectors: its shrinkage. For λ = 0 it is 1, and 0 where γ_j
// is. It is nil for nil, and for a λ that is not a finite number >= 0.
//
// Curriculum: N6.2j, N6.2k.
func (p *KernelPath) Filter(lambda float64) []float64 {
	if p == nil || !(lambda >= 0 && finite(lambda)) {
		return nil
	}
	f := make([]float64, len(p.Eigenvalues))
	for j, g := range p.Eigenvalues {
		if g > 0 {
			f[j] = g / (g + lambda)
		}
	}
	return f
}

// Fit fits the n×d matrix X and the n targets y for all λ, at a cost of O(n³) and O(n²) for each λ. The errors are those of KernelRidge.Fit, input.ErrParam for a kernel that is not positive semidefinite there,
// and input.ErrSingular for a λ so small that λ and the smallest eigenvalue are less than 2.2e-10 of the size of K (the root of the sum of its squares), so that results lose more than ten digits.
func (p KernelRidgePath) Fit(x mat.Matrix, y []float64) (*KernelPath, error) {
	path, err := p.fit(x, y)
	if err != nil {
		return nil, fmt.Errorf("regression: kernel ridge path: %w", err)
	}
	return path, nil
}

func (p KernelRidgePath) fit(x mat.Matrix, y []float64) (*KernelPath, error) {
	var errs []error
	for i, l := range p.Lambdas {
		errs = append(errs, input.Param(l > 0 && finite(l), fmt.Sprintf("KernelRidgePath.Lambdas[%d]", i), l, "a number > 0"))
	}
	if err := errors.Join(append(errs, p.Free.Check("KernelRidgePath.Free"))...); err != nil {
		return nil, err
	}
	rows, y, _, err := kept(x, y, nil)
	if err != nil {
		return nil, err
	}
	gram, err := p.Kernel.Gram(rows)
	if err != nil {
		return nil, err
	}
	s, err := newSpectral(gram, newFree(p.Free, rows).values(rows))
	if err != nil {
		return nil, err
	}
	path := &KernelPath{Lambdas: append([]float64(nil), p.Lambdas...), Eigenvalues: s.values}
	if len(p.Lambdas) == 0 {
		if s.values[0] == 0 {
			return nil, input.Errorf(input.ErrSingular, "X", "all eigenvalues are 0, and no λ was given")
		}
		for i := range 50 {
			path.Lambdas = append(path.Lambdas, s.values[0]*tenTo(-8*float64(i)/49))
		}
	}
	return path, path.fill(s, y)
}

// spectral is PKP = U·diag(values)·Uᵀ, where P takes the free functions off.
type spectral struct {
	values  []float64  // those of the functions that are not free, the largest first
	vectors *mat.Dense // U, n×(n − q)
	free    int        // q
	size    float64    // of K before P, as the root of the sum of its squares
}

func newSpectral(gram *mat.SymDense, t *mat.Dense) (*spectral, error) {
	n := gram.SymmetricDim()
	s := &spectral{size: mat.Norm(gram, 2)}
	size := mat.Trace(gram)
	if t != nil {
		var err error
		if gram, err = projected(gram, t, 2*math.Abs(size)+1e-300); err != nil {
			return nil, err
		}
		_, s.free = t.Dims()
	}
	if s.free >= n {
		return nil, input.Errorf(ErrRank, "X", "%d observations for %d free functions leave none for the kernel", n, s.free)
	}
	var eigen mat.EigenSym
	if !finite(size) || !eigen.Factorize(gram, true) {
		return nil, tooLarge()
	}
	values := eigen.Values(nil)
	var u mat.Dense
	eigen.VectorsTo(&u)
	s.vectors = mat.NewDense(n, n-s.free, nil)
	rounding := 8 * float64(n) * 0x1p-52 * math.Abs(size)
	for j := n - s.free - 1; j >= 0; j-- {
		v := values[j]
		if v < -rounding {
			return nil, input.Errorf(input.ErrParam, "Kernel", "its Gram matrix has the eigenvalue %v, it is not positive semidefinite", v)
		}
		s.vectors.SetCol(len(s.values), mat.Col(nil, j, &u))
		s.values = append(s.values, max(0, v))
	}
	return s, nil
}

// projected is PKP + c·QQᵀ for the projection P = I − QQᵀ away from the columns of T: with a large c these are the eigenvectors of the largest eigenvalues.
func projected(gram *mat.SymDense, t *mat.Dense, c float64) (*mat.SymDense, error) {
	n, q := t.Dims()
	if q > n {
		return nil, input.Errorf(ErrRank, "X", "%d observations for %d free functions", n, q)
	}
	var qr mat.QR
	qr.Factorize(t)
	var full, r, kq, qkq, more mat.Dense
	qr.RTo(&r)
	for k := range q {
		if !(math.Abs(r.At(k, k)) > 1e-10*mat.Norm(t.ColView(k), 2)) {
			return nil, input.Errorf(ErrRank, "X", "the observations do not determine free function %d: it is a combination of those before it there", k)
		}
	}
	qr.QTo(&full)
	basis := full.Slice(0, n, 0, q)
	kq.Mul(gram, basis)
	qkq.Mul(basis.T(), &kq)
	for k := range q {
		qkq.Set(k, k, qkq.At(k, k)+c)
	}
	more.Mul(basis, &qkq)
	more.Sub(&more, &kq) // Q(QᵀKQ + c) − KQ
	var add, take mat.Dense
	add.Mul(&more, basis.T())
	take.Mul(basis, kq.T())
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, gram.At(i, j)+(add.At(i, j)+add.At(j, i))/2-(take.At(i, j)+take.At(j, i))/2)
		}
	}
	return out, nil
}

// mostLost is by how much the rounding of K may be magnified, as in dual.check.
const mostLost = 1e6

// fill computes everything for all λ at once: residuals and 1 − leverages are products of U, or of its squares, with one column for each λ.
func (p *KernelPath) fill(s *spectral, y []float64) error {
	n, m := s.vectors.Dims()
	count := len(p.Lambdas)
	c := mat.NewVecDense(m, nil)
	c.MulVec(s.vectors.T(), mat.NewVecDense(n, append([]float64(nil), y...)))
	pull, shrink := mat.NewDense(m, count, nil), mat.NewDense(m, count, nil)
	for l, lambda := range p.Lambdas {
		if s.values[m-1]+lambda < mostLost*0x1p-52*s.size {
			return singular(lambda)
		}
		df := float64(s.free)
		for j, g := range s.values {
			left := lambda / (g + lambda)
			df += g / (g + lambda)
			pull.Set(j, l, left*c.AtVec(j))
			shrink.Set(j, l, left)
		}
		p.DF = append(p.DF, df)
	}
	var residuals, left mat.Dense
	residuals.Mul(s.vectors, pull)
	squares := mat.DenseCopyOf(s.vectors)
	floats.Mul(squares.RawMatrix().Data, squares.RawMatrix().Data)
	left.Mul(squares, shrink)
	return p.errors(&residuals, &left, y)
}

func (p *KernelPath) errors(residuals, left *mat.Dense, y []float64) error {
	n, count := residuals.Dims()
	for l := range count {
		rss, loo, rest := 0.0, 0.0, 0.0
		for i := range n {
			r, h := residuals.At(i, l), left.At(i, l)
			if h < 1e-13 {
				return input.Errorf(ErrRank, "X", "observation %d has the leverage %v for λ = %v, nothing else determines the model there", i, 1-h, p.Lambdas[l])
			}
			rss += r * r
			loo += r / h * (r / h)
			rest += h
		}
		size := float64(n)
		p.RSS, p.LeaveOneOut = append(p.RSS, rss), append(p.LeaveOneOut, loo/size)
		p.GCV = append(p.GCV, rss/size*(size/rest)*(size/rest))
	}
	if !finite(floats.Sum(p.RSS) + floats.Sum(p.LeaveOneOut) + floats.Sum(p.GCV)) {
		return tooLarge()
	}
	if most := floats.Norm(y, math.Inf(1)); most > 0 && most < 1e-150 {
		return tooSmall()
	}
	return nil
}
