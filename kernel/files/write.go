package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Write writes a file that its user alone may write, and makes the directories above it for the user alone.
func Write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return Explain(err)
	}
	return Explain(os.WriteFile(name, data, 0o644))
}

// WriteProgram writes a file that will be executed. No child is started in the meantime: it would inherit the open file until it executes another one, and as
// long as a file is open for writing Linux does not run it ("text file busy").
func WriteProgram(name string, data []byte, mode fs.FileMode) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return Explain(os.WriteFile(name, data, mode))
}

// Replace writes a file so that readers see the old or the new one. It makes the directories above it for the user alone.
func Replace(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return Explain(err)
	}
	return Explain(Way{}.Replace(name, data))
}

// Way is a way to replace a file: by another one beside it, which is renamed. Readers see the old or the new file, and one
// that cannot be written leaves the old one as it was. The zero value is for a file that its user alone may read.
type Way struct {
	Mode    fs.FileMode // of the file; 0 is 0600
	Temp    string      // pattern of the other file's name, as for os.CreateTemp; "" is ".tmp-*"
	Durable bool        // the file and its name are on the disk before it is said to be written
}

// Replace replaces a file by data. Its directory must be there.
func (w Way) Replace(path string, data []byte) error {
	return w.Fill(path, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// Fill replaces a file by what write writes.
func (w Way) Fill(path string, write func(io.Writer) error) error {
	if w.Temp == "" {
		w.Temp = ".tmp-*"
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), w.Temp)
	if err != nil {
		return err
	}
	err = write(tmp)
	if err == nil && w.Mode != 0 {
		err = tmp.Chmod(w.Mode)
	}
	if err == nil && w.Durable {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, ignoreGone(os.Remove(tmp.Name())))
	}
	if w.Durable {
		return SyncDir(filepath.Dir(path))
	}
	return nil
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// SyncDir makes durable which names a directory has.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// SizeText writes a size in bytes with the unit that suits it, as "1.5 MiB".
func SizeText(n uint64) string {
	for _, unit := range []struct {
		name  string
		shift int
	}{{"GiB", 30}, {"MiB", 20}, {"KiB", 10}} {
		if n >= 1<<unit.shift {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(uint64(1)<<unit.shift), unit.name)
		}
	}
	return fmt.Sprintf("%d B", n)
}

// Explain says plainly, once, what stands behind an error of the file system, which it wraps.
func Explain(err error) error {
	var before *explained
	switch {
	case errors.As(err, &before):
	case errors.Is(err, syscall.ENOSPC):
		return &explained{"no space left on the disk", err}
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return &explained{"cannot write, set XDG_CACHE_HOME or TMPDIR to a directory that can be written", err}
	}
	return err
}

// explained is an error with what stands behind it.
type explained struct {
	plain string
	error
}

func (e *explained) Error() string { return e.plain + ": " + e.error.Error() }
func (e *explained) Unwrap() error { return e.error }
