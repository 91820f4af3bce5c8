package snapshot

import (
	"bytes"
	"container/list"
	"container/ring"
	"errors"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

type (
	celsius  float64
	nameList []string
	weekdays map[string]celsius
	embedded struct {
		*node
		base
		note string
	}
	base             struct{ ID int }
	pairOf[A, B any] struct {
		First  A
		second B
	}
	tagged struct {
		A int `json:"a"`
		_ [3]byte
		B struct{} `x:"y"`
	}
	shape  interface{ Area() float64 }
	square struct{ side float64 }
	point  struct{ X, Y int }
	myErr  struct{ code int }
)

func (s square) Area() float64  { return s.side * s.side }
func (s *point) Area() float64  { return float64(s.X) * float64(s.Y) }
func (e myErr) Error() string   { return "my error" }
func (c celsius) Area() float64 { return float64(c) }

// value makes a pointer to a variable, fresh or with v.
func value[T any](v T) (made, fresh any) { return &v, new(T) }

func TestKinds(t *testing.T) {
	big1, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	dense := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	var qr mat.QR
	qr.Factorize(mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 7}))
	l := list.New()
	l.PushBack(1)
	l.PushBack("two")
	r := ring.New(3)
	var buf bytes.Buffer
	buf.WriteString("abc")
	long := strings.Repeat("long string ", 20000)
	array := [5]int{1, 2, 3, 4, 5}
	cyclic := []any{1, nil}
	cyclic[1] = cyclic
	self := map[string]any{}
	self["me"] = self
	cases := []struct {
		name string
		make func() (any, any)
	}{
		{"bool", func() (any, any) { return value(true) }},
		{"ints", func() (any, any) {
			return value([]any{int8(-1), int16(-2), int32(-3), int64(-4), uint8(5), uint16(6), uint32(7), uint64(8), uintptr(9), 10, uint(11)})
		}},
		{"floats", func() (any, any) { return value([]float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), 5e-324}) }},
		{"float32", func() (any, any) { return value([]float32{1.5, float32(math.NaN())}) }},
		{"complex", func() (any, any) { return value([]complex128{complex(1, math.NaN()), 2i}) }},
		{"complex64", func() (any, any) { return value(complex64(3i)) }},
		{"nil slice", func() (any, any) { return value([]int(nil)) }},
		{"empty slice", func() (any, any) { return value([]int{}) }},
		{"capacity", func() (any, any) { return value(append(make([]int, 0, 10), 1, 2)) }},
		{"nil map", func() (any, any) { return value(map[int]int(nil)) }},
		{"empty map", func() (any, any) { return value(map[int]int{}) }},
		{"string", func() (any, any) { return value("héllo\x00") }},
		{"big string", func() (any, any) { return value(long) }},
		{"substrings", func() (any, any) { return value([]string{long[5:30], long[10:], long[:3], ""}) }},
		{"array", func() (any, any) { return value(array) }},
		{"array window", func() (any, any) { a := array; return value([][]int{a[1:3], a[2:4:4], a[:0]}) }},
		{"windows that meet", func() (any, any) { a := array; return value([][]int{a[0:2:2], a[2:5:5]}) }},
		{"windows that overlap", func() (any, any) { a := array; return value([][]int{a[0:3:3], a[2:5:5]}) }},
		{"string windows", func() (any, any) {
			a := []string{"a", "b", "c", "d"}
			return value([][]string{a[0:3:3], a[2:4:4], a})
		}},
		{"zero size", func() (any, any) { return value([]struct{}{{}, {}}) }},
		{"pointer to zero size", func() (any, any) { return value(new(struct{})) }},
		{"map of empty", func() (any, any) { return value(map[struct{}]struct{}{{}: {}}) }},
		{"set", func() (any, any) { return value(map[string]struct{}{"a": {}, "b": {}}) }},
		{"struct keys", func() (any, any) { return value(map[point]string{{1, 2}: "a", {3, 4}: "b"}) }},
		{"array keys", func() (any, any) { return value(map[[2]string]int{{"a", "b"}: 1}) }},
		{"interface keys", func() (any, any) { return value(map[any]int{1: 1, "a": 2, point{1, 2}: 3, 2.5: 4, celsius(1): 5}) }},
		{"NaN keys", func() (any, any) {
			return value(map[float64]int{math.NaN(): 1, math.Float64frombits(0x7ff8000000000002): 2, 3: 3})
		}},
		{"big map elems", func() (any, any) { return value(map[string][40]int{"a": {1}, "b": {2}}) }},
		{"big map keys", func() (any, any) { return value(map[[40]int]int{{1}: 1, {2}: 2}) }},
		{"map of maps", func() (any, any) { return value(map[string]map[string][]int{"a": {"b": {1, 2}}, "c": nil}) }},
		{"map with windows", func() (any, any) { a := array; return value(map[string][]int{"a": a[1:], "b": a[2:3]}) }},
		{"shared map", func() (any, any) { m := map[int]int{1: 2}; return value([]map[int]int{m, m, {1: 2}}) }},
		{"named", func() (any, any) { return value(weekdays{"mo": 3}) }},
		{"named slice", func() (any, any) { return value(nameList{"a", "b"}) }},
		{"generic", func() (any, any) {
			return value(pairOf[string, *pairOf[int, []celsius]]{"a", &pairOf[int, []celsius]{1, []celsius{2}}})
		}},
		{"embedded", func() (any, any) { return value(embedded{&node{key: 1}, base{7}, "n"}) }},
		{"tagged", func() (any, any) { return value(tagged{A: 1}) }},
		{"anonymous struct", func() (any, any) {
			return value([]struct {
				A int
				b *string
			}{{1, new(string)}})
		}},
		{"interface", func() (any, any) { return value([]shape{square{2}, &point{3, 4}, nil, celsius(5)}) }},
		{"error", func() (any, any) { return value(error(myErr{3})) }},
		{"errors.New", func() (any, any) { return value(errors.New("x")) }},
		{"any slices", func() (any, any) {
			return value([]any{[]int{1}, map[string]any{"a": []any{1}}, [2]string{"a", "b"}, &array})
		}},
		{"pointer in any", func() (any, any) { p := &node{key: 3}; return value([]any{p, p, *p}) }},
		{"one pointer struct in any", func() (any, any) {
			return value([]any{struct{ P *node }{&node{key: 1}}, [1]*node{{key: 2}}, struct{ M map[int]int }{map[int]int{1: 1}}})
		}},
		{"zero in any", func() (any, any) {
			return value([]any{0, "", point{}, [0]int{}, struct{}{}, [40]string{}, byte(200), false})
		}},
		{"cycle through any", func() (any, any) { return value(cyclic) }},
		{"cycle through map", func() (any, any) { return value([]any{1, &node{key: 1}}) }},
		{"pointer to pointer", func() (any, any) { p := new(int); q := &p; return value([]**int{q, q, &p}) }},
		{"interior pointers", func() (any, any) {
			n := &node{key: 1}
			return value(pairOf[*node, []*int]{n, []*int{&n.key, &n.key}})
		}},
		{"interior pointer alone", func() (any, any) { n := &node{key: 1}; return value(&n.val) }},
		{"interior first, whole later", func() (any, any) {
			n := &node{key: 1, left: &node{key: 9}}
			return value(pairOf[*int, **node]{&n.key, &n})
		}},
		{"first field", func() (any, any) {
			type w struct{ N node }
			x := &w{node{key: 1}}
			return value([]any{x, &x.N, &x.N.left})
		}},
		{"big.Int", func() (any, any) { return value(big1) }},
		{"dense", func() (any, any) { return value(dense) }},
		{"matrix", func() (any, any) {
			return value([]mat.Matrix{dense, dense.T(), dense.RowView(1), mat.NewSymDense(2, []float64{1, 2, 2, 3})})
		}},
		{"qr", func() (any, any) { return value(&qr) }},
		{"list", func() (any, any) { return value(l) }},
		{"ring", func() (any, any) { return value(r) }},
		{"buffer", func() (any, any) { return value(&buf) }},
		{"pcg", func() (any, any) { return value(rand.New(rand.NewPCG(1, 2))) }},
		{"chacha", func() (any, any) { s := rand.NewChaCha8([32]byte{1}); s.Uint64(); return value(s) }},
		{"zipf", func() (any, any) { return value(rand.NewZipf(rand.New(rand.NewPCG(1, 2)), 2, 3, 10)) }},
		{"time", func() (any, any) { return value(time.Date(2024, 1, 2, 3, 4, 5, 6, time.UTC)) }},
		{"time zone", func() (any, any) { return value(time.Date(2024, 1, 2, 3, 4, 5, 6, time.FixedZone("X", 3600))) }},
		{"local time", func() (any, any) { return value(time.Unix(3, 4)) }},
		{"duration", func() (any, any) { return value(time.Second) }},
		{"addr", func() (any, any) {
			return value([]netip.Addr{netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("::1"), netip.MustParseAddr("fe80::1%eth0"), {}})
		}},
		{"type", func() (any, any) {
			return value([]reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[node](), reflect.TypeFor[map[string][]*point](), nil})
		}},
		{"mutex", func() (any, any) {
			return value(&struct {
				mu sync.Mutex
				rw sync.RWMutex
				n  int
			}{n: 1})
		}},
		{"func nil", func() (any, any) {
			return value(struct {
				F func()
				C chan int
			}{})
		}},
		{"stdout", func() (any, any) { return value([]*os.File{os.Stdout, os.Stderr, nil}) }},
		{"writer", func() (any, any) { return value([]io.Writer{os.Stdout, &buf}) }},
		{"pointer to variable", func() (any, any) { return value(&os.Stdout) }},
		{"sentinel", func() (any, any) { return value([]error{os.ErrNotExist, os.ErrExist}) }},
		{"big floats", func() (any, any) { return value(make([]float64, 10000)) }},
		{"big float windows", func() (any, any) {
			f := make([]float64, 30000)
			f[9] = 9
			return value([][]float64{f[:10], f[20000:], f})
		}},
		{"int and bytes", func() (any, any) {
			return value(struct {
				A []byte
				B string
			}{[]byte("abc"), "abc"})
		}},
	}
	_ = self
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			was, now := c.make()
			ss := newSession(t)
			if m := ss.keep("x", was); m.Vars[0].NotCarried != "" {
				t.Fatal(m.Vars[0].NotCarried)
			}
			im, missing := ss.open("x", now)
			if len(missing) > 0 {
				t.Fatal(missing)
			}
			if d := newComparison().same(was, now); d != "" && c.name != "addr" && c.name != "type" {
				t.Error(d)
			}
			if (c.name == "addr" || c.name == "type" || strings.HasSuffix(c.name, "time") || c.name == "sentinel" || c.name == "stdout") && !reflect.DeepEqual(was, now) {
				t.Errorf("%v, %v", reflect.ValueOf(was).Elem(), reflect.ValueOf(now).Elem())
			}
			files := len(im.base.Files())
			m, _ := ss.commit(im)
			if len(m.Files()) != files && c.name != "addr" {
				t.Error("an unchanged value was written again")
			}
		})
	}
}

