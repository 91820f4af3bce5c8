package linear

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// overlapping are n points in R^d, the classes a distance apart along the first axis, around a far origin.
func overlapping(n, d int, apart, origin float64, seed uint64) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(8, seed))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = 1 - 2*(i%2)
		for j := range d {
			x.Set(i, j, origin+r.NormFloat64())
		}
		x.Set(i, 0, x.At(i, 0)+apart*float64(y[i])/2)
	}
	return x, y
}

// TestSoftMarginIsHardMarginInMoreCoordinates compares with the largest margin when every observation has a coordinate of its own.
func TestSoftMarginIsHardMarginInMoreCoordinates(t *testing.T) {
	for seed := range uint64(20) {
		n, d, c := 20+int(seed), 1+int(seed%4), math.Pow(10, float64(seed%5)-2)
		x, y := overlapping(n, d, 1, 0, seed)
		long := mat.NewDense(n, d+n, nil)
		long.Copy(x)
		for i := range n {
			long.Set(i, d+i, float64(y[i])/math.Sqrt(c))
		}
		hard, err := HardMargin{}.Fit(long, y)
		if err != nil {
			t.Fatal(err)
		}
		want := hard.Hyperplane.Scale(1 / hard.Margin)
		m, err := SoftMargin{C: c}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if off := floats.Distance(m.W, want.W[:d], 2) + math.Abs(m.B-want.B); off > 1e-7*(1+floats.Norm(want.W, 2)) {
			t.Errorf("n = %d, d = %d, C = %g: %v, %v, want %v, %v", n, d, c, m.W, m.B, want.W[:d], want.B)
		}
		if got, want := m.Objective, 1/(2*hard.Margin*hard.Margin); math.Abs(got-want) > 1e-8*want {
			t.Errorf("n = %d, d = %d, C = %g: objective %v, want 1/(2 margin²) = %v", n, d, c, got, want)
		}
	}
}

// TestSoftMarginIsOptimal checks that the gradient vanishes: W = C Σ ξ_i y_i x_i, Σ ξ_i y_i = 0, with the slacks of the definition.
func TestSoftMarginIsOptimal(t *testing.T) {
	for i, c := range []float64{0, 1e-4, .1, 10, 1e4} {
		for _, n := range []int{2, 7, 100, 1000} {
			for _, origin := range []float64{0, 1e4} {
				x, y := overlapping(n, min(n-1, 5), 2, origin, uint64(i))
				m, err := SoftMargin{C: c}.Fit(x, y)
				if err != nil {
					t.Fatalf("n = %d, C = %g: %v", n, c, err)
				}
				price, balance := c, 0.0
				if c == 0 {
					price = 1
				}
				sum := make([]float64, len(m.W))
				for i, ξ := range m.Slack {
					if want := max(0, 1-float64(y[i])*m.Score(x.RawRowView(i))); math.Abs(ξ-want) > 1e-9 {
						t.Fatalf("n = %d, C = %g: slack %d is %v, want %v", n, c, i, ξ, want)
					}
					floats.AddScaled(sum, price*ξ*float64(y[i]), x.RawRowView(i))
					balance += price * ξ * float64(y[i])
				}
				size := 1 + price*floats.Sum(m.Slack)*(1+origin)
				if floats.Distance(sum, m.W, 2) > 1e-10*size || math.Abs(balance) > 1e-11*size {
					t.Errorf("n = %d, C = %g, origin %g: gradient %v, %v", n, c, origin, floats.Distance(sum, m.W, 2), balance)
				}
			}
		}
	}
}

func TestSoftMarginMovesWithTheData(t *testing.T) {
	x, y := overlapping(60, 3, 1, 0, 1)
	far, _ := overlapping(60, 3, 1, 1000, 1)
	m, err := SoftMargin{}.Fit(x, y)
	moved, err2 := SoftMargin{}.Fit(far, y)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if floats.Distance(m.W, moved.W, 2) > 1e-9 || math.Abs(m.B-1000*floats.Sum(m.W)-moved.B) > 1e-6 {
		t.Errorf("%v %v, moved by 1000: %v %v", m.W, m.B, moved.W, moved.B)
	}
}

