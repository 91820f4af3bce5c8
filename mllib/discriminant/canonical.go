package discriminant

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Canonical are the directions that separate K classes best, one after another: they maximise wᵀ(between)w / wᵀ(within)w, each
// uncorrelated with those before it within the classes. For two classes it is Fisher's direction.
//
// Reference: R. A. Fisher (1936); C. R. Rao (1948). Curriculum: V3f for K classes.
type Canonical struct {
	Directions [][]float64 // min(K-1, d) vectors with wᵀΣw = 1 for the pooled covariance Σ; the entry of largest size is positive
	Ratios     []float64   // between over within scatter along each, in decreasing order
	Center     []float64   // mean of all observations
}

// Canonical returns the canonical directions. It returns an error that wraps input.ErrOneClass for one class, input.ErrParam unless there are
// more observations than classes, and ErrSingular if the scatter within the classes is singular.
func (m *Moments) Canonical() (*Canonical, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", err)
	}
	cov, err := m.Pooled(Unbiased)
	if err != nil {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", err)
	}
	f, err := newFactor("covariance", cov, m.scale())
	if err != nil {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", err)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(f.whiten(m.Between()), true) {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", input.Errorf(ErrSingular, "X", "no eigenvalues were found"))
	}
	values, vectors := eigen.Values(nil), mat.NewDense(cov.N, cov.N, nil)
	eigen.VectorsTo(vectors)
	c := &Canonical{Center: m.Mean()}
	freedom := m.Total() - float64(len(m.Classes))
	for k := range min(len(m.Classes)-1, cov.N) {
		j := cov.N - 1 - k // eigenvalues come in increasing order
		w := mat.Col(nil, j, vectors)
		f.backward(w)
		if floats.Max(w) < -floats.Min(w) {
			floats.Scale(-1, w)
		}
		c.Directions, c.Ratios = append(c.Directions, w), append(c.Ratios, max(0, values[j])/freedom)
	}
	return c, nil
}

// whiten returns L⁻¹ S L⁻ᵀ.
func (f *factor) whiten(s Sym) *mat.SymDense {
	half := s.scaled(1) // its rows become L⁻¹ applied to the rows of S
	for i := range f.d {
		f.forward(half.Data[i*f.d : (i+1)*f.d])
	}
	out := mat.NewSymDense(f.d, nil)
	column := make([]float64, f.d)
	for j := range f.d {
		for i := range f.d {
			column[i] = half.Data[i*f.d+j]
		}
		f.forward(column)
		for i := range j + 1 {
			out.SetSym(i, j, column[i])
		}
	}
	return out
}

// Project returns the n×min(K-1, d) matrix of the coordinates of the rows of X, ⟨w, x - Center⟩. The errors are those of input.Columns,
// one that wraps input.ErrNotFinite where a coordinate overflows, and one that wraps input.ErrShape for directions of
// another length than Center.
func (c *Canonical) Project(x mat.Matrix) (*mat.Dense, error) {
	if c == nil {
		return nil, input.NoModel("discriminant.Canonical")
	}
	err := input.Columns("X", x, len(c.Center))
	for k, w := range c.Directions {
		err = errors.Join(err, input.Vector(fmt.Sprintf("Directions[%d]", k), w, len(c.Center)))
	}
	if len(c.Directions) == 0 {
		err = errors.Join(err, input.Errorf(input.ErrShape, "Directions", "got none; Moments.Canonical finds them"))
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: project: %w", err)
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	out, v := mat.NewDense(n, len(c.Directions), nil), make([]float64, d)
	for i := range n {
		floats.SubTo(v, data[i*stride:i*stride+d], c.Center)
		for k, w := range c.Directions {
			out.Set(i, k, floats.Dot(w, v))
		}
	}
	if err := finiteScores(out); err != nil {
		return nil, fmt.Errorf("discriminant: project: %w", err)
	}
	return out, nil
}
