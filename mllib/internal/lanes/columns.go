package lanes

// AddMoments adds to each column's sum and sum of squares those of one row: with v = x - origin it adds weight·v and weight·v·v. All slices are as
// long as x; it panics where one is shorter.
func AddMoments(sum, squares, x, origin []float64, weight float64) {
	sum, squares, origin = sum[:len(x)], squares[:len(x)], origin[:len(x)]
	for j := addMoments(sum, squares, x, origin, weight); j < len(x); j++ {
		v := x[j] - origin[j]
		s := float64(weight * v)
		sum[j] += s
		squares[j] += float64(s * v)
	}
}

// Narrow sets dst to (x - origin)·factor, rounded to float32. All slices are as long as x; it panics where one is shorter.
func Narrow(dst []float32, x, origin, factor []float64) {
	dst, origin, factor = dst[:len(x)], origin[:len(x)], factor[:len(x)]
	for j := narrow(dst, x, origin, factor); j < len(x); j++ {
		dst[j] = float32((x[j] - origin[j]) * factor[j])
	}
}
