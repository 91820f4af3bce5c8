package lanes

// AddWeighted adds the weighted sum of rows to dst: dst[k] += weights[r] * rows[r*stride+k], one row after another.
// len(dst) must be a multiple of Width and at most stride, and rows must hold the entries; AddWeighted panics otherwise.
func AddWeighted(dst, weights, rows []float64, stride int) {
	if len(dst)%Width != 0 || len(dst) > stride {
		panic("lanes: want a multiple of 4 lanes, at most the stride")
	}
	if len(dst) == 0 || len(weights) == 0 {
		return
	}
	_ = rows[(len(weights)-1)*stride+len(dst)-1]
	addWeighted(dst, weights, rows, stride)
}

// addWeightedGo is what addWeighted does.
func addWeightedGo(dst, weights, rows []float64, stride int) {
	for k := 0; k+Width <= len(dst); k += Width {
		d := dst[k : k+Width : k+Width]
		s0, s1, s2, s3 := d[0], d[1], d[2], d[3]
		at := k
		for _, w := range weights {
			x := rows[at : at+Width : at+Width]
			s0 += float64(w * x[0])
			s1 += float64(w * x[1])
			s2 += float64(w * x[2])
			s3 += float64(w * x[3])
			at += stride
		}
		d[0], d[1], d[2], d[3] = s0, s1, s2, s3
	}
}
