package cluster

import (
	"runtime"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"gonum.org/v1/gonum/floats"
)

// run is the state of one run of the algorithm; it is used again for the next restart.
//
// The sums of the clusters are kept up to date by the observations that move, since late passes move few. Rounding of these
// updates is taken away at the end: when no observation moves, the sums are computed anew, and the run goes on if the
// corrected centres make an observation move. The plain algorithm and the one with bounds share all of this, so they
// see the same centres in every pass.
type run struct {
	KMeans
	*dataset
	centers []float64 // centre k is centers[k*d : (k+1)*d]
	sums    []float64 // sums of the observations of each cluster
	sizes   []int
	labels  []int32
	before  []int32 // label before the pass, of the observations that moved
	moved   []int32 // those observations: of block b from b*blockSize on, counts[b] many
	counts  []int
	worked  []int64   // distances computed, of each block
	finder  *finder   // of the nearest among the centres
	many    *products // of the nearest in many dimensions, or nil
	waiting []int32   // observations whose nearest centre is to be found by products: of block b from b*blockSize on
	scratch []float64 // its scratch space, for each block by itself
	bounds  *bounds   // nil for the plain algorithm
	old     []float64 // the centres before the second half step

	iterations int
	emptied    int
	distances  int64
	stop       Stop
	trace      []Step
}

func newRun(s *dataset, p KMeans) *run {
	r := &run{
		KMeans: p, dataset: s,
		sums: make([]float64, p.K*s.d), sizes: make([]int, p.K), old: make([]float64, p.K*s.d),
		labels: make([]int32, s.n), before: make([]int32, s.n), moved: make([]int32, s.n),
		counts: make([]int, s.blockCount()), worked: make([]int64, s.blockCount()),
	}
	r.finder = newFinder(p.K, s.d)
	if r.many = newProducts(s, p.K); r.many != nil {
		r.waiting = make([]int32, s.n)
	}
	r.scratch = make([]float64, s.blockCount()*r.spacing())
	if p.Algorithm == Hamerly {
		r.bounds = newBounds(s.n, p.K, s.d)
	}
	return r
}

// begin makes the run ready to start from the given centres.
func (r *run) begin(centers []float64) {
	r.centers = centers
	clear(r.sums)
	clear(r.sizes)
	for i := range r.labels {
		r.labels[i] = -1
	}
	r.iterations, r.emptied, r.distances, r.trace = 0, 0, 0, nil
	if r.bounds != nil {
		r.bounds.forget()
	}
}

// iterate alternates the two half steps.
func (r *run) iterate() error {
	r.stop = IterationLimit
	for r.iterations < r.MaxIter {
		moved := r.assign()
		if moved == 0 && r.iterations > 0 {
			if moved = r.refresh(); moved == 0 {
				r.iterations++
				r.stop = Converged
				r.record(0, nil)
				return nil
			}
		}
		r.iterations++
		r.transfer()
		copy(r.old, r.centers)
		if err := r.fill(); err != nil {
			return err
		}
		r.record(moved, r.setMeans)
	}
	r.resum()
	r.setMeans()
	return nil
}

// assign is the first half step; it returns how many observations changed their cluster.
func (r *run) assign() int {
	if r.many != nil {
		r.many.set(r.centers)
	} else {
		r.finder.set(r.centers)
	}
	if r.bounds != nil {
		r.bounds.tight.next()
		r.bounds.gaps(r.centers, r.many)
	}
	r.blocks(r.K, func(b, lo, hi int) {
		scratch := r.scratch[b*r.spacing():][:r.finder.width]
		if r.bounds != nil {
			r.counts[b], r.worked[b] = r.assignBounded(lo, hi, scratch)
		} else {
			r.counts[b], r.worked[b] = r.assignPlain(lo, hi, scratch)
		}
	})
	moved := 0
	for b, c := range r.counts {
		moved += c
		r.distances += r.worked[b]
	}
	return moved
}

// spacing is the distance of the blocks' scratch spaces: a cache line more than they need, since goroutines write them at the
// same time.
func (r *run) spacing() int { return r.finder.width + 8 }

func (r *run) assignPlain(lo, hi int, scratch []float64) (moved int, distances int64) {
	if r.many != nil {
		for i := lo; i < hi; i++ {
			r.waiting[i] = int32(i)
		}
		return r.assignMany(lo, hi)
	}
	for i := lo; i < hi; i++ {
		k, _, _ := r.finder.nearest(r.row(i), scratch)
		moved += r.put(i, k, lo+moved)
	}
	return moved, int64(hi-lo) * int64(r.K)
}

