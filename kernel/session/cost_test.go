package session

import (
	"fmt"
	"os"
	"path/filepath"
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
		files, _ := filepath.Glob(filepath.Join(s.store.Dir(), kind))
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

func TestCellsWithoutIDsAreForgotten(t *testing.T) {
	var cells []cellRecord
	for i := range 100 {
		cells = recordCell(cells, cellRecord{Key: fmt.Sprint("k", i%60), Count: i}, nil)
	}
	if len(cells) > keptNameless+1 {
		t.Errorf("%d records", len(cells))
	}
	if last := cells[len(cells)-1]; last.Count != 99 {
		t.Error(last)
	}
}
