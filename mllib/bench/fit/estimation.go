package main

import (
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/likelihood"
	"github.com/mercer-go/mercer/mllib/mixture"
)

// fitMixture makes ten steps of EM from the given means and unit covariances; its numbers are the log likelihood for each row and the steps.
func fitMixture(form mixture.Covariance) func(d *dataset) (numbers, error) {
	return func(d *dataset) (numbers, error) {
		n, width := d.x.Dims()
		start := &mixture.Start{Means: d.start, Covs: [][][]float64{la.Rows(la.I(width))}}
		m, err := mixture.Gaussian{Covariance: form, Start: start, MaxIter: 10, Tol: 1e-300}.Fit(d.x)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return []float64{m.LogLikelihood / float64(n), float64(m.Report.Iterations)} }, nil
	}
}

// fitLaw is maximum likelihood of a law on the line; its numbers are the parameters.
func fitLaw(law likelihood.Law) func(d *dataset) (numbers, error) {
	return func(d *dataset) (numbers, error) {
		m, err := likelihood.MLE{Law: law}.Fit(d.x.RawMatrix().Data)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return m.Theta }, nil
	}
}
