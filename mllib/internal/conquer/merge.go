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
	u := &update{tree: t, lo: lo, mid: mid, hi: hi, rho: rho, z: z}
	u.deflate(order)
	return u.solve(m)
}

// kind says in which halves a vector is not 0.
type kind int

const (
	first kind = iota
	both
	second
	kinds
)

// update is the eigenproblem of D + ρzzᵀ. All indices are those of the tree.
type update struct {
	*tree
	lo, mid, hi int
	rho         float64
	z           []float64
	kinds       []kind
	kept        []int // in increasing order of d: what takes part
	deflated    []int // what is an eigenvalue as it stands
}

// deflate finds the eigenvalues that change by no more than rounding: those with a negligible entry of z, and, of two that are nearly equal,
// one, after a rotation of their vectors that makes its entry 0.
//
// Reference: J. Dongarra and D. Sorensen, A fully parallel algorithm for the symmetric eigenvalue problem (1987), section 4.
func (u *update) deflate(order []int) {
	u.kinds = make([]kind, u.hi)
	largest, entry := 0.0, 0.0
	for _, i := range order {
		if i >= u.mid {
			u.kinds[i] = second
		}
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
	length := math.Hypot(u.z[i], u.z[j])
	c, s := u.z[j]/length, -u.z[i]/length
	difference := u.d[j] - u.d[i]
	if !(math.Abs(difference*c*s) <= limit) {
		return false
	}
	u.z[i], u.z[j] = 0, length
	u.d[i], u.d[j] = math.FMA(difference*s, s, u.d[i]), math.FMA(-difference*s, s, u.d[j])
	rotate(u.vectors.Row(i)[u.lo:u.hi], u.vectors.Row(j)[u.lo:u.hi], c, s)
	if u.kinds[i] != u.kinds[j] {
		u.kinds[i], u.kinds[j] = both, both
	}
	return true
}

// rotate replaces x by c·x + s·y and y by c·y - s·x.
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for k, v := range x {
		w := y[k]
		x[k], y[k] = math.FMA(c, v, s*w), math.FMA(c, w, -s*v)
	}
}

// solve finds the eigenvalues that are left and all vectors, and returns the order of the eigenvalues.
func (u *update) solve(m Machine) []int {
	k, n := len(u.kept), u.hi-u.lo
	columns := make([]int, 0, k) // the kept ones by kind
	for kind := range kinds {
		for i, at := range u.kept {
			if u.kinds[at] == kind {
				columns = append(columns, i)
			}
		}
	}
	s := Matrix{u.coefficients[u.lo*len(u.d):], k, k, k}
	roots := u.roots(m, s, columns)
	next := u.pack(m, columns)
	d := make([]float64, 0, n)
	d = append(d, roots...)
	for _, i := range u.deflated {
		d = append(d, u.d[i])
	}
	copy(u.d[u.lo:], d)
	u.multiply(m, s, next)
	order := make([]int, n)
	for i := range order {
		order[i] = u.lo + i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(u.d[i], u.d[j]) })
	return order
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
	equation := newSecular(u.rho, z, func(dst []float64, origin int) {
		for j, p := range poles {
			dst[j] = p - poles[origin]
		}
	})
	roots := make([]float64, k)
	m.Rows(k, 30*k, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			origin, distance := equation.root(i, s.Row(i))
			roots[i] = poles[origin] + distance
		}
	})
	fitted := loewner(m, s, z, func(i, j int) float64 { return poles[j] - poles[i] })
	m.Rows(k, 10*k, func(lo, hi int) {
		vector := make([]float64, k)
		for i := lo; i < hi; i++ {
			row := s.Row(i)
			square := 0.0
			for j, gap := range row {
				vector[j] = fitted[j] / gap
				square = math.FMA(vector[j], vector[j], square)
			}
			length := math.Sqrt(square)
			for j, at := range columns {
				row[j] = vector[at] / length
			}
		}
	})
	return roots
}

// loewner returns the vector z, up to a factor, for which the roots that were found are exact, with the signs of the one given: then the vectors made of it are
// orthogonal, however near each other roots are. Row i of gaps holds the differences of the poles from root i.
//
// Reference: M. Gu and S. Eisenstat, A stable and efficient algorithm for the rank-one modification of the symmetric eigenproblem (1994), section 3.
func loewner(m Machine, gaps Matrix, z []float64, difference func(i, j int) float64) []float64 {
	k := len(z)
	fitted := make([]float64, k)
	m.Rows(k, 10*k, func(lo, hi int) {
		part := fitted[lo:hi]
		for j := range part {
			part[j] = 1
		}
		for i := range k {
			row := gaps.Row(i)[lo:hi]
			for j, gap := range row {
				if lo+j == i {
					part[j] *= -gap
				} else {
					part[j] *= gap / difference(i, lo+j)
				}
			}
		}
		for j, square := range part {
			part[j] = math.Copysign(math.Sqrt(square), z[lo+j])
		}
	})
	return fitted
}

// halves are the packed vectors: the rows of first are the first halves of the vectors of kinds first and both, those of second the second halves of
// kinds both and second, and rest are the deflated ones.
type halves struct {
	first, second, rest Matrix
	skip                int // the number of kind first
}

// pack copies the vectors, those that are kept in the order of the columns.
func (u *update) pack(m Machine, columns []int) halves {
	count := [kinds]int{}
	for _, at := range columns {
		count[u.kinds[u.kept[at]]]++
	}
	n1, n2 := u.mid-u.lo, u.hi-u.mid
	memory := u.packed[u.lo*len(u.d):]
	take := func(rows, cols int) Matrix {
		out := Matrix{memory[:rows*cols], rows, cols, cols}
		memory = memory[rows*cols:]
		return out
	}
	h := halves{skip: count[first]}
	h.first, h.second, h.rest = take(count[first]+count[both], n1), take(count[both]+count[second], n2), take(len(u.deflated), n1+n2)
	m.Rows(n1+n2, n1+n2, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if i >= len(columns) {
				copy(h.rest.Row(i-len(columns)), u.vectors.Row(u.deflated[i-len(columns)])[u.lo:])
				continue
			}
			row := u.vectors.Row(u.kept[columns[i]])
			if i < h.first.Rows {
				copy(h.first.Row(i), row[u.lo:])
			}
			if i >= h.skip {
				copy(h.second.Row(i-h.skip), row[u.mid:])
			}
		}
	})
	return h
}

// multiply makes the vectors: the coefficients times the packed ones, and the deflated ones below.
func (u *update) multiply(m Machine, s Matrix, h halves) {
	k, n1, n2 := s.Rows, u.mid-u.lo, u.hi-u.mid
	m.Multiply(u.vectors.Part(u.lo, u.lo, k, n1), s.Part(0, 0, k, h.first.Rows), h.first)
	m.Multiply(u.vectors.Part(u.lo, u.mid, k, n2), s.Part(0, h.skip, k, h.second.Rows), h.second)
	for i := range h.rest.Rows {
		copy(u.vectors.Row(u.lo + k + i)[u.lo:u.hi], h.rest.Row(i))
	}
}
