package convex

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestByHand(t *testing.T) {
	for _, c := range []struct {
		name          string
		p             QP
		x, lambda, nu []float64
		value         float64
	}{
		{"projection on a half-space, V5.2a", QP{P: la.I(2), Q: la.V{-2, -1}, G: la.M{{1, 1}}, H: la.V{2}}, la.V{1.5, .5}, la.V{.5}, nil, -2.25},
		{"inside the half-space, V5.2a", QP{P: la.I(2), G: la.M{{1, 1}}, H: la.V{2}}, la.V{0, 0}, la.V{0}, nil, 0},
		{"with x ≥ 0, V5.1b", QP{P: la.I(2), Q: la.V{-2, -1}, G: la.M{{1, 1}, {-1, 0}, {0, -1}}, H: la.V{2, 0, 0}}, la.V{1.5, .5}, la.V{.5, 0, 0}, nil, -2.25},
		{"projection on a line, V5.2b", QP{P: la.I(2), Q: la.V{-3, -4}, A: la.M{{1, 2}}, B: la.V{1}}, la.V{1, 0}, nil, la.V{2}, -2.5},
		{"a negative multiplier, V5.2b", QP{P: la.I(2), A: la.M{{1, 2}}, B: la.V{1}}, la.V{.2, .4}, nil, la.V{-.2}, .1},
		{"worked dual, Y23c", QP{P: la.M{{2}}, G: la.M{{-1}}, H: la.V{-1}}, la.V{1}, la.V{2}, nil, 1},
		{"one active row, Y25b", QP{P: la.Diag(2, 2), G: la.M{{-1, -1}, {1, 0}}, H: la.V{-2, 1.5}}, la.V{1, 1}, la.V{2, 0}, nil, 2},
		{"no constraints", QP{P: la.M{{2, 1}, {1, 2}}, Q: la.V{-3, -3}}, la.V{1, 1}, nil, nil, -3},
		{"linear", QP{Q: la.V{-3, -5}, G: la.M{{1, 0}, {0, 2}, {3, 2}, {-1, 0}, {0, -1}}, H: la.V{4, 12, 18, 0, 0}}, la.V{2, 6}, la.V{0, 1.5, 1, 0, 0}, nil, -36},
		{"a fixed variable", QP{P: la.I(2), Q: la.V{-2, -2}, G: la.M{{1, 1}}, H: la.V{2}, A: la.M{{1, 0}}, B: la.V{1.5}}, la.V{1.5, .5}, la.V{1.5}, la.V{-1}, -4.75 + 1},
		{"a single point", QP{Q: la.V{1, 1}, G: la.M{{1, 0}}, H: la.V{5}, A: la.M{{1, 0}, {0, 1}}, B: la.V{2, 3}}, la.V{2, 3}, la.V{0}, la.V{-1, -1}, 5},
	} {
		s, err := c.p.Solve()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !floats.EqualApprox(s.X, c.x, 1e-12) || !floats.EqualApprox(s.Lambda, c.lambda, 1e-12) || !floats.EqualApprox(s.Nu, c.nu, 1e-12) {
			t.Errorf("%s: x = %v, λ = %v, ν = %v, want %v, %v, %v", c.name, s.X, s.Lambda, s.Nu, c.x, c.lambda, c.nu)
		}
		if c.name != "a fixed variable" && math.Abs(s.Value-c.value) > 1e-12 {
			t.Errorf("%s: value %v, want %v", c.name, s.Value, c.value)
		}
		if !s.Reached || s.Largest() > 1e-11 {
			t.Errorf("%s: %v", c.name, s.Report)
		}
		if d := c.p.Dual(s.Lambda, s.Nu); !(math.Abs(d-s.Value) < 1e-11) {
			t.Errorf("%s: dual function %v at the multipliers, want the value %v", c.name, d, s.Value)
		}
	}
}

type reference struct {
	P, G, A    [][]float64
	Q, H, B, X []float64
	Value      float64
	Lambda     []float64
}

