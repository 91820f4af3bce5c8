package main

import (
	"github.com/mercer-go/mercer/mllib/manifold"
	"gonum.org/v1/gonum/mat"
)

// fitIsomap is Isomap with 10 neighbours; the numbers of all three are the coordinates, row by row.
func fitIsomap(d *dataset) (numbers, error) {
	m, err := manifold.Isomap{K: 10}.Fit(d.x)
	return embedding(m, err)
}

// fitScaling is classical scaling; the rows of X are distances.
func fitScaling(d *dataset) (numbers, error) {
	m, err := manifold.Classical{}.Fit(d.x)
	return embedding(m, err)
}

// fitDiffusion is a diffusion map with the whole kernel.
func fitDiffusion(d *dataset) (numbers, error) {
	m, err := manifold.Diffusion{Sigma: 8, Alpha: 1}.Fit(d.x)
	return embedding(m, err)
}

func embedding(m interface{ Embedding() *mat.Dense }, err error) (numbers, error) {
	if err != nil {
		return nil, err
	}
	return func() []float64 { return m.Embedding().RawMatrix().Data }, nil
}
