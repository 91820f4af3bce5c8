package manifold_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/manifold"
	"gonum.org/v1/gonum/mat"
)

func ExampleClassical() {
	d := la.M{{0, 3, 4}, {3, 0, 5}, {4, 5, 0}} // a right angle
	m, _ := manifold.Classical{}.Fit(d)
	z, _ := manifold.Distances(m.Embedding())
	fmt.Printf("%.3f\n", mat.Formatted(z))
	fmt.Printf("%.3f of %.3f\n", m.Eigenvalues, m.Total)
	// Output:
	// ⎡0.000  3.000  4.000⎤
	// ⎢3.000  0.000  5.000⎥
	// ⎣4.000  5.000  0.000⎦
	// [12.964 3.703] of 16.667
}

func ExampleIsomap() {
	x, flat, _ := manifold.Surface{Shape: manifold.SwissRoll}.Draw(800, rand.NewPCG(1, 1))
	m, err := manifold.Isomap{K: 8}.Fit(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fitted, _ := manifold.Procrustes{Scale: true}.Fit(m.Embedding(), flat)
	fmt.Printf("off by %.1f of a strip of 89 × 21\n", fitted.RMS)
	_, err = manifold.Isomap{K: 3}.Fit(x)
	fmt.Println(err)
	// Output:
	// off by 0.8 of a strip of 89 × 21
	// manifold: isomap: Isomap.K, Radius: the graph has 6 parts, of 769, 12, 6, 5, 4, 4 nodes: no path joins them: graph is not connected
}

func ExampleDiffusion() {
	line := mat.NewDense(3, 1, []float64{0, 1, 2})
	m, _ := manifold.Diffusion{Sigma: 1}.Fit(line)
	fmt.Printf("%.4f %.4f\n", m.Eigenvalues, m.Pi)
	fmt.Printf("%.4f\n", m.At(2).At(0, 0)) // the first coordinate of 0 after two steps
	// Output:
	// [1.0000 0.7082 0.3107] [0.3075 0.3850 0.3075]
	// 0.6395
}

func ExampleSpectral() {
	x := mat.NewDense(6, 1, []float64{0, .1, .2, 5, 5.1, 5.2})
	m, _ := manifold.Spectral{Clusters: 2, Diffusion: manifold.Diffusion{Sigma: 1}, Src: rand.NewPCG(1, 2)}.Fit(x)
	fmt.Println(m.Labels[0] == m.Labels[2], m.Labels[3] == m.Labels[5], m.Labels[0] == m.Labels[3])
	// Output: true true false
}
