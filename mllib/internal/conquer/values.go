package conquer

import (
	"math"
	"slices"
)

// Values overwrites the diagonal d of a symmetric tridiagonal matrix by its eigenvalues, in increasing order. The off-diagonal e, one shorter than d, is
// overwritten too. It is not ok where the iterations do not converge, as for NaN.
//
// Reference: C. Reinsch, A stable, rational QR algorithm for the computation of the eigenvalues of an Hermitian, tridiagonal matrix (1971); as
// B. Parlett, The Symmetric Eigenvalue Problem (1998), section 8.15, has it.
func Values(d, e []float64) (ok bool) {
	values := d
	for len(d) > 0 {
		n := partEnd(d, e, 0)
		part, off := d[:n], e[:n-1]
		d, e = d[n:], e[min(n, len(e)):]
		exponent := scalePart(part, off)
		for i, v := range off {
			off[i] = v * v
		}
		if math.Abs(part[n-1]) < math.Abs(part[0]) { // small entries first: so the large ones do not swallow them
			slices.Reverse(part)
			slices.Reverse(off)
		}
		if !rationalQL(part, off) {
			return false
		}
		scale(part, exponent)
	}
	slices.Sort(values)
	return true
}

// rationalQL finds the eigenvalues of a matrix with the given squares off its diagonal, by QL iterations without square roots.
func rationalQL(d, squares []float64) (ok bool) {
	iterations := 60 * len(d)
	for l := 0; l < len(d); {
		m := l
		for m < len(d)-1 && !(squares[m] <= unit*unit*math.Abs(d[m]*d[m+1])) {
			m++
		}
		if m < len(squares) {
			squares[m] = 0
		}
		if m == l {
			l++
			continue
		}
		if iterations == 0 {
			return false
		}
		iterations--
		stepQL(d[l:m+1], squares[l:m])
	}
	return true
}

// stepQL is an iteration on a part that does not fall apart.
func stepQL(d, squares []float64) {
	last := len(d) - 1
	root := math.Sqrt(squares[0])
	shift := (d[1] - d[0]) / (2 * root)
	shift = d[0] - root/(shift+math.Copysign(math.Hypot(shift, 1), shift))
	c, s := 1.0, 0.0
	gamma := d[last] - shift
	p := gamma * gamma
	for i := last - 1; i >= 0; i-- {
		square := squares[i]
		r := p + square
		if i < last-1 {
			squares[i+1] = s * r
		}
		oldC, oldGamma := c, gamma
		c, s = p/r, square/r
		gamma = c*(d[i]-shift) - s*oldGamma
		d[i+1] = oldGamma + (d[i] - gamma)
		if c != 0 {
			p = gamma * gamma / c
		} else {
			p = oldC * square
		}
	}
	squares[0] = s * p
	d[0] = shift + gamma
}
