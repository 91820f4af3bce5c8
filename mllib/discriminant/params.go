package discriminant

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LDA is linear discriminant analysis with estimated parameters: the class shares, the class means and one covariance matrix. The zero
// value is the usual plug-in rule with the unbiased pooled covariance. Fisher's rule, as Nussbaum states it, is EqualPriors.
//
// Reference: Nussbaum (19); Yan, "Plug-in approach". Curriculum: N4c, Y10a, S3f.
type LDA struct {
	Priors      []float64 // positive, sum 1, in the order of the classes; nil means the class shares n_k/n
	EqualPriors bool      // 1/K for every class, whatever their shares
	Divisor     Divisor   // of the pooled scatter matrix
	// Shrinkage γ in [0, 1] replaces the covariance Σ by (1-γ)Σ + γT.
	Shrinkage float64
	Target    Target    // T
	Tie       label.Tie // of classes with equal largest scores Positive takes the last, Negative the first
}

// QDA is quadratic discriminant analysis: as LDA, with a covariance matrix for every class.
//
// Reference: Yan, "Generalization"; J. H. Friedman, Regularized discriminant analysis, JASA 84 (1989), 165-175, for Pooling and
// Shrinkage. Curriculum: S3g, Y11a, Y11b.
type QDA struct {
	Priors      []float64 // as in LDA
	EqualPriors bool      // as in LDA
	Divisor     Divisor   // of the scatter matrix of each class
	// Pooling λ in [0, 1] first replaces the covariance Σ_k of a class by (1-λ)Σ_k + λΣ with the pooled Σ: 1 gives the rule of LDA.
	Pooling   float64
	Shrinkage float64   // then each by (1-γ)Σ_k + γT, as in LDA
	Target    Target    // T
	Tie       label.Tie // as in LDA
}

// Target is the matrix towards which a covariance matrix is shrunk.
type Target = enum.Of[targets]

const (
	ScaledIdentity Target = iota // tr(Σ)/d · I, with the same mean variance
	Identity                     // I
	Diagonal                     // the diagonal of Σ: correlations shrink, variances stay
)

type targets struct{}

func (targets) Names() (string, []string) {
	return "discriminant.Target", []string{ScaledIdentity: "scaled identity", Identity: "identity", Diagonal: "diagonal"}
}

