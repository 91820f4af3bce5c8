package conquer

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// tridiagonals are matrices that are hard for one reason or another.
var tridiagonals = map[string]func(n int) (d, e []float64){
	"random":    func(n int) (d, e []float64) { return normal(1, n), normal(2, n-1) },
	"zero":      func(n int) (d, e []float64) { return make([]float64, n), make([]float64, n-1) },
	"identity":  func(n int) (d, e []float64) { return constant(n, 1), make([]float64, n-1) },
	"1, 2, 1":   func(n int) (d, e []float64) { return constant(n, 2), constant(n-1, 1) },
	"Wilkinson": func(n int) (d, e []float64) { return wilkinson(n), constant(n-1, 1) },
	"glued Wilkinson": func(n int) (d, e []float64) {
		d, e = nil, constant(n-1, 1)
		for len(d) < n {
			d = append(d, wilkinson(21)...)
		}
		for i := 20; i < n-1; i += 21 {
			e[i] = 1e-14
		}
		return d[:n], e
	},
	"graded": func(n int) (d, e []float64) { return powers(n, 1e-16), powers(n-1, 1e-16) },
	"steeply graded upwards": func(n int) (d, e []float64) {
		d, e = powers(n, 1e-250), powers(n-1, 1e-250)
		slices.Reverse(d)
		slices.Reverse(e)
		return d, e
	},
	"nearly a multiple of the identity": func(n int) (d, e []float64) { return constant(n, 1), scaled(normal(3, n-1), 1e-15) },
	"zero diagonal":                     func(n int) (d, e []float64) { return make([]float64, n), constant(n-1, 1) },
	"falls into parts": func(n int) (d, e []float64) {
		d, e = normal(4, n), normal(5, n-1)
		for i := range e {
			if i%7 == 0 {
				e[i] = 0
			}
		}
		return d, e
	},
	"tiny":             func(n int) (d, e []float64) { return scaled(normal(6, n), 1e-300), scaled(normal(7, n-1), 1e-300) },
	"subnormal":        func(n int) (d, e []float64) { return scaled(normal(6, n), 1e-318), scaled(normal(7, n-1), 1e-318) },
	"huge":             func(n int) (d, e []float64) { return scaled(normal(8, n), 1e300), scaled(normal(9, n-1), 1e300) },
	"one large entry":  func(n int) (d, e []float64) { d = normal(10, n); d[n/3] = 1e12; return d, normal(11, n-1) },
	"weak coupling":    func(n int) (d, e []float64) { return normal(12, n), constant(n-1, 1e-8) },
	"strong coupling":  func(n int) (d, e []float64) { return normal(13, n), constant(n-1, 1e8) },
	"equal halves":     func(n int) (d, e []float64) { d = normal(14, n); copy(d[n/2:], d[:n/2]); return d, constant(n-1, 1e-3) },
	"integers, signed": func(n int) (d, e []float64) { return modulo(n, 5), modulo(n-1, 3) },
}

func constant(n int, x float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = x
	}
	return out
}

// wilkinson is the diagonal of W⁺: |i - (n-1)/2|.
func wilkinson(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Abs(float64(i) - float64(n-1)/2)
	}
	return out
}

// powers go from 1 to last.
func powers(n int, last float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Pow(last, float64(i)/float64(max(1, n-1)))
	}
	return out
}

func scaled(x []float64, by float64) []float64 {
	for i := range x {
		x[i] *= by
	}
	return x
}

func modulo(n, m int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i*i%m - m/2)
	}
	return out
}

// TestTridiagonal: AV = VΛ within 4n + 40 units of rounding of the norm, VᵀV = I within 4n + 40, eigenvalues in order, and, within the same
// limits, those of QL iterations. Deflation alone may cost 8 units at each level.
func TestTridiagonal(t *testing.T) {
	for name, matrix := range tridiagonals {
		for _, n := range []int{1, 2, 3, 5, 21, 33, 64, 65, 105, 200} {
			for _, leaf := range []int{1, 3, leafOrder} {
				d, e := matrix(n)
				checkTridiagonal(t, fmt.Sprintf("%s, order %d, leaf %d", name, n, leaf), d, e, leaf)
			}
		}
	}
}

