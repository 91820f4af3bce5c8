package derive_test

import (
	"fmt"

	"github.com/mercer-go/mercer/display/derive"
)

func ExampleJudge() {
	v := derive.Judge("Two means", `
		\given x, y \in \mathbb{R}
		(x+y)^2 = x^2 + 2xy + y^2   \because{the product is multiplied out}  \refute{x^2 + y^2}
		    \ge 4xy                 \because{$(x-y)^2$ is not negative}
		\therefore xy \le \left(\frac{x+y}2\right)^2`)
	fmt.Print(v.Text())
	fmt.Println(v.Holds(), v.Steps[1].Mark, v.Steps[1].Ratio)
	// Output:
	// Two means (300 points and 27 corner cases, seed 1, tolerance 1e-09)
	// Given x, y ∈ ℝ.
	//   ✓ (x+y)^2 = x^2 + 2xy + y^2   [the product is multiplied out; exact]
	//     ✓ not = x^2 + y^2   [refuted]
	//   ✓ ≥ 4xy   [(x-y)^2 is not negative; exact, tight]
	//   ✓ ⇒ xy ≤ (\frac{x+y}2)^2   [exact, tight]
	// exact: in rational arithmetic, at 4 random points; a false identity of degree at most 2 would have survived with probability below 2^{-124}.
	// true exact 1
}
