package toolchain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Where HOME is not set, or cannot be written to, cells run all the same, and the user reads what to set.
func TestHomeless(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ home, cache, want string }{
		{"", "", "HOME is not set"},
		{file, "", "no cache can be written below HOME=" + file},
		{"a/home", "", "HOME=a/home is a relative path"},
		{"", file, "no cache can be written to XDG_CACHE_HOME=" + file},
		{"", "a/cache", "no cache can be written to XDG_CACHE_HOME=a/cache"},
	} {
		tmp := t.TempDir()
		t.Chdir(tmp) // below which a relative HOME is
		t.Setenv("TMPDIR", tmp)
		for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
			t.Setenv(name, "")
		}
		t.Setenv("HOME", c.home)
		t.Setenv("XDG_CACHE_HOME", c.cache)
		cfg := Config{}
		dir, sorry, err := cfg.cacheDir()
		if err != nil || !strings.HasPrefix(dir, tmp) || !strings.HasPrefix(sorry, c.want+": caches are in "+tmp) || !strings.Contains(sorry, "Set HOME") {
			t.Errorf("%+v: %s, %q, %v", c, dir, sorry, err)
		}
		tools, err := findTools()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(tools.CacheDir, tmp) || !strings.HasPrefix(tools.ModDir, tmp) {
			t.Errorf("%+v: GOCACHE is %s, GOMODCACHE %s", c, tools.CacheDir, tools.ModDir)
		}
		if out, stderr, err := tools.output(t.Context(), tmp, false, "env", "GOCACHE", "GOMODCACHE"); out != tools.CacheDir+"\n"+tools.ModDir+"\n" {
			t.Errorf("%+v: the go command has %q, %s, %v", c, out, stderr, err)
		}
		if again, _, _ := cfg.cacheDir(); again != dir {
			t.Errorf("the next session has its cache in %s, not in %s", again, dir)
		}
	}
}

func TestCanWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{dir: true, filepath.Join(dir, "a", "b"): true, ".": false, file: false, filepath.Join(file, "a"): false} {
		if canWrite(path) != want {
			t.Errorf("%s: want %v", path, want)
		}
	}
}
