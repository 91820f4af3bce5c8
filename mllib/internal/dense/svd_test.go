package dense

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/testlapack"
)

// svdAnswer is a place for the results of svd of an m×n matrix: singular values, U with the given number of columns, and V, in the rows of one matrix.
type svdAnswer struct{ whole, values, u, v view }

func newSVDAnswer(m, n, cols int) svdAnswer {
	most := max(n, cols)
	whole := rowMajor(make([]float64, (1+m+n)*most), 1+m+n, most, most)
	return svdAnswer{whole, whole.part(0, 0, 1, n), whole.part(1, 0, m, cols), whole.part(1+m, 0, n, n)}
}

// in is the same place within another matrix of the same shape.
func (r svdAnswer) in(whole view) svdAnswer {
	m, n, cols := r.u.rows, r.v.rows, r.u.cols
	return svdAnswer{whole, whole.part(0, 0, 1, n), whole.part(1, 0, m, cols), whole.part(1+m, 0, n, n)}
}

// checkSVD: AV = UΣ within 4m units of rounding of ‖A‖, UᵀU and VᵀV are I within 4m, the singular values are those of gonum, in order, with
// vectors and without, and no bit depends on the engine.
func checkSVD(t *testing.T, what string, a view, cols int) {
	t.Helper()
	m, n := a.rows, a.cols
	r := newSVDAnswer(m, n, cols)
	r = r.in(allSame(t, what, r.whole, func(e engine, whole view) {
		r := r.in(whole)
		if !e.svd(a.clone(), r.values.row(0), r.u, r.v) {
			t.Fatalf("%s: not ok", what)
		}
	}))
	values := r.values.row(0)
	if !slices.IsSortedFunc(values, func(x, y float64) int { return int(math.Copysign(1, y-x)) }) || values[n-1] < 0 {
		t.Errorf("%s: the singular values are not in order: %v", what, values)
	}
	limit := 4 + 40/float64(m)
	if d := svdResidual(a, r); !(d <= limit) {
		t.Errorf("%s: AV differs from UΣ by %.3g·m·2⁻⁵³·‖A‖", what, d)
	}
	if u, v := departure(r.u), departure(r.v); !(u <= limit && v*float64(n) <= limit*float64(m)) {
		t.Errorf("%s: UᵀU and VᵀV differ from I by %.3g·m·2⁻⁵³ and %.3g·n·2⁻⁵³", what, u, v)
	}
	compareSingular(t, what, a, values)
}

// compareSingular holds singular values against those without vectors, and those of gonum.
func compareSingular(t *testing.T, what string, a view, values []float64) {
	t.Helper()
	m, n := a.rows, a.cols
	alone, want := make([]float64, n), make([]float64, n)
	if !machine.svd(a.clone(), alone, view{rows: m}, view{rows: n}) {
		t.Fatalf("%s: not ok without vectors", what)
	}
	work := make([]float64, 100*(m+n))
	vt := make([]float64, n*n)
	if !(gonum.Implementation{}).Dgesvd(lapack.SVDNone, lapack.SVDStore, m, n, compact(a).data, n, want, nil, 1, vt, n, work, len(work)) {
		t.Fatalf("%s: not ok with gonum", what)
	}
	limit := float64(4*m+40) * 0x1p-53 * max(values[0], 0x1p-1022)
	for i, v := range values {
		const loose = 200 * 0x1p-53 // without vectors iterations stop at 100 units of rounding
		if !(math.Abs(v-want[i]) <= limit) || !(math.Abs(alone[i]-want[i]) <= limit+loose*values[0]) {
			t.Fatalf("%s: singular value %d is %v, and %v without vectors, want %v within %v", what, i, v, alone[i], want[i], limit)
		}
	}
}

// svdResidual is the largest entry of AV - UΣ, in units of m·2⁻⁵³·‖A‖.
func svdResidual(a view, r svdAnswer) float64 {
	m, n := a.rows, a.cols
	_, exponent := math.Frexp(max(0x1p-1050, r.values.at(0, 0)))
	unit := compact(a)
	scaleByPower(unit.data, -exponent)
	av := rowMajor(make([]float64, m*n), m, n, n)
	machine.gemm(1, unit, r.v, av)
	most, least := 0.0, math.Ldexp(1, -1074-exponent)
	for i := range m {
		for j := range n {
			most = max(most, math.Abs(av.at(i, j)-math.Ldexp(r.values.at(0, j), -exponent)*r.u.at(i, j))-least)
		}
	}
	return most / (float64(m) * 0x1p-53)
}

