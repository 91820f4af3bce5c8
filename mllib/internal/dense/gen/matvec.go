package main

import "fmt"

// Products with vectors have two loops: inner, the products of a vector with rows, and symRows, which passes once over four rows of a symmetric
// matrix for both of its triangles. A product of two rows is a sum in eight lanes: one register of AVX-512, two of AVX2. What they compute is
// defined by innerGo and symRowsGo.

// chunk is the number of lanes of a sum, whatever the registers.
const chunk = 8

// matvec writes both loops for both sets of registers.
func (w writer) matvec() {
	w.maskTable()
	for _, s := range sets {
		groups := []int{8, 4, 1}
		if s.lanes < chunk {
			groups = []int{4, 1}
		}
		w.inner(s, groups)
		w.symRows(s)
	}
}

// maskTable writes eight words of ones and eight of zeros: from word 8-t on, it is the mask of the first t lanes.
func (w writer) maskTable() {
	fmt.Fprintln(w.out)
	for i := range 2 * chunk {
		word := "-1"
		if i >= chunk {
			word = "0"
		}
		fmt.Fprintf(w.out, "DATA ·laneMask+%d(SB)/8, $%s\n", 8*i, word)
	}
	fmt.Fprintf(w.out, "GLOBL ·laneMask(SB), RODATA|NOPTR, $%d\n", 16*chunk)
}

// parts is the number of registers that hold the lanes of a sum.
func (s registers) parts() int { return chunk / s.lanes }

// rowAddress is the address of row i of a group, the first of whose rows begins at R9 and the fifth at R10; R8 is the stride and R12 three of
// them.
func rowAddress(i, offset int) string {
	base := []string{"R9", "R10"}[i/4]
	return fmt.Sprintf("%d(%s)%s", offset, base, []string{"", "(R8*1)", "(R8*2)", "(R12*1)"}[i%4])
}

// tailMask makes the mask of the last CX lanes: K1, or the last two registers of AVX2.
func (w writer) tailMask(s registers) {
	if s.parts() == 1 {
		w.f("MOVQ $1, AX")
		w.f("SHLQ CX, AX")
		w.f("DECQ AX")
		w.f("KMOVW AX, K1")
		return
	}
	w.f("LEAQ ·laneMask+%d(SB), AX", 8*chunk)
	w.f("SHLQ $3, CX")
	w.f("SUBQ CX, AX")
}

// load loads the lanes of a part from an address, all of them or those of the mask, which for AVX2 lies in memory at AX and goes through the
// register mask.
func (w writer) load(s registers, masked bool, address, to, mask string, part int) {
	switch {
	case !masked:
		w.f("VMOVUPD %s, %s", address, to)
	case s.parts() == 1:
		w.f("VMOVUPD.Z %s, K1, %s", address, to)
	default:
		w.f("VMOVUPD %d(AX), %s", part*s.bytes(), mask)
		w.f("VMASKMOVPD %s, %s, %s", address, mask, to)
	}
}

// reduce adds up the lanes of the registers from first on, of which the one after them holds the other half if there are two, and stores
// the sum at offset(DI).
func (w writer) reduce(s registers, first, offset int) {
	if s.parts() == 1 {
		w.f("VEXTRACTF64X4 $1, Z%d, Y15", first)
		w.f("VADDPD Y15, Y%d, Y%[1]d", first)
	} else {
		w.f("VADDPD Y%d, Y%d, Y%[2]d", first+1, first)
	}
	w.f("VEXTRACTF128 $1, Y%d, X15", first)
	w.f("VADDPD X15, X%d, X%[1]d", first)
	w.f("VUNPCKHPD X%d, X%[1]d, X15", first)
	w.f("VADDSD X15, X%d, X%[1]d", first)
	w.f("VMOVSD X%d, %d(DI)", first, offset)
}

// inner goes through groups of rows: the sums of a group are in the first registers, x in the ones behind.
func (w writer) inner(s registers, groups []int) {
	name := "inner" + s.name
	w.begin(fmt.Sprintf("func %s(k int, x, rows *float64, stride int, sums *float64, n int)", name), name, 48)
	for _, l := range []string{"rows+16(FP), DX", "stride+24(FP), R8", "sums+32(FP), DI", "n+40(FP), BX"} {
		w.f("MOVQ %s", l)
	}
	w.f("SHLQ $3, R8")
	w.f("LEAQ (R8)(R8*2), R12")
	for _, n := range groups {
		w.label(fmt.Sprintf("group%d", n))
		w.f("CMPQ BX, $%d", n)
		w.f("JLT after%d", n)
		for i := range n * s.parts() {
			w.f("%s %s, %[2]s, %[2]s", s.clear, s.reg(i))
		}
		for _, l := range []string{"x+8(FP), SI", "k+0(FP), CX", "DX, R9"} {
			w.f("MOVQ %s", l)
		}
		w.f("LEAQ (DX)(R8*4), R10")
		w.chunks(s, fmt.Sprint(n), func(masked bool) { w.innerStep(s, n, masked) }, "SI", "R9", "R10")
		for i := range n {
			w.reduce(s, i*s.parts(), 8*i)
		}
		for range n / 4 {
			w.f("LEAQ (DX)(R8*4), DX")
		}
		if n == 1 {
			w.f("ADDQ R8, DX")
		}
		w.f("ADDQ $%d, DI", 8*n)
		w.f("SUBQ $%d, BX", n)
		w.f("JMP group%d", n)
		w.label(fmt.Sprintf("after%d", n))
	}
	w.f("VZEROUPPER")
	w.f("RET")
}

