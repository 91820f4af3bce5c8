//go:build linux && !amd64 && !arm64

package confine

import "errors"

func refuseCalls(bool) error {
	return errors.New("system calls can be refused on amd64 and arm64 only")
}
