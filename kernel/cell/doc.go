// Package cell is the cell language: it separates the commands of a cell (%magics, !shell lines) from its Go source.
//
// [Split] takes the text of a cell apart. Go text keeps its lines and columns, since the lines of commands are only
// blanked; so every position in [Cell.Go] is a position in the cell. The lines are told apart with the Go scanner: a
// "%" or a "!" begins a command only where a Go statement could begin, never inside a raw string, a comment or a
// continued expression.
//
// [Complete] says whether a cell can be run as it stands, for front ends that run a cell at the Enter key.
package cell
