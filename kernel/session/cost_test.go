package session

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestLongTextsAreStoredOnce declares something in a text of a mebibyte; later commits do not repeat it, and a resumed
// session has it.
func TestLongTextsAreStoredOnce(t *testing.T) {
	values := t.TempDir()
	s := newTestSession(t, values)
	long := "text := `" + strings.Repeat("0123456789abcdef", 1<<16) + "`\nn := 0"
	if out := runCell(t, s, "long", long); out != "" {
		t.Fatal(out)
	}
	for range 6 {
		if out := runCell(t, s, "count", "n++"); out != "" {
			t.Fatal(out)
		}
	}
	sizes := map[string]int64{}
	for _, kind := range []string{"commit-*", "text-*"} {
		files, _ := filepath.Glob(filepath.Join(s.vault.Store.Dir(), kind))
		for _, f := range files {
			info, err := os.Stat(f)
			if err != nil {
				t.Fatal(err)
			}
			sizes[kind] += info.Size()
		}
	}
	if sizes["commit-*"] > 64<<10 || sizes["text-*"] > 3<<20 {
		t.Errorf("seven commits and their texts have %v bytes", sizes)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = newTestSession(t, values)
	if out := runCell(t, s, "", "%resume"); !strings.HasPrefix(out, "Resumed: ") {
		t.Fatal(out)
	}
	if got := s.Defs().Source("text"); !strings.Contains(got, "0123456789abcdef") || len(got) < 1<<20 {
		t.Errorf("the text is gone: %.100s", got)
	}
	if out := runCell(t, s, "", "fmt.Println(len(text), n)"); out != "1048576 6" {
		t.Error(out)
	}
}

// A cell that touches none or few of the values costs the kernel the same however many there are: in allocations, which every
// processor counts alike, and in what a commit writes.
func TestCostFollowsTheChange(t *testing.T) {
	cells := []string{"fmt.Println(1)", "fmt.Println(x7)", "x7++"}
	cost := func(n int) (allocated []uint64, written int64) {
		s := newTestSession(t, t.TempDir())
		var many strings.Builder
		for i := range n {
			fmt.Fprintf(&many, "x%d := %d\n", i, i)
		}
		if out := runCell(t, s, "many", many.String()); out != "" {
			t.Fatal(out)
		}
		for i, code := range cells {
			var before, after runtime.MemStats
			runCell(t, s, fmt.Sprint(i), code)
			runtime.ReadMemStats(&before)
			for range 5 {
				runCell(t, s, fmt.Sprint(i), code)
			}
			runtime.ReadMemStats(&after)
			allocated = append(allocated, after.Mallocs-before.Mallocs)
		}
		info, err := os.Stat(filepath.Join(s.vault.Store.Dir(), fmt.Sprintf("commit-%08d", s.vault.Store.Manifest().Seq)))
		if err != nil {
			t.Fatal(err)
		}
		return allocated, info.Size()
	}
	few, written := cost(200)
	many, muchWritten := cost(3000)
	for i, code := range cells {
		if many[i] > 2*few[i] {
			t.Errorf("%s: 200 variables need %d allocations, 3000 need %d", code, few[i], many[i])
		}
	}
	if muchWritten > max(2*written, 128<<10) {
		t.Errorf("of 200 variables a commit writes %d bytes, of 3000 %d", written, muchWritten)
	}
}
