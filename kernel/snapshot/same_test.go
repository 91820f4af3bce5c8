package snapshot

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// comparison compares two values and the shape of the memory behind them: wherever one side leads to an address twice,
// so must the other, and neighbours must stay neighbours.
type comparison struct {
	there, back map[uintptr]uintptr // addresses of one side to the other
	seen        map[visit]bool
	maps        map[uintptr]uintptr
}

type visit struct {
	a, b uintptr
	t    reflect.Type
	n    int
}

func newComparison() *comparison {
	return &comparison{there: map[uintptr]uintptr{}, back: map[uintptr]uintptr{}, seen: map[visit]bool{}, maps: map[uintptr]uintptr{}}
}

// same reports the first difference of what two pointers of one type lead to, or "".
func (c *comparison) same(a, b any) string {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	return c.memory(x, y, x.Type().String())
}

// memory compares addressable values and pairs their addresses byte for byte.
func (c *comparison) memory(a, b reflect.Value, path string) string {
	pa, pb := a.Addr().Pointer(), b.Addr().Pointer()
	v := visit{pa, pb, a.Type(), 1}
	if c.seen[v] || a.Type().Size() == 0 {
		return ""
	}
	c.seen[v] = true
	for _, off := range []uintptr{0, a.Type().Size() - 1} {
		if d := c.pair(pa+off, pb+off, path); d != "" {
			return d
		}
	}
	return c.value(a, b, path)
}

func (c *comparison) pair(a, b uintptr, path string) string {
	if x, ok := c.there[a]; ok && x != b {
		return path + ": memory that was shared is not any more"
	}
	if x, ok := c.back[b]; ok && x != a {
		return path + ": memory is shared that was not"
	}
	c.there[a], c.back[b] = b, a
	return ""
}

func open(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	return v
}

func (c *comparison) value(a, b reflect.Value, path string) string {
	a, b = open(a), open(b)
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path + ": nil"
			}
			return ""
		}
		return c.memory(a.Elem(), b.Elem(), "*"+path)
	case reflect.Slice:
		return c.slice(a, b, path)
	case reflect.String:
		if a.String() != b.String() {
			return fmt.Sprintf("%s: %.50q, %.50q", path, a.String(), b.String())
		}
	case reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path + ": nil"
			}
			return ""
		}
		if a.Elem().Type() != b.Elem().Type() {
			return fmt.Sprintf("%s: %v, %v", path, a.Elem().Type(), b.Elem().Type())
		}
		x, y := reflect.New(a.Elem().Type()).Elem(), reflect.New(a.Elem().Type()).Elem()
		x.Set(a.Elem())
		y.Set(b.Elem())
		return c.value(x, y, path+".("+a.Elem().Type().String()+")")
	case reflect.Map:
		return c.mapping(a, b, path)
	case reflect.Array:
		for i := range a.Len() {
			if d := c.memory(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i)); d != "" {
				return d
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if d := c.memory(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); d != "" {
				return d
			}
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !a.IsNil() || !b.IsNil() {
			return path + ": not nil"
		}
	default:
		if a.Comparable() && !a.Equal(b) && !(a.CanFloat() && math.Float64bits(a.Float()) == math.Float64bits(b.Float())) && !bytesEqual(a, b) {
			return fmt.Sprintf("%s: %v, %v", path, a, b)
		}
	}
	return ""
}

// bytesEqual compares the memory of two values: for NaN in complex numbers.
func bytesEqual(a, b reflect.Value) bool {
	n := int(a.Type().Size())
	return a.CanAddr() && b.CanAddr() && string(unsafe.Slice((*byte)(a.Addr().UnsafePointer()), n)) == string(unsafe.Slice((*byte)(b.Addr().UnsafePointer()), n))
}

func (c *comparison) slice(a, b reflect.Value, path string) string {
	if a.IsNil() != b.IsNil() || a.Len() != b.Len() || a.Cap() != b.Cap() {
		return fmt.Sprintf("%s: nil %v len %d cap %d, nil %v len %d cap %d", path, a.IsNil(), a.Len(), a.Cap(), b.IsNil(), b.Len(), b.Cap())
	}
	if a.Cap() == 0 {
		return ""
	}
	v := visit{a.Pointer(), b.Pointer(), a.Type(), a.Cap()}
	if c.seen[v] {
		return ""
	}
	c.seen[v] = true
	a, b = a.Slice(0, a.Cap()), b.Slice(0, b.Cap())
	if k := a.Type().Elem().Kind(); a.Len() > 1000 && k >= reflect.Bool && k <= reflect.Float64 { // the ends will do
		n := a.Len() * int(a.Type().Elem().Size())
		if string(unsafe.Slice((*byte)(a.UnsafePointer()), n)) != string(unsafe.Slice((*byte)(b.UnsafePointer()), n)) {
			return path + ": different"
		}
		if d := c.memory(a.Index(0), b.Index(0), path+"[0]"); d != "" {
			return d
		}
		return c.memory(a.Index(a.Len()-1), b.Index(b.Len()-1), path+"[end]")
	}
	for i := range a.Len() {
		if d := c.memory(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i)); d != "" {
			return d
		}
	}
	return ""
}

// mapping compares maps whose keys can be found again: keys with pointers are matched by what the pointers are paired
// with so far, or else by being the only candidates left.
func (c *comparison) mapping(a, b reflect.Value, path string) string {
	if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
		return fmt.Sprintf("%s: nil %v len %d, nil %v len %d", path, a.IsNil(), a.Len(), b.IsNil(), b.Len())
	}
	if a.IsNil() {
		return ""
	}
	if p, ok := c.maps[a.Pointer()]; ok {
		if p != b.Pointer() {
			return path + ": another map"
		}
		return ""
	}
	c.maps[a.Pointer()] = b.Pointer()
	rest := b.MapKeys()
	for it := a.MapRange(); it.Next(); {
		k := reflect.New(a.Type().Key()).Elem()
		k.Set(it.Key())
		v := b.MapIndex(it.Key())
		if !v.IsValid() { // NaN, or a pointer
			v = c.search(it, &rest, b)
		}
		if !v.IsValid() {
			return fmt.Sprintf("%s: no key %v", path, k)
		}
		x, y := reflect.New(a.Type().Elem()).Elem(), reflect.New(a.Type().Elem()).Elem()
		x.Set(it.Value())
		y.Set(v)
		if d := c.value(x, y, fmt.Sprintf("%s[%v]", path, k)); d != "" {
			return d
		}
	}
	return ""
}

// search finds a value of b whose key prints and whose value compares like the current ones, NaN keys included.
func (c *comparison) search(it *reflect.MapIter, _ *[]reflect.Value, b reflect.Value) reflect.Value {
	for jt := b.MapRange(); jt.Next(); {
		ka, kb := reflect.New(b.Type().Key()).Elem(), reflect.New(b.Type().Key()).Elem()
		ka.Set(it.Key())
		kb.Set(jt.Key())
		va, vb := reflect.New(b.Type().Elem()).Elem(), reflect.New(b.Type().Elem()).Elem()
		va.Set(it.Value())
		vb.Set(jt.Value())
		probe := newComparison()
		if probe.value(ka, kb, "") == "" && probe.value(va, vb, "") == "" {
			return jt.Value()
		}
	}
	return reflect.Value{}
}