func TestScipy(t *testing.T) {
	var cases []reference
	testkit.Reference(t, "testdata/scipy.json", &cases)
	for i, c := range cases {
		p := QP{P: la.M(c.P), Q: c.Q, G: la.M(c.G), H: c.H}
		if len(c.A) > 0 {
			p.A, p.B = la.M(c.A), c.B
		}
		s, err := p.Solve()
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		if math.Abs(s.Value-c.Value) > 1e-8*(1+math.Abs(c.Value)) || !floats.EqualApprox(s.X, c.X, 1e-6) {
			t.Errorf("case %d: value %v at %v, scipy %v at %v", i, s.Value, s.X, c.Value, c.X)
		}
		if c.Lambda != nil && !floats.EqualApprox(s.Lambda, c.Lambda, 1e-9) {
			t.Errorf("case %d: λ = %v, HiGHS %v", i, s.Lambda, c.Lambda)
		}
		if s.Largest() > 1e-10 {
			t.Errorf("case %d: %v", i, s.Report)
		}
	}
}

// random draws a program with a feasible point, of which some rows are active there, some repeated, and P of any rank.
func random(rnd *rand.Rand) QP {
	n, m, e := 1+rnd.IntN(8), 1+rnd.IntN(15), rnd.IntN(3)
	normal := func(r, c int) *mat.Dense {
		x := mat.NewDense(r, c, nil)
		for i := range r {
			for j := range c {
				x.Set(i, j, rnd.NormFloat64())
			}
		}
		return x
	}
	x0 := la.Row(normal(1, n), 0)
	p := QP{Q: la.Row(normal(1, n), 0), G: normal(m, n)}
	if rank := rnd.IntN(n + 1); rank > 0 {
		root := normal(n, rank)
		p.P = la.Symmetric(la.Mul(root, root.T()))
		p.Q = la.MulVec(root, la.Row(normal(1, rank), 0)) // bounded below
	} else {
		p.Q = la.Scale(-1, la.MulVec(p.G.T(), la.Map(math.Abs, la.Row(normal(1, m), 0))))
	}
	p.H = la.MulVec(p.G, x0)
	for i := range p.H {
		if rnd.IntN(3) > 0 {
			p.H[i] += rnd.Float64()
		}
	}
	if rnd.IntN(3) == 0 { // each row twice
		p.G, p.H = la.Block([]mat.Matrix{p.G}, []mat.Matrix{p.G}), append(p.H, p.H...)
	}
	if e > 0 && n > 1 {
		p.A = normal(1, n)
		p.B = la.MulVec(p.A, x0)
		if e == 2 {
			p.A, p.B = la.Block([]mat.Matrix{p.A}, []mat.Matrix{p.A}), append(p.B, p.B...)
		}
	}
	return p
}

func TestRandomProgramsSatisfyTheConditions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		p := random(rnd)
		s, err := p.Solve()
		if err != nil {
			t.Errorf("program %d: %v", i, err)
			continue
		}
		if s.Largest() > 1e-8*(1+floats.Norm(s.X, 2)+floats.Norm(s.Lambda, 2)) {
			t.Errorf("program %d: %v", i, s.Report)
		}
	}
}

func TestWeakDuality(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	finite := 0
	for range 200 {
		p := random(rnd)
		s, err := p.Solve()
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			λ, ν := make([]float64, len(p.H)), make([]float64, len(p.B))
			for i := range λ {
				λ[i] = math.Abs(rnd.NormFloat64())
			}
			for i := range ν {
				ν[i] = rnd.NormFloat64()
			}
			d := p.Dual(λ, ν)
			if d > s.Value+1e-9 {
				t.Fatalf("d(λ, ν) = %v above the least value %v", d, s.Value)
			}
			if x := p.Minimiser(λ, ν); x != nil {
				finite++
				if l := p.Lagrangian(x, λ, ν); math.Abs(l-d) > 1e-8*(1+math.Abs(d)) {
					t.Fatalf("L at its minimiser is %v, the dual function %v", l, d)
				}
			}
		}
	}
	if finite < 500 {
		t.Errorf("only %d dual functions were finite", finite)
	}
}

