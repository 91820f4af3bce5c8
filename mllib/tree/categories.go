package tree

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// This file cuts columns of categories. With two classes, or numbers, a best cut lies between two neighbours in the order of the shares or means of
// the categories; with more classes all ways to part them are tried. Missing values are a category of their own.

// group is the entries of one category.
type group struct {
	entries []entry
	weight  float64
	counts  []float64 // by class
	mean    float64   // of the numbers, or the share of the second class
}

// groups takes the entries of a sorted column apart.
func (s *search) groups(sorted []entry) []group {
	var all []group
	for lo := 0; lo < len(sorted); {
		hi := lo + 1
		for hi < len(sorted) && !differ(sorted[hi-1].v, sorted[hi].v) {
			hi++
		}
		g := group{entries: sorted[lo:hi], counts: make([]float64, s.classes)}
		for _, e := range g.entries {
			w := s.targets.of(int(e.row))
			g.weight += w
			if s.number != nil {
				g.mean += w * (s.number[e.row] - s.first - s.middle)
			} else {
				g.counts[e.class] += w
			}
		}
		if s.number == nil {
			g.mean = g.counts[1]
		}
		g.mean /= g.weight
		all, lo = append(all, g), hi
	}
	return all
}

// categorical is the best cut of a column of categories, or best if that is not worse.
func (s *search) categorical(j int, sorted []entry, best cut) cut {
	all := s.groups(sorted)
	if len(all) < 2 {
		return best
	}
	if s.classes > 2 {
		return s.allWays(j, all, best)
	}
	slices.SortStableFunc(all, func(a, b group) int { return cmp.Compare(a.mean, b.mean) })
	line, size := s.spare[:0], 0
	for rank, g := range all {
		for _, e := range g.entries {
			e.v = float64(rank)
			line = append(line, e)
		}
	}
	at, score := s.scan(line, best.score)
	if at < 0 {
		return best
	}
	left := all
	for k, g := range all {
		if size == at {
			left = all[:k]
			break
		}
		size += len(g.entries)
	}
	return categoryCut(j, score, left, all)
}

// allWays tries all ways to part the groups; the last one is always on the right.
func (s *search) allWays(j int, all []group, best cut) cut {
	chosen := uint(0)
	for way := uint(1); way < 1<<(len(all)-1); way++ {
		clear(s.left)
		l, rows, n := 0.0, 0, 0
		for k, g := range all {
			n += len(g.entries)
			if way>>k&1 == 1 {
				l += g.weight
				rows += len(g.entries)
				for c, w := range g.counts {
					s.left[c] += w
				}
			}
		}
		if rows < s.least || n-rows < s.least {
			continue
		}
		if score := s.parted(l); score > best.score+near*s.weight {
			chosen, best.score = way, score
		}
	}
	if chosen == 0 {
		return best
	}
	left := make([]group, 0, bits.OnesCount(chosen))
	for k, g := range all {
		if chosen>>k&1 == 1 {
			left = append(left, g)
		}
	}
	return categoryCut(j, best.score, left, all)
}

// categoryCut sends the groups left to the left.
func categoryCut(j int, score float64, left, all []group) cut {
	c := cut{score: score, column: j, categories: []float64{}}
	for _, g := range left {
		if v := g.entries[0].v; v == v {
			c.categories = append(c.categories, v)
		} else {
			c.missingLeft = true
		}
	}
	for _, g := range all {
		c.told = c.told || g.entries[0].v != g.entries[0].v
	}
	slices.Sort(c.categories)
	return c
}

// checkCategories refuses columns of more categories than can be tried.
func checkCategories(g Growth, columns [][]entry, classes int) error {
	for _, j := range g.Categorical {
		count := 1
		for i := range columns[j][1:] {
			if differ(columns[j][i].v, columns[j][i+1].v) {
				count++
			}
		}
		if classes > 2 && count > MostCategories {
			return input.Errorf(input.ErrParam, "Categorical", "column %d has %d categories, at most %d can be parted in all ways with %d classes", j, count, MostCategories, classes)
		}
	}
	return nil
}
