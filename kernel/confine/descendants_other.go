//go:build !linux

package confine

import "errors"

// Adopt fails: processes that are left behind are found on Linux only.
func Adopt() error {
	return errors.New("processes that are left behind can be found on Linux only")
}

// KillDescendants fails as Adopt does.
func KillDescendants() error { return Adopt() }
