// Package run executes a cell's program in a process of its own and says how it ended.
//
// [Command.Run] starts the program with pipes for its standard streams and for frames ([display/frame]), hands what
// comes out of them to an [Output] in the order in which the program wrote it, and waits for the end. What a program
// writes is batched, and bounded by [Limits]: of a very long output the beginning and the end are kept. An interrupt
// (the context's end) makes the Go runtime dump the program's stacks before the process is killed; dumps, of interrupts
// and of panics alike, are taken out of standard error and parsed into a [Crash].
//
// The files follow the life of a process: process.go starts and ends it, pipe.go reads its streams, stream.go batches
// and bounds them, frames.go serves its frames, gonb.go the named pipes of GoNB's gonbui, memory.go watches its size,
// crash.go reads what the Go runtime says when it dies.
//
// [display/frame]: github.com/mercer-go/mercer/display/frame
package run
