package derive

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
	"github.com/mercer-go/mercer/display/internal/send"
)

// run is the perceptron after t updates on data with margin gamma in a ball of radius R.
type run struct {
	w, star  []float64
	t        int
	gamma, R float64
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// perceptronRun draws data that star separates and runs the perceptron for some passes.
func perceptronRun(r *rand.Rand) run {
	angle := 2 * math.Pi * r.Float64()
	p := run{w: []float64{0, 0}, star: []float64{math.Cos(angle), math.Sin(angle)}, gamma: math.Inf(1)}
	var x [][]float64
	var y []float64
	for len(x) < 20 {
		v := []float64{r.NormFloat64(), r.NormFloat64()}
		if m := dot(v, p.star); math.Abs(m) > 0.1 {
			x, y = append(x, v), append(y, math.Copysign(1, m))
			p.gamma, p.R = min(p.gamma, math.Abs(m)), max(p.R, math.Sqrt(dot(v, v)))
		}
	}
	for range 10 {
		for i := range x {
			if y[i]*dot(p.w, x[i]) <= 0 {
				p.w[0], p.w[1], p.t = p.w[0]+y[i]*x[i][0], p.w[1]+y[i]*x[i][1], p.t+1
			}
		}
	}
	return p
}

func novikoff() *Derivation[run] {
	d := New("Novikoff's bound", Sample(1, 200, perceptronRun))
	d.Say(`Let $\|w^*\| = 1$ separate the data with margin $\gamma$.`)
	d.Line(`\langle w_t, w^*\rangle`, func(p run) float64 { return dot(p.w, p.star) }).
		Ge(`t\gamma`, func(p run) float64 { return float64(p.t) * p.gamma }, `each update adds at least $\gamma$`)
	d.Line(`\|w_t\|^2`, func(p run) float64 { return dot(p.w, p.w) }).
		Le(`tR^2`, func(p run) float64 { return float64(p.t) * p.R * p.R }, `no update adds more than $R^2$`)
	d.Line(`t\gamma`, func(p run) float64 { return float64(p.t) * p.gamma }).
		Le(`\langle w_t, w^*\rangle`, func(p run) float64 { return dot(p.w, p.star) }, "the first line").
		Le(`\|w_t\|`, func(p run) float64 { return math.Sqrt(dot(p.w, p.w)) }, "Cauchy–Schwarz").
		Le(`\sqrt t\,R`, func(p run) float64 { return math.Sqrt(float64(p.t)) * p.R }, "the second line")
	d.So(`t \le (R/\gamma)^2`, func(p run) bool { return float64(p.t) <= p.R*p.R/(p.gamma*p.gamma) }, `divide by $\sqrt t\,\gamma$ & square`)
	return d
}

func TestNovikoff(t *testing.T) {
	d := novikoff()
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "novikoff_golden.md", d.evaluate().markdown())
	golden.Check(t, "novikoff_golden.txt", d.evaluate().text())
}

func square(x float64) float64 { return x * x }

// wrong claims (a+b)² = a² + b².
func wrong() *Derivation[[2]float64] {
	type p = [2]float64
	d := New("A wrong square", Cases(p{0, 1}, p{1, 2}, p{3, 4}))
	d.Line("(a+b)^2", func(p p) float64 { return square(p[0] + p[1]) }).
		Eq("a^2 + b^2", func(p p) float64 { return square(p[0]) + square(p[1]) }, "100% wrong_")
	return d
}

func TestCounterexample(t *testing.T) {
	r := wrong().evaluate()
	golden.Check(t, "wrong_golden.md", r.markdown())
	golden.Check(t, "wrong_golden.txt", r.text())
	err := wrong().Err()
	if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "[1 2]") {
		t.Errorf("error %v", err)
	}
}

func TestCheckFailsTheCell(t *testing.T) {
	defer func() {
		err, _ := recover().(error)
		var failed *send.Error
		if !errors.As(err, &failed) || failed.Name != "DerivationFailed" || !strings.Contains(failed.Trace, "✗") {
			t.Errorf("panic %v", err)
		}
	}()
	wrong().Check()
}

type dense [][]float64

func (d dense) Dims() (r, c int)    { return len(d), len(d[0]) }
func (d dense) At(i, j int) float64 { return d[i][j] }

