package domain

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/value"
)

// Items are the elements of a finite set, in floating point and, where they are known, exactly and in the same order (else nil).
type Items struct {
	Floats []value.Value[float64]
	Exact  []value.Value[*big.Rat]
}

// Range is the set of the integers from lo to hi.
func Range(lo, hi int) Items {
	var s Items
	for i := lo; i <= hi; i++ {
		s.Floats, s.Exact = append(s.Floats, floats.Int(i)), append(s.Exact, exact.Int(i))
	}
	return s
}

var errEmpty = errors.New("the set is empty")

func (s Items) check() error {
	if len(s.Floats) == 0 {
		return errEmpty
	}
	if len(s.Floats) > maxSize {
		return fmt.Errorf("the set has %d elements: there may be at most %d", len(s.Floats), maxSize)
	}
	return nil
}

// pick is element i exactly.
func (s Items) pick(i int) (value.Value[*big.Rat], error) {
	if s.Exact == nil {
		return value.Value[*big.Rat]{}, ErrInexact
	}
	return s.Exact[i], nil
}

// index is the place of an element, or -1.
func (s Items) index(v value.Value[float64]) int {
	for i, x := range s.Floats {
		if floats.Same(x, v) {
			return i
		}
	}
	return -1
}

func (s Items) String() string { return fmt.Sprintf("a set with %d elements", len(s.Floats)) }

// LargestNatural is the largest number that is drawn from ℕ.
const LargestNatural = 8

// Naturals is {1, …, 8} for ℕ.
func Naturals() Domain { return finiteSet{Range(1, LargestNatural)} }

// Integers is {-8, …, 8} for ℤ.
func Integers() Domain { return finiteSet{Range(-8, 8)} }

// Finite is a finite set that is not empty: one choice, no coordinates.
func Finite(s Items) (Domain, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return finiteSet{s}, nil
}

type finiteSet struct{ Items }

func (d finiteSet) Coordinates() int                     { return 0 }
func (d finiteSet) Choices() []int                       { return []int{len(d.Floats)} }
func (d finiteSet) At(p Point) value.Value[float64]      { return d.Floats[p.Choice[0]] }
func (d finiteSet) Draw(r *rand.Rand) Point              { return Point{Choice: []int{r.IntN(len(d.Floats))}} }
func (d finiteSet) Contains(v value.Value[float64]) bool { return d.index(v) >= 0 }

func (d finiteSet) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return d.pick(r.IntN(len(d.Floats)))
}

func (d finiteSet) Corners() []Point {
	n := len(d.Floats)
	if n == 1 {
		return []Point{{Choice: []int{0}}}
	}
	return []Point{{Choice: []int{0}}, {Choice: []int{n - 1}}, {Choice: []int{1}}}
}

// Subsets has all subsets of a finite set: one choice out of two for each element.
func Subsets(s Items) (Domain, error) {
	if len(s.Floats) > 64 {
		return nil, fmt.Errorf("subsets of %s: there may be at most 64 elements", s)
	}
	return subsets{s}, nil
}

type subsets struct{ Items }

func (d subsets) String() string   { return "the subsets of " + d.Items.String() }
func (d subsets) Coordinates() int { return 0 }

func (d subsets) Choices() []int { return twos(len(d.Floats)) }

func twos(n int) []int {
	c := make([]int, n)
	for i := range c {
		c[i] = 2
	}
	return c
}

func (d subsets) At(p Point) value.Value[float64] { return subset(d.Floats, p.Choice) }

// subset has the items that are chosen.
func subset[T any](items []value.Value[T], chosen []int) value.Value[T] {
	v := value.Value[T]{Kind: value.Set}
	for i, x := range items {
		if chosen[i] == 1 {
			v.Items = append(v.Items, x)
		}
	}
	return v
}

func (d subsets) Draw(r *rand.Rand) Point { return Point{Choice: choose(r, d.Choices())} }

// choose draws each choice.
func choose(r *rand.Rand, choices []int) []int {
	c := make([]int, len(choices))
	for i, n := range choices {
		c[i] = r.IntN(n)
	}
	return c
}

func (d subsets) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	if d.Items.Exact == nil && len(d.Floats) > 0 {
		return value.Value[*big.Rat]{}, ErrInexact
	}
	return subset(d.Items.Exact, choose(r, d.Choices())), nil
}

func (d subsets) Corners() []Point {
	n := len(d.Floats)
	empty, whole := make([]int, n), twos(n)
	for i := range whole {
		whole[i] = 1
	}
	return []Point{{Choice: empty}, {Choice: whole}}
}

func (d subsets) Contains(v value.Value[float64]) bool {
	in, err := floats.Subset(v, value.Value[float64]{Kind: value.Set, Items: d.Floats})
	return err == nil && in
}

// Permutations has the permutations of {1, …, n}, functions from i to σ(i). The choices are which of the numbers that are left is
// σ(1), σ(2), …
func Permutations(n int) (Domain, error) {
	if err := checkSize("permutations", n); err != nil {
		return nil, err
	}
	if n > 1000 {
		return nil, fmt.Errorf("permutations of %d numbers: there may be at most 1000", n)
	}
	return permutations{Range(1, n)}, nil
}

type permutations struct{ Items }

func (d permutations) String() string {
	return fmt.Sprintf("the permutations of 1, …, %d", len(d.Floats))
}
func (d permutations) Coordinates() int { return 0 }

func (d permutations) Choices() []int {
	c := make([]int, len(d.Floats))
	for i := range c {
		c[i] = len(c) - i
	}
	return c
}

func (d permutations) At(p Point) value.Value[float64] {
	return floats.TableOf(d.Floats, permuted(d.Floats, p.Choice))
}

// permuted takes, one after another, the chosen one of what is left.
func permuted[T any](items []value.Value[T], choice []int) []value.Value[T] {
	left := append([]value.Value[T](nil), items...)
	var taken []value.Value[T]
	for _, c := range choice {
		taken = append(taken, left[c])
		left = append(left[:c], left[c+1:]...)
	}
	return taken
}

func (d permutations) Draw(r *rand.Rand) Point { return Point{Choice: choose(r, d.Choices())} }

func (d permutations) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return exact.TableOf(d.Items.Exact, permuted(d.Items.Exact, choose(r, d.Choices()))), nil
}

// Corners are the identity, the reversal, and the exchange of 1 and 2.
func (d permutations) Corners() []Point {
	n := len(d.Floats)
	reversed, swapped := make([]int, n), make([]int, n)
	for i := range reversed {
		reversed[i] = n - 1 - i
	}
	if n > 1 {
		swapped[0] = 1
	}
	return []Point{{Choice: make([]int, n)}, {Choice: reversed}, {Choice: swapped}}
}

func (d permutations) Contains(v value.Value[float64]) bool {
	if v.Kind != value.Func || len(v.Items) != len(d.Floats) {
		return false
	}
	seen := make([]bool, len(d.Floats))
	for i, pair := range v.Items {
		k := -1
		if pair.Kind == value.Tuple && len(pair.Items) == 2 && floats.Same(pair.Items[0], d.Floats[i]) {
			k = d.index(pair.Items[1])
		}
		if k < 0 || seen[k] {
			return false
		}
		seen[k] = true
	}
	return true
}
