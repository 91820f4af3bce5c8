package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newCache returns a cache in a new directory.
func newCache(t *testing.T, limit int64) *Cache {
	t.Helper()
	dir, links := filepath.Join(t.TempDir(), "cache"), t.TempDir()
	if _, err := Private(dir); err != nil {
		t.Fatal(err)
	}
	return New(Config{Dir: dir, Links: links, Limit: limit})
}

// put puts a program of the given content into the cache.
func put(t *testing.T, c *Cache, hash, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cell")
	if err := os.WriteFile(file, []byte(content), 0o775); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o775); err != nil { // as the linker leaves it under umask 002
		t.Fatal(err)
	}
	exe, err := c.Put(hash, file)
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// stored returns the only program in the cache itself.
func stored(t *testing.T, c *Cache) string {
	t.Helper()
	all, _ := entries(filepath.Join(c.cfg.Dir, "programs"))
	if len(all) != 1 {
		t.Fatalf("%d programs", len(all))
	}
	return all[0].path
}

func TestPutAndFind(t *testing.T) {
	c := newCache(t, 0)
	if exe, notice := c.Find("abcdef"); exe != "" || notice != "" {
		t.Errorf("an empty cache has %s %s", exe, notice)
	}
	exe := put(t, c, "abcdef", "program")
	if found, notice := c.Find("abcdef"); found != exe || notice != "" {
		t.Errorf("put %s, found %s %s", exe, found, notice)
	}
	if found, _ := c.Find("abcde"); found != "" {
		t.Errorf("found %s by the beginning of its hash", found)
	}
	info, err := os.Stat(stored(t, c))
	if err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("kept as %v, %v", info.Mode(), err)
	}
	// Another process finds it, too.
	other := New(Config{Dir: c.cfg.Dir, Links: t.TempDir()})
	if found, _ := other.Find("abcdef"); found == "" {
		t.Error("another process does not find it")
	}
}

// A program that is not as it was built never runs.
func TestChangedProgramsAreRemoved(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(t *testing.T, path string)
	}{
		{"replaced", "is not as it was built", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("evil"), 0o700); err != nil {
				t.Fatal(err)
			}
		}},
		{"written to", "is not as it was built", func(t *testing.T, path string) {
			if err := os.Chmod(path, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("evil"), 0); err != nil {
				t.Fatal(err)
			}
		}},
		{"cut", "is not as it was built", func(t *testing.T, path string) {
			if err := os.Truncate(path, 3); err != nil {
				t.Fatal(err)
			}
		}},
		{"writable by the group", "can be written by others", func(t *testing.T, path string) {
			if err := os.Chmod(path, 0o770); err != nil {
				t.Fatal(err)
			}
		}},
		{"not executable", "is not executable", func(t *testing.T, path string) {
			if err := os.Chmod(path, 0o400); err != nil {
				t.Fatal(err)
			}
		}},
		{"a link", "is not a file", func(t *testing.T, path string) {
			other := filepath.Join(filepath.Dir(path), "other")
			if err := os.Rename(path, other); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(other, path); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCache(t, 0)
			put(t, c, "abcdef", "program")
			path := stored(t, c)
			test.change(t, path)
			exe, notice := c.Find("abcdef")
			if exe != "" || !strings.Contains(notice, test.want) {
				t.Errorf("found %q, notice %q, want %q", exe, notice, test.want)
			}
			if _, err := os.Lstat(path); !os.IsNotExist(err) {
				t.Errorf("it is still there: %v", err)
			}
		})
	}
}

func TestOthersProgramsAreRemoved(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	c := newCache(t, 0)
	put(t, c, "abcdef", "program")
	if err := os.Chown(stored(t, c), 12345, -1); err != nil {
		t.Fatal(err)
	}
	if exe, notice := c.Find("abcdef"); exe != "" || !strings.Contains(notice, "belongs to user number 12345") {
		t.Errorf("found %q, notice %q", exe, notice)
	}
}