func checkTridiagonal(t *testing.T, what string, d, e []float64, leaf int) {
	t.Helper()
	n, values := len(d), slices.Clone(d)
	v, ok := tridiagonal(plain{}, values, slices.Clone(e), leaf)
	if !ok {
		t.Fatalf("%s: not ok", what)
	}
	if !slices.IsSorted(values) {
		t.Fatalf("%s: the eigenvalues are not in order: %v", what, values)
	}
	limit := float64(4*n+40) * unit * sizeOf(d, e)
	if r := tridiagonalResidual(d, e, values, v); !(r <= limit) {
		t.Errorf("%s: the residual is %.3g of its limit", what, r/limit)
	}
	if r := departure(v); !(r <= float64(4*n+40)*unit) {
		t.Errorf("%s: VᵀV differs from I by %.3g", what, r)
	}
	want, off := slices.Clone(d), append(slices.Clone(e), 0)
	if !(gonum.Implementation{}).Dsteqr(lapack.EVCompNone, n, want, off, nil, n, nil) {
		t.Fatalf("%s: QL iterations failed", what)
	}
	alone := slices.Clone(d)
	if !Values(alone, slices.Clone(e)) {
		t.Fatalf("%s: not ok without vectors", what)
	}
	for i, v := range values {
		if !(math.Abs(v-want[i]) <= limit) || !(math.Abs(alone[i]-want[i]) <= limit) {
			t.Errorf("%s: eigenvalue %d is %v, and %v without vectors, want %v", what, i, v, alone[i], want[i])
		}
	}
}

// sizeOf is a bound of the norm: the largest absolute values of both diagonals together, or the least positive number if all are 0.
func sizeOf(d, e []float64) float64 {
	most := func(x []float64) (size float64) {
		for _, v := range x {
			size = max(size, math.Abs(v))
		}
		return size
	}
	return max(most(d)+most(e), math.SmallestNonzeroFloat64/(40*unit))
}

func tridiagonalResidual(d, e, values []float64, v Matrix) float64 {
	most := 0.0
	for k, value := range values {
		x := v.Row(k)
		for i := range d {
			sum := d[i]*x[i] - value*x[i]
			if i > 0 {
				sum += e[i-1] * x[i-1]
			}
			if i+1 < len(d) {
				sum += e[i] * x[i+1]
			}
			most = max(most, math.Abs(sum))
		}
	}
	return most
}

// TestTridiagonalOfNoNumbers: NaN and infinities end in a refusal or in NaN, not in a loop or a panic.
func TestTridiagonalOfNoNumbers(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for at := range 20 {
			d, e := normal(1, 20), normal(2, 19)
			d[at] = bad
			tridiagonal(plain{}, slices.Clone(d), slices.Clone(e), 2)
			Values(d, e)
			d, e = normal(1, 20), normal(2, 19)
			e[at%19] = bad
			tridiagonal(plain{}, slices.Clone(d), slices.Clone(e), 2)
			Values(d, e)
		}
	}
}

// FuzzTridiagonal takes its numbers from pieces of two bytes: a sign, an exponent that is often the same, and few digits, so that equal and
// nearly equal numbers and zeros are frequent.
func FuzzTridiagonal(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
	f.Add([]byte("the eigenvalues of a symmetric tridiagonal matrix by divide and conquer"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 400 {
			t.Skip()
		}
		x := numbers(data)
		n := len(x)/2 + 1
		checkTridiagonal(t, fmt.Sprint(x), x[:n:n], append(slices.Clone(x[n:]), 0)[:n-1], 1+len(data)%3)
	})
}

func numbers(data []byte) []float64 {
	var out []float64
	for ; len(data) >= 2; data = data[2:] {
		b := binary.LittleEndian.Uint16(data)
		x := float64(int(b&15) - 8)
		if kind := b >> 4 & 3; kind == 3 {
			x = math.Ldexp(x, -int(b>>6)%64)
		} else if kind == 2 {
			x += math.Ldexp(float64(b>>6%16), -50)
		}
		out = append(out, x)
	}
	return out
}
