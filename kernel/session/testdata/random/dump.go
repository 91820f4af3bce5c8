package main

// This file is linked into the notebooks and into the ordinary programs of the random test: it writes variables as text
// that shows everything a program can observe of them, addresses apart.

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"net/netip"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"
)

func ptrTo[T any](v T) *T { return &v }

// holdsItself is an interface that holds a pointer to itself.
func holdsItself() *any {
	p := new(any)
	*p = p
	return p
}

// span is memory that is reachable: [from, to).
type span struct{ from, to uintptr }

// dumper numbers the regions of memory in the order in which it first meets them.
type dumper struct {
	b       strings.Builder
	spans   []span
	seen    map[string]bool
	number  map[uintptr]int
	collect bool // the first pass: find the spans
	depth   int
}

// dump prints the variables of a program, a line each: "DUMP program variable text".
func dump(program string, names string, pointers ...any) {
	d := &dumper{collect: true, seen: map[string]bool{}, number: map[uintptr]int{}}
	for _, p := range pointers {
		d.pointer(reflect.ValueOf(p))
	}
	d.merge()
	d.collect, d.seen = false, map[string]bool{}
	for i, name := range strings.Fields(names) {
		d.b.Reset()
		d.pointer(reflect.ValueOf(pointers[i]))
		fmt.Printf("DUMP %s %s %s\n", program, name, strconv.Quote(d.b.String()))
	}
}

func (d *dumper) merge() {
	sort.Slice(d.spans, func(i, j int) bool { return d.spans[i].from < d.spans[j].from })
	var merged []span
	for _, s := range d.spans {
		if n := len(merged); n > 0 && s.from < merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, s.to)
		} else {
			merged = append(merged, s)
		}
	}
	d.spans = merged
}

// place writes an address as region and offset.
func (d *dumper) place(p uintptr) {
	i := sort.Search(len(d.spans), func(i int) bool { return d.spans[i].to > p })
	if i == len(d.spans) || d.spans[i].from > p {
		d.b.WriteString("#?")
		return
	}
	n, ok := d.number[d.spans[i].from]
	if !ok {
		n = len(d.number) + 1
		d.number[d.spans[i].from] = n
	}
	fmt.Fprintf(&d.b, "#%d+%d", n, p-d.spans[i].from)
}

// enter notes memory, and says whether it is met for the first time as this type.
func (d *dumper) enter(p uintptr, size uintptr, as string) bool {
	if size == 0 {
		d.b.WriteString("zero-size")
		return false
	}
	if d.collect {
		d.spans = append(d.spans, span{p, p + size})
	} else {
		d.place(p)
	}
	key := as + "@" + strconv.FormatUint(uint64(p), 16)
	first := !d.seen[key]
	d.seen[key] = true
	return first
}

func (d *dumper) pointer(v reflect.Value) {
	if v.IsNil() {
		d.b.WriteString("nil")
		return
	}
	if name := wellKnown(v); name != "" {
		d.b.WriteString(name)
		return
	}
	t := v.Type().Elem()
	if d.enter(v.Pointer(), t.Size(), t.String()) {
		d.b.WriteString("=")
		d.value(v.Elem())
	}
}

// wellKnown names pointers to what belongs to packages.
func wellKnown(v reflect.Value) string {
	switch p := v.Interface().(type) {
	case *time.Location:
		if p == time.Local {
			return "time.Local"
		}
		if p == time.UTC {
			return "time.UTC"
		}
	case *os.File:
		if p == os.Stdout {
			return "os.Stdout"
		}
	case reflect.Type:
		return "type " + p.String()
	case error:
		for _, e := range []error{io.EOF, io.ErrUnexpectedEOF, errors.ErrUnsupported} {
			if p == e {
				return "the error " + e.Error()
			}
		}
	}
	return ""
}

// clean returns the value in memory of its own where it has none, without the mark of unexported fields.
func clean(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	n := reflect.New(v.Type()).Elem()
	n.Set(v)
	return n
}

func (d *dumper) value(v reflect.Value) {
	v = clean(v)
	if special(&d.b, v) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		d.pointer(v)
	case reflect.Interface:
		if v.IsNil() {
			d.b.WriteString("nil-interface")
			return
		}
		d.b.WriteString(v.Elem().Type().String() + "(")
		d.value(v.Elem())
		d.b.WriteString(")")
	case reflect.Struct:
		d.b.WriteString("{")
		for i := range v.NumField() {
			d.b.WriteString(v.Type().Field(i).Name + ":")
			if v.Type().Field(i).Name != "_" {
				d.value(v.Field(i))
			}
			d.b.WriteString(" ")
		}
		d.b.WriteString("}")
	case reflect.Array:
		d.elements(v)
	case reflect.Slice:
		d.slice(v)
	case reflect.Map:
		d.mapping(v)
	case reflect.String:
		text(&d.b, v.String())
	default:
		scalar(&d.b, v)
	}
}

