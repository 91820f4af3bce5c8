package snapshot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unique"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// uniqueTable plays package unique of another process: one address for each value, and not that of this process.
type uniqueTable map[any]unsafe.Pointer

// made returns the Handle of a unique.Make[T] of the table.
func made[T comparable](table uniqueTable) memory.Handle {
	return memory.HandleOf(func(v T) unique.Handle[T] {
		p := table[v]
		if p == nil {
			is := new(T)
			*is = v
			if s, ok := any(is).(*string); ok {
				*s = strings.Clone(*s)
			}
			p = unsafe.Pointer(is)
			table[v] = p
		}
		return *(*unique.Handle[T])(unsafe.Pointer(&p))
	})
}

// Term is a value that holds handles of its own kind, also in an interface.
type Term struct {
	op   string
	l, r unique.Handle[Term]
	leaf any
}

type handles struct {
	texts []unique.Handle[string]
	nums  map[unique.Handle[float64]]unique.Handle[Term]
	terms []unique.Handle[Term]
	boxed map[any]any
}

// randomHandles makes handles of few values, so that many are equal.
func randomHandles(rng *rand.Rand) *handles {
	h := &handles{nums: map[unique.Handle[float64]]unique.Handle[Term]{}, boxed: map[any]any{}}
	nan := unique.Make(math.NaN())
	h.terms = append(h.terms, unique.Handle[Term]{})
	for range 1 + rng.IntN(60) {
		text := unique.Make(fmt.Sprint("t", rng.IntN(9)))
		h.texts = append(h.texts, text)
		t := Term{op: string("+-*"[rng.IntN(3)]), l: h.terms[rng.IntN(len(h.terms))], r: h.terms[rng.IntN(len(h.terms))]}
		t.leaf = []any{nil, text, rng.IntN(3), h.terms[rng.IntN(len(h.terms))], struct{ in any }{text}, nan}[rng.IntN(6)]
		h.terms = append(h.terms, unique.Make(t))
		h.nums[unique.Make(float64(rng.IntN(9)))] = h.terms[len(h.terms)-1]
		h.nums[nan] = h.terms[len(h.terms)-1]
		h.boxed[text] = unique.Make(t)
	}
	return h
}

// places are all handles, by a name of the place that does not depend on their addresses.
func (h *handles) places() map[string]any {
	all := map[string]any{}
	for i, t := range h.texts {
		all[fmt.Sprint("text ", i)] = t
	}
	for i, t := range h.terms {
		all[fmt.Sprint("term ", i)] = t
		if t == (unique.Handle[Term]{}) {
			continue
		}
		v := t.Value()
		all[fmt.Sprint("left ", i)], all[fmt.Sprint("right ", i)], all[fmt.Sprint("leaf ", i)] = v.l, v.r, v.leaf
	}
	for k, v := range h.nums {
		all[fmt.Sprint("key ", k.Value())], all[fmt.Sprint("number ", k.Value())] = k, v
	}
	for k, v := range h.boxed {
		text := k.(unique.Handle[string])
		all["boxed key "+text.Value()], all["boxed "+text.Value()] = text, v
	}
	return all
}

// Handles of two places are equal in a process that loads them if and only if they were in the one that kept them; they are
// those that it makes of equal values itself; and loading them changes nothing.
func TestHandlesStayEqual(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for round := range 40 {
		was := randomHandles(rng)
		terms := was.terms
		ss := newSession(t)
		if m := ss.keep("h", &was, "second", &terms); m.Var("h").NotCarried != "" || len(m.Var("h").Extra) < 3 {
			t.Fatalf("round %d: %+v", round, m.Vars)
		}
		table := uniqueTable{}
		var now *handles
		var second []unique.Handle[Term]
		im, missing := ss.openHandles(table, "h", &now, "second", &second)
		if len(missing) > 0 {
			t.Fatalf("round %d: %v", round, missing)
		}
		before, after := was.places(), now.places()
		if len(before) != len(after) {
			t.Fatalf("round %d: %d places, want %d", round, len(after), len(before))
		}
		for a := range before {
			for b := range before {
				if got, want := after[a] == after[b], before[a] == before[b]; got != want {
					t.Fatalf("round %d: %s and %s are equal: %v, want %v", round, a, b, got, want)
				}
			}
		}
		for i, text := range now.texts {
			if text.Value() != was.texts[i].Value() || table[text.Value()] != *(*unsafe.Pointer)(unsafe.Pointer(&text)) {
				t.Fatalf("round %d: text %d is %q, or not the one of the process", round, i, text.Value())
			}
		}
		if !reflect.DeepEqual(second, now.terms) {
			t.Fatalf("round %d: two variables have different handles", round)
		}
		files := len(im.base.Files())
		if m, _ := ss.commit(im); len(m.Files()) != files {
			t.Fatalf("round %d: values that are only loaded were written again", round)
		}
	}
}

