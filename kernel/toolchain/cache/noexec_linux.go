package cache

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"
)

// noExec is the flag of a file system from which no program is started, as statfs(2) has it.
const noExec = 0x8

// NoExec says whether no program can be started in a directory, or in the one where it would be made, because its file system is mounted so.
func NoExec(dir string) bool {
	var st syscall.Statfs_t
	err := syscall.Statfs(dir, &st)
	if up := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && up != dir {
		return NoExec(up)
	}
	return err == nil && st.Flags&noExec != 0
}
