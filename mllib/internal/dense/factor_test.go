package dense

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/testlapack"
)

func TestGonumLapackSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	t.Run("Dpotrf", func(t *testing.T) { testlapack.DpotrfTest(t, LAPACK{}) })
	t.Run("Dpotri", func(t *testing.T) { testlapack.DpotriTest(t, LAPACK{}) })
	t.Run("Dtrtri", func(t *testing.T) { testlapack.DtrtriTest(t, LAPACK{}) })
	t.Run("Dgetrf", func(t *testing.T) { testlapack.DgetrfTest(t, LAPACK{}) })
	t.Run("Dpocon", func(t *testing.T) { testlapack.DpoconTest(t, LAPACK{}) })
	t.Run("Dgecon", func(t *testing.T) { testlapack.DgeconTest(t, LAPACK{}) })
}

// definite draws MᵀM + I.
func (r *random) definite(n int) view {
	m := r.byRows(n, n)
	a := r.matrix(n, n)
	sums, _ := product(m.t(), m)
	sums.copyTo(a)
	for i := range n {
		a.set(i, i, a.at(i, i)+1)
	}
	return a
}

// TestCholesky: UᵀU is A, the bits do not depend on the engine, and what is below the diagonal stays.
func TestCholesky(t *testing.T) {
	for seed := range uint64(60) {
		r := newRandom(seed)
		a := r.definite(orders[r.IntN(len(orders))])
		what := fmt.Sprintf("seed %d: order %d", seed, a.rows)
		got := allSame(t, what, a, func(e engine, a view) {
			if !e.cholesky(a) {
				t.Fatalf("%s: not positive definite", what)
			}
		})
		for i := range a.rows {
			for j := range i {
				if got.at(i, j) != a.at(i, j) {
					t.Fatalf("%s: entry (%d, %d) below the diagonal changed", what, i, j)
				}
			}
		}
		u := triangle{view: got}.full()
		back, sizes := product(u.t(), u)
		near(t, what, a.rows, back, a, sizes)
	}
}

// TestCholeskyRefuses matrices that are not positive definite, wherever that shows, and NaN.
func TestCholeskyRefuses(t *testing.T) {
	for _, n := range []int{1, 5, 32, 33, 64, 100} {
		for _, at := range []int{0, n / 2, n - 1} {
			for _, bad := range []float64{0, -1, math.NaN(), math.Inf(-1)} {
				a := newRandom(7).definite(n)
				a.set(at, at, bad)
				for _, uplo := range []blas.Uplo{blas.Upper, blas.Lower} {
					if (LAPACK{}).Dpotrf(uplo, n, slices.Clone(a.data), stride(a)) {
						t.Errorf("order %d with %v at %d: factored", n, bad, at)
					}
				}
			}
		}
	}
}

// TestInverse: A⁻¹A is the identity, the bits do not depend on the engine, and what is below the diagonal stays.
func TestInverse(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for seed := range uint64(60) {
		r := newRandom(seed)
		a := r.definite(orders[r.IntN(len(orders))])
		n := a.rows
		what := fmt.Sprintf("seed %d: order %d", seed, n)
		factor := a.clone()
		machine.cholesky(factor)
		got := allSame(t, what, factor, func(e engine, a view) { e.inverse(a) })
		inverse := got.clone()
		for i := range n {
			for j := range i {
				if got.at(i, j) != factor.at(i, j) {
					t.Fatalf("%s: entry (%d, %d) below the diagonal changed", what, i, j)
				}
				inverse.set(i, j, got.at(j, i))
			}
		}
		one, sizes := product(inverse, a)
		want := rowMajor(make([]float64, n*n), n, n, n)
		more := condition(a, inverse)
		for i := range n {
			want.set(i, i, 1)
			for j := range n {
				sizes.set(i, j, sizes.at(i, j)*more)
			}
		}
		near(t, what, n, one, want, sizes)
	}
}

