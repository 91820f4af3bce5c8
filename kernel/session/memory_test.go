package session

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/run"
)

// A cell that holds much of a machine's memory is ended when little of it is left, and at its own limit when much is.
func TestScarceMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says how much memory a process holds")
	}
	const (
		machine = "MemTotal: 1048576 kB\nSwapFree: 0 kB\nMemAvailable: "
		grow    = `n = 2
var all [][]byte
for {
	b := make([]byte, 1<<20)
	for i := range b {
		b[i] = 1
	}
	all = append(all, b)
}`
	)
	root := t.TempDir()
	info := filepath.Join(root, "proc", "meminfo")
	if err := os.MkdirAll(filepath.Dir(info), 0o700); err != nil {
		t.Fatal(err)
	}
	limits := run.Limits{Memory: 600 << 20, Machine: root}
	s, err := New(Options{Dir: t.TempDir(), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	const little, plenty, scarce = "20000 kB\n", "800000 kB\n", " when the machine had nearly none left"
	for _, c := range []struct {
		name, left, code string
		ended, scarce    bool
	}{
		{"it holds little", little, "n := 1", false, false},
		{"little is left", little, grow, true, true},
		{"much is left", plenty, grow, true, false},
	} {
		if err := os.WriteFile(info, []byte(machine+c.left), 0o600); err != nil {
			t.Fatal(err)
		}
		out := runCell(t, s, c.name, c.code)
		if strings.HasPrefix(out, "error: out of memory: the cell held ") != c.ended ||
			strings.Contains(out, scarce+" and was ended; its values are as they were") != c.scarce {
			t.Errorf("%s: it says %q", c.name, out)
		}
		if out := runCell(t, s, "look", "fmt.Print(n)"); out != "1" {
			t.Errorf("%s: after it n is %s", c.name, out)
		}
	}
}
