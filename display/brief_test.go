package display

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"gonum.org/v1/gonum/mat"
)

type briefPair struct {
	Name  string
	xs    []float64
	Inner *briefPair
}

type briefPanic struct{}

func (briefPanic) String() string { panic("no") }

func TestBrief(t *testing.T) {
	var none *briefPair
	deep := &briefPair{"a", []float64{1, 2}, &briefPair{Name: "b"}}
	deep.Inner.Inner = deep
	for _, tt := range []struct {
		v    any
		want string
	}{
		{nil, "nil"}, {3, "3"}, {0.1, "0.1"}, {1.0 / 3, "0.333333"}, {true, "true"}, {2 + 3i, "(2+3i)"}, {'x', "120"},
		{"a\"b", `"a\"b"`}, {"two\nlines", `"two\nlines"`}, {strings.Repeat("é", 1<<20), `"` + strings.Repeat("é", 58) + "…"},
		{[]int{1, 2}, "[1 2]"}, {[]string{}, "[]"}, {[]string{"a", "b c"}, `["a" "b c"]`}, {make([]float64, 1e6), "[]float64 of 1000000"},
		{[][]int{{1}, {2, 3}}, "[[1] [2 3]]"}, {[3]int{1, 2, 3}, "[1 2 3]"},
		{map[string][]label.Tie{}, "map[string][]enum.Of[label.ties] of 0"}, {make([]learn.Pipeline[int, *perceptron.Model, *data.Scale], 9), "[]learn.Pipeline[int,*perceptron.Model,*data.Scale] of 9"},
		{map[string]int{"a": 1}, "map[string]int of 1"}, {map[string]int(nil), "map[string]int of 0"},
		{mat.NewDense(2, 3, nil), "2×3 *mat.Dense"}, {time.Second, "1s"}, {errors.New("bad"), "bad"}, {none, "nil"},
		{deep, `&display.briefPair{Name:"a" xs:[]float64 of 2 Inner:&displa…`},
		{struct{ A, B int }{1, 2}, "struct{A:1 B:2}"}, {func(int) {}, "func(int)"}, {make(chan int), "chan int"},
		{briefPanic{}, "display.briefPanic that panics when shown"}, {[]any{1, "a", nil}, `[1 "a" nil]`},
	} {
		if got := Brief(tt.v); got != tt.want {
			t.Errorf("%T: %s, want %s", tt.v, got, tt.want)
		}
	}
}