// Fit estimates the parameters from the rows of the n×d matrix X with labels y, any integers. Each class needs one observation, and the
// pooled covariance must be positive definite; without shrinkage this needs n - K >= d.
//
// The errors are those of NewMoments, and errors that wrap input.ErrOneClass, input.ErrParam (a field out of range, or no more
// observations than classes), input.ErrNotFinite (overflow) or input.ErrSingular.
func (p LDA) Fit(x mat.Matrix, y []int) (*LinearModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row: a row of weight 2 counts as two equal rows, one of weight 0 as none. Weights that are
// probabilities want the divisor Likelihood. The errors are those of Fit and of WeightedMoments.
func (p LDA) FitWeighted(x mat.Matrix, y []int, weights []float64) (*LinearModel, error) {
	return p.fit(x, y, given(weights))
}

func (p LDA) fit(x mat.Matrix, y []int, weights []float64) (*LinearModel, error) {
	moments, err := momentsFor(x, y, weights, p.check)
	if err != nil {
		return nil, fmt.Errorf("discriminant: LDA: %w", err)
	}
	return p.FitMoments(moments)
}

// given are weights that a caller gave: where they are nil, none, and not weights of 1.
func given(weights []float64) []float64 { return append([]float64{}, weights...) }

// momentsFor computes the moments, with weights of 1 for nil, and returns the problems of data and parameters together.
func momentsFor(x mat.Matrix, y []int, weights []float64, check func(classes int) error) (*Moments, error) {
	m, err := newMoments(x, y, weights)
	return m, errors.Join(err, check(m.classes()))
}

// FitMoments fits to moments, such as those of a discrete law (then with the divisor Likelihood). The errors are those of Fit.
//
// Curriculum: N4.2f.
func (p LDA) FitMoments(m *Moments) (*LinearModel, error) {
	if err := errors.Join(m.check(), p.check(m.classes())); err != nil {
		return nil, fmt.Errorf("discriminant: LDA: %w", err)
	}
	cov, err := m.Pooled(p.Divisor)
	if err != nil {
		return nil, fmt.Errorf("discriminant: LDA: %w", err)
	}
	cov = shrink(cov, p.Shrinkage, p.Target)
	if err := m.varies(cov); err != nil {
		return nil, fmt.Errorf("discriminant: LDA: %w", err)
	}
	model, err := newLinear(slices.Clone(m.Classes), priorsOf(m, p.Priors, p.EqualPriors), cloneMeans(m.Means), cov)
	if err != nil {
		return nil, fmt.Errorf("discriminant: LDA: %w", err)
	}
	model.Tie = p.Tie
	return model, nil
}

// Fit estimates the parameters from the rows of the n×d matrix X with labels y, any integers. The covariance of each class must be
// positive definite; without pooling and shrinkage this needs n_k > d.
//
// The errors are those of LDA.Fit; those about a covariance name the class.
func (p QDA) Fit(x mat.Matrix, y []int) (*QuadraticModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight for each row, as LDA.FitWeighted.
func (p QDA) FitWeighted(x mat.Matrix, y []int, weights []float64) (*QuadraticModel, error) {
	return p.fit(x, y, given(weights))
}

func (p QDA) fit(x mat.Matrix, y []int, weights []float64) (*QuadraticModel, error) {
	moments, err := momentsFor(x, y, weights, p.check)
	if err != nil {
		return nil, fmt.Errorf("discriminant: QDA: %w", err)
	}
	return p.FitMoments(moments)
}

// FitMoments fits to moments. The errors are those of Fit.
func (p QDA) FitMoments(m *Moments) (*QuadraticModel, error) {
	if err := errors.Join(m.check(), p.check(m.classes())); err != nil {
		return nil, fmt.Errorf("discriminant: QDA: %w", err)
	}
	covs, err := p.covariances(m)
	if err != nil {
		return nil, fmt.Errorf("discriminant: QDA: %w", err)
	}
	model, err := newQuadratic(slices.Clone(m.Classes), priorsOf(m, p.Priors, p.EqualPriors), cloneMeans(m.Means), covs)
	if err != nil {
		return nil, fmt.Errorf("discriminant: QDA: %w", err)
	}
	model.Tie = p.Tie
	return model, nil
}

func (p QDA) covariances(m *Moments) ([]dist.Sym, error) {
	pooled := dist.ZeroSym(len(m.Means[0]))
	if p.Pooling > 0 {
		var err error
		if pooled, err = m.Pooled(p.Divisor); err != nil {
			return nil, err
		}
	}
	covs := make([]dist.Sym, len(m.Classes))
	for k := range covs {
		covs[k] = dist.ZeroSym(pooled.N)
		if p.Pooling < 1 {
			own, err := m.Covariance(k, p.Divisor)
			if err != nil {
				return nil, err
			}
			floats.AddScaled(covs[k].Data, 1-p.Pooling, own.Data)
		}
		floats.AddScaled(covs[k].Data, p.Pooling, pooled.Data)
		covs[k] = shrink(covs[k], p.Shrinkage, p.Target)
		if err := m.varies(covs[k]); err != nil {
			return nil, fmt.Errorf("covariance of class %d: %w", m.Classes[k], err)
		}
	}
	return covs, nil
}

func (p LDA) check(classes int) error {
	return errors.Join(checkPriors("LDA", p.Priors, p.EqualPriors, classes), p.Divisor.Check("LDA.Divisor"), checkShare("LDA.Shrinkage", p.Shrinkage), p.Target.Check("LDA.Target"), p.Tie.Check("LDA.Tie"))
}

func (p QDA) check(classes int) error {
	return errors.Join(checkPriors("QDA", p.Priors, p.EqualPriors, classes), p.Divisor.Check("QDA.Divisor"), checkShare("QDA.Pooling", p.Pooling),
		checkShare("QDA.Shrinkage", p.Shrinkage), p.Target.Check("QDA.Target"), p.Tie.Check("QDA.Tie"))
}

func checkPriors(method string, priors []float64, equal bool, classes int) error {
	if priors == nil || classes == 0 {
		return nil
	}
	if equal {
		return input.Param(false, method+".EqualPriors", equal, "false where Priors are given")
	}
	return positiveShares(method+".Priors", priors, classes)
}

func checkShare(argument string, v float64) error {
	return input.Param(v >= 0 && v <= 1, argument, v, "a number in [0, 1]")
}

// check refuses moments of one class, and moments that are not as NewMoments makes them.
func (m *Moments) check() error {
	if err := m.whole(); err != nil {
		return err
	}
	if len(m.Classes) == 1 {
		return input.Errorf(input.ErrOneClass, "y", "all labels are %d", m.Classes[0])
	}
	return nil
}

// whole refuses moments that are not as NewMoments makes them: put together by hand, or read from JSON.
func (m *Moments) whole() error {
	if m == nil {
		return input.NoModel("discriminant.Moments")
	}
	if len(m.Classes) == 0 {
		return input.Errorf(input.ErrEmpty, "moments", "got none")
	}
	k := len(m.Classes)
	if len(m.Weight) != k || len(m.Means) != k || len(m.Scatter) != k {
		return input.Errorf(input.ErrShape, "moments", "got %d weights, %d means and %d scatter matrices for %d classes", len(m.Weight), len(m.Means), len(m.Scatter), k)
	}
	d := len(m.Means[0])
	for c := range k {
		if s := m.Scatter[c]; len(m.Means[c]) != d || s.N != d || len(s.Data) != d*d {
			return input.Errorf(input.ErrShape, "moments", "class %d has a mean of length %d and a %d×%d scatter matrix, want %d", m.Classes[c], len(m.Means[c]), s.N, s.N, d)
		}
		if w := m.Weight[c]; !(w > 0 && w-w == 0) {
			return input.Errorf(input.ErrParam, "moments", "class %d has the weight %v, want a positive number", m.Classes[c], w)
		}
		if err := errors.Join(input.Vector("moments.Means", m.Means[c], d), input.Vector("moments.Scatter", m.Scatter[c].Data, d*d)); err != nil {
			return err
		}
	}
	return nil
}

func (m *Moments) classes() int {
	if m == nil {
		return 0
	}
	return len(m.Classes)
}

func priorsOf(m *Moments, given []float64, equal bool) []float64 {
	if given != nil {
		return append([]float64(nil), given...)
	}
	priors := m.Priors()
	if equal {
		for k := range priors {
			priors[k] = 1 / float64(len(priors))
		}
	}
	return priors
}
