package program

import (
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
)

// Mode says what a cell's program does.
type Mode int

// The modes of a program.
const (
	// Plain runs the top-level statements of the cell, or its func main.
	Plain Mode = iota
	// Main runs what follows the "%%" line inside a function main of its own: its locals stay local.
	Main
	// Exec declares what the cell declares and runs the function Request.Func, after flag.Parse.
	Exec
	// Test runs the cell's Test and Benchmark functions as "go test" does. Values are neither loaded nor stored.
	Test
)

// Request asks for the program of one cell.
type Request struct {
	Defs   *defs.Defs // what earlier cells declared; nil is an empty notebook
	CellID string     // the identity of the cell; a cell with the same id replaces what it declared. "" is never replaced
	Cell   *cell.Cell
	Mode   Mode
	Func   string // for Exec: the name of the function to run
	// Values says what the value store knows about a variable, and whether it knows it. nil is an empty store.
	Values func(name string) (ValueInfo, bool)
	// Expressions are evaluated after the cell's statements and sent as frames Display with the id
	// ExpressionID+name. With a nil or empty Cell they are evaluated alone; such a program commits nothing.
	Expressions map[string]string
	Goflags     []string // extra flags for "go build"; a program with flags is built by "go build"
	NoAutoget   bool     // do not fetch modules that are missing
	NoResult    bool     // do not show the value of a last expression
}

// ExpressionID begins the display id of the frame with the value of a user expression; its name follows.
const ExpressionID = "mercer-expression:"

// ValueInfo is what the value store knows about a variable.
type ValueInfo struct {
	// ExtraTypes are the types that values need and that the variable's static type does not lead to, each as
	// reflect-like text with full package paths: "github.com/x/y.T", "main.T", "*main.T", "map[string]time.Time".
	ExtraTypes []string
	// RelatedVars are variables into whose own memory this one's pointers point; they must be loaded with it.
	RelatedVars []string
	// Refs are the package-level variables of imported packages that the value refers to, as "io.EOF", with the whole
	// import path.
	Refs []string
	// Unit are the variables that the same declaration and commit have set, as in "ctx, cancel := f()", when the value of one
	// of them is not held: they are initialised together.
	Unit []string
	// NotCarried is why the store does not hold the value, or "" when it does.
	NotCarried string
	// Fingerprint is the type that the value had, as the store writes it.
	Fingerprint string
}
