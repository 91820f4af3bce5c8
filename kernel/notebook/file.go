package notebook

import (
	"errors"
	"fmt"
	"github.com/mercer-go/mercer/kernel/files"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes data to path by way of a temporary file beside it and a rename: a reader sees the old file or the new
// one, and a full disk or a lack of rights leaves the old one as it was. A symbolic link is followed, the mode of an
// existing file kept.
func WriteFile(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	way := files.Way{Mode: modeOf(path), Temp: "." + filepath.Base(path) + ".*.tmp", Durable: true}
	if err := way.Replace(path, data); err != nil {
		return writeError(path, err)
	}
	return nil
}

func modeOf(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// writeError names the file that was to be written, not the temporary one.
func writeError(path string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	return fmt.Errorf("%s: cannot write: %w", path, err)
}
