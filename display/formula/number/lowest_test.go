package number

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// Sums, differences, products and inner products are those of package big, in the same lowest terms, whatever the denominators.
func TestLowestTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() *big.Rat {
		den := []int64{1, 2, 8, 1 << 29, 3, 12, 1 << 40}[r.IntN(7)]
		return big.NewRat(r.Int64N(1<<20)-1<<19, den)
	}
	f := Rational{}
	for range 5000 {
		a, b, c, d := draw(), draw(), draw(), draw()
		sum, product := new(big.Rat).Add(a, b), new(big.Rat).Mul(a, b)
		dot := new(big.Rat).Add(product, new(big.Rat).Mul(c, d))
		for _, x := range []struct {
			name      string
			got, want *big.Rat
		}{{"+", f.Add(a, b), sum}, {"-", f.Sub(a, b), new(big.Rat).Sub(a, b)}, {"·", f.Mul(a, b), product}, {"⟨,⟩", f.Dot([]*big.Rat{a, c}, []*big.Rat{b, d}), dot}} {
			if x.got.Num().Cmp(x.want.Num()) != 0 || x.got.Denom().Cmp(x.want.Denom()) != 0 {
				t.Fatalf("%s %s %s (and %s, %s) = %s, want %s", a, x.name, b, c, d, x.got, x.want)
			}
		}
	}
}
