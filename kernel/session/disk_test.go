package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/session/kept"
)

// What %disk shows is what lies there, and freeing it leaves the values.
func TestDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	all := t.TempDir()
	base := filepath.Join(all, "notebook")
	for _, dir := range []string{base, filepath.Join(all, "other")} {
		s := newTestSession(t, dir)
		runCell(t, s, "a", "big := make([]float64, 1<<20)\nbig[1] = 2")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := newTestSession(t, base)
	runCell(t, s, "a", "big := make([]float64, 1<<20)\nfor i := range big { big[i] = float64(i) }")
	runCell(t, s, "b", "for i := range big { big[i]++ }")
	text := runCell(t, s, "", "%disk")
	for _, want := range []string{"values of this session", "earlier values, for %undo", "earlier sessions of this notebook, for %resume: 1", "sessions of other notebooks: 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	open := newTestSession(t, filepath.Join(all, "other")) // a notebook in use
	runCell(t, open, "a", "x := 1")
	before, err := kept.Size([]string{all})
	if err != nil {
		t.Fatal(err)
	}
	if got := runCell(t, s, "", "%disk free"); !strings.HasPrefix(got, "Freed ") || strings.Contains(got, "in use") {
		t.Errorf("%%disk free says %s", got)
	}
	after, err := kept.Size([]string{all})
	if err != nil || before-after < 15<<20 {
		t.Errorf("%d bytes before, %d after, %v", before, after, err)
	}
	if got := runCell(t, s, "", "big[10]"); got != "= 11" {
		t.Errorf("big[10] is %s", got)
	}
	if got := runCell(t, s, "", "%undo"); !strings.Contains(got, "nothing to take back") {
		t.Errorf("%%undo says %s", got)
	}
	if got := runCell(t, s, "", "%disk free all"); !strings.Contains(got, "1 sessions are in use by other kernels and stay.") {
		t.Errorf("%%disk free all says %s", got)
	}
	if dirs, _ := os.ReadDir(filepath.Join(all, "other")); len(dirs) != 1 {
		t.Errorf("%d sessions of the other notebook are left", len(dirs))
	}
	if got := runCell(t, open, "", "x"); got != "= 1" {
		t.Errorf("the notebook in use has lost x: %s", got)
	}
	if got := runCell(t, s, "", "%disk all"); !strings.Contains(got, "takes nothing, free, or free all") {
		t.Errorf("%%disk all says %s", got)
	}
}
