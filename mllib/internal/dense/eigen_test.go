package dense

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/testlapack"
)

// symmetric draws a symmetric matrix that lies row by row.
func (r *random) symmetric(n int) view {
	a := r.byRows(n, n)
	for i := range n {
		for j := range i {
			a.set(j, i, a.at(i, j))
		}
	}
	return a
}

// symmetrics are matrices that are hard for one reason or another, and some that are too easy.
var symmetrics = map[string]func(n int) view{
	"random":   func(n int) view { return newRandom(1).symmetric(n) },
	"zero":     func(n int) view { return fromEntries(n, func(i, j int) float64 { return 0 }) },
	"identity": func(n int) view { return fromEntries(n, func(i, j int) float64 { return delta(i - j) }) },
	"diagonal": func(n int) view {
		return fromEntries(n, func(i, j int) float64 { return delta(i-j) * float64(7*i%n-n/2) })
	},
	"rank one": func(n int) view { return fromEntries(n, func(i, j int) float64 { return float64((i + 1) * (j + 1)) }) },
	"all ones": func(n int) view { return fromEntries(n, func(i, j int) float64 { return 1 }) },
	"Wilkinson": func(n int) view {
		return fromEntries(n, func(i, j int) float64 {
			return delta(i-j)*math.Abs(float64(i)-float64(n-1)/2) + delta(i-j-1) + delta(j-i-1)
		})
	},
	"glued Wilkinson": func(n int) view {
		return fromEntries(n, func(i, j int) float64 {
			if i/21 != j/21 {
				return 1e-14 * (delta(i-j-1) + delta(j-i-1))
			}
			return delta(i-j)*math.Abs(float64(i%21-10)) + delta(i-j-1) + delta(j-i-1)
		})
	},
	"Hilbert": func(n int) view { return fromEntries(n, func(i, j int) float64 { return 1 / float64(i+j+1) }) },
	"graded": func(n int) view {
		a := newRandom(2).symmetric(n)
		return fromEntries(n, func(i, j int) float64 { return a.at(i, j) * math.Pow(10, -16*float64(i+j)/float64(n)) })
	},
	"steeply graded": func(n int) view {
		a := newRandom(3).symmetric(n)
		return fromEntries(n, func(i, j int) float64 { return a.at(i, j) * math.Pow(10, -300*float64(i+j)/float64(2*n)) })
	},
	"clusters": func(n int) view {
		return withSpectrum(n, func(i int) float64 { return float64(i%3) + 1e-15*float64(i) })
	},
	"projection": func(n int) view { return withSpectrum(n, func(i int) float64 { return float64(i % 2) }) },
	"arrow": func(n int) view {
		return fromEntries(n, func(i, j int) float64 {
			if i == j || min(i, j) == 0 {
				return float64(1 + max(i, j)%10)
			}
			return 0
		})
	},
	"tiny":      func(n int) view { return fromScaled(4, n, 1e-300) },
	"subnormal": func(n int) view { return fromScaled(5, n, 1e-315) },
	"huge":      func(n int) view { return fromScaled(6, n, 1e300) },
	"one huge entry": func(n int) view {
		a := newRandom(7).symmetric(n)
		a.set(n/2, n/2, 1e200)
		return a
	},
	"blocks": func(n int) view {
		a := newRandom(8).symmetric(n)
		return fromEntries(n, func(i, j int) float64 { return a.at(i, j) * delta(i/10-j/10) })
	},
}

func fromEntries(n int, f func(i, j int) float64) view {
	a := rowMajor(make([]float64, n*n), n, n, n)
	for i := range n {
		for j := range i + 1 {
			a.set(i, j, f(i, j))
			a.set(j, i, a.at(i, j))
		}
	}
	return a
}

func fromScaled(seed uint64, n int, by float64) view {
	a := newRandom(seed).symmetric(n)
	return fromEntries(n, func(i, j int) float64 { return a.at(i, j) * by })
}

// withSpectrum is a matrix with the given eigenvalues, up to rounding: those and H = I - 2uuᵀ on both sides, with all numbers of u equal in
// absolute value.
func withSpectrum(n int, value func(i int) float64) view {
	r := newRandom(9)
	u := make([]float64, n)
	for i := range u {
		u[i] = math.Copysign(1/math.Sqrt(float64(n)), r.NormFloat64())
	}
	h := func(i, j int) float64 { return delta(i-j) - 2*u[i]*u[j] }
	return fromEntries(n, func(i, j int) float64 {
		sum := 0.0
		for k := range n {
			sum += h(i, k) * value(k) * h(k, j)
		}
		return sum
	})
}

func delta(i int) float64 {
	if i == 0 {
		return 1
	}
	return 0
}

