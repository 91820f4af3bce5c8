package check_test

import (
	"math"

	"github.com/mercer-go/mercer/display/check"
)

func Example() {
	check.Near("√2", math.Sqrt2, 1.41421356, 1e-8)
	check.AtMost("mistakes", 11, 18)
	check.True("separates", true)
	// Output:
	// ✓ √2: 1.414213562, want 1.41421356 (deviation 2.4e-09, tolerance 1e-08)
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
