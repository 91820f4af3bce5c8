package walk

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

type node struct {
	next *node
	val  int
}

// rootOf is the root of a variable.
func rootOf[T any](pl *layout.Planner, p *T) Root {
	return Root{unsafe.Pointer(p), pl.Of(reflect.TypeFor[T]())}
}

// objectAt is the object that holds the byte at an address, and the roots that reach it; nil if there is none.
func objectAt(f *Found, pl *layout.Planner, p unsafe.Pointer) (*Object, []uint32) {
	for i := range f.Objects {
		o := &f.Objects[i]
		if at := uintptr(p) - o.Addr; at < uintptr(o.N)*pl.List[o.Plan].Size {
			return o, f.Sets[f.New[i]]
		}
	}
	return nil, nil
}

func TestRootsThatShare(t *testing.T) {
	pl := layout.NewPlanner()
	shared := &node{val: 1}
	shared.next = shared
	a, b := shared, &node{next: shared}
	array := make([]int, 10)
	s, u := array[2:5:6], array[4:10:10]
	text := strings.Repeat("text", 3)
	boxed := any([3]int{1, 2, 3})
	keyed := map[string]*node{text[4:]: b}
	f := Walk(pl, new(registry.Registry), nil, []Root{rootOf(pl, &a), rootOf(pl, &b), rootOf(pl, &s), rootOf(pl, &u), rootOf(pl, &text), rootOf(pl, &boxed), rootOf(pl, &keyed)}, nil)
	for _, test := range []struct {
		what  string
		at    unsafe.Pointer
		kind  format.Kind
		n     int
		roots string
	}{
		{"a node in a circle", unsafe.Pointer(shared), format.Single, 1, "[0 1 6]"},
		{"a node of two roots", unsafe.Pointer(b), format.Single, 1, "[1 6]"},
		{"overlapping slices", unsafe.Pointer(&array[5]), format.Array, 8, "[2 3]"},
		{"the end of a text", unsafe.Pointer(unsafe.StringData(text[5:])), format.Text, 12, "[4 6]"},
		{"a variable", unsafe.Pointer(&a), format.Single, 1, "[0]"},
	} {
		o, roots := objectAt(f, pl, test.at)
		if o == nil || o.Kind != test.kind || o.N != test.n || fmt.Sprint(roots) != test.roots {
			t.Errorf("%s: %+v of %v, want kind %d, n %d of %s", test.what, o, roots, test.kind, test.n, test.roots)
		}
	}
	if o, _ := objectAt(f, pl, unsafe.Pointer(&array[1])); o != nil {
		t.Error("what no slice sees is found")
	}
	kinds := map[format.Kind]int{}
	for _, o := range f.Objects {
		kinds[o.Kind]++
	}
	if kinds[format.Box] != 1 || kinds[format.Map] != 1 {
		t.Errorf("%d boxes and %d maps, want one each", kinds[format.Box], kinds[format.Map])
	}
	if len(f.Bad) > 0 || f.Shares {
		t.Errorf("bad %v, shares %v", f.Bad, f.Shares)
	}
	if o := f.Object(uintptr(unsafe.Pointer(&array[2])), pl.Of(reflect.TypeFor[int]()), 0); o == nil || o.N != 8 {
		t.Errorf("the window of a slice leads to %+v", o)
	}
	if o := f.Object(uintptr(unsafe.Pointer(&array[3])), pl.Of(reflect.TypeFor[int]()), 0); o != nil {
		t.Errorf("what no pointer leads to leads to %+v", o)
	}
}

// What cannot be carried is told for each root that reaches it, with the path to it.
func TestWhatCannotBeCarried(t *testing.T) {
	type handler struct {
		name string
		f    func()
		c    chan int
	}
	pl := layout.NewPlanner()
	bad := []*handler{{name: "none"}, {name: "f", f: func() {}}}
	byName := map[string]any{"x": bad[1]}
	good := []*handler{bad[0]}
	f := Walk(pl, new(registry.Registry), nil, []Root{rootOf(pl, &bad), rootOf(pl, &byName), rootOf(pl, &good)}, nil)
	if len(f.Bad) != 1 || fmt.Sprint(f.Sets[f.Bad[0].Set]) != "[0 1]" || f.Bad[0].What != "a func()" {
		t.Fatalf("bad: %+v", f.Bad)
	}
	for i, want := range []string{"[1].f is a func()", `["x"].f is a func()`, ""} {
		r := []Root{rootOf(pl, &bad), rootOf(pl, &byName), rootOf(pl, &good)}[i]
		if got := Explain(pl, new(registry.Registry), r.P, r.Plan); got != want {
			t.Errorf("root %d: %q, want %q", i, got, want)
		}
	}
	bad[1].f, bad[0].c = nil, make(chan int)
	if got := Explain(pl, new(registry.Registry), unsafe.Pointer(&good), pl.Of(reflect.TypeOf(good))); got != "[0].c is a chan int" {
		t.Errorf("a channel: %q", got)
	}
}

