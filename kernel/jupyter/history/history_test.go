package history

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func mustOpen(t *testing.T, path string) *Log {
	t.Helper()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mustAppend(t *testing.T, l *Log, inputs ...string) {
	t.Helper()
	for i, input := range inputs {
		if err := l.Append(Entry{Line: i + 1, Input: input, Output: "out " + input}); err != nil {
			t.Fatal(err)
		}
	}
}

// render writes entries as "session/line input", separated by commas.
func render(entries []Entry) string {
	var parts []string
	for _, e := range entries {
		parts = append(parts, fmt.Sprintf("%d/%d %s", e.Session, e.Line, e.Input))
	}
	return strings.Join(parts, ", ")
}

func TestFind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dir", "history")
	mustAppend(t, mustOpen(t, path), "a", "b", "c")
	mustOpen(t, path) // a session without input
	l := mustOpen(t, path)
	mustAppend(t, l, "b", "x[1]", "b\nc")
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Access: Tail, N: 2}, "3/2 x[1], 3/3 b\nc"},
		{Query{Access: Tail}, "1/1 a, 1/2 b, 1/3 c, 3/1 b, 3/2 x[1], 3/3 b\nc"},
		{Query{Access: Range}, "3/1 b, 3/2 x[1], 3/3 b\nc"},
		{Query{Access: Range, Start: 2, Stop: 3}, "3/2 x[1]"},
		{Query{Access: Range, Session: 1, Start: 2}, "1/2 b, 1/3 c"},
		{Query{Access: Range, Session: -2, Stop: 2}, "1/1 a"},
		{Query{Access: Range, Session: -1}, ""},
		{Query{Access: Range, Session: 9}, ""},
		{Query{Access: Search, Pattern: "b*"}, "1/2 b, 3/1 b, 3/3 b\nc"},
		{Query{Access: Search, Pattern: "b*", N: 2}, "3/1 b, 3/3 b\nc"},
		{Query{Access: Search, Pattern: "b", Unique: true}, "3/1 b"},
		{Query{Access: Search, Pattern: "?"}, "1/1 a, 1/2 b, 1/3 c, 3/1 b"},
		{Query{Access: Search, Pattern: "[a-b]", N: 9}, "1/1 a, 1/2 b, 3/1 b"},
		{Query{Access: Search}, "1/1 a, 1/2 b, 1/3 c, 3/1 b, 3/2 x[1], 3/3 b\nc"},
	} {
		got, err := l.Find(c.q)
		if err != nil || render(got) != c.want {
			t.Errorf("%+v: got %q, %v, want %q", c.q, render(got), err, c.want)
		}
	}
	if _, err := l.Find(Query{Access: "other"}); err == nil {
		t.Error("took an unknown access")
	}
	if got, _ := l.Find(Query{Access: Tail, N: 1}); got[0].Output != "out b\nc" {
		t.Errorf("output %q", got[0].Output)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "a\nb", true}, {"a*c", "abbc", true}, {"a*c", "abbcd", false},
		{"*a*b*", "xaxbx", true}, {"*a*b*", "xbxax", false}, {"?", "é", true}, {"??", "é", false}, {"[^a]", "b", true}, {"[^a]", "a", false},
		{"[]]", "]", true}, {"[a", "[a", true}, {"[a-c]x", "bx", true}, {"[a-]", "-", true}, {"x[", "x[", true}, {"*[0-9]", "ab7", true},
		{"a**b", "ab", true}, {"**", "", true},
	} {
		if got := match(c.pattern, c.text); got != c.want {
			t.Errorf("match(%q, %q) = %v", c.pattern, c.text, got)
		}
	}
	// As a backtracking matcher this would not end.
	if match(strings.Repeat("*a", 50)+"b", strings.Repeat("a", 5000)) {
		t.Error("matched what it should not")
	}
}

func TestCorruption(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	mustAppend(t, mustOpen(t, path), "a")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("\x00\xff garbage\n[1,2]\n{\"s\":-1,\"l\":1}\n{\"s\":1,\"l\":2,\"i\":\"cut sho") // as a crash leaves it
	f.Close()
	l := mustOpen(t, path)
	mustAppend(t, l, "b")
	if got, err := l.Find(Query{Access: Tail}); err != nil || render(got) != "1/1 a, 2/1 b" {
		t.Errorf("got %q, %v", render(got), err)
	}
}

func TestLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	l, err := open(path, 4096)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		if err := l.Append(Entry{Line: i + 1, Input: fmt.Sprint("input ", i)}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() > 4096+100 {
			t.Fatalf("%d bytes, %v", info.Size(), err)
		}
	}
	got, err := l.Find(Query{Access: Tail})
	if err != nil || len(got) < 20 || got[len(got)-1].Input != "input 999" {
		t.Errorf("kept %d entries, %v", len(got), err)
	}
	if next := mustOpen(t, path); next.Session() != 2 {
		t.Errorf("the next session is %d", next.Session())
	}
}

func TestLongInput(t *testing.T) {
	l := mustOpen(t, filepath.Join(t.TempDir(), "history"))
	mustAppend(t, l, strings.Repeat("é", maxText))
	got, err := l.Find(Query{Access: Tail})
	if err != nil || len(got) != 1 || len(got[0].Input) > maxText+3 {
		t.Errorf("%d entries, %v", len(got), err)
	}
}

// TestTwoKernels writes from several sessions at once, while the file is trimmed; nothing of the newest may be lost.
func TestTwoKernels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	var wg sync.WaitGroup
	sessions := make([]int, 4)
	for i := range sessions {
		wg.Go(func() {
			l, err := open(path, 64<<10)
			if err != nil {
				t.Error(err)
				return
			}
			sessions[i] = l.Session()
			for line := range 100 {
				if err := l.Append(Entry{Line: line + 1, Input: strings.Repeat("x", 50)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	slices.Sort(sessions)
	if !slices.Equal(sessions, []int{1, 2, 3, 4}) {
		t.Errorf("sessions %v", sessions)
	}
	got, err := mustOpen(t, path).Find(Query{Access: Tail})
	if err != nil || len(got) != 400 {
		t.Errorf("%d entries, %v", len(got), err)
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("MERCER_HISTORY", "")
	t.Setenv("XDG_STATE_HOME", "/state")
	if p, err := DefaultPath(); p != "/state/mercer/history.jsonl" || err != nil {
		t.Errorf("%s, %v", p, err)
	}
	for _, home := range []string{"", "a/home"} {
		t.Setenv("XDG_STATE_HOME", "")
		t.Setenv("HOME", home)
		if p, err := DefaultPath(); err == nil || !strings.Contains(err.Error(), "set HOME, XDG_STATE_HOME or") {
			t.Errorf("with HOME=%q the history is %s, %v", home, p, err)
		}
	}
	t.Setenv("MERCER_HISTORY", "/my/file")
	if p, err := DefaultPath(); p != "/my/file" || err != nil {
		t.Errorf("%s, %v", p, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("{\"s\":1,\"l\":1,\"i\":\"x\"}\n{\"s\":"), "x*")
	f.Add([]byte("\n\n[]\n{}\n"), "[")
	f.Fuzz(func(t *testing.T, data []byte, pattern string) {
		entries := parse(data)
		for _, e := range entries {
			if e.Session < 1 || e.Line < 0 {
				t.Errorf("entry %+v", e)
			}
		}
		for _, a := range []Access{Tail, Range, Search} {
			if _, err := (Query{Access: a, Pattern: pattern}).selectFrom(entries, 1); err != nil {
				t.Error(err)
			}
		}
	})
}
