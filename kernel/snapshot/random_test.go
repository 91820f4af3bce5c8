package snapshot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"sort"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

// gnode is a node with every way to point at something.
type gnode struct {
	id   int
	kids []*gnode
	peer *gnode
	any  any
	m    map[int]*gnode
	ip   *int
	win  []int
	s    string
	sub  struct{ a, b int }
	sh   shape
	rows [][]string
	self **gnode
	vals []gval
	pv   *gval
}

type gval struct {
	s string
	n *gnode
}

// world is the variables of a notebook.
type world struct {
	a, b *gnode
	c    []int
	d    map[string]any
	e    [3]gnode
	f    []*gnode
	g    any
}

var worldNames = []string{"a", "b", "c", "d", "e", "f", "g"}

func (w *world) ptr(name string) any {
	return map[string]any{"a": &w.a, "b": &w.b, "c": &w.c, "d": &w.d, "e": &w.e, "f": &w.f, "g": &w.g}[name]
}

// nodes lists the nodes that the named variables reach, in an order that depends on the shape alone.
func (w *world) nodes(names []string) []*gnode {
	var list []*gnode
	seen := map[*gnode]bool{}
	var add func(n *gnode)
	addAny := func(v any) {
		switch v := v.(type) {
		case *gnode:
			add(v)
		case []*gnode:
			for _, n := range v {
				add(n)
			}
		}
	}
	add = func(n *gnode) {
		if n == nil || seen[n] || len(list) > 400 {
			return
		}
		seen[n] = true
		list = append(list, n)
		for _, k := range n.kids {
			add(k)
		}
		add(n.peer)
		addAny(n.any)
		keys := make([]int, 0, len(n.m))
		for k := range n.m {
			keys = append(keys, k)
		}
		sort.Ints(keys)
		for _, k := range keys {
			add(n.m[k])
		}
		if n.self != nil {
			add(*n.self)
		}
		for i := range n.vals {
			add(n.vals[i].n)
		}
	}
	for _, name := range names {
		switch name {
		case "a":
			add(w.a)
		case "b":
			add(w.b)
		case "d":
			keys := make([]string, 0, len(w.d))
			for k := range w.d {
				keys = append(keys, k)
			}
			sort.Strings(keys)
			for _, k := range keys {
				addAny(w.d[k])
			}
		case "e":
			for i := range w.e {
				add(&w.e[i])
			}
		case "f":
			for _, n := range w.f {
				add(n)
			}
		case "g":
			addAny(w.g)
		}
	}
	return list
}

// mutate changes something that the named variables reach. The same seed does the same to equal worlds.
func (w *world) mutate(seed uint64, names []string) {
	rng := rand.New(rand.NewPCG(seed, 1))
	has := func(name string) bool {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return false
	}
	for step := range 1 + rng.IntN(12) {
		nodes := w.nodes(names)
		pick := func() *gnode {
			if len(nodes) == 0 || rng.IntN(4) == 0 {
				return &gnode{id: int(seed)*100 + step}
			}
			return nodes[rng.IntN(len(nodes))]
		}
		n, o := pick(), pick()
		switch rng.IntN(30) {
		case 0:
			n.kids = append(n.kids, o)
		case 1:
			n.kids = n.kids[:rng.IntN(len(n.kids)+1)]
		case 2:
			n.peer = o
		case 3:
			n.peer = nil
		case 4:
			n.any = []any{1, "x", o, square{2.5}, &o.sub, map[string]int{"k": step}, [2]bool{true}, o.kids, nil, math.NaN()}[rng.IntN(10)]
		case 5:
			if n.m == nil {
				n.m = map[int]*gnode{}
			}
			n.m[rng.IntN(5)] = o
		case 6:
			for k := range n.m {
				if k%2 == 0 {
					delete(n.m, k)
				}
			}
		case 7:
			n.ip = []*int{&o.id, &o.sub.a, &o.sub.b, new(int), nil}[rng.IntN(5)]
		case 8:
			if n.ip != nil {
				*n.ip++
			}
		case 9:
			n.win = make([]int, rng.IntN(6), 6)
		case 10:
			if len(o.win) > 0 {
				n.win = o.win[rng.IntN(len(o.win)):]
			}
		case 11:
			n.win = append(n.win, step)
		case 12:
			for i := range n.win {
				n.win[i] += i
			}
		case 13:
			n.s = fmt.Sprint("string ", seed, step)
		case 14:
			if len(o.s) > 3 {
				n.s = o.s[rng.IntN(3):]
			}
		case 15:
			n.sh = []shape{square{3}, (*point)(nil), &point{1, step}, celsius(2), o.sh}[rng.IntN(5)]
		case 16:
			n.rows = append(n.rows, []string{"r", n.s}, nil)
		case 17:
			if len(o.rows) > 0 {
				n.rows = o.rows[:1:1]
			}
		case 18:
			n.self = []**gnode{&o.peer, &n.peer, nil}[rng.IntN(3)]
		case 19:
			n.vals = append(n.vals, gval{o.s, o})
		case 20:
			if len(o.vals) > 0 {
				n.pv = &o.vals[rng.IntN(len(o.vals))]
			}
		case 21:
			if len(o.vals) > 0 {
				n.vals = o.vals[rng.IntN(len(o.vals)):]
			}
		case 22:
			if n.pv != nil {
				n.pv.s += "+"
			}
		case 23:
			if has("a") {
				w.a = o
			}
			if has("b") && rng.IntN(2) == 0 {
				w.b = o
			}
		case 24:
			if has("c") {
				w.c = append(w.c, step)
				n.win = w.c[len(w.c)/2:]
				n.ip = &w.c[0]
			}
		case 25:
			if has("d") {
				if w.d == nil {
					w.d = map[string]any{}
				}
				w.d[string(rune('a'+rng.IntN(6)))] = []any{o, step, o.kids, "v"}[rng.IntN(4)]
			}
		case 26:
			if has("e") {
				w.e[rng.IntN(3)].peer = o
				n.ip = &w.e[rng.IntN(3)].sub.b
				n.peer = &w.e[rng.IntN(3)]
			}
		case 27:
			if has("f") {
				w.f = append(w.f, o)
			}
		case 28:
			if has("g") {
				w.g = []any{o, 3, o.kids, nil}[rng.IntN(4)]
			}
		case 29:
			if has("f") && len(w.f) > 2 {
				w.f = w.f[1:]
			}
		}
	}
}

