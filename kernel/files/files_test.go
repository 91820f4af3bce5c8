package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a", "b")
	for _, text := range []string{"one", "two"} {
		if err := Replace(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(name); err != nil || string(data) != text {
			t.Errorf("read %q, %v", data, err)
		}
	}
	if err := Replace(filepath.Join(name, "below a file"), nil); err == nil {
		t.Error("a file below a file is written")
	}
	left, _ := os.ReadDir(filepath.Dir(name))
	if len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A directory whose owner lives stays; one that a dead process has left goes, unless it never had a lock.
func TestTempDir(t *testing.T) {
	in := filepath.Join(t.TempDir(), "tmp")
	lives, err := NewTempDir(in, "x-")
	if err != nil {
		t.Fatal(err)
	}
	dead, err := NewTempDir(in, "x-")
	if err != nil {
		t.Fatal(err)
	}
	dead.lock.Close() // as the end of its process does
	other := filepath.Join(in, "x-without-lock")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	next, err := NewTempDir(in, "x-")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path  string
		stays bool
	}{{lives.Path, true}, {dead.Path, false}, {other, true}, {next.Path, true}} {
		if _, err := os.Stat(test.path); (err == nil) != test.stays {
			t.Errorf("%s: %v, stays %v", test.path, err, test.stays)
		}
	}
	if err := lives.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(lives.Path); !os.IsNotExist(err) {
		t.Errorf("removed: %v", err)
	}
	if err := (TempDir{}).Remove(); err != nil {
		t.Errorf("none: %v", err)
	}
	if _, err := NewTempDir(filepath.Join(next.Path, "lock"), "x-"); err == nil {
		t.Error("a directory below a file is made")
	}
}

func TestExplain(t *testing.T) {
	for err, want := range map[error]string{
		syscall.ENOSPC: "no space left on the disk: no space",
		syscall.EROFS:  "cannot write, set XDG_CACHE_HOME or TMPDIR",
		syscall.EACCES: "cannot write, set XDG_CACHE_HOME or TMPDIR",
		syscall.EIO:    "input/output error",
	} {
		if got := Explain(err); !strings.HasPrefix(got.Error(), want) || !errors.Is(got, err) {
			t.Errorf("%v: %v, want %s…", err, got, want)
		}
	}
	if once := Explain(syscall.ENOSPC); Explain(fmt.Errorf("making a base: %w", once)).Error() != "making a base: "+once.Error() {
		t.Error("it is explained twice")
	}
	if Explain(nil) != nil {
		t.Error("nil is an error")
	}
}

func TestSizeText(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 5 << 20: "5.0 MiB", 3 << 30: "3.0 GiB"} {
		if got := SizeText(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// A file that cannot be filled leaves the old one as it was, and nothing beside it.
func TestWay(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, w := range []Way{{}, {Mode: 0o640, Temp: "new-*", Durable: true}} {
		if err := w.Replace(path, []byte("whole")); err != nil {
			t.Fatal(err)
		}
		full := errors.New("full")
		err := w.Fill(path, func(to io.Writer) error {
			to.Write([]byte("half"))
			return full
		})
		if !errors.Is(err, full) {
			t.Errorf("got %v", err)
		}
		data, err := os.ReadFile(path)
		if err != nil || string(data) != "whole" {
			t.Errorf("%q, %v", data, err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != max(w.Mode, 0o600) {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("left behind: %v", entries)
		}
	}
	if err := (Way{}).Replace(filepath.Join(dir, "no", "file"), nil); err == nil {
		t.Error("a file without a directory is written")
	}
}

// A program can be run as soon as it is written, though others are started all the while: a child that got hold of the open file would keep it from running.
func TestWriteProgram(t *testing.T) {
	path, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	program = append(program, make([]byte, 1<<20)...) // so that writing takes a while
	var others sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		others.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_ = exec.Command(path).Run()
				}
			}
		})
	}
	dir := t.TempDir()
	for i := range 100 {
		name := filepath.Join(dir, strconv.Itoa(i))
		if err := WriteProgram(name, program, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command(name).Run(); err != nil {
			t.Errorf("program %d: %v", i, err)
		}
		os.Remove(name)
	}
	close(done)
	others.Wait()
}

// A lock has one owner; who waits gets it when the owner ends.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if _, err := Lock(path, 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	owner, err := Lock(path, os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path, 0); !errors.Is(err, ErrLocked) {
		t.Errorf("a second owner: %v", err)
	}
	next := make(chan error)
	go func() {
		f, err := LockWait(path, os.O_CREATE)
		if err == nil {
			err = f.Close()
		}
		next <- err
	}()
	select {
	case err := <-next:
		t.Errorf("who should wait does not: %v", err)
	default:
	}
	owner.Close()
	if err := <-next; err != nil {
		t.Error(err)
	}
}
