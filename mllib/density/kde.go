package density

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// KDE is a kernel density estimate. The zero value has the normal kernel and Silverman's rule for each column.
//
// The bandwidth matrix is H if that is given, Bandwidth²·S if that is, and h²·S with the h of Rule otherwise, where S is the Shape: 1 on the line for a given Bandwidth.
//
// Reference: Yan, "Kernel density estimation"; B. W. Silverman, Density Estimation for Statistics and Data Analysis (1986). Curriculum: Y38a, Y42b.
type KDE struct {
	Kernel    Kernel   // form of the bumps
	Bandwidth float64  // h > 0; 0 means by Rule
	H         dist.Sym `json:",omitzero"` // d×d bandwidth matrix, positive definite, H_ij in units of column i times column j; the zero value means none
	Rule      Rule     // chooses h where neither Bandwidth nor H is given
	Shape     Shape    // S
}

// Rule chooses the bandwidth.
//
// Printed by Yan as H_ii = (4/(n(d+2)))^(2/(d+4)) σ_i; the variance σ_i² is needed, or the estimate changes with the units. Curriculum: Y42c.
type Rule = enum.Of[rules]

const (
	// Silverman is h = (4/(n(d+2)))^(1/(d+4)), the best one for a normal law: H_ii = h²σ_i². Of scipy's gaussian_kde it is "silverman", with the shape Covariance.
	Silverman Rule = iota
	// Scott is h = n^(-1/(d+4)), the default of scipy's gaussian_kde, with the shape Covariance.
	Scott
	// Robust is 0.9 n^(-1/5) min(σ, IQR/1.34) on the line, which does not grow with outliers or with the distance of two groups (R: nrd0).
	Robust
	// SheatherJones solves the equation of the best width with estimated derivatives, on the line; it assumes no normal law.
	SheatherJones
	// LeastSquares minimises the cross-validation score Ĵ(h) over h. On the line for all kernels, in R^d for the normal one. Where many observations are equal, as rounded ones are, the score has no minimum: an error tells.
	LeastSquares
	// Likelihood maximises Σ log f̂_(-i)(x_i) over h. One outlier makes h large; for a kernel on the unit ball each observation must have a neighbour, and equal ones are an error as in LeastSquares.
	Likelihood
)

type rules struct{}

func (rules) Names() (string, []string) {
	return "density.Rule", []string{Silverman: "silverman", Scott: "scott", Robust: "robust", SheatherJones: "sheather-jones", LeastSquares: "least-squares", Likelihood: "likelihood"}
}

// Shape is the matrix S of which the bandwidth matrix is a multiple.
type Shape = enum.Of[shapes]

const (
	Automatic  Shape = iota // Columns for a Rule, Identity for a Bandwidth
	Columns                 // the variances σ_i² of the columns on the diagonal (divisor n-1)
	Covariance              // the covariance matrix of the observations (divisor n-1)
	Identity                // the unit matrix
)

type shapes struct{}

func (shapes) Names() (string, []string) {
	return "density.Shape", []string{Automatic: "automatic", Columns: "columns", Covariance: "covariance", Identity: "identity"}
}

// Fit keeps the rows of the n×d matrix X and chooses the bandwidth. The errors wrap input.ErrEmpty or ErrNotFinite for X, ErrParam for a field out of range, ErrSingular for columns without
// the spread that a rule or shape needs, and ErrNotFinite where variances overflow or underflow.
func (p KDE) Fit(x mat.Matrix) (*KDEModel, error) { return p.fit(x, nil) }

// FitWeighted is Fit with a weight >= 0 for each row, with which its bump enters; their sum is divided out. Rules use the weighted variance with the divisor n-1 of
// scipy, 1 - Σw_i², and the number of observations 1/Σw_i²; SheatherJones, LeastSquares, Likelihood and Robust take equal weights only. The errors are those of Fit, and ErrShape or ErrParam for
// the weights.
func (p KDE) FitWeighted(x mat.Matrix, weights []float64) (*KDEModel, error) {
	return p.fit(x, append([]float64{}, weights...))
}

func (p KDE) fit(x mat.Matrix, weights []float64) (*KDEModel, error) {
	m, err := p.start(x, weights)
	if err == nil {
		err = p.choose(m)
	}
	if err == nil {
		_, err = m.whole()
	}
	if err != nil {
		return nil, fmt.Errorf("density: KDE: %w", err)
	}
	return m, nil
}

// start checks the arguments and copies them into a model without bandwidth.
func (p KDE) start(x mat.Matrix, weights []float64) (*KDEModel, error) {
	n, d, err := input.Matrix("X", x)
	if err = errors.Join(err, p.check(d)); err != nil {
		return nil, err
	}
	m := &KDEModel{Kernel: p.Kernel, Dim: d, Points: make([]float64, n*d)}
	for i := range n {
		mat.Row(m.Points[i*d:(i+1)*d], i, x)
	}
	if weights == nil {
		return m, nil
	}
	if err := input.Weights("weights", weights, n); err != nil {
		return nil, err
	}
	m.Weights = weights
	input.Temper(weights)
	floats.Scale(1/floats.Max(weights), weights)
	floats.Scale(1/floats.Sum(weights), weights)
	return m, nil
}

func (p KDE) check(d int) error {
	err := errors.Join(p.Kernel.Check("Kernel"), p.Rule.Check("Rule"), p.Shape.Check("Shape"),
		input.Param(p.Bandwidth >= 0 && !math.IsInf(p.Bandwidth, 1), "Bandwidth", p.Bandwidth, "a positive width, or 0 for one by Rule"),
		input.Param(p.Bandwidth == 0 || p.H.N == 0, "Bandwidth", p.Bandwidth, "0 where H is given"))
	if d > 0 && p.H.N != 0 {
		_, bad := input.Symmetric("H", p.H, d)
		return errors.Join(err, bad)
	}
	if d > 1 && p.Bandwidth == 0 && (p.Rule == Robust || p.Rule == SheatherJones) {
		err = errors.Join(err, input.Errorf(input.ErrParam, "Rule", "%v is for one column, X has %d", p.Rule, d))
	}
	if d > 1 && p.Bandwidth == 0 && p.Rule == LeastSquares && p.Kernel != Gaussian {
		err = errors.Join(err, input.Errorf(input.ErrParam, "Rule", "%v is for the normal kernel where X has more than one column", p.Rule))
	}
	return err
}

// choose sets the bandwidth matrix of a model.
func (p KDE) choose(m *KDEModel) error {
	if p.H.N > 0 {
		m.H = dist.Sym{N: p.H.N, Data: slices.Clone(p.H.Data)}
		return nil
	}
	s, err := p.shape(m)
	if err != nil {
		return err
	}
	h := p.Bandwidth
	if h == 0 {
		if h, err = p.rule(m, s); err != nil {
			return err
		}
	}
	m.H = dist.Sym{N: s.N, Data: slices.Clone(s.Data)}
	for i, v := range m.H.Data {
		m.H.Data[i] = v * h * h
	}
	return nil
}
