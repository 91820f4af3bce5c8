package derive_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/derive"
)

func Example() {
	type point struct{ a, b float64 }
	draw := func(r *rand.Rand) point { return point{r.Float64(), r.Float64()} }

	d := derive.New("Arithmetic and geometric mean", derive.Sample(1, 100, draw))
	d.Line(`\sqrt{ab}`, func(p point) float64 { return math.Sqrt(p.a * p.b) }).
		Le(`\sqrt{ab + (a-b)^2/4}`, func(p point) float64 { return math.Sqrt(p.a*p.b + (p.a-p.b)*(p.a-p.b)/4) }, "squares are not negative").
		Le(`(a+b)/2`, func(p point) float64 { return (p.a + p.b) / 2 }, "binomial formula")
	fmt.Println(d.Err())
	// Output: <nil>
}

func ExampleIdentity() {
	derive.Identity("Gauss' sum", `\sum_{k=1}^n k`, `n(n+1)/2`,
		func(n int) float64 {
			s := 0
			for k := 1; k <= n; k++ {
				s += k
			}
			return float64(s)
		},
		func(n int) float64 { return float64(n*(n+1)) / 2 },
		derive.Ints(1, 100))
	// Output:
	// Gauss' sum (all integers from 1 to 100, tolerance 1e-09)
	//     \sum_{k=1}^n k
	//   ✓ = n(n+1)/2   [deviation 0]
}
