package em

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
)

var (
	heads = []int{5, 9, 8, 4, 7}
	ten   = []int{10, 10, 10, 10, 10}
	genes = Linked{Fixed: []float64{.5, 0, 0, 0}, Yes: []float64{.25, 0, 0, .25}, No: []float64{0, .25, .25, 0}}
	count = []int{125, 18, 20, 34}
)

// TestTwoCoins: the numbers of V12a and V12b, which are those of Do and Batzoglou, What is the expectation maximization algorithm? (2008).
func TestTwoCoins(t *testing.T) {
	m, err := Coins{Start: []float64{.6, .5}, Even: true, Algorithm: Algorithm{Trace: true}}.Fit(heads, ten)
	if err != nil {
		t.Fatal(err)
	}
	for step, want := range map[int][]float64{1: {.713012, .581339}, 2: {.745292, .569256}, 3: {.768099, .549536}, 10: {.796744, .519659}} {
		testkit.Near(t, fmt.Sprintf("step %d", step), m.Trace[step][:2], want, 1e-6)
	}
	testkit.Near(t, "limit", append(slices.Clone(m.P), m.Weights...), []float64{.796789, .519583, .5, .5}, 1e-6)
	best := m.LogLikelihood[len(m.LogLikelihood)-1]
	c := m.Coefficients
	testkit.Near(t, "log likelihoods", []float64{m.LogLikelihood[0] + c, m.LogLikelihood[1] + c, best + c}, []float64{-11.320587, -10.085982, -9.796924}, 1e-6)
	r, err := (&CoinsModel{P: []float64{.6, .5}, Weights: []float64{.5, .5}, Rows: 5, LogLikelihood: []float64{0}}).Responsibilities(heads, ten)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{.449, .805, .733, .352, .647} {
		testkit.Near(t, "responsibility", []float64{r.At(i, 0)}, []float64{want}, 5e-4)
	}
	if m.AIC() != 4-2*(best+c) || m.BIC() != 2*math.Log(5)-2*(best+c) || m.Alike {
		t.Errorf("AIC %v, BIC %v, %v", m.AIC(), m.BIC(), m.Alike)
	}
	testkit.RoundTrip(t, m)
}

// TestLinkage: the numbers of V12c, the root of the quadratic equation, and the rate by three ways.
func TestLinkage(t *testing.T) {
	l := genes
	l.Trace = true
	m, err := l.Fit(count)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{.5, .608247, .624321, .626489, .626777, .626816} {
		testkit.Near(t, "iterate", m.Trace[i], []float64{want}, 1e-6)
	}
	root := (15 + math.Sqrt(15*15+4*197*68)) / (2 * 197)
	testkit.Near(t, "limit", []float64{m.P}, []float64{root}, 1e-10)
	testkit.Near(t, "rate of the run, missing information", []float64{m.Report.Rate, m.Missing()}, []float64{.1327783, .1327783}, 1e-5)
	q, err := genes.Problem(count)
	if err != nil {
		t.Fatal(err)
	}
	missing, err := MissingInformation(q, []float64{m.P})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "derivative of the step", []float64{missing.Rate}, []float64{m.Missing()}, 1e-8)
	testkit.RoundTrip(t, m)
}

// TestNoStepLowersTheLikelihood: of random mixtures of coins and random linked cells, of which Run would tell; and the end is a fixed point.
func TestNoStepLowersTheLikelihood(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		var h, n []int
		for range 12 {
			n = append(n, r.IntN(20))
			h = append(h, r.IntN(n[len(n)-1]+1))
		}
		c := Coins{K: 1 + int(seed%4), Even: seed%3 == 0, Restarts: 3, Algorithm: Algorithm{Trace: true, Tol: 1e-12, MaxIter: 100000}, Src: rand.NewPCG(seed, 2)}
		m, err := c.Fit(h, n)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(m.LogLikelihood); i++ {
			if m.LogLikelihood[i] < m.LogLikelihood[i-1]-1e-11*(1+math.Abs(m.LogLikelihood[i])) {
				t.Errorf("seed %d: step %d from %v to %v", seed, i, m.LogLikelihood[i-1], m.LogLikelihood[i])
			}
		}
		if slices.Max(m.Runs) != m.LogLikelihood[len(m.LogLikelihood)-1] || len(m.Runs) != 3 || len(m.Trace) != m.Report.Iterations+1 {
			t.Errorf("seed %d: %v, runs %v", seed, m.Report, m.Runs)
		}
		p, err := c.Problem(h, n)
		if err != nil {
			t.Fatal(err)
		}
		theta := slices.Concat(m.P, m.Weights)
		next := make([]float64, len(theta))
		p.Step(next, theta)
		testkit.Near(t, "fixed point", next, theta, 1e-7)
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		l, c := Linked{}, []int{}
		var yes, no, fixed float64
		for range 2 + seed%4 {
			l.Yes, l.No, l.Fixed, c = append(l.Yes, r.Float64()), append(l.No, r.Float64()), append(l.Fixed, r.Float64()), append(c, r.IntN(50)+1)
			yes, no, fixed = yes+l.Yes[len(l.Yes)-1], no+l.No[len(l.No)-1], fixed+l.Fixed[len(l.Fixed)-1]
		}
		for j := range l.Yes {
			l.Yes[j], l.No[j], l.Fixed[j] = .5*l.Yes[j]/yes, .5*l.No[j]/no, .5*l.Fixed[j]/fixed
		}
		l.Tol = 1e-12
		m, err := l.Fit(c)
		if err != nil {
			t.Fatal(err)
		}
		q, err := l.problem(c)
		if err != nil {
			t.Fatal(err)
		}
		for p := .005; p < 1; p += .01 {
			if v := q.LogLikelihood([]float64{p}); v > m.LogLikelihood[len(m.LogLikelihood)-1]+1e-9 {
				t.Errorf("seed %d: at %v %v, the end is %v at %v", seed, p, v, m.LogLikelihood[len(m.LogLikelihood)-1], m.P)
			}
		}
	}
}

