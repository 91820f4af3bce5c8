package logistic

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Smooth holds the parameters of nonparametric logistic regression: the log-odds of the second class are f(x) + b with f in the
// reproducing kernel Hilbert space of a kernel function K, and f minimises -L + λ‖f‖². f is a combination Σ α_i K(·, x_i), so
// the data enter through the Gram matrix K(x_i, x_j) only: FitGram takes it for a kernel that is none of package kernels.
//
// The penalty stands beside a sum over the observations (not beside a mean), and without the factor 1/2 of Binary.Ridge:
// λ‖f‖² is Binary's penalty for Ridge = 2λ on explicit features.
//
// Reference: Nussbaum, section 6.3. Curriculum: N6.3g, N6.3h.
type Smooth struct {
	Kernel  kernels.Kernel // K of Fit; the zero value is the inner product. FitGram does not use it
	Lambda  float64        // λ > 0; 0 means 1/2
	NoB     bool           // leave the free constant b out
	Tie     label.Tie      // class of a score of 0, as in Binary
	MaxIter int            // 0 means 100
}

// SmoothModel is a fitted nonparametric logistic regression. It is plain data: it goes through JSON and back.
type SmoothModel struct {
	Alpha   []float64     // f = Σ α_i K(·, x_i)
	B       float64       // the free constant
	Fitted  []float64     // the scores f(x_i) + B of the observations
	Norm    float64       // ‖f‖
	Classes label.Classes // the two labels in increasing order
	Tie     label.Tie     // class of a score of 0
	Report  Report        // Decrement is the largest change of a score in the last iteration
}

// FitGram minimises by penalised iteratively reweighted least squares from f = 0, at a cost of O(n³) an iteration. gram is the n×n Gram
// matrix, symmetric and positive semidefinite; y has two different labels (one is enough with NoB).
//
// It returns an error that wraps input.ErrEmpty, ErrShape (gram is not square, y has another length), ErrNotFinite (also on overflow),
// ErrOneClass, ErrLabel (three labels) or ErrParam (Lambda or MaxIter out of range; gram not symmetric or not positive semidefinite).
func (p Smooth) FitGram(gram mat.Matrix, y []int) (*SmoothModel, error) {
	r, err := p.newRun(gram, y)
	if err == nil {
		err = r.iterate()
	}
	if err != nil {
		return nil, fmt.Errorf("logistic: smooth fit: %w", err)
	}
	f := mat.NewVecDense(r.n, nil)
	f.MulVec(r.gram, mat.NewVecDense(r.n, r.alpha))
	r.m.Alpha, r.m.B, r.m.Fitted = r.alpha, r.b, r.score
	r.m.Norm = math.Sqrt(max(0, floats.Dot(r.alpha, f.RawVector().Data)))
	r.m.Report.Objective = -r.value
	r.m.Report.LogLikelihood = -r.value + p.lambda()*r.m.Norm*r.m.Norm
	if !finite(r.m.B + r.m.Norm + r.value) {
		return nil, fmt.Errorf("logistic: smooth fit: %w", input.Errorf(input.ErrNotFinite, "gram", "its entries are so large or so small that f overflows"))
	}
	return r.m, nil
}

func (p Smooth) lambda() float64 { return or(p.Lambda, .5) }

func (p Smooth) check(gram mat.Matrix, n int) error {
	errs := []error{
		input.Param(p.Lambda >= 0 && finite(p.Lambda), "Smooth.Lambda", p.Lambda, "a positive number, or 0 for 1/2"),
		input.Param(p.MaxIter >= 0, "Smooth.MaxIter", p.MaxIter, "a number >= 0"),
		p.Tie.Check("Smooth.Tie"),
	}
	for i := range n {
		for j := range i {
			if a, b := gram.At(i, j), gram.At(j, i); math.Abs(a-b) > 1e-9*(math.Abs(a)+math.Abs(b)) {
				return errors.Join(append(errs, input.Errorf(input.ErrParam, "gram", "entries (%d, %d) and (%d, %d) differ", i, j, j, i))...)
			}
		}
	}
	return errors.Join(errs...)
}

// smoothRun is the state of one fit.
type smoothRun struct {
	Smooth
	n     int
	gram  *mat.Dense
	one   []float64 // 1 for the second class
	alpha []float64
	b     float64
	score []float64
	value float64
	m     *SmoothModel
}

func (p Smooth) newRun(gram mat.Matrix, y []int) (*smoothRun, error) {
	n, d, err := input.Matrix("gram", gram)
	if err == nil && n != d {
		err = input.Errorf(input.ErrShape, "gram", "got %d×%d, want a square matrix", n, d)
	}
	if err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for %d observations", len(y), n)
	}
	if err != nil {
		return nil, err
	}
	codes, classes, err := label.Encode(y, label.Signed)
	if p.NoB && errors.Is(err, input.ErrOneClass) && (y[0] == 1 || y[0] == 0 || y[0] == -1) {
		codes, classes, err = slices.Clone(y), label.Classes{min(y[0], 0), 1}, nil
	}
	if err := errors.Join(err, p.check(gram, n)); err != nil {
		return nil, err
	}
	r := &smoothRun{Smooth: p, n: n, gram: mat.DenseCopyOf(gram), one: make([]float64, n), alpha: make([]float64, n), score: make([]float64, n)}
	for i, c := range codes {
		if c > 0 {
			r.one[i] = 1
		}
	}
	r.m = &SmoothModel{Classes: classes, Tie: p.Tie}
	r.value = float64(n) * math.Ln2
	return r, nil
}

