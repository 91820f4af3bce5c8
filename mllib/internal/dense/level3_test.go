package dense

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// orders are those of triangular and symmetric matrices, around the edges of blocks.
var orders = []int{1, 2, 3, 5, 8, 16, 31, 32, 33, 63, 64, 65, 96, 100, 140}

// triangle draws a triangular matrix that is far from singular; what does not count is NaN.
func (r *random) triangle(n int) triangle {
	a := triangle{r.matrix(n, n), r.IntN(2) == 0, r.IntN(2) == 0}
	for i := range n {
		for j := range n {
			switch {
			case i == j && a.unit || i != j && (i > j) != a.lower:
				a.set(i, j, math.NaN())
			case i == j:
				a.set(i, j, 2+r.Float64())
			default:
				a.set(i, j, a.at(i, j)/float64(n))
			}
		}
	}
	return a
}

// TestTriangular: solve solves, multiplyBy multiplies, for triangles of either side, transposed or not, and the bits depend on nothing else.
func TestTriangular(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for seed := range uint64(150) {
		r := newRandom(seed)
		a := r.triangle(orders[r.IntN(len(orders))])
		b := r.matrix(a.rows, shapes[r.IntN(len(shapes))])
		what := fmt.Sprintf("seed %d: order %d, lower %t, unit %t, B %d×%d by rows %t", seed, a.rows, a.lower, a.unit, b.rows, b.cols, b.byRows())
		x := allSame(t, what, b, func(e engine, b view) { e.solve(a, b) })
		back, sizes := product(a.full(), x)
		near(t, what+", solve", 2*a.rows, back, b, sizes)
		got := allSame(t, what, b, func(e engine, b view) { e.multiplyBy(a, 2.5, b) })
		want, sizes := product(a.full(), b)
		want.scale(2.5)
		sizes.scale(2.5)
		near(t, what+", multiply", a.rows, got, want, sizes)
	}
}

// TestColumnsAlone: the bits of a column of a solution do not depend on the columns beside it.
func TestColumnsAlone(t *testing.T) {
	for seed := range uint64(60) {
		r := newRandom(seed)
		a := r.triangle(orders[r.IntN(len(orders))])
		b := r.matrix(a.rows, 1+r.IntN(12))
		at := r.IntN(b.cols)
		one := b.columns(at, at+1).clone()
		machine.solve(a, b)
		machine.solve(a, one)
		if !same(compact(one), compact(b.columns(at, at+1))) {
			t.Errorf("seed %d: order %d, lower %t, unit %t: the bits of column %d of %d differ when it stands alone", seed, a.rows, a.lower, a.unit, at, b.cols)
		}
	}
}

// TestGapsStay: what lies between the rows of a result does not change.
func TestGapsStay(t *testing.T) {
	r := newRandom(1)
	for _, n := range []int{5, 40, 100} {
		b := r.byRows(n, n)
		b.down, b.data = n+3, make([]float64, n*(n+3))
		for i := range b.data {
			b.data[i] = r.NormFloat64()
		}
		before := b.clone()
		a := r.triangle(n)
		machine.gemm(1, before, before, b)
		machine.solve(a, b)
		machine.multiplyBy(a, 2, b)
		machine.lu(b, make([]int, n))
		for i := range n {
			for j := n; j < n+3; j++ {
				if b.data[i*b.down+j] != before.data[i*b.down+j] {
					t.Fatalf("n = %d: the number %d behind row %d changed", n, j-n, i)
				}
			}
		}
	}
}

// TestSymmetricUpdates: syrk and syr2k on either triangle, and nothing in the other one changes.
func TestSymmetricUpdates(t *testing.T) {
	for seed := range uint64(100) {
		r := newRandom(seed)
		n, k := orders[r.IntN(len(orders))], shapes[r.IntN(len(shapes))]
		a, b, c := r.matrix(n, k), r.matrix(n, k), r.matrix(n, n)
		what := fmt.Sprintf("seed %d: n = %d, k = %d", seed, n, k)
		one := allSame(t, what, c, func(e engine, c view) { e.syrk(-1.5, a, c) })
		two := allSame(t, what, c, func(e engine, c view) { e.syr2k(-1.5, a, b, c) })
		checkUpdate(t, what+", syrk", c, one, []view{a, a.t()})
		whole := c.clone()
		machine.gemm(-1.5, a, a.t(), whole)
		if !sameLower(one, whole) {
			t.Fatalf("%s: entries of syrk are not those of the product", what)
		}
		checkUpdate(t, what+", syr2k", c, two, []view{a, b.t()}, []view{b, a.t()})
	}
}

