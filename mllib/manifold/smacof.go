package manifold

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// SMACOF holds the parameters of metric multidimensional scaling: coordinates of least stress Σ_ij w_ij (d_ij − ‖z_i − z_j‖)², found by majorisation. Each step replaces Z by V⁺B(Z)Z, with the Laplacian V of
// the weights and b_ij = −w_ij d_ij/‖z_i − z_j‖; no step raises the stress. The end is a stationary point and need not be the least of all, hence the starts.
//
// Reference: J. de Leeuw, Applications of convex analysis to multidimensional scaling (1977); I. Borg, P. Groenen, Modern multidimensional scaling (2005), chapter 8. Curriculum: B4.2.1a.
type SMACOF struct {
	Dimensions int         // s, 1 to n−1; 0 means 2, or the columns of Start
	Weights    mat.Matrix  `json:"-"` // symmetric n×n, at least 0; pairs of weight 0 do not count. nil for weights 1
	Start      [][]float64 // n rows of s coordinates; nil for classical scaling
	Restarts   int         // further starts from normal coordinates; the end of least stress is kept
	MaxIter    int         // steps of a start at most; 0 means 10,000
	Tol        float64     // a start ends where a step lowers the stress by no more than this share of it; 0 means 1e-9
	Src        rand.Source `json:"-"` // needed for Restarts; Fit advances it
}

// MetricScaling is an embedding of small stress. It is plain data.
type MetricScaling struct {
	Z       [][]float64 // n rows of s coordinates, their mean 0, turned to their principal axes; of each column the entry of largest absolute value is positive
	Stress  float64     // over all ordered pairs, with their weights
	History []float64   // stress of the start and after each step of the best start, never increasing
	Stop    Stop        // why it ended
	Best    int         // number of the start, 0 for the first one
}

// Stop is the reason why an iteration ended.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // a step lowered the stress by no more than Tol
	IterationLimit             // MaxIter steps were made
	Exact                      // the stress is 0 beyond rounding
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "manifold.Stop", []string{Converged: "converged", IterationLimit: "iteration limit", Exact: "exact"}
}

// Fit finds coordinates for the n×n matrix of distances D. The errors are those of Classical.Fit for D, wrap input.ErrParam for parameters out of their ranges, input.ErrShape for a Start or Weights of another size, and graph.ErrNotConnected where the weights
// leave parts whose places are not determined. Reaching MaxIter is no error.
func (p SMACOF) Fit(d mat.Matrix) (*MetricScaling, error) {
	rows, err := distanceMatrix("D", d)
	if err == nil {
		n, _ := rows.Dims()
		p = p.withDefaults()
		err = p.check(n)
	}
	var w *weights
	if err == nil {
		w, err = p.weights(rows)
	}
	var best *MetricScaling
	if err == nil {
		best, err = p.best(rows, w)
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: smacof: %w", err)
	}
	return best, nil
}

func (p SMACOF) withDefaults() SMACOF {
	if p.Dimensions == 0 {
		p.Dimensions = 2
		if len(p.Start) > 0 {
			p.Dimensions = len(p.Start[0])
		}
	}
	if p.MaxIter == 0 {
		p.MaxIter = 10_000
	}
	if p.Tol == 0 {
		p.Tol = 1e-9
	}
	return p
}

func (p SMACOF) check(n int) error {
	const name = "SMACOF."
	errs := []error{
		dimensions(name+"Dimensions", p.Dimensions, n-1),
		input.Param(p.Restarts >= 0, name+"Restarts", p.Restarts, "a number of at least 0"),
		input.Param(p.Restarts == 0 || p.Src != nil, name+"Src", nil, "a source of randomness for Restarts"),
		input.Param(p.MaxIter >= 1, name+"MaxIter", p.MaxIter, "a number of at least 0"),
		input.Param(p.Tol > 0 && p.Tol < 1, name+"Tol", p.Tol, "a number from 0 to 1"),
	}
	if p.Start != nil && len(p.Start) != n {
		errs = append(errs, input.Errorf(input.ErrShape, name+"Start", "got %d rows, want %d", len(p.Start), n))
	}
	for i, row := range p.Start {
		errs = append(errs, input.Vector(fmt.Sprintf("%sStart[%d]", name, i), row, p.Dimensions))
	}
	return errors.Join(errs...)
}

// weights are those of the pairs, nil for 1, with the inverse of the Laplacian on vectors of mean 0.
type weights struct {
	w       *mat.Dense
	inverse *mat.Dense
}

func (p SMACOF) weights(d *mat.Dense) (*weights, error) {
	n, _ := d.Dims()
	if p.Weights == nil {
		return &weights{}, nil
	}
	sym, err := input.Symmetric("SMACOF.Weights", p.Weights, n)
	if err != nil {
		return nil, err
	}
	w, v, edges := mat.NewDense(n, n, nil), mat.NewSymDense(n, nil), []graph.Edge(nil)
	for i := range n {
		for j := range i {
			v.SetSym(i, j, -sym.At(i, j))
			v.SetSym(i, i, v.At(i, i)+sym.At(i, j))
			v.SetSym(j, j, v.At(j, j)+sym.At(i, j))
			w.Set(i, j, sym.At(i, j))
			w.Set(j, i, sym.At(i, j))
			if sym.At(i, j) < 0 {
				return nil, input.Errorf(input.ErrParam, "SMACOF.Weights", "entry (%d, %d) is %v, want at least 0", i, j, sym.At(i, j))
			}
			if sym.At(i, j) > 0 {
				edges = append(edges, graph.Edge{From: i, To: j})
			}
		}
	}
	if err := connected("SMACOF.Weights", n, edges); err != nil {
		return nil, err
	}
	unit := la.Tr(v) / float64(n*n) // of the size of the weights, for the direction in which V is 0
	for i := range n {
		for j := i; j < n; j++ {
			v.SetSym(i, j, v.At(i, j)+unit)
		}
	}
	return &weights{w: w, inverse: la.Inv(v)}, nil
}

