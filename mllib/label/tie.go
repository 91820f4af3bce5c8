package label

import "github.com/mercer-go/mercer/mllib/enum"

// Tie is the class of a score of exactly zero. The zero value is Positive.
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
