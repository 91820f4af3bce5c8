package session

import (
	"fmt"
	"strings"
	"testing"
)

// TestOrderOfStreams goes over from one stream to the other many times.
func TestOrderOfStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	t.Parallel()
	s := newTestSession(t, "")
	n := size(300, 5000)
	var want strings.Builder
	for i := range n {
		fmt.Fprintf(&want, "%d\n!%d\n", i, i)
	}
	code := fmt.Sprintf("for i := range %d {\n\tfmt.Println(i)\n\tfmt.Fprintln(os.Stderr, i)\n}", n)
	for _, code := range []string{code, "%%\n" + code, "func main() {\n" + code + "\n}"} {
		if got := runCell(t, s, "", code); got != strings.TrimSpace(want.String()) {
			lines, wanted := strings.Split(got, "\n"), strings.Split(want.String(), "\n")
			at := 0
			for at < min(len(lines), len(wanted)) && lines[at] == wanted[at] {
				at++
			}
			t.Errorf("%s\ndiffers from line %d on: %.100q", code, at, strings.Join(lines[at:], "\n"))
		}
	}
}
