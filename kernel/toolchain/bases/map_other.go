//go:build !linux

package bases

import "github.com/mercer-go/mercer/kernel/files"

// readFile reads a file of Go's build cache.
func readFile(path string) (data []byte, done func(), err error) {
	data, err = files.Read(path)
	return data, func() {}, err
}
