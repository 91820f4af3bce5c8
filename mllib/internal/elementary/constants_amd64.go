package elementary

import "math"

// constants are the numbers that the loops in assembly read, each as often as a register of AVX2 holds it, in the order of gen.
var constants = table(
	bits(1<<64-1), 0, .5, 1, 2, -2, math.Inf(1), math.Inf(-1), math.NaN(), bits(sign), bits(magnitude),
	largest, smallest, tanhOne, invLn2, shift, shift-100, ln2, ln2Rest, ln2Short, ln2ShortRest,
	smallNormal, whole, biased52, biased52+54, bits(twice52), bits(fromSqrtHalf), bits(sqrtHalf), bits(mantissa), bits(exponents), bits(reciprocal),
)

func bits(b uint64) float64 { return math.Float64frombits(b) }

func table(numbers ...float64) [][4]float64 {
	numbers = append(append(numbers, expTail[:]...), logTail[:]...)
	all := make([][4]float64, len(numbers))
	for i, v := range numbers {
		all[i] = [4]float64{v, v, v, v}
	}
	return all
}
