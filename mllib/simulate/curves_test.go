package simulate_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/simulate"
)

func ExampleColumns() {
	runs := [][]float64{{1, 10}, {2, 30}, {6, 20}}
	at := simulate.Columns(runs, func(run []float64) []float64 { return run })
	fmt.Println(at)
	fmt.Println(simulate.Means(at), simulate.Quantiles(at, .5))
	// Output:
	// [[1 2 6] [10 30 20]]
	// [3 20] [2 20]
}

func TestColumnsKeepsTheResults(t *testing.T) {
	runs := [][]float64{{3}, {1}, {2}}
	at := simulate.Columns(runs, func(run []float64) []float64 { return run })
	simulate.Quantiles(at, .5)
	if !slices.Equal(at[0], []float64{3, 1, 2}) {
		t.Errorf("the sample is now %v, want the order of the repeats", at[0])
	}
	if got := simulate.Columns([]int(nil), func(int) []float64 { return nil }); got != nil {
		t.Errorf("columns of no results are %v, want none", got)
	}
}

func TestColumnsOfUnequalCurves(t *testing.T) {
	defer func() {
		if p := fmt.Sprint(recover()); !strings.Contains(p, "result 1 has 2 numbers") {
			t.Errorf("got the panic %q", p)
		}
	}()
	simulate.Columns([][]float64{{1}, {1, 2}}, func(run []float64) []float64 { return run })
}

func TestQuantiles(t *testing.T) {
	ten := make([]float64, 10)
	for i := range ten {
		ten[i] = float64(10 - i)
	}
	for p, want := range map[float64]float64{0: 1, .1: 1, .11: 2, .5: 5, .9: 9, 1: 10} {
		if got := simulate.Quantiles([][]float64{ten}, p)[0]; got != want {
			t.Errorf("the quantile at %g is %g, want %g", p, got, want)
		}
	}
	for _, c := range []struct {
		sample []float64
		p      float64
	}{{nil, .5}, {[]float64{1, math.NaN()}, .5}, {ten, -.1}, {ten, 1.1}, {ten, math.NaN()}} {
		if got := simulate.Quantiles([][]float64{c.sample}, c.p)[0]; !math.IsNaN(got) {
			t.Errorf("the quantile of %v at %g is %g, want NaN", c.sample, c.p, got)
		}
	}
}
