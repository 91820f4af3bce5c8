//go:build !linux

package observe

import "syscall"

// Attributes puts the program in a process group of its own.
func Attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
