package data

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Split shuffles the observations with src and returns the first round(fraction·n) of them as train and the others as
// test. It returns an error that wraps input.ErrParam unless both parts hold at least one observation, or if src is nil.
//
// Curriculum: N1.1c.
func (s *Set) Split(fraction float64, src rand.Source) (train, test *Set, err error) {
	first, second, err := shuffled(s.Len(), fraction, src)
	if err != nil {
		return nil, nil, fmt.Errorf("data: split: %w", err)
	}
	if train, err = s.Take(first); err != nil {
		return nil, nil, err
	}
	test, err = s.Take(second)
	return train, test, err
}

// shuffled deals 0..n-1 in random order: the first round(fraction·n) of them, and the others.
func shuffled(n int, fraction float64, src rand.Source) (first, second []int, err error) {
	k := int(fraction*float64(n) + 0.5)
	if err := input.Param(fraction > 0 && k >= 1 && k < n, "fraction", fraction, fmt.Sprintf("a share that leaves both parts some of the %d observations", n)); err != nil {
		return nil, nil, err
	}
	if src == nil {
		return nil, nil, input.Param(false, "src", nil, "a source of randomness")
	}
	order := rand.New(src).Perm(n)
	return order[:k], order[k:], nil
}

// Shuffled returns a copy of the set with the observations in random order, as validate.LearningCurve wants them. It returns an error that wraps
// input.ErrParam if src is nil, and those of Take.
func (s *Set) Shuffled(src rand.Source) (*Set, error) {
	order, err := permuted(s.Len(), src)
	if err != nil {
		return nil, err
	}
	return s.Take(order)
}

// Shuffled returns a copy of the data with the observations in random order, as Set.Shuffled does.
func (r *Regression) Shuffled(src rand.Source) (*Regression, error) {
	order, err := permuted(r.Len(), src)
	if err != nil {
		return nil, err
	}
	return r.Take(order)
}

func permuted(n int, src rand.Source) ([]int, error) {
	if src == nil {
		return nil, fmt.Errorf("data: shuffle: %w", input.Param(false, "src", nil, "a source of randomness"))
	}
	return rand.New(src).Perm(n), nil
}

// SplitStratified is Split class by class: the first round(fraction·n_k) of the n_k observations of each class, in random order,
// are train and the others test, so that both have the classes in the same shares, up to rounding. Both parts are in the order of the
// set, not shuffled as those of Split: if you take the first rows of a part, as a learning curve does, call Shuffled first. It returns an error that
// wraps input.ErrParam unless both parts hold at least one observation of every class, or if src is nil.
func (s *Set) SplitStratified(fraction float64, src rand.Source) (train, test *Set, err error) {
	if err := s.fits(); err != nil {
		return nil, nil, fmt.Errorf("data: split: %w", err)
	}
	if src == nil {
		return nil, nil, fmt.Errorf("data: split: %w", input.Param(false, "src", nil, "a source of randomness"))
	}
	of := map[int][]int{}
	for _, i := range rand.New(src).Perm(s.Len()) {
		of[s.Y[i]] = append(of[s.Y[i]], i)
	}
	var first, second []int
	for _, label := range s.Classes() {
		rows := of[label]
		k := int(fraction*float64(len(rows)) + 0.5)
		want := fmt.Sprintf("a share that leaves both parts some of the %d observations of class %s", len(rows), s.ClassName(label))
		if err := input.Param(fraction > 0 && k >= 1 && k < len(rows), "fraction", fraction, want); err != nil {
			return nil, nil, fmt.Errorf("data: split: %w", err)
		}
		first, second = append(first, rows[:k]...), append(second, rows[k:]...)
	}
	slices.Sort(first)
	slices.Sort(second)
	if train, err = s.Take(first); err != nil {
		return nil, nil, err
	}
	test, err = s.Take(second)
	return train, test, err
}
