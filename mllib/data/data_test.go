package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func TestNamedSetsAreWellFormed(t *testing.T) {
	for _, s := range []*Set{AND(), NAND(), OR(), XOR(), XORSigned(), FourPoints(), Ring(), ThreePoints(), Threshold4(), Toy8(), Triangles(.1), NarrowPair(3)} {
		n, _, err := input.Matrix("X", s.X)
		if err := errors.Join(err, input.Signs("Y", s.Y, n), input.BothSigns("Y", s.Y)); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

func TestSameSourceSameData(t *testing.T) {
	clouds := func() *Set { s, _ := TwoGaussians{}.Draw(rand.NewPCG(1, 2)); return s }
	if a, b := clouds(), clouds(); !mat.Equal(a.X, b.X) || !slices.Equal(a.Y, b.Y) {
		t.Error("two Gaussian clouds from one seed differ")
	}
	ball := func() *Set { s, _, _ := Separable{D: 3}.Draw(rand.NewPCG(1, 2)); return s }
	if a, b := ball(), ball(); !mat.Equal(a.X, b.X) || !slices.Equal(a.Y, b.Y) {
		t.Error("two separable sets from one seed differ")
	}
}

func TestTwoGaussiansHaveTheirMoments(t *testing.T) {
	s, err := TwoGaussians{N: [2]int{20000, 20000}, Mean: [2][]float64{{0, 1}, {3, -1}}, Sigma: 2}.Draw(rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range [2][]float64{{0, 1}, {3, -1}} {
		x, err := s.Class(2*k - 1)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 2 {
			column := mat.Col(nil, j, x)
			mean, square := 0.0, 0.0
			for _, v := range column {
				mean += v / 20000
				square += (v - want[j]) * (v - want[j]) / 20000
			}
			if math.Abs(mean-want[j]) > 4*2/math.Sqrt(20000) || math.Abs(square-4) > 4*4*math.Sqrt2/math.Sqrt(20000) { // four standard errors
				t.Errorf("class %d, coordinate %d: mean %v, variance %v, want %v and 4", k, j, mean, square, want[j])
			}
		}
	}
}

func TestSeparableKeepsItsMargin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		g := Separable{N: 1 + rnd.IntN(50), D: 1 + rnd.IntN(5), Margin: rnd.Float64() / 2, Offset: rnd.Float64() / 3}
		s, h, err := g.Draw(rnd)
		if err != nil {
			t.Fatal(err)
		}
		if margin, err := h.Margin(s.X, s.Y); err != nil || margin < g.Margin || math.Abs(h.Norm()-1) > 1e-14 {
			t.Errorf("%+v: margin %v (%v), ‖w‖ = %v", g, margin, err, h.Norm())
		}
		for i := range s.Len() {
			if norm := mat.Norm(mat.NewVecDense(g.D, s.Row(i)), 2); norm > 1 {
				t.Errorf("%+v: a point of norm %v outside the ball", g, norm)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	s, _ := TwoGaussians{N: [2]int{5, 5}}.Draw(rand.NewPCG(1, 2))
	train, test, err := s.Split(.7, rand.NewPCG(3, 4))
	if err != nil || train.Len() != 7 || test.Len() != 3 {
		t.Fatalf("got %v and %v (%v), want 7 and 3", train, test, err)
	}
	seen := map[float64]bool{}
	for _, part := range []*Set{train, test} {
		for i := range part.Len() {
			seen[part.Row(i)[0]] = true
		}
	}
	if len(seen) != 10 {
		t.Errorf("the parts hold %d of the 10 observations", len(seen))
	}
}

func TestSetJSON(t *testing.T) {
	s := Ring()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Set
	if err := json.Unmarshal(text, &back); err != nil || !mat.Equal(back.X, s.X) || !slices.Equal(back.Y, s.Y) || back.Name != s.Name {
		t.Errorf("came back as %+v (%v)", back, err)
	}
	for _, bad := range []string{`{}`, `{"X":[[1],[2,3]],"Y":[1,1]}`, `{"X":[[1]],"Y":[1,1]}`, `{"X":[[]],"Y":[1]}`, `[`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s: got no error", bad)
		}
	}
}

func FuzzSetJSON(f *testing.F) {
	f.Add([]byte(`{"Name":"a","X":[[1,2]],"Y":[1]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s Set
		if s.UnmarshalJSON(text) == nil {
			if n, _ := s.X.Dims(); n != s.Len() {
				t.Errorf("%d rows, %d labels", n, s.Len())
			}
		}
	})
}

func TestBadInput(t *testing.T) {
	s, src := AND(), rand.NewPCG(1, 2)
	clouds := func(g TwoGaussians, src rand.Source) error { _, err := g.Draw(src); return err }
	ball := func(g Separable, src rand.Source) error { _, _, err := g.Draw(src); return err }
	split := func(f float64, src rand.Source) error { _, _, err := s.Split(f, src); return err }
	take := func(rows ...int) error { _, err := s.Take(rows); return err }
	class := func(label int) error { _, err := s.Class(label); return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"clouds without source", clouds(TwoGaussians{}, nil), input.ErrParam},
		{"clouds of nothing", clouds(TwoGaussians{N: [2]int{0, 3}}, src), input.ErrParam},
		{"negative sigma", clouds(TwoGaussians{Sigma: -1}, src), input.ErrParam},
		{"one mean", clouds(TwoGaussians{Mean: [2][]float64{{1, 2}, nil}}, src), input.ErrShape},
		{"NaN mean", clouds(TwoGaussians{Mean: [2][]float64{{1}, {math.NaN()}}}, src), input.ErrNotFinite},
		{"ball without source", ball(Separable{}, nil), input.ErrParam},
		{"wide margin", ball(Separable{Margin: .9, Offset: .2}, src), input.ErrParam},
		{"NaN margin", ball(Separable{Margin: math.NaN()}, src), input.ErrParam},
		{"negative points", ball(Separable{N: -1}, src), input.ErrParam},
		{"negative dimension", ball(Separable{D: -1}, src), input.ErrParam},
		{"huge sigma", clouds(TwoGaussians{Sigma: 1e308}, src), input.ErrParam},
		{"huge mean", clouds(TwoGaussians{Mean: [2][]float64{{1e308}, {0}}}, src), input.ErrParam},
		{"huge clouds", clouds(TwoGaussians{N: [2]int{math.MaxInt, 1}}, src), input.ErrParam},
		{"huge ball", ball(Separable{N: 1 << 40, D: 1 << 40}, src), input.ErrParam},
		{"margin in many dimensions", ball(Separable{N: 3, D: 1000, Margin: .5}, src), input.ErrParam},
		{"margin nearly 1", ball(Separable{Margin: .9999999}, src), input.ErrParam},
		{"split of no set", second2((*Set)(nil).Split(.5, src)), input.ErrParam},
		{"take of no set", second(new(Set).Take([]int{0})), input.ErrEmpty},
		{"more labels than rows", second((&Set{X: mat.NewDense(1, 1, nil), Y: []int{1, 2}}).Take([]int{1})), input.ErrShape},
		{"class of no set", second((*Set)(nil).Class(1)), input.ErrEmpty},
		{"without of labels alone", second((&Set{Y: []int{1, 2}}).Without(0)), input.ErrEmpty},
		{"JSON of no set", second(new(Set).MarshalJSON()), input.ErrEmpty},
		{"names", (&Set{X: mat.NewDense(1, 1, nil), Y: []int{1}, Features: []string{"a", "b"}}).Check(), input.ErrShape},
		{"NaN", Triangles(math.NaN()).Check(), input.ErrNotFinite},
		{"infinite angle", OppositePair(math.Inf(1)).Check(), input.ErrNotFinite},
		{"split without source", split(.5, nil), input.ErrParam},
		{"split of nothing", split(0, src), input.ErrParam},
		{"split of all", split(1, src), input.ErrParam},
		{"split NaN", split(math.NaN(), src), input.ErrParam},
		{"take nothing", take(), input.ErrEmpty},
		{"take outside", take(4), input.ErrParam},
		{"no such class", class(7), input.ErrLabel},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func second2[T, U any](_ T, _ U, err error) error { return err }

func TestRowOutside(t *testing.T) {
	for _, r := range [][]float64{AND().Row(-1), AND().Row(4), new(Set).Row(0), (*Set)(nil).Row(0)} {
		if r != nil {
			t.Errorf("got %v", r)
		}
	}
	if (*Set)(nil).Len() != 0 {
		t.Error("no set has a length")
	}
}

func ExampleSet_Split() {
	train, test, err := Iris().Split(.8, rand.NewPCG(1, 2))
	fmt.Println(train.Len(), test.Len(), err)
	// Output: 120 30 <nil>
}

func ExampleSeparable() {
	s, h, err := Separable{N: 200, Margin: .1}.Draw(rand.NewPCG(1, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	margin, _ := h.Margin(s.X, s.Y)
	fmt.Println(s.Len(), margin >= .1)
	// Output: 200 true
}

func ExampleMixture() {
	s, err := Mixture{}.Draw(5, rand.NewPCG(1, 2))
	fmt.Printf("%v %.2f %v\n", s.Y, s.Row(0), err)
	// Output: [1 0 2 0 0] [4.06 0.16] <nil>
}

func ExampleDigits() {
	s, err := Digits{N: 3}.Draw(rand.NewPCG(1, 2))
	fmt.Println(s.Y, len(s.Row(0)), err)
	// Output: [7 3 7] 256 <nil>
}

func ExampleIris() {
	iris := Iris()
	setosa, _ := iris.Class(1)
	n, d := setosa.Dims()
	fmt.Println(iris.ClassNames, iris.Features, n, d)
	// Output: [setosa versicolor virginica] [sepal length sepal width petal length petal width] 50 4
}