func TestInfeasible(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	fixed := []QP{
		{P: la.I(1), G: la.M{{1}, {-1}}, H: la.V{0, -1}},
		{Q: la.V{1, 1}, A: la.M{{1, 1}, {2, 2}}, B: la.V{1, 3}},
		{Q: la.V{1, 1}, A: la.M{{1, 0}}, B: la.V{3}, G: la.M{{1, 0}}, H: la.V{2}},
		{Q: la.V{1}, G: la.M{{0}}, H: la.V{-1}},
		{Q: la.V{-1, 0}, G: la.M{{0, 1}, {0, -1}}, H: la.V{-1, 0}}, // unbounded, if it were feasible
	}
	for i := range 200 {
		p := random(rnd)
		if i < len(fixed) {
			p = fixed[i]
		} else { // a row against the sum of two others
			g, k := mat.DenseCopyOf(p.G), len(p.H)
			row := la.Scale(-1, la.Add(g.RawRowView(0), g.RawRowView(k-1)))
			p.G, p.H = la.Block([]mat.Matrix{g}, []mat.Matrix{la.M{row}}), append(p.H, -p.H[0]-p.H[k-1]-.01-rnd.Float64())
		}
		_, err := p.Solve()
		var bad *Infeasible
		if !errors.As(err, &bad) || !errors.Is(err, ErrInfeasible) {
			t.Errorf("program %d: error %v, want Infeasible", i, err)
			continue
		}
		f, _ := p.check()
		sum := floats.Dot(bad.Lambda, f.h) + floats.Dot(bad.Nu, f.b)
		f.q = make([]float64, f.n)
		left := floats.Norm(f.linear(bad.Lambda, bad.Nu), math.Inf(1))
		if !(sum < 0) || left > 1e-8*-sum || len(bad.Lambda) > 0 && floats.Min(bad.Lambda) < 0 {
			t.Errorf("program %d: no proof: hᵀλ + bᵀν = %v, Gᵀλ + Aᵀν off by %v, λ = %v", i, sum, left, bad.Lambda)
		}
		if _, err := p.Slater(); !errors.Is(err, ErrInfeasible) {
			t.Errorf("program %d: Slater says %v", i, err)
		}
	}
}

func TestUnbounded(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	fixed := []QP{
		{Q: la.V{1}},
		{Q: la.V{1, 1}, G: la.M{{1, 0}, {0, 1}}, H: la.V{0, 0}},
		{P: la.Diag(1, 0), Q: la.V{0, -1}, G: la.M{{1, 1}, {0, -1}}, H: la.V{3, 0}},
		{P: la.Diag(1, 0), Q: la.V{0, -1}, G: la.M{{1, 0}}, H: la.V{3}},
	}
	fixed[2].H[0], fixed[2].G = 3, la.M{{1, -1}, {0, -1}}
	for i := range 100 {
		n := 2 + rnd.IntN(5)
		d := make([]float64, n)
		p := QP{Q: make([]float64, n)}
		for j := range d {
			d[j], p.Q[j] = rnd.NormFloat64(), rnd.NormFloat64()
		}
		if floats.Dot(d, p.Q) > 0 {
			floats.Scale(-1, d)
		}
		g := mat.NewDense(2*n, n, nil)
		for k := range 2 * n {
			row := make([]float64, n)
			for j := range row {
				row[j] = rnd.NormFloat64()
			}
			if floats.Dot(row, d) > 0 {
				floats.Scale(-1, row)
			}
			g.SetRow(k, row)
			p.H = append(p.H, rnd.Float64())
		}
		p.G = g
		if i < len(fixed) {
			p = fixed[i]
		}
		_, err := p.Solve()
		var bad *Unbounded
		if !errors.As(err, &bad) || !errors.Is(err, ErrUnbounded) {
			t.Errorf("program %d: error %v, want Unbounded", i, err)
			continue
		}
		f, _ := p.check()
		far := la.Add(bad.X, la.Scale(1e6, bad.Direction))
		if k := f.kkt(far, make([]float64, len(f.h)), make([]float64, len(f.b))); k.Inequalities > 1e-6 || k.Equations > 1e-6 {
			t.Errorf("program %d: far along the direction constraints are violated: %+v", i, k)
		}
		if fall := floats.Dot(f.q, bad.Direction); !(fall < 0) || floats.Norm(product(f.p, bad.Direction), 2) > 1e-9 {
			t.Errorf("program %d: qᵀd = %v", i, fall)
		}
	}
}

