package dense

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/mat"
)

// TestLargeSpectra: where the work is shared out among goroutines, no bit depends on them or on the instructions.
func TestLargeSpectra(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	const n = 540
	var eigen, svd view
	for i, e := range []engine{{machine.set, 1}, {machine.set, 2}, {machine.set, 5}, {avx2, 2}, {portable, 2}} {
		if e.set == avx2 && len(supported()) == 1 {
			continue
		}
		a := newRandom(1).symmetric(n)
		answer := eigenAnswer(a)
		r := newSVDAnswer(n+10, n, n)
		if !e.eigen(answer.below(1), answer.row(0), true) || !e.svd(newRandom(2).byRows(n+10, n), r.values.row(0), r.u, r.v) {
			t.Fatalf("%v: not ok", e)
		}
		if i == 0 {
			eigen, svd = answer, r.whole
			if d, u := residual(a, answer.row(0), answer.below(1)), departure(answer.below(1)); !(d <= 1 && u <= 1) {
				t.Errorf("residual %v, departure %v", d, u)
			}
			if d := svdResidual(newRandom(2).byRows(n+10, n), r); !(d <= 1) {
				t.Errorf("residual %v", d)
			}
		} else if !same(eigen, answer) || !same(svd, r.whole) {
			t.Errorf("%v: other bits than %v", e, engine{machine.set, 1})
		}
	}
}

// TestSpectraOfGonum: mat.EigenSym and mat.SVD compute with this package, tall and wide, thin and full.
func TestSpectraOfGonum(t *testing.T) {
	for _, shape := range [][2]int{{40, 40}, {90, 40}, {40, 90}, {41, 40}, {33, 500}} {
		m, n := shape[0], shape[1]
		a := compact(newRandom(uint64(m)).byRows(m, n))
		x := mat.NewDense(m, n, a.data)
		for _, kind := range []mat.SVDKind{mat.SVDThin, mat.SVDFull} {
			var s mat.SVD
			if !s.Factorize(x, kind) {
				t.Fatalf("%v: not ok", shape)
			}
			var u, v, back mat.Dense
			s.UTo(&u)
			s.VTo(&v)
			values := s.Values(nil)
			sigma := mat.NewDense(u.RawMatrix().Cols, v.RawMatrix().Cols, nil)
			for i, x := range values {
				sigma.Set(i, i, x)
			}
			back.Product(&u, sigma, v.T())
			if !mat.EqualApprox(&back, x, 1e-12) {
				t.Errorf("%v, kind %v: UΣVᵀ is not A", shape, kind)
			}
		}
	}
}

// TestValuesOfSmallOrders: eigenvalues without vectors are those with them, whatever the size of the entries and of single parts of a matrix.
func TestValuesOfSmallOrders(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 20, 32} {
		for _, part := range []float64{1, 1e-130, 1e-160, 1e-300, 1e150, 1e300} {
			for _, rest := range []float64{part, 1, 1e-160} {
				r := newRandom(uint64(n))
				s := mat.NewSymDense(n, nil)
				for i := range n {
					for j := range i + 1 {
						switch v := 2*r.Float64() - 1; {
						case i < n/2:
							s.SetSym(i, j, rest*v)
						case j >= n/2:
							s.SetSym(i, j, part*v)
						}
					}
				}
				var alone, with mat.EigenSym
				if !alone.Factorize(s, false) || !with.Factorize(s, true) {
					t.Fatalf("order %d, %v and %v: not ok", n, rest, part)
				}
				size := max(rest, part)
				for i, v := range alone.Values(nil) {
					if want := with.Values(nil)[i]; !(math.Abs(v/size-want/size) <= 1e-14*float64(n)) {
						t.Errorf("order %d, %v and %v: value %d is %v alone and %v with vectors", n, rest, part, i, v, want)
					}
				}
			}
		}
	}
}

// TestSpectraArguments: wrong arguments panic and are named.
func TestSpectraArguments(t *testing.T) {
	const n = 40
	a, w, work := make([]float64, n*n), make([]float64, n), make([]float64, 40*n)
	for want, f := range map[string]func(){
		"dense: jobz is neither lapack.EVNone nor lapack.EVCompute": func() { LAPACK{}.Dsyev('X', blas.Upper, n, a, n, w, work, len(work)) },
		"dense: uplo is 'X', want blas.Upper or blas.Lower":         func() { LAPACK{}.Dsyev(lapack.EVNone, 'X', n, a, n, w, work, len(work)) },
		"dense: w has length 39, want at least n = 40":              func() { LAPACK{}.Dsyev(lapack.EVNone, blas.Upper, n, a, n, w[1:], work, len(work)) },
		"dense: A has 1599 numbers, want 40 rows of 40 with stride 40": func() {
			LAPACK{}.Dsyev(lapack.EVNone, blas.Upper, n, a[1:], n, w, work, len(work))
		},
		"dense: jobU is 'X', want lapack.SVDAll, lapack.SVDStore or lapack.SVDNone": func() {
			LAPACK{}.Dgesvd('X', lapack.SVDNone, n, n, a, n, w, nil, 1, nil, 1, work, len(work))
		},
		"dense: s has length 39, want at least min(m, n) = 40": func() {
			LAPACK{}.Dgesvd(lapack.SVDNone, lapack.SVDNone, n, n, a, n, w[1:], nil, 1, nil, 1, work, len(work))
		},
		"dense: the stride of U is 39, want at least its number of columns 40 and 1": func() {
			LAPACK{}.Dgesvd(lapack.SVDAll, lapack.SVDNone, n, n, a, n, w, a, n-1, nil, 1, work, len(work))
		},
		"dense: VT has 0 numbers, want 40 rows of 40 with stride 40": func() {
			LAPACK{}.Dgesvd(lapack.SVDNone, lapack.SVDStore, n, n, a, n, w, nil, 1, nil, n, work, len(work))
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("panics with %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// TestReflect: H takes x to β, τ·‖v‖² = 2 makes it orthogonal, however small or large the numbers are.
func TestReflect(t *testing.T) {
	for _, scale := range []float64{1, 1e-310, 5e-324, 1e-160, 1e-100, 1e100} {
		for _, n := range []int{1, 2, 5, 40} {
			x := newRandom(uint64(n)).byRows(1, n).row(0)
			for i := range x {
				x[i] *= scale
			}
			v := append([]float64(nil), x...)
			beta, tau := machine.set.reflect(v)
			square, along, size := 0.0, 0.0, 0.0
			for i := range v {
				square += v[i] * v[i]
				along += v[i] * x[i]
				size = max(size, math.Abs(x[i]))
			}
			if tau != 0 && math.Abs(tau*square-2) > 1e-14 {
				t.Errorf("%d numbers like %v: τ‖v‖² is %v", n, scale, tau*square)
			}
			for i := range x {
				want := 0.0
				if i == 0 {
					want = beta
				}
				if got := x[i] - tau*along*v[i]; !(math.Abs(got-want) <= 1e-14*float64(n)*size+0x1p-1073*float64(n)) {
					t.Errorf("%d numbers like %v: entry %d becomes %v, want %v", n, scale, i, got, want)
				}
			}
		}
	}
}
