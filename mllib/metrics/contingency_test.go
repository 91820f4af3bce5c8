package metrics

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

// TestRandIndices: by hand. Of the 15 pairs of {0,0,0,1,1,1} and {0,0,1,1,2,2}, 2 are together in both and 8 apart in both; the
// sums are 6 and 3 pairs, the expected number together is 6·3/15 = 1.2.
func TestRandIndices(t *testing.T) {
	for _, c := range []struct {
		a, b           []int
		rand, adjusted float64
	}{
		{[]int{0, 0, 0, 1, 1, 1}, []int{0, 0, 1, 1, 2, 2}, 10. / 15, (2 - 1.2) / (4.5 - 1.2)},
		{[]int{0, 0, 1, 1}, []int{7, 7, -2, -2}, 1, 1},
		{[]int{0, 0, 1, 1}, []int{0, 1, 0, 1}, 2. / 6, -.5},
		{[]int{0, 0, 0}, []int{0, 0, 0}, 1, 1},
		{[]int{0, 1, 2}, []int{5, 6, 7}, 1, 1},
		{[]int{0, 0, 0}, []int{0, 1, 2}, 0, 0},
		{[]int{4}, []int{5}, 1, 1},
	} {
		table, err := NewContingency(c.a, c.b)
		if err != nil {
			t.Fatal(err)
		}
		if r, a := table.RandIndex(), table.AdjustedRand(); math.Abs(r-c.rand) > 1e-15 || math.Abs(a-c.adjusted) > 1e-15 {
			t.Errorf("%v, %v: Rand %v, adjusted %v, want %v, %v", c.a, c.b, r, a, c.rand, c.adjusted)
		}
	}
}

// TestRandIndexByPairs: the count over all pairs; symmetric; names do not matter.
func TestRandIndexByPairs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n := 2 + rnd.IntN(40)
		a, b, renamed := make([]int, n), make([]int, n), make([]int, n)
		for i := range n {
			a[i], b[i] = rnd.IntN(4), rnd.IntN(3)
			renamed[i] = 100 - 7*a[i]
		}
		agree, pairs := 0.0, 0.0
		for i := range n {
			for j := range i {
				pairs++
				if (a[i] == a[j]) == (b[i] == b[j]) {
					agree++
				}
			}
		}
		table, err := NewContingency(a, b)
		if err != nil || math.Abs(table.RandIndex()-agree/pairs) > 1e-14 {
			t.Errorf("%v, %v: Rand %v, want %v (%v)", a, b, table.RandIndex(), agree/pairs, err)
		}
		forward, _ := AdjustedRand(a, b)
		backward, _ := AdjustedRand(b, renamed)
		if math.Abs(forward-backward) > 1e-14 {
			t.Errorf("%v, %v: adjusted Rand %v, with other names and sides %v", a, b, forward, backward)
		}
	}
}

// TestAdjustedRandOfChance: its mean over random permutations is 0.
func TestAdjustedRandOfChance(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	a, b := make([]int, 30), make([]int, 30)
	for i := range a {
		a[i], b[i] = i%3, i*i%4
	}
	const n = 2000
	sum, squares := 0.0, 0.0
	for range n {
		rnd.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		r, _ := AdjustedRand(a, b)
		sum += r / n
		squares += r * r / n
	}
	if se := math.Sqrt(squares / n); math.Abs(sum) > 4*se {
		t.Errorf("mean %v, standard error %v", sum, se)
	}
}

func TestContingency(t *testing.T) {
	c, err := NewContingency([]int{3, 1, 3, 3}, []int{0, 0, 5, 0})
	if err != nil || !reflect.DeepEqual(c, &Contingency{[]int{1, 3}, []int{0, 5}, [][]int{{1, 0}, {2, 1}}}) {
		t.Errorf("got %+v (%v)", c, err)
	}
	if rows, cols := c.Sums(); !slices.Equal(rows, []int{1, 3}) || !slices.Equal(cols, []int{3, 1}) {
		t.Errorf("sums %v and %v", rows, cols)
	}
	text, err := json.Marshal(c)
	var back Contingency
	if err != nil || json.Unmarshal(text, &back) != nil || !reflect.DeepEqual(&back, c) {
		t.Errorf("came back from JSON as %+v (%v)", back, err)
	}
	if _, err := NewContingency(nil, nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no labels: %v", err)
	}
	if _, err := AdjustedRand([]int{1}, []int{1, 2}); !errors.Is(err, input.ErrShape) {
		t.Errorf("unequal numbers: %v", err)
	}
}

func ExampleAdjustedRand() {
	r, _ := AdjustedRand([]int{0, 0, 1, 1, 1}, []int{7, 7, 7, 3, 3})
	fmt.Printf("%.4f\n", r)
	// Output: 0.1667
}
