package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Whatever is in the place of a directory or a file of a cache goes, and what is one stays.
func TestPlaces(t *testing.T) {
	put := map[string]func(path string) error{
		"nothing":   func(string) error { return nil },
		"file":      func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"directory": func(path string) error { return os.MkdirAll(filepath.Join(path, "inside"), 0o700) },
		"loop":      func(path string) error { return os.Symlink(path, path) },
		"nowhere":   func(path string) error { return os.Symlink(path+"x", path) },
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
	}
	for name, do := range put {
		base := t.TempDir()
		dir, file := filepath.Join(base, "dir"), filepath.Join(base, "file")
		if do(dir) != nil || do(file) != nil {
			t.Skip(name)
		}
		if err := MakeDir(base, "dir", "inside"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(filepath.Join(dir, "inside")); err != nil || !info.IsDir() {
			t.Errorf("%s: no directory: %v", name, err)
		}
		if err := ClearFile(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Errorf("%s: no file: %v", name, err)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Skip(err)
	}
	if err := MakeDir(filepath.Dir(link), "link"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("a link to a directory is replaced")
	}
}
