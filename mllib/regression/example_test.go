package regression_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/regression"
	"gonum.org/v1/gonum/mat"
)

func ExampleLeastSquares() {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	m, err := regression.LeastSquares{}.Fit(x, []float64{1, 3, 2, 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m)
	iv, _ := m.Intervals(mat.NewDense(1, 1, []float64{5}), .95)
	fmt.Printf("at 5: %.2f, mean in %.2f, next one in %.2f\n", iv[0].Mean, iv[0].Confidence, iv[0].Prediction)
	// Output:
	//              coefficient standard error              t              p
	//        x₁            1.1       0.519615           2.12          0.168
	// intercept              0        1.42302              0              1
	// y: n = 4, 2 degrees of freedom, R² = 0.691429, σ = 1.1619
	// at 5: 5.50, mean in [-0.62 11.62], next one in [-2.40 13.40]
}

func ExampleModel_Coefficients() {
	s := data.Diabetes()
	m, err := regression.LeastSquares{}.Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := m.Coefficients(s.Features...)
	fmt.Println(c.Columns)
	for i, name := range c.Rows[:4] {
		fmt.Printf("%-15s %.3f\n", name, c.Values[i])
	}
	// Output:
	// [coefficient standard error t p]
	// age             [-0.036 0.217 -0.168 0.867]
	// sex             [-22.860 5.836 -3.917 0.000]
	// body mass index [5.603 0.717 7.813 0.000]
	// blood pressure  [1.117 0.225 4.958 0.000]
}

func ExampleRidgePath() {
	s := data.Diabetes()
	scale, _ := data.Standardize{}.Fit(s.X)
	x, _ := scale.Apply(s.X)
	p, err := regression.RidgePath{Lambdas: []float64{1000, 100, 10, 1, 0}}.Fit(x, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	for l, lambda := range p.Lambdas {
		fmt.Printf("λ = %4g: %5.2f degrees of freedom, mean squared leave-one-out error %.1f\n", lambda, p.DF[l], p.LeaveOneOut[l])
	}
	fmt.Println("best:", p.Lambdas[p.Best()])
	// Output:
	// λ = 1000:  3.51 degrees of freedom, mean squared leave-one-out error 3753.2
	// λ =  100:  7.59 degrees of freedom, mean squared leave-one-out error 3029.6
	// λ =   10:  9.83 degrees of freedom, mean squared leave-one-out error 3001.4
	// λ =    1: 10.74 degrees of freedom, mean squared leave-one-out error 3000.0
	// λ =    0: 11.00 degrees of freedom, mean squared leave-one-out error 3001.8
	// best: 1
}

func ExampleModel_Diagnose() {
	x := mat.NewDense(5, 1, []float64{1, 2, 3, 4, 10})
	y := []float64{1, 2, 3, 4, 5}
	m, _ := regression.LeastSquares{}.Fit(x, y)
	d, _ := m.Diagnose(x, y)
	fmt.Printf("residuals     %6.3f\nleverages     %6.3f\nleave one out %6.3f\n", d.Residuals, d.Leverages, d.LeaveOneOut)
	// Output:
	// residuals     [-0.800 -0.200  0.400  1.000 -0.400]
	// leverages     [ 0.380  0.280  0.220  0.200  0.920]
	// leave one out [-1.290 -0.278  0.513  1.250 -5.000]
}

func ExampleElasticNet_Path() {
	s := data.Diabetes()
	scale, _ := data.Standardize{}.Fit(s.X)
	x, _ := scale.Apply(s.X)
	path, err := regression.ElasticNet{Ratio: 1}.Path(x, s.Y, []float64{50, 30, 10, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range path {
		fmt.Printf("α = %v: columns %v, objective %.2f, %v\n", m.Alpha, m.Support(), m.Report.Objective, m.Report.Stop)
	}
	// Output:
	// α = 50: columns [], objective 2964.94, duality gap closed
	// α = 30: columns [2 8], objective 2821.06, duality gap closed
	// α = 10: columns [2 3 6 8], objective 2125.72, duality gap closed
	// α = 2: columns [1 2 3 4 6 8 9], objective 1620.60, duality gap closed
}

func ExampleKernelRidge() {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 3, 4})
	y := []float64{1, 3, 2, 5, 4}
	for _, lambda := range []float64{0, .5, 50} {
		m, err := regression.KernelRidge{Kernel: kernels.Gaussian(1), Lambda: lambda, Free: regression.FreeConstant}.Fit(x, y)
		if err != nil {
			fmt.Println(err)
			return
		}
		f, err := m.Predict(x)
		fmt.Printf("at the points %.2f, ‖h‖² = %.3f %v\n", f, m.Norm2, err)
	}
	// Output:
	// at the points [1.00 3.00 2.00 5.00 4.00], ‖h‖² = 38.354 <nil>
	// at the points [1.81 2.36 2.88 4.00 3.95], ‖h‖² = 3.421 <nil>
	// at the points [2.96 2.97 3.00 3.04 3.04], ‖h‖² = 0.004 <nil>
}

func ExampleKernelRidgePath() {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 3, 4})
	y := []float64{1, 3, 2, 5, 4}
	p, err := regression.KernelRidgePath{Kernel: kernels.Gaussian(1), Lambdas: []float64{.1, 1, 10}, Free: regression.FreeConstant}.Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f degrees of freedom, mean squared leave-one-out errors %.2f, best λ = %v\n", p.DF, p.LeaveOneOut, p.Lambdas[p.Best()])
	// Output:
	// [4.11 2.42 1.26] degrees of freedom, mean squared leave-one-out errors [4.95 2.92 2.99], best λ = 1
}
