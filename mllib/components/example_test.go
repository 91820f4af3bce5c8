package components_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/components"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/la"
)

func ExamplePCA() {
	m, err := components.PCA{}.Fit(la.M{{1, 1}, {2, 2}, {4, 4}, {5, 5}})
	fmt.Println(m.Rank, err)
	fmt.Printf("%.4f %.4f\n", m.Components[0], m.Variances)
	// Output:
	// 1 <nil>
	// [0.7071 0.7071] [6.6667]
}

func ExampleKernel() {
	circles := la.M{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 3}, {3, 0}, {0, -3}, {-3, 0}} // one around the other
	m, err := components.Kernel{Kernel: kernels.Polynomial(2, 0, 1)}.Fit(circles)
	if err != nil {
		fmt.Println(err)
		return
	}
	z, err := m.Apply(la.M{{0, 1}, {.6, .8}, {1.8, 2.4}, {0, 3}})
	fmt.Printf("%d components, shares %.3f\n", m.Rank, m.Shares())
	fmt.Printf("the second: %.3f %v\n", la.Col(z, 1), err) // (5 − x² − y²)/√2, which tells the circles apart
	// Output:
	// 2 components, shares [0.719 0.281]
	// the second: [2.828 2.828 -2.828 -2.828] <nil>
}
