package store

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/files"

	"golang.org/x/sys/unix"
)

// newUnnamed makes a file without a name in the file system of dir.
func newUnnamed(dir string) (*unnamed, error) {
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o666)
	if err != nil {
		return newNamed(dir) // this file system has none
	}
	return &unnamed{File: os.NewFile(uintptr(fd), dir)}, nil
}

// name gives the file its name, in place of another file that may have it.
func (u *unnamed) name(path string) error {
	if u.temp != "" {
		return u.rename(path)
	}
	err := u.link(path)
	if os.IsExist(err) {
		if u.temp, err = freeName(filepath.Dir(path)); err != nil {
			return err
		}
		if err = u.link(u.temp); err == nil {
			return u.rename(path)
		}
		u.temp = ""
	}
	if err != nil {
		return &os.LinkError{Op: "link", Old: "a new file", New: path, Err: err}
	}
	return files.SyncDir(filepath.Dir(path))
}

func (u *unnamed) link(path string) error {
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", u.Fd()), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
}