// The cache keeps to its limit, however young its programs are, and what was handed out can still be started.
func TestLimit(t *testing.T) {
	const size, limit = 1000, 40_000
	c := newCache(t, limit)
	var last string
	for i := range 200 {
		last = put(t, c, fmt.Sprintf("%06x", i*70001), strings.Repeat(string(rune('a'+i%26)), size))
		_, total := entries(filepath.Join(c.cfg.Dir, "programs"))
		if total > limit+limit/16 {
			t.Fatalf("after %d programs the cache has %d bytes, more than %d", i+1, total, limit)
		}
	}
	if _, err := os.Stat(last); err != nil {
		t.Error(err)
	}
	links, err := os.ReadDir(c.cfg.Links)
	if err != nil || len(links) > maxLinks {
		t.Errorf("%d programs are linked, %v", len(links), err)
	}
}

func TestTrimTakesTheOldest(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{"old": time.Hour, "older": 2 * time.Hour, "young": time.Minute} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 1000), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		limit int64
		left  string
	}{{3000, "old older young"}, {2500, "old young"}, {1500, "young"}, {100, ""}} {
		total := Trim(dir, test.limit)
		all, sum := entries(dir)
		var names []string
		for _, e := range all {
			names = append(names, filepath.Base(e.path))
		}
		if got := strings.Join(names, " "); got != test.left || total != sum {
			t.Errorf("trimmed to %d bytes: %q, want %q; %d bytes, said %d", test.limit, got, test.left, sum, total)
		}
	}
}

func TestPrivate(t *testing.T) {
	for _, test := range []struct {
		mode    os.FileMode
		emptied bool
	}{{0o700, false}, {0o755, false}, {0o750, false}, {0o775, true}, {0o777, true}} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "held"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, test.mode); err != nil {
			t.Fatal(err)
		}
		notice, err := Private(dir)
		if err != nil || (notice != "") != test.emptied {
			t.Errorf("%v: notice %q, %v", test.mode, notice, err)
		}
		info, _ := os.Stat(dir)
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%v became %v", test.mode, info.Mode().Perm())
		}
		if held, _ := os.ReadDir(dir); (len(held) == 0) != test.emptied {
			t.Errorf("%v: %d files are left", test.mode, len(held))
		}
	}
}

func TestPrivateOfAnother(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir := t.TempDir()
	if err := os.Chown(dir, 12345, -1); err != nil {
		t.Fatal(err)
	}
	if _, err := Private(dir); err == nil || !strings.Contains(err.Error(), "belongs to another user (number 12345)") {
		t.Errorf("error %v", err)
	}
}

func TestShared(t *testing.T) {
	for _, test := range []struct {
		name  string
		mode  os.FileMode
		owner int
		want  string
	}{
		{"readable", 0o755, -1, ""},
		{"writable by the group", 0o775, -1, "can be written by others"},
		{"of a stranger", 0o755, 12345, "belongs to user number 12345"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.owner >= 0 && os.Getuid() != 0 {
				t.Skip("only root can give files away")
			}
			theirs := newCache(t, 0)
			put(t, theirs, "abcdef", "program")
			dir := theirs.cfg.Dir
			for _, above := range []string{filepath.Dir(dir), filepath.Dir(filepath.Dir(dir))} { // whatever the umask
				if err := os.Chmod(above, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(dir, test.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chown(dir, test.owner, -1); err != nil {
				t.Fatal(err)
			}
			mine := newCache(t, 0)
			mine.cfg.Shared = []string{dir}
			exe, notice := mine.Find("abcdef")
			if (exe != "") != (test.want == "") || !strings.Contains(notice, test.want) {
				t.Errorf("found %q, notice %q, want %q", exe, notice, test.want)
			}
			if err := Trusted(dir, Installer()); (err == nil) != (test.want == "") {
				t.Errorf("trusted: %v, want %q", err, test.want)
			}
		})
	}
}
