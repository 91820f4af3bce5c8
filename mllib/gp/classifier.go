package gp

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Classifier holds the parameters of classification of two classes with a Gaussian process: f has the prior of the Kernel with mean 0, and the second class has the probability l(f(x)). The law of
// f given labels is not normal; a normal one stands for it.
//
// Curriculum: N6.4m, N6.4n, N6.4q.
type Classifier struct {
	Kernel        kernels.Kernel // covariance of f, positive definite; the zero value is the inner product, for which f(x) = ⟨w, x⟩ with w standard normal
	Link          Link           // l; 0 is Logistic
	Approximation Approximation  // of the law of f; 0 is Laplace
	Tie           label.Tie      // class of a score of 0
	MaxIter       int            // Newton steps, or sweeps of expectation propagation; 0 means 100
	Search        *Search        // how to look for the kernel's parameters of largest evidence; nil takes them as they are
	Src           rand.Source    `json:"-"` // draws the starts of a Search with Restarts; not needed else
}

// Approximation is the normal law that stands for the posterior of f. The zero value is Laplace.
type Approximation = enum.Of[approximations]

const (
	Laplace                Approximation = iota // around the mode, with the curvature there
	ExpectationPropagation                      // with the mean and variance that each label gives, as long as they change
)

type approximations struct{}

func (approximations) Names() (string, []string) {
	return "gp.Approximation", []string{Laplace: "laplace", ExpectationPropagation: "expectation propagation"}
}

// Stop is the reason why an approximation stopped.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // it does not change any more
	IterationLimit             // MaxIter iterations are done
	Rounding                   // of Laplace: Newton's method asks for a step of Change, no part of which is an improvement, by rounding
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "gp.Stop", []string{Converged: "converged", IterationLimit: "iteration limit", Rounding: "rounding"}
}

// ClassifierReport says how a fit went.
type ClassifierReport struct {
	Stop       Stop
	Iterations int           // Newton steps or sweeps
	Change     float64       // of the latent values in the last one: the largest, relative to 1 + the largest value (Laplace), or in standard deviations
	Objective  float64       // of Laplace: −log p(y | f) + fᵀK⁻¹f/2 at the mode, (69) of Nussbaum; 0 else
	Search     *SearchReport // how the search went; nil without
}

// String says in one line how the fit went.
func (r ClassifierReport) String() string {
	return fmt.Sprintf("%v after %d iterations, last change %.3g", r.Stop, r.Iterations, r.Change)
}

var (
	_ learn.Learner[int, *ClassifierModel] = Classifier{}
	_ learn.Chance[int, *ClassifierModel]  = Classifier{}
)

// Source returns Src.
func (p Classifier) Source() rand.Source { return p.Src }

// WithSource returns the same parameters with another source.
func (p Classifier) WithSource(src rand.Source) learn.Learner[int, *ClassifierModel] {
	p.Src = src
	return p
}

// Fit approximates the law of f given the n×d matrix X, one observation in each row, and n labels y of two classes; labels that are all −1 or all +1 do as well. Each iteration factors an n×n matrix that is
// well conditioned whatever the kernel is, so that equal rows, also with different labels, are no trouble.
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also on overflow, or where a kernel is so large that all digits are lost), ErrOneClass, ErrLabel (three labels), ErrParam, or is one of kernels.Kernel.Gram. An iteration limit that was reached is no
// error, see Report.
//
// Reference: Rasmussen and Williams (2006), algorithms 3.1 and 5.1 (Laplace), 3.5 and 5.2 (expectation propagation). Curriculum: N6.4n, N6.4q.
func (p Classifier) Fit(x mat.Matrix, y []int) (*ClassifierModel, error) {
	m, err := p.fit(x, y)
	if err != nil {
		return nil, fmt.Errorf("gp: classifier: %w", err)
	}
	return m, nil
}

func (p Classifier) fit(x mat.Matrix, y []int) (*ClassifierModel, error) {
	d := &labelled{x: x}
	n, _, err := input.Matrix("X", x)
	err = errors.Join(err, p.check())
	if n > 0 && len(y) != n {
		err = errors.Join(err, input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n))
	}
	if err == nil {
		d.signs, d.classes, err = signs(y)
	}
	if err != nil {
		return nil, err
	}
	var report *SearchReport
	if p.Search != nil {
		if p, report, err = p.searched(d); err != nil {
			return nil, err
		}
	}
	gram, err := p.Kernel.Gram(x)
	if err != nil {
		return nil, err
	}
	m, err := p.given(d, whole(gram))
	if err != nil {
		return nil, err
	}
	m.Report.Search = report
	return m, nil
}

