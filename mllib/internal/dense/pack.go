package dense

import "sync"

// pack copies the rows of v to dst in panels of width rows; a panel lies column by column, and the last one is filled up with zeros.
// So the loops of a tile read memory in order. The panels of B are those of the rows of its transpose.
func (s instructions) pack(dst []float64, v view, width int) {
	if v.right == 1 {
		s.packAcross(dst, v, width)
	} else {
		s.packAlong(dst, v, width)
	}
}

// packAlong copies columns, whose entries lie together, each to several panels, so that memory is read in long pieces.
func (s instructions) packAlong(dst []float64, v view, width int) {
	const together = 8
	size := width * v.cols
	for i := 0; i < v.rows; {
		if n := min(together, (v.rows-i)/width); n > 0 {
			s.copyPanels(v.cols, v.data[i:], v.right, dst[i*v.cols:], n, width)
			i += n * width
			continue
		}
		panel := dst[i*v.cols:][:size]
		clear(panel)
		for p := range v.cols {
			copy(panel[p*width:], v.data[p*v.right+i:][:v.rows-i])
		}
		return
	}
}

// packAcross copies rows, whose entries lie together, four at a time.
func (s instructions) packAcross(dst []float64, v view, width int) {
	for i := 0; i < v.rows; i += width {
		panel := dst[i*v.cols:][:width*v.cols]
		part := v.part(i, 0, min(width, v.rows-i), v.cols)
		if part.rows < width {
			clear(panel)
		}
		j := 0
		for ; j+4 <= part.rows; j += 4 {
			s.transposeFour(v.cols, part.data[j*v.down:], v.down, panel[j:], width)
		}
		for ; j < part.rows; j++ {
			at := j
			for _, x := range part.row(j) {
				panel[at] = x
				at += width
			}
		}
	}
}

// panelsGo copies, of each of k rows, n pieces of width numbers to n panels that lie one behind the other.
func panelsGo(k int, rows []float64, stride int, dst []float64, n, width int) {
	for p := range k {
		for q := range n {
			copy(dst[(q*k+p)*width:][:width], rows[p*stride+q*width:])
		}
	}
}

// transposeGo copies four rows of k numbers to the columns of a panel: dst[p*width+i] = rows[i*stride+p].
func transposeGo(k int, rows []float64, stride int, dst []float64, width int) {
	r0, r1, r2, r3 := rows[:k], rows[stride:][:k], rows[2*stride:][:k], rows[3*stride:][:k]
	for p, x := range r0 {
		d := dst[p*width:][:4:4]
		d[0], d[1], d[2], d[3] = x, r1[p], r2[p], r3[p]
	}
}

// panels is the number of numbers that n rows of k numbers take, packed in panels of width rows.
func panels(n, width, k int) int { return (n + width - 1) / width * width * k }

// buffers keeps the memory of packed panels for later products. A slice of 32 KiB and more begins at a page, and so at a line of the
// cache, which the loads of vectors want.
var buffers = sync.Pool{New: func() any { return new([]float64) }}

const leastBuffer = 32 << 10 / 8

// borrow returns n numbers that may hold anything, and a function that gives them back.
func borrow(n int) (numbers []float64, giveBack func()) {
	b := buffers.Get().(*[]float64)
	if cap(*b) < n {
		*b = make([]float64, max(n, leastBuffer))
	}
	return (*b)[:n], func() { buffers.Put(b) }
}
