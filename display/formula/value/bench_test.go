package value

import (
	"math/big"
	"testing"
)

// How long exact linear algebra takes on 3×3 matrices of numbers with 20 bits.
func BenchmarkExact(b *testing.B) {
	r := random(1)
	draw := func() *big.Rat { return big.NewRat(int64(r.IntN(1<<20))-1<<19, 1<<17) }
	a := make([]*big.Rat, 9)
	for i := range a {
		a[i] = draw()
	}
	m, x := ra.Matrix(3, 3, a), ra.Vector(draw(), draw(), draw())
	t, _ := ra.Transpose(m)
	s, _ := ra.Mul(m, t)
	b.Run("product", func(b *testing.B) {
		for b.Loop() {
			ra.Mul(m, t)
		}
	})
	b.Run("inverse", func(b *testing.B) {
		for b.Loop() {
			ra.Inverse(s)
		}
	})
	b.Run("determinant", func(b *testing.B) {
		for b.Loop() {
			ra.Det(s)
		}
	})
	inverse, _ := ra.Inverse(s)
	b.Run("quadratic form", func(b *testing.B) {
		for b.Loop() {
			row, _ := ra.Transpose(x)
			y, _ := ra.Mul(row, inverse)
			ra.Mul(y, x)
		}
	})
}
