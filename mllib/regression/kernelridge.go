package regression

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Free says which functions of x are added to those of a kernel without a penalty. The zero value is FreeNone.
type Free = enum.Of[frees]

const (
	FreeNone     Free = iota // none
	FreeConstant             // a constant B
	FreeLinear               // a linear function ⟨W, x⟩ + B
)

type frees struct{}

func (frees) Names() (string, []string) {
	return "regression.Free", []string{FreeNone: "none", FreeConstant: "constant", FreeLinear: "linear"}
}

// KernelRidge holds the parameters of kernel ridge regression: f = h + g with h in the reproducing kernel Hilbert space of a kernel function K and g one of the Free functions minimises
// Σ w_i (y_i − f(x_i))² + λ‖h‖². By the representer theorem h = Σ α_i K(·, x_i), so that f is found from the Gram matrix.
//
// λ stands beside a sum, as in scikit-learn's KernelRidge(alpha=λ); beside a mean n⁻¹Σ it is λ/n, so that Lambda = n·λ for the λ of the curriculum. With kernels.Linear() it is Ridge, without an
// intercept or, with FreeConstant, with one.
//
// Reference: C. Saunders, A. Gammerman, V. Vovk, Ridge regression learning algorithm in dual variables, ICML (1998); G. Wahba, Spline Models for Observational Data (1990), section 1.3, for the
// free functions. Curriculum: N6.2d, N6.2e, N6.2f, N6.2p, N6.2v.
type KernelRidge struct {
	Kernel kernels.Kernel // K of Fit; the zero value is the inner product. FitGram does not use it
	Lambda float64        // λ >= 0; 0 interpolates, with the least norm
	Free   Free           // what is not penalised. FitGram takes it as a matrix
}

var _ learn.Learner[float64, *KernelModel] = KernelRidge{}

// Representer is f = Σ α_i K(·, x_i) + Σ β_k g_k with free functions g_k, as coefficients alone. It is plain data.
type Representer struct {
	Alpha  []float64 // of the observations. Σ α_i g_k(x_i) = 0 for all k
	Beta   []float64 // of the free functions
	Lambda float64   // the penalty that it was fitted with
	RSS    float64   // Σ w_i (y_i − f(x_i))²
	Norm2  float64   // ‖h‖² = αᵀKα
}

// KernelModel is a fitted kernel ridge regression with its kernel and the observations. It is plain data: it goes through JSON and back.
type KernelModel struct {
	Kernel kernels.Kernel
	X      [][]float64 // the n observations x_i, those of weight 0 left out
	Free   Free
	Representer
}

// Fit fits the n×d matrix X, one observation in each row, and the n targets y, at a cost of O(n²d + n³).
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also where a result overflows or underflows), ErrParam (also for a kernel that is not positive semidefinite there), what kernels.Kernel.Gram returns, input.ErrSingular where K + λI is not positive definite or
// so nearly singular that fitted values lose more than ten digits of what the free functions alone leave of y (equal points or a wide kernel with a λ near 0: a larger λ helps), or ErrRank where the observations do not determine the free functions.
func (p KernelRidge) Fit(x mat.Matrix, y []float64) (*KernelModel, error) {
	return p.FitWeighted(x, y, nil)
}

// FitWeighted is Fit with a weight w_i >= 0 for each row, or nil for equal ones, as LeastSquares.FitWeighted.
func (p KernelRidge) FitWeighted(x mat.Matrix, y, w []float64) (*KernelModel, error) {
	m, _, err := p.fit(x, y, w)
	if err != nil {
		return nil, fmt.Errorf("regression: kernel ridge: %w", err)
	}
	return m, nil
}

// FitGram fits from the n×n Gram matrix of the observations, symmetric and positive semidefinite, and the n×q matrix of the values g_k(x_i) of the free functions, nil for none. The errors are those of Fit;
// input.ErrParam for a matrix that is not symmetric, or not positive semidefinite.
//
// Curriculum: N6.2c, N6.2d.
func (p KernelRidge) FitGram(gram, free mat.Matrix, y []float64) (*Representer, error) {
	r, err := p.fitGram(gram, free, y)
	if err != nil {
		return nil, fmt.Errorf("regression: kernel ridge: %w", err)
	}
	return r, nil
}

func (p KernelRidge) fitGram(gram, free mat.Matrix, y []float64) (*Representer, error) {
	n, _, err := input.Matrix("gram", gram)
	if err != nil {
		return nil, err
	}
	err = errors.Join(p.check(), input.Vector("y", y, n))
	k, bad := input.Symmetric("gram", gram, n)
	err = errors.Join(err, bad)
	var t *mat.Dense
	if !input.IsNil(free) {
		rows, _, bad := input.Matrix("free", free)
		if bad == nil && rows != n {
			bad = input.Errorf(input.ErrShape, "free", "got %d rows, gram has %d", rows, n)
		}
		if err = errors.Join(err, bad); err == nil {
			t = mat.DenseCopyOf(free)
		}
	}
	if err == nil {
		err = semidefinite("gram", k)
	}
	if err != nil {
		return nil, err
	}
	s, err := newDual(k, t, nil, p.Lambda)
	if err != nil {
		return nil, err
	}
	return s.solve(y)
}

