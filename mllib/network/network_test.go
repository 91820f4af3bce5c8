package network

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"gonum.org/v1/gonum/mat"
)

// leCun are the five networks of N8.2b–f.
func leCun() []Net {
	in := Shape{Rows: 16, Cols: 16}
	local := func(maps, side int) Layer {
		return Layer{Kind: Local, Activation: Sigmoid, Patches: Patches{Maps: maps, Side: side, Stride: 2, Pad: Same}}
	}
	shared := func(maps, side int) Layer {
		l := local(maps, side)
		l.Kind, l.Biases = Shared, true
		return l
	}
	net := func(hidden ...Layer) Net { return Net{In: in, Hidden: hidden, Outputs: 10, Output: Softmax} }
	return []Net{
		net(), net(Layer{Units: 12, Activation: Sigmoid}), net(local(1, 3), local(1, 5)),
		net(shared(2, 3), local(1, 5)), net(shared(2, 3), shared(4, 5)),
	}
}

// TestCounts: links and weights of N8.2b–g, and of N8.0d, N8.0g and N8.1a.
func TestCounts(t *testing.T) {
	want := [][2]int{{2570, 2570}, {3214, 3214}, {1226, 1226}, {2266, 1132}, {5194, 1060}}
	for i, n := range leCun() {
		if got := [2]int{n.Links(), n.Params()}; got != want[i] {
			t.Errorf("Net-%d: links and weights %v, want %v", i+1, got, want[i])
		}
	}
	if got := leCun()[1].Redundant(); got != 13 {
		t.Errorf("Net-2: %d redundant directions, want 13", got)
	}
	shared := leCun()[3]
	shared.Hidden = slices.Clone(shared.Hidden)
	shared.Hidden[0].Biases = false
	if got := shared.Params(); got != 1006 { // N8.2e, if the biases were shared too
		t.Errorf("Net-4 with shared biases: %d weights, want 1006", got)
	}
	for _, c := range []struct{ d, k, want int }{{1, 3, 10}, {2, 5, 21}, {256, 12, 3097}} {
		if got := (Regressor{Hidden: []Layer{{Units: c.k}}}).Net(c.d).Params(); got != c.want {
			t.Errorf("d = %d, k = %d: %d weights, want %d", c.d, c.k, got, c.want)
		}
	}
	const d, k, l = 7, 5, 4
	if got := (Regressor{Hidden: []Layer{{Units: k}, {Units: l}}}).Net(d).Params(); got != k*(d+1)+l*(k+1)+l+1 {
		t.Errorf("two layers: %d weights", got)
	}
	sizes, err := leCun()[4].Sizes()
	if err != nil || fmt.Sprint(sizes[1]) != `network.Size: Layer "shared 5×5, sigmoid", Shape "4×4×4", Units 64, Links 3264, Weights 264` {
		t.Errorf("Net-5: %v (%v)", sizes, err)
	}
}

// TestXOR: the network by hand of N8.0b.
func TestXOR(t *testing.T) {
	n := Net{In: Shape{Cols: 2}, Hidden: []Layer{{Units: 2, Activation: Threshold}}, Outputs: 1}
	theta, err := n.Join(Weights{W: [][]float64{{1, 1}, {1, 1}}, B: []float64{-.5, -1.5}}, Weights{W: [][]float64{{.5, -.5}}, B: []float64{0}})
	if err != nil {
		t.Fatal(err)
	}
	psi, err := n.Apply(theta, mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}))
	if err != nil || !reflect.DeepEqual(psi.RawMatrix().Data, []float64{0, 1, 1, 0}) {
		t.Errorf("ψ = %v (%v), want 0 1 1 0", psi, err)
	}
	back, err := n.Split(theta)
	if err != nil || !reflect.DeepEqual(back[0].W, [][]float64{{1, 1}, {1, 1}}) || back[1].W[0][1] != -.5 {
		t.Errorf("%v (%v)", back, err)
	}
}

