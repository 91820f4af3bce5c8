package label

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
)

// Tie is the class of a score of exactly zero. The zero value is Positive.
type Tie int8

const (
	Positive Tie = iota // sign(0) = +1 (Nussbaum, Banisch, Yan)
	Negative            // sign(0) = -1 (Vetcha)
)

var tieNames = []string{Positive: "positive", Negative: "negative"}

// Sign returns +1 for a positive score, -1 for a negative one, and what the rule says for 0. It returns 0, which is no
// label, for NaN.
func (t Tie) Sign(score float64) int {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return -1
	case score != score:
		return 0
	case t == Negative:
		return -1
	}
	return 1
}

// String returns "positive" or "negative".
func (t Tie) String() string { return Name(tieNames, int(t)) }

// MarshalText writes the rule as its name, so that JSON is readable. It fails for a value that is not one of the rules.
func (t Tie) MarshalText() ([]byte, error) { return MarshalName("label.Tie", tieNames, int(t)) }

// UnmarshalText reads what MarshalText wrote.
func (t *Tie) UnmarshalText(text []byte) error { return UnmarshalName("label.Tie", tieNames, text, t) }

// MarshalName returns names[value] as text: the MarshalText of an enumeration whose values are the indices of names.
// what names the type in the error for a value outside the table.
func MarshalName(what string, names []string, value int) ([]byte, error) {
	if value < 0 || value >= len(names) {
		return nil, fmt.Errorf("%s: value %d has no name", what, value)
	}
	return []byte(names[value]), nil
}

// Name returns names[value], or "7?" for a value 7 that has no name: the String of the same enumerations.
func Name(names []string, value int) string {
	if value < 0 || value >= len(names) {
		return fmt.Sprintf("%d?", value)
	}
	return names[value]
}

// CheckName returns an error that wraps input.ErrParam for a value outside the table.
func CheckName(names []string, argument string, value int) error {
	return input.Param(value >= 0 && value < len(names), argument, value, fmt.Sprintf("one of the %d named constants", len(names)))
}

// UnmarshalName sets dst to the index of text in names: the UnmarshalText of the same enumerations. It fails, and
// leaves dst alone, for a text that is not in the table.
func UnmarshalName[E ~int8](what string, names []string, text []byte, dst *E) error {
	for i, name := range names {
		if name == string(text) {
			*dst = E(i)
			return nil
		}
	}
	return fmt.Errorf("%s: no value is named %q, want one of %q", what, text, names)
}
