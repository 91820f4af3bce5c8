package dense

const transposeTile = 32 // rows and columns that are transposed at a time, so that all of them stay in the first cache

// transposeTo copies the transpose of v to dst.
func (v view) transposeTo(dst view) {
	for i := 0; i < v.rows; i += transposeTile {
		rows := min(transposeTile, v.rows-i)
		for j := 0; j < v.cols; j += transposeTile {
			cols := min(transposeTile, v.cols-j)
			v.part(i, j, rows, cols).t().copyTo(dst.part(j, i, cols, rows))
		}
	}
}

// mirror copies the entries above the diagonal of a square matrix that lies row by row to those below.
func (v view) mirror() {
	for i := 0; i < v.rows; i += transposeTile {
		rows := min(transposeTile, v.rows-i)
		for j := 0; j < i; j += transposeTile {
			v.part(j, i, transposeTile, rows).t().copyTo(v.part(i, j, rows, transposeTile))
		}
		for k := range rows {
			v.part(i+k, i+k, 1, rows-k).t().copyTo(v.part(i+k, i+k, rows-k, 1))
		}
	}
}
