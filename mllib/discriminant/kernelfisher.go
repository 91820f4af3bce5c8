package discriminant

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// KernelFisher is Fisher's rule for two classes on the features φ of a kernel function K: with the class means m_0, m_1 of the features and their scatter
// within the classes S = Σ (φ(x_i) − m_k)(φ(x_i) − m_k)ᵀ, a sum over the n observations, the direction and the score are
//
//	a = (S + μI)⁻¹(m_1 − m_0) = Σ α_i φ(x_i),   f(x) = ⟨a, φ(x)⟩ − ½⟨a, m_0 + m_1⟩ = Σ α_i K(x_i, x) + B,
//
// so that class 1 is predicted where the projection is beyond the middle of the projected means. The ridge μ penalises the length of a among the features, whatever points a is written
// with. It stands beside a sum: beside the covariance S/(n−2) it is μ/(n−2). With kernels.Linear() the rule is that of LDA with EqualPriors, for μ > 0 with its covariance shrunk towards
// Identity; for classes of equal size it is the rule of Fisher. The direction is that of regression.KernelRidge on the labels, with a free constant and λ = μ.
//
// S has at most the rank n − 2. Without a ridge the features, less their mean, must not span more than S does: a kernel whose Gram matrices have full rank, as Gaussian, needs
// a ridge. A constant that is added to the kernel changes nothing.
//
// Reference: S. Mika, G. Rätsch, J. Weston, B. Schölkopf and K.-R. Müller, Fisher discriminant analysis with kernels, IEEE Neural Networks for Signal Processing IX (1999), who also
// penalise Σ α_i² instead; Nussbaum, section 5.1, whose last formula for the constant has the opposite sign. Curriculum: N5.1b, N5.1f, N5.1g.
type KernelFisher struct {
	Kernel kernels.Kernel // K of Fit; the zero value is the inner product. FitGram does not use it
	Ridge  float64        // μ >= 0; 0 asks for an S without a null direction
	Tie    label.Tie      // of a score of exactly 0
}

var _ learn.Learner[int, *KernelFisherModel] = KernelFisher{}

// GramFisherModel is Fisher's rule on features, as coefficients alone. It is plain data: it goes through JSON and back.
type GramFisherModel struct {
	Classes []int      // the labels of class 0 and class 1
	Alpha   []float64  // of the n observations, with sum 0
	B       float64    // −(Mean[0] + Mean[1])/2
	Mean    [2]float64 // projected means ⟨a, m_k⟩
	Lambda  float64    // their distance, (m_1 − m_0)ᵀ(S + μI)⁻¹(m_1 − m_0): the largest value of ⟨u, m_1 − m_0⟩²/(uᵀSu + μ‖u‖²)
	Within  float64    // aᵀSa
	Norm2   float64    // ‖a‖², so that Lambda = Within + μ·Norm2
	Rank    int        // the dimension that the features, less their mean, span
	Ridge   float64    // μ
	Tie     label.Tie
}

// KernelFisherModel is Fisher's rule on features with its kernel and the observations, so that it predicts from points. It is plain data: it goes through JSON and back.
type KernelFisherModel struct {
	Kernel kernels.Kernel
	X      [][]float64 // the n observations
	GramFisherModel
}

// Fit fits the n×d matrix X, one observation in each row, whose labels y have two values: FitGram with the Gram matrix of X. The errors are those of FitGram and of
// kernels.Kernel.Gram.
func (p KernelFisher) Fit(x mat.Matrix, y []int) (*KernelFisherModel, error) {
	gram, err := p.Kernel.Gram(x)
	if err == nil && gram.SymmetricDim() != len(y) {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), gram.SymmetricDim())
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: kernel Fisher: %w", errors.Join(err, p.check()))
	}
	m, err := p.FitGram(gram, y)
	if err != nil {
		return nil, err
	}
	k := &KernelFisherModel{Kernel: p.Kernel, GramFisherModel: *m}
	for i := range m.Alpha {
		k.X = append(k.X, mat.Row(nil, i, x))
	}
	return k, nil
}

