package confine

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Watch looks at what the descendants of this process use, until ctx ends or they use more than the quota.
func Watch(ctx context.Context, q Quota) error {
	for look := 0; ; look++ {
		if err := q.exceeded(look%5 == 0); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// exceeded is an [Exceeded], or nil. Files are counted only if disk is set.
func (q Quota) exceeded(disk bool) error {
	list, err := descendants(os.Getpid())
	if err != nil {
		return err
	}
	if len(list) > q.Processes {
		return &Exceeded{fmt.Sprintf("it has started more than %d processes", q.Processes)}
	}
	resident := int64(0)
	for _, pid := range list {
		resident += residentMemory(pid)
	}
	if resident > q.Memory {
		return &Exceeded{fmt.Sprintf("it has taken more than %d MB of memory", q.Memory>>20)}
	}
	if disk {
		if used := diskUsage(q.Dirs) + removedFiles(list); used > q.Disk {
			return &Exceeded{fmt.Sprintf("it has written more than %d MB of files", q.Disk>>20)}
		}
	}
	return nil
}

// residentMemory is what a process holds in memory that no file backs, shared or not.
func residentMemory(pid int) (bytes int64) {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0 // it has ended
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) >= 2 && (f[0] == "RssAnon:" || f[0] == "RssShmem:") {
			kilobytes, _ := strconv.ParseInt(f[1], 10, 64)
			bytes += kilobytes << 10
		}
	}
	return bytes
}

// removedFiles is what the files take that processes have open and that no directory has any more. A file that several have open
// counts once.
func removedFiles(list []int) (bytes int64) {
	type file struct{ dev, ino uint64 }
	seen := map[file]bool{}
	for _, pid := range list {
		dir := filepath.Join("/proc", strconv.Itoa(pid), "fd")
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // it has ended
		}
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if name, err := os.Readlink(path); err != nil || !strings.HasSuffix(name, " (deleted)") {
				continue
			}
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			st, ok := info.Sys().(*syscall.Stat_t)
			if key := (file{st.Dev, st.Ino}); ok && !seen[key] {
				seen[key] = true
				bytes += st.Blocks * blockSize
			}
		}
	}
	return bytes
}

// blockSize is the unit of Stat_t.Blocks.
const blockSize = 512

// diskUsage is what the files below directories take; what cannot be read counts nothing.
func diskUsage(dirs []string) (bytes int64) {
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				if info, err := e.Info(); err == nil {
					bytes += info.Size()
				}
			}
			return nil
		})
	}
	return bytes
}