// chunks writes the loop over the chunks of CX numbers, and the step for what is left of them.
func (w writer) chunks(s registers, suffix string, step func(masked bool), pointers ...string) {
	w.f("SUBQ $%d, CX", chunk)
	w.f("JLT tail%s", suffix)
	w.label("chunk" + suffix)
	step(false)
	for _, p := range pointers {
		w.f("ADDQ $%d, %s", 8*chunk, p)
	}
	w.f("SUBQ $%d, CX", chunk)
	w.f("JGE chunk%s", suffix)
	w.label("tail" + suffix)
	w.f("ADDQ $%d, CX", chunk)
	w.f("JZ sums%s", suffix)
	w.tailMask(s)
	step(true)
	w.label("sums" + suffix)
}

// innerStep adds the products of a chunk of x with those of n rows to the sums.
func (w writer) innerStep(s registers, n int, masked bool) {
	x, row, mask := s.reg(n*s.parts()), s.reg(n*s.parts()+1), s.reg(n*s.parts()+2)
	for part := range s.parts() {
		offset := part * s.bytes()
		w.load(s, masked, fmt.Sprintf("%d(SI)", offset), x, mask, part)
		for i := range n {
			sum := s.reg(i*s.parts() + part)
			if masked {
				w.load(s, true, rowAddress(i, offset), row, mask, part)
				w.f("VFMADD231PD %s, %s, %s", row, x, sum)
			} else {
				w.f("VFMADD231PD %s, %s, %s", rowAddress(i, offset), x, sum)
			}
		}
	}
}

const symRowsCount = 4 // rows of a symmetric matrix in a pass

// symRows: the sums are in the first registers, then the weights, one register for x and y each, and for a row.
func (w writer) symRows(s registers) {
	name := "symRows" + s.name
	w.begin(fmt.Sprintf("func %s(k int, x, y, rows *float64, stride int, weights, sums *float64)", name), name, 56)
	for _, l := range []string{"k+0(FP), CX", "x+8(FP), SI", "y+16(FP), DX", "rows+24(FP), R9", "stride+32(FP), R8", "weights+40(FP), BX", "sums+48(FP), DI"} {
		w.f("MOVQ %s", l)
	}
	w.f("SHLQ $3, R8")
	w.f("LEAQ (R8)(R8*2), R12")
	count := symRowsCount * s.parts()
	for i := range count {
		w.f("%s %s, %[2]s, %[2]s", s.clear, s.reg(i))
	}
	for i := range symRowsCount {
		w.f("VBROADCASTSD %d(BX), %s", 8*i, s.reg(count+i))
	}
	w.chunks(s, "", func(masked bool) { w.symStep(s, count, masked) }, "SI", "DX", "R9")
	for i := range symRowsCount {
		w.reduce(s, i*s.parts(), 8*i)
	}
	w.f("VZEROUPPER")
	w.f("RET")
}

// symStep adds the products of a chunk of x with those of the rows to the sums, and the weighted rows to a chunk of y.
func (w writer) symStep(s registers, count int, masked bool) {
	weights := count
	x, y, row := s.reg(weights+4), s.reg(weights+5), s.reg(weights+6)
	mask := s.reg(weights + 7)
	for part := range s.parts() {
		offset := part * s.bytes()
		w.load(s, masked, fmt.Sprintf("%d(SI)", offset), x, mask, part)
		w.load(s, masked, fmt.Sprintf("%d(DX)", offset), y, mask, part)
		for i := range symRowsCount {
			w.load(s, masked, rowAddress(i, offset), row, mask, part)
			w.f("VFMADD231PD %s, %s, %s", row, x, s.reg(i*s.parts()+part))
			w.f("VFMADD231PD %s, %s, %s", row, s.reg(weights+i), y)
		}
		to := fmt.Sprintf("%d(DX)", offset)
		switch {
		case !masked:
			w.f("VMOVUPD %s, %s", y, to)
		case s.parts() == 1:
			w.f("VMOVUPD %s, K1, %s", y, to)
		default:
			w.f("VMASKMOVPD %s, %s, %s", y, mask, to)
		}
	}
}
