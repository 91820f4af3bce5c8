//go:build amd64 || arm64

package confine

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// This file refuses system calls that Landlock does not govern: those that reach other processes of
// the same user, which may be the grader's, those that reach what listens outside, those that change
// who may do what with files outside, those that make what outlives all processes, and those that
// take memory or files which [Watch] does not see.

// refusal is a system call that fails where all its conditions hold.
type refusal struct {
	call  uint32
	when  []condition
	errno syscall.Errno
}

// condition is one of an argument: that it is none of some values, that it has one of some bits,
// that it has none of them, or that its second byte is some letter.
type condition struct {
	arg    uint32
	not    []uint32
	hasBit uint32
	noBit  uint32
	letter byte
}

func not(arg uint32, values ...uint32) condition { return condition{arg: arg, not: values} }

func hasBit(arg, bits uint32) condition { return condition{arg: arg, hasBit: bits} }

func noBit(arg, bits uint32) condition { return condition{arg: arg, noBit: bits} }

// lendsRights is the condition of an argument that is a mode: who runs the file gets the rights of
// its owner or group.
func lendsRights(arg uint32) condition { return hasBit(arg, unix.S_ISUID|unix.S_ISGID) }

// makesFile is the condition of an argument that is the flags of an opening.
func makesFile(arg uint32) condition {
	return hasBit(arg, unix.O_CREAT|unix.O_TMPFILE&^unix.O_DIRECTORY)
}

// namespaces are the flags of clone that make one: in its own a process has all capabilities.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// refuser adds a refusal to a list.
type refuser func(errno syscall.Errno, call uint32, when ...condition)

// refusals are what is refused. Arguments are numbers of 32 bits.
func refusals(unixSockets bool) (list []refusal) {
	refuse := refuser(func(errno syscall.Errno, call uint32, when ...condition) {
		list = append(list, refusal{call, when, errno})
	})
	// Limits, priorities and processors of others.
	refuse(syscall.EPERM, unix.SYS_PRLIMIT64, not(0, 0))
	refuse(syscall.EPERM, unix.SYS_SETPRIORITY, not(0, unix.PRIO_PROCESS))
	refuse(syscall.EPERM, unix.SYS_SETPRIORITY, not(1, 0))
	refuse(syscall.EPERM, unix.SYS_IOPRIO_SET)
	for _, call := range []uint32{unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
		unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES} {
		refuse(syscall.EPERM, call, not(0, 0))
	}
	// Sockets but for TCP, of which Landlock allows some ports.
	families := []uint32{unix.AF_INET, unix.AF_INET6}
	if unixSockets {
		families = append(families, unix.AF_UNIX)
	}
	refuse(syscall.EACCES, unix.SYS_SOCKET, not(0, families...))
	refuse(syscall.EACCES, unix.SYS_SOCKET, not(0, unix.AF_UNIX), hasBit(1, 0xf&^unix.SOCK_STREAM))
	refuse(syscall.EPROTONOSUPPORT, unix.SYS_SOCKET, not(0, unix.AF_UNIX), not(2, 0, unix.IPPROTO_TCP)) // Go tries Multipath TCP first
	// What outlives processes, and ways round this filter.
	for _, call := range []uint32{unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_KEYCTL, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD} {
		refuse(syscall.EPERM, call)
	}
	for _, call := range []uint32{unix.SYS_IO_URING_SETUP, unix.SYS_CLONE3, unix.SYS_OPENAT2} {
		refuse(syscall.ENOSYS, call) // their flags lie in memory; programs have other ways
	}
	refuse(syscall.EPERM, unix.SYS_CLONE, hasBit(0, namespaces))
	refuseAttributes(refuse)
	refuseHiding(refuse, unixSockets)
	return list
}

// refuseAttributes refuses changes of files for which nothing need be opened, so that Landlock does
// not see them. Modes and times remain: a path says nothing to a filter, and programs set their own.
func refuseAttributes(refuse refuser) {
	refuse(syscall.EPERM, unix.SYS_FCHMOD, lendsRights(1))
	refuse(syscall.EPERM, unix.SYS_FCHMODAT, lendsRights(2))
	refuse(syscall.EPERM, unix.SYS_FCHMODAT2, lendsRights(2))
	refuse(syscall.EPERM, unix.SYS_MKNODAT, lendsRights(2))
	refuse(syscall.EPERM, unix.SYS_OPENAT, makesFile(2), lendsRights(3))
	refuse(syscall.EPERM, unix.SYS_FCHOWN)
	refuse(syscall.EPERM, unix.SYS_FCHOWNAT)
	refuseOlderAttributes(refuse)
	// Flags, projects, encryption and verity of what is open, though it be for reading only.
	refuse(syscall.ENOTTY, unix.SYS_IOCTL, condition{arg: 1, letter: 'f'})
	refuse(syscall.ENOTTY, unix.SYS_IOCTL, condition{arg: 1, letter: 'X'})
	for _, call := range []uint32{unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR,
		unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
		unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR} {
		refuse(syscall.EOPNOTSUPP, call) // as file systems without them say; cp and mv go on
	}
}

