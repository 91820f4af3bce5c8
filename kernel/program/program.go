package program

// Program is a composed program of one cell, ready to be built.
type Program struct {
	Defs     *Defs    // the definitions after the cell, to be taken over when the cell has ended well
	Vars     []Var    // the variables that the program loads and commits
	Declared []string // keys that the cell declares
	Removed  []string // keys that vanish because the cell's earlier text declared them and this one does not
	Uses     []string // keys of earlier definitions that the program reaches, sorted
	Result   bool     // the program shows the value of its last expression
	Notices  []string // what the user should know, one line each
	Sources  []Source // what is compiled
	Imports  []string // import paths of the composed sources, sorted
	Hash     string   // of sources, configuration and toolchain: equal hashes, equal executables
	Empty    bool     // nothing would run: the cell only declares
	ReadOnly bool     // commits nothing: the program evaluates user expressions
	Mode     Mode
	TestArgs []string // for Test: the default arguments of the test program
	Goflags  []string
	Phases   Phases // how long Compose took

	goBuild bool   // needs "go build" (cgo, embed, flags, test)
	pkgs    []*pkg // everything to link with
	dir     string
	key     string // FileKey of the cell
	// modState is the Env's when the program was composed.
	modState string
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

// Source is one composed file.
type Source struct {
	Name string // base name
	Text string
}
