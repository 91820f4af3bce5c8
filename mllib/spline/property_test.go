package spline

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// learners are all kinds and choices.
func learners() []Smoothing {
	var all []Smoothing
	for _, kind := range Kind(0).All() {
		for _, pinned := range []bool{false, true} {
			for _, choice := range Choice(0).All() {
				p := Smoothing{Kind: kind, Pinned: pinned, Choose: choice}
				switch choice {
				case Given:
					p.Lambda = .01
				case DegreesOfFreedom:
					p.DF = 5.5
				}
				all = append(all, p)
			}
		}
	}
	return all
}

func name(p Smoothing) string { return fmt.Sprintf("%v, pinned %v, %v", p.Kind, p.Pinned, p.Choose) }

// TestOrder: rows in another order give the same bits, but for ties, whose mean is summed in another one.
func TestOrder(t *testing.T) {
	x, y, w := sample(1, 40, false)
	perm := rand.New(rand.NewPCG(3, 3)).Perm(len(x))
	take := func(v []float64) (u []float64) {
		for _, i := range perm {
			u = append(u, v[i])
		}
		return u
	}
	for _, p := range learners() {
		a, b := must(p.FitWeighted(Matrix(x), y, w)), must(p.FitWeighted(Matrix(take(x)), take(y), take(w)))
		if !testkit.Bits(a.Values, b.Values) || !testkit.Bits(a.Slopes, b.Slopes) || a.Lambda != b.Lambda {
			t.Errorf("%s: another order of the rows gives another model", name(p))
		}
		da, db := must(a.DiagnoseWeighted(Matrix(x), y, w)), must(b.DiagnoseWeighted(Matrix(take(x)), take(y), take(w)))
		if !testkit.Bits(take(da.LeaveOneOut), db.LeaveOneOut) {
			t.Errorf("%s: leave-one-out errors are not in the order of the rows", name(p))
		}
	}
}

// TestMirror: the mirror image of the data gives that of the curve.
func TestMirror(t *testing.T) {
	x, y, w := sample(2, 30, true)
	back := slices.Clone(x)
	floats.Scale(-1, back)
	for _, p := range learners() {
		if p.Pinned {
			continue
		}
		a, b := must(p.FitWeighted(Matrix(x), y, w)), must(p.FitWeighted(Matrix(back), y, w))
		grid := []float64{-.3, .1, .23, .5, .99, 1.7}
		for _, v := range grid {
			for order := range 3 {
				sign := 1 - 2*float64(order%2)
				testkit.Near(t, fmt.Sprintf("%s: derivative %d at %v", name(p), order, v), []float64{sign * b.Derivative(order, -v)}, []float64{a.Derivative(order, v)}, 1e-4)
			}
		}
	}
}

// TestUnits: in other units of x, y and w the curve is the same, as far as float64 reaches; and so it is around another origin.
func TestUnits(t *testing.T) {
	x, y, w := sample(3, 30, true)
	for _, p := range learners() {
		a := must(p.FitWeighted(Matrix(x), y, w))
		for _, u := range []struct{ x, y, w, shift, level, tolerance float64 }{
			{1e60, 1, 1, 0, 0, 1e-6}, {1e-60, 1, 1, 0, 0, 1e-6}, {1, 1e100, 1, 0, 0, 1e-6}, {1, 1e-100, 1e50, 0, 0, 1e-6}, {1e-3, 1e7, 1e-150, 0, 0, 1e-6}, {1, 1, 1, 1e6, 1e6, 1e-4},
		} {
			if p.Pinned && u.shift != 0 {
				continue
			}
			q := p
			q.Lambda *= math.Pow(u.x, float64(2*orderOf(p.Kind)-1)) * u.w
			x2, y2, w2 := slices.Clone(x), slices.Clone(y), slices.Clone(w)
			for i := range x {
				x2[i], y2[i], w2[i] = x[i]*u.x+u.shift, y[i]*u.y+u.level, w[i]*u.w
			}
			b, err := q.FitWeighted(Matrix(x2), y2, w2)
			if err != nil {
				t.Errorf("%s, units %v: %v", name(p), u, err)
				continue
			}
			got := []float64{b.DF}
			want := []float64{a.DF}
			for _, v := range []float64{.1, .3, .77, 1, 2} {
				got, want = append(got, (b.At(v*u.x+u.shift)-u.level)/u.y), append(want, a.At(v))
			}
			testkit.Near(t, fmt.Sprintf("%s, units %v", name(p), u), got, want, max(u.tolerance, 1e-9))
		}
	}
}

