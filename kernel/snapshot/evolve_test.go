package snapshot

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// evolve stores one value and loads it into a variable of another type, as if the types had been edited between two
// cells. The described names are made equal for it.
func evolve[A, B any](t *testing.T, a A) (B, string) {
	t.Helper()
	ss := newSession(t)
	ss.keep("x", &a)
	var b B
	_, missing := ss.open("x", &b)
	return b, missing["x"]
}

func TestEvolution(t *testing.T) {
	type v1 struct {
		A int
		B string
		c []float64
	}
	type v2 struct {
		c   []float64
		New bool
		A   int64
	}
	b, why := evolve[v1, v2](t, v1{7, "gone", []float64{1, 2}})
	if why != "" || b.A != 7 || len(b.c) != 2 || b.New {
		t.Error(b, why)
	}
	type v3 struct{ A string }
	if b, why := evolve[v1, v3](t, v1{A: 1}); b.A != "" || !strings.Contains(why, "field A") {
		t.Error(b, why)
	}
	if f, why := evolve[int, float64](t, 3); f != 3 || why != "" {
		t.Error(f, why)
	}
	if f, why := evolve[int, int8](t, 300); f != 0 || why == "" {
		t.Error(f, why)
	}
	if f, why := evolve[float64, int](t, 2); f != 2 || why != "" {
		t.Error(f, why)
	}
	if f, why := evolve[float64, int](t, 2.5); f != 0 || why == "" {
		t.Error(f, why)
	}
	if _, why := evolve[string, []byte](t, "x"); why == "" {
		t.Error("a string became bytes")
	}
	if m, why := evolve[map[string]int, weekdaysInt](t, map[string]int{"a": 1}); m["a"] != 1 || why != "" {
		t.Error(m, why)
	}
	if a, why := evolve[[3]v1, [3]v2](t, [3]v1{{A: 1}, {A: 2}, {A: 3, c: []float64{9}}}); a[2].A != 3 || a[2].c[0] != 9 || why != "" {
		t.Error(a, why)
	}
}

type weekdaysInt map[string]int

// TestRedefinedType renames a type inside the stored segment, which is what a redefinition looks like to the next
// program: the same name, other fields.
func TestRedefinedType(t *testing.T) {
	old := make([]oldRec, 3)
	old[1] = oldRec{Pad: 1, Name: "b", Val: 2.5}
	old[1].Next = &old[2]
	p := &old[1].Val
	ss := newSession(t)
	ss.keep("old", &old, "p", &p)
	rename(t, ss, "oldRec", "newRec")
	var now []newRec
	var q *float64
	if _, missing := ss.openWith([]reflect.Type{reflect.TypeFor[newRec]()}, nil, "old", &now, "p", &q); len(missing) > 0 {
		t.Fatal(missing)
	}
	if len(now) != 3 || now[1].Val != 2.5 || now[1].Name != "b" || now[1].Next != &now[2] || q != &now[1].Val {
		t.Errorf("%+v %v", now, q)
	}
	rename(t, ss, "newRec", "badRec")
	var bad []badRec
	_, missing := ss.openWith([]reflect.Type{reflect.TypeFor[badRec]()}, nil, "old", &bad)
	if missing["old"] == "" || bad != nil {
		t.Error(missing, bad)
	}
}

type oldRec struct {
	Pad  int32
	Name string
	Val  float64
	Next *oldRec
}

type newRec struct {
	Val   float64
	Extra []int
	Next  *newRec
	Name  string
}

type badRec struct {
	Name int
	Val  float64
}

// rename replaces a name of the same length in all segments of the current commit.
func rename(t *testing.T, ss *session, from, to string) {
	t.Helper()
	m := ss.manifest()
	for i := range m.Segments {
		s := &m.Segments[i]
		path := filepath.Join(ss.dir, s.File)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		part := data[s.Off : s.Off+s.Len]
		copy(part, bytes.ReplaceAll(part, []byte(from), []byte(to)))
		s.CRC = packed.Checksum(part)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	manifest, _ := m.AppendBinary(nil)
	if err := os.WriteFile(ss.file(), manifest, 0o600); err != nil {
		t.Fatal(err)
	}
}
