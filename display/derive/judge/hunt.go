package judge

import (
	"cmp"
	"math"
	"slices"

	"github.com/mercer-go/mercer/display/formula/domain"
)

// This file hunts for a point that refutes an inequality: from the points at which it is tightest it moves through the domains,
// coordinate by coordinate, to make the slack smaller, after Hooke and Jeeves, "Direct search" solution of numerical and statistical
// problems (1961). Every step is determined by the points before.

// starts is from how many points the hunt sets out.
const starts = 4

// hunt goes from the tightest points of each inequality.
func (j *judge) hunt() error {
	for _, c := range j.claims {
		if c.done || len(c.open) == 0 || j.s.hunt == 0 || j.isSettled() {
			continue
		}
		open := slices.Clone(c.open)
		slices.SortStableFunc(open, func(a, b openSpot) int { return cmp.Compare(b.ratio, a.ratio) })
		for _, from := range open[:min(starts, len(open))] {
			s := &search{j: j, c: c, left: j.s.hunt / starts}
			if j.float.steps > 2*maxSteps {
				return nil
			}
			if err := s.run(from.spot); err != nil {
				return err
			}
			if c.done {
				break
			}
		}
	}
	return nil
}

// openSpot is a point where an inequality holds, and how tight it is.
type openSpot struct {
	spot
	ratio float64
}

// search is one way down from a point.
type search struct {
	j    *judge
	c    *checked
	left int // evaluations
	err  error
}

// run moves from a spot as long as the inequality gets tighter.
func (s *search) run(from spot) error {
	at := clonePlaces(from.coords)
	value := s.try(from.row, at)
	size := 0.3
	for s.left > 0 && size > 1e-7 && !s.c.done && s.err == nil {
		before := clonePlaces(at)
		better := s.explore(from.row, at, value, size)
		if better >= value {
			size *= 0.4
			continue
		}
		value = better
		ahead := beyond(before, at) // once more in the direction that helped
		if v := s.try(from.row, ahead); v < value {
			value, at = v, ahead
		}
	}
	return s.err
}

// explore changes each coordinate in turn and keeps what helps.
func (s *search) explore(row int, at []domain.Point, value, size float64) float64 {
	for i := range at {
		for k, x := range at[i].X {
			for _, step := range []float64{size, -size} {
				at[i].X[k] = x + step*max(math.Abs(x), 0.3)
				if v := s.try(row, at); v < value {
					value = v
					break
				}
				at[i].X[k] = x
			}
		}
		value = s.exploreChoices(row, at, i, value)
	}
	return value
}

// exploreChoices tries the neighbours of each discrete coordinate.
func (s *search) exploreChoices(row int, at []domain.Point, i int, value float64) float64 {
	for k, x := range at[i].Choice {
		for _, step := range []int{1, -1} {
			at[i].Choice[k] = x + step
			if v := s.try(row, at); v < value {
				value = v
				break
			}
			at[i].Choice[k] = x
		}
	}
	return value
}

// try is minus the tightness of the inequality at a place, +Inf where that is no point.
func (s *search) try(row int, places []domain.Point) float64 {
	if s.left--; s.left < 0 || s.c.done || s.err != nil {
		return math.Inf(1)
	}
	at, ok, err := s.j.build(row, func(i int, _ domain.Domain) (domain.Point, bool) { return places[i].Clone(), true })
	if err != nil || !ok {
		return math.Inf(1)
	}
	at.origin = "found by the hunt"
	s.j.float.moved()
	f := s.c.find(s.j.float)
	switch {
	case f.err != nil || !f.finite || !f.order || f.scale == 0 || tooSmall(f):
		return math.Inf(1)
	case f.violated():
		if f, violated := s.j.confirmed(s.c, at, f); violated {
			s.j.refuted(s.c, at, f)
		}
		return math.Inf(1)
	}
	if r := f.ratio(); r > s.c.ratio {
		s.c.ratio, s.c.best = r, at
	}
	return -f.ratio()
}

// tooSmall tells whether the sides are so small that they may have lost digits.
func tooSmall(f finding) bool { return f.scale < 1e-100 }

// beyond is as far from at as at is from before.
func beyond(before, at []domain.Point) []domain.Point {
	ahead := clonePlaces(at)
	for i := range ahead {
		for k := range ahead[i].X {
			ahead[i].X[k] += at[i].X[k] - before[i].X[k]
		}
	}
	return ahead
}

func clonePlaces(places []domain.Point) []domain.Point {
	all := make([]domain.Point, len(places))
	for i, p := range places {
		all[i] = p.Clone()
	}
	return all
}
