//go:build !linux

package observe

// HandlesInterrupt is for systems that tell of a program's signals.
func HandlesInterrupt(int) (handles, known bool) { return false, false }
