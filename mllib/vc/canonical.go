package vc

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Canonical is the class of the hyperplanes ⟨w, x⟩ = 0 in canonical form with respect to some points, min_i |⟨w, x_i⟩| = 1: for each part of the points that one of them has on its positive
// side, the least norm of such a w, which is 1 over the largest margin. Of the class with ‖w‖ <= Λ Vapnik's theorem says that its dimension is at most Radius²Λ², whatever the number of coordinates.
//
// Curriculum: B3.2.3f, B3.2.3g.
type Canonical struct {
	Points int
	Parts  []uint64  // in increasing order
	Norms  []float64 // of each part the least ‖w‖
	Radius float64   // the largest ‖x_i‖
}

// NewCanonical finds the parts of at most 12 points, the rows of X, and their least norms, in time by the number of parts. The errors wrap input.ErrEmpty, ErrNotFinite, ErrParam for more points, and those of linear.HardMargin.
func NewCanonical(x mat.Matrix) (*Canonical, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(n <= mostForProgram, "the number of points", n, fmt.Sprintf("at most %d", mostForProgram))
	}
	if err != nil {
		return nil, fmt.Errorf("vc: canonical hyperplanes: %w", err)
	}
	c := &Canonical{Points: n}
	row := make([]float64, d)
	for i := range n {
		c.Radius = max(c.Radius, floats.Norm(mat.Row(row, i, x), 2))
	}
	if math.IsInf(c.Radius, 1) {
		return nil, fmt.Errorf("vc: canonical hyperplanes: %w", input.Errorf(input.ErrNotFinite, "X", "the norm of a row overflows"))
	}
	parts, norms, err := separated(mat.DenseCopyOf(x), n)
	if err != nil {
		return nil, fmt.Errorf("vc: canonical hyperplanes: %w", err)
	}
	whole := uint64(1)<<n - 1
	for k, part := range parts {
		c.Parts, c.Norms = append(c.Parts, part), append(c.Norms, norms[k])
	}
	for k, part := range slices.Backward(parts) { // -w has the rest on its positive side
		c.Parts, c.Norms = append(c.Parts, whole-part), append(c.Norms, norms[k])
	}
	return c, nil
}

// separated are, in increasing order, the parts of the first n rows that some w has strictly on its positive side, the last of these rows on the other, and the least norms. Such a w separates the
// rows before, too, so that only what it can make of them is looked at, and what is left of 2ⁿ is few where there are few parts.
func separated(x *mat.Dense, n int) (parts []uint64, norms []float64, err error) {
	candidates := []uint64{0}
	if n > 1 {
		before, _, err := separated(x, n-1)
		if err != nil {
			return nil, nil, err
		}
		candidates = before
		for _, part := range slices.Backward(before) {
			candidates = append(candidates, uint64(1)<<(n-1)-1-part)
		}
	}
	_, d := x.Dims()
	rows := x.Slice(0, n, 0, d)
	for _, part := range candidates {
		m, err := linear.HardMargin{ThroughOrigin: true}.Fit(rows, signs(part, n))
		switch {
		case err == nil:
			parts, norms = append(parts, part), append(norms, 1/m.Margin)
		case !errors.Is(err, linear.ErrNotSeparable):
			return nil, nil, err
		}
	}
	return parts, norms, nil
}

// signs are +1 for the rows in the part and -1 for the rest.
func signs(part uint64, n int) []int {
	y := make([]int, n)
	for i := range y {
		y[i] = 2*int(part>>i&1) - 1
	}
	return y
}

// Within returns the parts that the class with ‖w‖ <= Λ cuts out; norms that are larger by rounding (1e-9 of them) belong to it.
func (c *Canonical) Within(lambda float64) Family {
	if c == nil {
		return Family{}
	}
	f := Family{Points: c.Points}
	for k, part := range c.Parts {
		if k < len(c.Norms) && c.Norms[k] <= lambda*(1+1e-9) {
			f.Parts = append(f.Parts, part)
		}
	}
	return f
}

