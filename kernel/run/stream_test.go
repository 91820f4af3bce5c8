package run

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// newStream returns a stream with small limits, and what ends it and returns what it has shown.
func newStream(head, tail int) (*stream, func() *recorder) {
	rec := &recorder{}
	o := newOutlet(rec, nil)
	s := &stream{name: "stdout", out: o, limits: Limits{Head: head, Tail: tail}.withDefaults()}
	return s, func() *recorder {
		s.close()
		o.close()
		return rec
	}
}

// TestStreamBounds writes texts of many lengths in pieces of many sizes: the beginning and the end are shown, and the
// notices say how much is left out.
func TestStreamBounds(t *testing.T) {
	const head, tail = 50, 20
	digits := strings.Repeat("0123456789", 20)
	for _, length := range []int{0, 1, 49, 50, 51, 70, 71, 90, 91, 200} {
		for _, piece := range []int{1, 7, 50, 64, 200} {
			s, end := newStream(head, tail)
			for text := digits[:length]; text != ""; {
				n := min(piece, len(text))
				s.write([]byte(text[:n]))
				text = text[n:]
			}
			rec := end()
			want, notes := digits[:length], 0
			switch {
			case length > head+tail:
				want, notes = digits[:head]+digits[length-tail:length], 2
			case length > head:
				notes = 1
			}
			if got := rec.text.String(); got != want || len(rec.notes) != notes {
				t.Errorf("%d bytes in pieces of %d: got %q, notes %q", length, piece, got, rec.notes)
			}
		}
	}
}

// TestStreamCharacters cuts a text within its characters: what is shown is whole, and bytes that are none are marked.
func TestStreamCharacters(t *testing.T) {
	const text = "aä€😀\xffz"
	for cut := range len(text) + 1 {
		s, end := newStream(0, 0)
		s.write([]byte(text[:cut]))
		s.flush(false)
		s.write([]byte(text[cut:]))
		if got := end().text.String(); got != "aä€😀\uFFFDz" {
			t.Errorf("cut at %d: %q", cut, got)
		}
	}
	s, end := newStream(10, 4)
	s.write([]byte(strings.Repeat("€", 20)))
	if got := end().text.String(); !utf8.ValidString(got) {
		t.Errorf("the tail begins within a character: %q", got)
	}
}
