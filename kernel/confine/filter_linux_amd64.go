package confine

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// refuseOlderAttributes refuses, of the calls that [refuseAttributes] is about, those that newer
// machines than this do not have.
func refuseOlderAttributes(refuse refuser) {
	refuse(syscall.EPERM, unix.SYS_CHMOD, lendsRights(1))
	refuse(syscall.EPERM, unix.SYS_MKNOD, lendsRights(1))
	refuse(syscall.EPERM, unix.SYS_CREAT, lendsRights(1))
	refuse(syscall.EPERM, unix.SYS_OPEN, makesFile(1), lendsRights(2))
	refuse(syscall.EPERM, unix.SYS_CHOWN)
	refuse(syscall.EPERM, unix.SYS_LCHOWN)
}
