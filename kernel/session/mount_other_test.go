//go:build !linux

package session

import "errors"

var errNoMount = errors.New("only Linux has tmpfs")

func mountTiny(string, string) error { return errNoMount }
func remountReadOnly(string) error   { return errNoMount }
func unmount(string) error           { return errNoMount }