// sameLower tells whether the entries on and below the diagonal have the same bits.
func sameLower(a, b view) bool {
	for i := range a.rows {
		for j := range i + 1 {
			if math.Float64bits(a.at(i, j)) != math.Float64bits(b.at(i, j)) {
				return false
			}
		}
	}
	return true
}

// checkUpdate fails if the lower triangle of after is not that of before - 1.5·(the sum of the products), or if the upper one changed.
func checkUpdate(t *testing.T, what string, before, after view, products ...[]view) {
	t.Helper()
	want, sizes := rowMajor(make([]float64, len(before.data)), before.rows, before.rows, before.rows), before.clone()
	before.copyTo(want)
	n := 0
	for _, p := range products {
		sums, s := product(p[0], p[1])
		n += p[0].cols
		for i := range want.rows {
			for j := range i + 1 {
				want.set(i, j, want.at(i, j)-1.5*sums.at(i, j))
				sizes.set(i, j, math.Abs(sizes.at(i, j))+1.5*s.at(i, j))
			}
		}
	}
	for i := range want.rows {
		for j := i + 1; j < want.rows; j++ {
			if after.at(i, j) != before.at(i, j) {
				t.Fatalf("%s: entry (%d, %d) above the diagonal changed", what, i, j)
			}
			sizes.set(i, j, 0)
		}
	}
	near(t, what, n, after, want, sizes)
}

// TestLargeSymmetricUpdate takes several blocks of rows, of columns and of depth, where goroutines take blocks of different work.
func TestLargeSymmetricUpdate(t *testing.T) {
	r := newRandom(2)
	for _, n := range []int{2 * avx512.blockRows(), 450} {
		a := r.matrix(n, 300)
		for _, c := range []view{r.byRows(n, n), r.byRows(n, n).t()} {
			what := fmt.Sprintf("n = %d, C by rows %t", n, c.byRows())
			got := allSame(t, what, c, func(e engine, c view) { e.syrk(2, a, c) })
			whole := c.clone()
			machine.gemm(2, a, a.t(), whole)
			if !sameLower(got, whole) {
				t.Errorf("%s: entries are not those of the product", what)
			}
			for i := range n {
				for j := i + 1; j < n; j++ {
					if got.at(i, j) != c.at(i, j) {
						t.Fatalf("%s: entry (%d, %d) above the diagonal changed", what, i, j)
					}
				}
			}
		}
	}
}

func TestSymm(t *testing.T) {
	for seed := range uint64(60) {
		r := newRandom(seed)
		a := r.matrix(orders[r.IntN(len(orders))], 0)
		a = r.matrix(a.rows, a.rows)
		whole := rowMajor(make([]float64, a.rows*a.rows), a.rows, a.rows, a.rows)
		for i := range a.rows {
			for j := range i + 1 {
				whole.set(i, j, a.at(i, j))
				whole.set(j, i, a.at(i, j))
				if j < i {
					a.set(j, i, math.NaN())
				}
			}
		}
		b := r.matrix(a.rows, shapes[r.IntN(len(shapes))])
		zero := r.matrix(a.rows, b.cols)
		zero.scale(0)
		what := fmt.Sprintf("seed %d: order %d, %d columns", seed, a.rows, b.cols)
		got := allSame(t, what, zero, func(e engine, c view) { e.symm(0.5, a, b, c) })
		want, sizes := product(whole, b)
		want.scale(0.5)
		near(t, what, a.rows, got, want, sizes)
	}
}

// TestNoUninvitedNaN: numbers on the side of a triangle that does not count, and the C that a beta of 0 overwrites, are not read.
func TestNoUninvitedNaN(t *testing.T) {
	const n = 70
	r := newRandom(3)
	for _, uplo := range []blas.Uplo{blas.Upper, blas.Lower} {
		c := make([]float64, n*n)
		for i := range c {
			c[i] = math.NaN()
		}
		a := r.byRows(n, 10)
		BLAS{}.Dsyrk(uplo, blas.NoTrans, n, 10, 1, a.data, stride(a), 0, c, n)
		for i := range n {
			for j := range n {
				if counts := i == j || (i < j) == (uplo == blas.Upper); math.IsNaN(c[i*n+j]) == counts {
					t.Fatalf("uplo %c: entry (%d, %d) is %v", uplo, i, j, c[i*n+j])
				}
			}
		}
	}
}
