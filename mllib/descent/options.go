package descent

import "github.com/mercer-go/mercer/mllib/label"

// Rule says how gradient descent chooses its step. The zero value is Constant.
type Rule int8

const (
	Constant     Rule = iota // η is GradientDescent.Step, always (Yan, Y14a)
	Backtracking             // halve η until f falls by at least ½η‖∇f‖²; the next step begins with twice the η found
)

// Decay says how the steps η_t of stochastic gradient descent fall. The zero value is Fixed.
type Decay int8

const (
	Fixed       Decay = iota // η_t = Step
	InverseTime              // η_t = Step/(T0+t)
	InverseRoot              // η_t = Step/√(T0+t)
)

// Sampling says which term is drawn in a step. The zero value is Uniform.
type Sampling int8

const (
	Uniform  Sampling = iota // each term with probability 1/n, independently of the past (Yan, Y15b)
	Shuffled                 // pass after pass, each in a new random order
	Cyclic                   // pass after pass in the order of the terms; needs no source
)

// Averaging says which point a stochastic run returns. The zero value is LastPoint.
type Averaging int8

const (
	LastPoint  Averaging = iota // the last iterate
	AllPoints                   // the mean of all iterates after the start (Polyak and Ruppert)
	SecondHalf                  // the mean of the iterates of the second half of the run
)

// Stop is the reason why a run stopped.
type Stop int8

const (
	SmallGradient Stop = iota // the gradient's norm is at most Tol
	StepLimit                 // all steps are taken
	NoDescent                 // the search found no step that lowers f: the limit of rounding
	Diverged                  // the value, the gradient or a coordinate is no finite number any more
)

var (
	ruleNames      = []string{Constant: "constant", Backtracking: "backtracking"}
	decayNames     = []string{Fixed: "fixed", InverseTime: "inverse time", InverseRoot: "inverse root"}
	samplingNames  = []string{Uniform: "uniform", Shuffled: "shuffled", Cyclic: "cyclic"}
	averagingNames = []string{LastPoint: "last point", AllPoints: "all points", SecondHalf: "second half"}
	stopNames      = []string{SmallGradient: "small gradient", StepLimit: "step limit", NoDescent: "no descent", Diverged: "diverged"}
)

// String returns the name that is also its JSON form.
func (v Rule) String() string { return label.Name(ruleNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Decay) String() string { return label.Name(decayNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Sampling) String() string { return label.Name(samplingNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Averaging) String() string { return label.Name(averagingNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Stop) String() string { return label.Name(stopNames, int(v)) }

// MarshalText writes the name; it fails for a value that has none.
func (v Rule) MarshalText() ([]byte, error) {
	return label.MarshalName("descent.Rule", ruleNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Rule) UnmarshalText(text []byte) error {
	return label.UnmarshalName("descent.Rule", ruleNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Decay) MarshalText() ([]byte, error) {
	return label.MarshalName("descent.Decay", decayNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Decay) UnmarshalText(text []byte) error {
	return label.UnmarshalName("descent.Decay", decayNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Sampling) MarshalText() ([]byte, error) {
	return label.MarshalName("descent.Sampling", samplingNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Sampling) UnmarshalText(text []byte) error {
	return label.UnmarshalName("descent.Sampling", samplingNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Averaging) MarshalText() ([]byte, error) {
	return label.MarshalName("descent.Averaging", averagingNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Averaging) UnmarshalText(text []byte) error {
	return label.UnmarshalName("descent.Averaging", averagingNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Stop) MarshalText() ([]byte, error) {
	return label.MarshalName("descent.Stop", stopNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Stop) UnmarshalText(text []byte) error {
	return label.UnmarshalName("descent.Stop", stopNames, text, v)
}
