package vc

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/convex"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func cloud(r *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
	return x
}

// TestCanonicalUnits: of e_1, …, e_r each part has w = y of norm √r, and the bound is attained (B3.2.3g).
func TestCanonicalUnits(t *testing.T) {
	for r := 1; r <= 5; r++ {
		x := mat.NewDense(r, r, nil)
		for i := range r {
			x.Set(i, i, 1)
		}
		c, err := NewCanonical(x)
		if err != nil || len(c.Parts) != 1<<r || c.Radius != 1 {
			t.Fatalf("r = %d: %+v, %v", r, c, err)
		}
		for _, norm := range c.Norms {
			if math.Abs(norm-math.Sqrt(float64(r))) > 1e-9 {
				t.Errorf("r = %d: norm %v", r, norm)
			}
		}
		lambda, v, err := c.Steps()
		if err != nil || len(v) != 1 || v[0] != r || MarginDimension(c.Radius, 1/lambda[0], r) != float64(r) {
			t.Errorf("r = %d: steps %v at %v, %v", r, v, lambda, err)
		}
		if v, err := c.Dimension(.99 * math.Sqrt(float64(r))); v != -1 || err != nil {
			t.Errorf("r = %d: dimension %d below √r, %v", r, v, err)
		}
	}
}

// TestStepsOfManyPoints: 4096 parts, nearly as many norms, and the steps of a search through all of them at 8 points.
func TestStepsOfManyPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	many := &Canonical{Points: 12}
	for part := range uint64(1) << 12 {
		many.Parts, many.Norms = append(many.Parts, part), append(many.Norms, 1+rng.Float64())
	}
	few := &Canonical{Points: 8, Parts: many.Parts[:256], Norms: many.Norms[:256]}
	lambda, dimension, err := few.Steps()
	if err != nil {
		t.Fatal(err)
	}
	last, steps := -1, 0
	norms := slices.Sorted(slices.Values(few.Norms))
	for _, norm := range norms {
		v, err := few.Dimension(norm)
		if err != nil {
			t.Fatal(err)
		}
		if v > last {
			if steps == len(lambda) || lambda[steps] != norm || dimension[steps] != v {
				t.Fatalf("step %d is not %d at %v: %v, %v", steps, v, norm, dimension, lambda)
			}
			last, steps = v, steps+1
		}
	}
	if steps != len(lambda) {
		t.Errorf("%d steps, want %d", len(lambda), steps)
	}
	if lambda, dimension, err = many.Steps(); err != nil || dimension[len(dimension)-1] != 12 {
		t.Errorf("of 12 points: %v, %v, %v", lambda, dimension, err)
	}
}

// TestCanonicalPlainWay: the parts and norms are those of a hyperplane fitted to each of the 2ⁿ labellings, to the last bit.
func TestCanonicalPlainWay(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	flat := mat.NewDense(6, 5, nil)
	flat.Mul(cloud(r, 6, 2), cloud(r, 2, 5))
	twice := mat.NewDense(4, 2, []float64{1, 2, 1, 2, -3, 1, 0, 5})
	origin := mat.NewDense(3, 2, []float64{1, 2, 0, 0, -3, 1})
	for name, x := range map[string]*mat.Dense{"one point": cloud(r, 1, 3), "plane": cloud(r, 7, 2), "space": cloud(r, 7, 3), "all parts": cloud(r, 5, 9), "rank 2": flat, "equal rows": twice, "origin": origin} {
		want := &Canonical{}
		n, _ := x.Dims()
		for part := range uint64(1) << n {
			if m, err := (linear.HardMargin{ThroughOrigin: true}).Fit(x, signs(part, n)); err == nil {
				want.Parts, want.Norms = append(want.Parts, part), append(want.Norms, 1/m.Margin)
			}
		}
		if c, err := NewCanonical(x); err != nil || !slices.Equal(c.Parts, want.Parts) || !slices.Equal(c.Norms, want.Norms) {
			t.Errorf("%s: %v, %+v, want %+v", name, err, c, want)
		}
	}
}

// TestCanonicalOfFewParts: twelve points of a line through the origin in twelve coordinates, and of a plane, have 2 and 24 parts, which is seen without a look at each of 4096 labellings.
func TestCanonicalOfFewParts(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for rank := 1; rank <= 2; rank++ {
		x := mat.NewDense(12, 12, nil)
		x.Mul(cloud(r, 12, rank), cloud(r, rank, 12))
		parts, _, err := separated(x, 12)
		if err != nil || len(parts) != []int{0, 1, 12}[rank] {
			t.Errorf("rank %d: %d parts without the last point, %v", rank, len(parts), err)
		}
	}
}

