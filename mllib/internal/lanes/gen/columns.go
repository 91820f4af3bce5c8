package main

// columns writes the loops over the columns of one row, four at a time.
func (w writer) columns() {
	w.begin("addMomentsAVX2", "sum, squares, x, origin *float64, weight float64, d int",
		argument{"sum", "DI"}, argument{"squares", "SI"}, argument{"x", "R8"}, argument{"origin", "R9"}, argument{"weight", "Y0"}, argument{"d", "CX"})
	w.eachFour(func() {
		w.f("VMOVUPD (R8)(DX*8), Y1")
		w.f("VSUBPD (R9)(DX*8), Y1, Y1")
		w.f("VMULPD Y1, Y0, Y2")
		w.f("VMULPD Y1, Y2, Y1")
		w.f("VADDPD (DI)(DX*8), Y2, Y2")
		w.f("VADDPD (SI)(DX*8), Y1, Y1")
		w.f("VMOVUPD Y2, (DI)(DX*8)")
		w.f("VMOVUPD Y1, (SI)(DX*8)")
	})
	w.begin("narrowAVX2", "dst *float32, x, origin, factor *float64, d int",
		argument{"dst", "DI"}, argument{"x", "R8"}, argument{"origin", "R9"}, argument{"factor", "R10"}, argument{"d", "CX"})
	w.eachFour(func() {
		w.f("VMOVUPD (R8)(DX*8), Y1")
		w.f("VSUBPD (R9)(DX*8), Y1, Y1")
		w.f("VMULPD (R10)(DX*8), Y1, Y1")
		w.f("VCVTPD2PSY Y1, X1")
		w.f("VMOVUPS X1, (DI)(DX*4)")
	})
}

// eachFour writes a loop over the columns DX to CX-1, and the end of the function.
func (w writer) eachFour(body func()) {
	w.f("XORQ DX, DX")
	w.label("coordinates")
	body()
	w.f("ADDQ $%d, DX", width)
	w.f("CMPQ DX, CX")
	w.f("JLT coordinates")
	w.end()
}