func TestUnits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for i := range 100 {
		p := random(rnd)
		want, err := p.Solve()
		if err != nil {
			t.Fatal(err)
		}
		n := len(p.Q)
		for _, e := range []float64{1e-150, 1e-9, 1e9, 1e140} {
			// x = e·x', the objective divided by e
			q := p
			q.H, q.B = la.Scale(e, p.H), la.Scale(e, p.B)
			if p.P != nil {
				q.P = la.ScaleM(1/e, p.P)
			}
			s, err := q.Solve()
			if err != nil {
				t.Errorf("program %d, points %g times as large: %v", i, e, err)
				continue
			}
			if math.Abs(s.Value-want.Value*e) > 1e-7*e*(1+math.Abs(want.Value)) {
				t.Errorf("program %d, points %g times as large: value %v, want %v", i, e, s.Value, want.Value*e)
			}
			// each variable and each row in other units
			q = p
			cols, rows := make([]float64, n), make([]float64, len(p.H))
			for j := range cols {
				cols[j] = math.Pow(e, rnd.Float64()/10)
			}
			for j := range rows {
				rows[j] = math.Pow(e, rnd.Float64())
			}
			c := la.Diag(cols...)
			q.Q, q.H = la.MulVec(c, p.Q), la.MulVec(la.Diag(rows...), p.H)
			q.G = la.Mul(la.Diag(rows...), p.G, c)
			if p.P != nil {
				q.P = la.Symmetric(la.Mul(c, p.P, c))
			}
			if p.A != nil {
				q.A = la.Mul(p.A, c)
			}
			if s, err = q.Solve(); err != nil {
				t.Errorf("program %d, other units (%g): %v", i, e, err)
			} else if math.Abs(s.Value-want.Value) > 1e-6*(1+math.Abs(want.Value)) {
				t.Errorf("program %d, other units (%g): value %v, want %v", i, e, s.Value, want.Value)
			}
		}
	}
}

