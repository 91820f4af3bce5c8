package kernels_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

func ExampleKernel() {
	k := kernels.Gaussian(2)
	fmt.Println(k)
	fmt.Printf("%.6f at (0, 1) and (1, 1), %.6f at 0 and 4\n", k.Value([]float64{0, 1}, []float64{1, 1}), k.At(0, 4))
	fmt.Println(kernels.Sum(kernels.Scaled(.5, k), kernels.Product(kernels.Min(), kernels.Min())))
	fmt.Println(kernels.Gaussian(-1))
	// Output:
	// exp(−‖x−y‖²/(2·2²))
	// 0.882497 at (0, 1) and (1, 1), 0.135335 at 0 and 4
	// 0.5·exp(−‖x−y‖²/(2·2²)) + min(x, y)·min(x, y)
	// no kernel: kernel.Width: got -1, want a positive number: parameter out of range
}

func ExampleKernel_Gram() {
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	g, err := kernels.GaussianGamma(.5).Gram(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.6f\n", mat.Formatted(g))
	c, err := kernels.Examine(g)
	fmt.Println(c, err)
	// Output:
	// ⎡1.000000  0.606531  0.135335⎤
	// ⎢0.606531  1.000000  0.606531⎥
	// ⎣0.135335  0.606531  1.000000⎦
	// positive definite: smallest eigenvalue 0.2072, largest 1.928 <nil>
}

func ExampleExamine() {
	x := mat.NewDense(2, 1, []float64{1, 2})
	g, _ := kernels.Sigmoid(1, 0).Gram(x)
	c, _ := kernels.Examine(g)
	fmt.Println(c)
	// Output: indefinite: smallest eigenvalue -0.09087, largest 1.852, vᵀKv = -0.09087 for a unit vector v
}

func ExampleKernel_Features() {
	x := mat.NewDense(2, 2, []float64{1, 2, 3, -1})
	f, names, _ := kernels.Polynomial(2, 1, 1).Features(x)
	fmt.Println(names)
	fmt.Printf("%.4f and %.4f\n", mat.Dot(f.RowView(0), f.RowView(1)), kernels.Polynomial(2, 1, 1).Value(x.RawRowView(0), x.RawRowView(1)))
	// Output:
	// [1 √2·x1 √2·x2 x1² √2·x1·x2 x2²]
	// 4.0000 and 4.0000
}

func ExampleKernel_Gradient() {
	k := kernels.Scaled(3, kernels.Gaussian(2))
	_, by, _ := k.Gradient(mat.NewDense(2, 1, []float64{0, 2}))
	for i, p := range k.Parameters() {
		fmt.Printf("%s = %v: %.6f\n", p.Name, p.Value, by[i].At(0, 1))
	}
	// Output:
	// Scale = 3: 1.819592
	// Parts[0].Width = 2: 1.819592
}

func ExampleCentre() {
	k := kernels.Linear()
	x := mat.NewDense(3, 1, []float64{1, 2, 6})
	g, _ := k.Gram(x)
	centred, centring, _ := kernels.Centre(g)
	fmt.Println(mat.Formatted(centred))
	cross, _ := k.Cross(mat.NewDense(1, 1, []float64{5}), x)
	row, _ := centring.Apply(cross)
	fmt.Println(mat.Formatted(row))
	// Output:
	// ⎡ 4   2  -6⎤
	// ⎢ 2   1  -3⎥
	// ⎣-6  -3   9⎦
	// [-4  -2   6]
}
