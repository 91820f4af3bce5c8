package vc

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

var bounded = []struct {
	name  string
	class Bounded
	v, d  int
}{{"rays to the left", Rays{}, 1, 1}, {"rays", Rays{Both: true}, 2, 1}, {"intervals", Intervals{}, 2, 1}, {"three intervals", Intervals{Most: 3}, 6, 1},
	{"rectangles", Boxes{Dim: 2}, 4, 2}, {"half-lines", HalfSpaces{Dim: 1}, 2, 1}, {"half-planes", HalfSpaces{Dim: 2}, 3, 2}, {"half-spaces", HalfSpaces{Dim: 3}, 4, 3}}

func TestCertificates(t *testing.T) {
	for _, c := range bounded {
		cert, err := Certify(c.class, c.v+1)
		if err != nil || cert.Dimension != c.v || cert.Reason == "" || cert.Tried == 0 {
			t.Errorf("%s: %+v, %v", c.name, cert, err)
			continue
		}
		if err := testkit.RoundTrip(t, cert).Check(c.class); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		cert.Shattered[0] = cert.Shattered[1%len(cert.Shattered)]
		if err := cert.Check(c.class); c.v > 1 && !errors.Is(err, input.ErrValue) {
			t.Errorf("%s: a point twice: %v", c.name, err)
		}
		if _, err := Certify(c.class, c.v); !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: not tried far enough: %v", c.name, err)
		}
	}
}

// TestLacks: of any points, also of equal ones and of those on lines, the part that is named is not cut out.
func TestLacks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range bounded {
		for _, values := range []int{1, 2, 4, 1000} {
			for range 20 {
				x := mat.NewDense(c.v+1, c.d, nil)
				x.Apply(func(_, _ int, _ float64) float64 { return float64(r.IntN(values)) }, x)
				if err := confirm(c.class, x); err != nil {
					t.Fatalf("%s: %v: %v", c.name, mat.Formatted(x), err)
				}
			}
		}
		if _, _, err := c.class.Lacks(mat.NewDense(c.v+2, c.d, nil)); !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: too many points: %v", c.name, err)
		}
	}
	for _, c := range []Bounded{Boxes{Dim: 21}, HalfSpaces{Dim: 21}, Intervals{Most: 21}, Boxes{}, HalfSpaces{}} {
		if _, _, err := c.Lacks(mat.NewDense(3, 1, nil)); !errors.Is(err, input.ErrParam) {
			t.Errorf("%#v: %v", c, err)
		}
	}
}

func TestRadon(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for d := 1; d <= 5; d++ {
		x := mat.NewDense(d+2, d, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
		gamma, err := HalfSpaces{Dim: d}.Radon(x)
		if err != nil {
			t.Fatal(err)
		}
		var at mat.VecDense
		at.MulVec(x.T(), mat.NewVecDense(d+2, gamma))
		sum, size := 0.0, 0.0
		for _, g := range gamma {
			sum, size = sum+g, size+math.Abs(g)
		}
		if mat.Norm(&at, 2) > 1e-14 || math.Abs(sum) > 1e-15 || math.Abs(size-1) > 1e-15 {
			t.Errorf("d = %d: Σγx = %v, Σγ = %v, Σ|γ| = %v", d, mat.Norm(&at, 2), sum, size)
		}
	}
	gamma, err := HalfSpaces{Dim: 2}.Radon(mat.NewDense(4, 2, []float64{0, 1, 1, 0, 0, -1, -1, 0}))
	if err != nil || gamma[0] != gamma[2] || gamma[1] != gamma[3] || gamma[0] != -gamma[1] {
		t.Errorf("diamond: %v, %v, want opposite corners against the others", gamma, err)
	}
}

// TestFamily: against plain counting, and the lemma of Pajor.
func TestFamily(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 100 {
		f := Family{Points: 1 + r.IntN(5)}
		for part := range uint64(1) << f.Points {
			if r.IntN(3) > 0 {
				f.Parts = append(f.Parts, part)
			}
		}
		var want []uint64
		for set := range uint64(1) << f.Points {
			traces := map[uint64]bool{}
			for _, part := range f.Parts {
				traces[part&set] = true
			}
			if len(traces) == 1<<bits.OnesCount64(set) {
				want = append(want, set)
			}
		}
		got, err := f.Shattered()
		if err != nil || !slices.Equal(got, want) || len(got) < len(f.Parts) {
			t.Fatalf("%v: shatters %v, %v, want %v", f, got, err, want)
		}
	}
	if v, set, err := (Family{Points: 3}).Dimension(); v != -1 || set != 0 || err != nil {
		t.Errorf("no member: %d, %d, %v", v, set, err)
	}
	for _, f := range []Family{{}, {Points: 21}, {Points: 2, Parts: []uint64{4}}} {
		if _, _, err := f.Dimension(); !errors.Is(err, input.ErrParam) {
			t.Errorf("%v: %v", f, err)
		}
	}
}

func TestCertificateErrors(t *testing.T) {
	var none *Certificate
	if err := none.Check(Rays{}); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no certificate: %v", err)
	}
	for _, c := range []*Certificate{{Dimension: 2}, {Dimension: 2, Shattered: [][]float64{{1}, {1, 2}}}, {Dimension: 1, Shattered: [][]float64{{}}}} {
		if err := c.Check(Rays{}); !errors.Is(err, input.ErrShape) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if err := (&Certificate{}).Check(Rays{}); err != nil {
		t.Errorf("dimension 0: %v", err)
	}
	if _, err := Certify(nil, 3); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no class: %v", err)
	}
	if _, err := Shattered(nil, line(2)); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("Shattered of no class: %v", err)
	}
	if _, err := Missing(nil, line(2)); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("Missing of no class: %v", err)
	}
}
