package store

import (
	"os"
	"syscall"
)

// identify returns the identity of the file at path.
func identify(path string) (identity, error) {
	info, err := os.Stat(path)
	if err != nil {
		return identity{}, err
	}
	id := identity{size: info.Size(), mtime: info.ModTime().UnixNano()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		id.ctime, id.inode = st.Ctim.Nano(), st.Ino
	}
	return id, nil
}
