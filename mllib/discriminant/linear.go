package discriminant

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LinearModel is K normal classes with one covariance matrix, and the Bayes rule for them. LDA.Fit and NewLinear make it. It is plain
// data: it goes through JSON and back.
//
// W and B are the discriminant functions of the textbooks, δ_k(x) = ⟨W_k, x⟩ + B_k with W_k = Σ⁻¹μ_k and
// B_k = -½ μ_kᵀΣ⁻¹μ_k + log π_k. Predictions and posteriors use the same functions around Center, δ_k(x) up to a term without k, which
// loses no digits when the data are far from the origin: ⟨Slope_k, x - Center⟩ + Offset_k. Nothing compares the two forms with each other: another
// model is made by NewLinear, not by new numbers in one of them.
type LinearModel struct {
	Classes []int       // labels in increasing order
	Priors  []float64   // π_k
	Means   [][]float64 // μ_k
	Cov     dist.Sym    // Σ
	W       [][]float64 // W_k = Σ⁻¹μ_k, length d for each class
	B       []float64   // B_k
	Center  []float64   // Σ_k π_k μ_k
	Slope   [][]float64 // Σ⁻¹(μ_k - Center)
	Offset  []float64   // log π_k - ½⟨Slope_k, μ_k - Center⟩
	Tie     label.Tie   // of classes with equal largest scores Positive takes the last, Negative the first

	learn.Named
}

// newLinear takes over its arguments.
func newLinear(classes []int, priors []float64, means [][]float64, cov dist.Sym) (*LinearModel, error) {
	m := &LinearModel{Classes: classes, Priors: priors, Means: means, Cov: cov, Center: make([]float64, cov.N)}
	for k, mean := range means {
		floats.AddScaled(m.Center, priors[k], mean)
	}
	law, err := dist.NewMVNormal(m.Center, cov)
	if err != nil {
		return nil, fmt.Errorf("covariance: %w", err)
	}
	for k, mean := range means {
		w, prior := slices.Clone(mean), math.Log(priors[k])
		law.Solve(w)
		m.W, m.B = append(m.W, w), append(m.B, prior-floats.Dot(mean, w)/2)
		away := floats.SubTo(make([]float64, cov.N), mean, m.Center)
		slope := slices.Clone(away)
		law.Solve(slope)
		m.Slope, m.Offset = append(m.Slope, slope), append(m.Offset, prior-floats.Dot(away, slope)/2)
	}
	for _, list := range append(append([][]float64{m.B, m.Offset, m.Center}, m.W...), m.Slope...) {
		if input.Vector("", list, len(list)) != nil {
			return nil, input.Errorf(input.ErrNotFinite, "means", "they are too large for the covariance: a discriminant function overflows")
		}
	}
	return m, nil
}

// Scores returns the n×K matrix of the discriminant functions δ_k(x) for the rows x of X. The errors are those of input.Columns, one
// that wraps input.ErrNotFinite for a row so far from the means that a score overflows, and one that wraps input.ErrShape or
// ErrParam for a model that this package did not make. The other methods that take rows have the same errors.
//
// Curriculum: Y9b, S3e.
func (m *LinearModel) Scores(x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("discriminant: scores: %w", err)
	}
	return apply("scores", x, make([]float64, len(m.Center)), m.W, m.B)
}

// LogPosteriors returns the n×K matrix of log P(Y = k | X = x) for the rows x of X. The errors are those of input.Columns.
func (m *LinearModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.centred("log posteriors", x)
	if err == nil {
		logSoftmax(s)
	}
	return s, err
}

// Posteriors returns the n×K matrix of P(Y = k | X = x) for the rows x of X. The errors are those of input.Columns.
//
// Curriculum: S3a, S3b, Y9b.
func (m *LinearModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.centred("posteriors", x)
	if err == nil {
		softmax(s)
	}
	return s, err
}

// Predict returns the label of largest score for each row of X. The errors are those of input.Columns.
func (m *LinearModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.centred("predict", x)
	if err != nil {
		return nil, err
	}
	return argmax(s, m.Classes, m.Tie), nil
}

