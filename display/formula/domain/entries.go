package domain

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/value"
)

// Vectors is ℝ^d, Matrices is ℝ^{rows×cols}; the coordinates are the entries, row by row.
func Vectors(d int) (Domain, error) {
	if err := checkSize("a vector", d); err != nil {
		return nil, err
	}
	return entries{copies{Reals(), d}, shape{value.Vector, d, 1}}, nil
}

// Matrices is ℝ^{rows×cols}.
func Matrices(rows, cols int) (Domain, error) {
	if err := checkSize("a matrix", rows, cols); err != nil {
		return nil, err
	}
	return entries{copies{Reals(), rows * cols}, shape{value.Matrix, rows, cols}}, nil
}

// Power is the set of the vectors of n entries from a finite set of numbers: {-1, 1}^n.
func Power(s Items, n int) (Domain, error) { return finiteEntries(s, shape{value.Vector, n, 1}) }

// PowerMatrix is the set of the rows×cols matrices with entries from a finite set of numbers.
func PowerMatrix(s Items, rows, cols int) (Domain, error) {
	return finiteEntries(s, shape{value.Matrix, rows, cols})
}

func finiteEntries(s Items, as shape) (Domain, error) {
	set, err := Finite(s)
	if err != nil {
		return nil, err
	}
	for _, x := range s.Floats {
		if x.Kind != value.Number {
			return nil, fmt.Errorf("the entries of a vector are numbers, not a %s", x.Shape())
		}
	}
	if err := checkSize(as.String(), as.rows, as.cols); err != nil {
		return nil, err
	}
	return choices{entries{copies{set, as.rows * as.cols}, as}}, nil
}

// shape is how the entries form a value.
type shape struct {
	kind       value.Kind
	rows, cols int
}

func (s shape) String() string {
	if s.kind == value.Vector {
		return fmt.Sprintf("vectors with %d components", s.rows)
	}
	return fmt.Sprintf("%d×%d matrices", s.rows, s.cols)
}

func (s shape) has(v value.Value[float64]) bool {
	return v.Kind == s.kind && v.Rows == s.rows && v.Cols == s.cols && allFinite(v.A)
}

func allFinite(a []float64) bool {
	for _, x := range a {
		if !finite(x) {
			return false
		}
	}
	return true
}

// shaped is a value with the entries a.
func shaped[T any](s shape, a []T) value.Value[T] {
	return value.Value[T]{Kind: s.kind, A: a, Rows: s.rows, Cols: s.cols}
}

// entries are vectors or matrices whose entries are free.
type entries struct {
	copies
	shape
}

func (d entries) String() string { return fmt.Sprintf("the %s", d.shape) }

func (d entries) At(p Point) value.Value[float64] {
	return shaped(d.shape, append([]float64(nil), p.X...))
}

func (d entries) Draw(r *rand.Rand) Point { return Point{X: normal(r, d.n)} }

func (d entries) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return shaped(d.shape, rationals(r, bits, d.n)), nil
}

// Corners are zero, unit vectors, all ones, signs in turn, 1, 2, …, tiny and huge; of a matrix also the identity and two that are
// singular or nearly so.
func (d entries) Corners() []Point {
	n := d.n
	unit, turn, rising, negative := filled(0, n), filled(1, n), make([]float64, n), filled(0, n)
	unit[0], negative[n-1] = 1, -1
	hugeOnes := make([]float64, n)
	for i := range rising {
		rising[i] = float64(i + 1)
		hugeOnes[i] = huge * float64(i+1)
		if i%2 == 1 {
			turn[i] = -1
		}
	}
	ps := points(filled(0, n), unit, negative, filled(1, n), turn, rising, filled(tiny, n), hugeOnes)
	if d.kind != value.Matrix || d.rows < 2 || d.cols < 2 {
		return ps
	}
	eye, near := filled(0, n), filled(1, n)
	for i := range min(d.rows, d.cols) {
		eye[i*d.cols+i] = 1
		near[i*d.cols+i] += 1e-6
	}
	return append(ps, points(eye, near)...)
}

func (d entries) Contains(v value.Value[float64]) bool { return d.shape.has(v) }

// choices are vectors or matrices with entries from a finite set.
type choices struct{ entries }

func (d choices) String() string { return fmt.Sprintf("the %s with entries from %s", d.shape, d.elem) }

func (d choices) At(p Point) value.Value[float64] { return shaped(d.shape, numbers(d.values(p))) }

func numbers[T any](items []value.Value[T]) []T {
	a := make([]T, len(items))
	for i, x := range items {
		a[i] = x.N
	}
	return a
}

func (d choices) Draw(r *rand.Rand) Point { return d.copies.Draw(r) }

func (d choices) Corners() []Point { return d.copies.Corners() }

func (d choices) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	v, err := d.exact(r, bits)
	if err != nil {
		return value.Value[*big.Rat]{}, err
	}
	return shaped(d.shape, numbers(v)), nil
}

func (d choices) Contains(v value.Value[float64]) bool {
	if !d.shape.has(v) {
		return false
	}
	for _, x := range v.A {
		if !d.elem.Contains(floats.Number(x)) {
			return false
		}
	}
	return true
}
