package show

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

type part struct{ N int }

func (p part) String() string { return fmt.Sprint("part ", p.N) }

type whole struct {
	Part part
	X    *mat.Dense
	Y    []float64
	Src  rand.Source
	F    func()
}

type Parameters struct {
	Rate float64
	Size int
}

func (Parameters) Fit() {}

type embedding struct {
	Named
	K int
}

type Named struct{ A int }

func (n Named) String() string { return fmt.Sprint("named ", n.A) }

type rows struct{ n int }

func (r rows) Table() (string, []string, [][]any) {
	if r.n == 0 {
		return "", nil, nil
	}
	return "two", []string{"", "x"}, [][]any{{"a", 1.5}, {"bc", 12}, {"⋮"}}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		v    any
		want string
	}{
		{"matrix, source, function", whole{Part: part{2}, X: mat.NewDense(2, 3, nil), Y: []float64{1, 2.5}, Src: rand.NewPCG(1, 2), F: func() {}},
			"show.whole: Part part 2, X 2×3 matrix, Y [1 2.5], Src rand.PCG, F a function"},
		{"a long list", struct{ Y []int }{[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, "struct { Y []int }: Y [1 2 3 4 5 … 9 10] (10)"},
		{"zero of a result", Named{}, "named 0"},
		{"zero of parameters", Parameters{Size: 3}, "show.Parameters: Size 3"},
		{"only zeros", Parameters{}, "show.Parameters with all fields zero"},
		{"the String of a part", embedding{Named{1}, 2}, "show.embedding: A 1, K 2"},
		{"a pointer", &Parameters{Rate: .5}, "show.Parameters: Rate 0.5"},
		{"a table", rows{1}, "two\n      x\na   1.5\nbc   12\n⋮"},
		{"no table", rows{}, "show.rows"},
	} {
		if got := Text(c.v); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// widths is a type with a Format method, as those of mllib have it.
type widths struct{ A int }

func (w widths) Format(s fmt.State, _ rune) { Format(s, w) }

func (w widths) String() string { return "one" }

func TestWidth(t *testing.T) {
	for _, c := range []struct{ verb, want string }{{"%v|", "one|"}, {"%5v|", "  one|"}, {"%-5v|", "one  |"}, {"%2v|", "one|"}} {
		if got := fmt.Sprintf(c.verb, widths{1}); got != c.want {
			t.Errorf("%s: got %q, want %q", c.verb, got, c.want)
		}
	}
}
