//go:build !linux

package store

import "os"

// identify returns the identity of the file at path.
func identify(path string) (identity, error) {
	info, err := os.Stat(path)
	if err != nil {
		return identity{}, err
	}
	return identity{size: info.Size(), mtime: info.ModTime().UnixNano()}, nil
}
