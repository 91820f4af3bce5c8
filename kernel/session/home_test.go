package session

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Where HOME is no place for caches, cells run all the same and the first one says once what to set.
func TestHomeless(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles what each program is linked with")
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir() // that of all cases, so that the first one fills the cache of the others
	t.Chdir(tmp)       // below which a relative HOME is
	file, locked := filepath.Join(tmp, "file"), filepath.Join(tmp, "locked")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(locked, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"XDG_CACHE_HOME", "GOCACHE", "GOMODCACHE", "GOPATH"} {
		t.Setenv(name, "")
	}
	if !slow { // nor is the standard library compiled anew
		t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	}
	t.Setenv("TMPDIR", tmp)
	t.Setenv("GOPROXY", "off")
	for _, c := range []struct{ home, why string }{
		{"", "HOME is not set"},
		{file, "no cache can be written below HOME=" + file},
		{"a/home", "HOME=a/home is a relative path"},
		{locked, "no cache can be written below HOME=" + locked},
	} {
		if c.home == locked && os.Geteuid() == 0 {
			continue // root may write everywhere
		}
		t.Setenv("HOME", c.home)
		s := newTestSession(t, "")
		want := c.why + ": caches are in " + tmp
		out := runCell(t, s, "a", "x := 6 * 7\nfmt.Print(x)")
		if !strings.Contains(out, want) || !strings.HasSuffix(out, "42") {
			t.Errorf("HOME=%q: the first cell shows %q", c.home, out)
		}
		if out := runCell(t, s, "b", "fmt.Print(x + 1)"); out != "43" {
			t.Errorf("HOME=%q: the second cell shows %q", c.home, out)
		}
	}
}
