package memory

import (
	"reflect"
	"testing"
	"unsafe"
)

// PointerShaped says what an interface really holds: its data word is the value, or points to a copy of it.
func TestPointerShaped(t *testing.T) {
	x := 5
	type one struct{ p *int }
	type padded struct {
		_ struct{}
		p *int
	}
	for _, v := range []any{
		&x, x, "text", []int{1}, map[int]int{1: 2}, make(chan int), func() {}, unsafe.Pointer(&x), one{&x}, padded{p: &x}, [1]*int{&x}, [2]*int{&x, &x},
		struct{ a, b *int }{&x, &x}, uintptr(7), 1.5, [1]one{{&x}}, struct{}{}, struct{ n int }{3},
	} {
		typ := reflect.TypeOf(v)
		word := (*Eface)(unsafe.Pointer(&v)).Data
		direct := false
		if typ.Size() == unsafe.Sizeof(word) {
			copied := reflect.New(typ)
			copied.Elem().Set(reflect.ValueOf(v))
			direct = *(*unsafe.Pointer)(copied.UnsafePointer()) == word
		}
		if got := PointerShaped(typ); got != direct {
			t.Errorf("%v: pointer-shaped %v, the interface says %v", typ, got, direct)
		}
		if TypeOf(RTypeOf(typ)) != typ {
			t.Errorf("%v: the way to the descriptor and back leads to %v", typ, TypeOf(RTypeOf(typ)))
		}
	}
}

// A walk sees each entry once, as a map has it, with and without direct access to the runtime's iterator.
func TestMapWalk(t *testing.T) {
	m := map[string][3]int{}
	for i := range 1000 {
		m[string(rune('a'+i%26))+string(rune('A'+i/26))] = [3]int{i, i * i, -i}
	}
	was := directIter
	defer func() { directIter = was }()
	for _, direct := range []bool{was, false} {
		directIter = direct
		seen := map[string][3]int{}
		for w := NewMapWalk(*(*unsafe.Pointer)(unsafe.Pointer(&m)), reflect.TypeOf(m)); w.Next(); {
			seen[*(*string)(w.Key)] = *(*[3]int)(w.Elem)
		}
		if !reflect.DeepEqual(seen, m) {
			t.Errorf("direct %v: %d of %d entries, or others", direct, len(seen), len(m))
		}
	}
	if !was {
		t.Error("the runtime's iterator is not as expected: each entry is copied")
	}
}

// MapAssign and Move make the entries that an assignment makes.
func TestMapAssign(t *testing.T) {
	m := map[string]any{}
	typ := reflect.TypeOf(m)
	key, value := "k", any(7)
	slot := MapAssign(RTypeOf(typ), *(*unsafe.Pointer)(unsafe.Pointer(&m)), unsafe.Pointer(&key))
	Move(RTypeOf(typ.Elem()), slot, unsafe.Pointer(&value))
	if m["k"] != any(7) || len(m) != 1 {
		t.Errorf("the map is %v", m)
	}
	b := make([]byte, 16)
	if SetWord(b, 8, 1<<40+5); Word(b, 8) != 1<<40+5 || Word(b, 0) != 0 {
		t.Error("words")
	}
}
