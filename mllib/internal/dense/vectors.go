package dense

// This file is the door to the loops over the rows of a matrix for packages that go through data in pieces, where the calls of BLAS would cost as much
// as the work. Row r of rows begins at r*stride. Like everything here their results have the same bits on all processors.

// Inner sets sums[r] to the product of x with row r, for each r. It panics where rows is shorter than that.
func Inner(x, rows []float64, stride int, sums []float64) { machine.set.inner(x, rows, stride, sums) }

// AddRows adds weights[r] times row r to dst, one row after another. It panics where rows is shorter than that.
func AddRows(weights, rows []float64, stride int, dst []float64) {
	machine.set.addRows(weights, rows, stride, dst)
}
