package logistic

import "github.com/mercer-go/mercer/mllib/internal/lanes"

// chunk is the number of rows that products takes at a time: enough for long sums, few enough for the cache.
const chunk = 32

// products sums the second derivatives of the rows' weighted losses. With the probabilities p of a row and its entries x (1 at the
// end for the intercept) they are p_a (1[a = b] - p_b) x xᵀ for the classes a <= b, of which the upper triangle is summed.
type products struct {
	classes, width, lanes int
	sums                  []float64 // for each pair a <= b a matrix width×lanes
	rows                  []float64 // the chunk×lanes entries of the rows, with zeros beyond the width
	prob                  []float64 // their probabilities, chunk×classes
	row                   []float64 // their weights, chunk
	weights, scaled       []float64 // chunk
	total                 float64   // the sum of the weights of all rows that were loaded
	n                     int
}

func laneCount(width int) int { return (width + lanes.Width - 1) / lanes.Width * lanes.Width }

func newProducts(classes, width int) *products {
	p := &products{classes: classes, width: width, lanes: laneCount(width)}
	p.sums = make([]float64, classes*(classes+1)/2*width*p.lanes)
	p.rows, p.prob = make([]float64, chunk*p.lanes), make([]float64, chunk*classes)
	p.row, p.weights, p.scaled = make([]float64, chunk), make([]float64, chunk), make([]float64, chunk)
	return p
}

// load takes every step-th of the rows from, ..., to-1, at most chunk of them.
func (p *products) load(l *Likelihood, prob []float64, from, to, step int) {
	p.n = 0
	for i := from; i < to; i += step {
		row := p.rows[p.n*p.lanes : (p.n+1)*p.lanes]
		copy(row, l.x[i*l.stride:i*l.stride+l.D])
		if p.width > l.D {
			row[l.D] = 1
		}
		copy(p.prob[p.n*p.classes:(p.n+1)*p.classes], prob[i*p.classes:])
		p.row[p.n] = l.weight(i)
		p.total += p.row[p.n]
		p.n++
	}
}

// add adds the products of the loaded rows to the sums.
func (p *products) add() {
	sums := p.sums
	for a := range p.classes {
		for b := a; b < p.classes; b++ {
			for r := range p.n {
				w := -p.prob[r*p.classes+b]
				if a == b {
					w++
				}
				p.weights[r] = p.row[r] * p.prob[r*p.classes+a] * w
			}
			for j := range p.width {
				for r, w := range p.weights[:p.n] {
					p.scaled[r] = w * p.rows[r*p.lanes+j]
				}
				first := j / lanes.Width * lanes.Width
				lanes.AddWeighted(sums[j*p.lanes+first:(j+1)*p.lanes], p.scaled[:p.n], p.rows[first:], p.lanes)
			}
			sums = sums[p.width*p.lanes:]
		}
	}
}

// spread writes the upper triangle of the matrix of all classes, times scale, into h. The block of two different classes is
// symmetric, like that of one.
func (p *products) spread(h []float64, scale float64) {
	dim, sums := p.classes*p.width, p.sums
	for a := range p.classes {
		for b := a; b < p.classes; b++ {
			for j := range p.width {
				for k := j; k < p.width; k++ {
					v := scale * sums[j*p.lanes+k]
					h[(a*p.width+j)*dim+b*p.width+k] = v
					if a != b {
						h[(a*p.width+k)*dim+b*p.width+j] = v
					}
				}
			}
			sums = sums[p.width*p.lanes:]
		}
	}
}
