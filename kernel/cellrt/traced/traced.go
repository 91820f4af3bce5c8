// Package traced makes a program wait at its start until somebody who traces it is ready. Only programs that are built for a debugger link it.
package traced

import (
	"os"
	"strconv"
	"syscall"
)

// Env names the environment variable with the descriptor of a socket to the kernel: the program sends a byte when it can be traced, and
// begins when it gets one.
const Env = "MERCER_TRACED"

func init() {
	fd, err := strconv.Atoi(os.Getenv(Env))
	if err != nil {
		return
	}
	_ = os.Unsetenv(Env) // it is not for the programs that this one starts
	allow()
	var b [1]byte
	if again(func() (int, error) { return syscall.Write(fd, b[:]) }) == nil {
		_ = again(func() (int, error) { return syscall.Read(fd, b[:]) })
	}
	_ = syscall.Close(fd)
}

// again calls the system until no signal interrupts it.
func again(call func() (int, error)) error {
	for {
		if _, err := call(); err != syscall.EINTR {
			return err
		}
	}
}
