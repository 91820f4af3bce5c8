//go:build amd64 || arm64

package confine

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// triedCalls is how many things tryCalls tells.
const triedCalls = 33

// tryCalls tries what a filter of system calls refuses.
func tryCalls(p place, tell func(string, error)) {
	call := func(what string, number uintptr, args ...uintptr) {
		var all [6]uintptr
		copy(all[:], args)
		_, _, errno := syscall.Syscall6(number, all[0], all[1], all[2], all[3], all[4], all[5])
		if errno == 0 {
			tell(what, nil)
		} else {
			tell(what, errno)
		}
	}
	other := uintptr(os.Getppid())
	limit := syscall.Rlimit{Cur: 500, Max: 1000}
	pointer := uintptr(unsafe.Pointer(&limit))
	call("limit itself", unix.SYS_PRLIMIT64, 0, unix.RLIMIT_NOFILE, pointer, 0)
	call("limit another process", unix.SYS_PRLIMIT64, other, unix.RLIMIT_NOFILE, pointer, 0)
	call("limit another process, by a number of 64 bits", unix.SYS_PRLIMIT64, 1<<32|other, unix.RLIMIT_NOFILE, pointer, 0)
	call("make another process slower", unix.SYS_SETPRIORITY, unix.PRIO_PROCESS, other, 19)
	call("make all processes slower", unix.SYS_SETPRIORITY, unix.PRIO_USER, 0, 19)
	call("a segment that stays", unix.SYS_SHMGET, 0x4d65, 4096, 0o1600)
	call("a queue that stays", unix.SYS_MSGGET, 0x4d65, 0o1600)
	call("another namespace", unix.SYS_UNSHARE, unix.CLONE_NEWUSER)
	call("a ring of calls", unix.SYS_IO_URING_SETUP, 8, uintptr(unsafe.Pointer(&[120]byte{})))
	call("Multipath TCP", unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP)
	call("packets", unix.SYS_SOCKET, unix.AF_PACKET, unix.SOCK_RAW, 0)
	var pair [2]int32
	call("a pair of sockets", unix.SYS_SOCKETPAIR, unix.AF_UNIX, unix.SOCK_STREAM, 0, uintptr(unsafe.Pointer(&pair)))
	_, err := net.Dial("udp", p.Address)
	tell("send UDP", err)
	_, err = net.Dial("unix", p.Socket)
	tell("connect to a socket of a file", err)
	tell("change the machine's name", syscall.Sethostname([]byte("cheat")))
	tryFiles(p, tell)
	shared := syscall.MAP_SHARED | syscall.MAP_ANON
	_, err = syscall.Mmap(-1, 0, 4096, syscall.PROT_READ, shared)
	tell("memory that is shared", err)
	_, err = unix.MemfdCreate("hidden", 0)
	tell("a file in memory", err)
	tell("send a file", unix.Sendmsg(int(pair[0]), []byte{1}, unix.UnixRights(0), nil, 0))
	call("clone3", unix.SYS_CLONE3)
	cmd := exec.Command("true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
	tell("a process in a namespace of its own", cmd.Run())
}

// tryFiles tries to change who may do what with files, of which a secret is outside.
func tryFiles(p place, tell func(string, error)) {
	own := filepath.Join(p.Write, "own")
	secret := filepath.Join(p.Secret, "grades")
	if err := os.WriteFile(own, nil, 0o600); err != nil {
		panic(err)
	}
	tell("change the mode of its file", os.Chmod(own, 0o755))
	tell("lend the user's rights", os.Chmod(secret, 0o755|os.ModeSetuid))
	tell("lend the group's rights", os.Chmod(secret, 0o755|os.ModeSetgid))
	tell("lend rights by its own file", unix.Fchmodat(unix.AT_FDCWD, own, 0o4755, 0))
	tell("lend rights by fchmodat2", unix.Fchmodat(unix.AT_FDCWD, own, 0o4755,
		unix.AT_SYMLINK_NOFOLLOW))
	_, err := os.OpenFile(filepath.Join(p.Write, "lent"), os.O_CREATE, 0o755|os.ModeSetuid)
	tell("make a file that lends rights", err)
	how := unix.OpenHow{Flags: unix.O_CREAT, Mode: 0o4755}
	_, err = unix.Openat2(unix.AT_FDCWD, filepath.Join(p.Write, "lent too"), &how)
	tell("make such a file by openat2", err)
	tell("make a node that lends rights", unix.Mknod(filepath.Join(p.Write, "node"),
		unix.S_IFREG|0o4755, 0))
	tell("change an owner", os.Chown(secret, os.Getuid(), os.Getgid()))
	tell("change a link's owner", os.Lchown(secret, os.Getuid(), os.Getgid()))
	tell("set an attribute", unix.Setxattr(secret, "user.grade", []byte("1"), 0))
	exe, err := os.Open("/proc/self/exe")
	if err != nil {
		panic(err)
	}
	tell("set flags", unix.IoctlSetPointerInt(int(exe.Fd()), unix.FS_IOC_SETFLAGS, 0))
	tell("remove an attribute", unix.Removexattr(secret, "user.grade"))
}

// The filter decides on each call as it is written down: it is run by another reader of such programs.
func TestFilter(t *testing.T) {
	const arch = 7
	raw, err := filter(arch, refusals(false))
	if err != nil {
		t.Fatal(err)
	}
	open, err := filter(arch, refusals(true))
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(errno syscall.Errno) int { return unix.SECCOMP_RET_ERRNO | int(errno) }
	for _, test := range []struct {
		name string
		code []bpf.RawInstruction
		arch uint32
		call uint32
		args []uint64
		want int
	}{
		{"read", raw, arch, unix.SYS_READ, []uint64{3}, unix.SECCOMP_RET_ALLOW},
		{"another machine", raw, arch + 1, unix.SYS_READ, nil, unix.SECCOMP_RET_KILL_PROCESS},
		{"x32", raw, arch, firstX32 + unix.SYS_READ, nil, refuse(syscall.ENOSYS)},
		{"own limit", raw, arch, unix.SYS_PRLIMIT64, []uint64{0}, unix.SECCOMP_RET_ALLOW},
		{"another's limit", raw, arch, unix.SYS_PRLIMIT64, []uint64{77}, refuse(syscall.EPERM)},
		{"own priority", raw, arch, unix.SYS_SETPRIORITY, []uint64{0, 0}, unix.SECCOMP_RET_ALLOW},
		{"a group's priority", raw, arch, unix.SYS_SETPRIORITY, []uint64{1, 0}, refuse(syscall.EPERM)},
		{"another's priority", raw, arch, unix.SYS_SETPRIORITY, []uint64{0, 5}, refuse(syscall.EPERM)},
		{"TCP", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM | unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK, unix.IPPROTO_TCP}, unix.SECCOMP_RET_ALLOW},
		{"TCP, version 6", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_INET6, unix.SOCK_STREAM, 0}, unix.SECCOMP_RET_ALLOW},
		{"Multipath TCP", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP}, refuse(syscall.EPROTONOSUPPORT)},
		{"UDP", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_DGRAM | unix.SOCK_CLOEXEC, 0}, refuse(syscall.EACCES)},
		{"UDP, with more bits", raw, arch, unix.SYS_SOCKET, []uint64{1<<32 | unix.AF_INET, 1<<40 | unix.SOCK_DGRAM, 0}, refuse(syscall.EACCES)},
		{"raw", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_RAW, 1}, refuse(syscall.EACCES)},
		{"netlink", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_STREAM, 0}, refuse(syscall.EACCES)},
		{"a file's socket", raw, arch, unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM, 0}, refuse(syscall.EACCES)},
		{"a file's socket, where it is left", open, arch, unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_DGRAM, 0}, unix.SECCOMP_RET_ALLOW},
		{"a process", raw, arch, unix.SYS_CLONE,
			[]uint64{unix.CLONE_VM | unix.CLONE_VFORK | unix.CLONE_PIDFD | uint64(unix.SIGCHLD)},
			unix.SECCOMP_RET_ALLOW},
		{"a thread", raw, arch, unix.SYS_CLONE,
			[]uint64{unix.CLONE_VM | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD},
			unix.SECCOMP_RET_ALLOW},
		{"a thread with files of its own", raw, arch, unix.SYS_CLONE,
			[]uint64{unix.CLONE_VM | unix.CLONE_SIGHAND | unix.CLONE_THREAD},
			refuse(syscall.EPERM)},
		{"files of its own, later", raw, arch, unix.SYS_CLOSE_RANGE,
			[]uint64{3, 3, unix.CLOSE_RANGE_UNSHARE}, refuse(syscall.EPERM)},
		{"closing", raw, arch, unix.SYS_CLOSE_RANGE,
			[]uint64{3, 3, unix.CLOSE_RANGE_CLOEXEC}, unix.SECCOMP_RET_ALLOW},
		{"users of its own", raw, arch, unix.SYS_CLONE,
			[]uint64{unix.CLONE_NEWUSER | uint64(unix.SIGCHLD)}, refuse(syscall.EPERM)},
		{"a network of its own", raw, arch, unix.SYS_CLONE,
			[]uint64{unix.CLONE_NEWNET}, refuse(syscall.EPERM)},
		{"clone3", raw, arch, unix.SYS_CLONE3, nil, refuse(syscall.ENOSYS)},
		{"memory", raw, arch, unix.SYS_MMAP,
			[]uint64{0, 4096, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS}, unix.SECCOMP_RET_ALLOW},
		{"a file's memory", raw, arch, unix.SYS_MMAP,
			[]uint64{0, 4096, 3, unix.MAP_SHARED, 5}, unix.SECCOMP_RET_ALLOW},
		{"shared memory", raw, arch, unix.SYS_MMAP,
			[]uint64{0, 4096, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS}, refuse(syscall.EPERM)},
		{"validated shared memory", raw, arch, unix.SYS_MMAP,
			[]uint64{0, 4096, 3, unix.MAP_SHARED_VALIDATE | unix.MAP_ANONYMOUS},
			refuse(syscall.EPERM)},
		{"mode", raw, arch, unix.SYS_FCHMODAT, []uint64{0, 0, 0o777}, unix.SECCOMP_RET_ALLOW},
		{"mode of the group", raw, arch, unix.SYS_FCHMODAT,
			[]uint64{0, 0, 0o2755}, refuse(syscall.EPERM)},
		{"open", raw, arch, unix.SYS_OPENAT,
			[]uint64{0, 0, unix.O_RDWR, 0o4755}, unix.SECCOMP_RET_ALLOW},
		{"make", raw, arch, unix.SYS_OPENAT,
			[]uint64{0, 0, unix.O_CREAT, 0o644}, unix.SECCOMP_RET_ALLOW},
		{"make what lends rights", raw, arch, unix.SYS_OPENAT,
			[]uint64{0, 0, unix.O_CREAT, 0o4755}, refuse(syscall.EPERM)},
		{"make such without a name", raw, arch, unix.SYS_OPENAT,
			[]uint64{0, 0, unix.O_TMPFILE, 0o4755}, refuse(syscall.EPERM)},
		{"a directory", raw, arch, unix.SYS_OPENAT,
			[]uint64{0, 0, unix.O_DIRECTORY, 0o4755}, unix.SECCOMP_RET_ALLOW},
		{"an attribute, by number", raw, arch, unix.SYS_FILE_SETATTR,
			nil, refuse(syscall.EOPNOTSUPP)},
		{"flags", raw, arch, unix.SYS_IOCTL, []uint64{3, unix.FS_IOC_SETFLAGS}, refuse(syscall.ENOTTY)},
		{"a project", raw, arch, unix.SYS_IOCTL, []uint64{3, 0x401c5820}, refuse(syscall.ENOTTY)},
		{"a terminal", raw, arch, unix.SYS_IOCTL, []uint64{3, unix.TCGETS}, unix.SECCOMP_RET_ALLOW},
		{"send", raw, arch, unix.SYS_SENDMSG, nil, refuse(syscall.EPERM)},
		{"send, where files' sockets are left", open, arch, unix.SYS_SENDMSG,
			nil, unix.SECCOMP_RET_ALLOW},
		{"UDP, where files' sockets are left", open, arch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_DGRAM, 0}, refuse(syscall.EACCES)},
	} {
		if got := simulate(t, test.code, test.arch, test.call, test.args); got != test.want {
			t.Errorf("%s: %#x, want %#x", test.name, got, test.want)
		}
	}
}

// simulate runs a filter on a call. The simulator reads as networks do, the higher byte first.
func simulate(t *testing.T, code []bpf.RawInstruction, arch, call uint32, args []uint64) int {
	t.Helper()
	data := make([]byte, offsetArgs+6*sizeArg)
	put := func(at int, v uint32) {
		data[at], data[at+1], data[at+2], data[at+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
	}
	put(offsetCall, call)
	put(offsetArch, arch)
	for i, a := range args {
		put(offsetArgs+sizeArg*i, uint32(a))
		put(offsetArgs+sizeArg*i+4, uint32(a>>32))
	}
	program, ok := bpf.Disassemble(code)
	if !ok {
		t.Fatal("not a program")
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	got, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return int(uint32(got))
}
