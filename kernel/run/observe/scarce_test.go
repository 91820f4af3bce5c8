package observe

import (
	"os"
	"path/filepath"
	"testing"
)

// The machine of each case has 32 GiB (in kB: 33554432), of which one is a thirty-second.
func TestScarce(t *testing.T) {
	const (
		plenty = "MemTotal: 33554432 kB\nMemAvailable: 8000000 kB\nSwapFree: 0 kB\n"
		calm   = "some avg10=90.00 avg60=1.00\nfull avg10=3.00 avg60=0.00 avg300=0.00 total=5\n"
	)
	for name, test := range map[string]struct {
		files map[string]string
		want  bool
	}{
		"nothing is told": {},
		"plenty":          {files: map[string]string{"proc/meminfo": plenty, "proc/pressure/memory": calm}},
		"little is left":  {map[string]string{"proc/meminfo": "MemTotal: 33554432 kB\nMemAvailable: 900000 kB\nSwapFree: 0 kB\n"}, true},
		"there is swap":   {files: map[string]string{"proc/meminfo": "MemTotal: 33554432 kB\nMemAvailable: 900000 kB\nSwapFree: 9000000 kB\n"}},
		"all wait":        {map[string]string{"proc/meminfo": plenty, "proc/pressure/memory": "some avg10=90.00\nfull avg10=61.50 avg60=0.00\n"}, true},
		"the group's limit": {map[string]string{"proc/meminfo": plenty, "sys/fs/cgroup/memory.max": "3200000000\n",
			"sys/fs/cgroup/memory.current": "3150000000\n", "sys/fs/cgroup/memory.stat": "anon 3000000000\nactive_file 1000\ninactive_file 2000\n"}, true},
		"much of it is cache": {files: map[string]string{"proc/meminfo": plenty, "sys/fs/cgroup/memory.max": "3200000000\n",
			"sys/fs/cgroup/memory.current": "3150000000\n", "sys/fs/cgroup/memory.stat": "anon 1000000000\ninactive_file 2000000000\n"}},
		"no limit": {files: map[string]string{"proc/meminfo": plenty, "sys/fs/cgroup/memory.max": "max\n", "sys/fs/cgroup/memory.current": "3150000000\n"}},
	} {
		root := t.TempDir()
		for path, text := range test.files {
			path = filepath.Join(root, path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := scarce(root); got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
