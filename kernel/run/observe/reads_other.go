//go:build !linux

package observe

import "os"

// ReadWatch is for systems that tell what a program waits for.
type ReadWatch struct{}

func NewReadWatch(int, *os.File, bool) *ReadWatch { return nil }

func (*ReadWatch) Reading() bool { return false }

// Drained is for systems that tell what is left in a pipe: elsewhere nobody is to wait for it.
func Drained(*os.File) bool { return true }
