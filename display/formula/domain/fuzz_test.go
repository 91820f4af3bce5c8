package domain

import (
	"testing"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// FuzzDomains makes a domain of any sizes and bounds: it is refused in words, or its draws, corners and exact draws are contained in it, and
// so is the point at any coordinates.
func FuzzDomains(f *testing.F) {
	for kind := range uint8(21) {
		f.Add(kind, 3, 2, 0.0, 1.0, false, true, uint64(1))
		f.Add(kind, 1, 1, -5.0, -5.0, true, false, uint64(2))
		f.Add(kind, 0, -1, 1e300, 1e308, false, false, uint64(3))
	}
	f.Add(uint8(145), 62, 98, 0.33333333333333215, 0.3333333333333333, true, false, uint64(54)) // few numbers, and an open end
	f.Fuzz(func(t *testing.T, kind uint8, n, m int, lo, hi float64, openLo, openHi bool, seed uint64) {
		if n > 6 || m > 6 { // slow, not different
			n, m = n%7, m%7
		}
		d, err := made(kind, n, m, lo, hi, openLo, openHi)
		if err != nil {
			return
		}
		r := rng(seed)
		for range 5 {
			p := d.Draw(r)
			checkPoint(t, d, p)
			contained(t, d, d.At(p))
			for i := range p.X {
				p.X[i] *= lo
				if !finite(p.X[i]) {
					p.X[i] = 1e3
				}
				p.X[i] = min(max(p.X[i], -1e6), 1e6)
			}
			contained(t, d, d.At(p))
			if v, err := d.Exact(r, 20); err == nil {
				contained(t, d, value.Convert(v, number.Rational{}.Value))
			}
		}
		for _, p := range d.Corners() {
			checkPoint(t, d, p)
			contained(t, d, d.At(p))
		}
	})
}

func contained(t *testing.T, d Domain, v value.Value[float64]) {
	t.Helper()
	if !d.Contains(v) {
		t.Fatalf("%s does not contain %+v", d, v)
	}
}

func made(kind uint8, n, m int, lo, hi float64, openLo, openHi bool) (Domain, error) {
	sized := []func(n int) (Domain, error){Vectors, Symmetric, Definite, Semidefinite, Orthogonal, Simplex, Sphere, Ball, Permutations, FunctionsOn}
	if k := int(kind) % 21; k < len(sized) {
		return sized[k](n)
	}
	items := Range(m, n)
	interval, err := Interval(lo, hi, openLo, openHi)
	switch int(kind)%21 - len(sized) {
	case 0:
		return interval, err
	case 1:
		return Matrices(n, m)
	case 2:
		return Finite(items)
	case 3:
		return Power(items, n)
	case 4:
		return PowerMatrix(items, n, m)
	case 5:
		return Subsets(items)
	case 6:
		return Laws(items)
	case 7:
		return Maps(items, Reals())
	}
	if err != nil {
		return nil, err
	}
	if kind%2 == 0 {
		return Maps(items, interval)
	}
	return Family(m, n, interval)
}