// labelled are the data of a fit.
type labelled struct {
	x       mat.Matrix
	signs   []float64 // −1 or +1
	classes label.Classes
	warm    []float64 // where Newton's method may begin: f = K warm; nil for 0
}

// signs encodes labels. One class alone has no other, unless it is −1 or +1.
func signs(y []int) ([]float64, label.Classes, error) {
	codes, classes, err := label.Encode(y, label.Signed)
	if errors.Is(err, input.ErrOneClass) && (y[0] == 1 || y[0] == -1) {
		codes, classes, err = y, label.Classes{-1, 1}, nil
	}
	s := make([]float64, len(codes))
	for i, c := range codes {
		s[i] = float64(c)
	}
	return s, classes, err
}

func (p Classifier) check() error {
	return errors.Join(
		checkKernel("Classifier.Kernel", p.Kernel),
		p.Link.Check("Classifier.Link"),
		p.Approximation.Check("Classifier.Approximation"),
		p.Tie.Check("Classifier.Tie"),
		input.Param(p.MaxIter >= 0, "Classifier.MaxIter", p.MaxIter, "a number >= 0"),
		p.Search.check("Classifier.", p.Kernel.Parameters(), p.Src),
	)
}

func (p Classifier) iterations() int {
	if p.MaxIter == 0 {
		return 100
	}
	return p.MaxIter
}

// roundingTol is the change that Newton's method may still ask for where no part of it is an improvement.
const roundingTol = 1e-4

// given approximates for a Gram matrix with both triangles.
func (p Classifier) given(d *labelled, gram *mat.Dense) (*ClassifierModel, error) {
	for i := range d.signs {
		if v := gram.At(i, i); !(v < 0x1p900) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "row %d has the prior variance %.3g, which overflows", i, v)
		}
	}
	p.Search, p.Src = nil, nil
	m := &ClassifierModel{Parameters: p, X: listed(d.x), Signs: slices.Clone(d.signs), Classes: d.classes}
	if p.Approximation == Laplace {
		newLaplace(m, gram).run(d.warm)
		if r := m.Report; r.Stop == Rounding && !(r.Change <= roundingTol) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "the kernel is so large, up to %.3g, that Newton's method has lost its digits", mat.Max(gram))
		}
	} else {
		newPropagation(m, gram).run()
	}
	if !finite(m.LogEvidence) || !finite(floats.Sum(m.Alpha)) || !finite(floats.Sum(m.U)) {
		return nil, input.Errorf(input.ErrNotFinite, "X", "the kernel is so large that a result overflows")
	}
	return m, nil
}

// whole is a symmetric matrix with both triangles.
func whole(s *mat.SymDense) *mat.Dense {
	raw := s.RawSymmetric()
	n := raw.N
	data := slices.Clone(raw.Data)
	const tile = 32 // rows and columns that are copied together, for the cache
	for top := 0; top < n; top += tile {
		for left := top; left < n; left += tile {
			for i := top; i < min(n, top+tile); i++ {
				for j := max(left, i+1); j < min(n, left+tile); j++ {
					data[j*n+i] = data[i*n+j]
				}
			}
		}
	}
	return mat.NewDense(n, n, data)
}

// searched returns the parameters of largest evidence.
func (p Classifier) searched(d *labelled) (Classifier, *SearchReport, error) {
	gram, by, err := tables(len(d.signs), len(p.Kernel.Parameters()))
	if err != nil {
		return p, nil, err
	}
	c := p.Search.newClimb(len(d.signs), p.Kernel.Parameters(), func(values []float64) (float64, []float64, error) {
		at := p
		var err error
		if at.Kernel, err = p.Kernel.With(values); err != nil {
			return 0, nil, err
		}
		if err = at.Kernel.GradientTo(gram, by, d.x); err != nil {
			return 0, nil, err
		}
		k := whole(gram)
		m, err := at.given(d, k)
		if err != nil {
			return 0, nil, err
		}
		d.warm = m.Alpha
		return m.LogEvidence, m.slopes(k, by), nil
	})
	values, report, err := p.Search.run(c, p.Src)
	d.warm = nil
	if err == nil {
		p.Kernel, err = p.Kernel.With(values)
	}
	return p, report, err
}
