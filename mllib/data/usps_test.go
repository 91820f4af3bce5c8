package data

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

func TestReadUSPS(t *testing.T) {
	s, err := ReadUSPS(strings.NewReader("6.0000 -1.0000 0.5 1 \n\n3 0 0 0"))
	if err != nil || !slices.Equal(s.Y, []int{6, 3}) || !slices.Equal(s.Row(0), []float64{-1, .5, 1}) || !slices.Equal(s.Row(1), []float64{0, 0, 0}) {
		t.Errorf("got %+v (%v)", s, err)
	}
	for _, c := range []struct {
		text string
		want error
		says string
	}{
		{"", input.ErrEmpty, "no lines"},
		{"\n \n", input.ErrEmpty, "no lines"},
		{"1 2 3\n1 2", input.ErrShape, "line 2"},
		{"1", input.ErrShape, "line 1"},
		{"10 1", input.ErrLabel, "line 1"},
		{"-1 1", input.ErrLabel, "line 1"},
		{"1.5 1", input.ErrLabel, "line 1"},
		{"1 NaN", input.ErrNotFinite, "number 2"},
		{"1 1\n2 -Inf", input.ErrNotFinite, "line 2"},
		{"1 1e999", strconv.ErrRange, "number 2"},
		{"1 a", strconv.ErrSyntax, "number 2"},
	} {
		if _, err := ReadUSPS(strings.NewReader(c.text)); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: got %v, want %v and a text with %q", c.text, err, c.want, c.says)
		}
	}
}

func FuzzReadUSPS(f *testing.F) {
	f.Add("6.0 -1 1\n3 0 0")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadUSPS(strings.NewReader(text))
		if err != nil {
			return
		}
		if n, d := s.X.Dims(); n != s.Len() || d == 0 {
			t.Errorf("%d×%d for %d labels", n, d, s.Len())
		}
	})
}

func ExampleReadUSPS() {
	s, err := ReadUSPS(strings.NewReader("6.0000 -1.0000 0.5000 1.0000\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Y, s.Row(0))
	// Output: [6] [-1 0.5 1]
}
