package main

// moves writes the loops over sums of labelled rows.
func (w writer) moves() {
	w.begin("sumRowsAVX2", "sums, x *float64, to *int32, width, stride, n, d int",
		argument{"sums", "DI"}, argument{"x", "SI"}, argument{"to", "R8"}, argument{"width", "R9"}, argument{"stride", "R10"}, argument{"n", "R11"},
		argument{"d", "CX"})
	w.moveSizes()
	w.label("row")
	w.f("MOVLQSX (R8), R12")
	w.move("to", "SI", "VADD", "d+48(FP)")
	w.f("ADDQ R10, SI")
	w.f("ADDQ $4, R8")
	w.f("DECQ R11")
	w.f("JNZ row")
	w.end()

	w.begin("moveRowsAVX2", "sums, x *float64, rows, to, from *int32, width, stride, n, d int",
		argument{"sums", "DI"}, argument{"x", "R14"}, argument{"rows", "R13"}, argument{"to", "R8"}, argument{"from", "SI"}, argument{"width", "R9"},
		argument{"stride", "R10"}, argument{"n", "R11"}, argument{"d", "CX"})
	w.moveSizes()
	w.f("MOVQ SI, BX")
	w.label("row")
	w.f("MOVLQSX (R13), AX")
	w.f("MOVQ AX, SI")
	w.f("IMULQ R10, SI")
	w.f("ADDQ R14, SI")
	w.f("MOVLQSX (R8)(AX*4), R12")
	w.move("to", "SI", "VADD", "d+64(FP)")
	w.f("MOVLQSX (BX)(AX*4), R12")
	w.f("TESTQ R12, R12")
	w.f("JLT next")
	w.move("from", "SI", "VSUB", "d+64(FP)")
	w.label("next")
	w.f("ADDQ $4, R13")
	w.f("DECQ R11")
	w.f("JNZ row")
	w.end()
}

// moveSizes puts into R9 and R10 bytes in the place of numbers, and into DX the columns in full registers.
func (w writer) moveSizes() {
	w.f("SHLQ $3, R9")
	w.f("SHLQ $3, R10")
	w.f("MOVQ CX, DX")
	w.f("ANDQ $%d, DX", -width)
}

// move adds the row at x to sum R12, or subtracts it; d is the last argument of the function. It overwrites R12 and CX.
func (w writer) move(name, x, operation, d string) {
	w.f("IMULQ R9, R12")
	w.f("ADDQ DI, R12")
	w.f("XORQ CX, CX")
	w.f("CMPQ CX, DX")
	w.f("JGE %sRest", name)
	w.label(name)
	w.f("VMOVUPD (R12)(CX*8), Y0")
	w.f("%sPD (%s)(CX*8), Y0, Y0", operation, x)
	w.f("VMOVUPD Y0, (R12)(CX*8)")
	w.f("ADDQ $%d, CX", width)
	w.f("CMPQ CX, DX")
	w.f("JLT %s", name)
	w.label(name + "Rest")
	w.f("CMPQ CX, %s", d)
	w.f("JGE %sDone", name)
	w.f("VMOVSD (R12)(CX*8), X0")
	w.f("%sSD (%s)(CX*8), X0, X0", operation, x)
	w.f("VMOVSD X0, (R12)(CX*8)")
	w.f("INCQ CX")
	w.f("JMP %sRest", name)
	w.label(name + "Done")
}
