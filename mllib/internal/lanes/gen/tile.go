package main

// tile multiplies six rows of float32 numbers with a panel of sixteen: the sums of row i are in Y(2i) and Y(2i+1), a coordinate of the panel in Y12 and Y13, and that of two rows
// in Y14 and Y15.
func (w writer) tile() {
	const rows = 6
	w.begin("tileAVX2", "d int, rows *[6]*float32, panel, dst *float32, stride int",
		argument{"d", "CX"}, argument{"rows", "AX"}, argument{"panel", "SI"}, argument{"dst", "DI"}, argument{"stride", "BX"})
	w.f("SHLQ $2, BX")
	row := []string{"R8", "R9", "R10", "R11", "R12", "R13"}
	for i := range rows {
		w.f("MOVQ %d(AX), %s", 8*i, row[i])
	}
	w.zero(2*rows, "VXORPS")
	w.f("XORQ DX, DX")
	w.label("coordinate")
	w.f("VMOVUPS (SI), Y12")
	w.f("VMOVUPS 32(SI), Y13")
	for i := range rows {
		w.f("VBROADCASTSS (%s)(DX*4), Y%d", row[i], 14+i%2)
		for half := range 2 {
			w.f("VFMADD231PS Y%d, Y%d, Y%d", 12+half, 14+i%2, 2*i+half)
		}
	}
	w.f("ADDQ $64, SI")
	w.f("INCQ DX")
	w.f("CMPQ DX, CX")
	w.f("JLT coordinate")
	for i := range rows {
		w.f("VMOVUPS Y%d, (DI)", 2*i)
		w.f("VMOVUPS Y%d, 32(DI)", 2*i+1)
		if i+1 < rows {
			w.f("ADDQ BX, DI")
		}
	}
	w.end()
}
