package judge

import (
	"math"
	"math/big"
	"slices"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file sets the machine to points that are given by the values of the variables, not by coordinates of their domains: so that an entry
// can be a number that was solved for.

// place is a point by its values; exact, if not nil, has them in rational numbers.
type place struct {
	values []value.Value[float64]
	exact  []value.Value[*big.Rat]
	row    int
}

// placeOf is the point of a spot, whose entries can be changed.
func placeOf(at spot) *place {
	p := &place{row: at.row}
	for _, v := range at.values {
		p.values = append(p.values, cloned(v))
	}
	return p
}

// cloned is a value that shares no numbers with v.
func cloned(v value.Value[float64]) value.Value[float64] {
	v.A = slices.Clone(v.A)
	if v.Kind == value.Family {
		v.Items = slices.Clone(v.Items)
		for i, item := range v.Items {
			v.Items[i] = cloned(item)
		}
	}
	return v
}

// entries are the numbers that a value is made of; those of a set, a law or a table do not count.
func entries(v *value.Value[float64]) (all []*float64) {
	switch v.Kind {
	case value.Number:
		return []*float64{&v.N}
	case value.Vector, value.Row, value.Matrix:
		for k := range v.A {
			all = append(all, &v.A[k])
		}
	case value.Family:
		for i := range v.Items {
			all = append(all, entries(&v.Items[i])...)
		}
	}
	return all
}

// exactEntry replaces number k of a value, counted as entries does.
func exactEntry(v value.Value[*big.Rat], k int, x *big.Rat) value.Value[*big.Rat] {
	switch v.Kind {
	case value.Number:
		v.N = x
	case value.Family:
		v.Items = slices.Clone(v.Items)
		for i, item := range v.Items {
			n := countEntries(item)
			if k < n {
				v.Items[i] = exactEntry(item, k, x)
				break
			}
			k -= n
		}
	default:
		v.A = slices.Clone(v.A)
		v.A[k] = x
	}
	return v
}

func countEntries(v value.Value[*big.Rat]) int {
	switch v.Kind {
	case value.Number:
		return 1
	case value.Family:
		n := 0
		for _, item := range v.Items {
			n += countEntries(item)
		}
		return n
	}
	return len(v.A)
}

// put sets the machine to a place. It reports false where that is not in the domains, or violates an assumption.
func (j *judge) put(p *place) bool {
	j.useRow(p.row)
	for i, v := range j.p.Vars {
		if !v.Bound {
			d, err := j.domainOf(v)
			if err != nil || !d.Contains(p.values[i]) {
				return false
			}
		}
		j.m.Set(v, p.values[i])
	}
	j.float.moved()
	ok, err := j.allowed()
	return ok && err == nil
}

// isFree tells whether each number of variable i can be changed by itself.
func (j *judge) isFree(i int) bool {
	v := j.p.Vars[i]
	if v.Bound {
		return false
	}
	d, err := j.domainOf(v)
	return err == nil && domain.IsFree(d)
}

// spot is the place as a spot.
func (p *place) spot(origin string) spot {
	values := make([]value.Value[float64], len(p.values))
	for i, v := range p.values {
		values[i] = cloned(v)
	}
	return spot{values: values, exact: slices.Clone(p.exact), row: p.row, origin: origin}
}

// rounded rounds the entries of a place to a few decimals, where that stays within the domains.
func (j *judge) rounded(p *place) {
	for i := range p.values {
		if !j.isFree(i) {
			continue
		}
		for _, unit := range []float64{1, 10} {
			before := cloned(p.values[i])
			for _, x := range entries(&p.values[i]) {
				*x = math.Round(*x*unit) / unit
			}
			if unit > 1 && j.put(p) || unit == 1 && allNonzero(&p.values[i]) && j.put(p) {
				break
			}
			p.values[i] = before
		}
	}
}

func allNonzero(v *value.Value[float64]) bool {
	return !slices.ContainsFunc(entries(v), func(x *float64) bool { return *x == 0 })
}
