package main

import "fmt"

const mostGrams = 6 // Gram matrices that are summed at a time: two registers each, besides two products and a weight

// grams writes the loop of weighted Gram matrices for each number of them.
func (w writer) grams() {
	for count := 1; count <= mostGrams; count++ {
		w.weighted(count)
	}
}

// weighted adds to a piece of a row of each matrix: the products of one column with eight, times the weights.
func (w writer) weighted(count int) {
	w.begin(fmt.Sprintf("weighted%dAVX2", count), "dst, left, right, weights *float64, size, width, per, n int",
		argument{"dst", "DI"}, argument{"left", "SI"}, argument{"right", "DX"}, argument{"weights", "R8"}, argument{"size", "R9"}, argument{"width", "R10"},
		argument{"per", "R11"}, argument{"n", "CX"})
	for _, r := range []string{"R9", "R10", "R11"} {
		w.f("SHLQ $3, %s", r)
	}
	sum := func(q, v int) string { return fmt.Sprintf("Y%d", q*tileVecs+v) }
	each := func(f func(q, v int)) {
		w.f("MOVQ DI, AX")
		for q := range count {
			for v := range tileVecs {
				f(q, v)
			}
			if q+1 < count {
				w.f("ADDQ R9, AX")
			}
		}
	}
	each(func(q, v int) { w.f("VMOVUPD %d(AX), %s", 8*width*v, sum(q, v)) })
	w.label("row")
	w.f("VBROADCASTSD (SI), Y15")
	for v := range tileVecs {
		w.f("VMULPD %d(DX), Y15, Y%d", 8*width*v, 12+v)
	}
	for q := range count {
		w.f("VBROADCASTSD %d(R8), Y%d", 8*q, 14+q%2)
		for v := range tileVecs {
			w.f("VFMADD231PD Y%d, Y%d, %s", 12+v, 14+q%2, sum(q, v))
		}
	}
	w.f("ADDQ R10, SI")
	w.f("ADDQ R10, DX")
	w.f("ADDQ R11, R8")
	w.f("DECQ CX")
	w.f("JNZ row")
	each(func(q, v int) { w.f("VMOVUPD %s, %d(AX)", sum(q, v), 8*width*v) })
	w.end()
}
