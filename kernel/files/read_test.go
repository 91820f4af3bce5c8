package files

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file is read whole; what is none is told at once, also a pipe to which nobody writes.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, size := range map[string]int{"empty": 0, "short": 10, "long": 3_000_000} {
		text := bytes.Repeat([]byte("mercer"), size)
		if err := os.WriteFile(at(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(at(name), at(name+" by a link")); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{at(name), at(name + " by a link")} {
			if got, err := Read(path); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s: %d bytes, %v", path, len(got), err)
			}
		}
	}
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(at("loop"), at("loop")); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for path, want := range map[string]error{
		at("pipe"): ErrNoFile, dir: ErrNoFile, at("socket"): ErrNoFile, os.DevNull: ErrNoFile, "/dev/zero": ErrNoFile, at("loop"): syscall.ELOOP, at("none"): os.ErrNotExist,
	} {
		if data, err := Read(path); !errors.Is(err, want) {
			t.Errorf("%s: %q, %v, want %v", path, data, err, want)
		}
	}
}
