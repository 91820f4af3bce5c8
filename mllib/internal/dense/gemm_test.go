package dense

import (
	"fmt"
	"math"
	"math/big"
	"sync"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/testblas"
)

// TestGemmIsItsDefinition: whatever the shapes, strides, instructions and goroutines, the bits are those of the loop over entries, with NaN, infinities,
// zeros of both signs and numbers that underflow and overflow among the entries.
func TestGemmIsItsDefinition(t *testing.T) {
	for seed := range uint64(400) {
		r := newRandom(seed)
		r.special = seed%4 == 3
		pick := func() int { return shapes[r.IntN(len(shapes))] }
		a := r.matrix(pick(), pick())
		b := r.matrix(a.cols, pick())
		checkGemm(t, fmt.Sprintf("seed %d", seed), r.factor(), a, b, r.matrix(a.rows, b.cols))
	}
}

// TestGemmBeyondBlocks is the same for products that take several blocks of depth, of rows and of columns.
func TestGemmBeyondBlocks(t *testing.T) {
	for i, s := range [][3]int{{1, 300, 1000}, {2, 1030, 5}, {500, 520, 3}, {30, 600, 40}, {410, 70, 50}, {9, 11, blockCols + 30}, {2 * avx512.blockRows(), 10, 100}} {
		r := newRandom(uint64(i))
		a, b := r.matrix(s[0], s[1]), r.matrix(s[1], s[2])
		checkGemm(t, fmt.Sprint(s), -0.7, a, b, r.matrix(s[0], s[2]))
	}
}

func checkGemm(t *testing.T, what string, alpha float64, a, b, c view) {
	t.Helper()
	what = fmt.Sprintf("%s: %d×%d·%d×%d", what, a.rows, a.cols, b.rows, b.cols)
	got := allSame(t, what, c, func(e engine, c view) { e.gemm(alpha, a, b, c) })
	want := c.clone()
	if alpha != 0 {
		gemmPlain(alpha, a, b, want)
	}
	if !same(got, want) {
		t.Fatalf("%s: not the bits of the definition", what)
	}
}

func FuzzGemm(f *testing.F) {
	f.Add(uint64(1), uint16(3), uint16(4), uint16(5), 1.0)
	f.Add(uint64(2), uint16(40), uint16(300), uint16(70), -2.0)
	f.Add(uint64(3), uint16(200), uint16(2), uint16(9), math.Inf(1))
	f.Add(uint64(88), uint16(12), uint16(0), uint16(34), 1.0) // no column of A: C stays
	f.Fuzz(func(t *testing.T, seed uint64, m, k, n uint16, alpha float64) {
		r := newRandom(seed)
		r.special = seed%2 == 1
		a, b := r.matrix(int(m%260), int(k%600)), r.matrix(int(k%600), int(n%260))
		checkGemm(t, "fuzz", alpha, a, b, r.matrix(a.rows, b.cols))
	})
}

// TestGemmIsNearTheProduct holds entries against sums in exact arithmetic. A chain of k fused operations is off by at most k units of 2⁻⁵³
// of the sum of absolute values (N. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1), alpha and beta add three.
func TestGemmIsNearTheProduct(t *testing.T) {
	r := newRandom(5)
	const m, k, n, alpha, beta = 9, 700, 30, 1.7, -0.4
	a, b, c := r.matrix(m, k), r.matrix(k, n), r.byRows(m, n)
	got := c.clone()
	BLAS{}.Dgemm(flag(a), flag(b), m, n, k, alpha, a.data, stride(a), b.data, stride(b), beta, got.data, stride(got))
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(x) }
	times := func(x, y *big.Float) *big.Float { return exact(0).Mul(x, y) }
	for i := range m {
		for j := range n {
			sum, size := exact(0), math.Abs(beta*c.at(i, j))
			for p := range k {
				sum.Add(sum, times(exact(a.at(i, p)), exact(b.at(p, j))))
				size += math.Abs(alpha * a.at(i, p) * b.at(p, j))
			}
			want := times(exact(alpha), sum)
			want.Add(want, times(exact(beta), exact(c.at(i, j))))
			off, _ := want.Sub(want, exact(got.at(i, j))).Float64()
			if limit := (k + 3) * 0x1p-53 * size; math.Abs(off) > limit {
				t.Errorf("entry (%d, %d) is off by %g, want at most %g", i, j, off, limit)
			}
		}
	}
}

// flag and stride are the arguments of BLAS for a view.
func flag(v view) blas.Transpose {
	if v.right == 1 {
		return blas.NoTrans
	}
	return blas.Trans
}

func stride(v view) int { return max(v.down, v.right) }

// TestFactors: a beta of 0 overwrites, an alpha of 0 does not read, NaN times 0 is NaN.
func TestFactors(t *testing.T) {
	nan := math.NaN()
	for _, n := range []int{1, 2, 5, 20, 40} {
		whole := func(x float64) []float64 {
			v := make([]float64, n*n)
			for i := range v {
				v[i] = x
			}
			return v
		}
		for _, c := range []struct {
			name                 string
			alpha, a, b, beta, c float64
			want                 float64
		}{
			{"beta = 0", 1, 1, 2, 0, nan, float64(2 * n)},
			{"alpha = 0", 0, nan, nan, 3, 2, 6},
			{"both 0", 0, nan, 1, 0, nan, 0},
			{"NaN times 0", 1, 0, nan, 1, 1, nan},
			{"infinity times 0", 1, math.Inf(1), 0, 0, 1, nan},
			{"alpha NaN", nan, 1, 1, 0, 1, nan},
		} {
			got := whole(c.c)
			BLAS{}.Dgemm(blas.NoTrans, blas.Trans, n, n, n, c.alpha, whole(c.a), n, whole(c.b), n, c.beta, got, n)
			for i, v := range got {
				if v != c.want && !(math.IsNaN(v) && math.IsNaN(c.want)) {
					t.Fatalf("n = %d, %s: number %d is %v, want %v", n, c.name, i, v, c.want)
				}
			}
		}
	}
}