// TestRandomPrograms runs random programs over random sets of variables, each on a fresh process's variables, and the
// same changes on one ordinary set of variables. In the end both must be the same, shared memory included.
func TestRandomPrograms(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 20
	}
	for seed := range uint64(rounds) {
		randomPrograms(t, seed)
	}
}

func randomPrograms(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	ss := newSession(t)
	plain := &world{}
	var init []any
	stored := &world{}
	for _, n := range worldNames {
		init = append(init, n, stored.ptr(n))
	}
	ss.keep(init...)
	for program := range 12 {
		var names []string
		for _, n := range worldNames {
			if rng.IntN(3) > 0 {
				names = append(names, n)
			}
		}
		names, vars := related(t, ss, names)
		stored := &world{}
		for i := range vars {
			if i%2 == 1 {
				vars[i] = stored.ptr(vars[i-1].(string))
			}
		}
		im, missing := ss.open(vars...)
		if len(missing) > 0 {
			t.Fatal(seed, program, missing)
		}
		s := rng.Uint64() % 1000
		plain.mutate(s, names)
		stored.mutate(s, names)
		_, notes := ss.commit(im)
		if len(notes) > 0 {
			t.Fatal(seed, program, notes)
		}
		if rng.IntN(4) == 0 { // a second commit of the same program
			plain.mutate(s+1, names)
			stored.mutate(s+1, names)
			ss.commit(im)
		}
		if program%4 == 3 {
			compareWorlds(t, ss, plain, fmt.Sprint("seed ", seed, " program ", program))
		}
	}
}

// related adds the variables into whose memory the named ones point, as the kernel does.
func related(t *testing.T, ss *session, names []string) ([]string, []any) {
	m := ss.manifest()
	in := map[string]bool{}
	var add func(n string)
	add = func(n string) {
		if in[n] {
			return
		}
		in[n] = true
		for _, r := range m.Var(n).Related {
			add(r)
		}
	}
	for _, n := range names {
		add(n)
	}
	names = nil
	var vars []any
	for _, n := range worldNames {
		if in[n] {
			names = append(names, n)
			vars = append(vars, n, nil)
		}
	}
	return names, vars
}

func compareWorlds(t *testing.T, ss *session, plain *world, what string) {
	t.Helper()
	loaded := &world{}
	var vars []any
	for _, n := range worldNames {
		vars = append(vars, n, loaded.ptr(n))
	}
	im, missing := ss.open(vars...)
	if len(missing) > 0 {
		t.Fatal(what, missing)
	}
	c := newComparison()
	for _, n := range worldNames {
		if d := c.same(plain.ptr(n), loaded.ptr(n)); d != "" {
			t.Fatalf("%s: %s: %s", what, n, d)
		}
	}
	before := im.base
	saved, err := im.Commit()
	if err != nil {
		t.Fatal(err)
	}
	var after manifest.Manifest
	if err := after.UnmarshalBinary(saved.Manifest); err != nil {
		t.Fatal(err)
	}
	_ = before
	saved.Discard()
}

// TestRandomTypes stores and loads random values of random types.
func TestRandomTypes(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	for seed := range uint64(rounds) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 9)), pool: map[reflect.Type][]reflect.Value{}}
		typ := g.typ(4)
		was, now := reflect.New(typ), reflect.New(typ)
		g.set(was.Elem(), 6)
		ss := newSession(t)
		ss.keep("x", was.Interface())
		im, missing := ss.open("x", now.Interface())
		if len(missing) > 0 {
			t.Fatal(seed, typ, missing)
		}
		if d := newComparison().same(was.Interface(), now.Interface()); d != "" {
			t.Fatalf("seed %d, type %v: %s", seed, typ, d)
		}
		files := len(im.base.Files())
		if m, _ := ss.commit(im); len(m.Files()) != files {
			t.Errorf("seed %d, type %v: written again", seed, typ)
		}
	}
}

