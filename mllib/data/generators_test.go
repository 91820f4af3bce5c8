package data

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestMixtureHasItsMoments(t *testing.T) {
	const n = 30000
	s, err := Mixture{}.Draw(n, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	weights, means := []float64{.5, .3, .2}, [][]float64{{0, 0}, {4, 0}, {2, 3.5}}
	for k, w := range weights {
		x, err := s.Class(k)
		if err != nil {
			t.Fatal(err)
		}
		size, _ := x.Dims()
		if se := math.Sqrt(n * w * (1 - w)); math.Abs(float64(size)-n*w) > 4*se {
			t.Errorf("component %d has %d of %d points, want %v ± %v", k, size, n, n*w, se)
		}
		for j := range 2 {
			column := mat.Col(nil, j, x)
			mean := floats.Sum(column) / float64(size)
			floats.AddConst(-means[k][j], column)
			variance := floats.Dot(column, column) / float64(size)
			if math.Abs(mean-means[k][j]) > 4*.8/math.Sqrt(float64(size)) || math.Abs(variance-.64) > 4*.64*math.Sqrt(2/float64(size)) {
				t.Errorf("component %d, coordinate %d: mean %v, variance %v", k, j, mean, variance)
			}
		}
	}
}

// TestMixtureDensity: it integrates to 1, and one standard normal has the density that everybody knows.
func TestMixtureDensity(t *testing.T) {
	sum, h := 0.0, .1
	for x := -5.; x < 9; x += h {
		for y := -5.; y < 9; y += h {
			sum += Mixture{}.Density([]float64{x, y}) * h * h
		}
	}
	if math.Abs(sum-1) > 1e-6 {
		t.Errorf("the density integrates to %v", sum)
	}
	if p := (Mixture{Means: [][]float64{{0}}}).Density([]float64{1}); math.Abs(p-math.Exp(-.5)/math.Sqrt(2*math.Pi)) > 1e-16 {
		t.Errorf("standard normal at 1: %v", p)
	}
	for _, x := range [][]float64{nil, {1}, {1, 2, 3}} {
		if p := (Mixture{}).Density(x); !math.IsNaN(p) {
			t.Errorf("at %v: %v", x, p)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, side := range []int{16, 28} {
		s, err := Digits{N: 400, Side: side, Noise: 10}.Draw(rand.NewPCG(1, 2))
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]int, 10)
		for i := range s.Len() {
			counts[s.Y[i]]++
			ink := floats.Sum(s.Row(i)) / 255 / float64(side*side)
			if ink < .03 || ink > .6 {
				t.Errorf("picture %d, a %d: a share %v of ink", i, s.Y[i], ink)
			}
			for _, v := range s.Row(i) {
				if v < 0 || v > 255 || v != math.Round(v) {
					t.Fatalf("intensity %v", v)
				}
			}
		}
		if slices.Min(counts) < 15 {
			t.Errorf("digits occur %v times", counts)
		}
	}
}

// TestDigitsCanBeRead: the nearest of 1000 pictures has the same digit for nearly all of 300 others.
func TestDigitsCanBeRead(t *testing.T) {
	train, err1 := Digits{}.Draw(rand.NewPCG(1, 2))
	test, err2 := Digits{N: 300}.Draw(rand.NewPCG(3, 4))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i := range test.Len() {
		best, nearest := math.Inf(1), -1
		for j := range train.Len() {
			if d := floats.Distance(test.Row(i), train.Row(j), 2); d < best {
				best, nearest = d, train.Y[j]
			}
		}
		if nearest != test.Y[i] {
			wrong++
		}
	}
	if wrong > 15 {
		t.Errorf("%d of 300 pictures are misread", wrong)
	}
}

func TestExpression(t *testing.T) {
	s, err := Expression{}.Draw(rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if n, d := s.X.Dims(); n != 64 || d != 6830 || slices.Max(s.Y) != 9 {
		t.Errorf("%d×%d in %d types", n, d, slices.Max(s.Y)+1)
	}
	if lo, hi := mat.Min(s.X), mat.Max(s.X); lo < -6 || hi > 6 {
		t.Errorf("levels from %v to %v", lo, hi)
	}
}

func TestGeneratorsRefuse(t *testing.T) {
	src := rand.NewPCG(1, 2)
	mixture := func(m Mixture, n int, src rand.Source) error { _, err := m.Draw(n, src); return err }
	digits := func(g Digits, src rand.Source) error { _, err := g.Draw(src); return err }
	expression := func(e Expression, src rand.Source) error { _, err := e.Draw(src); return err }
	one := [][]float64{{0}, {1}}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"mixture without source", mixture(Mixture{}, 3, nil), input.ErrParam},
		{"mixture of nothing", mixture(Mixture{}, 0, src), input.ErrParam},
		{"mixture without means", mixture(Mixture{Means: [][]float64{}}, 1, src), input.ErrEmpty},
		{"mixture in no dimension", mixture(Mixture{Means: [][]float64{{}}}, 1, src), input.ErrEmpty},
		{"ragged means", mixture(Mixture{Means: [][]float64{{0}, {1, 2}}}, 1, src), input.ErrShape},
		{"infinite mean", mixture(Mixture{Means: [][]float64{{math.Inf(1)}}}, 1, src), input.ErrNotFinite},
		{"few weights", mixture(Mixture{Means: one, Weights: []float64{1}}, 1, src), input.ErrShape},
		{"weights beyond 1", mixture(Mixture{Means: one, Weights: []float64{1, 1}}, 1, src), input.ErrParam},
		{"negative weight", mixture(Mixture{Means: one, Weights: []float64{2, -1}}, 1, src), input.ErrParam},
		{"NaN weight", mixture(Mixture{Means: one, Weights: []float64{math.NaN(), 1}}, 1, src), input.ErrNotFinite},
		{"sigma 0", mixture(Mixture{Means: one, Sigma: []float64{0}}, 1, src), input.ErrParam},
		{"three sigmas", mixture(Mixture{Means: one, Sigma: []float64{1, 1, 1}}, 1, src), input.ErrShape},
		{"digits without source", digits(Digits{}, nil), input.ErrParam},
		{"negative digits", digits(Digits{N: -1}, src), input.ErrParam},
		{"tiny digits", digits(Digits{Side: 3}, src), input.ErrParam},
		{"NaN noise", digits(Digits{Noise: math.NaN()}, src), input.ErrParam},
		{"wild digits", digits(Digits{Wobble: 9}, src), input.ErrParam},
		{"expression without source", expression(Expression{}, nil), input.ErrParam},
		{"more types than samples", expression(Expression{Samples: 3}, src), input.ErrParam},
		{"negative genes", expression(Expression{Genes: -1}, src), input.ErrParam},
		{"huge mixture", mixture(Mixture{}, math.MaxInt, src), input.ErrParam},
		{"huge mean", mixture(Mixture{Means: [][]float64{{1e308}}}, 1, src), input.ErrParam},
		{"huge sigma", mixture(Mixture{Sigma: []float64{1e308}}, 1, src), input.ErrParam},
		{"huge digits", digits(Digits{N: math.MaxInt, Side: 64}, src), input.ErrParam},
		{"huge expression", expression(Expression{Samples: 1 << 40, Genes: 1 << 40, Types: 1 << 40}, src), input.ErrParam},
		{"negative types", expression(Expression{Types: -1}, src), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}
