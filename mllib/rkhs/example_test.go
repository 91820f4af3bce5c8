package rkhs_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/rkhs"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

func ExampleFunction() {
	f := &rkhs.Function{Kernel: kernels.GaussianGamma(1), Centres: [][]float64{{0}, {1}}, Coef: []float64{2, -1}}
	norm, err := f.Norm()
	fmt.Printf("‖f‖² = %.6f %v\n", norm*norm, err)
	same, _ := rkhs.Inner(f, rkhs.Section(f.Kernel, []float64{.5}))
	fmt.Printf("f(½) = %.6f = %.6f\n", f.At(.5), same)
	// Output:
	// ‖f‖² = 3.528482 <nil>
	// f(½) = 0.778801 = 0.778801
}

func ExampleInterpolate() {
	x := mat.NewDense(3, 1, []float64{.2, .5, 1})
	f, err := rkhs.Interpolate(kernels.Min(), x, []float64{1, -1, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f %.3f %.3f %.3f\n", f.At(.1), f.At(.2), f.At(.35), f.At(.75)) // a polygon through 0
	norm, _ := f.Norm()
	fmt.Printf("%.4f\n", norm*norm) // 1/.2 + 4/.3 + 1/.5
	// Output:
	// 0.500 1.000 0.000 -0.500
	// 20.3333
}

func ExampleNystrom() {
	nodes, w := make([]float64, 8), make([]float64, 8)
	quad.Legendre{}.FixedLocations(nodes, w, -1, 1)
	m, err := rkhs.Nystrom{}.Fit(kernels.Polynomial(2, 1, 1), mat.NewDense(8, 1, nodes), w)
	fmt.Printf("%.6f %v\n", m.Eigenvalues, err)
	// Output: [2.241367 1.333333 0.158633] <nil>
}
