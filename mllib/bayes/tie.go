package bayes

import (
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
)

// Tie is the action that is taken of those that cost the same. The zero value is Smallest.
type Tie int8

const (
	Smallest Tie = iota // the smallest number: class 0 of two (Nussbaum (8), Banisch, Vetcha)
	Largest             // the largest number: class 1 of two (Yan, Nussbaum in the proof of Theorem 2.1)
)

var tieNames = []string{Smallest: "smallest", Largest: "largest"}

// String returns "smallest" or "largest".
func (t Tie) String() string { return label.Name(tieNames, int(t)) }

// MarshalText writes the rule as its name. It fails for a value that is not one of the rules.
func (t Tie) MarshalText() ([]byte, error) { return label.MarshalName("bayes.Tie", tieNames, int(t)) }

// UnmarshalText reads what MarshalText wrote.
func (t *Tie) UnmarshalText(text []byte) error {
	return label.UnmarshalName("bayes.Tie", tieNames, text, t)
}

func (t Tie) check() error {
	return input.Param(t == Smallest || t == Largest, "tie", int(t), "bayes.Smallest or bayes.Largest")
}

// least returns the index of the least number of v, or -1 if one of them is NaN.
func (t Tie) least(v []float64) int {
	best := 0
	for i, x := range v {
		switch {
		case x != x:
			return -1
		case x < v[best] || x == v[best] && t == Largest:
			best = i
		}
	}
	return best
}