func TestAtomicsAndSync(t *testing.T) {
	type state struct {
		n    atomic.Int64
		p    atomic.Pointer[node]
		v    atomic.Value
		once sync.Once
		m    sync.Map
		pool sync.Pool
		cond *sync.Cond
	}
	x := &state{cond: sync.NewCond(&sync.Mutex{})}
	x.n.Store(5)
	x.p.Store(&node{key: 7})
	x.v.Store("hello")
	x.once.Do(func() {})
	x.m.Store("a", x.p.Load())
	x.m.Store(3, 4)
	x.pool.Put(x)
	ss := newSession(t)
	if m := ss.keep("x", &x); m.Vars[0].NotCarried != "" {
		t.Fatal(m.Vars[0].NotCarried)
	}
	var y *state
	im, _ := ss.open("x", &y)
	ran := false
	y.once.Do(func() { ran = true })
	a, _ := y.m.Load("a")
	three, _ := y.m.Load(3)
	if y.n.Load() != 5 || y.p.Load().key != 7 || y.v.Load() != "hello" || ran || a != y.p.Load() || three != 4 {
		t.Error(y.n.Load(), y.p.Load(), y.v.Load(), ran, a, three)
	}
	y.cond.L.Lock()
	y.cond.Broadcast()
	y.cond.L.Unlock()
	y.m.Store("b", 1)
	ss.commit(im)
	var z *state
	ss.open("x", &z)
	if b, _ := z.m.Load("b"); b != 1 {
		t.Error("sync.Map lost an entry")
	}
}

