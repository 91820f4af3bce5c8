package network

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestPieces: where rows need much memory, fewer of them go through at a time, and nothing else changes.
func TestPieces(t *testing.T) {
	for name, n := range nets() {
		r := rand.New(rand.NewPCG(17, uint64(len(name))))
		x, y := normal(7, 60, r), targets(n, 7, r)
		theta, err := n.Start(Glorot, r)
		if err != nil {
			t.Fatal(err)
		}
		o, err := n.Objective(SquaredError, x, y, .1)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float64, len(theta))
		value := o.ValueGradient(want, theta)
		for _, rows := range []int{1, 2, 3} {
			o.pass.chunk = rows
			got := make([]float64, len(theta))
			if v := o.ValueGradient(got, theta); math.Abs(v-value) > 1e-13*value || math.Abs(o.Value(theta)-value) > 1e-13*value {
				t.Errorf("%s: %d rows at a time: %v, want %v", name, rows, v, value)
			}
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-13 {
					t.Fatalf("%s: %d rows at a time: derivative %d is %v, want %v", name, rows, i, got[i], want[i])
				}
			}
		}
	}
	for _, c := range []struct {
		side, patch, want int
	}{{8, 3, chunk}, {28, 5, chunk}, {256, 5, 1 << 28 / (2*256*256*25 + 3*256*256 + 3)}, {4096, 5, 1}} {
		n := Net{In: Shape{Rows: c.side, Cols: c.side}, Hidden: []Layer{{Kind: Shared, Patches: Patches{Side: c.patch, Pad: Same}}}, Outputs: 1}
		if p, err := n.plan(); err != nil || p.chunk != c.want || p.runnable() != nil {
			t.Errorf("pictures of side %d: %d rows at a time, want %d, %v", c.side, p.chunk, c.want, err)
		}
	}
}

// TestTooLarge: networks that can be counted, and that no row can go through.
func TestTooLarge(t *testing.T) {
	n := Net{In: Shape{Rows: 1 << 15, Cols: 1 << 15}, Hidden: []Layer{{Kind: Shared, Patches: Patches{Side: 3, Stride: 2}}, {Kind: Shared, Patches: Patches{Side: 1 << 13, Stride: 1 << 13}}}, Outputs: 1}
	want := 9 + 1 + 1<<26 + 1 + 2
	if err := n.Check(); err != nil || n.Params() != want {
		t.Errorf("%d weights, want %d, %v", n.Params(), want, err)
	}
	small := Net{In: Shape{Rows: 2, Cols: 2}, Hidden: []Layer{{Kind: Shared, Patches: Patches{Side: 1 << 15, Pad: Same}}}, Outputs: 2, Output: Softmax}
	x, y := mat.NewDense(2, 4, nil), mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	_, objective := small.Objective(CrossEntropy, x, y, 0)
	_, fit := Classifier{Hidden: small.Hidden, Rows: 2, Training: Training{Src: rand.NewPCG(1, 2)}}.Fit(x, []int{1, 2})
	for name, err := range map[string]error{"objective": objective, "fit": fit} {
		if !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongTrainings: limits that are never reached are no number that overflows.
func TestLongTrainings(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	x, y := normal(20, 2, r), make([]float64, 20)
	for i := range y {
		y[i] = 1 / (1 + math.Exp(-x.At(i, 0)))
	}
	for _, method := range Method(0).All() {
		m, err := Regressor{Output: Bernoulli, Training: Training{Method: method, Epochs: math.MaxInt, Src: r}}.Fit(x, y)
		if err != nil || m.Report.Stop == EpochLimit {
			t.Errorf("%v: %+v, %v", method, m, err)
		}
	}
	for _, v := range []float64{-1e-9, 1.5, 1e154} {
		y[3] = v
		if _, err := (Regressor{Output: Bernoulli, Training: Training{Src: r}}).Fit(x, y); !errors.Is(err, input.ErrParam) {
			t.Errorf("target %v of an output in (0, 1): %v", v, err)
		}
	}
}
