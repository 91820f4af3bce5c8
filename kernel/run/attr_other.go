//go:build !linux

package run

import "syscall"

// sysProcAttr puts the program in a process group of its own.
func sysProcAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
