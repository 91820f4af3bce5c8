package perceptron_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/perceptron"
)

func ExampleRosenblatt() {
	gate := data.AND()
	m, err := perceptron.Rosenblatt{Intercept: perceptron.RadiusStep, Trace: true}.Fit(gate.X, gate.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Report)
	for _, u := range m.Trace[:3] {
		fmt.Printf("update %d with observation %d: w = %v, b = %v\n", u.Number, u.I, u.W, u.B)
	}
	fmt.Println("w =", m.W, "b =", m.B)
	// Output:
	// no mistakes after 17 updates in 9 epochs
	// update 1 with observation 0: w = [0 0], b = -2
	// update 2 with observation 3: w = [1 1], b = 0
	// update 3 with observation 0: w = [1 1], b = -2
	// w = [4 3] b = -6
}

func ExampleRosenblatt_nonseparable() {
	xor := data.XOR()
	m, _ := perceptron.Rosenblatt{Pocket: true}.Fit(xor.X, xor.Y)
	fmt.Println(m.Report)
	fmt.Println("best on the way:", m.Pocket.Mistakes, "mistakes")
	// Output:
	// cycling after 4 updates in 1 epoch, 4 mistakes left, period 4 updates
	// best on the way: 2 mistakes
}

func ExampleRosenblatt_Bound() {
	s, _ := data.TwoGaussians{N: [2]int{20, 20}, Sigma: .7}.Draw(rand.NewPCG(1, 2))
	p := perceptron.Rosenblatt{Intercept: perceptron.RadiusStep}
	best, err := linear.HardMargin{}.Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	bound, _ := p.Bound(s.X, s.Y, best.Hyperplane)
	m, _ := p.Fit(s.X, s.Y)
	fmt.Println(float64(m.Report.Updates) <= bound.Updates)
	// Output: true
}

func ExampleBatch() {
	gate := data.AND()
	m, _ := perceptron.Batch{}.Fit(gate.X, gate.Y)
	fmt.Println(m.W, m.B, m.Report.Updates)
	// Output: [2 2] -3 9
}

func ExampleCriterion() {
	s := data.FourPoints()
	for _, b := range []float64{0, .5} {
		j, err := perceptron.Criterion(s.X, s.Y, linear.Hyperplane{W: []float64{1}, B: b})
		fmt.Println(j, err)
	}
	// Output:
	// 2 <nil>
	// 2 <nil>
}

func ExampleModel_PredictVoted() {
	s, _ := data.TwoGaussians{N: [2]int{50, 50}, Mean: [2][]float64{{-1, -1}, {1, 1}}}.Draw(rand.NewPCG(1, 2))
	m, _ := perceptron.Rosenblatt{MaxEpochs: 10, Trace: true}.Fit(s.X, s.Y)
	y, err := m.PredictVoted(s.X)
	wrong := 0
	for i := range y {
		if y[i] != s.Y[i] {
			wrong++
		}
	}
	fmt.Println(m.Report.Mistakes, "mistakes at the end,", wrong, "of the vote", err)
	// Output: 34 mistakes at the end, 6 of the vote <nil>
}

func ExampleDual() {
	xor := data.XOR()
	m, err := perceptron.Dual{Kernel: kernels.Polynomial(2, 1, 1), Intercept: perceptron.RadiusStep}.Fit(xor.X, xor.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Alpha, m.B, m.Report)
	fmt.Println(m.Predict(xor.X))
	// Output:
	// [22 17 17 13] -9 no mistakes after 69 updates in 27 epochs
	// [-1 1 1 -1] <nil>
}
