package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A clock that was wrong keeps nothing: what has a time from the future goes before what is used.
func TestTrimWhatIsFromTheFuture(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for name, used := range map[string]time.Time{"future": now.Add(10000 * time.Hour), "now": now, "soon": now.Add(time.Minute), "old": now.Add(-time.Hour)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	if left := Trim(dir, 399); left != 300 {
		t.Errorf("%d bytes are left", left)
	}
	if _, err := os.Stat(filepath.Join(dir, "future")); !os.IsNotExist(err) {
		t.Errorf("what is from the future stays, %v", err)
	}
}
