package mixture

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// ErrCollapsed is returned where in every run a component shrank onto fewer dimensions, such as a single observation, or lost all observations.
var ErrCollapsed = errors.New("a component collapsed")

// Gaussian holds the parameters of a mixture of normal laws that is fitted by EM.
//
// Reference: Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM algorithm (1977). Curriculum: V12a, V12d.
type Gaussian struct {
	K          int        // number of components, 1..n; 0 means the number of means of Start
	Covariance Covariance // form of the covariances
	Start      *Start     // where the one run begins; nil means that Init makes the starts
	Init       Init       // how starts are made
	Restarts   int        // runs, of which the one with the largest last Objective is kept; 0 means 10, or 1 with Start
	MaxIter    int        // limit of the steps of a run, >= 1; 0 means 1000
	Tol        float64    // a run ends with a step that gains at most so much log likelihood for each observation, >= 0; 0 means 1e-6
	// Prior >= 0 takes Prior/2 · Σ_k tr(V Σ_k⁻¹) from the log likelihood, once for a covariance that is tied; V is diagonal, with the variances of the columns (for Spherical
	// the mean of them everywhere). An M-step then adds Prior · V to the scatter of each component, as if so many observations with the spread of all were in it: no
	// covariance falls below Prior/n · V, and the criterion has an upper bound. 0 is maximum likelihood; 0.01 to 1 are usual.
	Prior float64
	Trace bool // keep the parameters of each step of the best run, see Model.Trace
	// Src is the source of randomness of the starts, needed without Start. Fit advances it.
	Src rand.Source `json:"-"`
}

// Start holds the parameters from which a run begins. The covariances must have the form that Gaussian.Covariance says; one alone stands for all.
type Start struct {
	Weights []float64     // π, K positive numbers with sum 1; nil means 1/K
	Means   [][]float64   // μ, K vectors in R^d
	Covs    [][][]float64 // Σ, K positive definite d×d matrices, or one; nil means the covariance of all observations in that form
}

// Fit fits the mixture to the rows of the n×d matrix X. Reaching MaxIter is not an error, see Model.Report.
//
// It returns the errors of input.Matrix; one that wraps input.ErrParam, input.ErrShape, input.ErrNotFinite or input.ErrSingular for each parameter that cannot be used; input.ErrSingular
// where the observations leave no variance to fit (a constant column, or one that is a linear function of others where covariances are full or tied and Prior is 0);
// input.ErrNotFinite where variances overflow or underflow; and ErrCollapsed where all runs collapsed. Prior > 0 or another form of covariance keeps components from shrinking onto fewer
// dimensions; from losing all observations, as where there are more components than different rows, fewer components do, or other starts. It does not modify X.
//
// A step costs O(n·K·d²). Answers do not depend on the units of the columns and where their zero is, with Spherical on their common unit.
func (p Gaussian) Fit(x mat.Matrix) (*Model, error) {
	m, err := p.fit(x)
	if err != nil {
		return nil, fmt.Errorf("mixture: gaussian: %w", err)
	}
	return m, nil
}

func (p Gaussian) fit(x mat.Matrix) (*Model, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, errors.Join(err, p.check(math.MaxInt, -1))
	}
	if err := p.check(n, d); err != nil {
		return nil, err
	}
	p = p.withDefaults()
	s, err := newSample(x, p)
	if err != nil {
		return nil, err
	}
	var best *run
	var runs []Run
	var first error // of the runs that collapsed
	for i := range p.Restarts {
		r := &run{Gaussian: p, sample: s}
		start, err := r.begin()
		if err == nil {
			err = r.iterate(start)
		}
		if err != nil && !errors.Is(err, ErrCollapsed) {
			return nil, err
		}
		runs = append(runs, r.told())
		if err != nil {
			if first == nil {
				first = fmt.Errorf("run %d: %w", i, err)
			}
			continue
		}
		if best == nil || r.objective > best.objective {
			best, r.number = r, i
		}
	}
	if best == nil {
		return nil, first
	}
	return best.model(runs)
}

// withDefaults replaces the zero values that stand for defaults.
func (p Gaussian) withDefaults() Gaussian {
	if p.K == 0 {
		p.K = len(p.Start.Means)
	}
	if p.Restarts == 0 {
		p.Restarts = 10
		if p.Start != nil {
			p.Restarts = 1
		}
	}
	if p.MaxIter == 0 {
		p.MaxIter = 1000
	}
	if p.Tol == 0 {
		p.Tol = 1e-6
	}
	return p
}

// check returns all that is wrong with the parameters for n observations in R^d; a negative d is not known.
func (p Gaussian) check(n, d int) error {
	const name = "Gaussian."
	components := p.K
	if p.Start != nil {
		components = max(p.K, len(p.Start.Means))
	}
	errs := []error{
		input.Param(p.K >= 0 && components >= 1, name+"K", p.K, "a number >= 1, or 0 with Start"),
		input.Param(components <= n, name+"K", components, fmt.Sprintf("at most the number of observations, %d", n)),
		input.Param(n == math.MaxInt || components <= input.MaxNumbers/n, name+"K", components, "at most 2^31 by the number of observations"),
		p.Covariance.Check(name + "Covariance"),
		p.Init.Check(name + "Init"),
		input.Param(p.Restarts >= 0, name+"Restarts", p.Restarts, "a number >= 0"),
		input.Param(p.Start == nil || p.Restarts <= 1, name+"Restarts", p.Restarts, "0 or 1 with Start, since all runs would be equal"),
		input.Param(p.MaxIter >= 0, name+"MaxIter", p.MaxIter, "a number >= 0"),
		input.Param(p.Tol >= 0 && p.Tol < math.Inf(1), name+"Tol", p.Tol, "a number >= 0"),
		input.Param(p.Prior >= 0 && p.Prior < math.Inf(1), name+"Prior", p.Prior, "a number >= 0"),
		input.Param(p.Src != nil || p.Start != nil, name+"Src", nil, "a source of randomness, or a Start"),
	}
	if p.Start != nil {
		errs = append(errs, p.Start.check(name+"Start.", p.K, d, p.Covariance))
	}
	return errors.Join(errs...)
}
