package data

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Expression makes data that look like a microarray of tumours: samples of several types, each with the expression levels of many
// genes. A type raises or lowers its own random tenth of the genes by normal amounts; a sample is its type plus normal
// noise, clipped to [-6, 6]. The zero value has the size of the NCI60 data that Nussbaum describes: 64 samples of 6830
// genes, here in 10 types.
//
// The data are invented. They stand in for the real ones, which the course does not carry.
//
// Reference: Nussbaum, section 1.2. Curriculum: N1.2a.
type Expression struct {
	Samples int // >= Types; 0 means 64
	Genes   int // >= 1, and Samples·Genes at most 2^31; 0 means 6830
	Types   int // >= 1; 0 means 10
}

// Draw returns the samples as rows, with their types 0..Types-1 as labels: sample i has the type i mod Types. It returns an
// error that wraps input.ErrParam if a parameter is out of range or src is nil.
func (e Expression) Draw(src rand.Source) (*Set, error) {
	for _, p := range []struct {
		field *int
		value int
	}{{&e.Samples, 64}, {&e.Genes, 6830}, {&e.Types, 10}} {
		if *p.field == 0 {
			*p.field = p.value
		}
	}
	if err := errors.Join(
		input.Param(src != nil, "src", nil, "a source of randomness"),
		input.Param(e.Types >= 1, "Expression.Types", e.Types, "a number >= 1"),
		input.Param(e.Samples >= e.Types, "Expression.Samples", e.Samples, "at least the number of types"),
		input.Param(e.Genes >= 1, "Expression.Genes", e.Genes, "a number >= 1"),
	); err != nil {
		return nil, fmt.Errorf("data: expression: %w", err)
	}
	if err := input.Size("Expression.Samples, Genes", e.Samples, e.Genes); err != nil {
		return nil, fmt.Errorf("data: expression: %w", err)
	}
	rnd := rand.New(src)
	profiles := make([][]float64, e.Types)
	for k := range profiles {
		profiles[k] = e.profile(rnd)
	}
	s := &Set{Name: "expression", X: mat.NewDense(e.Samples, e.Genes, nil), Y: make([]int, e.Samples)}
	for i := range e.Samples {
		s.Y[i] = i % e.Types
		row := s.Row(i)
		for j := range row {
			row[j] = rnd.NormFloat64()
		}
		floats.Add(row, profiles[s.Y[i]])
		for j, v := range row {
			row[j] = min(max(v, -6), 6)
		}
	}
	return s, nil
}

// profile returns the mean expression of a type.
func (e Expression) profile(rnd *rand.Rand) []float64 {
	p := make([]float64, e.Genes)
	for _, j := range rnd.Perm(e.Genes)[:(e.Genes+9)/10] {
		p[j] = rnd.NormFloat64()
	}
	return p
}
