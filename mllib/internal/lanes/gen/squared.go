package main

import "fmt"

// squared takes twelve lanes at a time, then the last eight or four. R8 is the length of a coordinate's row of points in bytes; the inner loops go through the
// coordinates.
func (w writer) squared() {
	w.begin("squaredAVX2", "dst, x, points *float64, n, d int",
		argument{"dst", "DI"}, argument{"x", "SI"}, argument{"points", "DX"}, argument{"n", "R8"}, argument{"d", "CX"})
	w.f("MOVQ R8, BX")
	w.f("SHLQ $3, R8")
	w.label("lanes12")
	w.f("CMPQ BX, $12")
	w.f("JLT lanes8")
	w.squaredOf(3)
	w.f("JMP lanes12")
	w.label("lanes8")
	w.f("CMPQ BX, $8")
	w.f("JLT lanes4")
	w.squaredOf(2)
	w.label("lanes4")
	w.f("TESTQ BX, BX")
	w.f("JZ done")
	w.squaredOf(1)
	w.label("done")
	w.end()
}

// squaredOf writes the distances of so many registers of points: the sums are in the first of them, the differences in the next.
func (w writer) squaredOf(registers int) {
	w.zero(registers, "VXORPD")
	w.f("MOVQ SI, R11")
	w.f("MOVQ DX, R12")
	w.f("MOVQ CX, R13")
	loop := fmt.Sprintf("coordinate%d", width*registers)
	w.label(loop)
	w.f("VBROADCASTSD (R11), Y6")
	for i := range registers {
		w.f("VSUBPD %d(R12), Y6, Y%d", 8*width*i, registers+i)
	}
	for i := range registers {
		w.f("VMULPD Y%d, Y%[1]d, Y%[1]d", registers+i)
	}
	for i := range registers {
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
