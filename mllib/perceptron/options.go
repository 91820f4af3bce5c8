package perceptron

import (
	"github.com/mercer-go/mercer/mllib/enum"
)

// Intercept says how the intercept b learns: b += η y_i c². That is Rosenblatt's rule for vectors (x; c) and weights (w; b/c). The
// zero value is UnitStep.
type Intercept = enum.Of[intercepts]

const (
	UnitStep    Intercept = iota // c = 1: a constant column of ones (Yan, Y17; scikit-learn)
	RadiusStep                   // c = R = max ‖x_i‖ (Nussbaum, chapter 3)
	NoIntercept                  // c = 0: b stays 0 (Banisch, Algorithm 1; Vetcha, chapter 4, whose x carry the 1)
)

type intercepts struct{}

func (intercepts) Names() (string, []string) {
	return "perceptron.Intercept", []string{UnitStep: "unit step", RadiusStep: "radius step", NoIntercept: "no intercept"}
}

// Order says which observation the algorithm looks at next. The zero value is Cyclic.
type Order = enum.Of[orders]

const (
	Cyclic        Order = iota // pass after pass in the order of Rosenblatt.Sequence
	Shuffled                   // pass after pass, each in a new random order
	FirstMistake               // the first misclassified observation of Rosenblatt.Sequence (Yan, Y18d)
	RandomMistake              // a misclassified observation drawn uniformly (Yan, Y18b)
)

type orders struct{}

func (orders) Names() (string, []string) {
	return "perceptron.Order", []string{Cyclic: "cyclic", Shuffled: "shuffled", FirstMistake: "first mistake", RandomMistake: "random mistake"}
}

// Tie says whether a score of exactly 0 is a mistake while training. The zero value is TieMistake, whose model classifies such a score as +1, as the
// zero value of label.Tie does.
type Tie = enum.Of[ties]

const (
	TieMistake  Tie = iota // always: the test is y·score <= 0 (Nussbaum, Yan)
	TiePositive            // if y = -1, since sign(0) = +1 (Banisch)
	TieNegative            // if y = +1, since sign(0) = -1 (Vetcha)
)

type ties struct{}

func (ties) Names() (string, []string) {
	return "perceptron.Tie", []string{TieMistake: "mistake", TiePositive: "positive", TieNegative: "negative"}
}

// Stop is the reason why an algorithm stopped.
type Stop = enum.Of[stops]

const (
	NoMistakes  Stop = iota // no observation is a mistake any more
	Cycling                 // the state (w, b) came back exactly: the run would never end
	EpochLimit              // MaxEpochs passes are done
	UpdateLimit             // MaxUpdates updates are done
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "perceptron.Stop", []string{NoMistakes: "no mistakes", Cycling: "cycling", EpochLimit: "epoch limit", UpdateLimit: "update limit"}
}
