package notebook

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

func bundle(id, text string) show.Bundle {
	quoted, _ := json.Marshal(text)
	return show.Bundle{Data: map[string]json.RawMessage{"text/plain": quoted}, ID: id}
}

// summary writes outputs as one line.
func summary(c *Cell) string {
	var parts []string
	for _, o := range c.Outputs {
		switch o.Type {
		case Stream:
			parts = append(parts, fmt.Sprintf("%s=%q", o.Name, o.Text))
		case Failure:
			parts = append(parts, fmt.Sprintf("%s(%s)", o.EName, o.EValue))
		default:
			parts = append(parts, fmt.Sprintf("%s(%v)", o.Type, o.Data["text/plain"]))
		}
	}
	return strings.Join(parts, " ")
}

func TestRecorder(t *testing.T) {
	for _, c := range []struct {
		name string
		put  func(r *Recorder)
		want string
	}{
		{"streams join", func(r *Recorder) { r.Stream("stdout", "a"); r.Stream("stdout", "b\rc") }, `stdout="ab\rc"`},
		{"streams in the order of writing", func(r *Recorder) {
			r.Stream("stderr", "e")
			r.Stream("stdout", "a")
			r.Stream("stdout", "b")
			r.Stream("stderr", "f")
		}, `stderr="e" stdout="ab" stderr="f"`},
		{"a display parts streams", func(r *Recorder) {
			r.Stream("stdout", "a")
			r.Display(bundle("", "d"), false)
			r.Stream("stderr", "e")
			r.Stream("stdout", "b")
		}, `stdout="a" display_data(d) stderr="e" stdout="b"`},
		{"empty text", func(r *Recorder) { r.Stream("stdout", "") }, ``},
		{"update changes all", func(r *Recorder) {
			r.Display(bundle("x", "1"), false)
			r.Display(bundle("x", "2"), false)
			r.Display(bundle("x", "3"), true)
		}, `display_data(3) display_data(3)`},
		{"update of unknown id", func(r *Recorder) { r.Display(bundle("y", "1"), true) }, ``},
		{"clear", func(r *Recorder) { r.Stream("stdout", "a"); r.Clear(false); r.Stream("stdout", "b") }, `stdout="b"`},
		{"clear waits", func(r *Recorder) { r.Stream("stdout", "a"); r.Clear(true) }, `stdout="a"`},
		{"clear waited", func(r *Recorder) { r.Stream("stdout", "a"); r.Clear(true); r.Display(bundle("", "b"), false) }, `display_data(b)`},
		{"an update does not end the wait", func(r *Recorder) {
			r.Display(bundle("x", "1"), false)
			r.Clear(true)
			r.Display(bundle("x", "2"), true)
		}, `display_data(2)`},
		{"cleared ids are forgotten", func(r *Recorder) {
			r.Display(bundle("x", "1"), false)
			r.Clear(false)
			r.Display(bundle("x", "2"), true)
		}, ``},
		{"result and error", func(r *Recorder) {
			r.Result(1, bundle("", "r"))
			r.Finish(session.Reply{Count: 1, Status: session.StatusError, Err: &report.Error{Name: "panic", Value: "boom"}})
		}, `execute_result(r) panic(boom)`},
	} {
		var r Recorder
		cell := &Cell{Type: Code, Outputs: []*Output{{Type: Stream, Text: "earlier"}}}
		r.Start(cell)
		c.put(&r)
		if got := summary(cell); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRecorderAcrossCells(t *testing.T) {
	var r Recorder
	a, b := &Cell{Type: Code}, &Cell{Type: Code}
	r.Start(a)
	r.Display(bundle("x", "1"), false)
	r.Finish(session.Reply{Count: 1, Status: session.StatusOK})
	r.Start(b)
	r.Display(bundle("x", "2"), true)
	r.Finish(session.Reply{Count: 2, Status: session.StatusOK})
	if summary(a) != "display_data(2)" || summary(b) != "" || a.Count != 1 || b.Count != 2 {
		t.Errorf("got %s [%d], %s [%d]", summary(a), a.Count, summary(b), b.Count)
	}
	if _, err := r.Input(t.Context(), "?", false); err != ErrNoInput {
		t.Errorf("input: %v", err)
	}
}
