package network_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/network"
	"gonum.org/v1/gonum/mat"
)

func ExampleClassifier() {
	s := data.XOR()
	c := network.Classifier{
		Hidden:   []network.Layer{{Units: 4, Activation: network.Tanh}},
		Training: network.Training{Method: network.LBFGS, Decay: 1e-4, Src: rand.NewPCG(1, 2)},
	}
	m, err := c.Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := m.Predict(s.X)
	fmt.Println(y, err, m.Net.Params(), "weights")
	// Output: [-1 1 1 -1] <nil> 22 weights
}

// The exclusive or by hand, with two units that are thresholds.
func ExampleNet_Join() {
	n := network.Net{In: network.Shape{Cols: 2}, Hidden: []network.Layer{{Units: 2, Activation: network.Threshold}}, Outputs: 1}
	theta, err := n.Join(
		network.Weights{W: [][]float64{{1, 1}, {1, 1}}, B: []float64{-.5, -1.5}}, // or, and
		network.Weights{W: [][]float64{{.5, -.5}}, B: []float64{0}},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	psi, err := n.Apply(theta, mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}))
	fmt.Println(psi.RawMatrix().Data, err)
	// Output: [0 1 1 0] <nil>
}

// A network for pictures counts its links and its weights, of which shared ones are fewer.
func ExampleNet_Sizes() {
	n := network.Net{
		In: network.Shape{Rows: 16, Cols: 16},
		Hidden: []network.Layer{
			{Kind: network.Shared, Activation: network.Sigmoid, Patches: network.Patches{Maps: 2, Side: 3, Stride: 2, Pad: network.Same, Biases: true}},
			{Kind: network.Local, Activation: network.Sigmoid, Patches: network.Patches{Side: 5, Stride: 2, Pad: network.Same}},
		},
		Outputs: 10, Output: network.Softmax,
	}
	sizes, err := n.Sizes()
	for _, s := range sizes {
		fmt.Println(s.Layer, "|", s.Shape, "|", s.Links, "links,", s.Weights, "weights")
	}
	fmt.Println(n.Links(), n.Params(), err)
	// Output:
	// shared 3×3, sigmoid | 8×8×2 | 1280 links, 146 weights
	// local 5×5, sigmoid | 4×4 | 816 links, 816 weights
	// outputs, softmax | 10 | 170 links, 170 weights
	// 2266 1132 <nil>
}
