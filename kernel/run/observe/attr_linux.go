package observe

import "syscall"

// Attributes puts the program in a process group of its own and has it killed when the kernel dies.
func Attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