// TestOneCoin has the share of all heads; K coins that are estimated from rows with one toss are not told apart.
func TestOneCoin(t *testing.T) {
	m, err := Coins{Start: []float64{.1}}.Fit(heads, ten)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "one coin", append(m.P, m.Weights...), []float64{.66, 1}, 1e-14)
	if m.Parameters() != 1 || m.Report.Iterations > 2 {
		t.Errorf("%d parameters, %v", m.Parameters(), m.Report)
	}
	even := []int{3, 3, 3}
	m, err = Coins{Start: []float64{.45, .55}, Even: true}.Fit(even, []int{6, 6, 6})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(m.P[0]-.5) > .01 || math.Abs(m.P[1]-.5) > .01 {
		t.Errorf("equal rows: %v", m.P)
	}
	sure, err := Coins{Start: []float64{.4, .6}}.Fit([]int{0, 10, 0, 10}, []int{10, 10, 10, 10})
	if err != nil || sure.P[0] > 1e-9 || sure.P[1] < 1-1e-9 {
		t.Errorf("coins with one side: %v (%v)", sure, err)
	}
	if border, err := genes.Fit([]int{10, 0, 0, 5}); err != nil || border.P < 1-1e-6 {
		t.Errorf("border: %+v (%v)", border, err)
	}
}

func TestMissingInformation(t *testing.T) {
	c := Coins{Start: []float64{.6, .5}, Even: true, Algorithm: Algorithm{Tol: 1e-13}}
	m, err := c.Fit(heads, ten)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Problem(heads, ten)
	if err != nil {
		t.Fatal(err)
	}
	missing, err := MissingInformation(p, slices.Concat(m.P, m.Weights))
	if err != nil {
		t.Fatal(err)
	}
	// the weights do not move, and their entries of the derivative are those of the identity
	a := missing.Jacobian
	trace, det := a[0][0]+a[1][1], a[0][0]*a[1][1]-a[0][1]*a[1][0]
	rate := trace/2 + math.Sqrt(trace*trace/4-det)
	second := trace - rate
	if testkit.Near(t, "rate", []float64{m.Report.Rate}, []float64{rate}, 5e-3); second < .2 || second > rate { // which is near, so that the run takes long to show the first alone
		t.Errorf("the other eigenvalue is %v", second)
	}
	if _, err := MissingInformation(p, []float64{.6, .5, .5, .5}); !errors.Is(err, input.ErrValue) {
		t.Errorf("no maximum: %v", err)
	}
	if _, err := MissingInformation(nil, []float64{1}); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no problem: %v", err)
	}
	if _, err := MissingInformation(p, nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no parameters: %v", err)
	}
}

// wrong is a problem whose steps go the wrong way, or to infinity.
type wrong float64

func (w wrong) LogLikelihood(theta []float64) float64 { return -theta[0] * theta[0] }
func (w wrong) Step(next, theta []float64)            { next[0] = float64(w) * (theta[0] + 1) }

func problem(c Coins) func() error {
	return func() error { _, err := c.Problem(heads, ten); return err }
}