// Boundary returns the hyperplane on which the classes k and l (positions in Classes) have equal posteriors, Σ⁻¹(μ_k - μ_l) its normal
// vector; its score is δ_k - δ_l, the log odds of k against l. It returns an error that wraps input.ErrParam for a k or l
// outside or k = l, and input.ErrNotFinite where it overflows. Boundary(1, 0) is the rule of two classes.
//
// Reference: Nussbaum (18). Curriculum: N4a, S3d, Y9c.
func (m *LinearModel) Boundary(k, l int) (linear.Hyperplane, error) {
	err := m.whole()
	if err == nil {
		err = checkPair(k, l, len(m.Classes))
	}
	if err != nil {
		return linear.Hyperplane{}, fmt.Errorf("discriminant: boundary: %w", err)
	}
	h := linear.Hyperplane{W: floats.SubTo(make([]float64, len(m.Center)), m.Slope[k], m.Slope[l])}
	h.B = m.Offset[k] - m.Offset[l] - floats.Dot(h.W, m.Center)
	if err := notOverflown(h.B, h.W); err != nil {
		return linear.Hyperplane{}, fmt.Errorf("discriminant: boundary: %w", err)
	}
	return h, nil
}

// notOverflown refuses the coefficients of a boundary that are not finite.
func notOverflown(c float64, lists ...[]float64) error {
	for _, list := range append(lists, []float64{c}) {
		if input.Vector("", list, len(list)) != nil {
			return input.Errorf(input.ErrNotFinite, "model", "its means are so large or so far apart that the boundary overflows")
		}
	}
	return nil
}

// Distance returns the Mahalanobis distance Δ of the means of classes k and l, NaN for a k or l outside.
// Curriculum: Y9e, S3d.
func (m *LinearModel) Distance(k, l int) float64 {
	law, err := m.law()
	if err != nil || min(k, l) < 0 || max(k, l) >= len(m.Means) {
		return math.NaN()
	}
	return math.Sqrt(law.Parts[l].Mahalanobis2(m.Means[k]))
}

func (m *LinearModel) centred(what string, x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("discriminant: %s: %w", what, err)
	}
	return apply(what, x, m.Center, m.Slope, m.Offset)
}

// apply returns ⟨w_k, x - center⟩ + b_k for all rows and classes.
func apply(what string, x mat.Matrix, center []float64, w [][]float64, b []float64) (*mat.Dense, error) {
	if err := input.Width("X", x, len(center)); err != nil {
		return nil, fmt.Errorf("discriminant: %s: %w", what, err)
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	out := mat.NewDense(n, len(w), nil)
	raw := out.RawMatrix().Data
	parallel.Rows(n, chunk, func(_, lo, hi int) {
		v := make([]float64, d)
		for i := lo; i < hi; i++ {
			floats.SubTo(v, data[i*stride:i*stride+d], center)
			row := raw[i*len(w) : (i+1)*len(w)]
			for k := range row {
				row[k] = floats.Dot(w[k], v) + b[k]
			}
		}
	})
	if err := finiteScores(out); err != nil { // every score of a row with an entry that is not finite
		return nil, fmt.Errorf("discriminant: %s: %w", what, cmp.Or(input.Columns("X", x, d), err))
	}
	return out, nil
}

// finiteScores names the first row with a score that is not finite.
func finiteScores(scores *mat.Dense) error {
	raw := scores.RawMatrix()
	bad := 0.0
	for _, v := range raw.Data {
		bad += v * 0
	}
	if bad == 0 {
		return nil
	}
	at := slices.IndexFunc(raw.Data, func(v float64) bool { return v-v != 0 })
	return input.Errorf(input.ErrNotFinite, "X", "row %d is too far from the means: its score for class number %d is %v", at/raw.Cols, at%raw.Cols, raw.Data[at])
}

// whole checks that the model is one that this package made.
func (m *LinearModel) whole() error {
	if m == nil {
		return input.NoModel("discriminant.LinearModel")
	}
	if err := whole(m.Classes, m.Priors, m.Means, func(int) dist.Sym { return m.Cov }); err != nil {
		return err
	}
	k, d := len(m.Priors), m.Cov.N
	if len(m.W) != k || len(m.B) != k || len(m.Slope) != k || len(m.Offset) != k || len(m.Center) != d {
		return input.Errorf(input.ErrShape, "model", "its parts do not have the length %d", k)
	}
	for c := range k {
		if len(m.W[c]) != d || len(m.Slope[c]) != d {
			return input.Errorf(input.ErrShape, "model", "the function of class number %d has not the length %d", c, d)
		}
	}
	return nil
}

func checkPair(k, l, classes int) error {
	return input.Param(min(k, l) >= 0 && max(k, l) < classes && k != l, "k, l", []int{k, l}, fmt.Sprintf("two different numbers in 0..%d", classes-1))
}
