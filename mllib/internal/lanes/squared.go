package lanes

// Width is what the number of lanes must be a multiple of.
const Width = 4

// Squared writes the squared Euclidean distances of x from len(dst) points into dst. The points lie coordinate by
// coordinate: coordinate j of point k is points[j*len(dst)+k]. len(dst) must be a multiple of Width, and points must hold
// len(x)*len(dst) numbers; Squared panics otherwise.
func Squared(dst, x, points []float64) {
	if len(dst)%Width != 0 || len(points) != len(x)*len(dst) {
		panic("lanes: want a multiple of 4 points, laid out coordinate by coordinate")
	}
	if len(x) == 0 || len(dst) == 0 {
		clear(dst)
		return
	}
	squared(dst, x, points)
}

// squaredGo is what squared does. The conversions keep the compiler from fusing multiplication and addition.
func squaredGo(dst, x, points []float64) {
	n := len(dst)
	for k := 0; k+Width <= n; k += Width {
		var s0, s1, s2, s3 float64
		at := k
		for _, v := range x {
			p := points[at : at+Width : at+Width]
			a0, a1, a2, a3 := v-p[0], v-p[1], v-p[2], v-p[3]
			s0 += float64(a0 * a0)
			s1 += float64(a1 * a1)
			s2 += float64(a2 * a2)
			s3 += float64(a3 * a3)
			at += n
		}
		d := dst[k : k+Width : k+Width]
		d[0], d[1], d[2], d[3] = s0, s1, s2, s3
	}
}
