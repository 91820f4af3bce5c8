package packed

import (
	"errors"
	"slices"
	"testing"
)

func TestReader(t *testing.T) {
	data := AppendTexts(AppendText(AppendUint(nil, 1<<40), "ä"), []string{"", "b"})
	r := Reader{B: data}
	if n, s, list := r.Uint(), r.Text(), r.Texts(); n != 1<<40 || s != "ä" || !slices.Equal(list, []string{"", "b"}) || r.Bad || len(r.B) > 0 {
		t.Errorf("%d, %q, %q, bad %v", n, s, list, r.Bad)
	}
	for n := range data {
		r := Reader{B: data[:n]}
		if r.Uint(); !r.Bad {
			r.Text()
		}
		if r.Texts(); !r.Bad {
			t.Errorf("the first %d of %d bytes are enough", n, len(data))
		}
	}
	for name, r := range map[string]*Reader{"a number without end": {B: []byte{0x80}}, "a long list": {B: AppendUint(nil, 1<<50)}} {
		if r.Texts(); !r.Bad {
			t.Error(name, "is read")
		}
	}
}

func TestOpen(t *testing.T) {
	sealed := Seal([]byte("MARKbody"), 0)
	mark, r, err := Open(sealed, "OTHR", "MARK")
	if err != nil || mark != "MARK" || string(r.B) != "body" {
		t.Errorf("%q, %v", mark, err)
	}
	if _, _, err := Open(sealed, "OTHR"); !errors.Is(err, ErrForeign) {
		t.Errorf("of another mark: %v", err)
	}
	for i := range sealed {
		bad := slices.Clone(sealed)
		bad[i] ^= 4
		if _, _, err := Open(bad, "MARK"); err == nil {
			t.Errorf("a changed byte %d is not noticed", i)
		}
		if _, _, err := Open(sealed[:i], "MARK"); err == nil {
			t.Errorf("%d bytes are enough", i)
		}
	}
}

// Data of a later version are told from damaged ones, and from those of something else.
func TestOpenNewer(t *testing.T) {
	seal := func(mark string) []byte { return Seal([]byte(mark+"body"), 0) }
	damaged := seal("MVC4")
	damaged[5] ^= 1
	for _, test := range []struct {
		what string
		data []byte
		want error
	}{
		{"the latest", seal("MVC3"), nil}, {"an earlier one", seal("MVC2"), nil}, {"a later one", seal("MVC4"), ErrNewer}, {"a much later one", seal("MVC9"), ErrNewer},
		{"damaged", damaged, ErrChecksum}, {"another kind", seal("MVM4"), ErrForeign}, {"no version", seal("MVCx"), ErrForeign}, {"one never written", seal("MVC0"), ErrForeign},
	} {
		if _, _, err := Open(test.data, "MVC3", "MVC2", "MVC1"); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
			t.Errorf("%s: %v, want %v", test.what, err, test.want)
		}
	}
}
