package smo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// table is a matrix in memory.
type table struct {
	*mat.SymDense
	columns []int
}

func (m table) RowTo(dst []float64, i int) {
	for c := range dst {
		dst[c] = m.At(i, m.columns[c])
	}
}

func (m table) Columns(columns []int) Matrix { return table{m.SymDense, columns} }

// random draws a problem with a matrix of the given rank.
func random(rnd *rand.Rand, n, rank int, tube float64, groups []int) Problem {
	z := mat.NewDense(n, rank, nil)
	z.Apply(func(_, _ int, _ float64) float64 { return rnd.NormFloat64() }, z)
	k := mat.NewSymDense(n, nil)
	k.SymOuterK(1, z)
	m := table{SymDense: k}
	p := Problem{Tube: tube, Groups: groups, Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Diagonal: make([]float64, n), Start: make([]float64, n)}
	for i := range n {
		m.columns = append(m.columns, i)
		p.Linear[i], p.Diagonal[i] = 2*rnd.NormFloat64(), k.At(i, i)
		p.Lower[i], p.Upper[i] = -rnd.Float64(), rnd.Float64()
		if rnd.IntN(4) == 0 {
			p.Lower[i] = 0
		}
		p.Start[i] = p.Lower[i] + rnd.Float64()*(p.Upper[i]-p.Lower[i])
	}
	p.Matrix = m
	return p
}

// objective is that of the problem.
func (p Problem) objective(beta []float64) float64 {
	b := mat.NewVecDense(len(beta), beta)
	v := mat.Inner(b, p.Matrix.(table).SymDense, b) / 2
	for i, x := range beta {
		v += p.Linear[i]*x + p.Tube*math.Abs(x)
	}
	return v
}

func sums(beta []float64, groups []int) []float64 {
	var s []float64
	for g := 1; g < len(groups); g++ {
		t := 0.0
		for _, v := range beta[groups[g-1]:groups[g]] {
			t += v
		}
		s = append(s, t)
	}
	return s
}

// TestOptimal: sums and bounds are kept, the objective falls, and no way within them makes it fall further: it is convex, so that no other point is better.
func TestOptimal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 3))
	for round := range 200 {
		n := 2 + rnd.IntN(30)
		groups := [][]int{nil, {0, n}, {0, n / 2, n}}[round%3]
		p := random(rnd, n, 1+rnd.IntN(n), []float64{0, .3, 2}[rnd.IntN(3)], groups)
		r := Solve(p, Options{Tolerance: 1e-10, MaxIter: 1_000_000})
		what := fmt.Sprintf("round %d, n = %d, groups %v: %v after %d", round, n, groups, r.Stop, r.Iterations)
		if r.Stop == IterationLimit || r.Gap > 1e-9 {
			t.Errorf("%s, gap %v", what, r.Gap)
		}
		testkit.Near(t, what+": sums", sums(r.Beta, groups), sums(p.Start, groups), 1e-13)
		for i, b := range r.Beta {
			if b < p.Lower[i] || b > p.Upper[i] {
				t.Errorf("%s: β_%d = %v outside [%v, %v]", what, i, b, p.Lower[i], p.Upper[i])
			}
		}
		best := p.objective(r.Beta)
		for range 200 { // other points with the same sums, within the bounds
			other := slices.Clone(r.Beta)
			for range 3 {
				i, j := rnd.IntN(n), rnd.IntN(n)
				s := math.Pow(10, -6*rnd.Float64()) * rnd.Float64()
				if groups == nil {
					other[i] = min(max(other[i]+2*(rnd.Float64()-.5)*s, p.Lower[i]), p.Upper[i])
				} else if i != j && (len(groups) == 2 || (i < n/2) == (j < n/2)) {
					s = min(s, p.Upper[i]-other[i], other[j]-p.Lower[j])
					other[i] += s
					other[j] -= s
				}
			}
			if v := p.objective(other); v < best-1e-9 {
				t.Errorf("%s: objective %v, elsewhere %v", what, best, v)
				break
			}
		}
	}
}

// TestSetAside: shrinking and a small cache change the way, not the end.
func TestSetAside(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 3))
	for _, groups := range [][]int{{0, 300}, {0, 100, 300}} {
		p := random(rnd, 300, 1200, .1, groups)
		want := Solve(p, Options{Tolerance: 1e-9, MaxIter: 1_000_000, CacheBytes: 1 << 30, Whole: true})
		for _, bytes := range []int{0, 50 * 300 * 8, 1 << 30} {
			r := Solve(p, Options{Tolerance: 1e-9, MaxIter: 1_000_000, CacheBytes: bytes})
			testkit.Near(t, "β", r.Beta, want.Beta, 1e-8)
			testkit.Near(t, "F", r.F, want.F, 1e-7)
			if r.Restored == 0 {
				t.Error("nothing was set aside")
			}
			if bytes == 1<<30 && r.Rows > 3*300 {
				t.Errorf("%d rows computed", r.Rows)
			}
		}
	}
}

// TestDescent: the objective does not rise with the number of steps.
func TestDescent(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, groups := range [][]int{nil, {0, 40}, {0, 10, 40}} {
		p := random(rnd, 40, 10, .2, groups)
		last := p.objective(p.Start)
		for steps := range 100 {
			r := Solve(p, Options{MaxIter: steps, Tolerance: 1e-12, Whole: true})
			v := p.objective(r.Beta)
			if v > last+1e-12 {
				t.Errorf("groups %v: %v after %d steps, %v one before", groups, v, steps, last)
			}
			last = v
		}
	}
}

func TestIndefinite(t *testing.T) {
	k := mat.NewSymDense(2, []float64{1, 3, 3, 1})
	p := Problem{Matrix: table{k, []int{0, 1}}, Diagonal: []float64{1, 1}, Linear: []float64{-1, 1}, Lower: []float64{0, -2}, Upper: []float64{2, 0}, Groups: []int{0, 2}}
	r := Solve(p, Options{Tolerance: 1e-6, MaxIter: 10})
	if r.Indefinite != 1 || r.Beta[0] != 2 || r.Beta[1] != -2 || r.Stop != Converged {
		t.Errorf("%+v", r)
	}
}

func TestCache(t *testing.T) {
	c := newCache(6, 5*6*8)
	for v := range 5 {
		c.put(v, 6)
	}
	c.row(0)
	c.put(5, 6) // in the place of 1
	for v, kept := range []bool{true, false, true, true, true, true} {
		if (c.row(v) != nil) != kept {
			t.Errorf("row %d kept: %v, want %v", v, !kept, kept)
		}
	}
	copy(c.row(3), []float64{0, 1, 2, 3, 4, 5})
	c.pack([]int{1, 4})
	if r := c.row(3); !slices.Equal(r, []float64{1, 4}) {
		t.Errorf("packed row %v", r)
	}
	c.dropAll()
	for v := range 6 {
		if c.row(v) != nil {
			t.Errorf("row %d is still there", v)
		}
	}
	if r := c.put(0, 6); len(r) != 6 {
		t.Errorf("%d numbers", len(r))
	}
}
