package lanes

import "golang.org/x/sys/cpu"

//go:generate go run ./gen blocks_amd64.s columns_amd64.s gaps_amd64.s grams_amd64.s moves_amd64.s rows_amd64.s squared_amd64.s

var fused = cpu.X86.HasAVX2 && cpu.X86.HasFMA

func squared(dst, x, points []float64) {
	if cpu.X86.HasAVX2 {
		squaredAVX2(&dst[0], &x[0], &points[0], len(dst), len(x))
		return
	}
	squaredGo(dst, x, points)
}

func gaps(dst, x, boxes []float64) {
	if cpu.X86.HasAVX2 {
		gapsAVX2(&dst[0], &x[0], &boxes[0], len(dst), len(x))
		return
	}
	gapsGo(dst, x, boxes)
}

func inner(x []float64, rows []float32, sums []float64) {
	if fused {
		innerAVX2(&x[0], &rows[0], &sums[0], len(x), len(sums))
		return
	}
	innerGo(x, rows, sums)
}

func addRows(dst []float64, rows []float32, weights []float64) {
	if fused {
		addRowsAVX2(&dst[0], &rows[0], &weights[0], len(dst), len(weights))
		return
	}
	addRowsGo(dst, rows, weights)
}

func innerTwo(x, x2 []float64, rows []float32, sums, sums2 []float64) {
	if fused {
		innerTwoAVX2(&x[0], &x2[0], &rows[0], &sums[0], &sums2[0], len(x), len(sums))
		return
	}
	innerGo(x, rows, sums)
	innerGo(x2, rows, sums2)
}

func addRowsTwo(dst, dst2 []float64, rows []float32, weights, weights2 []float64) {
	if fused {
		addRowsTwoAVX2(&dst[0], &dst2[0], &rows[0], &weights[0], &weights2[0], len(dst), len(weights))
		return
	}
	addRowsGo(dst, rows, weights)
	addRowsGo(dst2, rows, weights2)
}

// squaredAVX2 is squaredGo for n lanes and d coordinates, both at least 1.
//
//go:noescape
func squaredAVX2(dst, x, points *float64, n, d int)

// gapsAVX2 is gapsGo for n lanes and d coordinates, both at least 1.
//
//go:noescape
func gapsAVX2(dst, x, boxes *float64, n, d int)

// innerAVX2 and addRowsAVX2 are innerGo and addRowsGo for n rows of d numbers, at least one group.
//
//go:noescape
func innerAVX2(x *float64, rows *float32, sums *float64, d, n int)

//go:noescape
func addRowsAVX2(dst *float64, rows *float32, weights *float64, d, n int)

//go:noescape
func innerTwoAVX2(x, x2 *float64, rows *float32, sums, sums2 *float64, d, n int)

//go:noescape
func addRowsTwoAVX2(dst, dst2 *float64, rows *float32, weights, weights2 *float64, d, n int)

// addMoments and narrow do the first coordinates and return how many.
func addMoments(sum, squares, x, origin []float64, weight float64) int {
	d := len(x) / Width * Width
	if !cpu.X86.HasAVX2 || d == 0 {
		return 0
	}
	addMomentsAVX2(&sum[0], &squares[0], &x[0], &origin[0], weight, d)
	return d
}

func narrow(dst []float32, x, origin, factor []float64) int {
	d := len(x) / Width * Width
	if !cpu.X86.HasAVX2 || d == 0 {
		return 0
	}
	narrowAVX2(&dst[0], &x[0], &origin[0], &factor[0], d)
	return d
}

//go:noescape
func addMomentsAVX2(sum, squares, x, origin *float64, weight float64, d int)

//go:noescape
func narrowAVX2(dst *float32, x, origin, factor *float64, d int)

func extent(sum, low, high, x []float64, stride int, origin, weights []float64) {
	if cpu.X86.HasAVX2 {
		extentAVX2(&sum[0], &low[0], &high[0], &x[0], &origin[0], &weights[0], stride, len(weights), len(origin))
		return
	}
	extentGo(sum, low, high, x, stride, origin, weights)
}

func shiftRows(dst []float64, width int, x []float64, stride int, origin, factor, by []float64) {
	if cpu.X86.HasAVX2 {
		shiftRowsAVX2(&dst[0], &x[0], &origin[0], &factor[0], &by[0], width, stride, len(by), len(origin))
		return
	}
	shiftRowsGo(dst, width, x, stride, origin, factor, by)
}

func addGramTile(dst, left, right []float64, width, n int) {
	if fused {
		gramAVX2(&dst[0], &left[0], &right[0], width, n)
		return
	}
	addGramTileGo(dst, left, right, width, n)
}

// extentAVX2, shiftRowsAVX2 and gramAVX2 are extentGo, shiftRowsGo and addGramTileGo for n rows, at least one.
//
//go:noescape
func extentAVX2(sum, low, high, x, origin, weights *float64, stride, n, d int)

//go:noescape
func shiftRowsAVX2(dst, x, origin, factor, by *float64, width, stride, n, d int)

//go:noescape
func gramAVX2(dst, left, right *float64, width, n int)

func sumRows(sums []float64, width int, x []float64, stride, d int, to []int32) {
	if cpu.X86.HasAVX2 {
		sumRowsAVX2(&sums[0], &x[0], &to[0], width, stride, len(to), d)
		return
	}
	sumRowsGo(sums, width, x, stride, d, to)
}

func moveRows(sums []float64, width int, x []float64, stride, d int, rows, to, from []int32) {
	if cpu.X86.HasAVX2 {
		moveRowsAVX2(&sums[0], &x[0], &rows[0], &to[0], &from[0], width, stride, len(rows), d)
		return
	}
	moveRowsGo(sums, width, x, stride, d, rows, to, from)
}

// sumRowsAVX2 and moveRowsAVX2 are sumRowsGo and moveRowsGo for n rows, at least one.
//
//go:noescape
func sumRowsAVX2(sums, x *float64, to *int32, width, stride, n, d int)

//go:noescape
func moveRowsAVX2(sums, x *float64, rows, to, from *int32, width, stride, n, d int)

func addWeighted(count int, dst, left, right, weights []float64, size, width, per, n int) {
	if !fused {
		addWeightedGo(count, dst, left, right, weights, size, width, per, n)
		return
	}
	weighted := [...]func(dst, left, right, weights *float64, size, width, per, n int){weighted1AVX2, weighted2AVX2, weighted3AVX2, weighted4AVX2, weighted5AVX2, weighted6AVX2}
	weighted[count-1](&dst[0], &left[0], &right[0], &weights[0], size, width, per, n)
}

// weighted1AVX2 and the others are addWeightedGo for so many matrices and n rows, at least one.
//
//go:noescape
func weighted1AVX2(dst, left, right, weights *float64, size, width, per, n int)

//go:noescape
func weighted2AVX2(dst, left, right, weights *float64, size, width, per, n int)

//go:noescape
func weighted3AVX2(dst, left, right, weights *float64, size, width, per, n int)

//go:noescape
func weighted4AVX2(dst, left, right, weights *float64, size, width, per, n int)

//go:noescape
func weighted5AVX2(dst, left, right, weights *float64, size, width, per, n int)

//go:noescape
func weighted6AVX2(dst, left, right, weights *float64, size, width, per, n int)
