package tree

import "math"

// This file finds the best cut of one column of a node.

// near is the relative difference from which on one cut is better than another; what is below may be rounding.
const near = 1e-12

// cut is a way to part a node. Its score is larger if the sides are purer, and can be compared with that of other cuts of the node.
type cut struct {
	score       float64
	column      int // -1 for none
	threshold   float64
	categories  []float64 // to the left, where the column is categorical
	missingLeft bool
	told        bool // values were missing, so missingLeft was found
}

// search is the node whose cuts are looked for.
type search struct {
	*targets
	least  int       // entries on each side
	weight float64   // of the node
	total  []float64 // weights of its classes
	first  float64   // one of its numbers
	middle float64   // their mean, less first
	left   []float64 // of the entries that the scan has passed
	right  []float64
	spare  []entry
}

// column is the best cut of a column at positions where values differ, or best if that is not worse.
func (s *search) column(j int, sorted []entry, best cut) cut {
	known := len(sorted)
	for known > 0 && sorted[known-1].v != sorted[known-1].v {
		known--
	}
	missing := len(sorted) - known
	if at, score := s.scan(sorted, best.score); at >= 0 {
		best = cut{score: score, column: j, threshold: between(sorted[at-1].v, sorted[at].v), told: missing > 0}
	}
	if missing == 0 || known == 0 {
		return best
	}
	first := append(append(s.spare[:0], sorted[known:]...), sorted[:known]...)
	if at, score := s.scan(first, best.score); at >= 0 {
		best = cut{score: score, column: j, threshold: between(first[at-1].v, first[at].v), missingLeft: true, told: true}
	}
	return best
}

// between is a threshold between two values, a < b: the middle, or a where there is no number in the middle. If b is missing, all numbers are below.
func between(a, b float64) float64 {
	if b != b {
		return math.MaxFloat64
	}
	if a != a {
		return -math.MaxFloat64 // cannot be better than the same cut with missing values to the right
	}
	if t := a/2 + b/2; t >= a && t < b {
		return t
	}
	return a
}

// scan goes through the entries and returns after how many of them the best cut is, and its score; -1 if none is better than atLeast.
func (s *search) scan(sorted []entry, atLeast float64) (int, float64) {
	switch {
	case s.number != nil:
		return s.scanNumbers(sorted, atLeast)
	case s.impurity == Gini:
		return s.scanGini(sorted, atLeast)
	}
	return s.scanClasses(sorted, atLeast)
}

// differ reports whether a cut may lie between neighbours.
func differ(a, b float64) bool { return a < b || (a != a) != (b != b) }

// scanGini keeps the sums of squares of both sides: Σ_k L_k²/L + Σ_k R_k²/R is what Gini's impurity takes from the weight.
func (s *search) scanGini(sorted []entry, atLeast float64) (int, float64) {
	clear(s.left)
	left, at, margin := s.left, -1, near*s.weight
	var l, squares float64
	rest := 0.0
	for _, w := range s.total {
		rest += w * w
	}
	for i, e := range sorted[:len(sorted)-1] {
		w := 1.0
		if s.targets.weight != nil {
			w = s.targets.weight[e.row]
		}
		before := left[e.class]
		squares += w * (2*before + w)
		rest -= w * (2*(s.total[e.class]-before) - w)
		left[e.class] = before + w
		l += w
		if next := sorted[i+1].v; (e.v < next || differ(e.v, next)) && i+1 >= s.least && len(sorted)-i-1 >= s.least {
			if score := squares/l + rest/(s.weight-l); score > atLeast+margin {
				at, atLeast = i+1, score
			}
		}
	}
	return at, atLeast
}

// scanClasses is the same for any impurity.
func (s *search) scanClasses(sorted []entry, atLeast float64) (int, float64) {
	clear(s.left)
	at, l, margin := -1, 0.0, near*s.weight
	for i, e := range sorted[:len(sorted)-1] {
		w := s.targets.of(int(e.row))
		s.left[e.class] += w
		l += w
		if differ(e.v, sorted[i+1].v) && i+1 >= s.least && len(sorted)-i-1 >= s.least {
			if score := s.parted(l); score > atLeast+margin {
				at, atLeast = i+1, score
			}
		}
	}
	return at, atLeast
}

// parted is the score of the cut that has the weights left, l in all, on the left.
func (s *search) parted(l float64) float64 {
	for k, w := range s.total {
		s.right[k] = max(0, w-s.left[k])
	}
	return kept(s.impurity, s.left, l) + kept(s.impurity, s.right, s.weight-l)
}

// scanNumbers keeps the sum of the distances from the mean of the node, S on the left and -S on the right: S²/L + S²/R is what a cut takes from the sum of squares.
func (s *search) scanNumbers(sorted []entry, atLeast float64) (int, float64) {
	at, l, sum := -1, 0.0, 0.0
	for i, e := range sorted[:len(sorted)-1] {
		w := s.targets.of(int(e.row))
		sum += w * (s.number[e.row] - s.first - s.middle)
		l += w
		if differ(e.v, sorted[i+1].v) && i+1 >= s.least && len(sorted)-i-1 >= s.least {
			if score := sum*sum/l + sum*sum/(s.weight-l); score > atLeast+near*math.Abs(atLeast) {
				at, atLeast = i+1, score
			}
		}
	}
	return at, atLeast
}
