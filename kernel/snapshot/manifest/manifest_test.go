package manifest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// example is a manifest of n variables a0, a1, …; each group of three shares a segment.
func example(n int) *Manifest {
	m := &Manifest{Seq: 5, NextID: uint64(n + 1)}
	for i := range n {
		m.Vars = append(m.Vars, Var{Name: fmt.Sprintf("a%02d", i), ID: uint64(i + 1), Type: "[]int", Changed: 4, SetBy: 2})
		m.Segments = append(m.Segments, Segment{Sig: []uint64{uint64(i + 1)}, File: "s1", Off: int64(100 * i), Len: 100, CRC: uint32(i)})
	}
	for i := 0; i+2 < n; i += 3 {
		m.Segments = append(m.Segments, Segment{Sig: []uint64{uint64(i + 1), uint64(i + 2), uint64(i + 3)}, File: "s2", Off: int64(i), Len: 1,
			Blobs: []Blob{{ID: uint64(i + 1), Size: PageSize + 8, Extents: []Extent{{"b1", 0, PageSize}, {"b2", PageSize, 8}}, CRCs: []uint32{7}}}})
	}
	return m
}

func encoded(t *testing.T, m *Manifest) []byte {
	t.Helper()
	data, err := m.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBytesThereAndBack(t *testing.T) {
	m := example(7)
	m.Vars[0].NotCarried, m.Vars[1].Extra, m.Vars[2].Related, m.Vars[3].Refs = "a00 is a func()", []TypeName{{"image", "RGBA"}}, []string{"a00"}, []string{"io.EOF"}
	var back Manifest
	if err := back.UnmarshalBinary(encoded(t, m)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&back, m) {
		t.Errorf("%+v\nis read as\n%+v", m, back)
	}
	if got := m.Files(); !slices.Equal(got, []string{"b1", "b2", "s1", "s2"}) {
		t.Errorf("files %v", got)
	}
}

// What does not hold together is refused, although its checksum is right.
func TestRefused(t *testing.T) {
	for what, spoil := range map[string]func(*Manifest){
		"an id given out later":         func(m *Manifest) { m.Vars[2].ID = 99 },
		"an id twice":                   func(m *Manifest) { m.Vars[2].ID = 1 },
		"a name twice":                  func(m *Manifest) { m.Vars[2].Name = "a01" },
		"a segment of nobody":           func(m *Manifest) { m.Segments[0].Sig = nil },
		"a segment of an unknown one":   func(m *Manifest) { m.Segments[0].Sig = []uint64{77} },
		"owners out of order":           func(m *Manifest) { m.Segments[7].Sig = []uint64{2, 1, 3} },
		"a file elsewhere":              func(m *Manifest) { m.Segments[0].File = "../s1" },
		"an extent between pages":       func(m *Manifest) { m.Segments[7].Blobs[0].Extents[1].Off = 5 },
		"a blob that is not whole":      func(m *Manifest) { m.Segments[7].Blobs[0].Size++ },
		"a blob without its checksums":  func(m *Manifest) { m.Segments[7].Blobs[0].CRCs = nil },
		"ids beyond what a word can be": func(m *Manifest) { m.NextID = MaxID + 1 },
	} {
		m := example(7)
		spoil(m)
		if err := new(Manifest).UnmarshalBinary(encoded(t, m)); err == nil || !strings.HasPrefix(err.Error(), "snapshot: manifest") {
			t.Errorf("%s: %v", what, err)
		}
	}
	good := encoded(t, example(3))
	for n := range good {
		if new(Manifest).UnmarshalBinary(good[:n]) == nil {
			t.Errorf("the first %d bytes of %d are taken for whole", n, len(good))
		}
	}
}

// A part has all that shares memory with what is named, and put back it makes the whole again.
func TestPartAndPut(t *testing.T) {
	m := example(20)
	rng := rand.New(rand.NewPCG(1, 9))
	for range 100 {
		names := []string{m.Vars[rng.IntN(20)].Name, m.Vars[rng.IntN(20)].Name, "nothing"}
		part := m.Part(names)
		for _, s := range m.Segments {
			in := slices.ContainsFunc(s.Sig, func(id uint64) bool { return slices.ContainsFunc(part.Vars, func(v Var) bool { return v.ID == id }) })
			if has := slices.ContainsFunc(part.Segments, func(p Segment) bool { return p.Place() == s.Place() }); has != in {
				t.Fatalf("part of %v: the segment at %v is in it: %v", names, s.Place(), has)
			}
		}
		whole, err := m.Put(names, part)
		if err != nil || !whole.SameValues(m) || !m.SameValues(whole) {
			t.Fatalf("%v, put back: %v", names, err)
		}
		rest := m.Part(slices.DeleteFunc(m.Names(), func(n string) bool { return part.Var(n) != nil }))
		if joined := part.Join(rest); !joined.SameValues(m) || !slices.Equal(joined.Names(), m.Names()) {
			t.Fatalf("part of %v and the rest: %v", names, joined.Names())
		}
	}
}

func TestPutRefuses(t *testing.T) {
	m := example(6)
	if _, err := m.Put([]string{"a00"}, &Manifest{NextID: 7}); err == nil || !strings.Contains(err.Error(), "shares memory") {
		t.Errorf("a variable without those that it shares memory with: %v", err)
	}
	now := &Manifest{NextID: 8, Vars: []Var{{Name: "b", ID: 2}}}
	if _, err := m.Put(nil, now); err == nil || !strings.Contains(err.Error(), "the id of b is that of another variable") {
		t.Errorf("an id that another has: %v", err)
	}
	now.Vars[0].ID = 7
	out, err := m.Put([]string{"a00", "a01", "a02"}, now)
	if err != nil || !slices.Equal(out.Names(), []string{"a03", "a04", "a05", "b"}) || len(out.Segments) != 4 || len(m.Vars) != 6 {
		t.Errorf("%v, %v", out, err)
	}
}

// Values are the same where they lie in the same places; a difference in any respect is seen.
func TestSameValues(t *testing.T) {
	m := example(4)
	later := example(4)
	later.Seq, later.Vars[0].Changed, later.Vars[0].SetBy = 9, 9, 9
	slices.Reverse(later.Segments)
	if !m.SameValues(later) {
		t.Error("the numbers of commits count")
	}
	for what, change := range map[string]func(*Manifest){
		"a type":       func(m *Manifest) { m.Vars[0].Type = "int" },
		"a name":       func(m *Manifest) { m.Vars[0].Name = "b" },
		"not carried":  func(m *Manifest) { m.Vars[0].NotCarried = "it is a func()" },
		"a place":      func(m *Manifest) { m.Segments[0].Off++ },
		"a sum":        func(m *Manifest) { m.Segments[0].CRC++ },
		"who reaches":  func(m *Manifest) { m.Segments[4].Sig = []uint64{1, 2} },
		"a blob":       func(m *Manifest) { m.Segments[4].Blobs[0].Extents[0].File = "b9" },
		"a reference":  func(m *Manifest) { m.Vars[1].Refs = []string{"io.EOF"} },
		"one fewer":    func(m *Manifest) { m.Vars = m.Vars[1:] },
		"a type boxed": func(m *Manifest) { m.Vars[1].Extra = []TypeName{{"a", "B"}} },
	} {
		other := example(4)
		change(other)
		if m.SameValues(other) || other.SameValues(m) {
			t.Errorf("%s: not seen", what)
		}
	}
}

func TestKeep(t *testing.T) {
	m := example(4)
	m.Vars[3].Related = []string{"a00", "a01"}
	m.Keep(func(v *Var) bool { return v.Name != "a01" })
	if !slices.Equal(m.Names(), []string{"a00", "a02", "a03"}) || !slices.Equal(m.Vars[2].Related, []string{"a00"}) {
		t.Errorf("%v, related %v", m.Names(), m.Vars[2].Related)
	}
	for _, s := range m.Segments {
		if slices.Contains(s.Sig, 2) {
			t.Errorf("a segment is still that of a variable that is gone: %v", s.Sig)
		}
	}
	if m.Var("a02") == nil || m.Var("a01") != nil || m.Var("z") != nil {
		t.Error("lookup")
	}
}
