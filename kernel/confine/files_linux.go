package confine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	blockSize = 512     // the unit of Stat_t.Blocks
	entrySize = 4 << 10 // what an entry of a directory counts beside its blocks: name and inode
)

// inode is the identity of a file.
type inode struct{ device, number uint64 }

// usage counts what files take, each once.
type usage struct {
	seen  map[inode]bool
	bytes int64
}

// add counts a file's content, if it has not been counted.
func (u *usage) add(info fs.FileInfo) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || u.seen[inode{st.Dev, st.Ino}] {
		return
	}
	u.seen[inode{st.Dev, st.Ino}] = true
	taken := st.Blocks * blockSize
	if info.Mode()&fs.ModeSymlink != 0 {
		taken = max(taken, st.Size) // some file systems keep where it leads outside blocks
	}
	u.bytes += taken
}

// filesExceeded is an [Exceeded] of files, or nil: those below the directories, and those that no
// directory has any more, but a process.
func (q Quota) filesExceeded(ctx context.Context) error {
	list, err := descendants(os.Getpid())
	if err != nil {
		return err
	}
	used := usage{seen: map[inode]bool{}}
	for _, dir := range q.Dirs {
		if err := q.addBelow(ctx, &used, dir); err != nil {
			return err
		}
	}
	var processes []process
	for _, pid := range list {
		processes = append(processes, look(pid))
	}
	for _, p := range processes {
		used.addOpen(p)
	}
	for _, p := range processes {
		q.addMapped(&used, p)
	}
	return q.tooMuch(used)
}

func (q Quota) tooMuch(used usage) error {
	if used.bytes <= q.Disk {
		return nil
	}
	return &Exceeded{fmt.Sprintf("it has written more than %d MB of files", q.Disk>>20)}
}

// addBelow counts what is below a directory, until that is too much. A directory that this process
// may not read, or whose path is too long, could hide any number of files: that is an [Exceeded],
// too. A directory of another user is not the descendants' doing, and counts nothing.
func (q Quota) addBelow(ctx context.Context, used *usage, dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return fs.SkipAll
		}
		var info fs.FileInfo
		if e != nil && err == nil {
			info, err = e.Info()
		} else if e != nil && errors.Is(err, fs.ErrPermission) && ofAnother(e) {
			return fs.SkipDir
		}
		switch {
		case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENAMETOOLONG):
			return &Exceeded{"it has made a directory whose files cannot be counted"}
		case err != nil:
			return nil // it has just been removed, or is another's
		}
		used.bytes += entrySize
		used.add(info)
		return q.tooMuch(*used)
	})
}

// ofAnother says whether a directory belongs to another user.
func ofAnother(e fs.DirEntry) bool {
	info, err := e.Info()
	if err != nil {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) != os.Geteuid()
}

// addOpen counts the files that a process has open and that no directory has any more.
func (u *usage) addOpen(p process) {
	open, _ := filepath.Glob(filepath.Join(p.dir, "fd", "*"))
	for _, path := range open {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Nlink == 0 {
			u.add(info)
		}
	}
}

// addMapped counts the files below the directories that a process has mapped and that no directory
// has any more. What is mapped may be one page of a large file, and only the superuser learns its
// size.
func (q Quota) addMapped(used *usage, p process) {
	data, err := os.ReadFile(filepath.Join(p.dir, "maps"))
	if err != nil {
		return // it has ended
	}
	for line := range strings.Lines(string(data)) {
		place, file, ok := mappedFile(line, q.Dirs)
		if !ok || used.seen[file] {
			continue
		}
		if info, err := os.Stat(filepath.Join(p.dir, "map_files", place)); err == nil {
			used.add(info)
		} else {
			used.bytes += q.File
		}
		used.seen[file] = true
	}
}

// mappedFile is the removed file below some directories that a line of /proc/PID/maps is about, and
// the place where it is mapped.
func mappedFile(line string, dirs []string) (place string, file inode, ok bool) {
	line, removed := strings.CutSuffix(strings.TrimSuffix(line, "\n"), " (deleted)")
	_, path, found := strings.Cut(line, "/")
	if !removed || !found {
		return "", inode{}, false
	}
	var mode, offset string
	var major, minor uint32
	if _, err := fmt.Sscanf(line, "%s %s %s %x:%x %d", &place, &mode, &offset, &major, &minor,
		&file.number); err != nil {
		return "", inode{}, false
	}
	file.device = unix.Mkdev(major, minor)
	ok = slices.ContainsFunc(dirs, func(dir string) bool {
		dir, err := filepath.EvalSymlinks(dir)
		return err == nil && strings.HasPrefix("/"+path, dir+"/")
	})
	return place, file, ok
}
