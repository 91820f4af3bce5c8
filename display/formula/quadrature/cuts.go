package quadrature

import "math"

// This file cuts a piece where the integrand goes over from one formula to another, as a minimum or an absolute value does: the caller tells
// by which branches the last value came about, and between two samples of different branches the change is found by halving. Both sides
// are smooth then, where a rule for smooth integrands would be off by more than it can know.

// maxCuts is how many changes an integration looks for.
const maxCuts = 32

// cuts are the places of the piece at which the branch changes, in order, where the integrand counts.
func (p *piece) cuts() (places []float64, err error) {
	if p.in.branch == nil || len(p.first) == 0 {
		return nil, nil
	}
	largest := 0.0
	for _, s := range p.first {
		largest = max(largest, math.Abs(s.y))
	}
	for i := 1; i < len(p.first) && p.in.cuts < maxCuts; i++ {
		a, b := p.first[i-1], p.first[i]
		if a.branch == b.branch || max(math.Abs(a.y), math.Abs(b.y)) <= 1e-17*largest {
			continue
		}
		lo, _, _ := p.place(p.from + coarse*float64(i-1))
		hi, _, _ := p.place(p.from + coarse*float64(i))
		for lo < hi && p.in.cuts < maxCuts {
			cut, after, err := p.change(lo, hi, a.branch)
			if err != nil {
				return places, err
			}
			p.in.cuts++
			if !p.isEnd(cut) {
				places = append(places, cut)
			}
			if after == b.branch {
				break
			}
			lo, a.branch = cut, after
		}
	}
	return places, nil
}

// isEnd tells whether a place is an end of the piece to rounding, as where the piece before was cut there.
func (p *piece) isEnd(x float64) bool {
	near := 4e-15 * max(math.Abs(x), 1e-300)
	return x-p.a <= near || p.b-x <= near
}

// change is the first place found between lo and hi at which the branch is no longer the given one, and the branch there.
func (p *piece) change(lo, hi float64, branch uint64) (at float64, after uint64, err error) {
	after = branch
	for {
		middle := lo + (hi-lo)/2
		if middle <= lo || middle >= hi || hi-lo <= 1e-15*math.Max(math.Abs(lo), math.Abs(hi)) {
			break
		}
		if p.in.left--; p.in.left < 0 {
			return hi, after, ErrDivergent
		}
		if _, _, err := p.f(middle); err != nil {
			return hi, after, err
		}
		if b := p.in.branch(); b == branch {
			lo = middle
		} else {
			hi, after = middle, b
		}
	}
	if after == branch { // the end itself
		p.f(hi)
		after = p.in.branch()
	}
	return hi, after, nil
}
