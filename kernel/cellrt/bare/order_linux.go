package bare

import (
	"io"
	"os"
	"syscall"
	"time"
	"unsafe"
)

// This file brings what a program writes to its standard output and its standard error into one order. The two are pipes,
// and the kernel cannot see which of two pipes was written to first. So before a program writes to one of them, it waits until
// the kernel has read what the other still holds, some microseconds usually. For that its writes have to be seen: those that
// come through an io.Writer or an io.StringWriter, as all of fmt, log, bufio and io do, are found by way of the method tables
// of *os.File for these interfaces, in which functions of this file take the place of Write and WriteString. Where both
// pipes hold something all the same, the kernel takes standard output first: what println, a panic or a direct call of a
// method of os.Stderr writes comes in its place as well, and only after such a call of os.Stdout may the order differ.

// longestWait is how long a program waits at the most: the kernel may be stopped.
const longestWait = time.Second

// streams are the program's standard streams as they were at its start.
var streams struct{ out, err *os.File }

// methods is a method table as the Go runtime has it (internal/abi.ITab), of an interface with one method.
type methods struct {
	_   [2]unsafe.Pointer // the interface and the type
	_   [2]uint32         // a hash, and what fills the word
	fun [1]uintptr
}

// orderStreams has the program's writes seen. Where that cannot be done, the streams come in the order in which they are read.
func orderStreams() {
	streams.out, streams.err = os.Stdout, os.Stderr
	mem, err := syscall.Open("/proc/self/mem", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer syscall.Close(mem)
	var w io.Writer = os.Stdout
	was, is := (*os.File).Write, write
	exchange(mem, *(**methods)(unsafe.Pointer(&w)), entry(unsafe.Pointer(&was)), entry(unsafe.Pointer(&is)))
	var s io.StringWriter = os.Stdout
	wasText, isText := (*os.File).WriteString, writeString
	exchange(mem, *(**methods)(unsafe.Pointer(&s)), entry(unsafe.Pointer(&wasText)), entry(unsafe.Pointer(&isText)))
}

// entry is the address at which the code of a function begins. f points to the function value.
func entry(f unsafe.Pointer) uintptr { return **(**uintptr)(f) }

// exchange puts a function into a method table in the place of another, through the file of the program's memory: the
// program itself cannot write there.
func exchange(mem int, table *methods, was, is uintptr) {
	if table.fun[0] == was {
		word := unsafe.Slice((*byte)(unsafe.Pointer(&is)), unsafe.Sizeof(is))
		_, _ = syscall.Pwrite(mem, word, int64(uintptr(unsafe.Pointer(&table.fun[0]))))
	}
}

// write is Write, after what the other stream holds was read.
func write(f *os.File, b []byte) (int, error) {
	await(f)
	return f.Write(b)
}

// writeString is WriteString, likewise.
func writeString(f *os.File, s string) (int, error) {
	await(f)
	return f.WriteString(s)
}

// await waits, before f is written to, until the pipe of the other stream is empty.
func await(f *os.File) {
	fd := 0
	switch f {
	case streams.out:
		fd = 2
	case streams.err:
		fd = 1
	default:
		return
	}
	before := held(fd)
	for began := time.Now(); before > 0 && time.Since(began) < longestWait; {
		pause := syscall.Timespec{Nsec: 20_000}
		_ = syscall.Nanosleep(&pause, nil)
		now := held(fd)
		if now < before {
			return // what came since is of another process, or another goroutine
		}
		before = now
	}
}

// held is the number of bytes in a pipe, which the kernel reads all at once.
func held(fd int) (n int32) {
	const fionread = 0x541B
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), fionread, uintptr(unsafe.Pointer(&n))); e != 0 {
		return 0
	}
	return n
}
