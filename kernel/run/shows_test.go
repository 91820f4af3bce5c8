package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/frame"
)

// TestShowsAreBounded admits displays against small limits.
func TestShowsAreBounded(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits Limits
		events string // d: display, u: update, c: clear
		size   int
		now    int    // shown as they come
		end    string // at the end
		notes  string
	}{
		{"few", Limits{Shows: 5}, "ddd", 1, 3, "", ""},
		{"too many", Limits{Shows: 3}, "dddddd", 1, 3, "[3][4][5]", "3 things of 3 B are displayed: from here on only the last 10 are kept, and shown when the cell ends."},
		{"far too many", Limits{Shows: 2}, strings.Repeat("d", 20), 1, 2, "[10][11][12][13][14][15][16][17][18][19]",
			"2 things of 2 B are displayed: from here on only the last 10 are kept, and shown when the cell ends.|8 displays left out here."},
		{"too large", Limits{ShowBytes: 10}, "ddddd", 4, 2, "[3][4]",
			"2 things of 8 B are displayed: from here on only the last 10 are kept, and shown when the cell ends.|1 displays left out here."},
		{"updates do not count", Limits{Shows: 2}, "dduuuu", 1, 6, "", ""},
		{"cleared ones do not count", Limits{Shows: 2}, "ddcddcdd", 1, 8, "", ""},
		{"clearing drops what waits for the end", Limits{Shows: 1}, "dddcd", 1, 3, "", "1 things of 1 B are displayed: from here on only the last 10 are kept, and shown when the cell ends."},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &shows{limits: test.limits.withDefaults()}
			rec := &recorder{}
			o := newOutlet(rec, nil)
			now := 0
			for i, c := range test.events {
				kind := map[rune]frame.Kind{'d': frame.Display, 'u': frame.Update, 'c': frame.Clear}[c]
				yes, note := s.admit(named(kind, "", fmt.Sprint(i)), test.size)
				if yes {
					now++
				}
				if note != "" {
					rec.notes = append(rec.notes, note)
				}
			}
			s.close(o)
			o.close()
			if now != test.now || rec.text.String() != test.end || strings.Join(rec.notes, "|") != test.notes {
				t.Errorf("%d shown, then %q, notes %q", now, rec.text.String(), rec.notes)
			}
		})
	}
}

// TestFloodOfDisplays runs programs that display without measure.
func TestFloodOfDisplays(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "displays", nil)
	shown := strings.Count(rec.text.String(), "[")
	if !o.Done || shown != defaultShows+showTail || !strings.HasSuffix(rec.text.String(), "[4999]") || len(rec.notes) != 2 {
		t.Errorf("done %v, %d displays, notes %q", o.Done, shown, rec.notes)
	}
	o, rec = runProgram(t, t.Context(), "updates", nil)
	if text := rec.text.String(); !o.Done || !strings.HasPrefix(text, "[start]") || !strings.HasSuffix(text, "~[4999]") || len(rec.notes) != 0 {
		t.Errorf("done %v, notes %q, ends %q", o.Done, rec.notes, text[max(0, len(text)-20):])
	}
}

// TestTooLargeForADisplay refuses one display and shows the next.
func TestTooLargeForADisplay(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "too large", func(c *Command) { c.Limits.ShowBytes = 1 << 20 })
	if got := rec.text.String(); !o.Done || got != "over 1.0 MiB\n[small]" {
		t.Errorf("done %v, got %q", o.Done, got)
	}
}
