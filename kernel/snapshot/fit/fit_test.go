package fit

import (
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

//lint:file-ignore U1000 the fields of types that are made for a test are read by reflection only

// describe is a type as a segment describes it.
func describe(t *testing.T, typ reflect.Type) *format.Type {
	t.Helper()
	table := format.NewTable()
	n := table.Whole(typ)
	b := table.Append([]byte(format.Magic))
	b = packed.AppendUint(packed.AppendUint(packed.AppendTexts(b, nil), 0), 0)
	for len(b)%8 != 0 {
		b = append(b, 0)
	}
	s, err := format.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return s.Types[n]
}

type (
	point   struct{ X, Y float64 }
	grown   struct{ Y, Z, X float64 }
	counted struct {
		N    int8
		Name string
		P    *point
	}
	widened struct {
		Name string
		N    float64
		P    *point
		More []int
	}
	less   struct{ Name string }
	padded struct {
		A    int8
		N    int64
		Name string
		B    bool
		_    int16
	}
)

func fitted(t *testing.T, from, to reflect.Type) (*Fit, error) {
	t.Helper()
	return NewFitter(layout.NewPlanner(), []reflect.Type{from, to}, nil).Fit(describe(t, from), to)
}

func TestFits(t *testing.T) {
	for _, test := range []struct {
		from, to  any
		same, raw bool
		kinds     []MoveKind
		fails     string
	}{
		{from: 1, to: 1, same: true, raw: true, kinds: []MoveKind{MoveCopy}},
		{from: point{}, to: point{}, same: true, raw: true, kinds: []MoveKind{MoveCopy}},
		{from: "", to: "", same: true, kinds: []MoveKind{MoveString}},
		{from: int32(1), to: 1.5, kinds: []MoveKind{MoveNumber}},
		{from: counted{}, to: widened{}, kinds: []MoveKind{MoveString, MoveNumber, MovePtr}},
		{from: counted{}, to: less{}, kinds: []MoveKind{MoveString, MoveGone, MoveGone}},
		{from: padded{}, to: padded{}, same: true, kinds: []MoveKind{MoveCopy, MoveString, MoveCopy}},
		{from: [3]int{}, to: [3]int{}, same: true, raw: true, kinds: []MoveKind{MoveCopy}},
		{from: [3]string{}, to: [3]string{}, same: true, kinds: []MoveKind{MoveLoop}},
		{from: [3]int{}, to: [4]int{}, fails: "a stored [3]int does not fit [4]int"},
		{from: "", to: 1, fails: "a stored string does not fit int"},
		{from: []int{}, to: []string{}, fails: "does not fit []string"},
		{from: map[string]int{}, to: map[string]float64{}, fails: "does not fit map[string]float64"},
		{from: &point{}, to: &grown{}, fails: "does not fit *fit.grown"},
		{from: struct{ A string }{}, to: struct{ A int }{}, fails: "field A: a stored string does not fit int"},
	} {
		from, to := reflect.TypeOf(test.from), reflect.TypeOf(test.to)
		f, err := fitted(t, from, to)
		if test.fails != "" {
			if err == nil || !strings.Contains(err.Error(), test.fails) {
				t.Errorf("%v to %v: %v, want %q", from, to, err, test.fails)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v to %v: %v", from, to, err)
			continue
		}
		var kinds []MoveKind
		for _, m := range f.Ops {
			kinds = append(kinds, m.Kind)
		}
		if f.Same != test.same || f.Raw != test.raw || !reflect.DeepEqual(kinds, test.kinds) {
			t.Errorf("%v to %v: same %v, raw %v, moves %v, want %+v", from, to, f.Same, f.Raw, kinds, test)
		}
	}
}

// A pointer into a stored struct leads to the same field of the program's, wherever that lies now.
func TestOffsets(t *testing.T) {
	f, err := fitted(t, reflect.TypeFor[point](), reflect.TypeFor[grown]())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		off  uintptr
		want uintptr
	}{{0, 16}, {8, 0}, {16, 24 + 16}, {24, 24}} { // X and Y of the first and of the second element
		got, err := f.Offset(test.off, "float64")
		if err != nil || got != test.want {
			t.Errorf("offset %d: %d, %v, want %d", test.off, got, err, test.want)
		}
	}
	if got, err := f.Offset(16, "fit.point"); err != nil || got != 24 {
		t.Errorf("the whole second element: %d, %v", got, err)
	}
	f, err = fitted(t, reflect.TypeFor[counted](), reflect.TypeFor[less]())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Offset(0, "int8"); err == nil || !strings.Contains(err.Error(), "field N of fit.counted, to which a pointer points, is gone") {
		t.Errorf("a field that is gone: %v", err)
	}
}

// Types are found by name, made of their parts, or looked up among those that roots and references lead to.
func TestFind(t *testing.T) {
	type hidden struct{ in struct{ deep *point } }
	for _, typ := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[error](), reflect.TypeFor[any](), reflect.TypeFor[point](), reflect.TypeFor[map[string][]*point](),
		reflect.TypeFor[[3]map[int]bool](), reflect.TypeFor[struct{ A, B int }](), reflect.TypeFor[hidden](), reflect.TypeFor[io.Reader](), reflect.TypeFor[func(point) error]()} {
		got, err := NewFitter(layout.NewPlanner(), []reflect.Type{reflect.TypeFor[hidden](), typ}, nil).Find(describe(t, typ))
		if err != nil || got != typ {
			t.Errorf("%v is found as %v, %v", typ, got, err)
		}
	}
	d := describe(t, reflect.TypeFor[point]())
	d.Name, d.Text = "nowhere", "fit.nowhere"
	if _, err := NewFitter(layout.NewPlanner(), nil, nil).Find(d); err == nil || err.Error() != "the program has no type fit.nowhere" {
		t.Errorf("a type that is not there: %v", err)
	}
	refs := []memory.Ref{{Name: "os.ErrClosed", Ptr: &os.ErrClosed}}
	rs := newResolver(nil, refs)
	rs.byString = map[string][]reflect.Type{}
	rs.collectHeld(refs[0], map[reflect.Type]bool{})
	if len(rs.byString[reflect.TypeOf(os.ErrClosed).String()]) == 0 {
		t.Error("the type that a package's variable holds is not known")
	}
	all := Closure(reflect.TypeFor[hidden]())
	if !all[reflect.TypeFor[point]()] || !all[reflect.TypeFor[float64]()] || all[reflect.TypeFor[grown]()] {
		t.Errorf("the types of hidden are %v", all)
	}
}
