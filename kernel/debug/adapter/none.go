//go:build !((linux || darwin) && (amd64 || arm64))

package adapter

import (
	"errors"
	"runtime"
)

// Serve refuses: there is no debugger for this system.
func Serve(Conversation) error {
	return errors.New("there is no debugger for " + runtime.GOOS + "/" + runtime.GOARCH)
}
