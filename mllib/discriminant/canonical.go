package discriminant

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
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
// more observations than classes, and input.ErrSingular if the scatter within the classes is singular.
func (m *Moments) Canonical() (*Canonical, error) {
	law, err := m.pooledLaw()
	if err != nil {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", err)
	}
	white, err := law.Whiten(mat.NewDense(len(m.Means), law.Dim(), slices.Concat(m.Means...))) // the scatter within becomes the identity
	if err != nil {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", err)
	}
	for k, w := range m.Weight {
		floats.Scale(math.Sqrt(w), white.RawRowView(k))
	}
	var svd mat.SVD
	if !svd.Factorize(white, mat.SVDThinV) {
		return nil, fmt.Errorf("discriminant: canonical directions: %w", input.Errorf(input.ErrSingular, "X", "no singular values were found"))
	}
	var vectors mat.Dense
	svd.VTo(&vectors)
	c := &Canonical{Center: law.Mean}
	freedom := m.Total() - float64(len(m.Classes))
	for k, σ := range svd.Values(nil)[:min(len(m.Classes)-1, law.Dim())] {
		w := mat.Col(nil, k, &vectors)
		law.Unwhiten(w)
		if floats.Max(w) < -floats.Min(w) {
			floats.Scale(-1, w)
		}
		c.Directions, c.Ratios = append(c.Directions, w), append(c.Ratios, σ*σ/freedom)
	}
	return c, nil
}

// pooledLaw is the normal law with the mean of all observations and the pooled covariance.
func (m *Moments) pooledLaw() (*dist.MVNormal, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	cov, err := m.Pooled(Unbiased)
	if err == nil {
		err = m.varies(cov)
	}
	if err != nil {
		return nil, err
	}
	return dist.NewMVNormal(m.Mean(), cov)
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
