package main

import (
	"fmt"
	"strings"
)

// The tile of NEON: 4 rows of 12 numbers, in 24 of 32 registers of two numbers; six hold a row of B, and two take turns with a number of A.
const (
	neonRows  = 4
	neonVecs  = 6
	neonB     = neonRows * neonVecs // the first register of a row of B
	neonA     = neonB + neonVecs    // the first of two registers with a number of A
	neonSteps = 2                   // steps of depth in a turn of the loop
)

// neon writes the loops for arm64.
func (w writer) neon() {
	w.neonTile()
	w.neonRowsLoop()
}

// group is a list of n registers from v on, of which an instruction takes at most four.
func group(v, n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("V%d.D2", v+i)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// neonTile is tile: the accumulator of row i and vector v is register i·neonVecs + v.
func (w writer) neonTile() {
	w.begin("func tileNEON(k int, alpha float64, a, b, c *float64, ldc int)", "tileNEON", 48)
	for i, name := range []string{"k+0", "a+16", "b+24", "c+32", "ldc+40"} {
		w.f("MOVD %s(FP), R%d", name, i)
	}
	w.f("LSL $3, R4, R4")
	for v := range neonB {
		w.f("VEOR V%d.B16, V%[1]d.B16, V%[1]d.B16", v)
	}
	w.f("SUBS $%d, R0, R0", neonSteps)
	w.f("BLT rest")
	w.label("loop")
	w.neonTurn(neonSteps)
	w.f("SUBS $%d, R0, R0", neonSteps)
	w.f("BGE loop")
	w.label("rest")
	w.f("ADDS $%d, R0, R0", neonSteps)
	w.f("BEQ store")
	w.label("single")
	w.neonTurn(1)
	w.f("SUBS $1, R0, R0")
	w.f("BNE single")
	w.label("store")
	w.f("FMOVD alpha+8(FP), F%d", neonA)
	w.f("VDUP V%d.D[0], V%[1]d.D2", neonA)
	for i := range neonRows {
		w.f("ADD $64, R3, R5")
		w.f("VLD1 (R3), %s", group(neonB, 4))
		w.f("VLD1 (R5), %s", group(neonB+4, 2))
		for v := range neonVecs {
			w.f("VFMLA V%d.D2, V%d.D2, V%d.D2", i*neonVecs+v, neonA, neonB+v)
		}
		w.f("VST1 %s, (R3)", group(neonB, 4))
		w.f("VST1 %s, (R5)", group(neonB+4, 2))
		if i+1 < neonRows {
			w.f("ADD R4, R3, R3")
		}
	}
	w.f("RET")
}

// neonTurn writes n steps of depth.
func (w writer) neonTurn(n int) {
	for range n {
		w.f("VLD1.P 64(R2), %s", group(neonB, 4))
		w.f("VLD1.P 32(R2), %s", group(neonB+4, 2))
		for i := range neonRows {
			number := neonA + i%2
			w.f("VLD1R.P 8(R1), [V%d.D2]", number)
			for v := range neonVecs {
				w.f("VFMLA V%d.D2, V%d.D2, V%d.D2", neonB+v, number, i*neonVecs+v)
			}
		}
	}
}

// neonRowsLoop goes through dst in pieces of eight numbers, then one by one.
func (w writer) neonRowsLoop() {
	w.begin("func rowsNEON(k int, weights, rows *float64, stride int, dst *float64, n int)", "rowsNEON", 48)
	for i, name := range []string{"k+0", "weights+8", "rows+16", "stride+24", "dst+32", "n+40"} {
		w.f("MOVD %s(FP), R%d", name, i)
	}
	w.f("LSL $3, R3, R3")
	w.neonPieces("eight", 8, func() {
		w.f("VLD1 (R4), %s", group(0, 4))
	}, func() {
		w.f("VLD1R.P 8(R6), [V8.D2]")
		w.f("VLD1 (R7), %s", group(4, 4))
		for v := range 4 {
			w.f("VFMLA V%d.D2, V8.D2, V%d.D2", 4+v, v)
		}
	}, func() {
		w.f("VST1.P %s, 64(R4)", group(0, 4))
	})
	w.neonPieces("one", 1, func() {
		w.f("FMOVD (R4), F0")
	}, func() {
		w.f("FMOVD.P 8(R6), F8")
		w.f("FMOVD (R7), F4")
		w.f("FMADDD F4, F0, F8, F0")
	}, func() {
		w.f("FMOVD.P F0, 8(R4)")
	})
	w.f("RET")
}

// neonPieces loops over pieces of dst while there is a whole one, and within it over the rows, of which R7 walks down the piece and R6 along the weights.
func (w writer) neonPieces(name string, size int, load, row, store func()) {
	w.label(name)
	w.f("SUBS $%d, R5, R5", size)
	w.f("BLT %sdone", name)
	load()
	for _, copied := range []string{"R1, R6", "R2, R7", "R0, R8"} {
		w.f("MOVD %s", copied)
	}
	w.label(name + "row")
	row()
	w.f("ADD R3, R7, R7")
	w.f("SUBS $1, R8, R8")
	w.f("BNE %srow", name)
	store()
	w.f("ADD $%d, R2, R2", 8*size)
	w.f("B %s", name)
	w.label(name + "done")
	w.f("ADD $%d, R5, R5", size)
}