// connected refuses weights that fall into parts.
func connected(argument string, n int, edges []graph.Edge) error {
	g, err := graph.New(n, edges)
	if err != nil {
		return err
	}
	return g.Connected(argument)
}

func (p SMACOF) best(d *mat.Dense, w *weights) (*MetricScaling, error) {
	n, _ := d.Dims()
	start, err := p.start(d)
	if err != nil {
		return nil, err
	}
	best := p.run(d, w, start)
	if p.Restarts > 0 {
		rnd, unit := rand.New(p.Src), math.Sqrt(trace(d)/float64(n*p.Dimensions))
		for t := range p.Restarts {
			for i := range n {
				for a := range p.Dimensions {
					start.Set(i, a, unit*rnd.NormFloat64())
				}
			}
			if m := p.run(d, w, start); m.Stress < best.Stress {
				best, best.Best = m, t+1
			}
		}
	}
	best.Z = principal(best.Z)
	return best, nil
}

// start is that of the first run. Where the distances have fewer positive eigenvalues than coordinates are wanted, the others begin small.
func (p SMACOF) start(d *mat.Dense) (*mat.Dense, error) {
	if p.Start != nil {
		return matrixOf(p.Start), nil
	}
	n, _ := d.Dims()
	for s := p.Dimensions; s > 0; s-- {
		m, err := Classical{Dimensions: s}.scale(d)
		if err != nil {
			continue
		}
		z := mat.NewDense(n, p.Dimensions, nil)
		for i, row := range m.Z {
			copy(z.RawRowView(i), row)
			for a := s; a < p.Dimensions; a++ {
				z.Set(i, a, 1e-3*math.Sqrt(m.Eigenvalues[0]/float64(n))*math.Sin(float64((a+1)*(i+1))))
			}
		}
		return z, nil
	}
	return nil, input.Errorf(input.ErrSingular, "D", "classical scaling has no positive eigenvalue to start from: the distances are 0, or need Start")
}

// run goes down from a start, which it changes.
func (p SMACOF) run(d *mat.Dense, w *weights, start *mat.Dense) *MetricScaling {
	z := mat.DenseCopyOf(start)
	size := weightedSquares(d, w.w)
	m := &MetricScaling{Stress: stress(d, w.w, z), Stop: IterationLimit}
	m.History = []float64{m.Stress}
	for range p.MaxIter {
		next := guttman(d, w, z)
		s := stress(d, w.w, next)
		if s > m.Stress { // by rounding alone
			m.Stop = Converged
			break
		}
		fell := m.Stress - s
		z, m.Stress = next, s
		m.History = append(m.History, s)
		if s <= 1e-28*size {
			m.Stop = Exact
			break
		}
		if fell <= p.Tol*s {
			m.Stop = Converged
			break
		}
	}
	m.Z = rowsOf(z)
	return m
}

func weightedSquares(d, w *mat.Dense) float64 {
	n, _ := d.Dims()
	return stress(d, w, mat.NewDense(n, 1, nil))
}

// guttman is one step, V⁺B(Z)Z.
func guttman(d *mat.Dense, w *weights, z *mat.Dense) *mat.Dense {
	n, s := z.Dims()
	next := mat.NewDense(n, s, nil)
	parallel.Rows(n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			zi, to := z.RawRowView(i), next.RawRowView(i)
			for j, v := range d.RawRowView(i) {
				zj := z.RawRowView(j)
				far := between(zi, zj)
				if far == 0 {
					continue
				}
				v /= far
				if w.w != nil {
					v *= w.w.At(i, j)
				}
				for a := range to {
					to[a] += float64(v * (zi[a] - zj[a]))
				}
			}
		}
	})
	if w.w != nil {
		return la.Mul(w.inverse, next)
	}
	next.Scale(1/float64(n), next)
	return next
}

// principal turns centred points to their principal axes.
func principal(z [][]float64) [][]float64 {
	centred, _ := centredCopy(matrixOf(z))
	_, _, v := la.SVD(centred)
	turned := la.Mul(centred, v)
	_, s := turned.Dims()
	for a := range s {
		column := mat.Col(nil, a, turned)
		orient(column)
		turned.SetCol(a, column)
	}
	return rowsOf(turned)
}

// Embedding returns the n×s coordinates as a matrix, nil for no model.
func (m *MetricScaling) Embedding() *mat.Dense {
	if m == nil {
		return nil
	}
	return matrixOf(m.Z)
}

// Decreasing reports whether no step raised the stress.
func (m *MetricScaling) Decreasing() bool {
	if m == nil {
		return false
	}
	for i := 1; i < len(m.History); i++ {
		if m.History[i] > m.History[i-1] {
			return false
		}
	}
	return len(m.History) > 0 && floats.Min(m.History) == m.Stress
}
