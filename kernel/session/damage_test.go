package session

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedStore flips bits in and cuts files of the values of an ended session. The next session resumes the last
// state whose files are whole, says what it found, and shows nothing that was not committed once.
func TestDamagedStore(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs many cells")
	}
	good := t.TempDir()
	s := newTestSession(t, good)
	for i, code := range crashCells() {
		if out := runCell(t, s, fmt.Sprint(i), code); out != "" {
			t.Fatal(out)
		}
	}
	known := map[string]int{worldAfter(nil).digest(): 0}
	var rounds []int
	for r := range 6 {
		runCell(t, s, "", crashSettings(r, "none", 0))
		if out := runCell(t, s, "", crashStep); out != "" {
			t.Fatal(out)
		}
		rounds = append(rounds, r)
		known[worldAfter(rounds).digest()] = r + 1
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	seen := map[string]int{}
	for i := range size(12, 200) {
		seen[damageRound(t, good, known, i, rng)]++
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
}

// damageRound damages a copy of the values, resumes it, and says how that went.
func damageRound(t *testing.T, good string, known map[string]int, i int, rng *rand.Rand) string {
	values := filepath.Join(t.TempDir(), "values")
	if err := os.CopyFS(values, os.DirFS(good)); err != nil {
		t.Fatal(err)
	}
	what := damage(t, values, rng, i%3)
	s := newTestSession(t, values)
	out := runCell(t, s, "", "%resume")
	defer s.Close()
	if strings.Contains(out, "error: ") {
		if strings.Contains(out, "panic") {
			t.Errorf("%s: %s", what, out)
		}
		if i%3 == 0 && !strings.HasPrefix(what, "s00000001-") { // the first commit's file is part of all later ones
			t.Errorf("%s: nothing is left: %s", what, out)
		}
		return "nothing resumed"
	}
	got := runCell(t, s, "", crashCheck)
	r, ok := known[got]
	if !ok {
		if strings.Contains(got, "undefined: world") || strings.Contains(got, "undefined: alias") {
			return "before the world"
		}
		t.Errorf("%s: %s\n got %s", what, out, got)
		return ""
	}
	undone := strings.HasPrefix(what, "commit-") && strings.HasSuffix(what, " removed") // as %undo does
	if r < 6 && !undone && !strings.Contains(out, "· ") {
		t.Errorf("%s: went back to round %d and does not say so: %s", what, r, out)
	}
	if r == 6 {
		return "all kept"
	}
	return fmt.Sprintf("back to round %d", r)
}

// damage flips a bit of a file, cuts one, or removes one, and says what it has done.
func damage(t *testing.T, dir string, rng *rand.Rand, how int) string {
	var files []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && e.Name() != "lock" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	path := files[rng.IntN(len(files))]
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(path)
	at := rng.IntN(max(1, len(data)))
	what := fmt.Sprintf("%s of %d bytes removed", name, len(data))
	switch how {
	case 0:
		bit := rng.IntN(8)
		data[at] ^= 1 << bit
		err, what = os.WriteFile(path, data, 0o600), fmt.Sprintf("%s: bit %d of byte %d of %d flipped", name, bit, at, len(data))
	case 1:
		err, what = os.Truncate(path, int64(at)), fmt.Sprintf("%s: cut to %d of %d bytes", name, at, len(data))
	default:
		err = os.Remove(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return what
}
