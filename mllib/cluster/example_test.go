package cluster_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/cluster"
	"github.com/mercer-go/mercer/mllib/data"
	"gonum.org/v1/gonum/mat"
)

func ExampleKMeans() {
	s := data.KM10()
	m, err := cluster.KMeans{K: 4, Src: rand.NewPCG(1, 2)}.Fit(s.X)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("inertia %.4f, %v\n", m.Inertia, m.Report.Stop)
	near, _ := m.Predict(mat.NewDense(2, 2, []float64{0.2, 0.1, 5.5, 5}))
	fmt.Println(near[0] == m.Labels[0], near[1] == m.Labels[3])
	// Output:
	// inertia 4.6667, converged
	// true true
}

func ExampleKMeans_trace() {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 3, 0, 3, 1})
	m, _ := cluster.KMeans{Start: [][]float64{{1, 0}, {2, 2}}, Trace: true}.Fit(x)
	for _, step := range m.Trace {
		fmt.Printf("%v %.3f %.3f\n", step.Labels, step.Assigned, step.Centered)
	}
	// Output:
	// [0 0 0 1] 9.000 6.667
	// [0 0 1 1] 3.556 1.000
	// [0 0 1 1] 1.000 1.000
}

func ExampleNewScatter() {
	x := mat.NewDense(6, 1, []float64{0, 1, 3, 4, 10, 11})
	s, _ := cluster.NewScatter(x, []int{1, 1, 1, 1, 2, 2})
	fmt.Println(s.Within, s.Between, s.Total)
	// Output: 41 600 641
}

func ExampleExhaustive() {
	best, _ := cluster.Exhaustive{K: 2}.Fit(mat.NewDense(4, 1, []float64{0, 1, 2, 4}))
	fmt.Println(best.Within.Labels, best.Within.Value)
	fmt.Println(best.Inertia.Labels, best.Inertia.Value)
	// Output:
	// [0 0 1 1] 5
	// [0 0 0 1] 2
}

func ExampleStirling2() {
	count, _ := cluster.Stirling2(10, 4)
	fmt.Println(count)
	// Output: 34105
}
