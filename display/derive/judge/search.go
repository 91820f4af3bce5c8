package judge

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/domain"
)

// This file moves through the domains, coordinate by coordinate, to make a goal smaller, after Hooke and Jeeves, "Direct search" solution of
// numerical and statistical problems (1961). Every step is determined by the points before.

// search is one way down from a point: it makes its goal smaller, as long as no point refutes the claim.
type search struct {
	j    *judge
	c    *checked
	goal func(f finding) float64 // at the present point; +Inf where it is none
	left int                     // evaluations
	err  error
	best spot // the last one that made the goal smaller
}

// run moves from a spot as long as the goal gets smaller, and returns what it comes to.
func (s *search) run(from spot) (float64, error) {
	s.best = from
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
	s.best = spot{coords: at, row: from.row, origin: hunted}
	return value, s.err
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

// try is the goal at a place, +Inf where that is no point, and refutes the claim if it is false there.
func (s *search) try(row int, places []domain.Point) float64 {
	if s.left--; s.left < 0 || s.c.done || s.err != nil {
		return math.Inf(1)
	}
	at, ok, err := s.j.build(row, func(i int, _ domain.Domain) (domain.Point, bool) { return places[i].Clone(), true })
	if err != nil || !ok {
		return math.Inf(1)
	}
	at.origin = hunted
	s.j.float.moved()
	f := s.c.find(s.j.float)
	if f.err != nil || s.j.refutes(s.c, at, f) {
		return math.Inf(1)
	}
	if r := f.ratio(); f.finite && f.order && f.scale > 0 && !tooSmall(f) && !f.violated() && r > s.c.ratio {
		s.c.ratio, s.c.best = r, at
	}
	return s.goal(f)
}

// manyCoordinates is from how many coordinates on a point with few decimals is no likelier than another.
const manyCoordinates = 7

// polish tries the places near to the end of a search that have few decimals: where a search comes near to, a short number may be.
func (s *search) polish() error {
	if s.j.coordinates() >= manyCoordinates {
		return nil
	}
	for _, unit := range []float64{1, 2, 10, 100, 1000} {
		places := clonePlaces(s.best.coords)
		for _, p := range places {
			for k, x := range p.X {
				p.X[k] = math.Round(x*unit) / unit
			}
		}
		f, at, ok, err := s.j.findAt(s.c, s.best.row, places)
		if err != nil || ok && f.err == nil && s.j.refutesSimple(s.c, at, f) {
			return err
		}
	}
	return nil
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
