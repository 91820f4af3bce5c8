package label

import "github.com/mercer-go/mercer/mllib/enum"

// Tie is the class of a score of exactly zero and, of K classes, which of those with equal largest scores is taken. The zero value is Positive: the
// second of two, the last of K.
type Tie = enum.Of[ties]

const (
	Positive Tie = iota // sign(0) = +1 (Nussbaum, Banisch, Yan)
	Negative            // sign(0) = -1 (Vetcha)
)

type ties struct{}

func (ties) Names() (string, []string) {
	return "label.Tie", []string{Positive: "positive", Negative: "negative"}
}

// Sign returns +1 for a positive score, -1 for a negative one, and what the rule says for 0. It returns 0, which is no
// label, for NaN.
func Sign(score float64, tie Tie) int {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return -1
	case score != score:
		return 0
	case tie == Negative:
		return -1
	}
	return 1
}

// Largest returns the position of the largest score: of equal ones the last if the rule is Positive, else the first; 0 for no scores. NaN is
// not larger than anything.
func Largest(scores []float64, tie Tie) int {
	best := 0
	for k, s := range scores {
		if s > scores[best] || s == scores[best] && tie == Positive {
			best = k
		}
	}
	return best
}