// eigenAnswer is a place for the results of eigen: the eigenvalues in the first row, the vectors below.
func eigenAnswer(a view) view {
	n := a.rows
	answer := rowMajor(make([]float64, (n+1)*n), n+1, n, n)
	a.copyTo(answer.below(1))
	return answer
}

// TestEigen: AV = VΛ within 4n units of rounding of ‖A‖, VᵀV = I within 4n, the eigenvalues are those of gonum, in order, with vectors
// and without, and no bit depends on the engine.
func TestEigen(t *testing.T) {
	for name, matrix := range symmetrics {
		for _, n := range []int{1, 2, 3, 21, 33, 70, 200} {
			if n == 200 && !strings.Contains("random clusters graded", name) || testing.Short() && name != "random" {
				continue
			}
			a := matrix(n)
			what := fmt.Sprintf("%s, order %d", name, n)
			answer := allSame(t, what, eigenAnswer(a), func(e engine, answer view) {
				if !e.eigen(answer.below(1), answer.row(0), true) {
					t.Fatalf("%s: not ok", what)
				}
			})
			values, vectors := answer.row(0), answer.below(1)
			if !slices.IsSorted(values) {
				t.Errorf("%s: the eigenvalues are not in order", what)
			}
			if r := residual(a, values, vectors); !(r <= 4) {
				t.Errorf("%s: AV differs from VΛ by %.3g·n·2⁻⁵³·‖A‖", what, r)
			}
			if d := departure(vectors); !(d <= 4) {
				t.Errorf("%s: VᵀV differs from I by %.3g·n·2⁻⁵³", what, d)
			}
			compareValues(t, what, a, values)
		}
	}
}

// compareValues holds eigenvalues against those without vectors, and those of gonum, within 4n units of rounding of the largest row sum.
func compareValues(t *testing.T, what string, a view, values []float64) {
	t.Helper()
	n := a.rows
	alone, want := make([]float64, n), make([]float64, n)
	if !machine.eigen(compact(a), alone, false) {
		t.Fatalf("%s: not ok without vectors", what)
	}
	work := make([]float64, 40*n)
	if !(gonum.Implementation{}).Dsyev(lapack.EVCompute, blas.Lower, n, compact(a).data, n, want, work, len(work)) {
		t.Fatalf("%s: not ok with gonum", what)
	}
	limit := 4 * float64(n) * 0x1p-53 * rowSum(a)
	for i, v := range values {
		if !(math.Abs(v-want[i]) <= limit) || !(math.Abs(alone[i]-want[i]) <= limit) {
			t.Fatalf("%s: eigenvalue %d is %v, and %v without vectors, want %v within %v", what, i, v, alone[i], want[i], limit)
		}
	}
}

// compact is a copy without gaps between the rows.
func compact(a view) view {
	c := rowMajor(make([]float64, a.rows*a.cols), a.rows, a.cols, max(1, a.cols))
	a.copyTo(c)
	return c
}

// rowSum is the largest sum of absolute values of a row, but not 0.
func rowSum(a view) float64 {
	most := 0x1p-1022
	for i := range a.rows {
		sum := 0.0
		for j := range a.cols {
			sum += math.Abs(a.at(i, j))
		}
		most = max(most, sum)
	}
	return most
}

// TestDsyev: gonum's own tests; both triangles, the other one not read; and the numbers of mat.EigenSym.
func TestDsyev(t *testing.T) {
	testlapack.DsyevTest(t, LAPACK{})
	for _, n := range []int{2, 32, 33, 70} {
		a := newRandom(uint64(n)).symmetric(n)
		work := make([]float64, 40*n)
		var answers []view
		for _, uplo := range []blas.Uplo{blas.Lower, blas.Upper} {
			answer := eigenAnswer(a)
			v := answer.below(1)
			for i := range n {
				for j := range i {
					if uplo == blas.Upper {
						v.set(i, j, math.NaN())
					} else {
						v.set(j, i, math.NaN())
					}
				}
			}
			if !(LAPACK{}).Dsyev(lapack.EVCompute, uplo, n, v.data, n, answer.row(0), work, len(work)) {
				t.Fatalf("order %d, %c: not ok", n, uplo)
			}
			if r := residual(a, answer.row(0), v); !(r <= 4) {
				t.Errorf("order %d, %c: residual %v", n, uplo, r)
			}
			answers = append(answers, answer)
		}
		if n > smallSpectrum && !same(answers[0], answers[1]) {
			t.Errorf("order %d: the triangles give different bits", n)
		}
	}
}

