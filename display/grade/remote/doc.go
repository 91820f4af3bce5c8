// Package remote calls functions of another process as if they were its own, and believes nothing that the other
// process sends.
//
// It is how an answer is graded. The process of the student serves what the notebook has declared ([Serve]); the
// process of the grader, whose tests the student's code is never linked with, declares the same names and calls
// through ([Answers.Func], [Answers.Variable]). Arguments and results are copied over: numbers, strings, slices,
// arrays, maps, structs, pointers, matrices, and functions, which are called back through the same connection. What
// a function changes in the memory of its arguments is changed in the caller's too. A value of a type that the
// grader does not know comes back as a [Handle].
//
// A message is refused that is too long, nests too deeply, is not of the type that was declared, or does not answer
// what was asked. Each call has a limit of time.
package remote
