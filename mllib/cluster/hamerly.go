package cluster

import (
	"math"
	"sync/atomic"
)

// This file holds the bounds that let a pass skip most observations.
//
// For each observation, upper is at least its distance from the centre of its cluster, and lower at most its distance
// from every other centre. When centres move, the triangle inequality carries both over: upper grows by what the own
// centre moved, lower shrinks by the largest move of another one. As long as upper < lower, or upper is less than half
// the distance from the own centre to the nearest other centre, the nearest centre is still the same one.
//
// Rounding must not change an answer. A computed distance in R^d is off by a factor of at most 1 ± (d/2+2)·2^-52, so that bounds
// are widened by slack = 4(d+4)·2^-52 times what goes into them. Then upper < lower implies that the plain algorithm, which compares
// computed squared distances, would also prefer the own centre; where the bounds cannot tell, the plain comparison is made.
//
// Reference: G. Hamerly, Making k-means even faster, SIAM International Conference on Data Mining (2010), 130-140.
type bounds struct {
	upper, lower []float64 // of each observation
	half         []float64 // half the distance from each centre to the nearest other one
	moved        []float64 // how far each centre moved in the last step
	first, next  float64   // the largest and the second largest of moved
	farthest     int       // the centre of the largest
	slack        float64
	k, d         int
	tight        tightening
}

// tightening says whether it pays to compute the distance from the own centre alone, before those from all centres: it does where that spares enough
// observations the others. That is tried out on some of them in each pass.
type tightening struct {
	off           bool
	tried, spared atomic.Int64
}

// tightening pays from a share of one in tightenShare on; it is tried on one observation in tightenSample.
const tightenShare, tightenSample = 8, 16

// next makes the choice for the next pass.
func (t *tightening) next() {
	tried, spared := t.tried.Swap(0), t.spared.Swap(0)
	t.off = spared*tightenShare < tried
}

func newBounds(n, k, d int) *bounds {
	return &bounds{
		upper: make([]float64, n), lower: make([]float64, n), half: make([]float64, k), moved: make([]float64, k),
		slack: 4 * float64(d+4) * 0x1p-52, k: k, d: d,
	}
}

// forget makes all bounds useless, so that the next pass computes all distances.
func (b *bounds) forget() {
	for i := range b.upper {
		b.lose(i)
	}
	clear(b.moved)
	b.first, b.next = 0, 0
}

// lose makes the bounds of observation i useless.
func (b *bounds) lose(i int) { b.upper[i], b.lower[i] = math.Inf(1), 0 }

// take notes bounds of the squared distances of observation i: from its centre at most upper, from all others at least lower.
func (b *bounds) take(i int, upper, lower float64) {
	b.upper[i], b.lower[i] = math.Sqrt(upper)*(1+b.slack), math.Sqrt(lower)*(1-b.slack)
}

// gaps computes half the distances from the centres to their nearest neighbours.
func (b *bounds) gaps(centers []float64, many *products) {
	if many != nil {
		many.gaps(b.half)
		for k, v := range b.half {
			b.half[k] = .5 * math.Sqrt(v) * (1 - 2*b.slack)
		}
		return
	}
	for k := range b.half {
		b.half[k] = math.Inf(1)
	}
	for k := range b.k {
		c := centers[k*b.d : (k+1)*b.d]
		for l := range k {
			h := .5 * math.Sqrt(squared(c, centers[l*b.d:])) * (1 - 2*b.slack)
			b.half[k], b.half[l] = min(b.half[k], h), min(b.half[l], h)
		}
	}
}

// drift notes how far the centres moved. The bounds of the observations follow when they are next looked at.
func (b *bounds) drift(old, new []float64) {
	b.first, b.next, b.farthest = 0, 0, -1
	for k := range b.k {
		m := math.Sqrt(squared(old[k*b.d:(k+1)*b.d], new[k*b.d:])) * (1 + b.slack)
		b.moved[k] = m
		if m > b.first {
			b.first, b.next, b.farthest = m, b.first, k
		} else if m > b.next {
			b.next = m
		}
	}
}

// tightenFrom is the number of centres beyond which it pays to compute the distance from the own centre alone, before those
// from all centres, which the finder computes side by side.
const tightenFrom = 48

// assignBounded is assignPlain with bounds.
func (r *run) assignBounded(lo, hi int, scratch []float64) (moved int, distances int64) {
	const grow, shrink = 1 + 0x1p-51, 1 - 0x1p-51 // rounding of one addition
	b := r.bounds
	upper, lower, labels, waiting := b.upper[:hi], b.lower[:hi], r.labels[:hi], lo
	tried, spared := int64(0), int64(0)
	defer func() { b.tight.tried.Add(tried); b.tight.spared.Add(spared) }()
	for i := lo; i < hi; i++ {
		if k := labels[i]; k >= 0 {
			away := b.first
			if int(k) == b.farthest {
				away = b.next
			}
			u, l := (upper[i]+b.moved[k])*grow, (lower[i]-away)*shrink
			upper[i], lower[i] = u, l
			if u < l || u < b.half[k] {
				continue
			}
			if b.k > tightenFrom && (!b.tight.off || i%tightenSample == 0) {
				tried++
				u = math.Sqrt(r.fromOwn(i, int(k))) * (1 + b.slack)
				upper[i] = u
				if u < l || u < b.half[k] {
					spared++
					continue
				}
			}
		}
		if r.many != nil {
			r.waiting[waiting] = int32(i)
			waiting++
			continue
		}
		k, least, second := r.finder.nearest(r.row(i), scratch)
		distances += int64(r.K)
		b.take(i, least, second)
		moved += r.put(i, k, lo+moved)
	}
	if waiting > lo {
		m, all := r.assignMany(lo, waiting)
		return m, distances + all + tried
	}
	return moved, distances + tried
}

// fromOwn is at least the squared distance, but for rounding, of observation i from centre k.
func (r *run) fromOwn(i, k int) float64 {
	if r.many != nil {
		return r.many.upper(i, k)
	}
	return squared(r.row(i), r.centers[k*r.d:])
}
