package main

import "fmt"

// blocks writes the loops over blocks of rows.
func (w writer) blocks() {
	w.maskTable() // for all files of the package
	w.extent()
	w.shiftRows()
	w.gram()
}

const width = 4 // numbers in a register

// maskTable writes four words of ones and four of zeros: from word 4-t on, it is the mask of the first t lanes.
func (w writer) maskTable() {
	fmt.Fprintln(w.out)
	for i := range 2 * width {
		word := "-1"
		if i >= width {
			word = "0"
		}
		fmt.Fprintf(w.out, "DATA ·laneMask+%d(SB)/8, $%s\n", 8*i, word)
	}
	fmt.Fprintf(w.out, "GLOBL ·laneMask(SB), RODATA|NOPTR, $%d\n", 16*width)
}

// mask puts the mask of the last CX lanes into Y15. It overwrites CX and AX.
func (w writer) mask() {
	w.f("LEAQ ·laneMask+%d(SB), AX", 8*width)
	w.f("SHLQ $3, CX")
	w.f("SUBQ CX, AX")
	w.f("VMOVUPD (AX), Y15")
}

func (w writer) load(masked bool, address, to string) {
	if masked {
		w.f("VMASKMOVPD %s, Y15, %s", address, to)
	} else {
		w.f("VMOVUPD %s, %s", address, to)
	}
}

func (w writer) store(masked bool, from, address string) {
	if masked {
		w.f("VMASKMOVPD %s, Y15, %s", from, address)
	} else {
		w.f("VMOVUPD %s, %s", from, address)
	}
}

// extent takes four columns through all rows, then the next four, and those that are left by a mask.
func (w writer) extent() {
	w.begin("extentAVX2", "sum, low, high, x, origin, weights *float64, stride, n, d int",
		argument{"sum", "DI"}, argument{"low", "SI"}, argument{"high", "DX"}, argument{"x", "R8"}, argument{"origin", "R9"}, argument{"weights", "R10"},
		argument{"stride", "R11"}, argument{"n", "R12"}, argument{"d", "CX"})
	w.f("SHLQ $3, R11")
	w.label("columns")
	w.f("CMPQ CX, $%d", width)
	w.f("JLT rest")
	w.extentOf("row", false)
	for _, r := range []string{"DI", "SI", "DX", "R8", "R9"} {
		w.f("ADDQ $%d, %s", 8*width, r)
	}
	w.f("SUBQ $%d, CX", width)
	w.f("JMP columns")
	w.label("rest")
	w.f("TESTQ CX, CX")
	w.f("JZ done")
	w.mask()
	w.extentOf("last", true)
	w.label("done")
	w.end()
}

func (w writer) extentOf(loop string, masked bool) {
	for i, address := range []string{"(DI)", "(SI)", "(DX)", "(R9)"} {
		w.load(masked, address, fmt.Sprintf("Y%d", i))
	}
	w.f("MOVQ R8, R13")
	w.f("MOVQ R10, BX")
	w.f("MOVQ R12, AX")
	w.label(loop)
	w.load(masked, "(R13)", "Y4")
	w.f("VBROADCASTSD (BX), Y5")
	w.f("VMINPD Y1, Y4, Y1")
	w.f("VMAXPD Y2, Y4, Y2")
	w.f("VSUBPD Y3, Y4, Y4")
	w.f("VMULPD Y4, Y5, Y4")
	w.f("VADDPD Y4, Y0, Y0")
	w.f("ADDQ R11, R13")
	w.f("ADDQ $8, BX")
	w.f("DECQ AX")
	w.f("JNZ %s", loop)
	for i, address := range []string{"(DI)", "(SI)", "(DX)"} {
		w.store(masked, fmt.Sprintf("Y%d", i), address)
	}
}

