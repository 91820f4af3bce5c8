package snapshot

import (
	"reflect"
	"time"
	"unsafe"
)

// special marks the types whose memory means more, or less, than its bytes say.
type special uint8

const (
	notSpecial special = iota
	specTime           // time.Time: the monotonic clock of another process means nothing
	specLock           // sync.Mutex and others: carried when not held
	specPool           // sync.Pool: starts empty
	specCond           // sync.Cond: carried without its list of waiters
	specSync           // sync.Map: carried as its entries
	specAtomic         // atomic.Pointer: a typed pointer
	specAddr           // netip.Addr: its handle is a canonical pointer
	specHandle         // unique.Handle elsewhere: not carried
	specBad            // an OS handle and the like: not carried
)

var specials = map[string]special{
	"time.Time": specTime, "sync.Mutex": specLock, "internal/sync.Mutex": specLock, "sync.RWMutex": specLock,
	"sync.WaitGroup": specLock, "sync.Pool": specPool, "sync.Cond": specCond, "sync.Map": specSync,
	"net/netip.Addr": specAddr, "internal/poll.FD": specBad, "hash/maphash.Seed": specBad, "os.Root": specBad, "runtime.Pinner": specBad,
}

func specialOf(t reflect.Type) special {
	pkg := t.PkgPath()
	if pkg == "" || t.Kind() != reflect.Struct {
		return notSpecial
	}
	name := t.Name()
	switch {
	case pkg == "sync/atomic" && hasPrefix(name, "Pointer["):
		return specAtomic
	case pkg == "unique" && hasPrefix(name, "Handle["):
		return specHandle
	}
	return specials[pkg+"."+name]
}

// appendSpecial appends the operations of a value of special type t.
func appendSpecial(ops []op, s special, t reflect.Type, off uintptr) []op {
	switch s {
	case specTime:
		return append(ops, op{kind: opTime, off: off, elem: locationOf(t)})
	case specLock:
		return append(ops, op{kind: opLock, off: off, size: t.Size(), elem: t})
	case specPool:
		f := fieldNamed(t, "New")
		ops = append(ops, op{kind: opZero, off: off, size: f.Offset}, op{kind: opFunc, off: off + f.Offset, elem: f.Type})
		return ops
	case specCond:
		f := fieldNamed(t, "L")
		rest := f.Offset + f.Type.Size()
		return append(ops, op{kind: opIface, off: off + f.Offset, elem: f.Type}, op{kind: opZero, off: off + rest, size: t.Size() - rest})
	case specSync:
		return append(ops, op{kind: opSync, off: off, size: t.Size(), elem: syncEntries})
	case specAtomic:
		return append(ops, op{kind: opPtr, off: off + t.Size() - unsafe.Sizeof(uintptr(0)), elem: t.Field(0).Type.Elem().Elem()})
	case specAddr:
		f := fieldNamed(t, "z")
		return append(ops, op{kind: opAddr, off: off + f.Offset, elem: f.Type.Field(0).Type.Elem()})
	}
	return append(ops, op{kind: opBad, off: off, size: t.Size(), elem: t})
}

// fieldNamed is the direct field of struct t with a name; the zero field if there is none.
func fieldNamed(t reflect.Type, name string) reflect.StructField {
	for i := range t.NumField() {
		if f := t.Field(i); f.Name == name {
			return f
		}
	}
	return reflect.StructField{}
}

// syncEntries is the type as which the entries of a sync.Map are stored.
var syncEntries = reflect.TypeFor[map[any]any]()

// plainTime is *t without its monotonic clock reading.
func plainTime(p unsafe.Pointer) time.Time { return (*time.Time)(p).Round(0) }

// timeLoc is the offset of the *Location in a time.Time, the last of its three words. (Asking reflect would link all
// methods of the type.)
const timeLoc = 16

// locationOf is the type time.Location, found in time.Time.
func locationOf(t reflect.Type) reflect.Type { return t.Field(t.NumField() - 1).Type.Elem() }

// isZero reports whether n bytes at p are all zero.
func isZero(p unsafe.Pointer, n uintptr) bool { return allZero(bytesAt(p, int(n))) }

func allZero(bytes []byte) bool {
	for _, b := range bytes {
		if b != 0 {
			return false
		}
	}
	return true
}

// hasPrefix is strings.HasPrefix, without linking package strings.
func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }
