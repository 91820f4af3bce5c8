//go:build !linux

package store

// newUnnamed makes a file in dir that has a temporary name.
func newUnnamed(dir string) (*unnamed, error) { return newNamed(dir) }

func (u *unnamed) name(path string) error { return u.rename(path) }
