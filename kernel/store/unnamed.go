package store

import (
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/files"
)

// unnamed is a file that gets its name only when it is whole. Where the system has files without names, nothing is left of
// it when the process is killed before; elsewhere it lies beside under a temporary name.
type unnamed struct {
	*os.File
	temp string // its temporary name, "" if it has none
}

// newNamed makes a file under a temporary name in dir, with the permissions that the user's umask leaves.
func newNamed(dir string) (*unnamed, error) {
	temp, err := freeName(dir)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	return &unnamed{f, temp}, err
}

// freeName is a name in dir that no file has.
func freeName(dir string) (string, error) {
	f, err := os.CreateTemp(dir, tempPrefix+"*")
	if err != nil {
		return "", err
	}
	f.Close()
	return f.Name(), os.Remove(f.Name())
}

// rename gives a file with a temporary name its own and makes that durable.
func (u *unnamed) rename(path string) error {
	if err := os.Rename(u.temp, path); err != nil {
		return err
	}
	u.temp = ""
	return files.SyncDir(filepath.Dir(path))
}

// close closes the file, and removes it if it was not named.
func (u *unnamed) close() error {
	if u.temp != "" {
		os.Remove(u.temp)
	}
	return u.Close()
}