// openHandles is open for a program that can make handles, in table.
func (s *session) openHandles(table uniqueTable, vars ...any) (*Image, map[string]string) {
	s.t.Helper()
	var list []Variable
	for i := 0; i < len(vars); i += 2 {
		list = append(list, Variable{Name: vars[i].(string), Ptr: vars[i+1]})
	}
	im := Open(s.dir, s.part(list), nil, nil)
	im.Handles([]memory.Handle{made[string](table), made[float64](table), made[Term](table)})
	missing, err := im.Load(list)
	if err != nil {
		s.t.Fatal(err)
	}
	return im, missing
}

// Equal values of variables that were kept apart have one handle where both are loaded, and no commit follows of it.
func TestHandlesOfTwoCommits(t *testing.T) {
	ss := newSession(t)
	u, v := unique.Make("same"), unique.Make("same")
	ss.keep("u", &u)
	m := ss.keep("v", &v, "m", &map[unique.Handle[string]]int{v: 1})
	var a, b unique.Handle[string]
	var n map[unique.Handle[string]]int
	im, missing := ss.openHandles(uniqueTable{}, "u", &a, "v", &b, "m", &n)
	if a != b || a == u || a.Value() != "same" || n[a] != 1 || len(missing) > 0 {
		t.Fatal(a, b, n, missing)
	}
	if now, _ := ss.commit(im); len(now.Files()) != len(m.Files()) {
		t.Error("a commit that changes nothing has written")
	}
}

// A long chain of handles is made from its end; many handles cost no more than their number.
func TestManyHandles(t *testing.T) {
	ss := newSession(t)
	var chain unique.Handle[Term]
	for i := range 30000 {
		chain = unique.Make(Term{op: fmt.Sprint(i), l: chain})
	}
	ss.keep("chain", &chain)
	var back unique.Handle[Term]
	_, missing := ss.openHandles(uniqueTable{}, "chain", &back)
	if len(missing) > 0 {
		t.Fatal(missing)
	}
	for i := 29999; i >= 0; i-- {
		if back.Value().op != fmt.Sprint(i) {
			t.Fatalf("%q at %d", back.Value().op, i)
		}
		back = back.Value().l
	}
}

// A handle that no program could make again is not kept, and one that this program cannot make is not loaded.
func TestHandlesThatAreNotKept(t *testing.T) {
	type local struct{ n int }
	for _, test := range []struct{ v any }{
		{&[]unique.Handle[local]{unique.Make(local{1})}}, {&struct{ H unique.Handle[handles2] }{unique.Make(handles2{1})}},
	} {
		ss := newSession(t)
		if m := ss.keep("x", test.v); !strings.Contains(m.Var("x").NotCarried, "is a unique.Handle[") {
			t.Errorf("%T: %q", test.v, m.Var("x").NotCarried)
		}
	}
	ss := newSession(t)
	n, back := unique.Make(7), unique.Handle[int]{}
	ss.keep("n", &n)
	if _, missing := ss.openHandles(uniqueTable{}, "n", &back); missing["n"] != "the program cannot make a unique.Handle[int]" {
		t.Errorf("%v", missing)
	}
}

type handles2 struct{ n int }
