package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Scripts run whatever the line ends of their cell are, and files have the text of the cell, with its last line ended once.
func TestScriptCells(t *testing.T) {
	s := newTestSession(t, "")
	file := filepath.Join(s.Dir(), "a.txt")
	for _, c := range []struct{ cell, file, prints string }{
		{"%%writefile a.txt\none\ntwo", "one\ntwo\n", ""},
		{"%%writefile a.txt\none\ntwo\n", "one\ntwo\n", ""},
		{"%%writefile a.txt\none\n\n", "one\n\n", ""},
		{"%%writefile a.txt\r\none\r\ntwo\r\n", "one\r\ntwo\r\n", ""},
		{"%%writefile -a a.txt\nthree", "one\r\ntwo\r\nthree\n", ""},
		{"%%writefile a.txt\n", "", ""},
		{"%%writefile a.txt", "", ""},
		{"%%bash\r\nfor i in 1 2; do\r\n  echo a$i\r\ndone\r\nif true; then echo b; fi\r\n", "", "a1\na2\nb\n"},
		{"%%sh\r\ncat <<END\r\nx\r\nEND", "", "x\n"},
		{"%%script cat\r\none\r\ntwo", "", "one\ntwo\n"},
		{"%%script cat\none", "", "one\n"},
		{"%%script cat", "", ""},
	} {
		out := new(transcript)
		if reply := s.Execute(t.Context(), Request{Code: c.cell, StoreHistory: true}, out); reply.Status != StatusOK {
			t.Errorf("%q: %v", c.cell, reply.Err)
		}
		if !strings.HasPrefix(c.cell, "%%writefile") {
			if got := out.text.String(); got != c.prints {
				t.Errorf("%q prints %q, want %q", c.cell, got, c.prints)
			}
		} else if got, err := os.ReadFile(file); err != nil || string(got) != c.file {
			t.Errorf("%q writes %q, %v; want %q", c.cell, got, err, c.file)
		}
	}
}
