package logistic

import (
	"math"
	"sync"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// products sums the second derivatives of the rows' weighted losses. With the probabilities p of a row and its entries x (1 at the
// end for the intercept) they are p_a (1[a = b] - p_b) x xᵀ for the classes a and b. Chunk by chunk each pair a < b is a product of matrices, the
// rows times their weights with the rows. Where all classes have coefficients, their p_a sum to 1, so the blocks of the pairs sum to 0 over b, and
// those of a = b follow from the others.
//
// In few columns lanes has the sums of all pairs at once, of rows that are filled up with zeros; then scaled holds their weights alone, or for a single pair the rows times the roots of
// these.
type products struct {
	l      *Likelihood
	width  int       // of a row
	stride int       // the same with what it is filled up with
	few    bool      // columns
	most   int       // rows in a chunk
	pairs  [][2]int  // the pairs a <= b that are summed
	sums   []float64 // for each pair a matrix stride×stride
	rows   []float64 // the entries of the rows, most×stride
	scaled []float64 // the same times the weight of each pair, most×(pairs·stride)
	prob   []float64 // the probabilities of a row
	total  float64   // the sum of the weights of all rows that were loaded
	n      int       // rows loaded

	borrowed *[]float64 // where rows and scaled lie
}

// newProducts returns memory for strips of so many rows. What it borrows goes back by release.
func newProducts(l *Likelihood, rows int) *products {
	p := &products{l: l, width: l.width(), stride: l.width(), prob: make([]float64, l.blocks())}
	for a := range l.blocks() {
		for b := a + l.shared(); b < l.blocks(); b++ {
			p.pairs = append(p.pairs, [2]int{a, b})
		}
	}
	p.most = min(rows, max(16, min(256, 1<<16/(len(p.pairs)*p.width))))
	perRow := len(p.pairs) * p.width
	if p.few = p.width < 64; p.few {
		p.stride = roundUp(p.width, lanes.GramWidth)
		p.most = min(rows, chunk) // what the first cache holds
		if perRow = len(p.pairs); perRow == 1 {
			perRow = p.stride
		}
	}
	p.sums = make([]float64, len(p.pairs)*p.stride*p.stride)
	p.borrowed = borrow(p.most * (p.stride + perRow))
	p.rows, p.scaled = (*p.borrowed)[:p.most*p.stride], (*p.borrowed)[p.most*p.stride:]
	clear(p.rows)
	return p
}

// release gives back what only load and add need.
func (p *products) release() {
	memory.Put(p.borrowed)
	p.borrowed, p.rows, p.scaled = nil, nil, nil
}

// A fit to few rows takes less time than the collector needs for the memory of its Hessians, so they borrow it.
var memory sync.Pool // of *[]float64

// borrow returns n numbers, whatever they are.
func borrow(n int) *[]float64 {
	p, ok := memory.Get().(*[]float64)
	if !ok || cap(*p) < n {
		numbers := make([]float64, n)
		return &numbers
	}
	*p = (*p)[:n]
	return p
}

// shared is 1 where the pairs a = b are not summed, else 0.
func (l *Likelihood) shared() int { return 1 - l.first() }

// load takes every step-th of the rows from, ..., to-1, at most p.most of them.
func (p *products) load(prob []float64, from, to, step int) {
	l := p.l
	p.n = 0
	for i := from; i < to; i += step {
		row := p.rows[p.n*p.stride:][:p.stride]
		copy(row, l.x[i*l.stride:][:l.D])
		if p.width > l.D {
			row[l.D] = 1
		}
		for k := range p.prob {
			p.prob[k] = prob[k*l.N+i]
		}
		weight := l.weight(i)
		p.total += weight
		p.scale(row, weight)
		p.n++
	}
}

// scale writes into scaled what add takes of a row: the row times the weight of each pair, or the weights alone. For a single pair it is the root of the weight, for both factors of
// the product.
func (p *products) scale(row []float64, weight float64) {
	for q, pair := range p.pairs {
		w := weight * p.prob[pair[0]]
		if pair[0] == pair[1] {
			w *= 1 - p.prob[pair[0]]
		} else {
			w *= p.prob[pair[1]]
		}
		if len(p.pairs) == 1 {
			w = math.Sqrt(w)
		} else if p.few {
			p.scaled[p.n*len(p.pairs)+q] = w
			continue
		}
		to := p.scaled[(p.n*len(p.pairs)+q)*p.stride:][:len(row)]
		for j, v := range row {
			to[j] = w * v
		}
	}
}

// add adds the products of the loaded rows to the sums. Those of pairs a < b have the other sign.
func (p *products) add() {
	if p.few && len(p.pairs) == 1 {
		lanes.AddGram(p.sums, p.stride, p.scaled[:p.n*p.stride])
		return
	}
	if p.few {
		lanes.AddGrams(p.sums, p.stride, p.rows[:p.n*p.stride], p.scaled[:p.n*len(p.pairs)])
		return
	}
	width := len(p.pairs) * p.width
	scaled := blas64.General{Rows: p.n, Cols: width, Stride: width, Data: p.scaled}
	if len(p.pairs) == 1 {
		blas64.Syrk(blas.Trans, 1, scaled, 1, blas64.Symmetric{N: p.width, Stride: p.width, Data: p.sums, Uplo: blas.Upper})
		return
	}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, scaled, blas64.General{Rows: p.n, Cols: p.width, Stride: p.width, Data: p.rows}, 1,
		blas64.General{Rows: width, Cols: p.width, Stride: p.width, Data: p.sums})
}

// spread adds the upper triangle of the matrix of all classes to h. The block of two different classes is symmetric, like that of one.
func (p *products) spread(h []float64) {
	dim := p.l.Dim()
	for q, pair := range p.pairs {
		a, b, sums := pair[0]*p.width, pair[1]*p.width, p.sums[q*p.stride*p.stride:]
		for j := range p.width {
			for k := j; k < p.width; k++ {
				v := sums[j*p.stride+k]
				if a == b {
					h[(a+j)*dim+a+k] += v
					continue
				}
				h[(a+j)*dim+b+k] = -v
				h[(a+k)*dim+b+j] = -v
				if p.l.shared() > 0 {
					h[(a+j)*dim+a+k] += v
					h[(b+j)*dim+b+k] += v
				}
			}
		}
	}
}