// scores writes f(x_i) + b and returns the objective.
func (r *smoothRun) scores(dst, alpha []float64, b float64) float64 {
	mat.NewVecDense(r.n, dst).MulVec(r.gram, mat.NewVecDense(r.n, alpha))
	value := r.lambda() * floats.Dot(alpha, dst)
	for i := range dst {
		dst[i] += b
		value += Log1pExp(dst[i]) - r.one[i]*dst[i]
	}
	return value
}

func (r *smoothRun) iterate() error {
	alpha, score := make([]float64, r.n), make([]float64, r.n)
	for ; r.m.Report.Iterations < or(r.MaxIter, 100); r.m.Report.Iterations++ {
		next, b, err := r.target()
		if err != nil {
			return err
		}
		size, found := 1.0, false
		for range 60 {
			for i := range alpha {
				alpha[i] = r.alpha[i] + size*(next[i]-r.alpha[i])
			}
			value := r.scores(score, alpha, r.b+size*(b-r.b))
			if found = value <= r.value+1e-13*math.Abs(r.value); found {
				r.value = value
				break
			}
			size /= 2
		}
		if !found {
			r.m.Report.Stop = NoProgress
			return nil
		}
		r.m.Report.Decrement = floats.Distance(score, r.score, math.Inf(1))
		r.b += size * (b - r.b)
		copy(r.alpha, alpha)
		copy(r.score, score)
		if r.m.Report.Decrement <= 1e-12*(1+floats.Norm(r.score, math.Inf(1))) {
			r.m.Report.Stop = Converged
			return nil
		}
	}
	r.m.Report.Stop = IterationLimit
	return nil
}

// target returns where Newton's step leads: α = M(z - b) with the working response z = score + W⁻¹(y - p), the weights
// W = p(1-p) and M = (K + 2λW⁻¹)⁻¹ = √W (2λ + √W K √W)⁻¹ √W; b makes Σ α_i = 0.
func (r *smoothRun) target() (alpha []float64, b float64, err error) {
	root, pull := make([]float64, r.n), make([]float64, r.n) // √W and √W z
	for i, s := range r.score {
		p := Sigmoid(s)
		w := max(Sigmoid(-s)*p, 1e-300)
		root[i] = math.Sqrt(w)
		pull[i] = root[i]*s + (r.one[i]-p)/root[i]
		if r.one[i] == 1 {
			pull[i] = root[i]*s + Sigmoid(-s)/root[i]
		}
	}
	a := mat.NewSymDense(r.n, nil)
	for i := range r.n {
		for j := i; j < r.n; j++ {
			a.SetSym(i, j, root[i]*r.gram.At(i, j)*root[j])
		}
		a.SetSym(i, i, a.At(i, i)+2*r.lambda())
	}
	var c mat.Cholesky
	if !c.Factorize(a) {
		return nil, 0, input.Errorf(input.ErrParam, "gram", "it is not positive semidefinite")
	}
	mz, m1 := mat.NewVecDense(r.n, pull), mat.NewVecDense(r.n, slices.Clone(root))
	if err := errors.Join(c.SolveVecTo(mz, mz), c.SolveVecTo(m1, m1)); err != nil {
		return nil, 0, input.Errorf(input.ErrParam, "gram", "the system is too ill-conditioned for Lambda = %v", r.lambda())
	}
	alpha, ones := mz.RawVector().Data, m1.RawVector().Data
	floats.Mul(alpha, root)
	floats.Mul(ones, root)
	if r.NoB {
		return alpha, 0, nil
	}
	b = floats.Sum(alpha) / floats.Sum(ones)
	floats.AddScaled(alpha, -b, ones)
	return alpha, b, nil
}

// Scores returns f(x) + B for new observations, from the m×n matrix of K(x, x_i), one row for each x. The errors are those of input.Columns, one
// that wraps input.ErrNotFinite where a score overflows, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *SmoothModel) Scores(cross mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("logistic.SmoothModel")
	}
	if err := twoLabels(m.Classes); err != nil {
		return nil, fmt.Errorf("logistic: scores: %w", err)
	}
	if err := input.Columns("cross", cross, len(m.Alpha)); err != nil {
		return nil, fmt.Errorf("logistic: scores: %w", err)
	}
	data, stride := input.Rows(cross)
	k, n := cross.Dims()
	s := make([]float64, k)
	for i := range s {
		s[i] = floats.Dot(data[i*stride:i*stride+n], m.Alpha) + m.B
		if !finite(s[i]) {
			return nil, fmt.Errorf("logistic: scores: %w", input.Errorf(input.ErrNotFinite, "cross", "row %d has the score %v", i, s[i]))
		}
	}
	return s, nil
}

// Posterior returns P(second class | x) for new observations. Argument and errors are those of Scores.
func (m *SmoothModel) Posterior(cross mat.Matrix) ([]float64, error) {
	p, err := m.Scores(cross)
	for i, s := range p {
		p[i] = Sigmoid(s)
	}
	return p, err
}

// Predict returns the more probable labels of new observations. Argument and errors are those of Scores.
func (m *SmoothModel) Predict(cross mat.Matrix) ([]int, error) {
	s, err := m.Scores(cross)
	if err != nil {
		return nil, err
	}
	y := make([]int, len(s))
	for i, v := range s {
		y[i] = m.Classes[(label.Sign(v, m.Tie)+1)/2]
	}
	return y, nil
}
