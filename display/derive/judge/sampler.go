package judge

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// sampler sets the machine to points: drawn ones, corner cases, moved ones. A point that violates an assumption is rejected.
type sampler struct {
	ctx context.Context
	p   *eval.Program
	m   eval.Machine[float64]
	// fixed are the values from Go at the present point, by name.
	fixed map[string]value.Value[float64]
	at    [][]binding // the points from Go

	domains map[*eval.Var]domain.Domain // those that are the same at all points

	rejected int
	why      error // why an assumption had no value, the last time
}

// spot is a point: the place in the domain of each variable, in the order of the program, and the values there.
type spot struct {
	coords []domain.Point
	values []value.Value[float64]
	exact  []value.Value[*big.Rat] // the same in rational numbers, where these are known better
	row    int                     // of the points from Go
	origin string                  // where it comes from, in words
}

// chooser gives the place of variable i in its domain; ok is false where there is none.
type chooser func(i int, d domain.Domain) (place domain.Point, ok bool)

// build sets the machine to the point that choose gives. ok is false where it is none or violates an assumption; the error is one of the
// text: a domain that is empty, shapes that do not fit.
func (s *sampler) build(row int, choose chooser) (at spot, ok bool, err error) {
	at = spot{coords: make([]domain.Point, len(s.p.Vars)), values: make([]value.Value[float64], len(s.p.Vars)), row: row}
	s.useRow(row)
	for i, v := range s.p.Vars {
		if v.Bound {
			at.values[i] = s.fixed[v.Name]
			s.m.Set(v, at.values[i])
			continue
		}
		d, err := s.domainOf(v)
		if err != nil {
			return at, false, err
		}
		place, ok := choose(i, d)
		if !ok || len(place.X) != d.Coordinates() || !fits(place.Choice, d.Choices()) {
			return at, false, nil
		}
		at.coords[i], at.values[i] = place, d.At(place)
		s.m.Set(v, at.values[i])
	}
	ok, err = s.allowed()
	return at, ok, err
}

// domainOf is the domain of a variable at the present point.
func (s *sampler) domainOf(v *eval.Var) (domain.Domain, error) {
	if d := s.domains[v]; d != nil {
		return d, nil
	}
	d, err := s.p.Domain(v, s.m, nil)
	if err == nil && v.Constant() {
		s.domains[v] = d
	}
	return d, err
}

func fits(choice, choices []int) bool {
	if len(choice) != len(choices) {
		return false
	}
	for i, c := range choice {
		if c < 0 || c >= choices[i] {
			return false
		}
	}
	return true
}

// useRow takes the values from row k of the points from Go.
func (s *sampler) useRow(k int) {
	if len(s.at) == 0 {
		return
	}
	for _, b := range s.at[k] {
		s.fixed[b.name] = b.value
	}
}

// set sets the machine to a spot again.
func (s *sampler) set(at spot) {
	for i, v := range s.p.Vars {
		s.m.Set(v, at.values[i])
	}
}

// allowed tells whether the assumptions hold at the present point.
func (s *sampler) allowed() (bool, error) {
	for _, a := range s.p.Assumptions {
		r, err := s.m.Eval(a)
		if err != nil {
			if isStructural(err) {
				return false, err
			}
			s.why = err
			return false, nil
		}
		if r.Value.Kind != value.Truth || !r.Value.Truth {
			return false, nil
		}
	}
	return true, nil
}

// isStructural tells whether an evaluation failed because formulas do not fit, whatever the point.
func isStructural(err error) bool {
	var shape *value.ShapeError
	var index *value.IndexError
	var fault *eval.Fault
	return errors.As(err, &shape) || errors.As(err, &index) || errors.As(err, &fault) && fault.Cause == nil ||
		errors.Is(err, value.ErrWork) && !isInexact(err) || errors.Is(err, value.ErrStopped)
}

// drawn is a chooser that draws.
func drawn(r *rand.Rand) chooser {
	return func(_ int, d domain.Domain) (domain.Point, bool) { return d.Draw(r), true }
}

// attempts is how many points are drawn for each one that is wanted, where assumptions reject them.
const attempts = 100

// maxNumbers bounds the coordinates of all points together: of more than fewest no more are drawn then.
const maxNumbers = 1 << 22

