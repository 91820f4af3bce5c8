package partition

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Cells are a partition of R^d, as plain data: every point is in one cell, which has one or more whole numbers for a name. The zero value is no partition.
//
// Curriculum: N9.1a, N9.2a.
type Cells struct {
	Kind    Kind
	Width   float64     `json:",omitempty"` // of the cubes
	Origin  []float64   `json:",omitempty"` // a corner of one of the cubes; none is 0
	Cuts    [][]float64 `json:",omitempty"` // of a grid: for each column its cuts, in increasing order; a column may have none
	Centres [][]float64 `json:",omitempty"` // of nearest centres
}

// Kind is a family of partitions. The zero value is KindCubic.
type Kind = enum.Of[kinds]

const (
	KindCubic   Kind = iota // cubes Origin + Width·(k + [0, 1)^d) for all whole k; the name is k
	KindGrid                // boxes between cuts, each with its lower faces; the name counts the cuts below or at the point, column by column
	KindNearest             // the points that are nearest to a centre, of several at equal distances to the first; the name is its number
)

type kinds struct{}

func (kinds) Names() (string, []string) {
	return "partition.Kind", []string{KindCubic: "cubic", KindGrid: "grid", KindNearest: "nearest"}
}

// Cubic is the partition into half-open cubes of this width, with a corner at 0.
func Cubic(width float64) Cells { return Cells{Kind: KindCubic, Width: width} }

// Grid is the partition into boxes by cuts of each column.
func Grid(cuts ...[]float64) Cells { return Cells{Kind: KindGrid, Cuts: cuts} }

// Nearest is the partition by the nearest of these centres.
func Nearest(centres ...[]float64) Cells { return Cells{Kind: KindNearest, Centres: centres} }

// ByQuantiles is the grid that cuts each column of the n×d matrix X into pieces with equally many observations, up to one and up to equal ones: the cut after i of m pieces is the observation of
// rank ⌈in/m⌉+1. The labels are not looked at. The errors wrap input.ErrEmpty, ErrNotFinite or ErrParam, unless 1 ≤ pieces ≤ n.
//
// Reference: L. Devroye, L. Györfi and G. Lugosi, A Probabilistic Theory of Pattern Recognition (1996), section 21.4. Curriculum: N9.1a.
func ByQuantiles(x mat.Matrix, pieces int) (Cells, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(1 <= pieces && pieces <= n, "pieces", pieces, fmt.Sprintf("1 to %d, the number of observations", n))
	}
	if err != nil {
		return Cells{}, fmt.Errorf("partition: %w", err)
	}
	c := Cells{Kind: KindGrid, Cuts: make([][]float64, d)}
	for j := range d {
		column := mat.Col(nil, j, x)
		slices.Sort(column)
		for i := 1; i < pieces; i++ {
			c.Cuts[j] = append(c.Cuts[j], column[(i*n+pieces-1)/pieces])
		}
		c.Cuts[j] = slices.Compact(c.Cuts[j])
	}
	return c, nil
}

// check refuses what is no partition of R^d.
func (c Cells) check(d int) error {
	if err := c.Kind.Check("Cells.Kind"); err != nil {
		return err
	}
	switch c.Kind {
	case KindGrid:
		return c.checkCuts(d)
	case KindNearest:
		return c.checkCentres(d)
	}
	if !(c.Width > 0) || math.IsInf(c.Width, 1) {
		return input.Errorf(input.ErrParam, "Cells.Width", "got %v, want a positive, finite number", c.Width)
	}
	if c.Origin == nil {
		return nil
	}
	return input.Vector("Cells.Origin", c.Origin, d)
}

func (c Cells) checkCuts(d int) error {
	if len(c.Cuts) != d {
		return input.Errorf(input.ErrShape, "Cells.Cuts", "got cuts of %d columns, want those of %d", len(c.Cuts), d)
	}
	for j, cuts := range c.Cuts {
		if err := input.Vector("Cells.Cuts", cuts, len(cuts)); err != nil {
			return err
		}
		for i := 1; i < len(cuts); i++ {
			if !(cuts[i-1] < cuts[i]) {
				return input.Errorf(input.ErrParam, "Cells.Cuts", "of column %d %v stands before %v, want increasing ones", j, cuts[i-1], cuts[i])
			}
		}
	}
	return nil
}

func (c Cells) checkCentres(d int) error {
	if len(c.Centres) == 0 {
		return input.Errorf(input.ErrEmpty, "Cells.Centres", "got none")
	}
	for _, z := range c.Centres {
		if err := input.Vector("Cells.Centres", z, d); err != nil {
			return err
		}
	}
	return nil
}

