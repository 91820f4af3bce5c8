package metrics_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/metrics"
)

func TestShareIn(t *testing.T) {
	x := []float64{-1, 0, .5, 1, 1.9, 2, 5, 5.5, 6, 6.5}
	y := []int{1, 1, 2, 1, 1, 2, 1, 2, 1, 1} // −1 and 6.5 are outside
	s, err := metrics.ShareIn(x, y, 1, []float64{0, 1, 2, 3, 5, 6}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.At, []float64{.5, 1.5, 2.5, 5.5}) || !slices.Equal(s.N, []int{2, 2, 1, 3}) || !slices.Equal(s.Hits, []int{1, 2, 0, 2}) {
		t.Errorf("got %+v", s)
	}
	for j, want := range []float64{math.Sqrt(.125), 0, 0, math.Sqrt(2. / 27)} {
		if math.Abs(s.SE[j]-want) > 1e-15 {
			t.Errorf("standard error %d is %v, want %v", j, s.SE[j], want)
		}
	}
	if s, err := metrics.ShareIn(x, y, 1, []float64{0, 1, 2, 3, 5, 6}, 3); err != nil || !slices.Equal(s.At, []float64{5.5}) {
		t.Errorf("bins of three or more: %+v, %v", s, err)
	}
	if s, err := metrics.ShareIn(x, y, 1, []float64{100, 200}, 0); err != nil || len(s.At) != 0 {
		t.Errorf("no observation in the bins: %+v, %v", s, err)
	}
}

// TestShareInCounts: the bins hold every observation between the edges once, wherever the edges are.
func TestShareInCounts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		x, y := make([]float64, 50), make([]int, 50)
		for i := range x {
			x[i], y[i] = math.Round(10*rnd.Float64())/10, rnd.IntN(2)
		}
		edges := []float64{0, .1 + .3*rnd.Float64(), .5, .6 + .3*rnd.Float64(), 1}
		s, err := metrics.ShareIn(x, y, 1, edges, 0)
		if err != nil {
			t.Fatal(err)
		}
		n, hits, ones := 0, 0, 0
		for j := range s.N {
			n, hits = n+s.N[j], hits+s.Hits[j]
		}
		for _, v := range y {
			ones += v
		}
		if n != 50 || hits != ones {
			t.Fatalf("edges %v: %d observations with %d hits, want 50 with %d", edges, n, hits, ones)
		}
	}
}

func TestSharesInterval(t *testing.T) {
	s := &metrics.Shares{Share: []float64{1, .25}, N: []int{7, 8}, Hits: []int{7, 2}}
	below, above, err := s.Interval(.95, metrics.Wilson)
	if err != nil {
		t.Fatal(err)
	}
	if z2 := 1.959963984540054 * 1.959963984540054; math.Abs(below[0]-z2/(7+z2)) > 1e-12 || above[0] != 0 {
		t.Errorf("all of 7: %v below, %v above", below[0], above[0])
	}
	if i, _ := metrics.NewInterval(2, 8, .95, metrics.Wilson); .25-below[1] != i.Lo || .25+above[1] != i.Hi {
		t.Errorf("2 of 8: %v below, %v above, want %v", below[1], above[1], i)
	}
	if _, _, err := s.Interval(2, metrics.Wilson); !errors.Is(err, input.ErrParam) {
		t.Errorf("level 2: %v", err)
	}
}

func TestShareInRefuses(t *testing.T) {
	one, y := []float64{1}, []int{1}
	for _, e := range []struct {
		name     string
		x, edges []float64
		y        []int
		kind     error
		says     string
	}{
		{"nothing", nil, []float64{0, 1}, nil, input.ErrEmpty, "x"},
		{"lengths", one, []float64{0, 1}, []int{1, 2}, input.ErrShape, "x"},
		{"NaN", []float64{math.NaN()}, []float64{0, 1}, y, input.ErrNotFinite, "x"},
		{"one edge", one, []float64{0}, y, input.ErrShape, "edges"},
		{"equal edges", one, []float64{0, 1, 1}, y, input.ErrParam, "edges"},
		{"infinite edge", one, []float64{0, math.Inf(1)}, y, input.ErrNotFinite, "edges"},
	} {
		if _, err := metrics.ShareIn(e.x, e.y, 1, e.edges, 1); !errors.Is(err, e.kind) || !strings.Contains(err.Error(), e.says) {
			t.Errorf("%s: %v", e.name, err)
		}
	}
}