// draw draws n points, less where assumptions reject nearly all, or where they have very many coordinates.
func (s *sampler) draw(r *rand.Rand, n int) ([]spot, error) {
	var all []spot
	rows, numbers := max(1, len(s.at)), 0
	for try := 0; len(all) < n && try < attempts*n; try++ {
		if s.ctx.Err() != nil {
			return all, s.ctx.Err()
		}
		at, ok, err := s.build(try%rows, drawn(r))
		if err != nil {
			return all, err
		}
		if !ok {
			s.rejected++
			continue
		}
		all = append(all, at)
		for _, p := range at.coords {
			numbers += len(p.X) + len(p.Choice)
		}
		if s.isSettled() && len(all) >= rows || numbers > maxNumbers && len(all) >= fewest {
			break
		}
	}
	return all, nil
}

// isSettled tells whether all values come from Go, so that there is nothing to draw.
func (s *sampler) isSettled() bool {
	for _, v := range s.p.Vars {
		if !v.Bound {
			return false
		}
	}
	return true
}

// maxCorners bounds the number of corner cases.
const maxCorners = 120

// cornerCase is the origin of a corner case.
const cornerCase = "a corner case"

// corners are special points: all variables at a corner of their domain, one of them while the others are drawn, and pairs of equal ones.
func (s *sampler) corners(r *rand.Rand) ([]spot, error) {
	if s.isSettled() {
		return nil, nil
	}
	var all []spot
	try := func(choose chooser) error {
		at, ok, err := s.build(0, choose)
		if ok && len(all) < maxCorners {
			at.origin = cornerCase
			all = append(all, at)
		}
		return err
	}
	for k := range 12 { // all at their k-th corner
		if err := try(cornerOf(r, -1, k)); err != nil {
			return all, err
		}
	}
	for i := range s.p.Vars {
		for k := range 8 {
			if err := try(cornerOf(r, i, k)); err != nil {
				return all, err
			}
		}
		for j := range i {
			if err := try(equalTo(r, i, j)); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// cornerOf puts variable i (all, if it is -1) at its k-th corner, and draws the others.
func cornerOf(r *rand.Rand, i, k int) chooser {
	return func(v int, d domain.Domain) (domain.Point, bool) {
		if v != i && i >= 0 {
			return d.Draw(r), true
		}
		c := d.Corners()
		if len(c) == 0 || i >= 0 && k >= len(c) {
			return d.Draw(r), i < 0
		}
		return c[k%len(c)], true
	}
}

// equalTo draws, with variable i at the place of variable j.
func equalTo(r *rand.Rand, i, j int) chooser {
	var at domain.Point
	return func(v int, d domain.Domain) (domain.Point, bool) {
		if v == i {
			return at.Clone(), true
		}
		p := d.Draw(r)
		if v == j {
			at = p
		}
		return p, true
	}
}

// rational carries a value to exact arithmetic: a number of few decimals as what it is written as, another one as the fraction that its
// float64 is.
func rational(v value.Value[float64]) value.Value[*big.Rat] {
	return value.Convert(v, decimal)
}

// exactValue is the value of a variable at a spot in exact arithmetic: of weights the nearest whose sum is 1.
func exactValue(v *eval.Var, x value.Value[float64]) value.Value[*big.Rat] {
	r := rational(x)
	if v.Weights() {
		normalize(r)
	}
	return r
}

// normalize divides weights by their sum, in place.
func normalize(v value.Value[*big.Rat]) {
	if v.Kind == value.Family {
		for _, w := range v.Items {
			normalize(w)
		}
		return
	}
	sum := new(big.Rat)
	for _, w := range v.A {
		sum.Add(sum, w)
	}
	for i, w := range v.A {
		if sum.Sign() != 0 {
			v.A[i] = new(big.Rat).Quo(w, sum)
		}
	}
}

// fewDecimals is how many significant digits at most are taken as they are written.
const fewDecimals = 7

func decimal(x float64) *big.Rat {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return new(big.Rat).SetInt64(int64(x))
	}
	if short := strconv.FormatFloat(x, 'e', fewDecimals-1, 64); x-x == 0 {
		if same, err := strconv.ParseFloat(short, 64); err == nil && same == x {
			r, _ := new(big.Rat).SetString(short)
			return r
		}
	}
	return number.Rational{}.Float(x)
}
