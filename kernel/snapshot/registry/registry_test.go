package registry

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
)

// Lookup finds the chunk of each byte, and none beside chunks.
func TestLookup(t *testing.T) {
	memory := make([]byte, 1000)
	at := func(i int) unsafe.Pointer { return unsafe.Pointer(&memory[i]) }
	var rg Registry
	a, b, over := &Chunk{Base: at(100), Size: 50}, &Chunk{Base: at(150), Size: 10}, &Chunk{Base: at(155), Size: 20}
	for _, c := range []*Chunk{b, over, a, {Base: at(300)}} {
		rg.Add(c)
	}
	rg.Ready()
	for _, test := range []struct {
		at   int
		want *Chunk
	}{{99, nil}, {100, a}, {149, a}, {150, b}, {159, b}, {160, nil}, {300, nil}, {999, nil}, {120, a}, {121, a}} {
		if got := rg.Lookup(uintptr(at(test.at))); got != test.want {
			t.Errorf("byte %d: %+v, want %+v", test.at, got, test.want)
		}
	}
	rg.Add(&Chunk{Base: at(500), Size: 1})
	rg.Ready()
	if rg.Lookup(uintptr(at(500))) == nil {
		t.Error("a chunk that came later is not found")
	}
}

// Find tells the object of each byte, whatever the lengths of a chunk's arrays.
func TestFindInArrays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := layout.NewPlanner().Of(reflect.TypeFor[int64]())
	memory := make([]int64, 2000)
	for range 200 {
		c := &Chunk{Base: unsafe.Pointer(&memory[0]), Plan: p, Starts: []int{0}}
		var owner []int
		for k := range 1 + rng.IntN(20) {
			for range rng.IntN(1 + rng.IntN(60)) {
				owner = append(owner, k)
			}
			c.Starts = append(c.Starts, len(owner))
			c.Count++
		}
		for e, k := range owner {
			if got := c.Find(uintptr(unsafe.Pointer(&memory[e])) + uintptr(rng.IntN(8))); got != k && c.Count > 1 {
				t.Fatalf("element %d of arrays at %v: object %d, want %d", e, c.Starts, got, k)
			}
		}
		for k := range c.Count {
			if c.Elems(k) != c.Starts[k+1]-c.Starts[k] || c.Elems(k) > 0 && c.At(k) != unsafe.Pointer(&memory[c.Starts[k]]) {
				t.Fatalf("array %d at %v: %d elements at %v", k, c.Starts, c.Elems(k), c.At(k))
			}
		}
	}
}

// A pointer of one sort does not lead into memory of another.
func TestHolds(t *testing.T) {
	pl := layout.NewPlanner()
	num, text := pl.Of(reflect.TypeFor[int]()), pl.Of(reflect.TypeFor[string]())
	for _, test := range []struct {
		kind  format.Kind
		plan  *layout.Plan
		flags View
		want  bool
	}{
		{format.Single, num, 0, true}, {format.Single, num, ViewMap, false}, {format.Single, num, ViewBox, false}, {format.Array, num, ViewSlice, true},
		{format.Map, num, ViewMap, true}, {format.Map, num, 0, false}, {format.Box, num, ViewBox, true}, {format.Box, text, ViewBox, false}, {format.Box, num, 0, false},
	} {
		if got := (&Chunk{Kind: test.kind, Plan: num}).Holds(test.plan, test.flags); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
