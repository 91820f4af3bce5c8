package number

import "math/big"

// This file reduces fractions whose denominator is a power of two, as those of random points, by shifts: the greatest common divisor, which
// package big computes after each operation, would be a sixth of all the time of a derivation.

// dyadic tells whether two numbers that are no integers have denominators that are powers of two.
func dyadic(a, b *big.Rat) bool {
	return !a.IsInt() && !b.IsInt() && isPowerOf2(a.Denom()) && isPowerOf2(b.Denom())
}

func isPowerOf2(n *big.Int) bool { return int(n.TrailingZeroBits())+1 == n.BitLen() }

// lowest is num/den for den > 0 in lowest terms. It keeps neither.
func lowest(num, den *big.Int) *big.Rat {
	if num.Sign() == 0 || !isPowerOf2(den) {
		return new(big.Rat).SetFrac(num, den)
	}
	whole, common := den.TrailingZeroBits(), num.TrailingZeroBits()
	if common >= whole {
		return new(big.Rat).SetInt(new(big.Int).Rsh(num, whole))
	}
	r := big.NewRat(1, 2) // whose parts are in lowest terms whatever odd number and power of two they become
	r.Num().Rsh(num, common)
	r.Denom().Rsh(den, common)
	return r
}