// TestInvert: A⁻¹A is the identity for triangles of all four kinds, the bits do not depend on the engine, and the rest stays.
func TestInvert(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for seed := range uint64(60) {
		r := newRandom(seed)
		factor := r.definite(orders[r.IntN(len(orders))])
		machine.cholesky(factor)
		n, lower, unit := factor.rows, seed%2 == 1, seed%4 > 1
		if lower {
			factor = factor.t()
		}
		a := triangle{view: factor, lower: lower, unit: unit}
		if unit {
			for i := range n {
				for j := range n {
					if i != j {
						factor.set(i, j, factor.at(i, j)/float64(n))
					}
				}
			}
		}
		what := fmt.Sprintf("seed %d: order %d, lower %v, unit %v", seed, n, lower, unit)
		got := allSame(t, what, factor, func(e engine, v view) { e.invert(triangle{view: v, lower: lower, unit: unit}) })
		inverse := triangle{view: got, lower: lower, unit: unit}
		for i := range n {
			for j := range n {
				outside := lower && j > i || !lower && j < i || unit && i == j
				if outside && got.at(i, j) != factor.at(i, j) {
					t.Fatalf("%s: entry (%d, %d) changed", what, i, j)
				}
			}
		}
		full, back := a.full(), inverse.full()
		one, _ := product(back, full)
		more := condition(full, back)
		for i := range n {
			for j := range n {
				want := 0.0
				if i == j {
					want = 1
				}
				if d := math.Abs(one.at(i, j) - want); !(d <= 0x1p-52*float64(n+1)*more) {
					t.Fatalf("%s: entry (%d, %d) of A⁻¹A is off by %v", what, i, j, d)
				}
			}
		}
	}
}

// TestInvertInAnyUnits: the inverse of a triangle in units of a power of two has the same digits, also where the condition times the units would overflow.
func TestInvertInAnyUnits(t *testing.T) {
	const n = 120
	r := newRandom(3)
	a := triangle{view: r.byRows(n, n), lower: true} // of normal numbers: its inverse has entries beyond 10¹⁷
	want := triangle{view: a.clone(), lower: true}
	machine.invert(want)
	for _, exponent := range []int{990, -880} {
		got := triangle{view: a.clone(), lower: true}
		scaleByPower(got.data, exponent)
		machine.invert(got)
		for i := range n {
			for j := range i + 1 {
				if v := math.Ldexp(got.at(i, j), exponent); v != want.at(i, j) {
					t.Fatalf("2^%d: entry (%d, %d) of the inverse is %v, want %v", exponent, i, j, v, want.at(i, j))
				}
			}
		}
	}
}

// condition is a bound of the condition number of a symmetric matrix, by sums of rows.
func condition(a, inverse view) float64 {
	largest := func(m view) (most float64) {
		for i := range m.rows {
			sum := 0.0
			for j := range m.cols {
				sum += math.Abs(m.at(i, j))
			}
			most = max(most, sum)
		}
		return most
	}
	return largest(a) * largest(inverse)
}

// TestInverseRefuses factors with a 0 on the diagonal, and leaves them as they are.
func TestInverseRefuses(t *testing.T) {
	for _, n := range []int{1, 5, 33, 100} {
		for _, at := range []int{0, n / 2, n - 1} {
			a := newRandom(7).definite(n)
			a.set(at, at, 0)
			got := slices.Clone(a.data)
			if (LAPACK{}).Dpotri(blas.Upper, n, got, stride(a)) || !slices.Equal(got, a.data) {
				t.Errorf("order %d with 0 at %d: changed", n, at)
			}
		}
	}
}

// TestLU: L·U is A with its rows exchanged, no entry of L exceeds 1, and the bits do not depend on the engine.
func TestLU(t *testing.T) {
	for seed := range uint64(80) {
		r := newRandom(seed)
		a := r.byRows(orders[r.IntN(len(orders))], orders[r.IntN(len(orders))])
		m, n, small := a.rows, a.cols, min(a.rows, a.cols)
		what := fmt.Sprintf("seed %d: %d×%d", seed, m, n)
		pivots := make([]int, small)
		got := allSame(t, what, a, func(e engine, a view) {
			own := make([]int, small)
			if !e.lu(a, own) {
				t.Fatalf("%s: singular", what)
			}
			copy(pivots, own)
		})
		l, u := rowMajor(make([]float64, m*small), m, small, small), rowMajor(make([]float64, small*n), small, n, n)
		for i := range m {
			for j := range n {
				switch v := got.at(i, j); {
				case i <= j && i < small:
					u.set(i, j, v)
				case math.Abs(v) > 1:
					t.Fatalf("%s: entry (%d, %d) of L is %v", what, i, j, v)
				default:
					l.set(i, j, v)
				}
			}
		}
		for i := range small {
			l.set(i, i, 1)
		}
		exchanged := a.clone()
		exchange(exchanged, pivots)
		back, sizes := product(l, u)
		near(t, what, small, back, exchanged, sizes)
	}
}

