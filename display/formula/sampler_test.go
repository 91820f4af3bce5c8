package formula_test

import (
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/display/formula/eval"
)

// tries bounds the points that are drawn until the assumptions hold.
const tries = 5000

// newSampler returns what sets the variables to a new point of their domains at which the assumptions hold.
func newSampler(t *testing.T, p *eval.Program, m eval.Machine[float64], seed uint64) func() {
	r := rand.New(rand.NewPCG(seed, 8))
	return func() {
		t.Helper()
		for range tries {
			for _, v := range p.Vars {
				d, err := p.Domain(v, m, nil)
				if err != nil {
					t.Fatal(err)
				}
				m.Set(v, d.At(d.Draw(r)))
			}
			if assumed(m, p) {
				return
			}
		}
		t.Fatalf("no point in %d satisfies the assumptions", tries)
	}
}

func assumed(m eval.Machine[float64], p *eval.Program) bool {
	for _, a := range p.Assumptions {
		if r, err := m.Eval(a); err != nil || !r.Value.Truth {
			return false
		}
	}
	return true
}
