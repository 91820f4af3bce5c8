package convex

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// feasible decides Gx ≤ h (or < in each row) in rational numbers, by the elimination of Fourier and Motzkin.
func feasible(g *mat.Dense, h []float64, strict bool) bool {
	m, n := g.Dims()
	rows := make([][]*big.Rat, m) // of G, with h at the end
	for i := range rows {
		for j := range n {
			rows[i] = append(rows[i], new(big.Rat).SetFloat64(g.At(i, j)))
		}
		rows[i] = append(rows[i], new(big.Rat).SetFloat64(h[i]))
	}
	for j := range n {
		var up, down, rest [][]*big.Rat
		for _, r := range rows {
			switch r[j].Sign() {
			case 1:
				up = append(up, r)
			case -1:
				down = append(down, r)
			default:
				rest = append(rest, r)
			}
		}
		for _, a := range up {
			for _, b := range down {
				sum := make([]*big.Rat, n+1)
				for k := range sum {
					left, right := new(big.Rat).Quo(a[k], a[j]), new(big.Rat).Quo(b[k], b[j])
					sum[k] = left.Sub(left, right)
				}
				rest = append(rest, sum)
			}
		}
		rows = rest
	}
	for _, r := range rows {
		if s := r[n].Sign(); s < 0 || strict && s == 0 {
			return false
		}
	}
	return true
}

// TestVerdictsExactly: programs whose numbers span twelve orders of magnitude. A claim, that there is a solution or none,
// is right in rational numbers, and claims are made of nearly all.
func TestVerdictsExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 1))
	number := func() float64 {
		if r.IntN(5) == 0 {
			return 0
		}
		return math.Copysign(math.Pow(10, 12*r.Float64()-6), r.Float64()-.5)
	}
	count := map[string]int{}
	for k := range 4000 {
		n, m := 1+r.IntN(3), 1+r.IntN(6)
		p := QP{Q: make([]float64, n), G: mat.NewDense(m, n, nil), H: make([]float64, m)}
		g := p.G.(*mat.Dense)
		g.Apply(func(_, _ int, _ float64) float64 { return number() }, g)
		for i := range p.H {
			p.H[i] = number()
		}
		for j := range p.Q {
			p.Q[j] = number()
		}
		d := mat.NewDiagDense(n, nil)
		for j := range n {
			d.SetDiag(j, math.Abs(number())+1e-6)
		}
		p.P = d
		exact := feasible(g, p.H, false)
		_, err := p.Solve()
		switch {
		case errors.Is(err, ErrAccuracy):
			count["not reached"]++
		case err != nil && !errors.Is(err, ErrInfeasible):
			t.Errorf("program %d: %v", k, err)
		case (err == nil) != exact:
			t.Errorf("program %d, %d×%d: feasible %v, but Solve says %v", k, m, n, exact, err)
		default:
			count["right"]++
		}
		in, err := p.Slater()
		switch {
		case errors.Is(err, ErrAccuracy):
			continue
		case err != nil && !errors.Is(err, ErrInfeasible):
			t.Errorf("program %d: %v", k, err)
		case (err == nil) != exact || err == nil && in.Strict != feasible(g, p.H, true):
			t.Errorf("program %d, %d×%d: feasible %v, strictly %v, but Slater says %+v, %v", k, m, n, exact, feasible(g, p.H, true), in, err)
		}
	}
	if count["right"] < 3800 {
		t.Errorf("%v", count)
	}
}
