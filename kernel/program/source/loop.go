package source

import "regexp"

// An interrupt names the loop in which it finds a program. The compiler has no position for the jump back of a loop
// without a condition: it belongs to whoever calls the function, when the function is inlined, and else to the first line
// of the file, counted from the last directive. So functions with such loops are not inlined, and a file begins with as
// many empty lines as the cell has, after which that line is 0 or less, which no other is.

// NoInline is the directive that keeps a function out of its callers.
const NoInline = "//go:noinline\n"

// endlessLoop matches the head of a loop without a condition.
var endlessLoop = regexp.MustCompile(`\bfor\s*(?:[^;{]*;\s*;[^{]*)?\{`)
