// Package celllink is to link a cell's one changed package beside an executable of the packages that did not change, the
// base. Two parts of that are here: reading the archives that Go's compiler and assembler write, and the base with a table of
// where its symbols are. No cell is linked with it yet: the Go linker links all programs.
//
// An archive (archive.go) holds an [Object] (object.go) for the compiled Go files and one for each assembly file. An object
// defines symbols, functions and variables and what describes them, and refers to those of other objects. Definitions are
// numbered through in four classes: symbols of the package, which others name by package and number; two classes of symbols
// that are named by a hash of their content; and symbols that are named by name and ABI. A symbol has bytes, relocations
// (places in the bytes where the address of another symbol belongs) and auxiliary symbols (its type, its tables).
//
// A base is what the Go linker makes of [Keep.Source], to whose archive [Keep.Append] has added an object of ours (keep.go,
// keepobject.go), after [Keep.Patch] has told it of a cell's module (patch.go). [Keep.Addresses] reads off it where each
// symbol of all its packages is, and which are not there.
//
// The format is the one that cmd/internal/goobj of Go's sources describes; what is here was tried with Go 1.26.8 on linux/amd64.
// All functions are pure: they take bytes and start or open nothing. What is read was checked as a whole before, so that
// no method of an Object fails for a symbol that it has; damaged or foreign bytes are an error of [ReadArchive] or [ReadObject].
package celllink
