package lanes

// SumRows adds row i of x to the sum of number to[i], row after row. Row i is x[i*stride:], sum k is sums[k*width:], both d numbers. It panics where a
// slice is too short; the numbers of sums are not checked.
func SumRows(sums []float64, width int, x []float64, stride, d int, to []int32) {
	if d == 0 || len(to) == 0 {
		return
	}
	sumRows(sums, width, x[:(len(to)-1)*stride+d], stride, d, to)
}

func sumRowsGo(sums []float64, width int, x []float64, stride, d int, to []int32) {
	for i, k := range to {
		sum := sums[int(k)*width:][:d]
		for j, v := range x[i*stride:][:d] {
			sum[j] += v
		}
	}
}

// MoveRows adds row i of x to the sum of number to[i], and subtracts it from that of number from[i] if this is not negative, for the i in rows, one after another. Rows and sums are as for
// SumRows; neither the i nor the numbers of sums are checked.
func MoveRows(sums []float64, width int, x []float64, stride, d int, rows, to, from []int32) {
	if d == 0 || len(rows) == 0 {
		return
	}
	moveRows(sums, width, x, stride, d, rows, to, from)
}

func moveRowsGo(sums []float64, width int, x []float64, stride, d int, rows, to, from []int32) {
	for _, i := range rows {
		row, sum := x[int(i)*stride:][:d], sums[int(to[i])*width:][:d]
		for j, v := range row {
			sum[j] += v
		}
		if from[i] < 0 {
			continue
		}
		sum = sums[int(from[i])*width:][:d]
		for j, v := range row {
			sum[j] -= v
		}
	}
}