func TestSlater(t *testing.T) {
	for _, c := range []struct {
		name   string
		p      QP
		strict bool
	}{
		{"a triangle", QP{G: la.M{{-1, 0}, {0, -1}, {1, 1}}, H: la.V{0, 0, 1}}, true},
		{"a point between two walls", QP{G: la.M{{1}, {-1}}, H: la.V{1, -1}}, false},
		{"an equation through a corner", QP{G: la.M{{-1, 0}, {0, -1}}, H: la.V{0, 0}, A: la.M{{1, 1}}, B: la.V{0}}, false},
		{"no inequalities", QP{Q: la.V{1, 1}, A: la.M{{1, 1}}, B: la.V{2}}, true},
		{"a cone without end", QP{G: la.M{{1, 1e-3}, {1, -1e-3}}, H: la.V{0, 0}}, true},
	} {
		s, err := c.p.Slater()
		if err != nil || s.Strict != c.strict || s.Strict != (s.Slack > 1e-9) {
			t.Errorf("%s: %+v, %v", c.name, s, err)
			continue
		}
		f, _ := c.p.check()
		if left := floats.Norm(f.residuals(s.X), math.Inf(1)); left > 1e-9 {
			t.Errorf("%s: equations off by %v", c.name, left)
		}
		if !c.strict {
			f.q = make([]float64, f.n)
			left := floats.Norm(f.linear(s.Lambda, s.Nu), math.Inf(1))
			if sum := floats.Dot(s.Lambda, f.h) + floats.Dot(s.Nu, f.b); left > 1e-8 || math.Abs(sum) > 1e-8 || floats.Max(s.Lambda) < .1 {
				t.Errorf("%s: no proof: λ = %v, ν = %v", c.name, s.Lambda, s.Nu)
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		p    QP
		want error
	}{
		{"nothing", QP{}, input.ErrEmpty},
		{"q too short", QP{P: la.I(2), Q: la.V{1}}, input.ErrShape},
		{"NaN in q", QP{P: la.I(2), Q: la.V{1, nan}}, input.ErrNotFinite},
		{"NaN in P", QP{P: la.M{{nan}}}, input.ErrNotFinite},
		{"P not square", QP{P: la.M{{1, 2}}}, input.ErrShape},
		{"P not symmetric", QP{P: la.M{{1, 2}, {0, 1}}}, input.ErrParam},
		{"P not semidefinite", QP{P: la.M{{1, 2}, {2, 1}}}, input.ErrParam},
		{"P negative", QP{P: la.M{{-1}}}, input.ErrParam},
		{"P of another size", QP{P: la.I(3), Q: la.V{1, 2, 3}, G: la.M{{1, 2}}, H: la.V{1}}, input.ErrShape},
		{"h without G", QP{P: la.I(1), H: la.V{1}}, input.ErrShape},
		{"h too short", QP{P: la.I(1), G: la.M{{1}, {2}}, H: la.V{1}}, input.ErrShape},
		{"infinite h", QP{P: la.I(1), G: la.M{{1}}, H: la.V{math.Inf(1)}}, input.ErrNotFinite},
		{"b missing", QP{P: la.I(1), A: la.M{{1}}}, input.ErrShape},
		{"nil matrix inside", QP{P: (*mat.Dense)(nil), Q: la.V{1}, A: la.M{{1}}}, input.ErrShape},
		{"tolerance", QP{P: la.I(1), Tolerance: nan}, input.ErrParam},
		{"steps", QP{P: la.I(1), MaxSteps: -1}, input.ErrParam},
	} {
		if _, err := c.p.Solve(); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		if _, err := c.p.Slater(); !errors.Is(err, c.want) {
			t.Errorf("%s: Slater: error %v, want %v", c.name, err, c.want)
		}
		if v := c.p.Lagrangian(nil, nil, nil); !math.IsNaN(v) {
			t.Errorf("%s: Lagrangian %v, want NaN", c.name, v)
		}
	}
	p := QP{P: la.I(2), G: la.M{{1, 1}}, H: la.V{1}}
	for _, v := range []float64{p.Objective(la.V{1}), p.Lagrangian(la.V{1, 1}, nil, nil), p.Dual(la.V{1, 2}, nil)} {
		if !math.IsNaN(v) {
			t.Errorf("wrong lengths give %v, want NaN", v)
		}
	}
	if p.Slacks(la.V{1}) != nil || p.Minimiser(nil, nil) != nil {
		t.Error("wrong lengths give a slice, want nil")
	}
	if _, err := p.KKT(la.V{1, 2}, la.V{nan}, nil); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("KKT with NaN: %v", err)
	}
}

func TestLimitOfSteps(t *testing.T) {
	s, err := QP{P: la.I(2), Q: la.V{-2, -1}, G: la.M{{1, 1}, {1, 3}, {-1, 1}}, H: la.V{2, 7, 3}, MaxSteps: 1, Trace: true}.Solve()
	if err != nil || len(s.Trace) != 1 {
		t.Errorf("one step: %+v, %v", s, err)
	}
}

func TestSolutionInJSON(t *testing.T) {
	s, err := QP{P: la.I(2), Q: la.V{-2, -1}, G: la.M{{1, 1}}, H: la.V{2}, Trace: true}.Solve()
	if err != nil {
		t.Fatal(err)
	}
	testkit.RoundTrip(t, s)
}

func TestProcessors(t *testing.T) {
	testkit.Processors(t, "a program of 60 variables", func() []float64 {
		s, err := large(60).Solve()
		if err != nil {
			t.Fatal(err)
		}
		return append(s.X, s.Lambda...)
	})
}

// large is a program in n variables with 2n rows.
func large(n int) QP {
	rnd := rand.New(rand.NewPCG(11, uint64(n)))
	root, g := mat.NewDense(n, n, nil), mat.NewDense(2*n, n, nil)
	p := QP{Q: make([]float64, n), H: make([]float64, 2*n)}
	for i := range n {
		p.Q[i] = rnd.NormFloat64()
		for j := range n {
			root.Set(i, j, rnd.NormFloat64())
			g.Set(i, j, rnd.NormFloat64())
			g.Set(n+i, j, rnd.NormFloat64())
		}
	}
	for i := range p.H {
		p.H[i] = rnd.Float64()
	}
	p.P, p.G = la.Symmetric(la.Mul(root, root.T())), g
	return p
}

func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
	}{{"n=10/m=20", 10}, {"n=100/m=200", 100}, {"n=300/m=600", 300}} {
		p := large(c.n)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := p.Solve(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestDualOfNoObjective: of a feasibility problem the multipliers are 0, and what rounding leaves of them is not taken for a direction in which the Lagrangian has no bound.
func TestDualOfNoObjective(t *testing.T) {
	rnd := rand.New(rand.NewPCG(71, 4))
	for round := range 300 {
		n, m, e := 1+rnd.IntN(6), 1+rnd.IntN(9), rnd.IntN(3)
		p := QP{Q: make([]float64, n), G: integersOf(rnd, m, n), H: make([]float64, m)}
		x := make([]float64, n)
		for j := range x {
			x[j] = float64(rnd.IntN(5) - 2)
		}
		for i := range m {
			p.H[i] = floats.Dot(p.G.(*mat.Dense).RawRowView(i), x) + float64(rnd.IntN(2))
		}
		if e > 0 && e <= n {
			a := integersOf(rnd, e, n)
			p.A, p.B = a, make([]float64, e)
			for i := range e {
				p.B[i] = floats.Dot(a.RawRowView(i), x)
			}
		}
		if round%2 == 0 { // or one that is least where it is 0
			r := integersOf(rnd, 1, n)
			var square mat.SymDense
			square.SymOuterK(1, r.T())
			p.P = &square
			for i := range m {
				p.H[i] = max(p.H[i], 0)
			}
			clear(p.B)
		}
		s, err := p.Solve()
		if err != nil {
			t.Errorf("round %d: %v", round, err)
			continue
		}
		if d := p.Dual(s.Lambda, s.Nu); !(math.Abs(d-s.Value) <= 1e-9) {
			t.Errorf("round %d: dual %v, value %v, λ = %v, ν = %v", round, d, s.Value, s.Lambda, s.Nu)
		}
	}
}

func integersOf(rnd *rand.Rand, r, c int) *mat.Dense {
	m := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			m.Set(i, j, float64(rnd.IntN(5)-2))
		}
	}
	return m
}

