package discriminant

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Criterion is Fisher's criterion of a direction w: the squared distance of the projected means over the sum of the projected
// variances,
//
//	(⟨w, m_1⟩ - ⟨w, m_0⟩)² / (wᵀC_0 w + wᵀC_1 w) = wᵀAw / wᵀBw,  A = (m_1-m_0)(m_1-m_0)ᵀ,  B = C_0 + C_1.
//
// It is NaN for w = 0, where B is not positive, or where the shapes do not match.
//
// Reference: Vetcha, chapter 3. Curriculum: V3d.
func Criterion(w, m0, m1 []float64, c0, c1 mat.Symmetric) float64 {
	d := len(w)
	if len(m0) != d || len(m1) != d || input.IsNil(c0) || input.IsNil(c1) || c0.SymmetricDim() != d || c1.SymmetricDim() != d {
		return math.NaN()
	}
	spread := dist.NewSym(c0).Quadratic(w, w) + dist.NewSym(c1).Quadratic(w, w)
	if !(spread > 0) {
		return math.NaN()
	}
	distance := floats.Dot(w, m1) - floats.Dot(w, m0)
	return distance * distance / spread
}

// Fisher finds the direction that maximises Fisher's criterion, w ∝ (C_0 + C_1)⁻¹(m_1 - m_0), and cuts the projections of two classes.
//
// Reference: Vetcha, chapter 3; R. A. Fisher (1936). Curriculum: V3d to V3g.
type Fisher struct {
	Divisor Divisor   // of the covariance matrices C_0 and C_1; the zero value is Unbiased
	Cut     Cut       // where the projections are cut; the zero value is Midpoint
	Tie     label.Tie // of a projection exactly on the cut
}

// Cut says where the projections of the two classes are cut.
type Cut = enum.Of[cuts]

const (
	Midpoint   Cut = iota // half-way between the projected means
	NormalRule            // by the Bayes rule for two normal laws with the projected means, their own variances, and the class shares
)

type cuts struct{}

func (cuts) Names() (string, []string) {
	return "discriminant.Cut", []string{Midpoint: "midpoint", NormalRule: "normal rule"}
}

// FisherModel is Fisher's direction for two classes and the rule on the projections. It is plain data.
type FisherModel struct {
	Classes  []int           // the labels of class 0 and class 1
	W        []float64       // (C_0 + C_1)⁻¹(m_1 - m_0), so that class 1 has the larger projected mean
	Lambda   float64         // the largest value of the criterion, (m_1 - m_0)ᵀ(C_0 + C_1)⁻¹(m_1 - m_0)
	Mean     [2]float64      // projected means
	Variance [2]float64      // projected variances
	Cut      float64         // half-way between the projected means
	Normal   *QuadraticModel // the normal rule on the projections, if it was asked for
	Tie      label.Tie       // of a projection exactly on the cut
}

