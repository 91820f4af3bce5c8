package snapshot

import (
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/digest"
)

// The same record under two names of one length: TestRedefinedType's way of redefining a type.
type wasPair struct {
	A, B int
	Next *wasPair
}

type nowPair struct {
	A    int
	Next *nowPair
}

// keepPairs stores x and y, which share a record, and z, and redefines their type.
func keepPairs(t *testing.T) *session {
	x := &wasPair{A: 1, B: 2, Next: &wasPair{A: 3, B: 4}}
	y, z := x.Next, 7
	ss := newSession(t)
	ss.keep("x", &x, "y", &y, "z", &z)
	rename(t, ss, "wasPair", "nowPair")
	return ss
}

// asWas gives the stored type its first name back and loads x and y.
func asWas(t *testing.T, ss *session) (x, y *wasPair) {
	t.Helper()
	rename(t, ss, "nowPair", "wasPair")
	if _, missing := ss.openWith([]reflect.Type{reflect.TypeFor[wasPair]()}, nil, "x", &x, "y", &y); len(missing) > 0 {
		t.Fatal(missing)
	}
	return x, y
}

func TestLookingKeepsWhatDoesNotFit(t *testing.T) {
	ss := keepPairs(t)
	var x, y *nowPair
	var z int
	types := []reflect.Type{reflect.TypeFor[nowPair]()}
	im, missing := ss.openWith(types, nil, "x", &x, "y", &y, "z", &z)
	if len(missing) > 0 || !strings.Contains(im.Loss("x"), "field B of") || im.Loss("z") != "" || x.Next != y || y.A != 3 {
		t.Fatal(missing, im.Loss("x"), im.Loss("z"), x, y)
	}
	z = 8
	before := im.base
	m, _ := ss.commit(im)
	if m.SameValues(before) {
		t.Fatal("z was not committed")
	}
	z = 9
	ss.commit(im) // a second commit of the same program
	wasX, wasY := asWas(t, ss)
	if wasX.B != 2 || wasX.Next != wasY || wasY.B != 4 {
		t.Error(wasX, wasY)
	}
}

func TestChangingGivesUpWhatDoesNotFit(t *testing.T) {
	ss := keepPairs(t)
	var x *nowPair
	im, _ := ss.openWith([]reflect.Type{reflect.TypeFor[nowPair]()}, nil, "x", &x)
	x.Next.A = 30 // y's record too
	ss.commit(im)
	wasX, wasY := asWas(t, ss)
	if wasX.B != 0 || wasX.Next != wasY || wasY.A != 30 {
		t.Error(wasX, wasY)
	}
}

func TestSharingAHeldRecordKeepsTheSharing(t *testing.T) {
	ss := keepPairs(t)
	var x *nowPair
	im, _ := ss.openWith([]reflect.Type{reflect.TypeFor[nowPair]()}, nil, "x", &x)
	p := &x.Next.A
	if err := im.declare(Variable{Name: "p", Ptr: &p, Fresh: true}, nil); err != nil {
		t.Fatal(err)
	}
	ss.commit(im)
	var x2 *nowPair
	var p2 *int
	if _, missing := ss.openWith([]reflect.Type{reflect.TypeFor[nowPair]()}, nil, "x", &x2, "p", &p2); len(missing) > 0 || p2 != &x2.Next.A || *p2 != 3 {
		t.Error(missing, x2, p2)
	}
}

func TestLookingMakesTheSameManifest(t *testing.T) {
	m := map[string]*wasPair{"a": {A: 1}, "b": {A: 2}}
	m["a"].Next = m["b"]
	f := func() {}
	big := make([]float64, 100000)
	ss := newSession(t)
	ss.keep("m", &m, "f", &f, "big", &big)
	var m1 map[string]*wasPair
	var f1 func()
	var big1 []float64
	im, _ := ss.open("m", &m1, "f", &f1, "big", &big1)
	f1 = func() {}
	im.Initialised("f")
	before := im.base
	if after, _ := ss.commit(im); !after.SameValues(before) {
		t.Errorf("looking changed\n%+v\nto\n%+v", before, after)
	}
	big1[5] = 1
	if after, _ := ss.commit(im); after.SameValues(before) {
		t.Error("a changed page was not noticed")
	}
}

// TestDigestsTellChanges changes one thing after the other.
func TestDigestsTellChanges(t *testing.T) {
	n := &wasPair{A: 1}
	n.Next = &wasPair{Next: n}
	v := struct {
		M map[string][]int
		I any
		N *wasPair
		S []string
		P [20]*int
	}{map[string][]int{"a": {1}, "b": {2}}, wasPair{}, n, []string{"x"}, [20]*int{}}
	im := newSession(t).fresh("v", &v)
	seen := map[digest.Sum]string{}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"nothing", func() {}},
		{"map", func() { v.M["b"][0] = 3 }},
		{"key", func() { delete(v.M, "a") }},
		{"interface", func() { v.I = wasPair{A: 5} }},
		{"cycle", func() { n.Next.A = 9 }},
		{"text", func() { v.S[0] = "y" }},
		{"loop", func() { v.P[19] = new(int) }},
		{"behind a loop", func() { *v.P[19] = 2 }},
	} {
		step.do()
		sum := im.digestOf(im.vars[0])
		if again := im.digestOf(im.vars[0]); again != sum {
			t.Error(step.name, ": two digests of the same")
		}
		if other, ok := seen[sum]; ok {
			t.Error(step.name, "looks like", other)
		}
		seen[sum] = step.name
	}
}
