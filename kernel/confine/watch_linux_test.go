package confine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// enough is a quota that nothing here exceeds.
func enough(dirs ...string) Quota {
	return Quota{Processes: 1000, Threads: 1e5, Memory: 1 << 40, Disk: 1 << 40, File: 1 << 30,
		Dirs: dirs}
}

// What is used of each kind is seen.
func TestQuota(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want   string
		change func(*Quota)
	}{
		{"", func(*Quota) {}},
		{"more than -1 processes", func(q *Quota) { q.Processes = -1 }},
		{"more than -1 threads", func(q *Quota) { q.Threads = -1 }},
		{"more than -1 MB of memory", func(q *Quota) { q.Memory = -1 }},
		{"more than 1 MB of files", func(q *Quota) { q.Disk = 1 << 20 }},
	} {
		q := enough(dir)
		test.change(&q)
		ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
		err := Watch(ctx, q)
		stop()
		exceeded, ok := errors.AsType[*Exceeded](err)
		if ok != (test.want != "") || ok && !strings.Contains(exceeded.Says, test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
	if p := look(os.Getpid()); p.memory < 1<<20 || p.threads < 2 {
		t.Errorf("%d bytes and %d threads are seen", p.memory, p.threads)
	}
}

func init() {
	if os.Getenv("MERCER_TEST_FIRST_THREAD") == "" {
		return
	}
	runtime.LockOSThread() // the first thread, which ends below
	held, err := os.Create(os.Getenv("MERCER_TEST_FIRST_THREAD"))
	if err != nil {
		panic(err)
	}
	os.Remove(held.Name())
	memory := make([]byte, 64<<20)
	for i := range memory {
		memory[i] = 1
	}
	held.Write(memory)
	go func() {
		fmt.Println("begun")
		io.ReadAll(os.Stdin)
		runtime.KeepAlive(memory)
		runtime.KeepAlive(held)
		os.Exit(0)
	}()
	time.Sleep(100 * time.Millisecond)
	syscall.RawSyscall(syscall.SYS_EXIT, 0, 0, 0)
}

// A process whose first thread has ended is seen as others are.
func TestFirstThreadEnded(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MERCER_TEST_FIRST_THREAD="+filepath.Join(dir, "file"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	own := filepath.Join("/proc", fmt.Sprint(cmd.Process.Pid))
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, _, alive := status(filepath.Join(own, "task", filepath.Base(own))); !alive {
			break
		}
		if time.Since(begin) > 10*time.Second {
			t.Fatal("the first thread does not end")
		}
	}
	q := enough(dir)
	if q.Memory = 32 << 20; q.processesExceeded(t.Context()) == nil {
		t.Error("its memory is not seen")
	}
	if q.Disk = 32 << 20; q.filesExceeded(t.Context()) == nil {
		t.Error("its file is not seen")
	}
}

// mapRemoved leaves a file of so many bytes that no directory has, is open nowhere, and of which
// one page is mapped.
func mapRemoved(t *testing.T, dir string, size int) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "removed"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(f.Name()); err != nil {
		t.Fatal(err)
	}
	m, err := syscall.Mmap(int(f.Fd()), 0, 4096, syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(m) })
}

// A removed file counts while it is mapped: what it takes where that is seen, else the most.
func TestMappedFiles(t *testing.T) {
	dir := t.TempDir()
	mapRemoved(t, dir, 4<<20)
	used := usage{seen: map[inode]bool{}}
	for range 2 { // two processes that have mapped it
		enough(dir).addMapped(&used, process{dir: "/proc/self"})
	}
	if used.bytes != 4<<20 && used.bytes != 1<<30 {
		t.Errorf("%d bytes are seen", used.bytes)
	}
	elsewhere := usage{seen: map[inode]bool{}}
	if enough(t.TempDir()).addMapped(&elsewhere, process{dir: "/proc/self"}); elsewhere.bytes != 0 {
		t.Errorf("%d bytes are seen elsewhere", elsewhere.bytes)
	}
	unseen := t.TempDir() // as /proc is to other users than the superuser: map_files is empty
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(unseen, "maps"), maps, 0o600); err != nil {
		t.Fatal(err)
	}
	most := usage{seen: map[inode]bool{}}
	if enough(dir).addMapped(&most, process{dir: unseen}); most.bytes != 1<<30 {
		t.Errorf("%d bytes count, not the most", most.bytes)
	}
}

