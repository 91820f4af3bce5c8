// Package run executes a cell's program in a process of its own and says how it ended.
//
// [Command.Run] starts the program with pipes for its standard streams and for frames ([display/frame]), hands what
// comes out of them to an [Output] in the order in which the program wrote it, and waits for the end. What a program
// writes and shows is batched, and bounded by [Limits]: of very much the beginning and the end are kept. An interrupt
// (the context's end) makes the Go runtime dump the program's stacks before the process is killed; dumps, of interrupts
// and of panics alike, are taken out of standard error and parsed into a [Crash].
//
// The way of what a program writes: pipe.go and frames.go (gonb.go for GoNB's gonbui) read it, under the lock of the
// process and without waiting; stream.go batches and bounds text, shows.go bounds what is displayed; outlet.go calls the
// Output, one thing after the other, with no lock held, since drawing and publishing take their time.
//
// The life of a process: files.go makes its pipes, process.go starts it and attends to its end, interrupt.go ends it,
// trace.go has a debugger take hold of it, stdin.go answers what it reads, children.go looks for processes that it leaves behind,
// crash.go reads what the Go runtime says when it dies. What the operating system tells of it, such as its size, is package observe's.
//
// [display/frame]: github.com/mercer-go/mercer/display/frame
package run
