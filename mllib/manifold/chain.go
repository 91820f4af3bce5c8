package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/mat"
)

// Chain is a reversible Markov chain on n states with all of its matrix, for chains small enough to look at: P = diag(d)⁻¹K of a symmetric kernel K with row sums d. As an operator, (Pf)(x) = E[f(X_1) | X_0 = x], it is the transfer operator of the
// chain. It is plain data.
//
// Curriculum: B4.2.3b, B4.2.3c, B4.2.3d.
type Chain struct {
	P  [][]float64 // n×n, rows sum to 1
	Pi []float64   // the stationary law d/Σd
}

// NewChain makes the chain of a symmetric n×n kernel of numbers of at least 0, with powers −α, 0 to 1, of its row sums multiplied to rows and columns before. The errors are those of Diffusion.FitKernel.
//
// Curriculum: B4.2.3i, B4.2.3p.
func NewChain(k mat.Matrix, α float64) (*Chain, error) {
	rows, err := weightMatrix("K", k)
	if err == nil {
		err = input.Param(α >= 0 && α <= 1, "α", α, "a number from 0 to 1")
	}
	var w *walk
	if err == nil {
		w, err = newWalk(rows, α)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: chain: %w", err)
	}
	n := len(w.d)
	p := mat.NewDense(n, n, nil)
	for i := range n {
		w.eachRow(i, func(j int, v float64) { p.Set(i, j, v*w.q[i]*w.q[j]/w.d[i]) })
	}
	return &Chain{P: rowsOf(p), Pi: w.stationary()}, nil
}

// Matrix returns P^t for t ≥ 0; nil for no chain or a negative t.
func (c *Chain) Matrix(t int) *mat.Dense {
	if c.whole() != nil || t < 0 {
		return nil
	}
	p := mat.NewDense(len(c.Pi), len(c.Pi), nil)
	p.Pow(matrixOf(c.P), t)
	return p
}

// Expect returns (P^t f)(x) = E[f(X_t) | X_0 = x] for all states x. The errors wrap input.ErrShape, ErrNotFinite and ErrParam.
func (c *Chain) Expect(f []float64, t int) ([]float64, error) {
	err := c.whole()
	if err == nil {
		err = input.Vector("f", f, len(c.Pi))
	}
	if err == nil {
		err = input.Param(t >= 0, "t", t, "a number of steps of at least 0")
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: chain: %w", err)
	}
	p := matrixOf(c.P)
	f = append([]float64(nil), f...)
	for range t {
		f = la.MulVec(p, f)
	}
	return f, nil
}

// Spectrum returns the n eigenvalues of P in decreasing order and its eigenvectors, the columns of an n×n matrix, orthonormal with the weights π. The first one is 1; of each of the others the entry of largest absolute value is positive.
func (c *Chain) Spectrum() (values []float64, psi *mat.Dense, err error) {
	if err := c.whole(); err != nil {
		return nil, nil, fmt.Errorf("manifold: chain: %w", err)
	}
	n := len(c.Pi)
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, math.Sqrt(c.Pi[i]/c.Pi[j])*c.P[i][j])
		}
	}
	values, u := la.Eigen(s)
	slices.Reverse(values)
	psi = mat.NewDense(n, n, nil)
	for a := range n {
		column := mat.Col(nil, n-1-a, u)
		for i := range column {
			column[i] /= math.Sqrt(c.Pi[i])
		}
		orient(column)
		psi.SetCol(a, column)
	}
	return values, psi, nil
}

// Distances returns the n×n matrix of diffusion distances D_t(x, y) = (Σ_u (p_t(x, u) − p_t(y, u))²/π(u))^½, with the entries p_t of P^t, from their definition. The errors wrap input.ErrParam for a negative t.
//
// Curriculum: B4.2.3e, B4.2.3k.
func (c *Chain) Distances(t int) (*mat.Dense, error) {
	err := c.whole()
	if err == nil {
		err = input.Param(t >= 0, "t", t, "a number of steps of at least 0")
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: chain: %w", err)
	}
	scaled := c.Matrix(t)
	scaled.Apply(func(_, u int, v float64) float64 { return v / math.Sqrt(c.Pi[u]) }, scaled)
	n := len(c.Pi)
	d := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := between(scaled.RawRowView(i), scaled.RawRowView(j))
			d.Set(i, j, v)
			d.Set(j, i, v)
		}
	}
	return d, nil
}

// Walk returns the states of a path of the chain: that it begins at, and those after each of so many steps. The errors wrap input.ErrParam.
func (c *Chain) Walk(from, steps int, src rand.Source) ([]int, error) {
	err := c.whole()
	if err == nil {
		err = input.Param(from >= 0 && from < len(c.Pi), "from", from, fmt.Sprintf("a state from 0 to %d", len(c.Pi)-1))
	}
	if err == nil {
		err = input.Param(src != nil, "src", nil, "a source of randomness")
	}
	if err == nil {
		err = input.Size("steps", steps+1, 1)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: chain: %w", err)
	}
	rnd, path := rand.New(src), []int{from}
	for range steps {
		path = append(path, pick(c.P[path[len(path)-1]], rnd.Float64()))
	}
	return path, nil
}

// pick is the state that a number from 0 to 1 falls on.
func pick(law []float64, u float64) int {
	last := 0
	for i, p := range law {
		if p == 0 {
			continue
		}
		if u < p {
			return i
		}
		u, last = u-p, i
	}
	return last
}

func (c *Chain) whole() error {
	if c == nil {
		return input.NoModel("manifold.Chain")
	}
	n := len(c.Pi)
	ok := n > 0 && len(c.P) == n
	for i := 0; ok && i < n; i++ {
		ok = len(c.P[i]) == n && c.Pi[i] > 0
	}
	if !ok {
		return input.Errorf(input.ErrShape, "chain", "it is none that NewChain made")
	}
	return nil
}