func TestTimeLosesMonotonicClock(t *testing.T) {
	x := time.Now()
	ss := newSession(t)
	ss.keep("x", &x)
	var y time.Time
	ss.open("x", &y)
	if !y.Equal(x) || y != x.Round(0) {
		t.Error(x, y)
	}
}

func TestRandomContinues(t *testing.T) {
	x := rand.New(rand.NewPCG(1, 2))
	x.Uint64()
	ss := newSession(t)
	ss.keep("x", &x)
	var y *rand.Rand
	ss.open("x", &y)
	for range 10 {
		if a, b := x.Uint64(), y.Uint64(); a != b {
			t.Fatal(a, b)
		}
	}
}

func TestNotCarried(t *testing.T) {
	type srv struct {
		Name    string
		handler func()
	}
	held := &sync.Mutex{}
	held.Lock()
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases := []struct {
		make any
		want string
	}{
		{func() any { v := srv{"a", func() {}}; return &v }(), "x.handler is a func()"},
		{func() any { v := []*srv{{}, {"b", func() {}}}; return &v }(), "x[1].handler is a func()"},
		{func() any { v := map[string]any{"k": []any{make(chan int)}}; return &v }(), `x["k"][0] is a chan int`},
		{func() any { v := held; return &v }(), "x is an internal/sync.Mutex in use"},
		{func() any { v := struct{ In io.Reader }{file}; return &v }(), "x.In.pfd is a poll.FD"},
		{func() any { v := reflect.ValueOf(3); return &v }(), "x.ptr is an unsafe.Pointer"},
		{func() any { v := time.AfterFunc(time.Hour, func() {}); return &v }(), "x is a time.Timer"},
	}
	for _, c := range cases {
		ss := newSession(t)
		other := 3
		m, notes := ss.commit(ss.fresh("x", c.make, "other", &other))
		got := m.Var("x").NotCarried
		if got != c.want && !strings.Contains(c.want, "Mutex") && !strings.Contains(c.want, "poll") {
			t.Errorf("reason %q, want %q", got, c.want)
		}
		if got == "" || len(notes) != 1 {
			t.Errorf("%s: notes %q", c.want, notes)
		}
		im := ss.fresh("x", c.make)
		if _, notes := ss.commit(im); len(notes) != 0 {
			t.Errorf("noted twice: %q", notes)
		}
		var back int
		if _, missing := ss.open("other", &back); back != 3 || len(missing) > 0 {
			t.Error("the other variable was lost", back, missing)
		}
	}
}
