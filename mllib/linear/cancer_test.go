package linear_test

import (
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestBreastCancerIsSeparable: the columns as they are, from 0.05 to 4,000, and standardised. The margins are those of package svm, by another form of the problem.
func TestBreastCancerIsSeparable(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	s := data.BreastCancer()
	y, _, err := label.Encode(s.Y, label.Signed)
	if err != nil {
		t.Fatal(err)
	}
	z, err := data.Standardize{}.Fit(s.X)
	if err != nil {
		t.Fatal(err)
	}
	even, err := z.Apply(s.X)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x      *mat.Dense
		margin float64
	}{{s.X, 4.1371368425e-05}, {even, math.NaN()}} {
		least := func(h linear.Hyperplane) float64 {
			v := math.Inf(1)
			for i, sign := range y {
				v = min(v, float64(sign)*(floats.Dot(h.W, c.x.RawRowView(i))+h.B))
			}
			return v
		}
		m, err := linear.HardMargin{}.Fit(c.x, y)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(m.Margin/c.margin-1) > 1e-7 || math.Abs(least(m.Hyperplane)/m.Margin-1) > 1e-4 {
			t.Errorf("margin %v, least score %v, want %v", m.Margin, least(m.Hyperplane), c.margin)
		}
		w := make([]float64, len(m.W)) // W ∝ Σ α_i y_i x_i
		for i, a := range m.Alpha {
			floats.AddScaled(w, a*float64(y[i]), c.x.RawRowView(i))
		}
		floats.Scale(1/(2*m.Margin), w)
		if d := floats.Distance(w, m.W, 2); d > 1e-3 {
			t.Errorf("Σ α_i y_i x_i is %v from 2·margin·W, in units of it", d)
		}
		s, err := linear.Separate(c.x, y, false)
		if err != nil || !s.Separable {
			t.Fatalf("%+v, %v", s, err)
		}
		if v := least(s.Hyperplane); !(v > 0) || math.Abs(v/s.Slack-1) > 1e-4 {
			t.Errorf("least score %v, slack %v", v, s.Slack)
		}
	}
}
