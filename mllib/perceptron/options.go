package perceptron

import "github.com/mercer-go/mercer/mllib/label"

// Intercept says how the intercept b learns: b += η y_i c². That is Rosenblatt's rule for vectors (x; c) and weights (w; b/c). The
// zero value is UnitStep.
type Intercept int8

const (
	UnitStep    Intercept = iota // c = 1: a constant column of ones (Yan, Y17; scikit-learn)
	RadiusStep                   // c = R = max ‖x_i‖ (Nussbaum, chapter 3)
	NoIntercept                  // c = 0: b stays 0 (Banisch, Algorithm 1; Vetcha, chapter 4, whose x carry the 1)
)

// Order says which observation the algorithm looks at next. The zero value is Cyclic.
type Order int8

const (
	Cyclic        Order = iota // pass after pass in the order of Rosenblatt.Sequence
	Shuffled                   // pass after pass, each in a new random order
	FirstMistake               // the first misclassified observation of Rosenblatt.Sequence (Yan, Y18d)
	RandomMistake              // a misclassified observation drawn uniformly (Yan, Y18b)
)

// Tie says whether a score of exactly 0 is a mistake while training. The zero value is TieMistake.
type Tie int8

const (
	TieMistake  Tie = iota // always: the test is y·score <= 0 (Nussbaum, Yan)
	TiePositive            // if y = -1, since sign(0) = +1 (Banisch)
	TieNegative            // if y = +1, since sign(0) = -1 (Vetcha)
)

// Stop is the reason why an algorithm stopped.
type Stop int8

const (
	NoMistakes  Stop = iota // no observation is a mistake any more
	Cycling                 // the state (w, b) came back exactly: the run would never end
	EpochLimit              // MaxEpochs passes are done
	UpdateLimit             // MaxUpdates updates are done
)

var (
	interceptNames = []string{UnitStep: "unit step", RadiusStep: "radius step", NoIntercept: "no intercept"}
	orderNames     = []string{Cyclic: "cyclic", Shuffled: "shuffled", FirstMistake: "first mistake", RandomMistake: "random mistake"}
	tieNames       = []string{TieMistake: "mistake", TiePositive: "positive", TieNegative: "negative"}
	stopNames      = []string{NoMistakes: "no mistakes", Cycling: "cycling", EpochLimit: "epoch limit", UpdateLimit: "update limit"}
)

// String returns the name that is also its JSON form.
func (v Intercept) String() string { return label.Name(interceptNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Order) String() string { return label.Name(orderNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Tie) String() string { return label.Name(tieNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Stop) String() string { return label.Name(stopNames, int(v)) }

// MarshalText writes the name; it fails for a value that has none.
func (v Intercept) MarshalText() ([]byte, error) {
	return label.MarshalName("perceptron.Intercept", interceptNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Intercept) UnmarshalText(text []byte) error {
	return label.UnmarshalName("perceptron.Intercept", interceptNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Order) MarshalText() ([]byte, error) {
	return label.MarshalName("perceptron.Order", orderNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Order) UnmarshalText(text []byte) error {
	return label.UnmarshalName("perceptron.Order", orderNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Tie) MarshalText() ([]byte, error) {
	return label.MarshalName("perceptron.Tie", tieNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Tie) UnmarshalText(text []byte) error {
	return label.UnmarshalName("perceptron.Tie", tieNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Stop) MarshalText() ([]byte, error) {
	return label.MarshalName("perceptron.Stop", stopNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Stop) UnmarshalText(text []byte) error {
	return label.UnmarshalName("perceptron.Stop", stopNames, text, v)
}
