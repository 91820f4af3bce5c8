// Package complete answers the questions a front end asks while a cell is being written: what could stand at the
// cursor ([Completer.Complete]) and what is it that stands there ([Completer.Inspect]).
//
// Both work on text that is not finished. The way of a question:
//
//   - package hole finds the word at the cursor and the tokens before it (is this a comment, a string, a selector?)
//   - command.go answers for magics and shell lines, paths.go for file names and import paths
//   - package hole puts a name at the cursor and closes what is open, so that the text parses
//   - check.go type-checks the cell together with the notebook's definitions, on export data; errors do not stop it
//   - scope.go, member.go and literal.go collect the candidates; expect.go says which type would fit;
//     package match orders them
//   - inspect.go and describe.go say what a name is; package docs reads comments and sources of packages, when asked
//
// The order is ours where nothing of a name is typed yet, as after a dot. With a part of it typed JupyterLab sorts anew, by
// where the letters stand and then by the alphabet; the protocol has no place for a key to sort by.
//
// No process is started. What the packages of a notebook are is asked of [Packages], which toolchain.Env implements; a
// package that is not loaded yet is waited for only shortly, see [Completer.Wait], unless nothing can be said without it.
package complete
