package bayes

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

// Covariance says what a plug-in rule estimates of the covariances. The zero value is Pooled.
type Covariance = enum.Of[covariances]

const (
	Pooled   Covariance = iota // one for all classes, from all deviations from the class means, divided by n - K
	Separate                   // one for each class, divided by n_k - 1
	Known                      // none: it is given
)

type covariances struct{}

func (covariances) Names() (string, []string) {
	return "bayes.Covariance", []string{Pooled: "pooled", Separate: "separate", Known: "known"}
}

// PlugIn is the rule that puts estimates of normal classes in the place of the law: means of the classes, frequencies, covariances
// as asked. Package discriminant has the same rules with their own diagnostics; this one is for comparing with the Bayes rule.
//
// Curriculum: N2.2g, S2h.
type PlugIn struct {
	Covariance Covariance // what is estimated of the covariances; the zero value is Pooled
	ML         bool       // divide by n and n_k, as maximum likelihood and scikit-learn do, not by n - K and n_k - 1
	Sigma      []float64  // with Known: the common covariance, d×d row by row, of which the upper triangle is used
	Prior      []float64  // probabilities of the classes in increasing order of label; nil means the frequencies
	Loss       Loss       // the zero value is the 0-1 loss
	Tie        Tie        // which of equally good actions; the zero value is Smallest
}

// Fit estimates the classes from the n×d matrix X and the n labels y; any labels will do. It returns an error that wraps
// input.ErrEmpty, input.ErrShape, input.ErrNotFinite, input.ErrOneClass, input.ErrParam, or dist.ErrNotPositiveDefinite
// if an estimated covariance is singular: too few observations, constant or collinear columns.
func (p PlugIn) Fit(X mat.Matrix, y []int) (*Gaussians, error) {
	g, err := p.fit(X, y)
	if err != nil {
		return nil, fmt.Errorf("bayes: plug-in rule: %w", err)
	}
	return g, nil
}

func (p PlugIn) fit(X mat.Matrix, y []int) (*Gaussians, error) {
	n, d, err := input.Matrix("X", X)
	codes, classes, labelErr := label.Encode(y, label.ZeroBased)
	if err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	if err := errors.Join(err, labelErr, p.check(d, len(classes))); err != nil {
		return nil, err
	}
	s := newScatter(X, codes, len(classes))
	g := &Gaussians{Prior: slices.Clone(p.Prior), Classes: p.labels(classes), Loss: p.Loss, Tie: p.Tie}
	for k := range classes {
		if p.Prior == nil {
			g.Prior = append(g.Prior, s.count[k]/float64(n))
		}
		cov, err := p.covariance(s, k)
		if err != nil {
			return nil, err
		}
		m, err := dist.NewMVNormal(s.mean[k], cov)
		if err != nil {
			return nil, fmt.Errorf("class %d: %w", classes[k], err)
		}
		g.Class = append(g.Class, m)
	}
	return g, g.Check()
}

// check returns all problems of the parameters together. What depends on d or the number of classes is left out where that is 0, not
// known.
func (p PlugIn) check(d, classes int) error {
	errs := []error{
		p.Covariance.Check("PlugIn.Covariance"),
		p.Tie.Check("PlugIn.Tie"),
	}
	if p.Covariance == Known && d > 0 {
		errs = append(errs, input.Vector("PlugIn.Sigma", p.Sigma, d*d))
	}
	if classes > 0 {
		errs = append(errs, p.Loss.Check(classes))
	}
	if p.Prior != nil && classes > 0 {
		errs = append(errs, dist.CheckWeights("PlugIn.Prior", p.Prior, classes))
	}
	return errors.Join(errs...)
}

// labels are those of the classes; an action beyond the classes, such as to reject, gets the next larger number.
func (p PlugIn) labels(classes []int) []int {
	labels := slices.Clone(classes)
	for len(labels) < p.Loss.Actions(len(classes)) {
		labels = append(labels, labels[len(labels)-1]+1)
	}
	return labels
}

// covariance returns the covariance of class k.
func (p PlugIn) covariance(s *scatter, k int) (*mat.SymDense, error) {
	d := len(s.mean[k])
	switch p.Covariance {
	case Known:
		return mat.NewSymDense(d, slices.Clone(p.Sigma)), nil
	case Separate:
		return s.cov(s.products[k], s.count[k]-p.lost(1))
	}
	sum, n := make([]float64, d*d), 0.0
	for j, m := range s.products {
		floats.Add(sum, m)
		n += s.count[j]
	}
	return s.cov(sum, n-p.lost(len(s.count)))
}

// lost returns the degrees of freedom that the estimates of some means cost.
func (p PlugIn) lost(means int) float64 {
	if p.ML {
		return 0
	}
	return float64(means)
}

// scatter is what the estimates need: number, mean and sum of products of deviations of each class.
type scatter struct {
	count          []float64
	mean, products [][]float64
}

func newScatter(X mat.Matrix, class []int, classes int) *scatter {
	n, d := X.Dims()
	data, stride := input.Rows(X)
	s := &scatter{count: make([]float64, classes)}
	for range classes {
		s.mean, s.products = append(s.mean, make([]float64, d)), append(s.products, make([]float64, d*d))
	}
	for i := range n {
		s.count[class[i]]++
		floats.Add(s.mean[class[i]], data[i*stride:i*stride+d])
	}
	for k, c := range s.count {
		floats.Scale(1/c, s.mean[k])
	}
	dev := make([]float64, d)
	for i := range n {
		k := class[i]
		floats.SubTo(dev, data[i*stride:i*stride+d], s.mean[k])
		for j, v := range dev {
			floats.AddScaled(s.products[k][j*d:(j+1)*d], v, dev)
		}
	}
	return s
}

// cov divides a sum of products by the degrees of freedom.
func (s *scatter) cov(products []float64, free float64) (*mat.SymDense, error) {
	d := len(s.mean[0])
	if free <= 0 {
		return nil, input.Errorf(dist.ErrNotPositiveDefinite, "X", "too few observations for a covariance")
	}
	c := slices.Clone(products)
	floats.Scale(1/free, c)
	return mat.NewSymDense(d, c), nil
}
