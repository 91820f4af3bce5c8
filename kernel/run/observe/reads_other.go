//go:build !linux

package observe

import "os"

// ReadWatch is for systems that tell what a program waits for.
type ReadWatch struct{}

func NewReadWatch(int, *os.File, bool) *ReadWatch { return nil }

func (*ReadWatch) Reading() bool { return false }
