// Package squares has what searches by squared distances have in common that take most of them from products of matrices,
//
//	‖x - z‖² = ‖x‖² - 2⟨x, z⟩ + ‖z‖²
//
// which in many dimensions is several times as fast as one by one. The sum is off by rounding of its terms, which may be far larger than
// the distance. So products only tell which points cannot be meant; among the others distances one by one decide, and the result is theirs to the last bit.
package squares

// Off is by how much at most the squared distance of x and z by products differs from that one by one, in d dimensions and for a sum of
// ‖x‖² and ‖z‖². The norms are those of x and z or, where a centre was subtracted from both, of the differences, rounded.
//
// With u = 2^-53 and M = 2(‖x‖² + ‖z‖²), which is at least ‖x - z‖², there are (d+4+d/256)·u·M from the product, which takes a block of 256
// dimensions at a time, d·u·M from the norms, 2.1·u·M from subtracting the centre, and (d+3)·u·M from the distance one by one; each of these
// operations may lose 2^-1074 to underflow. Off is more than their sum, to leave room for its own rounding and for terms in u², and it does
// not compute with subnormal numbers, which take processors a hundred times as long.
//
// Reference: N. Higham, Accuracy and Stability of Numerical Algorithms (2002), section 3.1, for the errors of inner products.
func Off(d int, norms float64) float64 {
	return float64(4*d+32)*0x1p-53*2*norms + 0x1p-1022
}

// Between returns ‖x - z‖², added up coordinate after coordinate, as a lane of lanes.Squared does. z has at least as many as x.
func Between(x, z []float64) float64 {
	z = z[:len(x)]
	sum := 0.0
	for j, v := range x {
		a := v - z[j]
		sum += float64(a * a) // rounded, so that no processor fuses it
	}
	return sum
}
