package program

import (
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
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
	Args   bool   // the program is given arguments, so that it parses flags
	Func   string // for Exec: the name of the function to run
	Line   int    // for Exec: the line of the cell that names it, for errors
	// Values says what the value store knows about a variable, and whether it knows it. nil is an empty store.
	Values func(name string) (ValueInfo, bool)
	// Expressions are evaluated after the cell's statements and sent as frames Display with the id
	// ExpressionID+name. With a nil or empty Cell they are evaluated alone; such a program commits nothing.
	Expressions map[string]string
	Goflags     []string // extra flags for "go build"; a program with flags is built by "go build"
	NoAutoget   bool     // do not fetch modules that are missing
	NoResult    bool     // do not show the value of a last expression
	// Debug asks for a program for a debugger: it is built so, and waits at its start for one.
	Debug bool
	// Wasm: the program runs in a browser (env is toolchain.Env.ForBrowsers): it has the definitions, and the page's own variables (see
	// wasm.go), but neither values nor a run-time that shows or commits any.
	Wasm bool
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
}

// Program is a composed program of one cell, ready to be built.
type Program struct {
	Defs     *defs.Defs      // the definitions after the cell, to be taken over when the cell has ended well
	Removed  []string        // keys that vanish because the cell's earlier text declared them and this one does not
	Unit     *toolchain.Unit // what is compiled
	Mode     Mode
	TestArgs []string // for Test: the default arguments of the test program
	Phases   Phases   // how long Compose took
	First    []Assignment
	Facts

	key string // cell.FileKey of the cell
}

// Assignment initialises variables before the cell's functions init and its other statements: see first.go.
type Assignment struct {
	Names    []string
	From, To int // of the values in the cell's Go text
}

// Facts say what a program does with the notebook.
type Facts struct {
	Vars     []Var    // the variables that the program loads and commits
	Declared []string // keys that the cell declares, sorted
	Uses     []string // keys of earlier definitions that the program reaches, sorted
	Notices  []string // what the user should know, one line each
	Notes    []string // the same, of what was probably not meant: once in a session
	Empty    bool     // nothing would run: the cell only declares
	ReadOnly bool     // commits nothing: the program evaluates user expressions
}

// Var is a variable of a program.
type Var struct {
	Name string
	Type string // Go syntax, qualified by package name
	// Fresh: declared anew by this cell's own statements, so that no value is loaded.
	Fresh bool
	// Old: loaded under another name, since the cell declares the name anew but reads the old value first. Not committed.
	Old bool
	// HasInit: its initialiser runs when the store has no value.
	HasInit bool
}

// Reached are the names of the notebook's variables that the program uses.
func (f *Facts) Reached() (names []string) {
	for _, v := range f.Vars {
		if !v.Old {
			names = append(names, v.Name)
		}
	}
	return names
}

// Phases says how long each step of Compose took.
type Phases struct {
	Imports time.Duration // listing and loading packages
	Compose time.Duration // parsing, checking, composing
}

// MainSource is the name of the source with the cell's own statements.
func (p *Program) MainSource() string { return source.FileName(p.key) }