func TestBadInput(t *testing.T) {
	for i, c := range []struct {
		err  func() error
		want error
	}{
		{func() error { _, err := Algorithm{}.Run(nil, []float64{1}); return err }, input.ErrEmpty},
		{func() error { _, err := Algorithm{}.Run(wrong(0), nil); return err }, input.ErrEmpty},
		{func() error { _, err := Algorithm{}.Run(wrong(0), []float64{math.NaN()}); return err }, input.ErrNotFinite},
		{func() error { _, err := Algorithm{}.Run(wrong(2), []float64{1}); return err }, ErrDecreased},
		{func() error { _, err := Algorithm{}.Run(wrong(math.Inf(1)), []float64{1}); return err }, input.ErrNotFinite},
		{func() error { _, err := Algorithm{}.Run(wrong(0), []float64{1e200}); return err }, input.ErrNotFinite},
		{func() error { _, err := Algorithm{MaxIter: -1}.Run(wrong(0), []float64{1}); return err }, input.ErrParam},
		{func() error { _, err := Algorithm{Tol: math.NaN()}.Run(wrong(0), []float64{1}); return err }, input.ErrParam},
		{coins(Coins{}), input.ErrParam},
		{coins(Coins{K: 2}), input.ErrParam},
		{problem(Coins{K: -3}), input.ErrParam},
		{problem(Coins{}), input.ErrParam},
		{problem(Coins{K: math.MaxInt}), input.ErrParam},
		{problem(Coins{K: 3, Start: []float64{.1, .2}}), input.ErrShape},
		{coins(Coins{K: 3, Start: []float64{.1, .2}}), input.ErrShape},
		{coins(Coins{Start: []float64{.5, .5}}), input.ErrParam},
		{coins(Coins{Start: []float64{0, .5}}), input.ErrParam},
		{coins(Coins{Start: []float64{.4, .5}, Restarts: 2}), input.ErrParam},
		{coins(Coins{Start: []float64{.4, .5}, Weights: []float64{1, 0}}), input.ErrParam},
		{coins(Coins{Start: []float64{.4, .5}, Weights: []float64{1}}), input.ErrShape},
		{coins(Coins{Start: []float64{.4, math.NaN()}}), input.ErrParam},
		{func() error { _, err := Coins{Start: []float64{.4}}.Fit(nil, nil); return err }, input.ErrShape},
		{func() error { _, err := Coins{Start: []float64{.4}}.Fit([]int{3}, []int{2}); return err }, input.ErrValue},
		{func() error { _, err := Coins{Start: []float64{.4}}.Fit([]int{0}, []int{0}); return err }, input.ErrEmpty},
		{cells(genes, 1, 2, 3), input.ErrShape},
		{cells(genes, 1, 2, 3, -4), input.ErrValue},
		{cells(genes, 0, 0, 0, 0), input.ErrEmpty},
		{cells(Linked{Fixed: []float64{.5, .5}, Yes: []float64{.25, 0}, No: []float64{0, .25}}, 1, 1), input.ErrParam},
		{cells(Linked{Fixed: []float64{1, -.5}, Yes: []float64{.5, 0}, No: []float64{0, .5}}, 1, 1), input.ErrParam},
		{cells(Linked{Fixed: []float64{0, 0}, Yes: []float64{.5, .5}, No: []float64{.5, .5}}, 1, 1), input.ErrEmpty},
		{cells(Linked{Fixed: []float64{0, 0, 0}, Yes: []float64{1, 0, 0}, No: []float64{0, 1, 0}}, 1, 1, 1), input.ErrValue},
		{cells(Linked{Start: 1, Fixed: genes.Fixed, Yes: genes.Yes, No: genes.No}, count...), input.ErrParam},
		{func() error { _, err := (*CoinsModel)(nil).Responsibilities(heads, ten); return err }, input.ErrEmpty},
		{func() error { _, err := (&CoinsModel{}).Responsibilities(heads, ten); return err }, input.ErrShape},
		{func() error {
			_, err := (&CoinsModel{P: []float64{0}, Weights: []float64{1}, Rows: 1, LogLikelihood: []float64{0}}).Responsibilities(heads, ten)
			return err
		}, input.ErrNotFinite},
	} {
		if err := c.err(); !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "em: ") {
			t.Errorf("case %d: %v, want %v", i, err, c.want)
		}
	}
	for _, m := range []*CoinsModel{nil, {}} {
		if !math.IsNaN(m.AIC()) || !math.IsNaN(m.BIC()) || m.Parameters() != 0 {
			t.Errorf("%v: AIC %v, BIC %v", m, m.AIC(), m.BIC())
		}
	}
	if !math.IsNaN((*LinkedModel)(nil).Missing()) || !math.IsNaN((&LinkedModel{}).Missing()) {
		t.Error("missing information of no model")
	}
}

func coins(c Coins) func() error {
	return func() error { _, err := c.Fit(heads, ten); return err }
}

func cells(l Linked, counts ...int) func() error {
	return func() error { _, err := l.Fit(counts); return err }
}

func TestProcessors(t *testing.T) {
	testkit.Processors(t, "coins", func() []float64 {
		m, err := Coins{K: 2, Src: rand.NewPCG(1, 1)}.Fit(heads, ten)
		if err != nil {
			t.Fatal(err)
		}
		return append(m.P, m.Weights...)
	})
}

func BenchmarkCoins(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	h, n := make([]int, 10000), slices.Repeat([]int{20}, 10000)
	for i := range h {
		p := .3 + .4*float64(r.IntN(2))
		for range 20 {
			if r.Float64() < p {
				h[i]++
			}
		}
	}
	b.Run("n=10000/K=2", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := (Coins{Start: []float64{.4, .6}}).Fit(h, n); err != nil {
				b.Fatal(err)
			}
		}
	})
}
