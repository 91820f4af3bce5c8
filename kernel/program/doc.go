// Package program makes a program of a cell and of what earlier cells declared: it parses and type-checks the cell,
// adds the imports and composes the source. Package toolchain knows the packages, compiles and links.
//
// # Vocabulary
//
// A definition is what a cell leaves for later ones (an import, a constant, a type, a function, a method, a variable);
// [Defs] are the definitions of a notebook, an immutable value. A [Request] asks for one cell's program; [Compose]
// answers with a [Program], or with cell.Diagnostics when the cell is wrong; toolchain.Env.Build makes an executable of
// its Unit.
//
// # The way of a cell
//
//  1. The cell's text is parsed as declarations and statements (cell.Parse) and its declarations are cut out (decl.go).
//  2. Every package name gets an import path (resolve.go); the packages are listed, and fetched if need be.
//  3. Phase 1 checks the statements as the body of a function, so that scoping is Go's own (phase1.go). This gives the
//     types of the variables that they declare (vars.go), and what the last expression is.
//  4. Phase 2 writes the program with these variables at package level (writer.go, body.go, start.go, render.go), checks
//     it as it will be compiled, and writes it again with only what its start reaches (phase2.go, graph.go). Every word
//     of the user's keeps its line and column (edit.go).
//  5. Tables tell the run-time what values may refer to: variables of packages (refs.go) and types that only values
//     lead to (anchors.go).
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
