package dense

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// TestBitsOfAllProcessors: what a product and a Cholesky factor are is written down, as a sum over the bits. A compiler that fuses a product and a sum
// where the definition does not would change it.
func TestBitsOfAllProcessors(t *testing.T) {
	r := newRandom(1)
	exact := func(rows, cols int) view { // numbers that are the same everywhere, which normal ones are not
		v := rowMajor(make([]float64, rows*cols), rows, cols, cols)
		for i := range v.data {
			v.data[i] = math.Ldexp(float64(int64(r.Uint64())), -63)
		}
		return v
	}
	a, b, c := exact(90, 300), exact(300, 70), exact(90, 70)
	product := allSame(t, "product", c, func(e engine, c view) { e.gemm(-.3, a, b, c) })
	checkSum(t, "product", product, 0x164d7e4fd55efcb4)
	square := rowMajor(make([]float64, 90*90), 90, 90, 90)
	factor := allSame(t, "factor", square, func(e engine, m view) {
		e.syrk(1, a, m)
		if !e.cholesky(m.t()) {
			t.Errorf("%v: not positive definite", e)
		}
	})
	checkSum(t, "factor", factor, 0x6f350f1031ff675)
}

func checkSum(t *testing.T, what string, v view, want uint64) {
	t.Helper()
	sum := fnv.New64a()
	for _, x := range v.data {
		sum.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
	}
	if got := sum.Sum64(); got != want {
		t.Errorf("%s: the sum is %#x, want %#x", what, got, want)
	}
}
