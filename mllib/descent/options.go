package descent

import (
	"github.com/mercer-go/mercer/mllib/enum"
)

// Rule says how gradient descent chooses its step. The zero value is Constant.
type Rule = enum.Of[rules]

const (
	Constant     Rule = iota // η is GradientDescent.Step, always (Yan, Y14a)
	Backtracking             // halve η until f falls by at least ½η‖∇f‖²; the next step begins with twice the η found
)

type rules struct{}

func (rules) Names() (string, []string) {
	return "descent.Rule", []string{Constant: "constant", Backtracking: "backtracking"}
}

// Decay says how the steps η_t of stochastic gradient descent fall. The zero value is Fixed.
type Decay = enum.Of[decays]

const (
	Fixed       Decay = iota // η_t = Step
	InverseTime              // η_t = Step/(T0+t)
	InverseRoot              // η_t = Step/√(T0+t)
)

type decays struct{}

func (decays) Names() (string, []string) {
	return "descent.Decay", []string{Fixed: "fixed", InverseTime: "inverse time", InverseRoot: "inverse root"}
}

// Sampling says which term is drawn in a step. The zero value is Uniform.
type Sampling = enum.Of[samplings]

const (
	Uniform  Sampling = iota // each term with probability 1/n, independently of the past (Yan, Y15b)
	Shuffled                 // pass after pass, each in a new random order
	Cyclic                   // pass after pass in the order of the terms; needs no source
)

type samplings struct{}

func (samplings) Names() (string, []string) {
	return "descent.Sampling", []string{Uniform: "uniform", Shuffled: "shuffled", Cyclic: "cyclic"}
}

// Averaging says which point a stochastic run returns. The zero value is LastPoint.
type Averaging = enum.Of[averagings]

const (
	LastPoint  Averaging = iota // the last iterate
	AllPoints                   // the mean of all iterates after the start (Polyak and Ruppert)
	SecondHalf                  // the mean of the iterates of the second half of the run
)

type averagings struct{}

func (averagings) Names() (string, []string) {
	return "descent.Averaging", []string{LastPoint: "last point", AllPoints: "all points", SecondHalf: "second half"}
}

// Stop is the reason why a run stopped.
type Stop = enum.Of[stops]

const (
	SmallGradient Stop = iota // the gradient's norm is at most Tol
	StepLimit                 // all steps are taken
	NoDescent                 // the search found no step that lowers f: the limit of rounding
	Diverged                  // the value, the gradient or a coordinate is no finite number any more
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "descent.Stop", []string{SmallGradient: "small gradient", StepLimit: "step limit", NoDescent: "no descent", Diverged: "diverged"}
}