// TestSVD takes random matrices of many shapes, and those of TestEigen.
func TestSVD(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {2, 1}, {3, 3}, {33, 33}, {50, 33}, {70, 40}, {100, 33}, {64, 64}, {97, 96}, {200, 100}, {131, 130}} {
		m, n := shape[0], shape[1]
		for _, cols := range []int{n, m} {
			checkSVD(t, fmt.Sprintf("%d×%d, %d columns of U", m, n, cols), newRandom(uint64(m)).matrix(m, n), cols)
		}
	}
	if testing.Short() {
		return // the shapes above have what is split among goroutines; these are about values, and slow under the race detector
	}
	for name, matrix := range symmetrics {
		for _, n := range []int{2, 21, 70} {
			checkSVD(t, fmt.Sprintf("%s, order %d", name, n), matrix(n), n)
			checkSVD(t, fmt.Sprintf("half of %s, order %d", name, n), matrix(n).columns(0, n/2), n)
		}
	}
}

// TestDgesvd: gonum's own tests, which have all jobs, wide and tall matrices.
func TestDgesvd(t *testing.T) {
	if testing.Short() {
		t.Skip("gonum's suite takes minutes under the race detector; TestSVD has the orders that are split among goroutines")
	}
	testlapack.DgesvdTest(t, LAPACK{}, 1e-13)
}

// TestDgesvdRefuses NaN and infinities, with vectors and without, at all orders.
func TestDgesvdRefuses(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {2, 2}, {3, 7}, {33, 32}, {60, 50}} {
		m, n := shape[0], shape[1]
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			for _, job := range []lapack.SVDJob{lapack.SVDNone, lapack.SVDStore, lapack.SVDAll} {
				a := compact(newRandom(1).byRows(m, n))
				a.set(m/2, n/3, bad)
				s, u, vt, work := make([]float64, n), make([]float64, m*m), make([]float64, n*n), make([]float64, 40*(m+n))
				if (LAPACK{}).Dgesvd(job, job, m, n, a.data, n, s, u, m, vt, n, work, len(work)) {
					t.Errorf("%d×%d, %v: no refusal", m, n, bad)
				}
			}
		}
	}
}

// TestQR: R has the products of the columns of A, and Q takes R to A.
func TestQR(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {5, 3}, {40, 40}, {100, 33}, {300, 70}} {
		m, n := shape[0], shape[1]
		a := newRandom(uint64(m)).byRows(n, m)
		var q reflectors
		rows := allSame(t, fmt.Sprint(shape), a, func(e engine, a view) { q = e.qr(a) })
		q.vectors = rows
		back := rowMajor(make([]float64, n*m), n, m, m)
		triangleOf(rows).t().copyTo(back.part(0, 0, n, n))
		q.applyTo(machine, back)
		sizes := back.clone()
		for i := range sizes.data {
			sizes.data[i] = 5 // the length of a column is far less than m
		}
		near(t, fmt.Sprint(shape), m, back, a, sizes)
	}
}

// FuzzSVD draws a small matrix as FuzzEigen does.
func FuzzSVD(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, uint8(3))
	f.Add([]byte("the singular values and singular vectors of a matrix of small order"), uint8(7))
	f.Fuzz(func(t *testing.T, data []byte, columns uint8) {
		n := 1 + int(columns)%40
		m := len(data) / n
		if m < n || m > 100 {
			t.Skip()
		}
		a := rowMajor(make([]float64, m*n), m, n, n)
		for i := range a.data {
			a.data[i] = fuzzed(data[i])
		}
		r := newSVDAnswer(m, n, n)
		if !machine.svd(a.clone(), r.values.row(0), r.u, r.v) {
			t.Fatal("not ok")
		}
		limit := 4 + 140/float64(n)
		if d, u, v := svdResidual(a, r), departure(r.u), departure(r.v); !(d <= limit && u <= limit && v <= limit) {
			t.Errorf("%d×%d: residual %v, departures %v and %v, values %v", m, n, d, u, v, r.values.row(0))
		}
	})
}

func BenchmarkSVD(b *testing.B) {
	for _, n := range []int{50, 100, 500, 1000, 2000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			a, r := newRandom(1).byRows(n, n), newSVDAnswer(n, n, n)
			for b.Loop() {
				machine.svd(a.clone(), r.values.row(0), r.u, r.v)
			}
		})
	}
}
