package session

import (
	"slices"
	"strings"
	"testing"
)

// What goes wrong with the building of programs is told with the next cell, once; a silent cell leaves it to the one after. Who runs a
// notebook to store its outputs gets it beside them.
func TestTroublesAreTold(t *testing.T) {
	t.Setenv("MERCER_COMPILER", "hot")
	const want = "MERCER_COMPILER=hot is neither waiting nor cold: no compiler is started before it is needed."
	for _, aside := range []bool{false, true} {
		s, err := New(Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var warnings []string
		run := func(code string, silent bool) string {
			out := new(transcript)
			r := s.Execute(t.Context(), Request{Code: code, Silent: silent, StoreHistory: !silent, Aside: aside}, out)
			if r.Status != StatusOK {
				t.Fatal(r.Err)
			}
			warnings = append(warnings, r.Warnings...)
			return out.text.String()
		}
		if got := run("x := 1", true); got != "" || len(warnings) > 0 {
			t.Errorf("a silent cell shows %q and warns %q", got, warnings)
		}
		shown := run("x := 2", false)
		if told := strings.Contains(shown, want); told == aside || slices.Contains(warnings, want) != aside {
			t.Errorf("aside %v: it shows %q and warns %q", aside, shown, warnings)
		}
		if again := run("x = 3", false); strings.Contains(again, want) || len(warnings) > 1 {
			t.Errorf("told again: %q, %q", again, warnings)
		}
		if got := run("%version", false); !strings.Contains(got, "Cells are linked by ") {
			t.Errorf("%%version says %q", got)
		}
	}
}
