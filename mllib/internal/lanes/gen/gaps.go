package main

import "fmt"

// gaps takes eight boxes at a time, then the last four. R8 is the length of a row of bounds in bytes; the inner loops go through the coordinates.
func (w writer) gaps() {
	w.begin("gapsAVX2", "dst, x, boxes *float64, n, d int",
		argument{"dst", "DI"}, argument{"x", "SI"}, argument{"boxes", "DX"}, argument{"n", "R8"}, argument{"d", "CX"})
	w.f("MOVQ R8, BX")
	w.f("SHLQ $3, R8")
	w.f("VXORPD Y7, Y7, Y7")
	w.label("boxes8")
	w.f("CMPQ BX, $8")
	w.f("JLT boxes4")
	w.gapsOf(2)
	w.f("JMP boxes8")
	w.label("boxes4")
	w.f("TESTQ BX, BX")
	w.f("JZ done")
	w.gapsOf(1)
	w.label("done")
	w.end()
}

// gapsOf writes the distances of so many registers of boxes: the sums are in the first of them, what is missing below in the next, what is above in the last.
func (w writer) gapsOf(registers int) {
	w.zero(registers, "VXORPD")
	w.f("MOVQ SI, R11")
	w.f("MOVQ DX, R12")
	w.f("MOVQ CX, R13")
	loop := fmt.Sprintf("coordinate%d", width*registers)
	w.label(loop)
	w.f("VBROADCASTSD (R11), Y6")
	for i := range registers {
		w.f("VMOVUPD %d(R12), Y%d", 8*width*i, registers+i)
		w.f("VSUBPD Y6, Y%d, Y%[1]d", registers+i)
	}
	w.f("ADDQ R8, R12")
	for i := range registers {
		w.f("VSUBPD %d(R12), Y6, Y%d", 8*width*i, 2*registers+i)
		w.f("VMAXPD Y%d, Y%d, Y%[1]d", registers+i, 2*registers+i)
		w.f("VMAXPD Y7, Y%d, Y%[1]d", registers+i)
		w.f("VMULPD Y%d, Y%[1]d, Y%[1]d", registers+i)
		w.f("VADDPD Y%d, Y%d, Y%[2]d", registers+i, i)
	}
	w.f("ADDQ $8, R11")
	w.f("ADDQ R8, R12")
	w.f("DECQ R13")
	w.f("JNZ %s", loop)
	for i := range registers {
		w.f("VMOVUPD Y%d, %d(DI)", i, 8*width*i)
	}
	w.f("ADDQ $%d, DI", 8*width*registers)
	w.f("ADDQ $%d, DX", 8*width*registers)
	w.f("SUBQ $%d, BX", width*registers)
}
