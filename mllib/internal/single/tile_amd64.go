package single

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go run ../lanes/gen tile_amd64.s

var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// tile sets dst[i·stride + k] to the product of row i and row k of a panel.
func tile(d int, rows *[group]*float32, panel, dst *float32, stride int) {
	if fast {
		tileAVX2(d, rows, panel, dst, stride)
		return
	}
	tileGo(d, rows, unsafe.Slice(panel, d*Width), dst, stride)
}

//go:noescape
func tileAVX2(d int, rows *[group]*float32, panel, dst *float32, stride int)
