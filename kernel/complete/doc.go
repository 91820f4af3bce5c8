// Package complete answers the questions a front end asks while a cell is being written: what could stand at the
// cursor ([Completer.Complete]) and what is it that stands there ([Completer.Inspect]).
//
// Both work on text that is not finished. The way of a question:
//
//   - text.go finds the word at the cursor, lexical.go the tokens before it (is this a comment, a string, a selector?)
//   - command.go answers for magics and shell lines, paths.go for file names and import paths
//   - repair.go puts a name at the cursor and closes what is open, so that the text parses
//   - check.go type-checks the cell together with the notebook's definitions, on export data; errors do not stop it
//   - scope.go, member.go and literal.go collect the candidates; expect.go says which type would fit;
//     match.go orders them
//   - inspect.go and describe.go say what a name is; docs.go reads comments and sources of packages, when asked
//
// No process is started. What the packages of a notebook are is asked of [Packages], which toolchain.Env implements; a
// package that is not loaded yet is waited for only shortly, see [Completer.Wait], unless nothing can be said without it.
package complete