// assignMany gives the observations in waiting[lo:hi] their nearest centres.
func (r *run) assignMany(lo, hi int) (moved int, distances int64) {
	first := lo // place of the next that moves: they are fewer than those that wait
	r.many.each(r.waiting[lo:hi], func(i, k int, upper, lower float64) {
		if r.bounds != nil {
			r.bounds.take(i, upper, lower)
		}
		moved += r.put(i, k, first+moved)
	})
	return moved, int64(hi-lo) * int64(r.K)
}

// put gives observation i the label k and returns 1 if that is a new one, noting i at the given place of the moved.
func (r *run) put(i, k, place int) int {
	if r.labels[i] == int32(k) {
		return 0
	}
	r.before[i], r.labels[i], r.moved[place] = r.labels[i], int32(k), int32(i)
	return 1
}

// transfer takes the observations that moved from the sums of their old clusters to those of their new ones. Columns are
// independent of each other, so they are what is split among goroutines.
func (r *run) transfer() {
	work := 0
	for b, count := range r.counts {
		work += 2 * count * r.d
		for _, i := range r.moved[b*blockSize : b*blockSize+count] {
			r.sizes[r.labels[i]]++
			if from := r.before[i]; from >= 0 {
				r.sizes[from]--
			}
		}
	}
	r.columns(work, func(lo, hi int) {
		for b, count := range r.counts {
			lanes.MoveRows(r.sums[lo:], r.d, r.data[lo:], r.stride, hi-lo, r.moved[b*blockSize:b*blockSize+count], r.labels, r.before)
		}
	})
}

// columns calls f for ranges of columns that cover all of them.
func (r *run) columns(work int, f func(lo, hi int)) {
	const line = 8 // numbers of a cache line
	width := max(line, r.d/64*line)
	if runtime.GOMAXPROCS(0) == 1 {
		width = r.d
	}
	spread((r.d+width-1)/width, work, func(piece int) { f(piece*width, min(r.d, (piece+1)*width)) })
}

func addTo(dst, x []float64) {
	dst = dst[:len(x)]
	for j, v := range x {
		dst[j] += v
	}
}

func subtractFrom(dst, x []float64) {
	dst = dst[:len(x)]
	for j, v := range x {
		dst[j] -= v
	}
}

// setMeans is the second half step: every centre with observations becomes their mean. The centres of the pass are in old.
func (r *run) setMeans() {
	for k, size := range r.sizes {
		if size > 0 {
			c := r.centers[k*r.d : (k+1)*r.d]
			for j := range c {
				c[j] = r.sums[k*r.d+j] / float64(size)
			}
		}
	}
	if r.bounds != nil {
		r.bounds.drift(r.old, r.centers)
	}
}

// refresh computes sums and means from all observations, and returns how many observations move because of that.
func (r *run) refresh() int {
	copy(r.old, r.centers)
	r.resum()
	r.setMeans()
	if slices.Equal(r.old, r.centers) {
		return 0
	}
	return r.assign()
}

// resum computes the sums of the clusters from all observations.
func (r *run) resum() {
	clear(r.sums)
	r.columns(r.n*r.d, func(lo, hi int) {
		lanes.SumRows(r.sums[lo:], r.d, r.data[lo:], r.stride, hi-lo, r.labels)
	})
}

// record keeps a pass if that is asked for; means is the second half step, which it calls.
func (r *run) record(moved int, means func()) {
	if r.Trace {
		r.trace = append(r.trace, Step{Centers: rows(r.centers, r.K, r.d), Labels: widen(r.labels), Moved: moved, Assigned: r.inertia()})
	}
	if means != nil {
		means()
	}
	if r.Trace {
		r.trace[len(r.trace)-1].Centered = r.inertia()
	}
}

// inertia returns Σ ‖x_i - centre of i‖².
func (r *run) inertia() float64 {
	sums := make([]float64, r.blockCount())
	r.blocks(1, func(b, lo, hi int) {
		for i := lo; i < hi; i++ {
			sums[b] += r.distance(i)
		}
	})
	return floats.Sum(sums)
}

// distance returns the squared distance of observation i from the centre of its cluster.
func (r *run) distance(i int) float64 {
	k := int(r.labels[i])
	return squared(r.row(i), r.centers[k*r.d:(k+1)*r.d])
}

func (r *run) model() *Model {
	return &Model{
		Centers: rows(r.centers, r.K, r.d), Labels: widen(r.labels), Sizes: slices.Clone(r.sizes),
		Trace: r.trace, Report: Report{Stop: r.stop, Iterations: r.iterations, Distances: r.distances, Emptied: r.emptied},
	}
}

func rows(flat []float64, k, d int) [][]float64 {
	out := make([][]float64, k)
	for i := range out {
		out[i] = slices.Clone(flat[i*d : (i+1)*d])
	}
	return out
}

func widen(labels []int32) []int {
	out := make([]int, len(labels))
	for i, v := range labels {
		out[i] = int(v)
	}
	return out
}
