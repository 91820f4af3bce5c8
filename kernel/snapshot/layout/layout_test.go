package layout

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

//lint:file-ignore U1000 the fields of types that are made for a test are read by reflection only

var kindNames = map[OpKind]string{OpPtr: "ptr", OpSlice: "slice", OpString: "string", OpEface: "eface", OpIface: "iface", OpMap: "map", OpFunc: "func",
	OpChan: "chan", OpUnsafe: "unsafe", OpBad: "bad", OpLock: "lock", OpZero: "zero", OpTime: "time", OpRType: "rtype", OpSync: "sync", OpHandle: "handle", OpLoop: "loop"}

// opsText writes operations as "kind@offset".
func opsText(ops []Op) string {
	var words []string
	for _, o := range ops {
		word := fmt.Sprintf("%s@%d", kindNames[o.Kind], o.Off)
		if o.Kind == OpLoop {
			word += fmt.Sprintf("(%d×%d: %s)", o.Count, o.Stride, opsText(o.Body))
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestNameable(t *testing.T) {
	for name, want := range map[string]bool{
		"Handle[string]": true, "Handle[main.K]": true, "Handle[main.K·1]": false, "Handle[main.G[main.L·2]]": false, "Handle[net/url.URL]": true,
		"Handle[net/netip.addrDetail]": false, "Handle[a/internal/b.T]": false, "Handle[internal/b.T]": false, "Handle[a/internals.T]": true,
		"Handle[gopkg.in/yaml.v3.Node]": true, "Handle[map[string]*x/y.t]": false, "Handle[struct { main.a int; B interface { M(int) string } }]": true,
		"Handle[[2]struct { A a.B; C *main.L·1 }]": false, "Handle[vendor/a.T]": false, "Handle[interface {}]": true,
	} {
		if got := isNameable(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestPlans(t *testing.T) {
	type inner struct {
		n int32
		s string
	}
	for _, test := range []struct {
		typ  reflect.Type
		want string
	}{
		{reflect.TypeFor[int](), ""},
		{reflect.TypeFor[[100]struct{ a, b float64 }](), ""},
		{reflect.TypeFor[*int](), "ptr@0"},
		{reflect.TypeFor[struct {
			a bool
			b []int
			c inner
			d map[string]int
			e any
			f error
		}](), "slice@8 string@40 map@56 eface@64 iface@80"},
		{reflect.TypeFor[[3]inner](), "string@8 string@32 string@56"},
		{reflect.TypeFor[[40]inner](), "loop@0(40×24: string@8)"},
		{reflect.TypeFor[[0]inner](), ""},
		{reflect.TypeFor[struct {
			f func()
			c chan int
			p unsafe.Pointer
		}](), "func@0 chan@8 unsafe@16"},
		{reflect.TypeFor[struct {
			n  int
			t  time.Time
			mu sync.Mutex
		}](), "time@8 lock@32"},
		{reflect.TypeFor[struct {
			n int
			m sync.Map
		}](), "sync@8"},
		{reflect.TypeFor[atomic.Pointer[int]](), "ptr@0"},
		{reflect.TypeOf(reflect.TypeFor[int]()), "rtype@0"},
	} {
		if got := opsText(NewPlanner().Of(test.typ).Ops); got != test.want {
			t.Errorf("%v: %q, want %q", test.typ, got, test.want)
		}
	}
}

// A planner has one plan for a type, found by its descriptor too; one that contains itself ends.
func TestPlansAreKept(t *testing.T) {
	type list struct{ next *list }
	pl := NewPlanner()
	p := pl.Of(reflect.TypeFor[list]())
	if p.Ops[0].Of(pl) != p || pl.Of(p.Type) != p || pl.OfRType(p.RType) != p || pl.List[p.Index] != p {
		t.Error("several plans for a type")
	}
	if p.Boxed {
		t.Error("a struct of one pointer is held by an interface itself")
	}
}

// Locate finds what lies at an offset, through arrays and structs.
func TestLocate(t *testing.T) {
	type pair struct {
		A int32
		B [4]struct{ X, Y int16 }
	}
	number, half := reflect.TypeFor[int32](), reflect.TypeFor[int16]()
	for _, test := range []struct {
		off  uintptr
		want reflect.Type
		n    int
		ok   bool
	}{
		{0, reflect.TypeFor[[5]pair](), 1, true}, {0, number, 1, true}, {20, number, 1, true}, {4, number, 1, false}, {4, half, 1, true}, {6, half, 1, true},
		{4, reflect.TypeFor[struct{ X, Y int16 }](), 4, true}, {4, reflect.TypeFor[struct{ X, Y int16 }](), 5, false}, {20, reflect.TypeFor[pair](), 4, true},
		{20, reflect.TypeFor[pair](), 5, false}, {21, reflect.TypeFor[pair](), 1, false}, {100, number, 1, false}, {6, half, 2, false},
	} {
		if got := Locate(reflect.TypeFor[[5]pair](), test.off, test.want, test.n); got != test.ok {
			t.Errorf("%d of %v at %d: %v", test.n, test.want, test.off, got)
		}
	}
	if f, ok := FieldAt(reflect.TypeFor[pair](), 7); !ok || f.Name != "B" {
		t.Errorf("the field at 7 is %q", f.Name)
	}
	if _, ok := FieldAt(reflect.TypeFor[struct {
		a byte
		b int64
	}](), 3); ok {
		t.Error("a field in the padding")
	}
}

// What is special is so by its package and name, and only as a struct.
func TestSpecial(t *testing.T) {
	type Mutex struct{ state int }
	if SpecialOf(reflect.TypeFor[Mutex]()) != NotSpecial || SpecialOf(reflect.TypeFor[sync.Mutex]()) == NotSpecial || SpecialOf(reflect.TypeFor[*sync.Mutex]()) != NotSpecial {
		t.Error("mutexes")
	}
	now := time.Now()
	if PlainTime(unsafe.Pointer(&now)) != now.Round(0) {
		t.Error("the monotonic clock")
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("here", 3600))
	if loc := *(**time.Location)(unsafe.Add(unsafe.Pointer(&at), TimeLoc)); loc.String() != "here" {
		t.Errorf("the location is not where it is looked for: %v", loc)
	}
}