// FitGram fits from the n×n Gram matrix of the observations and n labels y of two values, at a cost of O(n³) at most.
//
// The errors are those of input.Symmetric, and wrap input.ErrOneClass, input.ErrLabel (more than two classes), input.ErrParam (a field out of range, a matrix that is not positive
// semidefinite), input.ErrNotFinite (overflow), input.ErrValue where the features of all observations or the means of both classes are the same, so that no direction tells the classes apart, or
// input.ErrSingular where S + μI is singular or so nearly that Λ or the scores would agree with those of exact arithmetic in fewer than six digits, which a larger ridge mends.
func (p KernelFisher) FitGram(gram mat.Matrix, y []int) (*GramFisherModel, error) {
	m, err := p.fitGram(gram, y)
	if err != nil {
		return nil, fmt.Errorf("discriminant: kernel Fisher: %w", err)
	}
	return m, nil
}

func (p KernelFisher) check() error {
	return errors.Join(input.Param(p.Ridge >= 0 && p.Ridge <= math.MaxFloat64, "KernelFisher.Ridge", p.Ridge, "a number >= 0"), p.Tie.Check("KernelFisher.Tie"))
}

func (p KernelFisher) fitGram(gram mat.Matrix, y []int) (*GramFisherModel, error) {
	k, err := input.Symmetric("gram", gram, len(y))
	classes := label.Distinct(y)
	switch {
	case err == nil && len(classes) == 1:
		err = input.Errorf(input.ErrOneClass, "y", "all labels are %d", classes[0])
	case len(classes) > 2:
		err = errors.Join(err, input.Errorf(input.ErrLabel, "y", "got %d classes, want 2", len(classes)))
	}
	if err = errors.Join(err, p.check()); err != nil {
		return nil, err
	}
	f, err := coordinates(k)
	if err != nil {
		return nil, err
	}
	a, m, err := f.direction(classes, y, p.Ridge)
	if err != nil {
		return nil, err
	}
	m.Tie, m.Alpha = p.Tie, f.coefficients(a)
	return m, m.project(k, y, f.project(a))
}

// project computes the projections of the observations from the coefficients, and refuses them where they are not those of the coordinates.
func (m *GramFisherModel) project(gram *mat.SymDense, y []int, want []float64) error {
	n := len(y)
	z := mat.NewVecDense(n, nil)
	z.MulVec(gram, mat.NewVecDense(n, m.Alpha))
	var count [2]float64
	for i, v := range z.RawVector().Data {
		k := classOf(m.Classes, y[i])
		count[k]++
		m.Mean[k] += v
	}
	m.Mean[0], m.Mean[1] = m.Mean[0]/count[0], m.Mean[1]/count[1]
	m.B = -(m.Mean[0]/2 + m.Mean[1]/2)
	if err := input.Vector("gram", append([]float64{m.B, m.Lambda, m.Within, m.Norm2}, z.RawVector().Data...), n+4); err != nil {
		return input.Errorf(input.ErrNotFinite, "gram", "the projections overflow: scale the kernel")
	}
	shift := floats.Sum(z.RawVector().Data) / float64(n) // the coordinates are those around the mean
	for i, v := range want {
		if !(math.Abs(z.AtVec(i)-shift-v) <= 1e-6*m.Lambda) {
			return nearlySingular(m.Ridge)
		}
	}
	return nil
}

func nearlySingular(ridge float64) error {
	return input.Errorf(input.ErrSingular, "gram", "the scatter within the classes plus the ridge %v is so nearly singular that digits are lost; a larger ridge helps", ridge)
}

// classOf is the position of a label among two.
func classOf(classes []int, y int) int {
	if y == classes[0] {
		return 0
	}
	return 1
}

