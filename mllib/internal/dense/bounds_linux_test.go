package dense

import (
	"syscall"
	"testing"
	"unsafe"
)

// walls gives out memory between pages that cannot be read, so that whatever reads or writes beyond its operands ends the program.
type walls struct {
	t    *testing.T
	r    *random
	maps [][]byte
}

// around is a copy of a matrix that ends where memory ends, or begins where it begins.
func (w *walls) around(v view) view {
	w.t.Helper()
	n := 0
	if v.rows > 0 && v.cols > 0 {
		n = (v.rows-1)*v.down + (v.cols-1)*v.right + 1
	}
	page := syscall.Getpagesize()
	size := (8*n + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		w.t.Fatal(err)
	}
	w.maps = append(w.maps, m)
	for _, wall := range [][]byte{m[:page], m[page+size:]} {
		if err := syscall.Mprotect(wall, syscall.PROT_NONE); err != nil {
			w.t.Fatal(err)
		}
	}
	at := page
	if w.r.IntN(3) > 0 {
		at += size - 8*n
	}
	data := v.data[:n]
	v.data = nil
	if n > 0 {
		v.data = unsafe.Slice((*float64)(unsafe.Pointer(&m[at])), n)
		copy(v.data, data)
	}
	return v
}

func (w *walls) giveBack() {
	for _, m := range w.maps {
		if err := syscall.Munmap(m); err != nil {
			w.t.Error(err)
		}
	}
	w.maps = nil
}

// TestNothingBeyondOperands: the loops in assembly, which nothing checks, stay within what they are given, whatever the shapes, strides and lengths
// of the registers.
func TestNothingBeyondOperands(t *testing.T) {
	r := newRandom(5)
	size := func() int {
		return []int{r.IntN(5), 1 + r.IntN(60), 24*r.IntN(4) + r.IntN(3), 8 * r.IntN(9)}[r.IntN(4)]
	}
	w := &walls{t: t, r: r}
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	for range rounds {
		m, n, k := size(), size(), size()
		a, b, c, square := r.matrix(m, k), r.matrix(k, n), r.matrix(m, n), r.matrix(m, m)
		for i := range m {
			square.set(i, i, float64(2*m))
		}
		triangular := triangle{view: square, lower: r.IntN(2) == 0, unit: r.IntN(2) == 0}
		product := allSame(t, "product", c, func(e engine, c view) { e.gemm(-.3, a, b, c) })
		for _, e := range engines() {
			e.withinWalls(w, a, b, c, triangular, product)
			w.giveBack()
		}
	}
}

// withinWalls computes whatever reads its operands directly.
func (e engine) withinWalls(w *walls, a, b, c view, square triangle, product view) {
	got := w.around(c)
	e.gemm(-.3, w.around(a), w.around(b), got)
	for i := range c.rows {
		for j := range c.cols {
			if got.at(i, j) != product.at(i, j) {
				w.t.Fatalf("%v: entry (%d, %d) of a product depends on where its operands lie", e, i, j)
			}
		}
	}
	n := square.rows
	if n == 0 {
		return
	}
	e.syrk(1, w.around(a), w.around(square.view))
	e.cholesky(w.around(square.view))
	rows := square.view
	if !rows.byRows() {
		rows = rows.t()
	}
	e.lu(w.around(rows), make([]int, n))
	e.eigen(w.around(rows), make([]float64, n), true)
	square.view = w.around(square.view)
	if c.cols > 0 {
		e.solve(square, w.around(c))
		e.multiplyBy(square, 2, w.around(c))
	}
	e.invert(square)
}
