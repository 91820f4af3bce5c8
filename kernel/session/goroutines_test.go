package session

import (
	"strings"
	"testing"
)

// TestGoroutinesThatGoOnWriting ends cells while a goroutine of theirs still changes values: each commit is refused or
// can be read, and what it holds was there at one moment.
func TestGoroutinesThatGoOnWriting(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many cells")
	}
	t.Parallel()
	s := newTestSession(t, "")
	if out := runCell(t, s, "decl", `
type item struct{ at int; text string; next *item }
var grown []*item
var big []float64
var m map[string]int
const check = "checked"
func consistent() string {
	for i, it := range grown {
		if it == nil && i == len(grown)-1 { // append writes the length before the element
			continue
		}
		if it.at != i || it.text != strconv.Itoa(i) || i > 0 && it.next != grown[i-1] {
			return fmt.Sprintf("item %d of %d: %+v", i, len(grown), it)
		}
	}
	return check
}
func grow() {
	for {
		it := &item{at: len(grown), text: strconv.Itoa(len(grown))}
		if len(grown) > 0 {
			it.next = grown[len(grown)-1]
		}
		if grown = append(grown, it); len(grown) > 3000 {
			grown = nil
		}
	}
}
func turn() {
	for k := 0; ; k++ {
		for i := range big {
			big[i] = float64(k)
		}
		big[k%len(big)] = 0
	}
}`); out != "" {
		t.Fatal(out)
	}
	refused, kept := 0, 0
	for i := range size(25, 400) {
		out := withoutNotices(runCell(t, s, "grow", "m = map[string]int{\"a\": 1, \"b\": 2, \"c\": 3}\ngrown, big = nil, make([]float64, 200_000)\ngo grow()\nif "+[]string{"false", "true"}[i%2]+" { go turn() }\ntime.Sleep(2*time.Millisecond)"))
		switch {
		case out == "":
			kept++
		case strings.Contains(out, "a goroutine that still runs keeps changing them"):
			refused++
		default:
			t.Fatal(out)
		}
		if out := runCell(t, s, "look", "fmt.Println(consistent(), len(big) >= 0)"); out != "checked true" {
			t.Fatalf("round %d: %s", i, out)
		}
	}
	t.Log(kept, "commits,", refused, "refused")
	if kept == 0 {
		t.Error("no commit came through")
	}
}

// TestManySleepers ends a cell while a hundred of its goroutines wake without pause, and keeps its values.
func TestManySleepers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a cell that leaves little time to itself")
	}
	s := newTestSession(t, "")
	out := runCell(t, s, "a", `n := 1
for range 100 {
	go func() {
		for {
			time.Sleep(time.Nanosecond)
		}
	}()
}
n++`)
	if out = withoutNotices(out); out != "" {
		t.Errorf("it shows %q", out)
	}
	if out := runCell(t, s, "b", "n"); out != "= 2" {
		t.Errorf("after it n is %q", out)
	}
}
