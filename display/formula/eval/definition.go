package eval

import (
	"errors"

	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// definition is what \let says: a name, with or without parameters, for a formula.
type definition struct {
	name   string // as the text has it
	key    string // see keyOf
	params []int  // slots of indices and arguments, in the order of the text
	args   int    // how many of the last params stand in a bracket
	body   node
	ranges []node // of the params where their range follows from the body; else nil
	memo   int    // slot of the value at a point; -1 where there are parameters or random variables
	fixed  bool   // depends on its parameters and on variables only
	groups []*group
	span   syntax.Span
}

// group is a set of random variables that are drawn together from one law.
type group struct {
	slots []int
	names []string
	law   node
}

// Func is a function from outside of the text, given in Go.
type Func struct {
	Name string // as the text writes it
	Args int    // how many arguments it takes
	// Call returns the value at the arguments. An error ends the derivation, but for ErrNoValue, which says that there is none there.
	Call func(args []value.Value[float64]) (value.Value[float64], error)
	Doc  string // where it comes from, for the reader
}

// ErrNoValue is the cause of the error of a Func that has no value at these arguments, such as a logarithm of 0.
var ErrNoValue = errors.New("there is no value")

// Names are what a text may use without declaring it.
type Names struct {
	Values []string // names that have a value at each point
	Funcs  []*Func
	// Outside, if not nil, is asked for a name that is not declared, in canonical spelling. A value becomes a bound variable of the
	// program, a function a Func that the caller supplies.
	Outside func(name string) Outside
}

// Outside is what a name stands for outside of the text.
type Outside uint8

// What there may be outside.
const (
	Nothing Outside = iota
	AValue
	AFunction
)
