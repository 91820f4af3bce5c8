package main

import "fmt"

// rows writes the loops over rows of float32 numbers. R8 is the length of a row in bytes. A turn of an inner loop takes the coordinates DX to DX+7, in two registers of
// four.
func (w writer) rows() {
	w.begin("innerAVX2", "x *float64, rows *float32, sums *float64, d, n int",
		argument{"x", "SI"}, argument{"rows", "R9"}, argument{"sums", "DI"}, argument{"d", "CX"}, argument{"n", "BX"})
	w.inner(4, 1)
	w.begin("addRowsAVX2", "dst *float64, rows *float32, weights *float64, d, n int",
		argument{"dst", "DI"}, argument{"rows", "R9"}, argument{"weights", "SI"}, argument{"d", "CX"}, argument{"n", "BX"})
	w.addRows(1)
	w.begin("innerTwoAVX2", "x, x2 *float64, rows *float32, sums, sums2 *float64, d, n int",
		argument{"x", "SI"}, argument{"x2", "R13"}, argument{"rows", "R9"}, argument{"sums", "DI"}, argument{"sums2", "R14"}, argument{"d", "CX"}, argument{"n", "BX"})
	w.inner(2, 2)
	w.begin("addRowsTwoAVX2", "dst, dst2 *float64, rows *float32, weights, weights2 *float64, d, n int",
		argument{"dst", "DI"}, argument{"dst2", "R13"}, argument{"rows", "R9"}, argument{"weights", "SI"}, argument{"weights2", "R14"}, argument{"d", "CX"}, argument{"n", "BX"})
	w.addRows(2)
}

// starts are the registers of the rows of a group, the next of which begin where the one before ends.
var starts = []string{"R9", "R10", "R11", "R12"}

func (w writer) startRows(rows int) {
	for i := 1; i < rows; i++ {
		w.f("LEAQ (%s)(R8*1), %s", starts[i-1], starts[i])
	}
}

func (w writer) widen(row string, first int) {
	w.f("VCVTPS2PD (%s)(DX*4), Y%d", row, first)
	w.f("VCVTPS2PD 16(%s)(DX*4), Y%d", row, first+1)
}

// inner multiplies rows of a group with one or two vectors: their products have 2·rows·vectors registers of lanes, row by row, then come the vectors, then widened rows.
func (w writer) inner(rows, vectors int) {
	from, to := []string{"SI", "R13"}, []string{"DI", "R14"}
	products := 2 * rows * vectors
	w.f("MOVQ CX, R8")
	w.f("SHLQ $2, R8")
	w.f("LEAQ (R9)(R8*%d), AX", rows) // the next group, whose lines are fetched ahead in their order
	w.label("group")
	w.startRows(rows)
	w.zero(products, "VXORPD")
	w.f("XORQ DX, DX")
	w.label("coordinates")
	for line := range rows / 2 {
		w.f("PREFETCHT1 %d(AX)", 64*line)
	}
	w.f("ADDQ $%d, AX", 32*rows)
	for v := range vectors {
		w.f("VMOVUPD (%s)(DX*8), Y%d", from[v], products+2*v)
		w.f("VMOVUPD 32(%s)(DX*8), Y%d", from[v], products+2*v+1)
	}
	for first := 0; first < rows; first += 2 { // two rows are widened at a time
		widened := products + 2*vectors
		for r := range 2 {
			w.widen(starts[first+r], widened+2*r)
		}
		for r := range 2 {
			for v := range vectors {
				for half := range 2 {
					w.f("VFMADD231PD Y%d, Y%d, Y%d", products+2*v+half, widened+2*r+half, 2*((first+r)*vectors+v)+half)
				}
			}
		}
	}
	w.f("ADDQ $8, DX")
	w.f("CMPQ DX, CX")
	w.f("JLT coordinates")
	w.reduce(products / 2)
	if vectors == 1 { // the sums are in X0, X2, X4, X6
		w.f("VHADDPD X2, X0, X0")
		w.f("VHADDPD X6, X4, X4")
		w.f("VMOVUPD X0, (DI)")
		w.f("VMOVUPD X4, 16(DI)")
	} else {
		w.f("VHADDPD X4, X0, X0")
		w.f("VHADDPD X6, X2, X2")
		w.f("VMOVUPD X0, (DI)")
		w.f("VMOVUPD X2, (R14)")
	}
	for v := range vectors {
		w.f("ADDQ $%d, %s", 8*rows, to[v])
	}
	w.f("LEAQ (%s)(R8*1), R9", starts[rows-1])
	w.f("SUBQ $%d, BX", rows)
	w.f("JNZ group")
	w.end()
}

// reduce adds the eight lanes of each product down to two, in X0, X2, ...
func (w writer) reduce(products int) {
	for i := range products {
		w.f("VADDPD Y%d, Y%d, Y%[2]d", 2*i+1, 2*i)
	}
	for i := range products {
		w.f("VEXTRACTF128 $1, Y%d, X%d", 2*i, 2*i+1)
	}
	for i := range products {
		w.f("VADDPD X%d, X%d, X%[2]d", 2*i+1, 2*i)
	}
}

// addRows adds four rows to one or two sums: first come the weights, four for each, then the sums, then widened rows.
func (w writer) addRows(sums int) {
	const rows = 4
	of, weights := []string{"DI", "R13"}, []string{"SI", "R14"}
	w.f("MOVQ CX, R8")
	w.f("SHLQ $2, R8")
	w.label("group")
	w.startRows(rows)
	for s := range sums {
		for r := range rows {
			w.f("VBROADCASTSD %d(%s), Y%d", 8*r, weights[s], rows*s+r)
		}
	}
	w.f("XORQ DX, DX")
	w.label("coordinates")
	first := rows * sums
	place := func(s, half int) string { return fmt.Sprintf("%d(%s)(DX*8)", 32*half, of[s]) }
	for s := range sums {
		for half := range 2 {
			w.f("VMOVUPD %s, Y%d", place(s, half), first+2*s+half)
		}
	}
	widened := first + 2*sums
	together := (16 - widened) / 2 / 2 * 2 // rows that the registers hold widened, two or four
	for next := 0; next < rows; next += together {
		for r := range together {
			w.widen(starts[next+r], widened+2*r)
		}
		for r := range together {
			for s := range sums {
				for half := range 2 {
					w.f("VFMADD231PD Y%d, Y%d, Y%d", rows*s+next+r, widened+2*r+half, first+2*s+half)
				}
			}
		}
	}
	for s := range sums {
		for half := range 2 {
			w.f("VMOVUPD Y%d, %s", first+2*s+half, place(s, half))
		}
	}
	w.f("ADDQ $8, DX")
	w.f("CMPQ DX, CX")
	w.f("JLT coordinates")
	w.f("LEAQ (%s)(R8*1), R9", starts[rows-1])
	for s := range sums {
		w.f("ADDQ $%d, %s", 8*rows, weights[s])
	}
	w.f("SUBQ $%d, BX", rows)
	w.f("JNZ group")
	w.end()
}