// Everything that a directory can hold counts, each file once.
func TestFilesCount(t *testing.T) {
	long := strings.Repeat("x", 2000)
	for _, test := range []struct {
		name        string
		fill        func(dir string) error
		least, most int64 // entries of the directory itself included
	}{
		{"nothing", func(string) error { return nil }, entrySize, 2 * entrySize},
		{"a file", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "a"), make([]byte, 1<<20), 0o600)
		}, 1 << 20, 1<<20 + 5*entrySize},
		{"two names of one", func(dir string) error {
			err := os.WriteFile(filepath.Join(dir, "a"), make([]byte, 1<<20), 0o600)
			return errors.Join(err, os.Link(filepath.Join(dir, "a"), filepath.Join(dir, "b")))
		}, 1 << 20, 1<<20 + 6*entrySize},
		{"a file with a hole", func(dir string) error {
			err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600)
			return errors.Join(err, os.Truncate(filepath.Join(dir, "a"), 1<<30))
		}, 2 * entrySize, 5 * entrySize},
		{"symbolic links", func(dir string) (err error) {
			for i := range 100 {
				err = errors.Join(err, os.Symlink(long, filepath.Join(dir, fmt.Sprint(i))))
			}
			return err
		}, 100 * (entrySize + 2000), 1 << 20},
		{"directories", func(dir string) (err error) {
			for i := range 100 {
				err = errors.Join(err, os.Mkdir(filepath.Join(dir, fmt.Sprint(i)), 0o700))
			}
			return err
		}, 100 * entrySize, 1 << 20},
		{"pipes", func(dir string) (err error) {
			for i := range 100 {
				err = errors.Join(err, unix.Mkfifo(filepath.Join(dir, fmt.Sprint(i)), 0o600))
			}
			return err
		}, 100 * entrySize, 1 << 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := test.fill(dir); err != nil {
				t.Fatal(err)
			}
			used := usage{seen: map[inode]bool{}}
			if err := enough().addBelow(t.Context(), &used, dir); err != nil {
				t.Fatal(err)
			}
			if used.bytes < test.least || used.bytes > test.most {
				t.Errorf("%d bytes, want %d to %d", used.bytes, test.least, test.most)
			}
		})
	}
}

// Directories that cannot be counted are exceeded at once.
func TestUncounted(t *testing.T) {
	long := strings.Repeat("d", 250)
	for _, test := range []struct {
		name string
		make func(dir string) error
		root bool // the superuser sees it nevertheless
	}{
		{"unreadable", func(dir string) error { return os.Mkdir(filepath.Join(dir, "d"), 0) }, true},
		{"without its files", func(dir string) error {
			err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600)
			return errors.Join(err, os.Chmod(dir, 0o600))
		}, true},
		{"too deep", func(dir string) (err error) {
			at, err := os.OpenRoot(dir)
			for range 20 {
				if err != nil {
					return err
				}
				err = at.Mkdir(long, 0o700)
				if err != nil {
					return err
				}
				next, e := at.OpenRoot(long)
				at.Close()
				at, err = next, e
			}
			return at.Close()
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.root && os.Geteuid() == 0 {
				t.Skip("the superuser reads it")
			}
			dir := t.TempDir()
			if err := test.make(dir); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.Chmod(dir, 0o700) })
			err := enough(dir).filesExceeded(t.Context())
			if _, ok := errors.AsType[*Exceeded](err); !ok {
				t.Error(err)
			}
		})
	}
}