// TestGonumSuite runs gonum's own tests of BLAS.
func TestGonumSuite(t *testing.T) {
	for name, test := range map[string]func(t *testing.T){
		"Dgemm":  func(t *testing.T) { testblas.TestDgemm(t, BLAS{}) },
		"Dsyrk":  func(t *testing.T) { testblas.DsyrkTest(t, BLAS{}) },
		"Dsyr2k": func(t *testing.T) { testblas.Dsyr2kTest(t, BLAS{}) },
		"Dsymm":  func(t *testing.T) { testblas.DsymmTest(t, BLAS{}) },
		"Dtrsm":  func(t *testing.T) { testblas.DtrsmTest(t, BLAS{}) },
		"Dtrmm":  func(t *testing.T) { testblas.DtrmmTest(t, BLAS{}) },
	} {
		t.Run(name, test)
	}
}

// TestManyProductsAtOnce: products share buffers, and nothing else.
func TestManyProductsAtOnce(t *testing.T) {
	r := newRandom(8)
	a, b, c := r.byRows(130, 90), r.byRows(90, 150), r.byRows(130, 150)
	want := c.clone()
	machine.gemm(1, a, b, want)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 5 {
				got := c.clone()
				engine{machine.set, 3}.gemm(1, a, b, got)
				if !same(got, want) {
					t.Error("a product differs when others run")
				}
			}
		})
	}
	group.Wait()
}

// TestSmallProductsDoNotAllocate, and neither do larger ones once there are buffers, apart from the functions that goroutines run.
func TestSmallProductsDoNotAllocate(t *testing.T) {
	r := newRandom(9)
	for _, n := range []int{3, 10, 16} {
		a, b, c := r.byRows(n, n), r.byRows(n, n), r.byRows(n, n)
		f := func() {
			BLAS{}.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a.data, stride(a), b.data, stride(b), 0, c.data, stride(c))
		}
		if got := testing.AllocsPerRun(10, f); got > 0 {
			t.Errorf("n = %d: %v allocations, want none", n, got)
		}
	}
}

func TestPanics(t *testing.T) {
	x := make([]float64, 9)
	const no = blas.NoTrans
	for want, f := range map[string]func(){
		"dense: A has 9 numbers, want 4 rows of 3 with stride 3":                   func() { BLAS{}.Dgemm(no, no, 4, 3, 3, 1, x, 3, x, 3, 0, x, 3) },
		"dense: the stride of B is 2, want at least its number of columns 3 and 1": func() { BLAS{}.Dgemm(no, no, 3, 3, 3, 1, x, 3, x, 2, 0, x, 3) },
		"dense: A is -1×3, want no negative number":                                func() { BLAS{}.Dgemm(no, no, -1, 3, 3, 1, x, 3, x, 3, 0, x, 3) },
		"dense: transpose is 'x', want blas.NoTrans, blas.Trans or blas.ConjTrans": func() { BLAS{}.Dgemm('x', no, 3, 3, 3, 1, x, 3, x, 3, 0, x, 3) },
		"dense: uplo is 'x', want blas.Upper or blas.Lower":                        func() { BLAS{}.Dsyrk('x', no, 3, 3, 1, x, 3, 0, x, 3) },
		"dense: side is 'x', want blas.Left or blas.Right":                         func() { BLAS{}.Dsymm('x', blas.Upper, 3, 3, 1, x, 3, x, 3, 0, x, 3) },
		"dense: diag is 'x', want blas.Unit or blas.NonUnit":                       func() { BLAS{}.Dtrsm(blas.Left, blas.Upper, no, 'x', 3, 3, 1, x, 3, x, 3) },
		"dense: pivots has length 2, want min(m, n) = 3":                           func() { LAPACK{}.Dgetrf(3, 3, x, 3, make([]int, 2)) },
		"dense: the stride of A is 0, want at least its number of columns 0 and 1": func() { LAPACK{}.Dpotrf(blas.Upper, 0, nil, 0) },
		"dense: C has 9 numbers, want 3 rows of 4 with stride 4":                   func() { BLAS{}.Dgemm(no, no, 3, 4, 2, 1, x, 2, make([]float64, 8), 4, 0, x, 4) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %s", got, want)
				}
			}()
			f()
		}()
	}
}

func BenchmarkGemm(b *testing.B) {
	for _, n := range []int{2, 4, 8, 16, 32, 64, 128, 256, 500, 1000, 2000} {
		for _, s := range supported() {
			if s == portable && n > 256 {
				continue
			}
			b.Run(fmt.Sprintf("n=%d/%v", n, s), func(b *testing.B) {
				r := newRandom(1)
				x, y, z := r.byRows(n, n), r.byRows(n, n), r.byRows(n, n)
				e := engine{set: s}
				b.ReportAllocs()
				for b.Loop() {
					e.gemm(1, x, y, z)
				}
				b.ReportMetric(2*float64(n)*float64(n)*float64(n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GF")
			})
		}
	}
}
