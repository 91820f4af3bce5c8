// Prove is a cell's program for TestAsked.
package main

import (
	"os"

	"github.com/mercer-go/mercer/display/derive"
)

func main() {
	derive.Prove("T", os.Args[1], derive.Draws(50), derive.Bind("m", derive.Family(0, []int{1, 2})),
		derive.Func("f", func(x float64) float64 { return x * x }, "the square"))
}
