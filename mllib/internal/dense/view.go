package dense

// view is a matrix within a slice: entry (i, j) is data[i*down+j*right]. Of the two steps one is 1, except where the matrix is
// a single row or column: a matrix that lies row by row has right = 1, its transpose down = 1.
type view struct {
	data        []float64
	rows, cols  int
	down, right int
}

// rowMajor is the view of a matrix that lies row by row.
func rowMajor(data []float64, rows, cols, stride int) view {
	return view{data: data, rows: rows, cols: cols, down: stride, right: 1}
}

// t is the transpose, without a copy.
func (v view) t() view {
	return view{data: v.data, rows: v.cols, cols: v.rows, down: v.right, right: v.down}
}

// maybeT is the transpose if yes holds.
func (v view) maybeT(yes bool) view {
	if yes {
		return v.t()
	}
	return v
}

// part is the block of rows×cols entries from (i, j) on.
func (v view) part(i, j, rows, cols int) view {
	v.rows, v.cols = rows, cols
	if rows > 0 && cols > 0 {
		v.data = v.data[i*v.down+j*v.right:]
	} else {
		v.data = nil
	}
	return v
}

// quarter splits a square matrix after h rows and columns into the blocks 11, 12, 21 and 22.
func (v view) quarter(h int) (a11, a12, a21, a22 view) {
	n := v.rows
	return v.part(0, 0, h, h), v.part(0, h, h, n-h), v.part(h, 0, n-h, h), v.part(h, h, n-h, n-h)
}

// above and below split the matrix after h rows.
func (v view) above(h int) view { return v.part(0, 0, h, v.cols) }
func (v view) below(h int) view { return v.part(h, 0, v.rows-h, v.cols) }

// columns is the block of columns from lo to hi.
func (v view) columns(lo, hi int) view { return v.part(0, lo, v.rows, hi-lo) }

// at is entry (i, j), and set writes it.
func (v view) at(i, j int) float64     { return v.data[i*v.down+j*v.right] }
func (v view) set(i, j int, x float64) { v.data[i*v.down+j*v.right] = x }

// row is row i of a matrix that lies row by row.
func (v view) row(i int) []float64 {
	if v.right != 1 && v.cols > 1 {
		panic("dense: the rows of a transpose do not lie together")
	}
	return v.data[i*v.down:][:v.cols:v.cols]
}

// byRows tells whether the rows lie together in memory.
func (v view) byRows() bool { return v.right == 1 || v.cols == 1 }

// readRow copies row i to dst.
func (v view) readRow(i int, dst []float64) {
	if v.byRows() {
		copy(dst, v.row(i))
		return
	}
	for j := range v.cols {
		dst[j] = v.data[i*v.down+j*v.right]
	}
}

// copyTo copies the matrix to one of the same shape, along the memory of the source.
func (v view) copyTo(dst view) {
	if !v.byRows() {
		v, dst = v.t(), dst.t()
	}
	for i := range v.rows {
		row := v.row(i)
		if dst.byRows() {
			copy(dst.row(i), row)
			continue
		}
		at := i * dst.down
		for _, x := range row {
			dst.data[at] = x
			at += dst.right
		}
	}
}

// scale multiplies the matrix by beta; a factor of 0 overwrites it, whatever it holds.
func (v view) scale(beta float64) {
	if !v.byRows() {
		v = v.t()
	}
	for i := range v.rows {
		scaleRow(v.row(i), beta)
	}
}

// scaleLower does the same with the entries on and below the diagonal.
func (v view) scaleLower(beta float64) {
	for i := range v.rows {
		if v.byRows() {
			scaleRow(v.row(i)[:i+1], beta)
		} else {
			scaleRow(v.t().row(i)[i:], beta)
		}
	}
}

func scaleRow(row []float64, beta float64) {
	switch beta {
	case 1:
	case 0:
		clear(row)
	default:
		for j := range row {
			row[j] *= beta
		}
	}
}
