package domain

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/value"
)

// copies is n values of one domain side by side: what families, vectors with entries in a finite set, and tables have in common.
type copies struct {
	elem Domain
	n    int
}

func (d copies) Coordinates() int { return d.n * d.elem.Coordinates() }

func (d copies) Choices() []int {
	var c []int
	for range d.n {
		c = append(c, d.elem.Choices()...)
	}
	return c
}

// part is the point of copy i.
func (d copies) part(p Point, i int) Point {
	k, m := d.elem.Coordinates(), len(d.elem.Choices())
	return Point{p.X[i*k : (i+1)*k], p.Choice[i*m : (i+1)*m]}
}

// values are the values at a point.
func (d copies) values(p Point) []value.Value[float64] {
	v := make([]value.Value[float64], d.n)
	for i := range v {
		v[i] = d.elem.At(d.part(p, i))
	}
	return v
}

// Draw draws the copies independently; now and then two or more are equal.
func (d copies) Draw(r *rand.Rand) Point {
	ties := r.IntN(12) == 0
	parts := make([]Point, d.n)
	for i := range parts {
		parts[i] = d.elem.Draw(r)
		if ties && r.IntN(2) == 0 {
			parts[i] = parts[0]
		}
	}
	return joined(parts)
}

// joined is the point with the coordinates of all.
func joined(parts []Point) Point {
	var p Point
	for _, q := range parts {
		p.X, p.Choice = append(p.X, q.X...), append(p.Choice, q.Choice...)
	}
	return p
}

func (d copies) exact(r *rand.Rand, bits int) ([]value.Value[*big.Rat], error) {
	v := make([]value.Value[*big.Rat], d.n)
	for i := range v {
		x, err := d.elem.Exact(r, bits)
		if err != nil {
			return nil, err
		}
		v[i] = x
	}
	return v, nil
}

// Corners are each corner of the element for all copies, the corners one after another, and the first two in turn.
func (d copies) Corners() []Point {
	corners := d.elem.Corners()
	var ps []Point
	for _, c := range corners {
		parts := make([]Point, d.n)
		for i := range parts {
			parts[i] = c
		}
		ps = append(ps, joined(parts))
	}
	if d.n < 2 || len(corners) < 2 {
		return ps
	}
	cycle, turn := make([]Point, d.n), make([]Point, d.n)
	for i := range cycle {
		cycle[i], turn[i] = corners[i%len(corners)], corners[i%2]
	}
	return append(ps, joined(cycle), joined(turn))
}

func (d copies) containsAll(items []value.Value[float64]) bool {
	if len(items) != d.n {
		return false
	}
	for _, x := range items {
		if !d.elem.Contains(x) {
			return false
		}
	}
	return true
}

// Family is x_first, …, x_{first+n-1} in a domain.
func Family(first, n int, elem Domain) (Domain, error) {
	if err := checkSize("a family", n); err != nil {
		return nil, err
	}
	if err := checkSize("a family", n, max(1, elem.Coordinates())); err != nil {
		return nil, err
	}
	return family{copies{elem, n}, first}, nil
}

type family struct {
	copies
	first int
}

func (d family) String() string { return fmt.Sprintf("families of %d members of %s", d.n, d.elem) }

func (d family) At(p Point) value.Value[float64] { return floats.Family(d.first, d.values(p)...) }

func (d family) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	v, err := d.exact(r, bits)
	return exact.Family(d.first, v...), err
}

func (d family) Contains(v value.Value[float64]) bool {
	return v.Kind == value.Family && v.First == d.first && d.containsAll(v.Items)
}

// Maps are the functions from a finite set to a domain, as tables.
func Maps(from Items, elem Domain) (Domain, error) {
	if err := from.check(); err != nil {
		return nil, err
	}
	if err := checkSize("a table", len(from.Floats), max(1, elem.Coordinates())); err != nil {
		return nil, err
	}
	return maps{copies{elem, len(from.Floats)}, from}, nil
}

type maps struct {
	copies
	from Items
}

func (d maps) String() string { return fmt.Sprintf("the functions from %s to %s", d.from, d.elem) }

func (d maps) At(p Point) value.Value[float64] { return floats.TableOf(d.from.Floats, d.values(p)) }

func (d maps) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	if d.from.Exact == nil {
		return value.Value[*big.Rat]{}, ErrInexact
	}
	v, err := d.exact(r, bits)
	if err != nil {
		return value.Value[*big.Rat]{}, err
	}
	return exact.TableOf(d.from.Exact, v), nil
}

func (d maps) Contains(v value.Value[float64]) bool {
	if v.Kind != value.Func || v.Ref != value.Table || len(v.Items) != d.n {
		return false
	}
	images := make([]value.Value[float64], d.n)
	for i, pair := range v.Items {
		if !floats.Same(pair.Items[0], d.from.Floats[i]) {
			return false
		}
		images[i] = pair.Items[1]
	}
	return d.containsAll(images)
}

// Entries are the vectors of n numbers that are each in a domain of numbers.
func Entries(n int, elem Domain) (Domain, error) {
	if err := checkSize("a vector", n); err != nil {
		return nil, err
	}
	return entriesIn{copies{elem, n}}, nil
}

type entriesIn struct{ copies }

func (d entriesIn) String() string { return fmt.Sprintf("vectors of %d numbers of %s", d.n, d.elem) }

func (d entriesIn) At(p Point) value.Value[float64] { return vectorOf(floats, d.values(p)) }

func (d entriesIn) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	v, err := d.exact(r, bits)
	if err != nil {
		return value.Value[*big.Rat]{}, err
	}
	return vectorOf(exact, v), nil
}

func (d entriesIn) Contains(v value.Value[float64]) bool {
	if v.Kind != value.Vector {
		return false
	}
	items := make([]value.Value[float64], len(v.A))
	for i, x := range v.A {
		items[i] = floats.Number(x)
	}
	return d.containsAll(items)
}

// vectorOf is the vector of numbers.
func vectorOf[T any](o *value.Ops[T], numbers []value.Value[T]) value.Value[T] {
	a := make([]T, len(numbers))
	for i, x := range numbers {
		a[i] = x.N
	}
	return o.Vector(a...)
}
