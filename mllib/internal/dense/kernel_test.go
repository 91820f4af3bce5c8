package dense

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestAssemblyIsGenerated: the assembly is what the program gen writes.
func TestAssemblyIsGenerated(t *testing.T) {
	for name, arguments := range map[string][]string{"kernel_amd64.s": nil, "matvec_amd64.s": {"-matvec"}, "kernel_arm64.s": {"-neon"}} {
		run := exec.Command("go", append([]string{"run", "./gen"}, arguments...)...)
		run.Env = append(os.Environ(), "GOARCH=") // here, also where the test is for an emulator
		want, err := run.Output()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what gen writes: go generate", name)
		}
	}
}

// TestInnerLoops holds each inner loop against its version in Go, to the last bit, at all lengths around those of the registers.
func TestInnerLoops(t *testing.T) {
	for _, s := range supported() {
		t.Run(s.String(), func(t *testing.T) {
			for n := range 150 {
				r := newRandom(uint64(n))
				r.special = n%3 == 2
				k, stride := r.IntN(7), n+r.IntN(5)
				weights, rows, dst := r.byRows(1, k), r.byRows(k, stride), r.byRows(1, n+2)
				want, got := dst.clone(), dst.clone()
				s.addRows(weights.row(0), rows.data, rows.down, got.row(0)[:n])
				rowsGo(weights.row(0), rows.data, rows.down, want.row(0)[:n])
				if !same(got, want) {
					t.Fatalf("%d weighted rows of %d differ", k, n)
				}
				x, table := r.byRows(1, k), r.byRows(n+2, max(k, stride))
				s.addDots(x.row(0), table.data, table.down, got.row(0)[:n])
				dotsGo(x.row(0), table.data, table.down, want.row(0)[:n])
				if !same(got, want) {
					t.Fatalf("products with %d rows of %d differ", n, k)
				}
				by := r.number()
				s.divide(got.row(0)[:n], by)
				divideGo(want.row(0)[:n], by)
				if !same(got, want) {
					t.Fatalf("%d numbers divided by %v differ", n, by)
				}
			}
		})
	}
}

// TestTile holds the tiles against the loop over entries, which does not know panels.
func TestTile(t *testing.T) {
	for _, s := range supported() {
		height, width := s.tile()
		for k := 1; k < 12; k++ {
			r := newRandom(uint64(k))
			r.special = k%2 == 1
			a, b, c := r.byRows(height, k), r.byRows(k, width), r.byRows(height, width)
			packedA, packedB := make([]float64, height*k+1), make([]float64, width*k+1)
			s.pack(packedA, a, height)
			s.pack(packedB, b.t(), width)
			want, got := c.clone(), c.clone()
			s.multiply(1, k, -2.5, packedA, packedB, got.data, got.down)
			gemmPlain(-2.5, a, b, want)
			if !same(got, want) {
				t.Errorf("%v, depth %d: not the bits of the definition", s, k)
			}
		}
	}
}