// Scores returns f = Σ α_i K(x_i, x) + B for the m×n matrix of kernel values of new points, one in each row, with the n observations. The errors wrap input.ErrEmpty, ErrShape or
// ErrNotFinite.
func (m *GramFisherModel) Scores(cross mat.Matrix) ([]float64, error) {
	s, err := m.scores(cross)
	if err != nil {
		return nil, fmt.Errorf("discriminant: kernel Fisher scores: %w", err)
	}
	return s, nil
}

func (m *GramFisherModel) scores(cross mat.Matrix) ([]float64, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("cross", cross, len(m.Alpha))
	}
	if err != nil {
		return nil, err
	}
	n, _ := cross.Dims()
	data, stride := input.Rows(cross)
	s := make([]float64, n)
	for i := range s {
		s[i] = floats.Dot(data[i*stride:i*stride+len(m.Alpha)], m.Alpha) + m.B
		if v := s[i]; v-v != 0 {
			return nil, input.Errorf(input.ErrNotFinite, "cross", "row %d has the score %v", i, v)
		}
	}
	return s, nil
}

// whole checks that the model is one that this package made.
func (m *GramFisherModel) whole() error {
	if m == nil {
		return input.NoModel("discriminant.GramFisherModel")
	}
	if len(m.Classes) != 2 || m.Classes[0] >= m.Classes[1] || len(m.Alpha) == 0 {
		return input.Errorf(input.ErrShape, "model", "it has the classes %v and %d coefficients; Fit makes a model", m.Classes, len(m.Alpha))
	}
	return nil
}

// Predict returns the label of each row of cross: class 1 where the score is positive. The errors are those of Scores.
func (m *GramFisherModel) Predict(cross mat.Matrix) ([]int, error) {
	s, err := m.Scores(cross)
	if err != nil {
		return nil, err
	}
	return m.labels(s), nil
}

func (m *GramFisherModel) labels(scores []float64) []int {
	y := make([]int, len(scores))
	for i, v := range scores {
		y[i] = m.Classes[0]
		if label.Sign(v, m.Tie) > 0 {
			y[i] = m.Classes[1]
		}
	}
	return y
}

// Scores returns f(x) for each row of X. The errors are those of kernels.Kernel.Cross, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *KernelFisherModel) Scores(x mat.Matrix) ([]float64, error) {
	s, err := m.ofPoints(x)
	if err != nil {
		return nil, fmt.Errorf("discriminant: kernel Fisher scores: %w", err)
	}
	return s, nil
}

func (m *KernelFisherModel) ofPoints(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("discriminant.KernelFisherModel")
	}
	if err := m.whole(); err != nil {
		return nil, err
	}
	if len(m.X) != len(m.Alpha) || len(m.X[0]) == 0 {
		return nil, input.Errorf(input.ErrShape, "model", "it has %d observations and %d coefficients; Fit makes a model", len(m.X), len(m.Alpha))
	}
	d := len(m.X[0])
	own := mat.NewDense(len(m.X), d, nil)
	for i, row := range m.X {
		if err := input.Vector(fmt.Sprintf("X[%d] of the model", i), row, d); err != nil {
			return nil, err
		}
		own.SetRow(i, row)
	}
	if err := input.Columns("X", x, d); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	data, stride := input.Rows(x)
	const size = 4096 // rows at a time, so that the kernels of all rows with all observations need not be held at once
	all := make([]float64, 0, n)
	for lo := 0; lo < n; lo += size {
		part := mat.NewDense(min(size, n-lo), d, nil)
		for i := range part.RawMatrix().Rows {
			part.SetRow(i, data[(lo+i)*stride:(lo+i)*stride+d])
		}
		cross, err := m.Kernel.Cross(part, own)
		if err != nil {
			return nil, err
		}
		s, err := m.scores(cross)
		if err != nil {
			return nil, err
		}
		all = append(all, s...)
	}
	return all, nil
}

// Predict returns the label of each row of X: class 1 where the score is positive. The errors are those of Scores.
func (m *KernelFisherModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	return m.labels(s), nil
}
