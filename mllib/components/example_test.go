package components_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/components"
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
