package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/mercer-go/mercer/kernel/files"
)

// writable are the permissions by which others than the owner can change a file.
const writable = 0o022

// Private makes a directory that only its user can enter, if it is not there, and takes the rights of others away if it
// is. A directory of somebody else is an error. One that others could write to may hold what they have put there: it is
// emptied, and notice says so.
func Private(dir string) (notice string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", files.Explain(err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", files.Explain(err)
	}
	if uid, ok := owner(info); ok && uid != os.Geteuid() {
		return "", fmt.Errorf("the cache %s belongs to another user (number %d): set XDG_CACHE_HOME to a directory of your own", dir, uid)
	}
	if info.Mode().Perm()&0o077 == 0 {
		return "", nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return "", files.Explain(err)
	}
	if info.Mode().Perm()&writable == 0 {
		return "", nil
	}
	return fmt.Sprintf("the cache %s could be written by others: it was emptied, and is now yours alone", dir), empty(dir)
}

// Public makes a directory that everybody can read and only its user can write to. One of somebody else, or that others can write
// to, is an error. There is never a notice.
func Public(dir string) (notice string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", files.Explain(err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", files.Explain(err)
	}
	if err := foreign(info, os.Geteuid()); err != nil {
		return "", fmt.Errorf("the shared cache %s %w", dir, err)
	}
	return "", files.Explain(os.Chmod(dir, 0o755))
}

// Publish lets everybody read what a directory holds, and nobody but its owner write.
func Publish(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm()&^writable | 0o444
		if e.IsDir() || mode&0o100 != 0 {
			mode |= 0o111
		}
		if mode == info.Mode().Perm() {
			return nil
		}
		return files.Explain(os.Chmod(path, mode))
	})
}

// empty removes what a directory holds.
func empty(dir string) error {
	held, err := os.ReadDir(dir)
	if err != nil {
		return files.Explain(err)
	}
	for _, e := range held {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return files.Explain(err)
		}
	}
	return nil
}

// Trusted returns an error unless a directory of another user can be used as a shared cache: it, and each directory
// above it, must belong to root or to the user with the number installer, and nobody else may write to it.
func Trusted(dir string, installer int) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return fmt.Errorf("the shared cache is not used: %w", err)
	}
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return fmt.Errorf("the shared cache is not used: %w", err)
		}
		if err := foreign(info, installer); err != nil && (at == dir || !stickyOfRoot(info)) {
			return fmt.Errorf("the shared cache %s is not used: %s %w", dir, at, err)
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// Own returns an error if somebody else may change what the user has in a directory: it, and each directory above it, must
// belong to root or to the user, and nobody else may write to it. A group that is the user's own is no one else.
func Own(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		if err := foreign(info, os.Geteuid()); err != nil && (at == dir || !stickyOfRoot(info)) && !ownGroup(info) {
			return fmt.Errorf("%s %w", at, err)
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// ownGroup says whether a directory of the user, or of root, can only be written to by others of the user's first group.
func ownGroup(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && (st.Uid == 0 || int(st.Uid) == os.Geteuid()) && info.Mode().Perm()&0o002 == 0 && int(st.Gid) == os.Getegid()
}

// TrustedFile returns an error unless a file belongs to root or to the user with the number installer, and nobody else may write to
// it. That its directory is Trusted is another question.
func TrustedFile(path string, installer int) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("the shared cache is not used: %w", err)
	}
	if err := foreign(info, installer); err != nil {
		return fmt.Errorf("the shared cache is not used: %s %w", path, err)
	}
	return nil
}

// stickyOfRoot says whether a directory is one such as /tmp, where everybody can write but only change what is theirs.
func stickyOfRoot(info fs.FileInfo) bool {
	uid, ok := owner(info)
	return ok && uid == 0 && info.Mode()&fs.ModeSticky != 0
}

// foreign says why a file may have been changed by others than root and the user with the given number.
func foreign(info fs.FileInfo, user int) error {
	uid, ok := owner(info)
	switch {
	case !ok:
		return errors.New("has no owner that can be told")
	case uid != 0 && uid != user:
		return fmt.Errorf("belongs to user number %d", uid)
	case info.Mode().Perm()&writable != 0:
		return fmt.Errorf("can be written by others (%v)", info.Mode().Perm())
	}
	return nil
}

func owner(info fs.FileInfo) (uid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}

// Installer returns the number of the user who owns the running program.
func Installer() int {
	if exe, err := os.Executable(); err == nil {
		if info, err := os.Stat(exe); err == nil {
			if uid, ok := owner(info); ok {
				return uid
			}
		}
	}
	return 0
}

// check returns an error unless a program is what was put into the cache, by the user or, in a shared cache, by root or
// the installer. Content that was seen to be right is read again only if the file was touched. The lock is held.
func (c *Cache) check(path string, mine bool) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	user := os.Geteuid()
	if !mine {
		user = Installer()
		if err := Trusted(filepath.Dir(path), user); err != nil {
			return err
		}
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", path)
	}
	if info.Mode().Perm()&0o100 == 0 {
		return fmt.Errorf("%s is not executable", path)
	}
	if err := foreign(info, user); err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	if old := c.known[path]; old != nil && os.SameFile(old, info) && old.Size() == info.Size() && old.ModTime().Equal(info.ModTime()) {
		return nil
	}
	sum, err := contentSum(path)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(path, "-"+sum) {
		return fmt.Errorf("%s is not as it was built", path)
	}
	return nil
}
