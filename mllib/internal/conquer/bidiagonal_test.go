package conquer

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// TestBidiagonal: BV = UΣ within 4n + 140 units of rounding of the norm, UᵀU = VᵀV = I within 4n + 40, singular values in
// order, and, within the first limit, those of QR iterations, which stop at 98 units. The matrices are those of TestTridiagonal with what is off the diagonal on one side.
func TestBidiagonal(t *testing.T) {
	for name, matrix := range tridiagonals {
		for _, n := range []int{1, 2, 3, 4, 5, 21, 33, 64, 65, 105, 200} {
			for _, leaf := range []int{1, 3, leafOrder} {
				d, e := matrix(n)
				checkBidiagonal(t, fmt.Sprintf("%s, order %d, leaf %d", name, n, leaf), d, e, leaf)
			}
		}
	}
}

func checkBidiagonal(t *testing.T, what string, d, e []float64, leaf int) {
	t.Helper()
	n, values := len(d), slices.Clone(d)
	left, right, ok := bidiagonal(plain{}, values, slices.Clone(e), leaf)
	if !ok {
		t.Fatalf("%s: not ok", what)
	}
	for i, v := range values {
		if !(v >= 0) || i > 0 && v > values[i-1] {
			t.Fatalf("%s: the singular values are not in order: %v", what, values)
		}
	}
	size := sizeOf(d, e)
	near := float64(4*n+140) * unit * size
	if r := bidiagonalResidual(d, e, values, left, right); !(r <= near) {
		t.Errorf("%s: the residual is %.3g of its limit", what, r/near)
	}
	limit := float64(4*n+40) * unit
	if u, v := departure(left), departure(right); !(u <= limit && v <= limit) {
		t.Errorf("%s: UᵀU and VᵀV differ from I by %.3g and %.3g, want at most %.3g", what, u, v, limit)
	}
	_, exponent := math.Frexp(size)
	want, off, work := slices.Clone(d), append(slices.Clone(e), 0), make([]float64, 4*n)
	scale(want, -exponent)
	scale(off, -exponent)
	column := make([]float64, n) // with vectors, because iterations without them stop at 100 units of rounding
	if !(gonum.Implementation{}).Dbdsqr(blas.Upper, n, 1, 0, 0, want, off[:n-1], column, 1, nil, 1, nil, 1, work) {
		t.Fatalf("%s: QR iterations failed", what)
	}
	scale(want, exponent)
	for i, v := range values {
		if !(math.Abs(v-want[i]) <= near) {
			t.Errorf("%s: singular value %d is %v, want %v", what, i, v, want[i])
		}
	}
}

func bidiagonalResidual(d, e, values []float64, left, right Matrix) float64 {
	most := 0.0
	for k, value := range values {
		u, v := left.Row(k), right.Row(k)
		for i := range d {
			sum := d[i]*v[i] - value*u[i]
			if i+1 < len(d) {
				sum += e[i] * v[i+1]
			}
			most = max(most, math.Abs(sum))
		}
	}
	return most
}

// TestBidiagonalOfNoNumbers: NaN and infinities end in a refusal or in NaN, not in a loop or a panic.
func TestBidiagonalOfNoNumbers(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for at := range 20 {
			d, e := normal(1, 20), normal(2, 19)
			d[at] = bad
			bidiagonal(plain{}, d, e, 2)
			d, e = normal(1, 20), normal(2, 19)
			e[at%19] = bad
			bidiagonal(plain{}, d, e, 2)
		}
	}
}

// FuzzBidiagonal draws its numbers as FuzzTridiagonal does.
func FuzzBidiagonal(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
	f.Add([]byte("the singular values of an upper bidiagonal matrix by divide and conquer"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 400 {
			t.Skip()
		}
		x := numbers(data)
		n := len(x)/2 + 1
		checkBidiagonal(t, fmt.Sprint(x), x[:n:n], append(slices.Clone(x[n:]), 0)[:n-1], 1+len(data)%3)
	})
}