// TestWeights: a weight of 3 is three equal rows to the curve, and a row of weight 0 nothing.
func TestWeights(t *testing.T) {
	x, y, _ := sample(4, 20, false)
	w := make([]float64, len(x))
	var x3, y3 []float64
	for i := range x {
		w[i] = float64(i % 4)
		for range i % 4 {
			x3, y3 = append(x3, x[i]), append(y3, y[i])
		}
	}
	for _, p := range learners() {
		if p.Choose != Given && p.Choose != DegreesOfFreedom {
			continue // rows that are there three times are three observations to what chooses λ
		}
		a, b := must(p.FitWeighted(Matrix(x), y, w)), must(p.Fit(Matrix(x3), y3))
		testkit.Near(t, name(p), a.Values, b.Values, 1e-9)
		d := must(a.DiagnoseWeighted(Matrix(x), y, w))
		if d.Leverages[4] != 0 || math.Abs(d.Residuals[4]-y[4]+a.At(x[4])) > 1e-15 || d.LeaveOneOut[4] != d.Residuals[4] {
			t.Errorf("%s: row of weight 0: %v, %v, %v", name(p), d.Leverages[4], d.Residuals[4], d.LeaveOneOut[4])
		}
	}
}

// TestLeaveOneOut: the errors are those of curves that were fitted without the observation, also at equal x.
func TestLeaveOneOut(t *testing.T) {
	x, y, w := sample(5, 18, true)
	without := func(v []float64, i int) []float64 { return slices.Delete(slices.Clone(v), i, i+1) }
	for _, p := range learners() {
		if p.Choose != Given {
			continue
		}
		m := must(p.FitWeighted(Matrix(x), y, w))
		d := must(m.DiagnoseWeighted(Matrix(x), y, w))
		want := make([]float64, len(x))
		for i := range x {
			want[i] = y[i] - must(p.FitWeighted(Matrix(without(x, i)), without(y, i), without(w, i))).At(x[i])
		}
		testkit.Near(t, name(p), d.LeaveOneOut, want, 1e-11)
		testkit.Near(t, name(p)+": trace", []float64{floats.Sum(d.Leverages)}, []float64{m.DF}, 1e-12)
		for i, h := range d.Leverages { // of the covariance σ²SW⁻¹ of f given the data
			testkit.Near(t, name(p)+": standard error", []float64{d.StdErr[i]}, []float64{m.Sigma * math.Sqrt(h/w[i])}, 1e-12)
		}
	}
}

// TestChoices: no λ of a fine grid is better than the one that was chosen, and degrees of freedom come out.
func TestChoices(t *testing.T) {
	for seed := range uint64(4) {
		x, y, w := sample(10+seed, 60, seed%2 == 0)
		for _, p := range learners() {
			m := must(p.FitWeighted(Matrix(x), y, w))
			value := func(c Criteria) float64 {
				switch p.Choose {
				case GCV:
					return c.GCV
				case LeaveOneOut:
					return c.LeaveOneOut
				case Likelihood:
					return -c.LogLikelihood
				}
				return 0
			}
			if p.Choose == DegreesOfFreedom {
				testkit.Near(t, name(p), []float64{m.DF}, []float64{p.DF}, 1e-9)
			}
			for e := -20.0; e < 10; e++ {
				q := p
				q.Choose, q.DF, q.Lambda = Given, 0, math.Pow(10, e)
				other := must(q.FitWeighted(Matrix(x), y, w))
				if got, best := value(other.Criteria), value(m.Criteria); got < best-1e-8*math.Abs(best) {
					t.Errorf("seed %d, %s: λ = %v has %v, λ = %v only %v", seed, name(p), q.Lambda, got, m.Lambda, best)
				}
			}
		}
	}
}

