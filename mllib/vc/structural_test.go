package vc_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/vc"
	"gonum.org/v1/gonum/mat"
)

var (
	dimensions = []int{1, 2, 3, 4, 5}
	best       = []float64{.5, .3, .3, .1, .1}
)

// TestChoose: the numbers of the curriculum (N11.2e), with the whole alpha for each class.
func TestChoose(t *testing.T) {
	c, err := vc.Penalty{Each: true}.Choose(1000, dimensions, best)
	if err != nil || c.Best != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	for r, want := range []float64{1.1193, 1.0775, 1.2087, 1.1231, 1.2260} {
		if math.Abs(c.Levels[r].Bound-want) > 5.1e-5 {
			t.Errorf("class %d: %v, want %v", r, c.Levels[r].Bound, want)
		}
	}
	if c, _ := (vc.Penalty{Each: true}).Choose(5000, dimensions, best); c.Best != 3 || math.Abs(c.Chosen().Bound-.6005) > 5.1e-5 {
		t.Errorf("n = 5000: %+v", c)
	}
	first := 0
	for n := 1000; first == 0; n++ {
		if c, _ := (vc.Penalty{Each: true}).Choose(n, dimensions, best); c.Best == 3 {
			first = n
		}
	}
	if first != 1638 {
		t.Errorf("class 3 is chosen from n = %d on, want 1638", first)
	}
	// shared alpha pays more, sharp growth and the coins less
	each, _ := vc.Penalty{Each: true}.Choose(1000, dimensions, best)
	shared, _ := vc.Penalty{}.Choose(1000, dimensions, best)
	sharp, _ := vc.Penalty{Sharp: true}.Choose(1000, dimensions, best)
	coins, _ := vc.Penalty{Theorem: vc.Coins}.Choose(1000, dimensions, best)
	for r := range best {
		if !(each.Levels[r].Radius < shared.Levels[r].Radius && sharp.Levels[r].Radius <= shared.Levels[r].Radius*(1+1e-12) && coins.Levels[r].Radius < sharp.Levels[r].Radius) {
			t.Errorf("class %d: radii %v, %v, %v, %v", r, each.Levels[r], shared.Levels[r], sharp.Levels[r], coins.Levels[r])
		}
	}
	testkit.RoundTrip(t, c)
}

func quarters(r *rand.Rand, n int) (*mat.Dense, []int) {
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		v := r.Float64()
		x.Set(i, 0, v)
		y[i] = int(4*v) % 2
		if r.Float64() < .1 {
			y[i] = 1 - y[i]
		}
	}
	return x, y
}

func sequence() vc.Structural[*erm.SwitchesModel] {
	s := vc.Structural[*erm.SwitchesModel]{Dimensions: dimensions}
	for r := range dimensions {
		s.Learners = append(s.Learners, erm.Switches{Most: r})
	}
	return s
}

func TestStructural(t *testing.T) {
	x, y := quarters(rand.New(rand.NewPCG(31, 32)), 5000)
	s := sequence()
	m, err := learn.Fit(s, x, y)
	if err != nil || m.Best != 3 || len(m.Model.Cuts) != 3 || m.Chosen().Dimension != 4 {
		t.Fatalf("%+v, %v", m, err)
	}
	labels, err := m.Predict(x)
	wrong := 0
	for i := range labels {
		if labels[i] != y[i] {
			wrong++
		}
	}
	if err != nil || wrong != m.Model.Errors || float64(wrong)/5000 != m.Chosen().Empirical {
		t.Errorf("%d mistakes, %v; the model has %d", wrong, err, m.Model.Errors)
	}
	for r := 1; r < 5; r++ {
		if m.Levels[r].Empirical > m.Levels[r-1].Empirical || m.Levels[r].Radius <= m.Levels[r-1].Radius {
			t.Errorf("class %d: %+v after %+v", r, m.Levels[r], m.Levels[r-1])
		}
	}
	testkit.RoundTrip(t, m)
	trees := vc.Structural[*tree.Model]{Learners: []learn.Learner[int, *tree.Model]{tree.Classifier{Growth: tree.Growth{Depth: 1}}, tree.Classifier{Growth: tree.Growth{Depth: 2}}}, Dimensions: []int{2, 4}}
	if m, err := trees.Fit(x, y); err != nil || m.Best != 0 || len(m.Levels) != 2 {
		t.Errorf("trees: %+v, %v", m, err)
	}
}