// Of is the name of the cell of a point. The errors wrap input.ErrParam or ErrShape where c is no partition of a space of as many dimensions, and input.ErrNotFinite for a point that is not finite, and
// where cubes, or distances from centres, cannot be told apart: from 2^53 widths from the origin on.
func (c Cells) Of(x []float64) ([]int, error) {
	err := c.check(len(x))
	if err == nil {
		err = input.Vector("x", x, len(x))
	}
	var cell []int
	if err == nil {
		cell, err = c.of(x, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("partition: %w", err)
	}
	return cell, nil
}

// of appends the name of the cell of a point to cell, for a partition and a point that were checked.
func (c Cells) of(x []float64, cell []int) ([]int, error) {
	switch c.Kind {
	case KindGrid:
		for j, v := range x {
			cell = append(cell, sort.Search(len(c.Cuts[j]), func(i int) bool { return c.Cuts[j][i] > v }))
		}
		return cell, nil
	case KindNearest:
		return c.nearest(x, cell)
	}
	for j, v := range x {
		k := c.cube(j, v)
		if !(math.Abs(k) < 0x1p53) {
			return nil, input.Errorf(input.ErrNotFinite, "x", "coordinate %d, %v, is too many widths from the origin to tell its cube", j, x[j])
		}
		cell = append(cell, int(k))
	}
	return cell, nil
}

// cube is in which interval of column j a number lies.
func (c Cells) cube(j int, v float64) float64 {
	if c.Origin != nil {
		v -= c.Origin[j]
	}
	k := math.Floor(v / c.Width)
	switch { // the quotient was rounded; the signs of these are exact
	case math.FMA(-k, c.Width, v) < 0:
		k--
	case math.FMA(-k-1, c.Width, v) >= 0:
		k++
	}
	return k
}

// border is the least number in interval k of column j, or where that is too far from the origin to tell, k widths from it.
func (c Cells) border(j int, k float64) float64 {
	b := k * c.Width
	if c.Origin != nil {
		b += c.Origin[j]
	}
	if !(math.Abs(k) < 0x1p53) {
		return b
	}
	const steps = 8 // the product and the sum are rounded
	for range steps {
		if c.cube(j, b) >= k {
			break
		}
		b = math.Nextafter(b, math.Inf(1))
	}
	for range steps {
		below := math.Nextafter(b, math.Inf(-1))
		if c.cube(j, below) < k {
			break
		}
		b = below
	}
	return b
}

func (c Cells) nearest(x []float64, cell []int) ([]int, error) {
	best, least := 0, math.Inf(1)
	for i, z := range c.Centres {
		if square := squares.Between(x, z); square < least {
			best, least = i, square
		}
	}
	if least < squares.Least*squares.Least || math.IsInf(least, 1) { // some squares have lost digits, or all overflow
		return c.nearestByRoots(x, cell)
	}
	return append(cell, best), nil
}

// nearestByRoots compares distances that neither overflow nor underflow where their squares do.
func (c Cells) nearestByRoots(x []float64, cell []int) ([]int, error) {
	best, least := 0, math.Inf(1)
	for i, z := range c.Centres {
		if distance := floats.Distance(x, z, 2); distance < least {
			best, least = i, distance
		}
	}
	if math.IsInf(least, 1) {
		return nil, input.Errorf(input.ErrNotFinite, "distance", "from centre %d overflows", best)
	}
	return append(cell, best), nil
}

// Box is the box [lo, hi) that a cell is, in d dimensions: lo holds the least numbers in it, as numbers are rounded; its sides may be infinite. The errors wrap input.ErrParam or ErrShape where c is no partition of R^d, or not into boxes, and where there
// is no such cell.
func (c Cells) Box(cell []int, d int) (lo, hi []float64, err error) {
	if err = c.check(d); err == nil {
		err = input.Param(c.Kind != KindNearest, "Cells", c.Kind, "cells that are boxes")
	}
	if err == nil && len(cell) != d {
		err = input.Errorf(input.ErrShape, "cell", "got %d numbers, want %d", len(cell), d)
	}
	for j, k := range cell {
		if err == nil && c.Kind == KindGrid && (k < 0 || k > len(c.Cuts[j])) {
			err = input.Errorf(input.ErrParam, "cell", "number %d is %d, want 0 to %d", j, k, len(c.Cuts[j]))
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("partition: %w", err)
	}
	lo, hi = make([]float64, d), make([]float64, d)
	for j, k := range cell {
		if lo[j], hi[j] = c.side(j, k); !(lo[j] < hi[j]) {
			return nil, nil, fmt.Errorf("partition: %w", input.Errorf(input.ErrParam, "cell", "number %d is %d, too far from the origin to tell where it begins and ends", j, k))
		}
	}
	return lo, hi, nil
}

// side is an interval of column j.
func (c Cells) side(j, k int) (lo, hi float64) {
	if c.Kind == KindGrid {
		lo, hi = math.Inf(-1), math.Inf(1)
		if k > 0 {
			lo = c.Cuts[j][k-1]
		}
		if k < len(c.Cuts[j]) {
			hi = c.Cuts[j][k]
		}
		return lo, hi
	}
	return c.border(j, float64(k)), c.border(j, float64(k)+1)
}

// clone is a copy that shares nothing.
func (c Cells) clone() Cells {
	c.Origin, c.Cuts, c.Centres = slices.Clone(c.Origin), slices.Clone(c.Cuts), slices.Clone(c.Centres)
	for j := range c.Cuts {
		c.Cuts[j] = slices.Clone(c.Cuts[j])
	}
	for j := range c.Centres {
		c.Centres[j] = slices.Clone(c.Centres[j])
	}
	return c
}
