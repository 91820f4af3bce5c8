//go:build !linux

package confine

// Process confines this process, which is possible on Linux alone: it returns ErrUnavailable.
func Process(Files) error { return ErrUnavailable }
