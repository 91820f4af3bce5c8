package single

import "unsafe"

// tileGo is what tile does.
func tileGo(d int, rows *[group]*float32, panel []float32, dst *float32, stride int) {
	out := unsafe.Slice(dst, (group-1)*stride+Width)
	for i, row := range rows {
		var sum [Width]float32
		for j, v := range unsafe.Slice(row, d) {
			for k, w := range panel[j*Width:][:Width] {
				sum[k] = fma(v, w, sum[k])
			}
		}
		copy(out[i*stride:], sum[:])
	}
}
