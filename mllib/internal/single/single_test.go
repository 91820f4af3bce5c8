package single

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestFMA: it is the exact value, rounded once, also where that lies between two numbers, overflows or underflows.
func TestFMA(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	draw := func() float32 {
		v := float32(1+rnd.IntN(1<<12)) * float32(math.Ldexp(1, rnd.IntN(60)-30))
		if rnd.IntN(3) == 0 {
			v = math.Float32frombits(rnd.Uint32()&^(0xff<<23) | uint32(60+rnd.IntN(140))<<23)
		}
		if rnd.IntN(2) == 0 {
			return -v
		}
		return v
	}
	for range 200_000 {
		x, y, z := draw(), draw(), draw()
		exact := new(big.Float).SetPrec(2000).SetFloat64(float64(x) * float64(y))
		exact.Add(exact, big.NewFloat(float64(z)).SetPrec(2000))
		if want, _ := exact.Float32(); fma(x, y, z) != want {
			t.Fatalf("%v·%v + %v = %v, want %v", x, y, z, fma(x, y, z), want)
		}
	}
	infinite := float32(math.Inf(1))
	if fma(1e30, 1e30, 0) != infinite || fma(infinite, 1, 2) != infinite || fma(infinite, 0, 1) == fma(infinite, 0, 1) || fma(1e30, -1e30, infinite) != infinite {
		t.Error("infinities are lost")
	}
}

func random(rnd *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(rnd.NormFloat64() * math.Exp(3*rnd.NormFloat64()))
	}
	return v
}

// TestTile holds the version in use against that in Go to the last bit.
func TestTile(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for d := 1; d < 40; d++ {
		x, panel := random(rnd, group*d), random(rnd, Width*d)
		if d == 7 {
			x[3], panel[9], panel[40] = float32(math.Inf(1)), float32(math.NaN()), 3e38
		}
		var rows [group]*float32
		for i := range rows {
			rows[i] = &x[i*d]
		}
		got, want := make([]float32, group*20), make([]float32, group*20)
		tile(d, &rows, &panel[0], &got[0], 20)
		tileGo(d, &rows, panel, &want[0], 20)
		for i, v := range got {
			if math.Float32bits(v) != math.Float32bits(want[i]) && (v == v || want[i] == want[i]) {
				t.Fatalf("d = %d: number %d is %v, in Go %v", d, i, v, want[i])
			}
		}
	}
}

// TestMultiply: the products are where they belong, and as wrong as Off allows at most.
func TestMultiply(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ n, d, k, rows int }{{1, 1, 1, 1}, {9, 5, 16, 7}, {40, 3, 33, 13}, {30, 9000, 40, 25}} {
		x, z := make([]float64, c.n*c.d), make([]float64, c.k*c.d)
		narrow := make([]float32, len(x))
		for i := range x {
			x[i] = rnd.NormFloat64() * math.Exp(2*rnd.NormFloat64())
			narrow[i] = float32(x[i])
		}
		panels, row := make([]float32, Panels(c.k)*Width*c.d), make([]float32, c.d)
		for k := range c.k {
			for j := range row {
				z[k*c.d+j] = rnd.NormFloat64()
				row[j] = float32(z[k*c.d+j])
			}
			Set(panels, c.d, k, row)
		}
		index := make([]int32, c.rows)
		for r := range index {
			index[r] = int32(rnd.IntN(c.n))
		}
		cols := Panels(c.k) * Width
		dst := make([]float32, RoundUp(c.rows)*cols)
		Multiply(dst, narrow, c.d, index, panels)
		for r, i := range index {
			a := x[int(i)*c.d:][:c.d]
			for k := range cols {
				want, sizes := 0.0, [2]float64{}
				for j := range a {
					if k < c.k {
						b := z[k*c.d+j]
						want += a[j] * b
						sizes[0] += a[j] * a[j]
						sizes[1] += b * b
					}
				}
				if off := math.Abs(float64(dst[r*cols+k]) - want); off > Off(c.d, math.Sqrt(sizes[0]*sizes[1])) {
					t.Fatalf("%+v: product (%d, %d) is %v, want %v", c, i, k, dst[r*cols+k], want)
				}
			}
		}
	}
}

func TestMultiplyPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"half a panel": func() { Multiply(make([]float32, 99), make([]float32, 2), 2, []int32{0}, make([]float32, 16)) },
		"no room":      func() { Multiply(make([]float32, 95), make([]float32, 2), 2, []int32{0}, make([]float32, 32)) },
		"no such row":  func() { Multiply(make([]float32, 96), make([]float32, 2), 2, []int32{1}, make([]float32, 32)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func BenchmarkTile(b *testing.B) {
	for _, d := range []int{50, 500, 2000} {
		x, panel, out := make([]float32, group*d), make([]float32, Width*d), make([]float32, group*Width)
		var rows [group]*float32
		for i := range rows {
			rows[i] = &x[i*d]
		}
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			for b.Loop() {
				tile(d, &rows, unsafe.SliceData(panel), &out[0], Width)
			}
			b.ReportMetric(2*float64(group*Width*d)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GF")
		})
	}
}