// generator makes types and values.
type generator struct {
	rng  *rand.Rand
	pool map[reflect.Type][]reflect.Value // pointers made before, to be used again
}

var basicTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[int](), reflect.TypeFor[uint16](), reflect.TypeFor[float32](),
	reflect.TypeFor[float64](), reflect.TypeFor[complex128](), reflect.TypeFor[string](), reflect.TypeFor[uintptr](), reflect.TypeFor[point](),
	reflect.TypeFor[celsius](), reflect.TypeFor[struct{}](), reflect.TypeFor[square](), reflect.TypeFor[uint64](),
}

func (g *generator) typ(depth int) reflect.Type {
	if depth == 0 {
		return basicTypes[g.rng.IntN(len(basicTypes))]
	}
	switch g.rng.IntN(10) {
	case 0, 1:
		return reflect.SliceOf(g.typ(depth - 1))
	case 2:
		return reflect.ArrayOf(g.rng.IntN(4), g.typ(depth-1))
	case 3:
		k := g.typ(depth - 1)
		if !k.Comparable() || hasInterface(k) {
			k = reflect.TypeFor[string]()
		}
		return reflect.MapOf(k, g.typ(depth-1))
	case 4, 5:
		return reflect.PointerTo(g.typ(depth - 1))
	case 6:
		return layout.AnyType
	case 7:
		return g.typ(0)
	}
	var fields []reflect.StructField
	for i := range g.rng.IntN(5) {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: g.typ(depth - 1)})
	}
	return reflect.StructOf(fields)
}

func hasInterface(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer:
		return true
	case reflect.Array:
		return hasInterface(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasInterface(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

func (g *generator) set(v reflect.Value, depth int) {
	v = open(v)
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8:
		v.SetInt(g.rng.Int64())
	case reflect.Uint16, reflect.Uintptr, reflect.Uint64:
		v.SetUint(g.rng.Uint64())
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{g.rng.Float64(), math.NaN(), math.Inf(-1)}[g.rng.IntN(3)])
	case reflect.Complex128:
		v.SetComplex(complex(g.rng.Float64(), 1))
	case reflect.String:
		v.SetString("abcdefghijklmnopqrstuvwxyz"[g.rng.IntN(13) : 13+g.rng.IntN(13)])
	case reflect.Slice:
		g.slice(v, depth)
	case reflect.Array:
		for i := range v.Len() {
			g.set(v.Index(i), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			g.set(v.Field(i), depth-1)
		}
	case reflect.Map:
		if depth <= 0 || g.rng.IntN(5) == 0 {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range g.rng.IntN(5) {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			g.set(k, depth-1)
			g.set(e, depth-1)
			v.SetMapIndex(k, e)
		}
	case reflect.Pointer:
		g.pointer(v, depth)
	case reflect.Interface:
		if depth <= 0 {
			return
		}
		x := reflect.New(g.typ(min(2, depth))).Elem()
		g.set(x, depth-1)
		v.Set(x)
	}
}

func (g *generator) slice(v reflect.Value, depth int) {
	old := g.pool[v.Type()]
	if len(old) > 0 && g.rng.IntN(2) == 0 {
		s := old[g.rng.IntN(len(old))]
		i := g.rng.IntN(s.Len() + 1)
		v.Set(s.Slice(i, i+g.rng.IntN(s.Len()-i+1)))
		return
	}
	if depth <= 0 || g.rng.IntN(6) == 0 {
		return
	}
	n := g.rng.IntN(5)
	s := reflect.MakeSlice(v.Type(), n, n+g.rng.IntN(3))
	v.Set(s)
	g.pool[v.Type()] = append(old, s)
	for i := range n {
		g.set(s.Index(i), depth-1)
		if p := reflect.PointerTo(v.Type().Elem()); g.rng.IntN(3) == 0 {
			g.pool[p] = append(g.pool[p], s.Index(i).Addr())
		}
	}
}

func (g *generator) pointer(v reflect.Value, depth int) {
	old := g.pool[v.Type()]
	if len(old) > 0 && g.rng.IntN(2) == 0 {
		v.Set(old[g.rng.IntN(len(old))])
		return
	}
	if depth <= 0 || g.rng.IntN(6) == 0 {
		return
	}
	p := reflect.New(v.Type().Elem())
	g.pool[v.Type()] = append(old, p)
	v.Set(p)
	g.set(p.Elem(), depth-1)
	if e := p.Elem(); e.Kind() == reflect.Struct {
		for i := range e.NumField() {
			f := open(e.Field(i)).Addr()
			g.pool[f.Type()] = append(g.pool[f.Type()], f)
		}
	}
}
