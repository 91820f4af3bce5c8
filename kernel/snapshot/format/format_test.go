package format

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

//lint:file-ignore U1000 the fields of types that are made for a test are read by reflection only

// segment is the bytes of a segment with the given types, groups as they are encoded, runs of ids, and body.
func segment(types *Table, groups [][]byte, ids []byte, body []byte) []byte {
	b := types.Append([]byte(Magic))
	b = packed.AppendTexts(b, nil)
	b = packed.AppendUint(b, 0)
	b = packed.AppendUint(b, uint64(len(groups)))
	for _, g := range groups {
		b = append(b, g...)
	}
	b = append(b, ids...)
	for len(b)%8 != 0 {
		b = append(b, 0)
	}
	return append(b, body...)
}

func uints(list ...uint64) (b []byte) {
	for _, v := range list {
		b = packed.AppendUint(b, v)
	}
	return b
}

type described struct {
	A    int
	b    [3]float32
	C    map[string][]*described
	when time.Time
	any
}

// What a table describes is read back as reflect has it.
func TestTypesThereAndBack(t *testing.T) {
	table := NewTable()
	types := []reflect.Type{reflect.TypeFor[described](), reflect.TypeFor[int](), reflect.TypeFor[[2][3]string](), reflect.TypeFor[map[int]bool](),
		reflect.TypeFor[*described](), reflect.TypeFor[[]error](), reflect.TypeFor[func(int) string](), reflect.TypeFor[struct{ X, Y int8 }]()}
	var numbers []int
	for _, typ := range types {
		numbers = append(numbers, table.Whole(typ))
	}
	s, err := Parse(segment(table, nil, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Types) != table.Len() {
		t.Fatalf("%d types, want %d", len(s.Types), table.Len())
	}
	for i, typ := range types {
		d := s.Types[numbers[i]]
		if table.At(numbers[i]) != typ || d.Text != typ.String() || d.Kind != typ.Kind() || d.Size != typ.Size() || !d.Whole() || d.Pkg != typ.PkgPath() || d.Name != typ.Name() {
			t.Errorf("%v is read as %+v", typ, d)
		}
		if typ.Kind() != reflect.Struct {
			continue
		}
		for j := range typ.NumField() {
			f, g := typ.Field(j), d.Fields[j]
			if g.Name != f.Name || g.Off != f.Offset || g.Embedded != f.Anonymous || g.Type.Text != f.Type.String() {
				t.Errorf("field %s of %v is read as %+v", f.Name, typ, g)
			}
			if found, ok := d.Field(f.Name, 0); !ok || found.Off != f.Offset {
				t.Errorf("field %s of %v is not found", f.Name, typ)
			}
		}
	}
	pointer := s.Types[numbers[4]]
	if !pointer.Elem.Stub || pointer.Elem.Twin != s.Types[numbers[0]] {
		t.Errorf("the target of a pointer is %+v", pointer.Elem)
	}
	n := table.Len()
	table.Whole(reflect.TypeFor[uint16]())
	if table.Cut(n); table.Len() != n || table.Whole(reflect.TypeFor[uint16]()) != n {
		t.Error("a type that was cut is still there")
	}
}

// Groups lie one after the other, each at a multiple of 8, and their objects have the ids of the runs.
func TestGroups(t *testing.T) {
	table := NewTable()
	short := table.Whole(reflect.TypeFor[int16]())
	groups := [][]byte{
		append([]byte{byte(Single)}, uints(uint64(short), 3)...),
		append([]byte{byte(Array)}, uints(uint64(short), 2, 1, 4)...),
		append([]byte{byte(Blob)}, uints(uint64(short), 1, 100)...),
	}
	body := make([]byte, 8+16) // the blob begins at 24, and has no image
	for i := range body {
		body[i] = byte(i)
	}
	s, err := Parse(segment(table, groups, uints(5, 4, 20, 2), body))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s.IDs, []uint64{5, 6, 7, 8, 20, 21}) {
		t.Errorf("ids %v", s.IDs)
	}
	single, array, blob := s.Parts[0], s.Parts[1], s.Parts[2]
	if single.N != 3 || len(single.Body) != 6 || array.First != 3 || array.Body[0] != 8 || len(array.Body) != 10 || !reflect.DeepEqual(array.Starts, []int{0, 1, 5}) || blob.Starts[1] != 100 || len(blob.Body) != 0 {
		t.Errorf("groups\n%+v\n%+v\n%+v", single, array, blob)
	}
	for what, bad := range map[string][]byte{
		"fewer ids than objects":  segment(table, groups, uints(5, 4), body),
		"an id of 0":              segment(table, groups, uints(0, 6), body),
		"a body that is too long": segment(table, groups, uints(5, 6), append(body, 0)),
		"a body that is cut":      segment(table, groups, uints(5, 6), body[:9]),
		"a group of nothing":      segment(table, [][]byte{append([]byte{byte(Single)}, uints(uint64(short), 0)...)}, nil, nil),
		"a kind that is none":     segment(table, [][]byte{append([]byte{99}, uints(uint64(short), 1)...)}, uints(1, 1), body[:2]),
		"a type that is none":     segment(table, [][]byte{append([]byte{byte(Single)}, uints(77, 1)...)}, uints(1, 1), body[:2]),
		"a map of no map":         segment(table, [][]byte{append([]byte{byte(Map)}, uints(uint64(short), uint64(short), uint64(short), 1, 0)...)}, uints(1, 1), make([]byte, MapHashSize)),
		"another magic":           append([]byte("MVS9"), segment(table, nil, nil, nil)[4:]...),
		"nothing":                 nil,
	} {
		if _, err := Parse(bad); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A type that contains itself, or whose sizes do not agree, is refused: nobody could lay it out.
func TestImpossibleTypes(t *testing.T) {
	row := func(kind reflect.Kind, size uint64, more ...uint64) []byte {
		b := []byte{byte(kind), 0, 0}
		b = packed.AppendText(packed.AppendText(packed.AppendText(b, ""), ""), kind.String())
		return append(packed.AppendUint(b, size), uints(more...)...)
	}
	for what, rows := range map[string][][]byte{
		"an array of itself":            {row(reflect.Array, 8, 1, 0)},
		"arrays of each other":          {row(reflect.Array, 8, 1, 1), row(reflect.Array, 8, 1, 0)},
		"an int of 4 bytes":             {row(reflect.Int, 4)},
		"an array larger than its size": {row(reflect.Int, 8), row(reflect.Array, 8, 2, 0)},
		"a kind beyond the last":        {row(reflect.UnsafePointer+1, 8)},
	} {
		b := packed.AppendUint([]byte(Magic), uint64(len(rows)))
		for _, r := range rows {
			b = append(b, r...)
		}
		b = append(b, 0, 0, 0)
		for len(b)%8 != 0 {
			b = append(b, 0)
		}
		if _, err := Parse(b); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// No cut and no change of a byte makes Parse panic, or allocate beyond reason.
func TestDamage(t *testing.T) {
	table := NewTable()
	whole := table.Whole(reflect.TypeFor[described]())
	good := segment(table, [][]byte{append([]byte{byte(Single)}, uints(uint64(whole), 1)...)}, uints(3, 1), make([]byte, reflect.TypeFor[described]().Size()))
	if _, err := Parse(good); err != nil {
		t.Fatal(err)
	}
	for n := range good {
		if _, err := Parse(good[:n]); err == nil {
			t.Errorf("the first %d bytes of %d are taken for whole", n, len(good))
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		bad := append([]byte(nil), good...)
		for range 1 + rng.IntN(3) {
			bad[rng.IntN(len(bad))] = byte(rng.Uint32())
		}
		Parse(bad)
	}
}
