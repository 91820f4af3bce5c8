package bayes

import "github.com/mercer-go/mercer/mllib/enum"

// Tie is the action that is taken of those that cost the same. The zero value is Largest: of two classes it is the second, as everywhere in the
// library (label.Tie).
type Tie = enum.Of[ties]

const (
	Largest  Tie = iota // the largest number: class 1 of two (Yan, Nussbaum in the proof of Theorem 2.1)
	Smallest            // the smallest number: class 0 of two (Nussbaum (8), Banisch, Vetcha)
)

type ties struct{}

func (ties) Names() (string, []string) {
	return "bayes.Tie", []string{Largest: "largest", Smallest: "smallest"}
}

// least returns the index of the least number of v, or -1 if one of them is NaN.
func least(v []float64, tie Tie) int {
	best := 0
	for i, x := range v {
		switch {
		case x != x:
			return -1
		case x < v[best] || x == v[best] && tie == Largest:
			best = i
		}
	}
	return best
}