// Dimension returns the dimension of the class with ‖w‖ <= Λ on its points, -1 if it is empty. The errors are those of Family, and one that wraps input.ErrShape or ErrValue for norms that NewCanonical did not make.
func (c *Canonical) Dimension(lambda float64) (int, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	v, _, err := c.Within(lambda).Dimension()
	return v, err
}

// check refuses a class that NewCanonical did not make.
func (c *Canonical) check() error {
	switch {
	case c == nil:
		return input.NoModel("vc.Canonical")
	case len(c.Parts) != len(c.Norms):
		return fmt.Errorf("vc: canonical hyperplanes: %w", input.Errorf(input.ErrShape, "Norms", "got %d for %d parts", len(c.Norms), len(c.Parts)))
	}
	for k, norm := range c.Norms {
		if !(norm >= 0) {
			return fmt.Errorf("vc: canonical hyperplanes: %w", input.Errorf(input.ErrValue, "Norms", "norm %d is %v", k, norm))
		}
	}
	return nil
}

// Steps returns the norms from which on the class has a larger dimension, in increasing order, and the dimensions. The errors are those of Dimension.
func (c *Canonical) Steps() (lambda []float64, dimension []int, err error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	norms := slices.Clone(c.Norms)
	slices.Sort(norms)
	var ends []float64 // the largest of norms that are equal but for rounding
	for k, norm := range norms {
		if k+1 == len(norms) || norms[k+1] > norm*(1+1e-9) {
			ends = append(ends, norm)
		}
	}
	for last := -1; ; last = dimension[len(dimension)-1] {
		k, v, err := c.above(ends, last)
		if err != nil || k == len(ends) {
			return lambda, dimension, err
		}
		lambda, dimension = append(lambda, ends[k]), append(dimension, v)
	}
}

// above finds by halving, for the dimension grows with the norm, the first of the norms with a dimension above v, and that dimension.
func (c *Canonical) above(norms []float64, v int) (k, dimension int, err error) {
	k = sort.Search(len(norms), func(k int) bool {
		w, e := c.Dimension(norms[k])
		err = errors.Join(err, e)
		return w > v
	})
	if err != nil || k == len(norms) {
		return len(norms), v, err
	}
	dimension, err = c.Dimension(norms[k])
	return k, dimension, err
}

// Canonically returns w scaled so that min_i |⟨w, x_i⟩| = 1 over the rows of X; 1/‖w‖ then is the distance of the nearest point from the hyperplane ⟨w, x⟩ = 0. The errors wrap
// input.ErrEmpty, ErrNotFinite, ErrShape, or ErrValue if a point is on the hyperplane.
//
// Curriculum: B3.2.3f.
func Canonically(w []float64, x mat.Matrix) ([]float64, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Vector("w", w, d)
	}
	if err != nil {
		return nil, fmt.Errorf("vc: canonical form: %w", err)
	}
	scaled, row := slices.Clone(w), make([]float64, d)
	of := ownUnit(scaled)
	least, unit := 0.0, 0 // |⟨w, x⟩| in units, of w without its own
	for i := range n {
		e := ownUnit(mat.Row(row, i, x))
		if product := math.Abs(floats.Dot(scaled, row)); i == 0 || math.Ldexp(product, e-unit) < least {
			least, unit = product, e
		}
	}
	floats.Scale(1/least, scaled)
	scaleBy(scaled, -unit)
	if floats.HasNaN(scaled) || math.IsInf(floats.Norm(scaled, math.Inf(1)), 0) || least == 0 {
		return nil, fmt.Errorf("vc: canonical form: %w", input.Errorf(input.ErrValue, "w", "the nearest point has |⟨w, x⟩| = %v", math.Ldexp(least, unit+of)))
	}
	return scaled, nil
}