// TestNoFalseContradiction: rows and objective in units that are 100 orders of magnitude apart. What is returned as a proof is one.
func TestNoFalseContradiction(t *testing.T) {
	rnd := rand.New(rand.NewPCG(72, 4))
	for round := range 400 {
		n, m := 4+rnd.IntN(5), 8+rnd.IntN(5)
		g, v, x, h := integersOf(rnd, m, n), integersOf(rnd, 1, n), make([]float64, n), make([]float64, m)
		v.Set(0, 0, 0) // a variable that the objective does not see
		for j := range x {
			x[j] = float64(rnd.IntN(5) - 2)
		}
		for i := range h {
			h[i] = floats.Dot(g.RawRowView(i), x) * 1e-100
		}
		g.Scale(1e-100, g)
		var square mat.SymDense
		square.SymOuterK(1, v.T())
		p := QP{P: &square, G: g, H: h}
		_, err := p.Solve()
		_, err2 := p.Slater()
		for _, err := range []error{err, err2} {
			var none *Infeasible
			if !errors.As(err, &none) {
				continue
			}
			for j := range n {
				sum, size := 0.0, 0.0
				for i, l := range none.Lambda {
					sum += g.At(i, j) * l
					size = max(size, math.Abs(g.At(i, j)*l))
				}
				if math.Abs(sum) > .1*size && size > 1e-111 {
					t.Errorf("round %d: column %d of Gᵀλ is %v beside %v", round, j, sum, size)
				}
			}
		}
	}
}

// TestOverflow: numbers of all sizes make no NaN and no infinity in an answer, and no panic.
func TestOverflow(t *testing.T) {
	sizes := []float64{0, 1, -1, 1e-300, 1e300, -1e300, 1e150, 1e-150, math.SmallestNonzeroFloat64, math.MaxFloat64, 1e16}
	rnd := rand.New(rand.NewPCG(73, 4))
	draw := func(r, c int) *mat.Dense {
		m := mat.NewDense(r, c, nil)
		m.Apply(func(int, int, float64) float64 { return sizes[rnd.IntN(len(sizes))] }, m)
		return m
	}
	solved, refused := 0, 0
	for range 3000 {
		n, m, e := 1+rnd.IntN(3), 1+rnd.IntN(3), rnd.IntN(2)
		p := QP{Q: draw(1, n).RawRowView(0), G: draw(m, n), H: draw(1, m).RawRowView(0)}
		if e > 0 {
			p.A, p.B = draw(1, n), draw(1, 1).RawRowView(0)
		}
		if rnd.IntN(2) == 0 {
			squares := mat.NewDiagDense(n, nil)
			for j := range n {
				squares.SetDiag(j, math.Abs(sizes[rnd.IntN(len(sizes))]))
			}
			p.P = squares
		}
		numbers := []float64{}
		s, err := p.Solve()
		var none *Infeasible
		var endless *Unbounded
		switch {
		case err == nil:
			solved++
			numbers = slices.Concat(s.X, s.Lambda, s.Nu, s.Slacks, []float64{s.Value, s.KKT.Largest()})
		case errors.As(err, &none):
			numbers = slices.Concat(none.Lambda, none.Nu)
		case errors.As(err, &endless):
			numbers = slices.Concat(endless.X, endless.Direction)
		case errors.Is(err, input.ErrNotFinite):
			refused++
		case !errors.Is(err, ErrAccuracy):
			t.Errorf("%v", err)
		}
		if in, err := p.Slater(); err == nil {
			numbers = slices.Concat(numbers, in.X, in.Lambda, in.Nu, []float64{in.Slack})
		}
		for _, v := range numbers {
			if v-v != 0 {
				t.Errorf("%+v: an answer with %v, %v", p, v, err)
				break
			}
		}
	}
	if solved < 100 || refused < 100 {
		t.Errorf("%d solved, %d overflowed", solved, refused)
	}
}
