package conquer

import (
	"math"
	"slices"
)

// merge puts the parts lo, ..., mid-1 and mid+1, ..., hi-1 and row mid between them together, whose singular values are in increasing order one
// after the other in order. In the bases of the singular vectors of both, the matrix has the first row z and below it the singular values on the
// diagonal, 0 in the column that belongs to z alone. It returns the new order.
func (c *chain) merge(m Machine, lo, mid, hi int, order []int) []int {
	slices.SortStableFunc(order, func(i, j int) int { return compare(c.d[i], c.d[j]) })
	j := &join{chain: c, mixture: newMixture(lo, mid+1, hi), row: mid, z: make([]float64, hi)}
	j.readRow()
	j.deflate(order)
	return j.solve(m)
}

// join is the matrix that merge speaks of. All indices are those of the chain; row is that of z, and its own entry belongs to the pole 0. The columns of a mixture
// are halved behind that of row.
type join struct {
	*chain
	mixture
	row   int
	z     []float64
	limit float64 // what is negligible
}

// readRow sets z, turns the last right vectors of the parts such that one of them has the entry 0, and makes the other that of row.
func (j *join) readRow() {
	lo, row, hi := j.lo, j.row, j.hi
	alpha, beta := j.d[row], j.e[row]
	j.limit = max(math.Abs(alpha), math.Abs(beta), 0x1p-200)
	for i := lo; i < row; i++ {
		j.z[i] = alpha * j.right.Row(i)[row]
		j.limit = max(j.limit, j.d[i])
	}
	for i := row + 1; i < hi; i++ {
		j.z[i] = beta * j.right.Row(i)[row+1]
		j.limit = max(j.limit, j.d[i])
	}
	j.limit *= 8 * unit
	x, y := alpha*j.right.Row(row)[row], beta*j.right.Row(hi)[row+1]
	length, cos, sin := direction(x, y)
	rotate(j.right.Row(row)[lo:hi+1], j.right.Row(hi)[lo:hi+1], cos, sin)
	j.z[row], j.d[row] = length, 0
	j.left.Row(row)[row] = 1
	j.kinds[row] = both
}

// deflate finds the singular values that change by no more than rounding, like deflate of an update. The pole 0 stays as long as there are others, which keep
// away from it.
func (j *join) deflate(order []int) {
	j.kept = append(j.kept, j.row)
	for _, i := range order {
		if math.Abs(j.z[i]) <= j.limit {
			j.deflated = append(j.deflated, i)
			continue
		}
		last := len(j.kept) - 1
		if at := j.kept[last]; last > 0 && j.d[i]-j.d[at] <= j.limit {
			j.rotate(at, i)
			j.deflated = append(j.deflated, at)
			j.kept = j.kept[:last]
		} else if last == 0 {
			j.d[i] = max(j.d[i], j.limit/2)
		}
		j.kept = append(j.kept, i)
	}
	if len(j.kept) == 1 {
		j.d[j.row] = j.z[j.row]
		j.deflated, j.kept = append(j.deflated, j.row), nil
		return
	}
	j.z[j.row] = max(j.z[j.row], j.limit)
}

// rotate makes entry i of z 0 by a rotation of the vectors i and k, whose singular values are nearly equal.
func (j *join) rotate(i, k int) {
	length, cos, sin := direction(j.z[k], -j.z[i])
	j.z[i], j.z[k] = 0, length
	rotate(j.left.Row(i)[j.lo:j.hi], j.left.Row(k)[j.lo:j.hi], cos, sin)
	rotate(j.right.Row(i)[j.lo:j.hi+1], j.right.Row(k)[j.lo:j.hi+1], cos, sin)
	j.blend(i, k)
}

// solve finds the singular values that are left and all vectors, and returns the order of the values.
func (j *join) solve(m Machine) []int {
	k, n := len(j.kept), j.hi-j.lo
	left, right := Matrix{j.ofLeft[j.lo*len(j.d):], k, k, k}, Matrix{j.ofRight[j.lo*len(j.d):], k, k, k}
	columns := j.columns()
	values := j.values(m, left, right, columns)
	memory := j.packed[j.lo*j.right.Cols:]
	j.mix(m, j.left, j.hi, left, columns, memory)
	j.mix(m, j.right, j.hi+1, right, columns, memory)
	return j.reorder(j.d, values, n)
}

// values finds the singular values σ that are left, the roots of 1 + Σ z_j²/(d_j² - σ²) = 0, and the coefficients of the vectors: z_j/(d_j² - σ²)
// on the right, d_j times these on the left, where the pole 0 has -1.
func (j *join) values(m Machine, left, right Matrix, columns []int) []float64 {
	k := len(j.kept)
	if k == 0 {
		return nil
	}
	d, z := make([]float64, k), make([]float64, k)
	for i, at := range j.kept {
		d[i], z[i] = j.d[at], j.z[at]
	}
	equation := newSecular(1, z, func(dst []float64, from, origin int) {
		for i := range dst {
			dst[i] = (d[from+i] - d[origin]) * (d[from+i] + d[origin])
		}
	})
	values := make([]float64, k)
	m.Rows(k, 30*k, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			at, distance := equation.root(i, right.Row(i))
			values[i] = d[at] + distance/(d[at]+math.Sqrt(math.FMA(d[at], d[at], distance)))
		}
	})
	fitted := equation.loewner(m, right)
	m.Rows(k, 20*k, func(lo, hi int) {
		u, v := make([]float64, k), make([]float64, k)
		for i := lo; i < hi; i++ {
			for p, gap := range right.Row(i) {
				v[p] = fitted[p] / gap
				u[p] = d[p] * v[p]
			}
			u[0] = -1
			place(right.Row(i), v, columns)
			place(left.Row(i), u, columns)
		}
	})
	return values
}