func TestStructuralErrors(t *testing.T) {
	x, y := quarters(rand.New(rand.NewPCG(33, 34)), 20)
	short, none, wrong := sequence(), sequence(), sequence()
	short.Dimensions = short.Dimensions[1:]
	none.Learners[2] = nil
	wrong.Learners[1] = erm.Switches{Most: -1}
	for name, c := range map[string]struct{ err, want error }{
		"no classes":      {fit(vc.Structural[*erm.SwitchesModel]{}, x, y), input.ErrEmpty},
		"dimensions":      {fit(short, x, y), input.ErrShape},
		"labels":          {fit(sequence(), x, y[1:]), input.ErrShape},
		"no observations": {fit(sequence(), &mat.Dense{}, nil), input.ErrEmpty},
		"no learner":      {fit(none, x, y), input.ErrEmpty},
		"bad learner":     {fit(wrong, x, y), input.ErrParam},
		"alpha":           {choose(vc.Penalty{Alpha: 1}, 10, dimensions, best), input.ErrParam},
		"theorem":         {choose(vc.Penalty{Theorem: 7}, 10, dimensions, best), input.ErrParam},
		"n":               {choose(vc.Penalty{}, 0, dimensions, best), input.ErrParam},
		"shares":          {choose(vc.Penalty{}, 10, dimensions, best[1:]), input.ErrShape},
		"dimension":       {choose(vc.Penalty{}, 10, []int{-1}, []float64{.1}), input.ErrParam},
		"share":           {choose(vc.Penalty{}, 10, []int{1}, []float64{math.NaN()}), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	if _, err := (*vc.StructuralModel[*erm.SwitchesModel])(nil).Predict(x); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no model: %v", err)
	}
	if l := (*vc.Choice)(nil).Chosen(); !math.IsNaN(l.Bound) {
		t.Errorf("no choice: %v", l)
	}
}

func fit(s vc.Structural[*erm.SwitchesModel], x mat.Matrix, y []int) error {
	_, err := s.Fit(x, y)
	return err
}

func choose(p vc.Penalty, n int, v []int, share []float64) error {
	_, err := p.Choose(n, v, share)
	return err
}

func ExampleStructural() {
	x, y := quarters(rand.New(rand.NewPCG(1, 2)), 3000)
	s := vc.Structural[*erm.SwitchesModel]{Dimensions: []int{1, 2, 3, 4, 5}}
	for changes := range 5 {
		s.Learners = append(s.Learners, erm.Switches{Most: changes})
	}
	m, err := s.Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	for changes, l := range m.Levels {
		fmt.Printf("%d changes: %.3f wrong, %.3f at most\n", changes, l.Empirical, l.Bound)
	}
	fmt.Printf("chosen: %d changes, at %.3f\n", m.Best, m.Model.Cuts)
	// Output:
	// 0 changes: 0.496 wrong, 0.892 at most
	// 1 changes: 0.297 wrong, 0.789 at most
	// 2 changes: 0.296 wrong, 0.869 at most
	// 3 changes: 0.097 wrong, 0.739 at most
	// 4 changes: 0.097 wrong, 0.803 at most
	// chosen: 3 changes, at [0.250 0.500 0.750]
}

func ExampleCertify() {
	c, err := vc.Certify(vc.HalfSpaces{Dim: 2}, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Dimension, len(c.Shattered), "points are shattered.", c.Reason)
	// Output: 3 3 points are shattered. Radon: 4 points fall into two groups whose convex hulls meet, and no half-space holds the one without the other
}

func ExampleBall() {
	m, err := vc.Ball{}.Fit(mat.NewDense(3, 2, []float64{0, 0, 6, 8, 2, 3}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f around %.3f\n", m.Radius, m.Centre)
	// Output: 5.000 around [3.000 4.000]
}