// TestTrends: constants and straight lines cost nothing, so they come back for any λ, and the search ends.
func TestTrends(t *testing.T) {
	x, _, w := sample(6, 25, true)
	line, constant := make([]float64, len(x)), make([]float64, len(x))
	for i, v := range x {
		line[i], constant[i] = 3-2*v, 7
	}
	for _, p := range learners() {
		if p.Pinned {
			continue
		}
		y := line
		if p.Kind == Linear {
			y = constant
		}
		m := must(p.FitWeighted(Matrix(x), y, w))
		testkit.Near(t, name(p), must(m.Predict(Matrix(x))), y, 1e-14)
		if m.RSS > 1e-25 || m.Penalty > 1e-20 {
			t.Errorf("%s: RSS %v, penalty %v", name(p), m.RSS, m.Penalty)
		}
	}
}

// TestFew: one, two and three points.
func TestFew(t *testing.T) {
	fit := func(p Smoothing, v ...float64) *Model {
		x, y := []float64{}, []float64{}
		for i, u := range v {
			x, y = append(x, float64(i+1)), append(y, u)
		}
		return must(p.Fit(Matrix(x), y))
	}
	given := func(kind Kind, pinned bool, lambda float64) Smoothing {
		return Smoothing{Kind: kind, Pinned: pinned, Choose: Given, Lambda: lambda}
	}
	one := fit(given(Linear, false, 2), 5)
	if one.At(-3) != 5 || one.At(9) != 5 || one.DF != 1 {
		t.Errorf("one point: %+v", one)
	}
	// f(1) minimises (5 − f)² + λf²/1, with the kernel 1 at x = 1; of the cubic kernel, 1/3
	if f := fit(given(Linear, true, 2), 5); math.Abs(f.At(1)-5/3.) > 1e-15 || math.Abs(f.At(.5)-5/6.) > 1e-15 || f.At(4) != f.At(1) {
		t.Errorf("one point, pinned: %v, %v, %v", f.At(1), f.At(.5), f.At(4))
	}
	if f := fit(given(Cubic, true, 2), 5); math.Abs(f.At(1)-5/7.) > 1e-15 || math.Abs(f.At(.5)-15/7.*(.125-.125/6)) > 1e-15 || f.At(0) != 0 || math.Abs(f.Derivative(1, 0)) > 1e-15 || !math.IsNaN(f.At(-1)) {
		t.Errorf("one point, pinned cubic: %v, %v", f.At(1), f.At(.5))
	}
	for _, lambda := range []float64{0, 1, 1e200} {
		if two := fit(given(Cubic, false, lambda), 5, 8); math.Abs(two.At(3)-11) > 1e-14 || two.DF != 2 || two.GCV != 0 {
			t.Errorf("two points, λ = %v: %v %+v", lambda, two.At(3), two.Criteria)
		}
	}
	// three points at 1, 2, 3: second difference d = 1 − 2·5 + 3 = −6, R = 2/3, QᵀQ = 6
	for _, lambda := range []float64{0, .5, 7} {
		three := fit(given(Cubic, false, lambda), 1, 5, 3)
		gamma := -6 / (2/3. + 6*lambda)
		testkit.Near(t, fmt.Sprintf("three points, λ = %v", lambda), append(three.Values, three.Second[1]), []float64{1 - lambda*gamma, 5 + 2*lambda*gamma, 3 - lambda*gamma, gamma}, 1e-14)
	}
}

