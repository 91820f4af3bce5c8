package proof

// Question is a derivation that is to be judged.
type Question struct {
	Title, Text string

	Seed   uint64  // of the points that are drawn
	Draws  int     // how many points are drawn
	Tol    float64 // of lines without one of their own
	Effort int     // evaluations of a hunt
	Spells bool    // whether steps are to have their Spelling
	Own    int     // the byte of Text from which on it is the reader's: whose notation is written out in spellings, and new
	Work   int     // the most operations of formulas in all, in units of 4096; 0 bounds nothing

	Values []Binding   // names with one value
	Points [][]Binding // names with a value at each point
	Funcs  []Func
	Faults []string // what is wrong with the options, sentences
}

// Binding gives a name of the text a value from Go.
type Binding struct {
	Option string // that gave it, as messages have it: "Bind", "At: field X"
	Name   string // LaTeX
	Value  Value
}

// Func gives a name of the text a function in Go, which whoever asks evaluates.
type Func struct {
	Name string // LaTeX
	Args int    // how many arguments it takes
	Doc  string // what it is, for the reader
}

// Kind is what a Value is.
type Kind uint8

// The kinds of values that go from Go to formulas and back.
const (
	Number Kind = iota // N
	Truth              // N is 1 for true, 0 for false
	Vector             // Entries
	Matrix             // Entries, row by row, Cols in each row
	Family             // Items, with indices from First on
	Other              // what only formulas have, such as a set
)

// Value is a value of Go as formulas have it.
type Value struct {
	Kind    Kind
	N       float64
	Entries []float64
	Cols    int
	First   int
	Items   []Value
}

// Call is a question back: what is the value of a function at these arguments?
type Call struct {
	Func int // index in Question.Funcs
	Args []Value
}

// Answer is the value of a function, or why there is none.
type Answer struct {
	Value Value
	Fault string // why there is no value, or ""
	// Arg, if not 0, is the argument, from 1, whose kind the function does not take; Fault is then what it takes: "float64".
	Arg int
}

// Answerer answers calls, one answer for each, in order. An error ends the derivation.
type Answerer func(calls []Call) ([]Answer, error)