// TestVapnikBound: for points in space the dimension is below R²Λ² at each step.
func TestVapnikBound(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 6 {
		x := cloud(r, 6, 3)
		c, err := NewCanonical(x)
		if err != nil {
			t.Fatal(err)
		}
		if float64(len(c.Parts)) != Cover(6, 2) { // through the origin: one dimension less
			t.Errorf("%d parts", len(c.Parts))
		}
		lambda, v, err := testkit.RoundTrip(t, c).Steps()
		if err != nil || v[len(v)-1] != 3 {
			t.Errorf("steps %v, %v", v, err)
		}
		for k := range v {
			if float64(v[k]) > c.Radius*c.Radius*lambda[k]*lambda[k] {
				t.Errorf("dimension %d at Λ = %v, R = %v", v[k], lambda[k], c.Radius)
			}
		}
	}
}

func TestCanonically(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{3, 0, 1, 2})
	w, err := Canonically([]float64{.5, 1}, x)
	if err != nil || !slices.Equal(w, []float64{.5 / 1.5, 1 / 1.5}) {
		t.Errorf("%v, %v", w, err)
	}
	if _, err := Canonically([]float64{0, 1}, x); !errors.Is(err, input.ErrValue) {
		t.Errorf("a point on the hyperplane: %v", err)
	}
	if _, err := Canonically([]float64{1}, x); !errors.Is(err, input.ErrShape) {
		t.Errorf("one number: %v", err)
	}
	if _, err := Canonically([]float64{math.Inf(1), 1}, x); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("infinity: %v", err)
	}
}

// TestBalance: the signs that Gurvits' proof promises, and what the mean over all signs is.
func TestBalance(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 50 {
		n, d := 1+r.IntN(6), 1+r.IntN(4)
		x := cloud(r, n, d)
		y, sum, err := Balance(x)
		if err != nil {
			t.Fatal(err)
		}
		squares, all := 0.0, 0.0
		for i := range n {
			squares += floats.Dot(x.RawRowView(i), x.RawRowView(i))
		}
		want := make([]float64, d)
		for i := range n {
			floats.AddScaled(want, float64(y[i]), x.RawRowView(i))
		}
		for part := range 1 << n {
			s := make([]float64, d)
			for i := range n {
				floats.AddScaled(s, float64(2*(part>>i&1)-1), x.RawRowView(i))
			}
			all += floats.Dot(s, s) / float64(int(1)<<n)
		}
		if got := floats.Dot(sum, sum); got > squares*(1+1e-14) || !floats.EqualApprox(sum, want, 1e-12) || math.Abs(all-squares) > 1e-12*squares {
			t.Errorf("‖Σ‖² = %v, Σ‖·‖² = %v, mean %v", got, squares, all)
		}
	}
	if _, _, err := Balance(mat.NewDense(4, 3, []float64{0, 0, 1.5e308, 1.5e308, 0, 0, 0, 1.5e308, 0, 1.5e308, -1e308, -1e308})); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("overflow: %v", err)
	}
	if _, _, err := Balance(&mat.Dense{}); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no points: %v", err)
	}
}

