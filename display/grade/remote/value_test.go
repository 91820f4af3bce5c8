package remote

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
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
