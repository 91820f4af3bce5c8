package digest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// sumOf is the digest of what a variable holds.
func sumOf[T any](v *T) Sum {
	reg := new(registry.Registry)
	reg.Ready()
	pl := layout.NewPlanner()
	return New(reg, pl, "").Values(unsafe.Pointer(v), 1, pl.Of(reflect.TypeFor[T]()))
}

type tree struct {
	left, right *tree
	key         any
	tags        map[string][]int
}

// randomTree is the same tree each time for a seed, at other places in memory.
func randomTree(seed uint64) *tree {
	rng := rand.New(rand.NewPCG(seed, 1))
	all := []*tree{{}}
	for range 30 {
		t := &tree{left: all[rng.IntN(len(all))], right: all[rng.IntN(len(all))]}
		t.key = []any{rng.IntN(100), fmt.Sprint("k", rng.IntN(100)), rng.Float64(), all[rng.IntN(len(all))], nil, time.Unix(int64(rng.IntN(1e9)), 0)}[rng.IntN(6)]
		t.tags = map[string][]int{}
		for range rng.IntN(20) {
			t.tags[fmt.Sprint("t", rng.IntN(1000))] = []int{rng.IntN(10), rng.IntN(10)}
		}
		all = append(all, t)
	}
	all[0].left = all[len(all)-1] // a circle
	return all[len(all)-1]
}

// Content counts, and not where it lies; a change anywhere is seen.
func TestContentCounts(t *testing.T) {
	for seed := range uint64(50) {
		a, b := randomTree(seed), randomTree(seed)
		want := sumOf(&a)
		if sumOf(&b) != want {
			t.Fatalf("seed %d: equal trees have different digests", seed)
		}
		if c := randomTree(seed + 1000); sumOf(&c) == want {
			t.Errorf("seed %d: different trees have one digest", seed)
		}
		for name, change := range map[string]func(*tree){
			"a key": func(t *tree) { t.key = "changed" }, "a pointer": func(t *tree) { t.left = &tree{} },
			"an element of a slice in a map": func(t *tree) { t.tags["new"] = []int{1} }, "nil": func(t *tree) { t.tags = nil },
		} {
			c := randomTree(seed)
			change(c)
			if sumOf(&c) == want {
				t.Errorf("seed %d: %s has changed, and the digest has not", seed, name)
			}
		}
	}
}

// A monotonic clock reading is no content; nil and empty are two things, and so are types behind an interface.
func TestWhatIsContent(t *testing.T) {
	now := time.Now()
	plain := now.Round(0)
	if sumOf(&now) != sumOf(&plain) {
		t.Error("the monotonic clock counts")
	}
	var none []int
	empty := []int{}
	if sumOf(&none) == sumOf(&empty) {
		t.Error("a nil slice is as an empty one")
	}
	one, other := any(int32(1)), any(uint32(1))
	if sumOf(&one) == sumOf(&other) {
		t.Error("the type behind an interface does not count")
	}
}

// The order in which entries are given depends on the keys alone.
func TestEntriesInOrder(t *testing.T) {
	pl := layout.NewPlanner()
	order := func() (keys []int) {
		m := map[int]string{}
		for _, k := range rand.Perm(100) {
			m[k] = "v"
		}
		for _, e := range New(new(registry.Registry), pl, "").Entries(*(*unsafe.Pointer)(unsafe.Pointer(&m)), pl.Of(reflect.TypeOf(m))) {
			keys = append(keys, *(*int)(e.Key))
		}
		return keys
	}
	a, b := order(), order()
	if len(a) != 100 || !reflect.DeepEqual(a, b) {
		t.Errorf("%v\n%v", a, b)
	}
}

// Bytes that differ in number only are told apart.
func TestHasher(t *testing.T) {
	seen := map[[2]uint64]int{}
	for n := range 40 {
		h := NewHasher()
		h.Bytes(make([]byte, n))
		a, b := h.Sum()
		if was, ok := seen[[2]uint64{a, b}]; ok {
			t.Errorf("%d and %d zero bytes have one hash", was, n)
		}
		seen[[2]uint64{a, b}] = n
	}
}

// A map whose keys are pointers has one digest, in whatever order Go goes over it; what belongs to which content counts.
func TestMapsOfPointers(t *testing.T) {
	of := func(swap int) map[*int]any {
		m := map[*int]any{}
		for i := range 9 {
			m[&[]int{i % 2}[0]] = fmt.Sprint((i + swap) % 9)
		}
		return m
	}
	a, b := of(0), of(1)
	want := sumOf(&a)
	for range 30 {
		if c := of(0); sumOf(&a) != want || sumOf(&c) != want {
			t.Fatal("equal maps have different digests")
		}
	}
	if sumOf(&b) == want {
		t.Error("other values belong to the keys, and the digest is the same")
	}
}

// node is part of circles that lead through keys, elements and interfaces.
type node struct {
	next  *node
	peers map[*node]any
	self  any
}

// circleOf is a circle of n nodes, each of which has all as keys.
func circleOf(n int) *node {
	all := make([]node, n)
	for i := range all {
		all[i] = node{next: &all[(i+1)%n], peers: map[*node]any{}}
		all[i].self = &all[i].self
		for j := range all {
			all[i].peers[&all[j]] = &all[j].peers
		}
	}
	return &all[0]
}

// What leads back to itself has one digest, whichever way Go goes over its maps first, and a change anywhere in it is seen.
func TestCircles(t *testing.T) {
	c := circleOf(7)
	want := sumOf(&c)
	for range 30 {
		if sumOf(&c) != want {
			t.Fatal("two looks at one circle have different digests")
		}
	}
	for name, change := range map[string]func(*node){
		"a pointer": func(n *node) { n.next.next = n }, "an element": func(n *node) { n.next.peers[n] = 1 },
		"an interface that held itself": func(n *node) { n.next.self = &n.self }, "a key": func(n *node) { n.peers[&node{}] = nil },
	} {
		c := circleOf(7)
		before := sumOf(&c)
		if change(c); sumOf(&c) == before {
			t.Errorf("%s has changed, and the digest has not", name)
		}
	}
}

// A copy in the place of shared memory is a change; strings have no identity.
func TestSharing(t *testing.T) {
	one := &[]int{1}[0]
	shared := [2]*int{one, one}
	apart := [2]*int{one, &[]int{1}[0]}
	if sumOf(&shared) == sumOf(&apart) {
		t.Error("a copy counts as the memory that was shared")
	}
	text := fmt.Sprint("te", "xt")
	a, b := [2]string{text, text}, [2]string{text, fmt.Sprint("tex", "t")}
	if sumOf(&a) != sumOf(&b) {
		t.Error("equal strings differ")
	}
}

// The entries of a map whose keys lead in circles come in the same order each time, and soon.
func TestEntriesOfCircles(t *testing.T) {
	pl := layout.NewPlanner()
	c := circleOf(300)
	order := func() (keys []*node) {
		for _, e := range New(new(registry.Registry), pl, "").Entries(*(*unsafe.Pointer)(unsafe.Pointer(&c.peers)), pl.Of(reflect.TypeOf(c.peers))) {
			keys = append(keys, *(**node)(e.Key))
		}
		return keys
	}
	want := order()
	for range 5 {
		if !slices.Equal(order(), want) {
			t.Fatal("two orders of one map differ")
		}
	}
}
