package conquer

// Matrix lies row by row.
type Matrix struct {
	Data               []float64
	Rows, Cols, Stride int
}

// NewMatrix is a matrix of zeros.
func NewMatrix(rows, cols int) Matrix {
	return Matrix{make([]float64, rows*cols), rows, cols, cols}
}

// Row is row i.
func (m Matrix) Row(i int) []float64 { return m.Data[i*m.Stride:][:m.Cols:m.Cols] }

// Part is the block of rows×cols entries from (i, j) on.
func (m Matrix) Part(i, j, rows, cols int) Matrix {
	if rows == 0 || cols == 0 { // its rows are empty
		return Matrix{nil, rows, 0, 0}
	}
	return Matrix{m.Data[i*m.Stride+j:], rows, cols, m.Stride}
}

// Machine is what the work is done with. Nothing of it may change a bit of a result.
type Machine interface {
	// Multiply sets C = A·B. C shares no memory with A and B.
	Multiply(c, a, b Matrix)
	// Rows calls f for pieces lo, ..., hi-1 of the numbers below n, perhaps side by side, where f does about work operations for each number.
	Rows(n, work int, f func(lo, hi int))
	// Both runs f and g, each with a machine of its own, perhaps side by side; each does about work operations.
	Both(work int, f, g func(Machine))
}
