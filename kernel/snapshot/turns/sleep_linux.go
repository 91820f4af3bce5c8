package turns

import (
	"syscall"
	"time"
	"unsafe"
)

// sleep stops the thread.
func sleep(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&t)), 0, 0)
}