// semidefinite refuses a Gram matrix with an eigenvalue that is negative by more than rounding: what is minimised may then have no minimum. A Cholesky factor shows most others.
func semidefinite(argument string, gram *mat.SymDense) error {
	n := gram.SymmetricDim()
	k := mat.NewSymDense(n, nil)
	k.CopySym(gram)
	size := 0.0
	for i := range n {
		size = max(size, math.Abs(gram.At(i, i)))
	}
	for i := range n {
		k.SetSym(i, i, gram.At(i, i)+4*float64(n)*0x1p-52*size)
	}
	if _, ok := lapack64.Potrf(k.RawSymmetric()); ok {
		return nil
	}
	c, err := kernels.Examine(gram)
	if err == nil && c.Verdict == kernels.Indefinite {
		err = input.Errorf(input.ErrParam, argument, "the Gram matrix has the eigenvalue %v, it is not positive semidefinite", c.Smallest)
	}
	return err
}

func (p KernelRidge) check() error {
	return errors.Join(input.Param(p.Lambda >= 0 && finite(p.Lambda), "KernelRidge.Lambda", p.Lambda, "a number >= 0"), p.Free.Check("KernelRidge.Free"))
}

// fit returns the system too, for who needs its inverse.
func (p KernelRidge) fit(x mat.Matrix, y, w []float64) (*KernelModel, *dual, error) {
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	rows, y, w, err := kept(x, y, w)
	if err != nil {
		return nil, nil, err
	}
	gram, err := p.Kernel.Gram(rows)
	if err != nil {
		return nil, nil, err
	}
	if !p.Kernel.Positive() {
		if err := semidefinite("Kernel", gram); err != nil {
			return nil, nil, err
		}
	}
	g := newFree(p.Free, rows)
	s, err := newDual(gram, g.values(rows), w, p.Lambda)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.solve(y)
	if err != nil {
		return nil, nil, err
	}
	r.Beta = g.back(r.Beta)
	m := &KernelModel{Kernel: p.Kernel, Free: p.Free, Representer: *r}
	for i := range y {
		m.X = append(m.X, mat.Row(nil, i, rows))
	}
	if !finite(floats.Sum(r.Beta)) {
		return nil, nil, tooLarge()
	}
	return m, s, nil
}

// kept checks the observations and leaves those of weight 0 out.
func kept(x mat.Matrix, y, w []float64) (*mat.Dense, []float64, []float64, error) {
	n, _, err := input.Matrix("X", x)
	if err != nil {
		return nil, nil, nil, err
	}
	err = input.Vector("y", y, n)
	if w != nil {
		err = errors.Join(err, input.Weights("w", w, n))
	}
	if err != nil {
		return nil, nil, nil, err
	}
	rows, ok := x.(*mat.Dense)
	if !ok {
		rows = mat.DenseCopyOf(x)
	}
	var some []int
	var weights []float64
	for i, v := range w {
		if v > 0 {
			some, weights = append(some, i), append(weights, v)
		}
	}
	if len(some) < len(w) {
		rows, y, err = learn.Take(rows, y, some)
	}
	return rows, y, weights, err
}

// freeFunctions are 1 and (x_j − mean_j)/size_j, which are far from dependent where x_j is far from 0.
type freeFunctions struct {
	kind       Free
	mean, size []float64
}

func newFree(kind Free, x *mat.Dense) freeFunctions {
	f := freeFunctions{kind: kind}
	if kind != FreeLinear {
		return f
	}
	n, d := x.Dims()
	for j := range d {
		column := mat.Col(nil, j, x)
		unit := unitOf(floats.Norm(column, math.Inf(1)))
		if unit == 0 {
			unit = 1
		}
		floats.Scale(unit, column)
		mean := floats.Sum(column) / float64(n)
		floats.AddConst(-mean, column)
		size := floats.Norm(column, math.Inf(1))
		if size <= 8*0x1p-52*math.Abs(mean) {
			size = math.Inf(1) // a constant: its column is 0, and the rank tells
		}
		f.mean, f.size = append(f.mean, mean/unit), append(f.size, size/unit)
	}
	return f
}

// values is the matrix of the functions at the rows of x, nil for none.
func (f freeFunctions) values(x *mat.Dense) *mat.Dense {
	if f.kind == FreeNone {
		return nil
	}
	n, _ := x.Dims()
	t := mat.NewDense(n, 1+len(f.mean), nil)
	for i := range n {
		t.Set(i, 0, 1)
		for j, c := range f.mean {
			t.Set(i, j+1, (x.At(i, j)-c)/f.size[j])
		}
	}
	return t
}

// back are the coefficients of 1, x_1, …, x_d.
func (f freeFunctions) back(beta []float64) []float64 {
	b := append([]float64(nil), beta...)
	for j, c := range f.mean {
		b[j+1] /= f.size[j]
		b[0] -= b[j+1] * c
	}
	return b
}