// TestHolds has for each relation derivations that hold and that do not.
func TestHolds(t *testing.T) {
	id := func(x float64) float64 { return x }
	plus := func(d float64) func(float64) float64 { return func(x float64) float64 { return x + d } }
	points := Grid(-1, 1, 5)
	for _, c := range []struct {
		name string
		want bool
		say  func(d *Derivation[float64])
	}{
		{"=", true, func(d *Derivation[float64]) { d.Line("x", id).Eq("x", plus(1e-12), "") }},
		{"= not", false, func(d *Derivation[float64]) { d.Line("x", id).Eq("x", plus(1e-6), "") }},
		{"≤", true, func(d *Derivation[float64]) { d.Line("x", id).Le("x", id, "") }},
		{"≤ not", false, func(d *Derivation[float64]) { d.Line("x", id).Le("x", plus(-1e-6), "") }},
		{"≥", true, func(d *Derivation[float64]) { d.Line("x", id).Ge("x", plus(-1), "") }},
		{"≥ not", false, func(d *Derivation[float64]) { d.Line("x", id).Ge("x", plus(1), "") }},
		{"<", true, func(d *Derivation[float64]) { d.Line("x", id).Lt("x", plus(1), "") }},
		{"< not", false, func(d *Derivation[float64]) { d.Line("x", id).Lt("x", id, "") }},
		{">", true, func(d *Derivation[float64]) { d.Line("x", id).Gt("x", plus(-1), "") }},
		{"> not", false, func(d *Derivation[float64]) { d.Line("x", id).Gt("x", id, "") }},
		{"≈", true, func(d *Derivation[float64]) { d.Line("x", id).Approx("x", plus(0.01), 0.01, "") }},
		{"≈ not", false, func(d *Derivation[float64]) { d.Line("x", id).Approx("x", plus(0.1), 0.01, "") }},
		{"≈ with an infinite tolerance", false, func(d *Derivation[float64]) { d.Line("x", id).Approx("x", plus(1), math.Inf(1), "") }},
		{"NaN", false, func(d *Derivation[float64]) { d.Line("x", math.Sqrt).Eq("x", math.Sqrt, "") }},
		{"infinite", false, func(d *Derivation[float64]) {
			d.Line("1/x", func(x float64) float64 { return 1 / x }).Le("x", func(float64) float64 { return math.Inf(1) }, "")
		}},
		{"NaN in the first line", false, func(d *Derivation[float64]) { d.Line("x", math.Log) }},
		{"vectors", true, func(d *Derivation[float64]) {
			v := func(x float64) []float64 { return []float64{x, 1} }
			d.Vector("v", v).Eq("v", v, "")
		}},
		{"vectors not", false, func(d *Derivation[float64]) {
			d.Vector("v", func(x float64) []float64 { return []float64{x, 1} }).Eq("v", func(x float64) []float64 { return []float64{x, 2} }, "")
		}},
		{"vectors of two lengths", false, func(d *Derivation[float64]) {
			d.Vector("v", func(x float64) []float64 { return []float64{x, 1} }).Eq("v", func(x float64) []float64 { return []float64{x} }, "")
		}},
		{"matrices", true, func(d *Derivation[float64]) {
			m := func(x float64) Matrix { return dense{{x, 1}} }
			d.Matrix("M", m).Eq("M", m, "")
		}},
		{"nil matrix", false, func(d *Derivation[float64]) {
			m := func(x float64) Matrix { return nil }
			d.Matrix("M", m).Eq("M", m, "")
		}},
		{"statement", true, func(d *Derivation[float64]) { d.So("x < 2", func(x float64) bool { return x < 2 }, "") }},
		{"statement not", false, func(d *Derivation[float64]) { d.Given("x < 1", func(x float64) bool { return x < 1 }, "") }},
		{"equivalent", true, func(d *Derivation[float64]) {
			d.Either("x > 0", func(x float64) bool { return x > 0 }).Iff("2x > 0", func(x float64) bool { return 2*x > 0 }, "")
		}},
		{"not equivalent", false, func(d *Derivation[float64]) {
			d.Either("x > 0", func(x float64) bool { return x > 0 }).Iff("x ≥ 0", func(x float64) bool { return x >= 0 }, "")
		}},
		{"equivalent to nothing", false, func(d *Derivation[float64]) { d.Iff("x", func(float64) bool { return true }, "") }},
		{"nil function", false, func(d *Derivation[float64]) { d.Line("x", id).Eq("x", nil, "") }},
		{"nil statement", false, func(d *Derivation[float64]) { d.So("x", nil, "") }},
		{"nothing", false, func(d *Derivation[float64]) { d.Say("words") }},
		{"an open statement only", false, func(d *Derivation[float64]) { d.Either("x", func(float64) bool { return true }) }},
		{"tolerance NaN", false, func(d *Derivation[float64]) { d.Tol(math.NaN()).Line("x", id).Eq("x", id, "") }},
	} {
		d := New(c.name, points)
		c.say(d)
		err := d.Err()
		if (err == nil) != c.want {
			t.Errorf("%s: error %v, want none: %t", c.name, err, c.want)
		}
		if text := d.evaluate().markdown(); strings.Contains(text, "✗") == c.want {
			t.Errorf("%s: shown as\n%s", c.name, text)
		}
	}
}

func TestNoPoints(t *testing.T) {
	d := New("none", Cases[int]())
	d.Line("x", func(int) float64 { return 0 }).Eq("y", func(int) float64 { return 0 }, "")
	if d.Err() == nil {
		t.Error("a derivation without points holds")
	}
}

func TestSampleIsRepeatable(t *testing.T) {
	draw := func(r *rand.Rand) float64 { return r.NormFloat64() }
	a, b := Sample(3, 10, draw), Sample(3, 10, draw)
	for i := range a.Values {
		if a.Values[i] != b.Values[i] {
			t.Fatal("two samples of one seed differ")
		}
	}
}
