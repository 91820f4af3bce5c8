// Package slips makes slips of the right answer of a programming exercise: its functions with one small mistake each, as a
// student may make it. Tests that give points must notice them.
//
// [Of] lists the slips of an answer. [Together] is one cell with the answer and many of its slips, so that they are compiled
// at once: the variable [Variable] chooses the one that runs.
//
// Files: slip.go has the types, expressions.go and statements.go the slips inside a function, whole.go those of a function
// as a whole, together.go the cell of all.
package slips
