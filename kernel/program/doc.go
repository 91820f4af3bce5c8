// Package program makes a program of a cell and of what earlier cells declared: it parses and type-checks the cell,
// adds the imports, composes the source, compiles and links.
//
// Vocabulary: a definition is what a cell leaves for later ones (an import, a constant, a type, a function, a method, a
// variable); [Defs] are the definitions of a notebook. A [Request] asks for one cell's program; [Env.Compose] answers
// with a [Program], or with [Diagnostics] when the cell is wrong; [Env.Build] makes an executable of the program. An
// [Env] is the surroundings: a notebook's Go module, the toolchain, the packages and the caches.
package program
