package linear

// This file solves small linear programs  max c·z  subject to  A z <= r, z >= 0  with r >= 0, by the simplex method on a
// condensed tableau. Since r >= 0, the origin is a vertex to start from, and no first phase is needed. Bland's rule (the
// lowest index enters, the lowest index leaves on a tie) keeps degenerate programs, which separability makes, from cycling.
//
// Reference: R. G. Bland, New finite pivoting rules for the simplex method, Mathematics of Operations Research 2 (1977), 103-107.

// program is the condensed tableau: rows 0..m-1 are the constraints, row m the objective with its sign changed; the last column
// is the right-hand side.
type program struct {
	m, n  int
	cell  []float64 // (m+1)×(n+1), row by row
	basic []int     // variable of each row; 0..n-1 are the z, n..n+m-1 the slacks
	free  []int     // variable of each column
}

const simplexZero = 1e-11 // entries below this are taken for rounding

func newProgram(m, n int) *program {
	p := &program{m: m, n: n, cell: make([]float64, (m+1)*(n+1)), basic: make([]int, m), free: make([]int, n)}
	for i := range p.basic {
		p.basic[i] = n + i
	}
	for j := range p.free {
		p.free[j] = j
	}
	return p
}

func (p *program) row(i int) []float64 { return p.cell[i*(p.n+1) : (i+1)*(p.n+1)] }

// maximize pivots until no entry of the objective row is negative. It returns false after limit pivots, or if the
// program is unbounded.
func (p *program) maximize(limit int) bool {
	for range limit {
		col := p.entering()
		if col < 0 {
			return true
		}
		row := p.leaving(col)
		if row < 0 {
			return false
		}
		p.pivot(row, col)
	}
	return false
}

func (p *program) entering() int {
	col := -1
	for j, v := range p.row(p.m)[:p.n] {
		if v < -simplexZero && (col < 0 || p.free[j] < p.free[col]) {
			col = j
		}
	}
	return col
}

func (p *program) leaving(col int) int {
	row, best := -1, 0.0
	for i := range p.m {
		r := p.row(i)
		if r[col] <= simplexZero {
			continue
		}
		ratio := max(r[p.n], 0) / r[col]
		if row < 0 || ratio < best-simplexZero || ratio <= best+simplexZero && p.basic[i] < p.basic[row] {
			row, best = i, ratio
		}
	}
	return row
}

// pivot exchanges the variables of the row and the column.
func (p *program) pivot(row, col int) {
	r := p.row(row)
	inverse := 1 / r[col]
	for j := range r {
		r[j] *= inverse
	}
	r[col] = inverse
	for i := range p.m + 1 {
		if i == row {
			continue
		}
		q := p.row(i)
		factor := q[col]
		if factor == 0 {
			continue
		}
		q[col] = 0
		for j := range q {
			q[j] -= factor * r[j]
		}
	}
	p.basic[row], p.free[col] = p.free[col], p.basic[row]
}

// primal returns the values of the variables z, dual those of the multipliers of the constraints.
func (p *program) primal() []float64 {
	z := make([]float64, p.n)
	for i, v := range p.basic {
		if v < p.n {
			z[v] = p.row(i)[p.n]
		}
	}
	return z
}

func (p *program) dual() []float64 {
	u := make([]float64, p.m)
	for j, v := range p.free {
		if v >= p.n {
			u[v-p.n] = p.row(p.m)[j]
		}
	}
	return u
}
