// Package observe is what the operating system tells of running programs, and does with them: processes that a program has
// left behind (children), what its threads do, whether it rests or is about to end (threads), whether it waits for its standard
// input (reads). Linux tells all of it in /proc; elsewhere the answers are those of somebody who knows nothing.
package observe

// Child is a process that a program has left behind.
type Child struct {
	PID  int
	Name string
}
