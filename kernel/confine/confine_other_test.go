//go:build !linux

package confine

import (
	"errors"
	"testing"
)

func landlocked() bool   { return false }
func signalsTaken() bool { return false }

// Where nothing can be confined, that is said.
func TestUnavailable(t *testing.T) {
	if err := Exec(Left{}, "", nil, nil); !errors.Is(err, ErrUnavailable) {
		t.Error(err)
	}
}
