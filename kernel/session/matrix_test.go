package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// matrixCells are the cells of a notebook with a matrix of n numbers.
func matrixCells(n int) (set, read, none, row string) {
	set = fmt.Sprintf("big := make([]float64, %d)\nfor i := range big { big[i] = float64(i) + 0.25 }\nother := 1", n)
	row = "for i := range 5000 { big[3_000_000+i] = -1 }"
	return set, "other = int(big[12345])", "other = other + 0", row
}

// TestLargeMatrix checks what a commit writes when a cell changes a row of a large matrix, and when it only reads it.
// Times are logged, not judged.
func TestLargeMatrix(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a large matrix")
	}
	n := size(5_000_000, 50_000_000)
	s := newTestSession(t, "")
	set, read, none, row := matrixCells(n)
	run := func(code string) (time.Duration, int64) {
		before := filesSize(t, s.vault.Store.Dir())
		started := time.Now()
		if out := runCell(t, s, "", code); out != "" {
			t.Fatal(out)
		}
		return time.Since(started), filesSize(t, s.vault.Store.Dir()) - before
	}
	took, written := run(set)
	t.Logf("%d MB set: %v, %d bytes written", n*8/1_000_000, took, written)
	if written < int64(n)*8 {
		t.Errorf("the matrix has %d bytes, and %d were written", n*8, written)
	}
	with, without := medians(t, s, read, none)
	t.Logf("reading one element %v, not touching it %v: %v more", with, without, with-without)
	for _, test := range []struct {
		what, code string
		most       int64
	}{{"reading", read, 1 << 17}, {"changing a row", row, 1 << 20}, {"not touching", none, 1 << 17}} {
		took, written := run(test.code)
		t.Logf("%s: %v, %d bytes written", test.what, took, written)
		if written > test.most {
			t.Errorf("%s wrote %d bytes, want at most %d", test.what, written, test.most)
		}
	}
	if got, want := runCell(t, s, "", "fmt.Println(big[2_999_999], big[3_000_000], big[3_004_999], big[3_005_000], len(big))"),
		fmt.Sprintf("2.99999925e+06 -1 -1 3.00500025e+06 %d", n); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// medians runs two cells in turn and returns the median time of each.
func medians(t testing.TB, s *Session, a, b string) (time.Duration, time.Duration) {
	var times [2][]time.Duration
	for i := range 14 {
		for j, code := range []string{a, b} {
			started := time.Now()
			reply := s.Execute(t.Context(), Request{Code: code}, new(transcript))
			if reply.Err != nil {
				t.Fatal(reply.Err)
			}
			if i >= 3 { // the first ones compile
				times[j] = append(times[j], time.Since(started))
			}
		}
	}
	slices.Sort(times[0])
	slices.Sort(times[1])
	return times[0][len(times[0])/2], times[1][len(times[1])/2]
}

func filesSize(t *testing.T, dir string) (sum int64) {
	t.Helper()
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			sum += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// BenchmarkLargeMatrix answers what it costs a cell to reach a matrix of 400 MB: reading one element, changing a row,
// and not touching it.
func BenchmarkLargeMatrix(b *testing.B) {
	s, err := New(Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	set, read, none, row := matrixCells(50_000_000)
	execute := func(code string) {
		if r := s.Execute(b.Context(), Request{Code: code}, new(transcript)); r.Err != nil {
			b.Fatal(r.Err)
		}
	}
	execute(set)
	for name, code := range map[string]string{"none": none, "read": read, "row": row} {
		execute(code)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				execute(code)
			}
		})
	}
}
