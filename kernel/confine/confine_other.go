//go:build !linux

package confine

// Exec confines this process and becomes another program, which is possible on Linux alone: it returns ErrUnavailable.
func Exec(Left, string, []string, []string) error { return ErrUnavailable }