// Fit computes the model from the rows of X, whose labels y have two values. The errors are those of NewMoments, and errors that wrap
// input.ErrOneClass, input.ErrLabel (more than two classes), input.ErrParam (a field out of range, too few observations for an unbiased
// covariance) or input.ErrSingular (C_0 + C_1, or a projected variance that the normal rule needs).
func (p Fisher) Fit(x mat.Matrix, y []int) (*FisherModel, error) {
	m, err := momentsFor(x, y, nil, func(int) error { return p.check() })
	if err != nil {
		return nil, fmt.Errorf("discriminant: Fisher: %w", err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("discriminant: Fisher: %w", err)
	}
	if len(m.Classes) > 2 {
		return nil, fmt.Errorf("discriminant: Fisher: %w", input.Errorf(input.ErrLabel, "y", "got %d classes, want 2", len(m.Classes)))
	}
	var covs [2]dist.Sym
	for k := range covs {
		if covs[k], err = m.Covariance(k, p.Divisor); err != nil {
			return nil, fmt.Errorf("discriminant: Fisher: %w", err)
		}
	}
	var f *FisherModel
	if err = m.varies(add(covs[0], covs[1])); err == nil {
		f, err = p.direction(m.Classes, m.Priors(), m.Means, covs)
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: Fisher: %w", err)
	}
	return f, nil
}

// Given computes the model from known means and covariance matrices of the two classes with the labels 0 and 1 and equal shares. The
// errors are those of NewQuadratic, except that C_0 and C_1 may be singular as long as C_0 + C_1 is not.
func (p Fisher) Given(m0, m1 []float64, c0, c1 mat.Matrix) (*FisherModel, error) {
	_, err := checkGiven(nil, []float64{.5, .5}, [][]float64{m0, m1})
	var covs [2]dist.Sym
	for k, c := range []mat.Matrix{c0, c1} {
		if err == nil {
			covs[k], err = dist.SymOf(fmt.Sprintf("c%d", k), c, len(m0))
		}
	}
	if err := errors.Join(err, p.check()); err != nil {
		return nil, fmt.Errorf("discriminant: Fisher: %w", err)
	}
	f, err := p.direction([]int{0, 1}, []float64{.5, .5}, [][]float64{m0, m1}, covs)
	if err != nil {
		return nil, fmt.Errorf("discriminant: Fisher: %w", err)
	}
	return f, nil
}

func (p Fisher) check() error {
	return errors.Join(p.Divisor.Check("Fisher.Divisor"),
		p.Cut.Check("Fisher.Cut"), p.Tie.Check("Fisher.Tie"))
}

func (p Fisher) direction(classes []int, priors []float64, means [][]float64, covs [2]dist.Sym) (*FisherModel, error) {
	law, err := dist.NewMVNormal(means[0], add(covs[0], covs[1]))
	if err != nil {
		return nil, fmt.Errorf("covariance C0 + C1: %w", err)
	}
	d := law.Dim()
	away := floats.SubTo(make([]float64, d), means[1], means[0])
	m := &FisherModel{Classes: classes, W: slices.Clone(away), Tie: p.Tie}
	law.Solve(m.W)
	m.Lambda = floats.Dot(away, m.W)
	for k := range covs {
		m.Mean[k], m.Variance[k] = floats.Dot(m.W, means[k]), covs[k].Quadratic(m.W, m.W)
	}
	m.Cut = m.Mean[0] + (m.Mean[1]-m.Mean[0])/2
	if err := input.Vector("X", append([]float64{m.Lambda, m.Cut, m.Variance[0], m.Variance[1]}, m.W...), d+4); err != nil {
		return nil, input.Errorf(input.ErrNotFinite, "means", "they are too large or too far apart for the covariance: the direction overflows")
	}
	if p.Cut == NormalRule {
		line := func(v float64) dist.Sym { return dist.Sym{N: 1, Data: []float64{v}} }
		m.Normal, err = newQuadratic(classes, priors, [][]float64{{m.Mean[0]}, {m.Mean[1]}}, []dist.Sym{line(m.Variance[0]), line(m.Variance[1])})
		if err != nil {
			return nil, err
		}
		m.Normal.Tie = p.Tie
	}
	return m, nil
}

// Project returns ⟨w, x⟩ for the rows x of X. The errors are those of input.Columns, and one that wraps input.ErrNotFinite for a row
// so large that the product overflows. Curriculum: V3g.
func (m *FisherModel) Project(x mat.Matrix) ([]float64, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("X", x, len(m.W))
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: project: %w", err)
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	z := make([]float64, n)
	for i := range z {
		z[i] = floats.Dot(m.W, data[i*stride:i*stride+d])
		if v := z[i]; v-v != 0 {
			return nil, fmt.Errorf("discriminant: project: %w", input.Errorf(input.ErrNotFinite, "X", "row %d has the projection %v", i, v))
		}
	}
	return z, nil
}

// Predict returns the label of each row of X: class 1 where the projection is beyond the cut, or by the normal rule if the model has
// one. The errors are those of Project.
func (m *FisherModel) Predict(x mat.Matrix) ([]int, error) {
	z, err := m.Project(x)
	if err != nil {
		return nil, err
	}
	if m.Normal != nil {
		return m.Normal.Predict(mat.NewDense(len(z), 1, z))
	}
	y := make([]int, len(z))
	for i, v := range z {
		y[i] = m.Classes[0]
		if label.Sign(v-m.Cut, m.Tie) > 0 {
			y[i] = m.Classes[1]
		}
	}
	return y, nil
}

// whole checks that the model is one that this package made.
func (m *FisherModel) whole() error {
	if m == nil {
		return input.NoModel("discriminant.FisherModel")
	}
	if len(m.Classes) != 2 || m.Cut-m.Cut != 0 {
		return input.Errorf(input.ErrShape, "model", "it has %d classes and the cut %v; Fit or Given make a model", len(m.Classes), m.Cut)
	}
	return nil
}