// TestDsyevRefuses NaN and infinities, wherever they stand.
func TestDsyevRefuses(t *testing.T) {
	refusesEigen(t, 50)
	refusesEigen(t, 5)
}

func refusesEigen(t *testing.T, n int) {
	t.Helper()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, at := range [][2]int{{0, 0}, {n - 1, n - 1}, {n - 1, 0}, {n / 2, n / 3}} {
			for _, job := range []lapack.EVJob{lapack.EVNone, lapack.EVCompute} {
				a := newRandom(1).symmetric(n)
				a.set(at[0], at[1], bad)
				values, work := make([]float64, n), make([]float64, 40*n)
				if (LAPACK{}).Dsyev(job, blas.Lower, n, a.data, a.down, values, work, len(work)) {
					t.Errorf("%v at %v: no refusal", bad, at)
				}
			}
		}
	}
}

// FuzzEigen takes the numbers of a small matrix from bytes: a few digits, and exponents that are often the same, so that equal numbers and zeros are
// frequent.
func FuzzEigen(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	f.Add([]byte("the eigenvalues and eigenvectors of a symmetric matrix of small order"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := int(math.Sqrt(float64(2 * len(data))))
		if n == 0 || n > 45 {
			t.Skip()
		}
		a := fromEntries(n, func(i, j int) float64 {
			return fuzzed(data[(i*(i+1)/2+j)%len(data)])
		})
		answer := eigenAnswer(a)
		if !machine.eigen(answer.below(1), answer.row(0), true) {
			t.Fatal("not ok")
		}
		limit := 4 + 40/float64(n)
		if r, d := residual(a, answer.row(0), answer.below(1)), departure(answer.below(1)); !(r <= limit && d <= limit) || !slices.IsSorted(answer.row(0)) {
			t.Errorf("order %d: residual %v, departure %v, values %v", n, r, d, answer.row(0))
		}
	})
}

// fuzzed is a number of few digits, with one of the exponents that are hard.
func fuzzed(b byte) float64 {
	return math.Ldexp(float64(b%16)-8, []int{0, 0, 0, 0, 0, 0, 0, -1, -3, -20, -52, -60, -300, -1060, 100, 900}[b/16])
}

// TestTranspose: tiles at the edges, and the diagonal.
func TestTranspose(t *testing.T) {
	for _, n := range []int{0, 1, 5, 31, 32, 33, 64, 70} {
		r := newRandom(uint64(n))
		a := r.byRows(n, n+3)
		got := rowMajor(make([]float64, n*(n+3)), n+3, n, max(1, n))
		a.transposeTo(got)
		s := r.byRows(n, n)
		before := s.clone()
		s.mirror()
		for i := range n {
			for j := range n {
				if got.at(j, i) != a.at(i, j) || s.at(i, j) != before.at(min(i, j), max(i, j)) {
					t.Fatalf("order %d: entry (%d, %d) is wrong", n, i, j)
				}
			}
		}
	}
}

func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{50, 100, 500, 1000, 2000} {
		for _, vectors := range []bool{true, false} {
			b.Run(fmt.Sprintf("n=%d/vectors=%t", n, vectors), func(b *testing.B) {
				a, values := newRandom(1).symmetric(n), make([]float64, n)
				work := a.clone()
				for b.Loop() {
					copy(work.data, a.data)
					machine.eigen(work, values, vectors)
				}
			})
		}
	}
}

// residual is the largest entry of AV - VΛ in units of n·2⁻⁵³·‖A‖.
func residual(a view, values []float64, v view) float64 {
	n := a.rows
	_, exponent := math.Frexp(max(0x1p-1050, maxAbs(values)))
	least := math.Ldexp(1, -1074-exponent) // the distance of subnormal numbers, to which eigenvalues are rounded
	unit := compact(a)
	scaleByPower(unit.data, -exponent)
	av := rowMajor(make([]float64, n*n), n, n, n)
	machine.gemm(1, unit, v, av)
	most := 0.0
	for i := range n {
		for j := range n {
			most = max(most, math.Abs(av.at(i, j)-math.Ldexp(values[j], -exponent)*v.at(i, j))-least)
		}
	}
	return most / (float64(n) * 0x1p-53)
}

// departure is the largest entry of VᵀV - I in units of n·2⁻⁵³, for n rows.
func departure(v view) float64 {
	vv := rowMajor(make([]float64, v.cols*v.cols), v.cols, v.cols, max(1, v.cols))
	machine.gemm(1, v.t(), v, vv)
	most := 0.0
	for i := range v.cols {
		for j := range v.cols {
			most = max(most, math.Abs(vv.at(i, j)-delta(i-j)))
		}
	}
	return most / (float64(v.rows) * 0x1p-53)
}
