package discriminant

import "github.com/mercer-go/mercer/mllib/internal/parallel"

// chunk is the number of rows that one goroutine handles at a time. Sums are made within chunks and then over the chunks in their
// order, so that they do not depend on the number of goroutines.
const chunk = 2048

// rows is a list of rows of a matrix: those of one class, with their weights (nil for 1 each).
type rows struct {
	data   []float64
	stride int
	d      int
	index  []int
	weight []float64
}

func (r rows) weightOf(k int) float64 {
	if r.weight == nil {
		return 1
	}
	return r.weight[k]
}

// total returns the sum of the weights.
func (r rows) total() float64 {
	if r.weight == nil {
		return float64(len(r.index))
	}
	sum := 0.0
	for _, w := range r.weight {
		sum += w
	}
	return sum
}

// mean returns the weighted mean of the rows.
func (r rows) mean() []float64 {
	parts := make([][]float64, parallel.Pieces(len(r.index), chunk))
	parallel.Rows(len(r.index), chunk, func(c, lo, hi int) {
		sum := make([]float64, r.d)
		for k := lo; k < hi; k++ {
			w := r.weightOf(k)
			for j, v := range r.row(k) {
				sum[j] += w * v
			}
		}
		parts[c] = sum
	})
	mean, total := make([]float64, r.d), r.total()
	for _, p := range parts {
		for j, v := range p {
			mean[j] += v
		}
	}
	for j := range mean {
		mean[j] /= total
	}
	return mean
}

func (r rows) row(k int) []float64 {
	at := r.index[k] * r.stride
	return r.data[at : at+r.d]
}

// scatter returns Σ w (x - m)(x - m)ᵀ around the weighted mean m, which it improves in place: what the rounding of the mean
// leaves over is taken off (the corrected two-pass algorithm).
func (r rows) scatter(mean []float64) Sym {
	type part struct{ lower, rest []float64 }
	parts := make([]part, parallel.Pieces(len(r.index), chunk))
	parallel.Rows(len(r.index), chunk, func(c, lo, hi int) {
		p := part{make([]float64, r.d*r.d), make([]float64, r.d)}
		r.accumulate(p.lower, p.rest, mean, lo, hi)
		parts[c] = p
	})
	s, rest, total := zeroSym(r.d), make([]float64, r.d), r.total()
	for _, p := range parts {
		s.add(1, Sym{r.d, p.lower})
		for j, v := range p.rest {
			rest[j] += v
		}
	}
	for i := range r.d {
		for j := range i + 1 {
			v := s.Data[i*r.d+j] - rest[i]*rest[j]/total
			s.Data[i*r.d+j], s.Data[j*r.d+i] = v, v
		}
	}
	for j := range mean {
		mean[j] += rest[j] / total
	}
	return s
}

// accumulate adds the products of the centred rows lo..hi-1 to the lower triangle and the rows to rest, eight rows at a time.
func (r rows) accumulate(lower, rest, mean []float64, lo, hi int) {
	plain, weighted := make([][8]float64, r.d), make([][8]float64, r.d)
	if r.weight == nil {
		weighted = plain
	}
	for first := lo; first < hi; first += 8 {
		count := min(8, hi-first)
		if count < 8 {
			clear(plain)
			clear(weighted)
		}
		for q := range count {
			w := r.weightOf(first + q)
			for j, v := range r.row(first + q) {
				e := v - mean[j]
				plain[j][q] = e
				weighted[j][q] = w * e
				rest[j] += w * e
			}
		}
		products8(lower, plain, weighted)
	}
}

// products8 adds Σ_q v[i][q] w[j][q] to the lower triangle.
func products8(lower []float64, v, w [][8]float64) {
	d := len(v)
	for i := range v {
		a := &v[i]
		a0, a1, a2, a3, a4, a5, a6, a7 := a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
		row := lower[i*d : i*d+i+1]
		for j := range row {
			b := &w[j]
			row[j] += ((a0*b[0] + a1*b[1]) + (a2*b[2] + a3*b[3])) + ((a4*b[4] + a5*b[5]) + (a6*b[6] + a7*b[7]))
		}
	}
}
