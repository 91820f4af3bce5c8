package store

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// TestSavedFilesHonourUmask saves under several umasks, also over a file that is there.
func TestSavedFilesHonourUmask(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	cell(t, s, true, first)
	dir := t.TempDir()
	for umask, want := range map[int]os.FileMode{0o077: 0o600, 0o022: 0o644, 0o002: 0o664} {
		old := syscall.Umask(umask)
		err := s.Save(filepath.Join(dir, "saved.msnap"), nil)
		syscall.Umask(old)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(dir, "saved.msnap")); err != nil || info.Mode().Perm() != want {
			t.Errorf("umask %03o: %v, %v", umask, info.Mode(), err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// TestAKillWhileSavingLeavesNothing looks at the directory at the moment before the file gets its name.
func TestAKillWhileSavingLeavesNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files without names are known on Linux only")
	}
	dir := t.TempDir()
	f, err := newUnnamed(dir)
	if err != nil {
		t.Fatal(err)
	}
	if f.temp != "" {
		t.Skip("this file system has no files without names")
	}
	if _, err := f.WriteString("half of it"); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("a kill here leaves %v", left)
	}
	if err := f.close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
