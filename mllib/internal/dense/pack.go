package dense

import "sync"

// pack copies the rows of v to dst in panels of width rows; a panel lies column by column, and the last one is filled up with zeros.
// So the loops of a tile read memory in order. The panels of B are those of the rows of its transpose.
func pack(dst []float64, v view, width int) {
	for i := 0; i < v.rows; i += width {
		n := min(width, v.rows-i)
		panel := dst[:width*v.cols]
		dst = dst[width*v.cols:]
		part := v.part(i, 0, n, v.cols)
		if n < width {
			clear(panel)
		}
		if v.right == 1 {
			packAcross(panel, part, width)
		} else {
			packAlong(panel, part, width)
		}
	}
}

// packAlong copies columns, whose entries lie together. Copies of a length that the compiler knows are fast.
func packAlong(panel []float64, v view, width int) {
	switch {
	case v.rows == 8 && width == 8:
		for p := range v.cols {
			*(*[8]float64)(panel[p*8:]) = *(*[8]float64)(v.data[p*v.right:])
		}
	case v.rows == 24 && width == 24:
		for p := range v.cols {
			*(*[24]float64)(panel[p*24:]) = *(*[24]float64)(v.data[p*v.right:])
		}
	default:
		for p := range v.cols {
			copy(panel[p*width:][:v.rows], v.data[p*v.right:])
		}
	}
}

// packAcross copies rows, whose entries lie together, four at a time.
func packAcross(panel []float64, v view, width int) {
	i, n := 0, v.cols
	for ; i+4 <= v.rows; i += 4 {
		r0, r1, r2, r3 := v.data[i*v.down:][:n], v.data[(i+1)*v.down:][:n], v.data[(i+2)*v.down:][:n], v.data[(i+3)*v.down:][:n]
		to := panel[i:]
		for p, x := range r0 {
			d := to[:4:4]
			d[0], d[1], d[2], d[3] = x, r1[p], r2[p], r3[p]
			if p+1 < n {
				to = to[width:]
			}
		}
	}
	for ; i < v.rows; i++ {
		at := i
		for _, x := range v.data[i*v.down:][:n] {
			panel[at] = x
			at += width
		}
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