// TestInterpolate: the curve goes through the points; the linear one is straight between them, and no function through them has less ∫f'² than N5.4q says.
func TestInterpolate(t *testing.T) {
	x, y := []float64{3, 1, 4, 2}, []float64{2, 0, 8, 1}
	f := must(Interpolate(Linear, x, y))
	testkit.Near(t, "linear", must(f.Predict(Matrix([]float64{0, 1, 1.5, 2.25, 3.5, 4, 9}))), []float64{0, 0, .5, 1.25, 5, 8, 8}, 1e-15)
	var alternating, labels []float64
	n := 4
	for i := 1; i <= n; i++ {
		alternating, labels = append(alternating, float64(2*i-1)/float64(2*n-1)), append(labels, float64(1-2*((i-1)%2)))
	}
	m := must(Smoothing{Kind: Linear, Pinned: true, Choose: Given}.Fit(Matrix(alternating), labels))
	testkit.Near(t, "N5.4q: (2n − 1)²", []float64{m.Penalty}, []float64{49}, 1e-12)
	c := must(Interpolate(Cubic, x, y))
	if got := must(c.Predict(Matrix(x))); !testkit.Bits(got, y) {
		t.Errorf("cubic: %v at the points, want %v", got, y)
	}
}

// TestSmooth: a cubic spline has two continuous derivatives, and natural ends.
func TestSmooth(t *testing.T) {
	x, y, w := sample(7, 50, false)
	m := must(Smoothing{Choose: Given, Lambda: 1e-5}.FitWeighted(Matrix(x), y, w))
	n := len(m.Knots)
	for i := range n - 1 {
		h := m.Knots[i+1] - m.Knots[i]
		for order := range 3 {
			left := taylor(order, h, m.Values[i], m.Slopes[i], m.Second[i], m.Third[i])
			right := taylor(order, 0, m.Values[i+1], m.Slopes[i+1], m.Second[i+1], 0)
			testkit.Near(t, fmt.Sprintf("knot %d, derivative %d", i+1, order), []float64{left}, []float64{right}, 1e-9)
		}
	}
	if m.Second[0] != 0 || m.Second[n-1] != 0 || m.Derivative(2, m.Knots[0]-1) != 0 || m.Derivative(1, 9) != m.Slopes[n-1] {
		t.Error("the ends are not natural")
	}
}

func TestJSON(t *testing.T) {
	x, y, w := sample(8, 15, true)
	for _, p := range learners() {
		if back := testkit.RoundTrip(t, &p); *back != p {
			t.Errorf("%v came back as %v", p, *back)
		}
		m := must(p.FitWeighted(Matrix(x), y, w))
		back := testkit.RoundTrip(t, m)
		if back.At(.4) != m.At(.4) {
			t.Errorf("%s: f(.4) is %v, %v before", name(p), back.At(.4), m.At(.4))
		}
	}
	if text, _ := json.Marshal(Smoothing{}); string(text) != `{"Kind":"cubic","Pinned":false,"Choose":"gcv","Lambda":0,"DF":0}` {
		t.Errorf("parameters: %s", text)
	}
}

// TestContract: a spline goes through cross-validation, as it is, and takes a matrix in any form.
func TestContract(t *testing.T) {
	x, y, _ := sample(9, 40, true)
	before := slices.Clone(y)
	p := Smoothing{Choose: Given, Lambda: .01}
	cv, err := validate.CrossValidate(&data.Regression{X: Matrix(x), Y: y}, validate.LeaveOneOut(len(y)), p)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(y, before) {
		t.Error("y was changed")
	}
	testkit.Near(t, "mean squared leave-one-out error", []float64{cv.Losses.Mean()}, []float64{must(p.Fit(Matrix(x), y)).LeaveOneOut}, 1e-12)
	testkit.Views(t, "spline", Matrix(x), func(x mat.Matrix) (any, error) { return Smoothing{}.Fit(x, y) })
}
