package snapshot

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// fuzzVar is what the segments of FuzzDecodeSegment are decoded into.
type fuzzVar struct {
	Tree  *node
	Any   any
	List  []any
	Map   map[string]any
	Keys  map[any]int
	Text  []string
	Rows  [][]float64
	Shape shape
	P     **int
	Pair  pairOf[*int, []*node]
	S     []struct{ A, B *string }
}

func fuzzValue(i int) *fuzzVar {
	n := &node{key: i}
	x, y := i, "text"
	p := &x
	flat := []float64{1, 2, 3, 4}
	v := &fuzzVar{Tree: &node{left: n, right: n}, Any: []any{1, "a", square{2}, nil, map[string]int{"a": 1}}, List: []any{n, &x},
		Map: map[string]any{"a": n, "b": 3.5}, Keys: map[any]int{1: 1, "x": 2, square{1}: 3}, Text: []string{"abc", "", y[1:]},
		Rows: [][]float64{flat[:2], flat[1:], nil}, Shape: &point{1, 2}, P: &p, Pair: pairOf[*int, []*node]{&n.key, []*node{n}},
		S: []struct{ A, B *string }{{&y, nil}}}
	switch i {
	case 1:
		return &fuzzVar{Any: 5}
	case 2:
		return &fuzzVar{Tree: n, Keys: map[any]int{2.5: 1}}
	}
	return v
}

// segmentsOf returns the segments that hold a value.
func segmentsOf(t testing.TB, v any) [][]byte {
	ss := newSession(t)
	m := ss.keep("x", v)
	var list [][]byte
	for _, s := range m.Segments {
		data, err := os.ReadFile(filepath.Join(ss.dir, s.File))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, data[s.Off:s.Off+s.Len])
	}
	return list
}

// FuzzDecodeSegment decodes arbitrary bytes as the segment of a variable. Whatever comes out must be sound memory: it
// is walked, encoded again and seen by the garbage collector.
func FuzzDecodeSegment(f *testing.F) {
	for i := range 3 {
		for _, s := range segmentsOf(f, fuzzValue(i)) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		meta := manifest.Segment{Sig: []uint64{1}, File: "f"}
		seg, err := newSegment(data, meta)
		if err != nil {
			return
		}
		var x fuzzVar
		im := &Image{pl: layout.NewPlanner(), parsed: map[manifest.Place]*segment{}, byName: map[string]*variable{}, reach: map[reflect.Type]map[reflect.Type]bool{}}
		im.base = &manifest.Manifest{NextID: manifest.MaxID, Vars: []manifest.Var{{Name: "x", ID: 1}}, Segments: []manifest.Segment{meta}}
		im.parsed[manifest.Place{File: "f"}] = seg
		if _, err := im.Load([]Variable{{Name: "x", Ptr: &x}}); err != nil {
			return
		}
		if f := im.walk(); f != nil {
			c := &committer{im: im, found: f}
			c.encode(false)
		}
		runtime.GC()
	})
}

// FuzzDecodeManifest decodes arbitrary bytes as a manifest; what is accepted survives another round.
func FuzzDecodeManifest(f *testing.F) {
	ss := newSession(f)
	x, y := fuzzValue(0), make([]float64, 20000)
	m := ss.keep("x", &x, "y", &y)
	raw, _ := m.AppendBinary(nil)
	f.Add(raw[:len(raw)-4])
	f.Fuzz(func(t *testing.T, data []byte) {
		data = packed.Seal(data[:len(data):len(data)], 0)
		var m manifest.Manifest
		if m.UnmarshalBinary(data) != nil {
			return
		}
		again, err := m.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		var n manifest.Manifest
		if err := n.UnmarshalBinary(again); err != nil {
			t.Fatalf("an accepted manifest is not accepted again: %v", err)
		}
		m.Keep(func(v *manifest.Var) bool { return v.ID%2 == 0 })
		if _, err := m.AppendBinary(nil); err != nil {
			t.Fatal(err)
		}
	})
}