func TestSoftMarginRefuses(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	for name, e := range map[string]struct {
		p    SoftMargin
		x    mat.Matrix
		y    []int
		want error
		text string
	}{
		"one class":  {SoftMargin{}, x, []int{1, 1, 1}, input.ErrOneClass, ""},
		"labels":     {SoftMargin{}, x, []int{0, 1, 1}, input.ErrLabel, ""},
		"shape":      {SoftMargin{}, x, []int{1}, input.ErrShape, ""},
		"C":          {SoftMargin{C: -1}, x, []int{1, -1, 1}, input.ErrParam, "SoftMargin.C"},
		"infinite C": {SoftMargin{C: math.Inf(1)}, x, []int{1, -1, 1}, input.ErrParam, "SoftMargin.C"},
		"C is NaN":   {SoftMargin{C: math.NaN()}, x, []int{1, -1, 1}, input.ErrParam, "SoftMargin.C"},
		"steps":      {SoftMargin{MaxSteps: -1}, x, []int{1, -1, 1}, input.ErrParam, "SoftMargin.MaxSteps"},
		"NaN":        {SoftMargin{}, mat.NewDense(3, 1, []float64{0, math.NaN(), 2}), []int{1, -1, 1}, input.ErrNotFinite, ""},
		"overflow":   {SoftMargin{}, mat.NewDense(3, 1, []float64{0, 1e200, 2}), []int{1, -1, 1}, input.ErrNotFinite, "too large"},
		"no data":    {SoftMargin{}, &mat.Dense{}, nil, input.ErrEmpty, ""},
		"few steps":  {SoftMargin{MaxSteps: 1}, mat.NewDense(4, 1, []float64{-9, -1, 1, 9}), []int{-1, -1, 1, 1}, nil, "SoftMargin.MaxSteps = 1"},
	} {
		_, err := e.p.Fit(e.x, e.y)
		if err == nil || (e.want != nil && !errors.Is(err, e.want)) || !strings.Contains(err.Error(), e.text) {
			t.Errorf("%s: %v, want %v %s", name, err, e.want, e.text)
		}
	}
}

func TestSoftMarginJSON(t *testing.T) {
	x, y := overlapping(10, 2, 1, 0, 3)
	m, err := SoftMargin{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back SoftMarginModel
	if err := json.Unmarshal(text, &back); err != nil || !floats.Equal(back.W, m.W) || back.B != m.B || back.Steps != m.Steps {
		t.Errorf("%s: %v", text, err)
	}
}

func ExampleSoftMargin() {
	x := mat.NewDense(4, 1, []float64{-2, 1, -1, 2}) // the inner two lie on the wrong side
	m, err := SoftMargin{}.Fit(x, []int{-1, -1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("w = %.4f, slacks %.4f\n", m.W[0], m.Slack)
	// Output: w = 0.1818, slacks [0.6364 1.1818 1.1818 0.6364]
}

// TestSoftMarginOfManyRows: W = C Σ ξ_i y_i x_i and Σ ξ_i y_i = 0 where the Newton step is a product of matrices.
func TestSoftMarginOfManyRows(t *testing.T) {
	x, y := randomSet(rand.New(rand.NewPCG(3, 9)), 3000, 20, 0)
	for i := range y {
		if i%5 == 0 {
			y[i] = -y[i]
		}
	}
	m, err := SoftMargin{C: .5}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	w, sum := make([]float64, 20), 0.0
	for i, s := range m.Slack {
		floats.AddScaled(w, .5*s*float64(y[i]), x.RawRowView(i))
		sum += s * float64(y[i])
	}
	if !floats.EqualApprox(w, m.W, 1e-9) || math.Abs(sum) > 1e-9 {
		t.Errorf("C Σ ξ y x = %v, w = %v, Σ ξ y = %v", w, m.W, sum)
	}
}