// TestActivations: values at 1 and slopes at 0 of N8.0c, and slopes by differences.
func TestActivations(t *testing.T) {
	for _, c := range []struct {
		a         Activation
		at1, rise float64
	}{
		{Sigmoid, .4621171573, .5}, {Threshold, 1, 0}, {Arctan, .5, 2 / math.Pi}, {Gauss, .6826894921, math.Sqrt(2 / math.Pi)},
		{Logistic, .7310585786, .25}, {Tanh, math.Tanh(1), 1}, {ReLU, 1, 0}, {Linear, 1, 1},
	} {
		if math.Abs(Of(c.a, 1)-c.at1) > 1e-10 || math.Abs(Slope(c.a, 0)-c.rise) > 1e-15 {
			t.Errorf("%v: %v at 1, slope %v at 0", c.a, Of(c.a, 1), Slope(c.a, 0))
		}
		for _, v := range []float64{-3, -.7, .2, 1.9} {
			const h = 1e-5
			if d := (Of(c.a, v+h) - Of(c.a, v-h)) / (2 * h); math.Abs(d-Slope(c.a, v)) > 1e-9 {
				t.Errorf("%v: slope %v at %v, by differences %v", c.a, Slope(c.a, v), v, d)
			}
		}
	}
	if v := Of(Activation(99), 1); v == v {
		t.Error("an activation without a name")
	}
}