// shiftRows takes one row after another.
func (w writer) shiftRows() {
	w.begin("shiftRowsAVX2", "dst, x, origin, factor, by *float64, width, stride, n, d int",
		argument{"dst", "DI"}, argument{"x", "SI"}, argument{"origin", "R8"}, argument{"factor", "R9"}, argument{"by", "R10"}, argument{"width", "R11"},
		argument{"stride", "R12"}, argument{"n", "R13"}, argument{"d", "CX"})
	w.f("SHLQ $3, R11")
	w.f("SHLQ $3, R12")
	w.f("MOVQ CX, DX")
	w.f("ANDQ $%d, DX", -width) // columns in full registers
	w.f("SUBQ DX, CX")
	w.f("MOVQ CX, BX") // and the others
	w.mask()
	w.label("row")
	w.f("VBROADCASTSD (R10), Y0")
	w.f("XORQ CX, CX")
	w.f("CMPQ CX, DX")
	w.f("JGE rest")
	w.label("columns")
	w.shifted(false)
	w.f("ADDQ $%d, CX", width)
	w.f("CMPQ CX, DX")
	w.f("JLT columns")
	w.label("rest")
	w.f("TESTQ BX, BX")
	w.f("JZ next")
	w.shifted(true)
	w.label("next")
	w.f("ADDQ R11, DI")
	w.f("ADDQ R12, SI")
	w.f("ADDQ $8, R10")
	w.f("DECQ R13")
	w.f("JNZ row")
	w.end()
}

func (w writer) shifted(masked bool) {
	w.load(masked, "(SI)(CX*8)", "Y1")
	if masked { // what is behind the end must not be read
		w.load(masked, "(R8)(CX*8)", "Y2")
		w.load(masked, "(R9)(CX*8)", "Y3")
		w.f("VSUBPD Y2, Y1, Y1")
		w.f("VMULPD Y3, Y1, Y1")
	} else {
		w.f("VSUBPD (R8)(CX*8), Y1, Y1")
		w.f("VMULPD (R9)(CX*8), Y1, Y1")
	}
	w.f("VMULPD Y0, Y1, Y1")
	w.store(masked, "Y1", "(DI)(CX*8)")
}

const (
	tileRows = 4 // of the part of a Gram matrix that is kept in registers
	tileVecs = 2 // registers in a row of it
)

// gram adds to a tile the products of two pieces of each row.
func (w writer) gram() {
	w.begin("gramAVX2", "dst, left, right *float64, width, n int",
		argument{"dst", "DI"}, argument{"left", "SI"}, argument{"right", "DX"}, argument{"width", "R8"}, argument{"n", "CX"})
	w.f("SHLQ $3, R8")
	sum := func(i, v int) string { return fmt.Sprintf("Y%d", i*tileVecs+v) }
	piece := func(v int) string { return fmt.Sprintf("Y%d", tileRows*tileVecs+v) }
	each := func(f func(i, v int)) {
		w.f("MOVQ DI, AX")
		for i := range tileRows {
			for v := range tileVecs {
				f(i, v)
			}
			if i+1 < tileRows {
				w.f("ADDQ R8, AX")
			}
		}
	}
	each(func(i, v int) { w.f("VMOVUPD %d(AX), %s", 8*width*v, sum(i, v)) })
	w.label("row")
	for v := range tileVecs {
		w.f("VMOVUPD %d(DX), %s", 8*width*v, piece(v))
	}
	for i := range tileRows {
		number := fmt.Sprintf("Y%d", (tileRows+1)*tileVecs+i)
		w.f("VBROADCASTSD %d(SI), %s", 8*i, number)
		for v := range tileVecs {
			w.f("VFMADD231PD %s, %s, %s", piece(v), number, sum(i, v))
		}
	}
	w.f("ADDQ R8, SI")
	w.f("ADDQ R8, DX")
	w.f("DECQ CX")
	w.f("JNZ row")
	each(func(i, v int) { w.f("VMOVUPD %s, %d(AX)", sum(i, v), 8*width*v) })
	w.end()
}