func (d *dumper) slice(v reflect.Value) {
	if v.IsNil() {
		d.b.WriteString("nil-slice")
		return
	}
	fmt.Fprintf(&d.b, "len%d cap%d ", v.Len(), v.Cap())
	if v.Cap() == 0 {
		return
	}
	size := v.Type().Elem().Size() * uintptr(v.Cap())
	if d.enter(v.Pointer(), size, v.Type().String()+strconv.Itoa(v.Cap())) {
		d.elements(v.Slice(0, v.Cap()))
	}
}

func (d *dumper) elements(v reflect.Value) {
	if k := v.Type().Elem().Kind(); v.Len() > 64 && k <= reflect.Complex128 {
		h := fnv.New64a()
		for i := range v.Len() {
			scalar(h, v.Index(i))
			h.Write([]byte(","))
		}
		fmt.Fprintf(&d.b, "[%d elements %x]", v.Len(), h.Sum64())
		return
	}
	d.b.WriteString("[")
	for i := range v.Len() {
		d.value(v.Index(i))
		d.b.WriteString(" ")
	}
	d.b.WriteString("]")
}

// mapping writes a map sorted by what its entries look like. Entries that look the same are only counted.
func (d *dumper) mapping(v reflect.Value) {
	if v.IsNil() {
		d.b.WriteString("nil-map")
		return
	}
	if !d.enter(v.Pointer(), 1, v.Type().String()) {
		return
	}
	entries := map[string][][2]reflect.Value{}
	for it := v.MapRange(); it.Next(); {
		look := sketch(clean(it.Key()), 4) + ":" + sketch(clean(it.Value()), 4)
		entries[look] = append(entries[look], [2]reflect.Value{it.Key(), it.Value()})
	}
	looks := make([]string, 0, len(entries))
	for look := range entries {
		looks = append(looks, look)
	}
	sort.Strings(looks)
	fmt.Fprintf(&d.b, "map%d[", v.Len())
	for _, look := range looks {
		if n := len(entries[look]); n > 1 {
			fmt.Fprintf(&d.b, "%d times %s ", n, look)
			continue
		}
		d.value(entries[look][0][0])
		d.b.WriteString(":")
		d.value(entries[look][0][1])
		d.b.WriteString(" ")
	}
	d.b.WriteString("]")
}

// sketch writes a value without identities, down to a depth.
func sketch(v reflect.Value, depth int) string {
	var b strings.Builder
	if special(&b, v) {
		return b.String()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		if name := wellKnown(v); name != "" {
			return name
		}
		if depth == 0 {
			return "…"
		}
		return "&" + sketch(clean(v.Elem()), depth-1)
	case reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		if depth == 0 {
			return "…"
		}
		return v.Elem().Type().String() + "(" + sketch(clean(v.Elem()), depth-1) + ")"
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				b.WriteString(sketch(clean(v.Field(i)), depth) + " ")
			}
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(&b, "%d ", v.Len())
		for i := 0; i < min(v.Len(), 4) && depth > 0; i++ {
			b.WriteString(sketch(clean(v.Index(i)), depth-1) + " ")
		}
	case reflect.Map:
		fmt.Fprintf(&b, "map%d", v.Len())
	case reflect.String:
		text(&b, v.String())
	default:
		scalar(&b, v)
	}
	return b.String()
}

// special writes types whose fields are nobody's business. v is addressable.
func special(w io.Writer, v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *netip.Addr:
		fmt.Fprintf(w, "addr %s", p)
	case *sync.Map:
		var lines []string
		p.Range(func(k, v any) bool { lines = append(lines, fmt.Sprint(k, "=", v)); return true })
		sort.Strings(lines)
		fmt.Fprintf(w, "sync.Map%q", lines)
	default:
		return false
	}
	return true
}

func text(w io.Writer, s string) {
	if len(s) > 64 {
		h := fnv.New64a()
		io.WriteString(h, s)
		fmt.Fprintf(w, "%d bytes %x", len(s), h.Sum64())
		return
	}
	io.WriteString(w, strconv.Quote(s))
}

func scalar(w io.Writer, v reflect.Value) {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		fmt.Fprint(w, v.Bool())
	case v.CanInt():
		fmt.Fprint(w, v.Int())
	case v.CanUint():
		fmt.Fprint(w, v.Uint())
	case v.CanFloat():
		fmt.Fprintf(w, "%x", math.Float64bits(v.Float()))
	case v.CanComplex():
		fmt.Fprintf(w, "%x/%x", math.Float64bits(real(v.Complex())), math.Float64bits(imag(v.Complex())))
	default:
		fmt.Fprintf(w, "?%s", k)
	}
}
