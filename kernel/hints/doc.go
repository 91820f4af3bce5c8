// Package hints says in one sentence what a learner probably meant. [Rules] is the one table of mistakes: each record has
// patterns for an error and for the line where it stands, and the sentence to say, with the Go that was meant.
//
// A syntax error is replaced by the sentence, since the parser's words describe the parser. An error of the type checker or a
// panic keeps its words, and the sentence stands below as its hint. Text that compiles never gets one: the table is only
// consulted where there is an error.
//
// The flow: [Explain] takes the diagnostics of a cell (explain.go); lines are compared with texts and comments blanked
// (mask.go); characters that no Go program has are named (characters.go); what a sentence takes from a line must be Go
// (gocode.go). What follows from the types in a cell is found before, by package program, and marked as such in
// [cell.Diagnostic].
//
// The records are in heads.go (heads of functions, loops and types, punctuation), python.go (habits of Python), golang.go
// (mistakes of Go's beginners), mllib.go (our packages and gonum), names.go and members.go (names of other languages and
// libraries), commands.go (commands and the shell) and panics.go.
package hints
