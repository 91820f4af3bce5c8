package label

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

func TestSign(t *testing.T) {
	for _, c := range []struct {
		tie   Tie
		score float64
		want  int
	}{
		{Positive, 2, 1}, {Positive, -2, -1}, {Positive, 0, 1}, {Positive, math.Copysign(0, -1), 1},
		{Negative, 2, 1}, {Negative, -2, -1}, {Negative, 0, -1}, {Negative, math.Copysign(0, -1), -1},
		{Positive, math.Inf(-1), -1}, {Positive, math.NaN(), 0}, {Negative, math.NaN(), 0},
	} {
		if got := Sign(c.score, c.tie); got != c.want {
			t.Errorf("Sign(%v, %v) = %d, want %d", c.score, c.tie, got, c.want)
		}
	}
}

func TestEncodeDecode(t *testing.T) {
	for _, c := range []struct {
		y    []int
		to   Code
		want []int
	}{
		{[]int{0, 1, 1, 0}, Signed, []int{-1, 1, 1, -1}},
		{[]int{7, 3, 3}, Signed, []int{1, -1, -1}},
		{[]int{-1, 1}, ZeroBased, []int{0, 1}},
		{[]int{5, 2, 9, 2}, OneBased, []int{2, 1, 3, 1}},
		{[]int{5, 2, 9, 2}, ZeroBased, []int{1, 0, 2, 0}},
	} {
		got, classes, err := Encode(c.y, c.to)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Encode(%v, %v) = %v, %v, want %v", c.y, c.to, got, err, c.want)
		}
		back, err := classes.Decode(got, c.to)
		if err != nil || !slices.Equal(back, c.y) {
			t.Errorf("Decode(%v, %v) = %v, %v, want %v", got, c.to, back, err, c.y)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	encode := func(y []int, to Code) error { _, _, err := Encode(y, to); return err }
	decode := func(codes []int, from Code) error { _, err := Classes{1, 2}.Decode(codes, from); return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"empty", encode(nil, Signed), input.ErrEmpty},
		{"constant", encode([]int{4, 4}, OneBased), input.ErrOneClass},
		{"three signed", encode([]int{1, 2, 3}, Signed), input.ErrLabel},
		{"unknown code", encode([]int{1, 2}, Code(9)), input.ErrParam},
		{"zero is no sign", decode([]int{0}, Signed), input.ErrLabel},
		{"three is no sign", decode([]int{3}, Signed), input.ErrLabel},
		{"beyond", decode([]int{3}, OneBased), input.ErrLabel},
		{"negative", decode([]int{-1}, ZeroBased), input.ErrLabel},
		{"unknown source", decode([]int{1}, Code(-1)), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

func ExampleEncode() {
	y, classes, _ := Encode([]int{0, 1, 1, 0}, Signed)
	fmt.Println(y, classes)
	back, _ := classes.Decode([]int{1, -1}, Signed)
	fmt.Println(back)
	// Output:
	// [-1 1 1 -1] [0 1]
	// [1 0]
}

func ExampleSign() {
	fmt.Println(Sign(0, Positive), Sign(0, Negative), Sign(-.5, Positive), Sign(math.NaN(), Negative))
	// Output: 1 -1 -1 0
}

// TestDistinct holds the quick way for few values against sorting.
func TestDistinct(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		y := make([]int, rnd.IntN(300))
		values := 1 + rnd.IntN(150)
		for i := range y {
			y[i] = rnd.IntN(values) - values/2
		}
		before := slices.Clone(y)
		if got, want := Distinct(y), slices.Compact(slices.Sorted(slices.Values(y))); !slices.Equal(got, want) || !slices.Equal(y, before) {
			t.Fatalf("%v: got %v, want %v", before, got, want)
		}
	}
}

func TestLargest(t *testing.T) {
	for _, c := range []struct {
		scores      []float64
		first, last int
	}{{nil, 0, 0}, {[]float64{1, 3, 2}, 1, 1}, {[]float64{2, 1, 2}, 0, 2}, {[]float64{0, 0}, 0, 1}, {[]float64{math.Inf(-1), math.NaN(), 1}, 2, 2}} {
		if first, last := Largest(c.scores, Negative), Largest(c.scores, Positive); first != c.first || last != c.last {
			t.Errorf("%v: %d and %d, want %d and %d", c.scores, first, last, c.first, c.last)
		}
	}
}
