package vc

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestTurningEqualsPrograms: hyperplanes that turn find what 2ⁿ linear programs find, also where points are equal, on a line or in a plane.
func TestTurningEqualsPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, d := range []int{1, 2, 3, 4} {
		for _, values := range []int{2, 3, 1000} {
			for range 12 {
				n := 1 + r.IntN(8)
				x := mat.NewDense(n, d, nil)
				x.Apply(func(_, _ int, _ float64) float64 { return float64(r.IntN(values)) }, x)
				c := HalfSpaces{Dim: d}
				got := parts(t, c, x)
				want, err := c.byPrograms(x, n)
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("d = %d: %v: turned %v, programs %v, %v", d, mat.Formatted(x), got, want, err)
				}
				if d == 3 { // in a plane of the space
					for i := range n {
						x.Set(i, 2, 2*x.At(i, 0)-x.At(i, 1)+1)
					}
					flat := parts(t, HalfSpaces{Dim: 2}, x.Slice(0, n, 0, 2).(*mat.Dense))
					if got := parts(t, c, x); !slices.Equal(got, flat) {
						t.Fatalf("in a plane: %v, want %v", got, flat)
					}
				}
			}
		}
	}
}

// TestTurningOfManyPoints: the count of Cover, and units and places that do not matter.
func TestTurningOfManyPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, c := range []struct{ n, d int }{{60, 1}, {60, 2}, {14, 3}, {10, 4}} {
		x := mat.NewDense(c.n, c.d, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
		want := parts(t, HalfSpaces{Dim: c.d}, x)
		if float64(len(want)) != Cover(c.n, c.d) {
			t.Errorf("n = %d, d = %d: %d parts, want %v", c.n, c.d, len(want), Cover(c.n, c.d))
		}
		for _, unit := range []float64{0x1p-1000, 0x1p+300} {
			y := mat.DenseCopyOf(x)
			y.Apply(func(_, j int, v float64) float64 {
				if j == 0 {
					return v * unit
				}
				return v
			}, y)
			if got := parts(t, HalfSpaces{Dim: c.d}, y); !slices.Equal(got, want) {
				t.Errorf("n = %d, d = %d, unit %v: %d parts, want %d", c.n, c.d, unit, len(got), len(want))
			}
		}
	}
}

// TestOrientationIsExact: three points on a line whose coordinates do not show it in floating point, and one beside it by the last bit.
func TestOrientationIsExact(t *testing.T) {
	big := 0x1p52
	columns := [][]float64{{big, big + 1, big + 2, 0.5}, {1, 2, 3, 1 - big + 0.5}}
	if got := orientation(columns, []int{0, 1}, 2); got != 0 {
		t.Errorf("on the line: %d", got)
	}
	columns[1][2] = math.Nextafter(3, 4)
	if got := orientation(columns, []int{0, 1}, 2); got == 0 || got != exactOrientation(columns, []int{0, 1}, 2) {
		t.Errorf("beside the line: %d", got)
	}
	huge := [][]float64{{-math.MaxFloat64, math.MaxFloat64, 0}, {-math.MaxFloat64, math.MaxFloat64, 0}}
	if got := orientation(huge, []int{0, 1}, 2); got != 0 {
		t.Errorf("differences that overflow: %d", got)
	}
}

func TestMissingOfManyPoints(t *testing.T) {
	if _, err := Missing(HalfSpaces{Dim: 1}, line(30)); !errors.Is(err, input.ErrParam) {
		t.Errorf("2³⁰ parts: %v", err)
	}
	if all, err := Shattered(HalfSpaces{Dim: 1}, line(30)); all || err != nil {
		t.Errorf("30 points: %v, %v", all, err)
	}
}

func BenchmarkHalfSpaces(b *testing.B) {
	for name, c := range map[string]struct{ n, d int }{"n=12/d=2": {12, 2}, "n=60/d=2": {60, 2}, "n=12/d=3": {12, 3}} {
		r := rand.New(rand.NewPCG(1, 1))
		x := mat.NewDense(c.n, c.d, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (HalfSpaces{Dim: c.d}).Parts(x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