// refuseHiding refuses what takes memory or files that the directory of a process in /proc does not
// show: memory that stays when no page of it is mapped, a file that is open nowhere but on its way
// through a socket, and threads of one process that do not share their open files.
func refuseHiding(refuse refuser, unixSockets bool) {
	refuse(syscall.EPERM, unix.SYS_MMAP, hasBit(3, unix.MAP_SHARED), hasBit(3, unix.MAP_ANONYMOUS))
	refuse(syscall.ENOSYS, unix.SYS_MEMFD_CREATE)
	refuse(syscall.ENOSYS, unix.SYS_MEMFD_SECRET)
	refuse(syscall.EPERM, unix.SYS_CLONE, hasBit(0, unix.CLONE_THREAD), noBit(0, unix.CLONE_FILES))
	refuse(syscall.EPERM, unix.SYS_CLOSE_RANGE, hasBit(2, unix.CLOSE_RANGE_UNSHARE))
	if !unixSockets {
		refuse(syscall.EPERM, unix.SYS_SENDMSG)
		refuse(syscall.EPERM, unix.SYS_SENDMMSG)
	}
}

// Where struct seccomp_data has what a filter looks at. An argument's lower half comes first.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
	sizeArg    = 8
)

// firstX32 is the first number of a system call of the ABI x32, which amd64 knows, too.
const firstX32 = 0x40000000

// filter is the program that the system runs at each call.
func filter(arch uint32, list []refusal) ([]bpf.RawInstruction, error) {
	fail := func(errno syscall.Errno) bpf.Instruction {
		return bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(errno)}
	}
	program := []bpf.Instruction{
		bpf.LoadAbsolute{Off: offsetArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: arch, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS}, // a program for another machine has other numbers
		bpf.LoadAbsolute{Off: offsetCall, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: firstX32, SkipTrue: 1},
		fail(syscall.ENOSYS),
	}
	for _, r := range list {
		var body []bpf.Instruction
		for _, c := range slices.Backward(r.when) {
			body = append(c.test(len(body)+1), body...)
		}
		body = append(body, fail(r.errno))
		program = append(program, bpf.LoadAbsolute{Off: offsetCall, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: r.call, SkipTrue: uint8(len(body))})
		program = append(program, body...)
	}
	return bpf.Assemble(append(program, bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}))
}

// test is what skips the rest of a refusal, of so many instructions, if the condition does not hold.
func (c condition) test(rest int) []bpf.Instruction {
	code := []bpf.Instruction{bpf.LoadAbsolute{Off: offsetArgs + sizeArg*c.arg, Size: 4}}
	if c.hasBit != 0 {
		return append(code, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: c.hasBit, SkipFalse: uint8(rest)})
	}
	if c.noBit != 0 {
		return append(code, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: c.noBit, SkipTrue: uint8(rest)})
	}
	if c.letter != 0 {
		return append(code, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: 0xff00},
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(c.letter) << 8, SkipFalse: uint8(rest)})
	}
	for i, v := range c.not {
		left := len(c.not) - 1 - i
		code = append(code, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipTrue: uint8(left + rest)})
	}
	return code
}

var archs = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// refuseCalls has the system refuse calls of all threads from here on. No new privileges can be had before.
func refuseCalls(unixSockets bool) error {
	code, err := filter(archs[runtime.GOARCH], refusals(unixSockets))
	if err != nil {
		return err
	}
	if len(code) > unix.BPF_MAXINSNS {
		return errors.New("the filter of system calls is too long")
	}
	list := make([]unix.SockFilter, len(code))
	for i, c := range code {
		list[i] = unix.SockFilter{Code: c.Op, Jt: c.Jt, Jf: c.Jf, K: c.K}
	}
	program := unix.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(list)
	if errno != 0 {
		return fmt.Errorf("system calls cannot be refused: %w", errno)
	}
	return nil
}
