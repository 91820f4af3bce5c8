package em_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/em"
)

func ExampleCoins() {
	heads, tosses := []int{5, 9, 8, 4, 7}, []int{10, 10, 10, 10, 10}
	m, err := em.Coins{Start: []float64{.6, .5}, Even: true}.Fit(heads, tosses)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f, %v\n", m.P, m.Report.Stop)
	// Output:
	// [0.7968 0.5196], converged
}

func ExampleLinked() {
	genes := em.Linked{Fixed: []float64{.5, 0, 0, 0}, Yes: []float64{.25, 0, 0, .25}, No: []float64{0, .25, .25, 0}}
	m, err := genes.Fit([]int{125, 18, 20, 34})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.6f, %.1f %% of the information is missing\n", m.P, 100*m.Missing())
	// Output:
	// 0.626821, 13.3 % of the information is missing
}
