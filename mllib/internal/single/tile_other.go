//go:build !amd64

package single

import "unsafe"

// tile sets dst[i·stride + k] to the product of row i and row k of a panel.
func tile(d int, rows *[group]*float32, panel, dst *float32, stride int) {
	tileGo(d, rows, unsafe.Slice(panel, d*Width), dst, stride)
}
