//go:build !linux

package run

import "os"

// readWatch is for systems that tell what a program waits for.
type readWatch struct{}

func newReadWatch(int, *os.File, bool) *readWatch { return nil }

func (*readWatch) reading() bool { return false }
