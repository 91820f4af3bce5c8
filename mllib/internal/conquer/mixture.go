package conquer

import "slices"

// kind says in which halves a vector is not 0.
type kind int

const (
	first kind = iota
	both
	second
	kinds
)

// mixture says how the vectors of two halves, the rows lo, ..., mid-1 and mid, ..., hi-1 of a matrix, combine to those of the whole. The first half
// has entries in the columns below mid.
type mixture struct {
	lo, mid, hi int
	kinds       []kind
	kept        []int // what takes part, in increasing order of the eigenvalues
	deflated    []int // what belongs to the whole as it stands
}

func newMixture(lo, mid, hi int) mixture {
	x := mixture{lo: lo, mid: mid, hi: hi, kinds: make([]kind, hi)}
	for i := mid; i < hi; i++ {
		x.kinds[i] = second
	}
	return x
}

// blend notes that vectors i and j were rotated.
func (x *mixture) blend(i, j int) {
	if x.kinds[i] != x.kinds[j] {
		x.kinds[i], x.kinds[j] = both, both
	}
}

// columns is the order by kind of what is kept.
func (x *mixture) columns() []int {
	columns := make([]int, 0, len(x.kept))
	for kind := range kinds {
		for i, at := range x.kept {
			if x.kinds[at] == kind {
				columns = append(columns, i)
			}
		}
	}
	return columns
}

// reorder writes the eigenvalues to d, those found before those deflated as mix leaves their vectors, and returns their order.
func (x *mixture) reorder(d, found []float64, n int) []int {
	whole := slices.Clone(found)
	for _, i := range x.deflated {
		whole = append(whole, d[i])
	}
	copy(d[x.lo:], whole)
	order := make([]int, n)
	for i := range order {
		order[i] = x.lo + i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(d[i], d[j]) })
	return order
}

// mix replaces the rows of vectors, in the columns from lo to end: row i becomes the sum of the kept ones weighted by row i of s, whose columns are ordered by
// kind, and those that are deflated follow.
func (x *mixture) mix(m Machine, vectors Matrix, end int, s Matrix, columns []int, memory []float64) {
	h := x.pack(m, vectors, end, columns, memory)
	k := s.Rows
	m.Multiply(vectors.Part(x.lo, x.lo, k, x.mid-x.lo), s.Part(0, 0, k, h.first.Rows), h.first)
	m.Multiply(vectors.Part(x.lo, x.mid, k, end-x.mid), s.Part(0, h.skip, k, h.second.Rows), h.second)
	for i := range h.rest.Rows {
		copy(vectors.Row(x.lo + k + i)[x.lo:end], h.rest.Row(i))
	}
}

// halves are the packed vectors: the rows of first are the first halves of the vectors of kinds first and both, those of second the second halves of
// kinds both and second, and rest are the deflated ones.
type halves struct {
	first, second, rest Matrix
	skip                int // the number of kind first
}

// pack copies the vectors, those that are kept in the order of the columns.
func (x *mixture) pack(m Machine, vectors Matrix, end int, columns []int, memory []float64) halves {
	count := [kinds]int{}
	for _, at := range columns {
		count[x.kinds[x.kept[at]]]++
	}
	take := func(rows, cols int) Matrix {
		out := Matrix{memory[:rows*cols], rows, cols, cols}
		memory = memory[rows*cols:]
		return out
	}
	n1, n2 := x.mid-x.lo, end-x.mid
	h := halves{skip: count[first]}
	h.first, h.second, h.rest = take(count[first]+count[both], n1), take(count[both]+count[second], n2), take(len(x.deflated), n1+n2)
	m.Rows(x.hi-x.lo, n1+n2, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if i >= len(columns) {
				copy(h.rest.Row(i-len(columns)), vectors.Row(x.deflated[i-len(columns)])[x.lo:])
				continue
			}
			row := vectors.Row(x.kept[columns[i]])
			if i < h.first.Rows {
				copy(h.first.Row(i), row[x.lo:])
			}
			if i >= h.skip {
				copy(h.second.Row(i-h.skip), row[x.mid:])
			}
		}
	})
	return h
}