// TestZero: the losses at θ = 0 of N8.1b and N8.1d, and the gradient of N8.1c.
func TestZero(t *testing.T) {
	const rows, k = 30, 10
	r := rand.New(rand.NewPCG(1, 1))
	n := Net{In: Shape{Cols: 4}, Hidden: []Layer{{Units: 3, Activation: Sigmoid}}, Outputs: k, Output: Softmax}
	x, y := normal(rows, 4, r), targets(n, rows, r)
	theta, grad := make([]float64, n.Params()), make([]float64, n.Params())
	for loss, want := range map[Loss]float64{CrossEntropy: math.Log(k), SquaredError: 1 - 1./k} {
		o, err := n.Objective(loss, x, y, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.ValueGradient(grad, theta); math.Abs(got-want) > 1e-14 {
			t.Errorf("%v: %v at 0, want %v", loss, got, want)
		}
		for i, g := range grad[:len(grad)-k] {
			if g != 0 {
				t.Errorf("%v: derivative %d is %v, want 0", loss, i, g)
			}
		}
	}
	o, _ := n.Objective(CrossEntropy, x, y, 0)
	o.Gradient(grad, theta)
	for c, g := range grad[len(grad)-k:] {
		count := mat.Sum(y.ColView(c))
		if math.Abs(rows*g-(rows/float64(k)-count)) > 1e-12 {
			t.Errorf("derivative by bias %d is %v, with %v of %d rows", c, g, count, rows)
		}
	}
}

// TestExtremes: scores of 1e3 and 1e300 overflow nothing, and a probability of 1 loses no digits of its loss.
func TestExtremes(t *testing.T) {
	for _, output := range []Output{Softmax, Bernoulli} {
		n := Net{In: Shape{Cols: 1}, Outputs: 2, Output: output}
		o, err := n.Objective(CrossEntropy, mat.NewDense(1, 1, []float64{1}), mat.NewDense(1, 2, []float64{1, 0}), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ t, want float64 }{{1e3, 0}, {-1e3, 1e3}, {1e300, 0}, {40, math.Exp(-40)}} {
			grad := make([]float64, 4)
			got := o.ValueGradient(grad, []float64{c.t, 0, 0, 0})
			if output == Bernoulli {
				got -= math.Ln2
			}
			if math.Abs(got-c.want) > 1e-15*math.Max(1, c.want) || slices.ContainsFunc(grad, math.IsNaN) {
				t.Errorf("%v, t = %v: loss %v, gradient %v, want %v", output, c.t, got, grad, c.want)
			}
		}
	}
}

// TestLogistic: without hidden layers the maximum of the likelihood is that of package logistic (N8.0f, N8.1h).
func TestLogistic(t *testing.T) {
	s := data.Iris()
	x := mat.DenseCopyOf(s.X)
	x.Apply(func(_, j int, v float64) float64 { return v - []float64{5.8, 3, 3.8, 1.2}[j] }, x)
	const ridge = .5
	want, err := logistic.Softmax{Ridge: ridge, Coding: logistic.Symmetric}.Fit(x, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Classifier{Training: Training{Method: LBFGS, Decay: ridge / 150, Tol: 1e-10, Epochs: 2000, Src: rand.NewPCG(1, 1)}}.Fit(x, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Posteriors(x)
	q, err2 := want.Posteriors(x)
	if err != nil || err2 != nil || !mat.EqualApprox(p, q, 1e-6) {
		t.Errorf("posteriors differ (%v, %v): %v", err, err2, m.Report)
	}
}

// TestMinimisers: all methods of descent take an Objective.
func TestMinimisers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	n := Net{In: Shape{Cols: 2}, Outputs: 2, Output: Softmax}
	x := normal(40, 2, r)
	o, err := n.Objective(CrossEntropy, x, targets(n, 40, r), .1)
	if err != nil {
		t.Fatal(err)
	}
	start := make([]float64, n.Params())
	a, err := descent.LBFGS{}.Minimize(o, start)
	b, err2 := descent.GradientDescent{Rule: descent.Backtracking, MaxSteps: 5000}.Minimize(o, start)
	c, err3 := descent.Stochastic{Schedule: descent.Schedule{Step: 2, Decay: descent.InverseTime, T0: 10}, Steps: 20000, Averaging: descent.SecondHalf, Src: rand.NewPCG(1, 1)}.Minimize(o, start)
	if err = errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	if math.Abs(a.Value-b.Value) > 1e-10 || c.Value-a.Value > 1e-3 || c.Value < a.Value {
		t.Errorf("values %v, %v, %v", a.Value, b.Value, c.Value)
	}
}

func blobs(n int, seed uint64) *data.Set {
	r := rand.New(rand.NewPCG(seed, 1))
	s := &data.Set{X: mat.NewDense(n, 2, nil), Y: make([]int, n)}
	for i := range n {
		s.Y[i] = 10 * (1 + i%3)
		s.X.SetRow(i, []float64{r.NormFloat64() + float64(2*(i%3)-2), r.NormFloat64() + float64(i%3%2)*2})
	}
	return s
}

// TestTraining: each method learns three groups, comes through JSON, has a curve, and has the same bits on all processors.
func TestTraining(t *testing.T) {
	s := blobs(300, 1)
	for name, training := range map[string]Training{
		"adam": {Epochs: 30, Steps: Steps{Rate: .02}}, "sgd": {Method: SGD, Steps: Steps{Rate: .3}, Batch: 50, Epochs: 30},
		"momentum": {Method: SGD, Steps: Steps{Rate: .1, Momentum: .9, Nesterov: true}, Epochs: 30}, "l-bfgs": {Method: LBFGS, Epochs: 50, Decay: .01},
		"held out": {Steps: Steps{Rate: .02}, Validation: .3, Patience: 3, Epochs: 60},
	} {
		c := Classifier{Hidden: []Layer{{Units: 8, Activation: Tanh}, {Units: 6}}, Training: training}
		fit := func() *Model {
			c.Src = rand.NewPCG(5, 5)
			m, err := c.Fit(s.X, s.Y)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return m
		}
		m := fit()
		if m.Report.Wrong > .2 || len(m.Curve) < 3 || m.Curve[0].Loss < m.Report.Loss || m.Report.Epochs > 60 {
			t.Errorf("%s: %v, curve from %v", name, m.Report, m.Curve[0])
		}
		again := testkit.RoundTrip(t, m)
		y, err := again.Predict(s.X)
		if err != nil || len(y) != 300 || slices.Max(y) != 30 {
			t.Errorf("%s: %v (%v)", name, y, err)
		}
		testkit.Processors(t, name, func() []float64 { return fit().Theta })
		if name == "held out" && (m.Report.Stop != Validated && m.Report.Epochs < 60 || m.Curve[m.Report.Best-1].ValidationLoss != slices.MinFunc(m.Curve, func(a, b Epoch) int {
			return int(math.Copysign(1, a.ValidationLoss-b.ValidationLoss))
		}).ValidationLoss) {
			t.Errorf("held out: %v", m.Report)
		}
	}
}

// TestProcessorsLarge: pieces of batches and products on several goroutines give the same bits.
func TestProcessorsLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	n := leCun()[4]
	n.Hidden = append(slices.Clone(n.Hidden), Layer{Units: 80})
	x := normal(2100, 256, r)
	o, err := n.Objective(CrossEntropy, x, targets(n, 2100, r), .1)
	if err != nil {
		t.Fatal(err)
	}
	theta, err := n.Start(Usual, rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Processors(t, "gradient", func() []float64 {
		grad := make([]float64, len(theta))
		return append(grad, o.ValueGradient(grad, theta))
	})
	half, _ := n.Objective(CrossEntropy, x.Slice(0, 1024, 0, 256), mat.NewDense(1024, 10, o.y[:10240]), 0)
	if math.Abs(half.Value(theta)) > 10 {
		t.Error("the value of a part")
	}
}

// TestRegression: a sine, by Adam and L-BFGS, and JSON.
func TestRegression(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	x, y := normal(200, 1, r), make([]float64, 200)
	for i := range y {
		y[i] = math.Sin(2 * x.At(i, 0))
	}
	for _, training := range []Training{{Method: LBFGS, Epochs: 500}, {Steps: Steps{Rate: .02}, Epochs: 400, Batch: 20, Tol: 1e-6, Patience: 400}} {
		training.Src = rand.NewPCG(4, 4)
		m, err := Regressor{Hidden: []Layer{{Units: 10, Activation: Tanh}}, Training: training}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if m.Report.Loss > .01 {
			t.Errorf("%v: %v", training.Method, m.Report)
		}
		got, err := testkit.RoundTrip(t, m).Predict(x)
		if err != nil || math.Abs(got[0]-y[0]) > .5 {
			t.Errorf("%v, want %v (%v)", got[0], y[0], err)
		}
	}
}

// TestViews: the same numbers in other forms of matrices.
func TestViews(t *testing.T) {
	s := blobs(60, 3)
	testkit.Views(t, "network", s.X, func(x mat.Matrix) (any, error) {
		return Classifier{Hidden: []Layer{{Units: 3}}, Training: Training{Epochs: 5, Batch: 16, Src: rand.NewPCG(1, 1)}}.Fit(x, s.Y)
	})
}

// TestShift: a picture moved by a stride moves a shared map by one unit in its interior (N8.2e).
func TestShift(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	n := leCun()[3]
	n.Hidden = slices.Clone(n.Hidden[:1])
	n.Hidden[0].Biases = false
	theta, err := n.Start(Usual, r)
	if err != nil {
		t.Fatal(err)
	}
	x := normal(2, 256, r)
	for row := range 16 {
		for col := 2; col < 16; col++ {
			x.Set(1, row*16+col, x.At(0, row*16+col-2))
		}
	}
	all, err := n.Layers(theta, x)
	if err != nil {
		t.Fatal(err)
	}
	for row := range 8 {
		for col := 2; col < 7; col++ { // units of column 7 see the frame
			for m := range 2 {
				a, b := all[0].At(0, (row*8+col-1)*2+m), all[0].At(1, (row*8+col)*2+m)
				if math.Abs(a-b) > 1e-14 {
					t.Errorf("unit (%d, %d, %d): %v, want %v", row, col, m, b, a)
				}
			}
		}
	}
}

// TestAllocations: a step allocates nothing but the functions that the products of matrices give to goroutines.
func TestAllocations(t *testing.T) {
	for i, n := range leCun() {
		p, err := n.plan()
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		x, y := normal(512, 256, r).RawMatrix().Data, targets(n, 512, r).RawMatrix().Data
		theta, _ := n.Start(Usual, r)
		grad, f, h := make([]float64, len(theta)), newPass(p, 512, true), head{Softmax, SquaredError, 10}
		step := newStepper(Training{}.withDefaults(512), len(theta))
		for _, rows := range []int{1, 32, 128} {
			if a := testing.AllocsPerRun(10, func() {
				f.gradient(h, theta, grad, x, 256, y, rows)
				step.move(theta, grad)
			}); a > 30*float64(len(p.stages)) {
				t.Errorf("Net-%d, %d rows: %v allocations in a step", i+1, rows, a)
			}
		}
	}
}

// TestRefuses: a table of bad input.
func TestRefuses(t *testing.T) {
	x, y := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}), []int{0, 1, 1, 0}
	fit := func(c Classifier) error {
		if c.Src == nil {
			c.Src = rand.NewPCG(1, 1)
		}
		_, err := c.Fit(x, y)
		return err
	}
	on := func(x mat.Matrix, y []int) error {
		_, err := Classifier{Training: Training{Src: rand.NewPCG(1, 1)}}.Fit(x, y)
		return err
	}
	number := func(y ...float64) error {
		_, err := Regressor{Training: Training{Src: rand.NewPCG(1, 1)}}.Fit(x, y)
		return err
	}
	train := func(t Training) error { return fit(Classifier{Training: t}) }
	layer := func(l Layer) error { return fit(Classifier{Hidden: []Layer{l}}) }
	noSource := func() error { _, err := Classifier{}.Fit(x, y); return err }
	net := func(n Net) error { return n.Check() }
	objective := func(loss Loss, output Output, y mat.Matrix, decay float64) error {
		_, err := Net{In: Shape{Cols: 2}, Outputs: 2, Output: output}.Objective(loss, x, y, decay)
		return err
	}
	half := mat.NewDense(4, 2, []float64{.5, .5, 1, 0, 0, 1, .2, .2})
	inf := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, math.Inf(1)})
	huge := mat.NewDense(4, 2, []float64{0, 0, 0, 1e300, -1e300, 0, 1, 1})
	_, join := Net{In: Shape{Cols: 2}, Outputs: 1}.Join(Weights{W: [][]float64{{1}}, B: []float64{0}})
	_, split := Net{In: Shape{Cols: 2}, Outputs: 1}.Split([]float64{1, 2})
	_, start := Net{In: Shape{Cols: 2}, Outputs: 1}.Start(Usual, nil)
	_, applied := Net{In: Shape{Cols: 2}, Outputs: 1}.Apply([]float64{1e300, 1e300, 0}, huge)
	_, byHand := (&Model{}).Predict(x)
	_, empty := (&RegressionModel{}).Predict(x)
	wide := testkit.RoundTrip(t, must(t, x, y))
	_, width := wide.Predict(mat.NewDense(1, 3, nil))
	wide.Theta = wide.Theta[1:]
	_, short := wide.Predict(x)
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"nil X", on(nil, y), input.ErrEmpty, "X"}, {"labels", on(x, y[:3]), input.ErrShape, "y"}, {"infinite", on(inf, y), input.ErrNotFinite, "X"},
		{"one class", on(x, []int{1, 1, 1, 1}), input.ErrOneClass, "y"}, {"overflow", on(huge, y), input.ErrNotFinite, "Rate"},
		{"targets", number(1), input.ErrShape, "y"}, {"NaN target", number(1, 2, 3, math.NaN()), input.ErrNotFinite, "y"},
		{"no source", noSource(), input.ErrParam, "Src"}, {"batch", train(Training{Batch: -1}), input.ErrParam, "Batch"},
		{"epochs", train(Training{Epochs: -1}), input.ErrParam, "Epochs"}, {"decay", train(Training{Decay: math.NaN()}), input.ErrParam, "Decay"},
		{"share", train(Training{Validation: 1}), input.ErrParam, "Validation"}, {"all held out", train(Training{Validation: .99}), input.ErrParam, "Validation"},
		{"rate", train(Training{Steps: Steps{Rate: -1}}), input.ErrParam, "Rate"}, {"momentum", train(Training{Method: SGD, Steps: Steps{Momentum: 1}}), input.ErrParam, "Momentum"},
		{"momentum of Adam", train(Training{Steps: Steps{Momentum: .5}}), input.ErrParam, "Momentum"}, {"first", train(Training{Steps: Steps{First: 2}}), input.ErrParam, "First"},
		{"method", train(Training{Method: 9}), input.ErrParam, "Method"}, {"init", train(Training{Init: 9}), input.ErrParam, "Init"},
		{"start", train(Training{Start: []float64{1}}), input.ErrShape, "Start"}, {"L-BFGS held out", train(Training{Method: LBFGS, Validation: .2}), input.ErrParam, "Validation"},
		{"L-BFGS batch", train(Training{Method: LBFGS, Batch: 2}), input.ErrParam, "Batch"},
		{"diverges", train(Training{Method: SGD, Steps: Steps{Rate: 1e200}, Decay: 1}), input.ErrNotFinite, "Rate"},
		{"threshold", layer(Layer{Units: 2, Activation: Threshold}), input.ErrParam, "Activation"}, {"no units", layer(Layer{}), input.ErrParam, "Units"},
		{"units of patches", layer(Layer{Kind: Local, Units: 3}), input.ErrParam, "Units"}, {"patches of a dense layer", layer(Layer{Units: 3, Patches: Patches{Side: 2}}), input.ErrParam, "Patches"},
		{"no side", layer(Layer{Kind: Local}), input.ErrParam, "Side"}, {"large side", layer(Layer{Kind: Shared, Patches: Patches{Side: 3}}), input.ErrParam, "Side"},
		{"stride", layer(Layer{Kind: Shared, Patches: Patches{Side: 1, Stride: -1}}), input.ErrParam, "Stride"}, {"maps", layer(Layer{Kind: Shared, Patches: Patches{Side: 1, Maps: -1}}), input.ErrParam, "Maps"},
		{"biases of a local layer", layer(Layer{Kind: Local, Patches: Patches{Side: 1, Biases: true}}), input.ErrParam, "Biases"},
		{"kind", layer(Layer{Kind: 7}), input.ErrParam, "Kind"}, {"activation", layer(Layer{Units: 1, Activation: 77}), input.ErrParam, "Activation"},
		{"rows", fit(Classifier{Rows: 3}), input.ErrParam, "Rows"}, {"loss", fit(Classifier{Loss: 5}), input.ErrParam, "Loss"}, {"tie", fit(Classifier{Tie: 5}), input.ErrParam, "Tie"},
		{"no outputs", net(Net{}), input.ErrParam, "Outputs"}, {"one output", net(Net{Outputs: 1, Output: Softmax}), input.ErrParam, "Outputs"},
		{"huge shape", net(Net{In: Shape{Rows: 1 << 40, Cols: 1 << 40}, Outputs: 1}), input.ErrParam, "In"},
		{"huge net", net(Net{In: Shape{Cols: 1 << 20}, Hidden: []Layer{{Units: 1 << 20}}, Outputs: 1}), input.ErrParam, "Units"},
		{"huge patches", net(Net{In: Shape{Maps: 1 << 30}, Hidden: []Layer{{Kind: Local, Patches: Patches{Side: 1 << 15, Pad: Same}}}, Outputs: 1}), input.ErrParam, "Side"},
		{"cross-entropy of numbers", objective(CrossEntropy, Identity, half, 0), input.ErrParam, "Loss"}, {"sum of probabilities", objective(CrossEntropy, Softmax, half, 0), input.ErrParam, "Y"},
		{"no probability", objective(CrossEntropy, Bernoulli, mat.NewDense(4, 2, []float64{2, 0, 0, 0, 0, 0, 0, 0}), 0), input.ErrParam, "Y"},
		{"rows of Y", objective(SquaredError, Softmax, mat.NewDense(1, 2, nil), 0), input.ErrShape, "Y"}, {"negative decay", objective(SquaredError, Softmax, half, -1), input.ErrParam, "decay"},
		{"join", join, input.ErrShape, "layers[0].W[0]"}, {"split", split, input.ErrShape, "θ"}, {"start", start, input.ErrParam, "src"}, {"overflow of outputs", applied, input.ErrNotFinite, "row 1"},
		{"by hand", byHand, input.ErrShape, "classes"}, {"empty", empty, input.ErrShape, "outputs"}, {"width", width, input.ErrShape, "X"}, {"short", short, input.ErrShape, "θ"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(fmt.Sprint(c.err), c.says) || !strings.HasPrefix(fmt.Sprint(c.err), "network: ") {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
	var o *Objective
	if v := o.Value(nil); v == v {
		t.Error("a nil objective")
	}
}

func must(t *testing.T, x mat.Matrix, y []int) *Model {
	t.Helper()
	m, err := Classifier{Training: Training{Epochs: 2, Src: rand.NewPCG(1, 1)}}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestParameters: JSON, and copies with a source of their own.
func TestParameters(t *testing.T) {
	c := Classifier{Hidden: []Layer{{Kind: Shared, Patches: Patches{Maps: 2, Side: 3, Pad: Same, Biases: true}}, {Units: 3, Activation: Gauss}}, Rows: 8, Loss: SquaredError,
		Training: Training{Method: SGD, Steps: Steps{Rate: .1, Momentum: .5}, Init: He, Validation: .1}}
	testkit.RoundTrip(t, &c)
	testkit.RoundTrip(t, &Regressor{Output: Bernoulli})
	for _, l := range learn.Apart[int, *Model](c.WithSource(rand.NewPCG(1, 1)).(Classifier), 2) {
		if l.(Classifier).Source() == nil {
			t.Error("no source")
		}
	}
}

// TestLossBesideLargePenalty: losses that L-BFGS reports are those of the rows, also where the penalty is so large that nothing of them is left in the objective.
func TestLossBesideLargePenalty(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{-2, -1, 1, 2}), []int{0, 1, 0, 1}
	for _, decay := range []float64{1e6, 1e30, 1e300} {
		m, err := Classifier{Training: Training{Method: LBFGS, Decay: decay, Epochs: 5, Src: rand.NewPCG(1, 1)}}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		o, err := m.Net.Objective(CrossEntropy, x, Indicators(y, m.Classes), 0)
		if err != nil {
			t.Fatal(err)
		}
		if want := o.Value(m.Theta); m.Report.Loss != want || m.Curve[len(m.Curve)-1].Loss != want || m.Report.Wrong != o.Wrong(m.Theta) {
			t.Errorf("decay %v: the report says %v, the curve %v, want a loss of %v", decay, m.Report, m.Curve, want)
		}
	}
}