// TestBall: shapes whose ball is known, and the quadratic program.
func TestBall(t *testing.T) {
	for _, c := range []struct {
		name   string
		x      *mat.Dense
		radius float64
		centre []float64
	}{
		{"one point", mat.NewDense(1, 2, []float64{3, 4}), 0, []float64{3, 4}},
		{"two points", mat.NewDense(2, 2, []float64{0, 0, 6, 8}), 5, []float64{3, 4}},
		{"a point twice", mat.NewDense(3, 1, []float64{2, 2, 4}), 1, []float64{3}},
		{"square", mat.NewDense(5, 2, []float64{0, 0, 2, 0, 0, 2, 2, 2, 1, 1.5}), math.Sqrt2, []float64{1, 1}},
		{"obtuse triangle", mat.NewDense(3, 2, []float64{0, 0, 10, 0, 5, 1}), 5, []float64{5, 0}},
		{"right triangle far away", mat.NewDense(3, 2, []float64{1e6, 0, 1e6 + 3, 0, 1e6, 4}), 2.5, []float64{1e6 + 1.5, 2}},
		{"equilateral triangle", mat.NewDense(3, 2, []float64{0, 0, 1, 0, .5, math.Sqrt(3) / 2}), 1 / math.Sqrt(3), []float64{.5, math.Sqrt(3) / 6}},
	} {
		m, err := Ball{}.Fit(c.x)
		if err != nil || math.Abs(m.Radius-c.radius) > 1e-9 || !floats.EqualApprox(m.Centre, c.centre, 1e-6) || m.Stop != Enclosed || m.Least > m.Radius {
			t.Errorf("%s: %+v, %v", c.name, m, err)
		}
	}
	r := rand.New(rand.NewPCG(25, 26))
	for range 20 {
		n, d := 2+r.IntN(30), 1+r.IntN(6)
		x := cloud(r, n, d)
		m, err := Ball{}.Fit(x)
		if err != nil || m.Stop != Enclosed {
			t.Fatalf("%+v, %v", m, err)
		}
		var gram mat.Dense
		gram.Mul(x, x.T())
		p := convex.QP{A: mat.NewDense(1, n, ones(n)), B: []float64{1}, H: make([]float64, n)}
		twice, below := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		twice.Scale(2, &gram)
		for i := range n {
			p.Q = append(p.Q, -gram.At(i, i))
			below.Set(i, i, -1)
		}
		p.P, p.G = twice, below
		s, err := p.Solve()
		if err != nil || math.Abs(math.Sqrt(-s.Value)-m.Radius) > 1e-6 {
			t.Errorf("n = %d, d = %d: radius %v, the program has %v, %v", n, d, m.Radius, math.Sqrt(-s.Value), err)
		}
		byGram, err := Ball{}.FitGram(&gram)
		if err != nil || math.Abs(byGram.Radius-m.Radius) > 1e-9 || byGram.Centre != nil {
			t.Errorf("by the Gram matrix: %v, want %v, %v", byGram.Radius, m.Radius, err)
		}
		if sum := floats.Sum(m.Weights); math.Abs(sum-1) > 1e-12 || floats.Min(m.Weights) < 0 {
			t.Errorf("weights %v", m.Weights)
		}
		testkit.RoundTrip(t, m)
	}
	x := cloud(r, 400, 5)
	testkit.Processors(t, "ball", func() []float64 { m, _ := Ball{}.Fit(x); return append(m.Weights, m.Radius) })
	if m, err := (Ball{MaxSteps: 3}).Fit(x); err != nil || m.Stop != OutOfSteps || m.Steps != 3 || m.Least >= m.Radius {
		t.Errorf("three steps: %+v, %v", m, err)
	}
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

func TestMarginErrors(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	for name, c := range map[string]struct{ err, want error }{
		"canonical, no points":   {second(NewCanonical(&mat.Dense{})), input.ErrEmpty},
		"canonical, 13 points":   {second(NewCanonical(line(13))), input.ErrParam},
		"canonical, overflow":    {second(NewCanonical(mat.NewDense(1, 2, []float64{1.5e308, 1.5e308}))), input.ErrNotFinite},
		"ball, NaN":              {second(Ball{}.Fit(mat.NewDense(1, 1, []float64{math.NaN()}))), input.ErrNotFinite},
		"ball, overflow":         {second(Ball{}.Fit(mat.NewDense(2, 2, []float64{-1.5e308, -1.5e308, 1.5e308, 1.5e308}))), input.ErrNotFinite},
		"ball, no products":      {second(Ball{}.FitGram(mat.NewDense(2, 2, []float64{1, 2, 2, 1}))), input.ErrValue},
		"ball, no products, 0":   {second(Ball{}.FitGram(mat.NewDense(2, 2, []float64{0, 1e-3, 1e-3, 1}))), input.ErrValue},
		"ball, no Gram matrix":   {second(Ball{}.FitGram(mat.NewDense(3, 3, []float64{1, .9, -.9, .9, 1, .9, -.9, .9, 1}))), input.ErrValue},
		"ball, tolerance":        {second(Ball{Tolerance: -1}.Fit(x)), input.ErrParam},
		"ball, steps":            {second(Ball{MaxSteps: -1}.Fit(x)), input.ErrParam},
		"ball, not square":       {second(Ball{}.FitGram(x)), input.ErrShape},
		"ball, negative norm":    {second(Ball{}.FitGram(mat.NewDense(1, 1, []float64{-1}))), input.ErrValue},
		"ball, Gram, tolerance":  {second(Ball{Tolerance: math.NaN()}.FitGram(mat.NewDense(1, 1, []float64{1}))), input.ErrParam},
		"no canonical class":     {second((*Canonical)(nil).Dimension(1)), input.ErrEmpty},
		"canonical, put by hand": {second((&Canonical{Points: 1, Parts: []uint64{9}, Norms: []float64{1}}).Dimension(1)), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	if !math.IsNaN(MarginDimension(1, 0, 3)) || !math.IsNaN(MarginDimension(-1, 1, 3)) || MarginDimension(1, 1/math.Sqrt(5), -1) != 5 || MarginDimension(9, 1, 4) != 4 {
		t.Error("MarginDimension")
	}
}

func BenchmarkBall(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 10}, {10_000, 10}} {
		x := cloud(rand.New(rand.NewPCG(1, 1)), c.n, c.d)
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			for b.Loop() {
				if _, err := (Ball{}).Fit(x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