// TestLUTies: of rows with pivots of equal absolute value the first wins. A is a product of a unit lower triangle of ±1 and ±1/2 and an upper one of
// whole numbers, whose diagonal is large enough: no row is exchanged, and the factors come out exactly.
func TestLUTies(t *testing.T) {
	for _, n := range append([]int{300}, orders...) {
		r := newRandom(uint64(n))
		l, u := rowMajor(make([]float64, n*n), n, n, n), rowMajor(make([]float64, n*n), n, n, n)
		want := l.clone()
		for i := range n {
			for j := range n {
				switch {
				case i > j:
					l.set(i, j, []float64{1, -1, .5, -.5, 0}[r.IntN(5)])
					want.set(i, j, l.at(i, j))
				default:
					u.set(i, j, float64(r.IntN(9)-4))
					if i == j {
						l.set(i, i, 1)
						u.set(i, i, float64(2-4*r.IntN(2)))
					}
					want.set(i, j, u.at(i, j))
				}
			}
		}
		a, _ := product(l, u)
		got := allSame(t, fmt.Sprintf("order %d", n), a, func(e engine, a view) {
			pivots := make([]int, n)
			e.lu(a, pivots)
			for i, p := range pivots {
				if p != i {
					t.Fatalf("%v, order %d: row %d was exchanged for row %d, of the same size", e, n, i, p)
				}
			}
		})
		if !slices.Equal(got.data, want.data) { // 0 and -0 are equal
			t.Errorf("order %d: not the factors that A was made of", n)
		}
	}
}

// TestLUFirstOfTies: where the first row is smaller than others, the first of these wins.
func TestLUFirstOfTies(t *testing.T) {
	for _, n := range orders {
		for first := 1; first < n; first += 1 + n/5 {
			for _, e := range engines() {
				a, pivots := newRandom(3).byRows(n, n), make([]int, n)
				for i := range n {
					a.set(i, 0, 1)
					if i >= first {
						a.set(i, 0, float64(4*(i%2)-2))
					}
				}
				if e.lu(a, pivots); pivots[0] != first {
					t.Fatalf("%v, order %d: the first pivot is in row %d, want %d", e, n, pivots[0], first)
				}
			}
		}
	}
}

// TestLUOfSingular: the factorisation says so and goes on; the factors of an exactly singular matrix are exact.
func TestLUOfSingular(t *testing.T) {
	for _, n := range []int{2, 32, 40, 90} {
		a := rowMajor(make([]float64, n*n), n, n, n)
		for i := range n {
			for j := range n {
				a.set(i, j, float64(i%2)) // every other row is 0, the others are 1
			}
		}
		pivots := make([]int, n)
		if (LAPACK{}).Dgetrf(n, n, a.data, n, pivots) {
			t.Errorf("order %d: not found to be singular", n)
		}
		for j := range n {
			if a.at(0, j) != 1 {
				t.Errorf("order %d: entry (0, %d) of U is %v, want 1", n, j, a.at(0, j))
			}
		}
	}
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{4, 16, 100, 500, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := newRandom(1).definite(n)
			work := a.clone()
			for b.Loop() {
				copy(work.data, a.data)
				machine.cholesky(work)
			}
		})
	}
}

func BenchmarkInverse(b *testing.B) {
	for _, n := range []int{4, 16, 100, 500, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a := newRandom(1).definite(n)
			machine.cholesky(a)
			work := a.clone()
			for b.Loop() {
				copy(work.data, a.data)
				machine.inverse(work)
			}
		})
	}
}

func BenchmarkLU(b *testing.B) {
	for _, n := range []int{4, 16, 100, 500, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a, pivots := newRandom(1).byRows(n, n), make([]int, n)
			work := a.clone()
			for b.Loop() {
				copy(work.data, a.data)
				machine.lu(work, pivots)
			}
		})
	}
}
