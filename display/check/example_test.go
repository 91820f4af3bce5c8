package check_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/check"
)

func Example() {
	check.Near("√2", math.Sqrt2, 1.41421356, 1e-8)
	check.AtMost("mistakes", 11, 18)
	check.True("separates", true)
	// Output:
	// ✓ √2: 1.414213562, want 1.41421356 (deviation 0.24 tol, tolerance 1e-08)
	// ✓ mistakes: 11, want ≤ 18 (slack 7)
	// ✓ separates: true
}

func ExampleGroup() {
	check.Group("Powers of two", func(c *check.List) {
		c.Equal("2¹⁰", 1<<10, 1024)
		c.Within("√2", math.Sqrt2, 1.41, 1.42)
	})
	// Output:
	// Powers of two
	//    check  got          want             deviation     tolerance
	// ✓  2¹⁰    1024         1024                           exact
	// ✓  √2     1.414213562  in [1.41, 1.42]  slack 0.0042
}

func ExampleSimulated() {
	r := rand.New(rand.NewPCG(1, 2))
	risks, others := make([]float64, 500), make([]float64, 500)
	for i := range risks {
		u := r.Float64() // both methods see the same data
		risks[i], others[i] = u, u+.01+.001*r.NormFloat64()
	}
	check.Simulated("mean risk", risks, .5, 4)
	check.PairedLess("first method has the smaller risk", risks, others, 4)
	// Output:
	// ✓ mean risk: 0.484 ± 0.013 (n = 500), want 0.5 (deviation 1.21 SE, tolerance 4 SE)
	// ✓ first method has the smaller risk: −0.010022 ± 0.000045 (n = 500), want < 0 (deviation −220.6 SE, tolerance ≤ −4 SE)
}

func ExampleBound() {
	mistakes, bounds := []float64{3, 11, 5}, []float64{9, 18, 80}
	names := []string{"OR", "AND", "toy"}
	check.Bound("Novikoff", mistakes, bounds, check.Where(func(i int) string { return names[i] }))
	// Output:
	// ✓ Novikoff: best ratio 0.611, AND, want ≤ the bound in 3 runs (slack 7)
}

func ExampleExercise() {
	answer := check.Unanswered
	check.Exercise("1. Updates at most, for R = 2 and γ = ½", answer, check.Number(16, .5))
	fmt.Println(check.Judge("the same", 8, check.Number(16, .5))) // as an exercise it would fail the cell
	// Output:
	// ○ 1. Updates at most, for R = 2 and γ = ½: not answered yet
	// ✗ the same: 8 is too small, by 10 to 50 %
}

func ExampleTrials() {
	tryDistance := func(distance func(w, x []float64, b float64) float64, t *check.Trial) {
		w, x, b := t.Vector("w", 2), t.Vector("x", 2), t.Number("b")
		t.Near("the distance", distance(w, x, b), math.Abs(w[0]*x[0]+w[1]*x[1]+b)/math.Hypot(w[0], w[1]), 1e-9)
	}
	withoutNorm := func(w, x []float64, b float64) float64 { return math.Abs(w[0]*x[0] + w[1]*x[1] + b) }
	rule := check.Trials(100, tryDistance).Refutes(withoutNorm)

	toWrite := func(w, x []float64, b float64) float64 { panic(check.Unanswered) }
	check.Exercise("2. The distance from a line", toWrite, rule)
	fmt.Println(check.Judge("2. The distance from a line", withoutNorm, rule))
	// Output:
	// ○ 2. The distance from a line: not answered yet
	// ✗ 2. The distance from a line: for w = [−0.8 0.42], x = [−0.5 −0.99], b = 0.48 the distance 0.4642 is too small, by less than 10 % (off by 0.05); wrong in 100 of 100 trials
}
