package mllib_test

import (
	"errors"
	"testing"

	"github.com/mercer-go/mercer/mllib"
)

// refused returns the error with which call panics.
func refused(call func()) (err error) {
	defer func() { err, _ = recover().(error) }()
	call()
	return nil
}

func TestMust(t *testing.T) {
	broken := errors.New("broken")
	for what, call := range map[string]func(){"Must": func() { mllib.Must(1, broken) }, "Must2": func() { mllib.Must2(1, 2, broken) }, "Must0": func() { mllib.Must0(broken) }} {
		if err := refused(call); err != broken {
			t.Errorf("%s: panic with %v, want the error itself", what, err)
		}
	}
	mllib.Must0(nil)
	if a, b := mllib.Must2(1, "b", nil); a != 1 || b != "b" || mllib.Must(3, nil) != 3 {
		t.Error(a, b)
	}
}
