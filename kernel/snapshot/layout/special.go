package layout

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Special marks the types whose memory means more, or less, than its bytes say.
type Special uint8

// The kinds of special types.
const (
	NotSpecial Special = iota
	specTime           // time.Time: the monotonic clock of another process means nothing
	specLock           // sync.Mutex and others: carried when not held
	specPool           // sync.Pool: starts empty
	specCond           // sync.Cond: carried without its list of waiters
	specSync           // sync.Map: carried as its entries
	specAtomic         // atomic.Pointer: a typed pointer
	specAddr           // netip.Addr: its handle is a canonical pointer
	specHandle         // unique.Handle: a pointer to the one value of its kind in the process
	specBad            // an OS handle and the like: not carried
)

var specials = map[string]Special{
	"time.Time": specTime, "sync.Mutex": specLock, "internal/sync.Mutex": specLock, "sync.RWMutex": specLock,
	"sync.WaitGroup": specLock, "sync.Pool": specPool, "sync.Cond": specCond, "sync.Map": specSync,
	"net/netip.Addr": specAddr, "internal/poll.FD": specBad, "hash/maphash.Seed": specBad, "os.Root": specBad, "runtime.Pinner": specBad,
	"time.Timer": specBad, "time.Ticker": specBad, // the runtime's own, and known to it
}

// SpecialOf says what is special about a type.
func SpecialOf(t reflect.Type) Special {
	pkg := t.PkgPath()
	if pkg == "" || t.Kind() != reflect.Struct {
		return NotSpecial
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
func appendSpecial(ops []Op, s Special, t reflect.Type, off uintptr) []Op {
	switch s {
	case specTime:
		return append(ops, Op{Kind: OpTime, Off: off, Elem: locationOf(t)})
	case specLock:
		return append(ops, Op{Kind: OpLock, Off: off, Size: t.Size(), Elem: t})
	case specPool:
		f := FieldNamed(t, "New")
		ops = append(ops, Op{Kind: OpZero, Off: off, Size: f.Offset}, Op{Kind: OpFunc, Off: off + f.Offset, Elem: f.Type})
		return ops
	case specCond:
		f := FieldNamed(t, "L")
		rest := f.Offset + f.Type.Size()
		return append(ops, Op{Kind: OpIface, Off: off + f.Offset, Elem: f.Type}, Op{Kind: OpZero, Off: off + rest, Size: t.Size() - rest})
	case specSync:
		return append(ops, Op{Kind: OpSync, Off: off, Size: t.Size(), Elem: SyncEntries})
	case specAtomic:
		return append(ops, Op{Kind: OpPtr, Off: off + t.Size() - unsafe.Sizeof(uintptr(0)), Elem: t.Field(0).Type.Elem().Elem()})
	case specAddr:
		f := FieldNamed(t, "z")
		return append(ops, Op{Kind: OpHandle, Off: off + f.Offset, Elem: f.Type.Field(0).Type.Elem()})
	}
	if s == specHandle && isNameable(t.Name()) {
		return append(ops, Op{Kind: OpHandle, Off: off, Elem: t.Field(0).Type.Elem(), Type: t})
	}
	return append(ops, Op{Kind: OpBad, Off: off, Size: t.Size(), Elem: t})
}

// FieldNamed is the direct field of struct t with a name; the zero field if there is none.
func FieldNamed(t reflect.Type, name string) reflect.StructField {
	for i := range t.NumField() {
		if f := t.Field(i); f.Name == name {
			return f
		}
	}
	return reflect.StructField{}
}

// SyncEntries is the type as which the entries of a sync.Map are stored.
var SyncEntries = reflect.TypeFor[map[any]any]()

// PlainTime is *t without its monotonic clock reading.
func PlainTime(p unsafe.Pointer) time.Time { return (*time.Time)(p).Round(0) }

// TimeLoc is the offset of the *Location in a time.Time, the last of its three words. (Asking reflect would link all
// methods of the type.)
const TimeLoc = 16

// locationOf is the type time.Location, found in time.Time.
func locationOf(t reflect.Type) reflect.Type { return t.Field(t.NumField() - 1).Type.Elem() }

// IsZero reports whether n bytes at p are all zero.
func IsZero(p unsafe.Pointer, n uintptr) bool { return AllZero(memory.Bytes(p, int(n))) }

// AllZero reports whether bytes are all zero.
func AllZero(bytes []byte) bool {
	for _, b := range bytes {
		if b != 0 {
			return false
		}
	}
	return true
}

// hasPrefix is strings.HasPrefix, without linking package strings.
func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// SyncEntriesOf copies the entries of the sync.Map at p.
func SyncEntriesOf(p unsafe.Pointer) map[any]any {
	m := map[any]any{}
	(*sync.Map)(p).Range(func(k, v any) bool { m[k] = v; return true })
	return m
}
