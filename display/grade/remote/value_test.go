package remote

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"testing/quick"
	"time"

	"gonum.org/v1/gonum/mat"
)

type (
	inner struct {
		N    int8
		Text string
		Any  any
	}
	outer struct {
		In     inner
		List   []*inner
		Table  map[[2]int]float64
		Many   [3]complex128
		When   time.Time
		Deep   map[string][]map[bool]uint16
		Fields struct{ A, B float32 }
	}
)

func copied(t *testing.T, v reflect.Value) (reflect.Value, []byte, error) {
	t.Helper()
	p := newPeer("", nil, nil)
	data, err := p.write(v)
	if err != nil {
		return v, nil, err
	}
	back, err := read(data, v.Type(), nil)
	return back, data, err
}

// A value that has been copied is the same.
func TestCopies(t *testing.T) {
	now := time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC)
	dense := mat.NewDense(2, 3, []float64{1, 2, 3, math.Inf(-1), 5, 6})
	for _, v := range []any{
		math.Copysign(0, -1), int64(math.MinInt64), uint64(math.MaxUint64), "a\x00ü", true, 3i, []float64(nil), []float64{}, [][]int{nil, {}, {1}},
		map[string]int(nil), map[string]int{"a": 1, "b": 2}, &[]int{1}, [2][]string{{"x"}, nil}, struct{}{}, []struct{}{{}, {}},
		outer{In: inner{1, "x", []any{1, "y", nil, 2.5}}, List: []*inner{nil, {N: 3}}, Table: map[[2]int]float64{{1, 2}: 3}, When: now},
		dense, mat.NewSymDense(2, []float64{1, 2, 2, 3}), mat.NewVecDense(2, []float64{1, 2}), (*mat.Dense)(nil), &mat.Dense{},
		[]any{map[string]any{"a": []float64{1}}, [2]bool{true, false}, (*int)(nil)},
	} {
		got, _, err := copied(t, reflect.ValueOf(v))
		if err != nil || !reflect.DeepEqual(got.Interface(), v) {
			t.Errorf("%T %v: %v, %v", v, v, got, err)
		}
	}
	for _, v := range []any{make(chan int), struct{ F func() }{}, rand.NewPCG(1, 2), []any{make(chan int)}, inner{Any: inner{}}} {
		if _, _, err := copied(t, reflect.ValueOf(v)); err == nil && reflect.TypeOf(v) != reflect.TypeFor[struct{ F func() }]() {
			t.Errorf("%T is copied", v)
		}
	}
	type ring struct{ Next *ring }
	r := &ring{}
	r.Next = r
	if _, _, err := copied(t, reflect.ValueOf(r)); err == nil {
		t.Error("a ring is copied")
	}
}

func TestCopiesOfRandomValues(t *testing.T) {
	law := func(seed uint64) bool {
		rng := rand.New(rand.NewPCG(seed, 1))
		o := outer{In: inner{int8(rng.IntN(256)), string(make([]byte, rng.IntN(5))), rng.Float64()}, Table: map[[2]int]float64{}}
		for range rng.IntN(8) {
			o.List = append(o.List, &inner{N: int8(rng.IntN(100)), Any: []any{rng.IntN(9), nil}})
			o.Table[[2]int{rng.IntN(9), rng.IntN(9)}] = rng.NormFloat64()
			o.Deep = map[string][]map[bool]uint16{"": {nil, {true: uint16(rng.IntN(1 << 16))}}}
		}
		back, data, err := copied(t, reflect.ValueOf(o))
		if err != nil || !reflect.DeepEqual(back.Interface(), o) {
			return false
		}
		_, again, _ := copied(t, back)
		return bytes.Equal(data, again)
	}
	if err := quick.Check(law, nil); err != nil {
		t.Error(err)
	}
}

// What a message announces takes no more memory and time than what has come allows.
func TestAnnounced(t *testing.T) {
	const slice, array, integer = byte(reflect.Slice), byte(reflect.Array), byte(reflect.Int)
	num := func(before []byte, n uint64) []byte { return binary.AppendUvarint(before, n) }
	ofArrays := append(num([]byte{1, slice, array}, 1<<21-1), integer, 1)
	nested := []byte{}
	for range maxDepth / 2 {
		nested = append(num(append(nested, 1, array), 1<<20), byte(reflect.Interface))
	}
	million := func(of byte) []byte {
		return append(num([]byte{1}, 1e6), bytes.Repeat([]byte{of}, 1e6)...)
	}
	empty := num([]byte{1}, 1e6)
	for _, c := range []struct {
		name string
		data []byte
		like reflect.Type
	}{
		{"arrays", append(num(ofArrays, 2e6), make([]byte, 3e6)...), reflect.TypeFor[any]()},
		{"nested arrays", append(nested, make([]byte, 1<<20)...), reflect.TypeFor[any]()},
		{"large elements", million(0), reflect.TypeFor[[][1 << 20]int]()},
		{"large entries", million(0), reflect.TypeFor[map[int][1 << 20]int]()},
		{"pointers to large values", million(1), reflect.TypeFor[[]*[1 << 27]int]()},
		{"no size", num([]byte{1}, 15e6), reflect.TypeFor[[]struct{}]()},
		{"slices of no size", bytes.Repeat(empty, 1000), reflect.TypeFor[[1000][]struct{}]()},
		{"arrays of no size", make([]byte, 1000), reflect.TypeFor[[1 << 50][0]int]()},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begin := time.Now()
		_, err := read(c.data, c.like, nil)
		runtime.ReadMemStats(&after)
		took, taken := time.Since(begin), after.TotalAlloc-before.TotalAlloc
		if err == nil || taken > 256<<20 || took > 5*time.Second {
			t.Errorf("%s: %v after %v and %d MB", c.name, err, took, taken>>20)
		}
	}
}

// What is allowed has room, in whatever form it takes most for a byte that comes.
func TestRoom(t *testing.T) {
	type padded struct {
		Set bool
		All []any
	}
	const n = 2e5
	for _, v := range []any{
		make([]any, n), make([][]int, n), make([]string, n), make([]int, n), make([]*int, n),
		make([]padded, n), []any{make([]int, n), make([][]string, n)},
		slices.Repeat([]any{[]int{}, 1, "", [2]bool{}}, 2e4),
	} {
		if _, _, err := copied(t, reflect.ValueOf(v)); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
}

// Whatever comes is a value of the type, or an error.
func FuzzRead(f *testing.F) {
	p := newPeer("", nil, nil)
	for _, v := range []any{outer{In: inner{Any: []any{1, mat.NewDense(1, 1, nil)}}, List: []*inner{{}}}, message{Kind: call, Values: [][]byte{{1}}}} {
		data, err := p.write(reflect.ValueOf(v))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	types := []reflect.Type{reflect.TypeFor[outer](), reflect.TypeFor[message](), reflect.TypeFor[any](), denseType, symmetric, vector,
		reflect.TypeFor[map[any][]any](), reflect.TypeFor[[]struct{}]()}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, typ := range types {
			v, err := read(data, typ, nil)
			if err != nil {
				continue
			}
			if _, err := p.write(v); err != nil {
				t.Errorf("%v is read, and cannot be written: %v", typ, err)
			}
		}
	})
}
