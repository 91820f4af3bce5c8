// Package defs holds what the cells of a notebook declare, so that it can be composed into the programs of later cells.
//
// A [Decl] is one declaration as it stands in a cell, with the names that it takes from outside and the packages that they
// mean (decl.go, names.go). [Defs] are those of a whole notebook, an immutable value (defs.go, merge.go); [Def] is what one
// name means, for those who show it. A [Scope] finds declarations by name, and what they need in turn (scope.go). The types of
// variables are kept as text that means the same in every file (typetext.go).
package defs