// Of several values of a map the same is named each time, whatever the order in which Go goes over the map.
func TestTheSameIsNamedEachTime(t *testing.T) {
	type point struct {
		x    int
		name [1]string
	}
	chans, deep, byText, byAny := map[int]chan int{}, map[uint8]*[]any{}, map[point]any{}, map[any]any{}
	for i := range 40 {
		chans[i-20] = make(chan int)
		deep[uint8(i)] = &[]any{make(chan int)}
		byText[point{i % 2, [1]string{fmt.Sprint(i)}}] = []any{func() {}, make(chan int)}[i%2]
		byAny[[]any{nil, i, 1.5 * float64(i), fmt.Sprint(i), i%2 == 0, complex(0, float64(i))}[i%6]] = make([]chan int, i%2)
		byAny[new(int)] = []any{make(chan string), make(chan int)}[i%2]
	}
	pl := layout.NewPlanner()
	for i, r := range []Root{rootOf(pl, &chans), rootOf(pl, &deep), rootOf(pl, &byText), rootOf(pl, &byAny)} {
		want := []string{"[-20] is a chan int", "[…][0] is a chan int", "[…] is a func()", "[…] is a chan int"}[i]
		for range 20 {
			if got := Explain(pl, new(registry.Registry), r.P, r.Plan); got != want {
				t.Fatalf("root %d: %q, want %q", i, got, want)
			}
		}
	}
}

// Known objects are counted, not found again; one that is held is told.
func TestKnownObjects(t *testing.T) {
	pl := layout.NewPlanner()
	nodes := make([]node, 3)
	nodes[0].next, nodes[1].next = &nodes[1], &node{val: 5}
	p := pl.Of(reflect.TypeFor[node]())
	reg := &registry.Registry{Known: []registry.Known{{ID: 7}, {ID: 8, Index: 1}, {ID: 9, Index: 2}}}
	chunk := &registry.Chunk{Base: unsafe.Pointer(&nodes[0]), Size: 3 * p.Size, Plan: p, Stride: p.Size, Count: 3}
	reg.Add(chunk)
	first, last := &nodes[0], &nodes[2]
	f := Walk(pl, reg, nil, []Root{rootOf(pl, &first)}, [][]Run{{{First: 1, N: 2}}})
	var got []string
	for _, set := range f.Known {
		got = append(got, fmt.Sprint(f.Sets[set]))
	}
	if !slices.Equal(got, []string{"[0]", "[0 1]", "[1]"}) {
		t.Errorf("known objects are reached by %v", got)
	}
	if o, roots := objectAt(f, pl, unsafe.Pointer(nodes[1].next)); o == nil || fmt.Sprint(roots) != "[0 1]" {
		t.Errorf("the object behind known ones: %+v of %v", o, roots)
	}
	chunk.Held = true
	if f := Walk(pl, reg, nil, []Root{rootOf(pl, &last)}, nil); !f.Shares {
		t.Error("a root that reaches what is held is not told")
	}
}

// Rows of one array, each of which sees the rest of it, are walked once: otherwise this takes minutes.
func TestManySlicesOfOneArray(t *testing.T) {
	const n = 20000
	pl := layout.NewPlanner()
	array := make([]*int, 4*n)
	rows := make([][]*int, n)
	for i := range rows {
		rows[i] = array[4*i : 4*i+4]
	}
	last := new(int)
	array[4*n-1] = last
	f := Walk(pl, new(registry.Registry), nil, []Root{rootOf(pl, &rows)}, nil)
	if o, _ := objectAt(f, pl, unsafe.Pointer(&array[9])); o == nil || o.N != 4*n {
		t.Errorf("the array is %+v", o)
	}
	if o, _ := objectAt(f, pl, unsafe.Pointer(last)); o == nil {
		t.Error("what its end points to is not found")
	}
}

// Sets of colors have one number each, whatever the order in which they come together.
func TestColors(t *testing.T) {
	cs := newColors()
	a := cs.with(cs.with(cs.only(3), 1), 2)
	b := cs.with(cs.with(cs.only(2), 3), 1)
	if a != b || fmt.Sprint(cs.sets[a]) != "[1 2 3]" {
		t.Errorf("%d %v, %d %v", a, cs.sets[a], b, cs.sets[b])
	}
	if !cs.has(a, 2) || cs.has(a, 4) || cs.with(a, 2) != a {
		t.Error("membership")
	}
}
