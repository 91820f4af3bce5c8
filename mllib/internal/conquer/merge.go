package conquer

import (
	"math"
	"slices"
)

// merge puts the halves lo, ..., mid-1 and mid, ..., hi-1 together, whose eigenvalues are in increasing order one after the other in order: the
// eigenproblem of D + ρzzᵀ, where D holds the eigenvalues of both and z, beside the off-diagonal entry e, the last entries of the vectors of
// the first half and the first ones of the second. It returns the new order.
func (t *tree) merge(m Machine, lo, mid, hi int, e float64, order []int) []int {
	slices.SortStableFunc(order, func(i, j int) int { return compare(t.d[i], t.d[j]) })
	rho, z := math.Abs(e), make([]float64, hi)
	for i := lo; i < mid; i++ {
		z[i] = t.vectors.Row(i)[mid-1]
	}
	for i := mid; i < hi; i++ {
		z[i] = math.Copysign(1, e) * t.vectors.Row(i)[mid]
	}
	u := &update{tree: t, mixture: newMixture(lo, mid, hi), rho: rho, z: z}
	u.deflate(order)
	return u.solve(m)
}

// update is the eigenproblem of D + ρzzᵀ. All indices are those of the tree.
type update struct {
	*tree
	mixture
	rho float64
	z   []float64
}

// deflate finds the eigenvalues that change by no more than rounding: those with a negligible entry of z, and, of two that are nearly equal,
// one, after a rotation of their vectors that makes its entry 0.
//
// Reference: J. Dongarra and D. Sorensen, A fully parallel algorithm for the symmetric eigenvalue problem (1987), section 4.
func (u *update) deflate(order []int) {
	largest, entry := 0.0, 0.0
	for _, i := range order {
		largest, entry = max(largest, math.Abs(u.d[i])), max(entry, math.Abs(u.z[i]))
	}
	limit := 8 * unit * max(largest, u.rho*entry)
	for _, i := range order {
		if u.rho*math.Abs(u.z[i]) <= limit {
			u.deflated = append(u.deflated, i)
			continue
		}
		if k := len(u.kept); k > 0 && u.rotate(u.kept[k-1], i, limit) {
			u.deflated = append(u.deflated, u.kept[k-1])
			u.kept = u.kept[:k-1]
		}
		u.kept = append(u.kept, i)
	}
}

// rotate makes entry i of z 0 by a rotation of the vectors i and j, if what it brings between their eigenvalues is within the limit.
func (u *update) rotate(i, j int, limit float64) bool {
	length, c, s := direction(u.z[j], -u.z[i])
	difference := u.d[j] - u.d[i]
	if !(math.Abs(difference*c*s) <= limit) {
		return false
	}
	u.z[i], u.z[j] = 0, length
	u.d[i], u.d[j] = math.FMA(difference*s, s, u.d[i]), math.FMA(-difference*s, s, u.d[j])
	rotate(u.vectors.Row(i)[u.lo:u.hi], u.vectors.Row(j)[u.lo:u.hi], c, s)
	u.blend(i, j)
	return true
}

// solve finds the eigenvalues that are left and all vectors, and returns the order of the eigenvalues.
func (u *update) solve(m Machine) []int {
	k, n := len(u.kept), u.hi-u.lo
	s := Matrix{u.coefficients[u.lo*len(u.d):], k, k, k}
	columns := u.columns()
	roots := u.roots(m, s, columns)
	u.mix(m, u.vectors, u.hi, s, columns, u.packed[u.lo*len(u.d):])
	return u.reorder(u.d, roots, n)
}

// roots finds the eigenvalues of the part of D + ρzzᵀ that is left, and fills row i of s with the coefficients of eigenvector i, its
// columns permuted.
func (u *update) roots(m Machine, s Matrix, columns []int) []float64 {
	k := len(u.kept)
	if k == 0 {
		return nil
	}
	poles, z := make([]float64, k), make([]float64, k)
	for j, i := range u.kept {
		poles[j], z[j] = u.d[i], u.z[i]
	}
	equation := newSecular(u.rho, z, func(dst []float64, from, origin int) {
		for j := range dst {
			dst[j] = poles[from+j] - poles[origin]
		}
	})
	roots := make([]float64, k)
	m.Rows(k, 30*k, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			origin, distance := equation.root(i, s.Row(i))
			roots[i] = poles[origin] + distance
		}
	})
	fitted := equation.loewner(m, s)
	m.Rows(k, 10*k, func(lo, hi int) {
		vector := make([]float64, k)
		for i := lo; i < hi; i++ {
			for j, gap := range s.Row(i) {
				vector[j] = fitted[j] / gap
			}
			place(s.Row(i), vector, columns)
		}
	})
	return roots
}
