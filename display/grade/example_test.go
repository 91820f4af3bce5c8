package grade_test

import (
	"fmt"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
	"github.com/mercer-go/mercer/display/grade"
)

func ExampleProof_Rule() {
	answer := `
		4xy = (x+y)^2 - (x-y)^2   \because{both squares are multiplied out}
		    \le (x+y)^2           \because{a square is not negative}`
	slip := `
		4xy = (x+y)^2 - (x-y)^2   \because{both squares are multiplied out}
		    \le (x-y)^2           \because{a square is not negative}
		    \le (x+y)^2           \because{the square of the sum is larger}`
	proof := grade.Proof{
		Task: derive.Task{Given: `x, y \in \mathbb{R}`, Show: `4xy \le (x+y)^2`},
		Seed: 40163,
	}
	fmt.Println(check.Points(4, "1. The mean", answer, proof.Rule()))
	fmt.Println(check.Points(4, "1. The mean", slip, proof.Rule()))
	// Output:
	// ✓ 1. The mean: right (327 points, exact) · 4 of 4 points
	//   ✓ line 1, 2.00 points: 4xy = (x+y)^2 - (x-y)^2 | both squares are multiplied out
	//   ✓ line 2, 2.00 points: (x+y)^2 - (x-y)^2 \le (x+y)^2 | a square is not negative
	// 4
	// ✗ 1. The mean: line 2 (≤ (x-y)^2) does not hold: at x = −0.2, y = −0.5 the sides are 0.4 and 0.09 (point 8); step 3 does not hold: at x = 0.1, y = −3.3 the sides are 11.56 and 10.24 (point 1) (1 of 3 steps hold from a side of it on) · 0.5 of 4 points
	//   ✓ line 1, 0.67 points: 4xy = (x+y)^2 - (x-y)^2 | both squares are multiplied out
	//   ✗ line 2, 0.00 points: (x+y)^2 - (x-y)^2 \le (x-y)^2 | step 2 does not hold: at x = −0.2, y = −0.5 the sides are 0.4 and 0.09 (point 8)
	//   ✗ line 3, 0.00 points: (x-y)^2 \le (x+y)^2 | step 3 does not hold: at x = 0.1, y = −3.3 the sides are 11.56 and 10.24 (point 1)
	// 0.5
}
