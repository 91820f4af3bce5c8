package confine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is used of each kind is seen.
func TestQuota(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	all := Quota{Processes: 1000, Memory: 1 << 40, Disk: 3 << 20, Dirs: []string{dir}}
	if err := all.exceeded(true); err != nil {
		t.Error(err)
	}
	for want, q := range map[string]Quota{
		"more than -1 processes":    {Processes: -1, Memory: 1 << 40, Disk: 1 << 40},
		"more than -1 MB of memory": {Processes: 1000, Memory: -1, Disk: 1 << 40},
		"more than 1 MB of files":   {Processes: 1000, Memory: 1 << 40, Disk: 1 << 20, Dirs: []string{dir}},
	} {
		if err := q.exceeded(true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if residentMemory(os.Getpid()) < 1<<20 {
		t.Errorf("%d bytes are resident", residentMemory(os.Getpid()))
	}
}
