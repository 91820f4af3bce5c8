package grove

import "github.com/mercer-go/mercer/mllib/tree"

// near is the relative difference from which on one cut is better than another; what is below may be rounding.
const near = 1e-12

// cut is a way to part a node.
type cut struct {
	column    int // -1 for none
	rank      uint32
	threshold float64
	gain      float64 // by which the impurity of the node, or its mean squared error, is lowered
}

// search looks for the best cut in columns that are drawn; where none of them can be cut, more are drawn.
func (g *Grower) search(rows []int32, least int) cut {
	best := cut{column: -1, gain: -1}
	for j := range g.drawn {
		g.drawn[j] = j
	}
	for done := 0; done < g.D && best.column < 0; {
		some := g.drawn[done:g.D]
		if m := min(g.growth.Features, len(some)); m < len(some) {
			for t := range m {
				k := t + g.rnd.IntN(len(some)-t)
				some[t], some[k] = some[k], some[t]
			}
			some = some[:m] // of equal cuts that of the column that was drawn first: in small nodes there are many
		}
		for _, j := range some {
			if !g.Constant(j) {
				best = g.column(j, rows, least, best)
			}
		}
		done += len(some)
	}
	return best
}

// column returns the best cut of a column, or best if that is not worse.
func (g *Grower) column(j int, rows []int32, least int, best cut) cut {
	sorted := g.sorted(j, rows)
	if sorted[0]>>32 == sorted[len(sorted)-1]>>32 {
		return best
	}
	var at int
	var gain float64
	switch {
	case g.numbers:
		at, gain = g.scanNumbers(sorted, least, best.gain)
	case g.task.Impurity == tree.Gini:
		at, gain = g.scanGini(sorted, least, best.gain)
	default:
		at, gain = g.scanClasses(sorted, least, best.gain)
	}
	if at == 0 {
		return best
	}
	lo, hi := uint32(sorted[at-1]>>32), uint32(sorted[at]>>32)
	return cut{j, lo, Between(g.value[j][lo], g.value[j][hi]), gain}
}

// sorted are the entries of the rows in the order of a column.
func (g *Grower) sorted(j int, rows []int32) []uint64 {
	rank := g.rank[j]
	if len(rows) <= g.N/4 {
		a := g.a[:len(rows)]
		for k, r := range rows {
			a[k] = uint64(rank[r])<<32 | uint64(k)
		}
		return byRank(a, g.b[:len(rows)], len(g.value[j])-1)
	}
	for k, r := range rows {
		g.place[r] = int32(k)
	}
	k := 0
	for _, r := range g.Order[j] {
		place := g.place[r]
		g.a[k] = uint64(rank[r])<<32 | uint64(uint32(place))
		if k -= int(^place >> 31); k == len(rows) { // one more where the place is not negative
			break
		}
	}
	for _, r := range rows {
		g.place[r] = -1
	}
	return g.a[:len(rows)]
}

// scanNumbers returns after how many entries the best cut is, 0 if none is better than atLeast. With the sum S of the distances from the mean on the left, and the weights L and R of the sides,
// a cut lowers the mean squared error by S²/(LR); for labels 0 and 1 that is half of what Gini's impurity loses.
func (g *Grower) scanNumbers(sorted []uint64, least int, atLeast float64) (at int, gain float64) {
	unit := 1.0
	if g.task.Class != nil {
		unit = 2
	}
	seen, s, l := g.seen, 0.0, 0.0
	gain, limit := atLeast, g.limit(atLeast)/unit
	rank := sorted[0] >> 32
	for i, e := range sorted[1:] {
		o := &seen[uint32(sorted[i])]
		s += o.d
		l += o.w
		next := e >> 32
		if next == rank {
			continue
		}
		rank = next
		if r := g.weight - l; float64(s*s) > float64(limit*float64(l*r)) && r > 0 && i+1 >= least && len(sorted)-i-1 >= least {
			at, gain = i+1, unit*(s/l*s/r)
			limit = g.limit(gain) / unit
		}
	}
	return at, gain
}

// limit is what a cut must exceed to be better.
func (g *Grower) limit(gain float64) float64 {
	if gain < 0 {
		return gain
	}
	return gain*(1+near) + g.tiny
}

// tiny is a gain of rounding alone, in units of the square of the largest distance from the mean.
const tiny = 1e-24

// scanGini is that of more classes: Σ_k L_k²/L + Σ_k R_k²/R, less Σ_k W_k²/W, in shares of the weight W.
func (g *Grower) scanGini(sorted []uint64, least int, atLeast float64) (at int, gain float64) {
	clear(g.left)
	var l, squares, rest float64
	for _, w := range g.totals {
		rest += float64(w * w)
	}
	before := rest / g.weight / g.weight
	gain = atLeast
	limit := g.giniLimit(gain)
	for i, e := range sorted[:len(sorted)-1] {
		k := uint32(e)
		w, c := g.seen[k].w, g.class[k]
		had := g.left[c]
		squares += float64(w * (float64(2*had) + w))
		rest -= float64(w * (float64(2*(g.totals[c]-had)) - w))
		g.left[c] = had + w
		l += w
		if e>>32 == sorted[i+1]>>32 || i+1 < least || len(sorted)-i-1 < least {
			continue
		}
		if now := (squares/l+rest/(g.weight-l))/g.weight - before; now > limit {
			at, gain = i+1, max(now, 0)
			limit = g.giniLimit(gain)
		}
	}
	return at, gain
}

// giniLimit is what a cut must exceed, in shares of the weight; gains below near are those of rounding.
func (g *Grower) giniLimit(gain float64) float64 {
	if gain < 0 {
		return gain
	}
	return gain + near
}

// scanClasses is the same for any impurity.
func (g *Grower) scanClasses(sorted []uint64, least int, atLeast float64) (at int, gain float64) {
	clear(g.left)
	l, before := 0.0, tree.Of(g.task.Impurity, g.totals)
	gain = atLeast
	limit := g.giniLimit(gain)
	for i, e := range sorted[:len(sorted)-1] {
		k := uint32(e)
		g.left[g.class[k]] += g.seen[k].w
		l += g.seen[k].w
		if e>>32 == sorted[i+1]>>32 || i+1 < least || len(sorted)-i-1 < least {
			continue
		}
		for c, w := range g.totals {
			g.right[c] = max(0, w-g.left[c])
		}
		r := g.weight - l
		now := before - float64(l*tree.Of(g.task.Impurity, g.left))/g.weight - float64(r*tree.Of(g.task.Impurity, g.right))/g.weight
		if now > limit && r > 0 {
			at, gain = i+1, max(now, 0)
			limit = g.giniLimit(gain)
		}
	}
	return at, gain
}
