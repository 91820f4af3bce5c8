package session

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/session/show"
)

// mover is a front end that shows controls: it keeps the interactions that are opened.
type mover struct {
	shows bool
	mu    sync.Mutex
	open  []show.Interaction
}

func (m *mover) ShowsControls() bool { return m.shows }

func (m *mover) Open(i show.Interaction) map[string]json.RawMessage {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open = append(m.open, i)
	return map[string]json.RawMessage{"x-view": json.RawMessage(`"` + i.ID + `"`)}
}

// run runs a cell in this front end and returns what it shows and its error.
func (m *mover) run(t *testing.T, s *Session, id, code string) (*show.Record, string) {
	t.Helper()
	rec := new(show.Record)
	reply := s.Execute(t.Context(), Request{Code: code, CellID: id, StoreHistory: true, AllowStdin: true, Front: m}, rec)
	if reply.Err != nil {
		return rec, reply.Err.Error()
	}
	return rec, ""
}

// moved returns in words what an interaction gives.
func (m *mover) moved(ctx context.Context, n int, values ...string) string {
	return show.Words(m.open[n].Again(ctx, values))
}

func TestInteract(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many cells")
	}
	s, m := newTestSession(t, ""), &mover{shows: true}
	do := func(id, code string) string {
		t.Helper()
		rec, failed := m.run(t, s, id, code)
		if failed != "" {
			t.Fatalf("%s: %s", id, failed)
		}
		return show.Words(rec.Outputs)
	}
	do("data", "slope := 2.0\nruns := 0\nfunc line(x float64) float64 { return slope * x }")
	const code = `%args one two
runs++
fmt.Println("before", len(os.Args))
display.Interact(func(a float64) any { return line(a) }, display.Slider("a", 0, 1, 0.25))
fmt.Println("between")
for _, sign := range []float64{1, -1} {
	display.Interact(func(a float64, name string) (any, error) {
		fmt.Println("printed by", name)
		slope = 100
		if a > 0.6 {
			return nil, errors.New("too large")
		}
		if a == 0 {
			panic("nothing there")
		}
		return sign * line(a), nil
	}, display.Slider("a", 0, 1, 0.25), display.TextBox("name").Start("me"))
}
fmt.Println("runs", runs)`
	if got, want := do("x", code), "before 3\na = 0.5\n1\nbetween\na = 0.5, name = me\nprinted by me\n50\na = 0.5, name = me\nprinted by me\n-50\nruns 1"; got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	if len(m.open) != 3 || m.open[0].ID == m.open[1].ID || m.open[1].ID == m.open[2].ID {
		t.Fatalf("opened %v", m.open)
	}
	do("data again", "slope = 3") // what the cell has left is 100
	for _, c := range []struct {
		n      int
		values []string
		want   string
	}{
		{0, []string{"1"}, "3"},
		{0, []string{"0.25"}, "0.75"},
		{2, []string{"0.5", "you"}, "printed by you\n-50"},
		{1, []string{"0.75", "you"}, "printed by you\nerror: a = 0.75, name = you: too large"},
		{1, []string{"0", "you"}, "printed by you\npanic: nothing there (Cell [3], line 14)"},
		{0, []string{"1"}, "3"}, // nothing has changed
	} {
		if got := m.moved(t.Context(), c.n, c.values...); got != c.want {
			t.Errorf("interaction %d at %v: got %q, want %q", c.n+1, c.values, got, c.want)
		}
	}
	do("define", "func line(x float64) float64 { return x - 1 }")
	if got := m.moved(t.Context(), 0, "0.25"); got != "-0.75" {
		t.Errorf("after the function was defined anew: %q", got)
	}
	if got := do("runs", "runs"); got != "1" {
		t.Errorf("%s runs were committed", got)
	}
	opened := m.open[0].ID
	do("x", code)
	if m.open[3].ID != opened {
		t.Errorf("another run has the id %s, the first had %s", m.open[3].ID, opened)
	}
	do("reset", "%reset")
	if got := m.moved(t.Context(), 0, "1"); !strings.Contains(got, "undefined: runs") {
		t.Errorf("after %%reset: %q", got)
	}
}

