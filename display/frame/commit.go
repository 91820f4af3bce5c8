package frame

import (
	"errors"
	"sync/atomic"
)

// ErrNoCommit is returned by CommitNow in a program whose values nobody keeps.
var ErrNoCommit = errors.New("values are only committed under the Mercer kernel")

var commit atomic.Pointer[func() error]

// SetCommit says how the values of this program are committed. The run-time of a cell calls it at its start; nil takes
// it back.
func SetCommit(do func() error) {
	if do == nil {
		commit.Store(nil)
		return
	}
	commit.Store(&do)
}

// CommitNow commits the values of this program as they are now. It returns ErrNoCommit when SetCommit was not called,
// and else what the commit returns.
func CommitNow() error {
	do := commit.Load()
	if do == nil {
		return ErrNoCommit
	}
	return (*do)()
}
