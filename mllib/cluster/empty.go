package cluster

import "fmt"

// fill applies the rule for empty clusters, after the sums and sizes of all others are known.
func (r *run) fill() error {
	var far []float64 // distance of each observation from the centre to which it was assigned
	for k, size := range r.sizes {
		if size > 0 {
			continue
		}
		r.emptied++
		switch r.Empty {
		case Fail:
			return fmt.Errorf("cluster %d in pass %d: %w", k, r.iterations, ErrEmptyCluster)
		case Keep:
			continue
		}
		if far == nil {
			far = make([]float64, r.n)
			for i := range far {
				far[i] = r.distance(i)
			}
		}
		if i := r.farthest(far); i >= 0 {
			far[i] = 0
			r.give(i, k)
		}
	}
	return nil
}

// farthest returns the observation of largest distance > 0 in a cluster of at least two, or -1.
func (r *run) farthest(far []float64) int {
	best, most := -1, 0.0
	for i, v := range far {
		if v > most && r.sizes[r.labels[i]] > 1 {
			best, most = i, v
		}
	}
	return best
}

// give moves observation i into the empty cluster k and puts its centre there.
func (r *run) give(i, k int) {
	from := int(r.labels[i])
	subtractFrom(r.sums[from*r.d:], r.row(i))
	addTo(r.sums[k*r.d:], r.row(i))
	r.sizes[from]--
	r.sizes[k]++
	r.labels[i] = int32(k)
	copy(r.centers[k*r.d:], r.row(i))
	if r.bounds != nil {
		r.bounds.lose(i)
	}
}