// TestInteractHolds: without controls in the front end, the page holds what the function gives at some positions; what it returns as an error, panics with
// or ends the program with is shown there. What the calls change in a variable is what the start changes, in every front end.
func TestInteractHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many cells")
	}
	s := newTestSession(t, "")
	const code = `calls := 0
display.Interact(func(k int, on bool) (any, error) {
	calls++
	if k == 1 {
		return nil, errors.New("one is too few")
	}
	if k == 9 {
		panic("too many")
	}
	if k == 8 && on {
		os.Exit(7)
	}
	return fmt.Sprint("k is ", k, on), nil
}, display.IntSlider("k", 1, 9), display.Checkbox("on"))
calls`
	var pages []string
	for _, m := range []*mover{{}, {shows: true}, nil} {
		var rec *show.Record
		if m == nil {
			rec = new(show.Record)
			s.Execute(t.Context(), Request{Code: code, CellID: "c"}, rec)
		} else {
			rec, _ = m.run(t, s, "c", code)
		}
		if len(rec.Outputs) != 2 {
			t.Fatalf("shows %v", rec.Outputs)
		}
		_, view := rec.Outputs[0].Data["x-view"]
		if view != (m != nil) {
			t.Errorf("%v: a view is there: %v", m, view)
		}
		var page string
		json.Unmarshal(rec.Outputs[0].Data["text/html"], &page)
		pages = append(pages, page+"\n"+show.Words(rec.Outputs[1:]))
	}
	if pages[0] != pages[2] {
		t.Error("the page depends on the front end")
	}
	for n, want := range map[string]int{"k is 5 false": 1, "k is 5 true": 1, "one is too few": 2, "panic: too many": 1, "status 7": 1, "k is 8 false": 1, "k at": 0} {
		if got := strings.Count(pages[0], n); got != want {
			t.Errorf("%q is %d times in the page, want %d", n, got, want)
		}
	}
	if !strings.HasSuffix(pages[0], "\n1") || !strings.HasSuffix(pages[1], "1") || !strings.Contains(pages[1], "k at 5 alone, on at false alone") {
		t.Errorf("with controls in the front end the page is\n%s", pages[1])
	}
}

func TestInteractFails(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many cells")
	}
	s, m := newTestSession(t, ""), &mover{shows: true}
	for code, want := range map[string]string{
		`display.Interact(func(a int) any { return a }, display.Slider("a", 0, 1, 0.25))`:                                              "argument 1 of the function has the type int, want float64",
		`display.Interact(func(a float64) error { return errors.New("no") }, display.Slider("a", 0, 1, 0.25))`:                         "a = 0.5: no",
		`display.Interact(func(a float64) { _ = []int{}[int(a)] }, display.Slider("a", 0, 1, 0.25))`:                                   "index out of range",
		`for range 30 { display.Interact(func(a bool) any { return a }, display.Checkbox("a")) }`:                                      "a cell can have 20 at most",
		`display.Interact(func(a bool) (any, error) { x, err := display.Input("?"); return x, err }, display.Checkbox("a"))`:           "cannot ask",
		`display.Interact(func(a bool) any { fmt.Println("was here"); os.Exit(3); return a }, display.Checkbox("a").Start(true))`:      "3",
		`display.Interact(func(a bool) { display.Interact(func(b bool) {}, display.Checkbox("b")) }, display.Checkbox("a"))`:           "while the function of another one runs",
		`display.Interact(func(a bool, b string) any { return a }, display.Checkbox("a"), display.Choice("b", strings.Fields("")...))`: "has 0 options",
	} {
		rec, failed := m.run(t, s, "c", code)
		if !strings.Contains(failed, want) {
			t.Errorf("%s:\ngot %q, want %q", code, failed, want)
		}
		if strings.Contains(code, "was here") && show.Words(rec.Outputs) != "was here" {
			t.Errorf("what was shown before: %v", rec.Outputs)
		}
	}
}

// TestInteractEnds: a run that does not come to its end is ended with its context, and says where it was.
func TestInteractEnds(t *testing.T) {
	s, m := newTestSession(t, ""), &mover{shows: true}
	if _, failed := m.run(t, s, "c", `once := 1
display.Interact(func(a bool) any {
	for a {
		once++
	}
	return once
}, display.Checkbox("a"))
if once > 5 {
	display.Interact(func(a bool) any { return a }, display.Checkbox("a"))
}`); failed != "" {
		t.Fatal(failed)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if got := m.moved(ctx, 0, "true"); !strings.Contains(got, "interrupted") {
		t.Errorf("an endless loop: %q", got)
	}
	other := rerun{s: s, code: `fmt.Println("x")`, cell: "c", number: 1}
	if got := show.Words(other.run(t.Context(), []string{"true"})); !strings.Contains(got, "the cell has ended before it came to this call of display.Interact") {
		t.Errorf("a cell without it: %q", got)
	}
	leaves := rerun{s: s, code: `display.Interact(func(a bool) { os.Exit(0) }, display.Checkbox("a"))`, cell: "c", number: 1}
	if got := show.Words(leaves.run(t.Context(), []string{"true"})); !strings.Contains(got, "has ended before the function of display.Interact returned") {
		t.Errorf("a function that ends the program: %q", got)
	}
}
