package session

import (
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// The table is whole: each command does one thing, has its line in %help, and the names of scripts are those that the cell
// language knows.
func TestCommandTable(t *testing.T) {
	seen := map[string]bool{}
	var scripts []string
	page := helpPage()
	for _, c := range commands {
		for _, name := range append([]string{c.name}, c.alias...) {
			if seen[name] {
				t.Errorf("%%%s is there twice", name)
			}
			seen[name] = true
		}
		did := 0
		for _, has := range []bool{c.run != nil, c.plan != nil, c.script != nil} {
			if has {
				did++
			}
		}
		if did != 1 || c.help == "" || !strings.HasSuffix(c.help, ".") || !strings.Contains(page, "`%"+c.name) {
			t.Errorf("%%%s: %d things to do, help %q", c.name, did, c.help)
		}
		if c.script != nil {
			scripts = append(scripts, strings.TrimPrefix(c.name, "%"))
		}
	}
	if !slices.Equal(scripts, cell.Scripts) {
		t.Errorf("scripts are %q, the cell language has %q", scripts, cell.Scripts)
	}
}

// What compiling ahead foresees of a cell.
func TestForesee(t *testing.T) {
	for _, tt := range []struct {
		code string
		ok   bool
		goes string // the Go text
	}{
		{"x := 1", true, "x := 1"},
		{"%values\n!ls\nx?\nx", true, "       \n   \n  \nx"},
		{"%time f(1)", true, "      f(1)"},
		{"%test\nfunc TestA(t *testing.T) {}", true, "     \nfunc TestA(t *testing.T) {}"},
		{"%exec f", true, "       "}, {"%exec", false, ""}, {"%cd x\nx", false, ""}, {"%nosuch", false, ""}, {"%undo", false, ""},
	} {
		c, err := cell.Split(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := foresee(c)
		if ok != tt.ok || ok && p.Cell.Go != tt.goes {
			t.Errorf("%q: foreseen %v as %q", tt.code, ok, p.Cell.Go)
		}
	}
}

func TestFmt(t *testing.T) {
	s := newTestSession(t, "")
	for _, tt := range []struct{ code, want, err string }{
		{"%fmt\nx:=1\nif x>0{\nf( x )\n}", "x := 1\nif x > 0 {\n\tf(x)\n}", ""},
		{"x:=1\n%args a\n%fmt\ny:=2", "x := 1\n%args a\ny := 2", ""},
		{"%fmt", "", "formats the rest of its cell, which is empty"},
		{"%fmt\nx := (1", "", "Cell [4], line 2"},
	} {
		reply := s.Execute(t.Context(), Request{Code: tt.code, StoreHistory: true}, &transcript{})
		switch {
		case tt.err != "":
			if reply.Err == nil || !strings.Contains(reply.Err.Value, tt.err) {
				t.Errorf("%q: %v", tt.code, reply.Err)
			}
		case reply.Err != nil || len(reply.Payload) != 1 || reply.Payload[0].Text != tt.want || !reply.Payload[0].Replace:
			t.Errorf("%q: %v, %+v", tt.code, reply.Err, reply.Payload)
		}
	}
}

// %help reasons shows what counts as a reason; what is no page is refused.
func TestHelpPages(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a session")
	}
	s := newTestSession(t, "")
	for code, want := range map[string]string{"%help": "### About", "%help reasons": "definition of G", "%help reason": "there is no such page"} {
		if got := runCell(t, s, code, code); !strings.Contains(got, want) {
			t.Errorf("%s shows %q, want %q", code, got, want)
		}
	}
}
