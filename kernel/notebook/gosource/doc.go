// Package gosource writes a notebook as an ordinary Go program, since a notebook is one that grew.
//
// The way of a notebook, all of it in [Write]:
//
//   - cells.go goes through the cells: which of them belong into a program, what their commands mean there
//   - variables.go gives each variable its declaration, with the type that the type checker of the kernel finds; a name that
//     comes back with another type gets another name
//   - functions.go carries over types, constants and functions; a function that a later cell declares anew is a variable, so
//     that its callers use the new one from there on
//   - derivation.go makes of a %%derive cell a call of derive.Prove
//   - assemble.go writes the file, finds the imports, and shows the values of last expressions
//
// The program is type-checked before it is returned. What has no place in a program, such as a cell that fails on purpose, is
// left out and named in a comment and in the notes.
package gosource
