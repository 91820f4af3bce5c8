// Package program makes a program of a cell and of what earlier cells declared: it parses and type-checks the cell,
// adds the imports and composes the source. Package toolchain knows the packages, compiles and links.
//
// A [Request] asks for one cell's program; [Compose] answers with a [Program], or with cell.Diagnostics when the cell is
// wrong; toolchain.Env.Build makes an executable of its Unit. What earlier cells declared are defs.Defs.
//
// # The way of a cell
//
// A cell goes through stages (compose.go). Each is a function that takes the value of the one before and returns its own,
// which no later stage changes:
//
//  1. parsed: the cell's text as declarations and statements (parse.go, cut.go).
//  2. resolved: every package name has an import path, and the packages are listed (resolve.go).
//  3. typed: the statements were checked as the body of a function, so that scoping is Go's own (typed.go). This gives the
//     types of the variables that they declare (vars.go), and what the last line shows (last.go).
//  4. reached: the program was written with these variables at package level and checked as it will be compiled; so it is
//     known what its start leads to (package check).
//  5. written: the program with only that (write.go). What is written is planned first (plan.go); then come the cell's
//     statements (body.go, edits.go), variables and their initialisers (writevars.go), tables that tell the run-time what
//     values may refer to (refs.go, anchors.go), and func main (start.go). Package source writes the text: every word of the
//     user's keeps its line and column.
//
// # Choices
//
// Declarations of different cells are different files, so each keeps the imports that it was checked with: a function
// that meant the package rand still does after another cell has declared a variable rand. Everything else is bound
// late: callers use the newest function, type or variable of a name.
//
// A variable whose initialiser registers a command-line flag is initialised in each program, as in GoNB; other
// initialisers run again only when the value store has no value.
package program
