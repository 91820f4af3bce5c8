package program

import (
	"time"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Program is a composed program of one cell, ready to be built.
type Program struct {
	Defs     *defs.Defs      // the definitions after the cell, to be taken over when the cell has ended well
	Removed  []string        // keys that vanish because the cell's earlier text declared them and this one does not
	Unit     *toolchain.Unit // what is compiled
	Mode     Mode
	TestArgs []string // for Test: the default arguments of the test program
	Phases   Phases   // how long Compose took
	Facts

	key string // cell.FileKey of the cell
}

// Facts say what a program does with the notebook.
type Facts struct {
	Vars     []Var    // the variables that the program loads and commits
	Declared []string // keys that the cell declares, sorted
	Uses     []string // keys of earlier definitions that the program reaches, sorted
	Notices  []string // what the user should know, one line each
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

// Phases says how long each step of Compose took.
type Phases struct {
	Imports time.Duration // listing and loading packages
	Compose time.Duration // parsing, checking, composing
}

// MainSource is the name of the source with the cell's own statements.
func (p *Program) MainSource() string { return source.FileName(p.key) }
