package snapshot

// A segment is laid out as
//
//	magic, table of types, names of outside variables, far references, groups, object ids
//	padding to a multiple of 8
//	the images of the objects, group by group, each group at a multiple of 8
//
// An image is the memory of a value with every pointer replaced by a reference: 0 for nil, an object's id for a pointer
// to its beginning, refEmpty for a pointer to something without size, and otherwise refFar plus an index into the table
// of far references. The first word of an interface is the number of its type plus 1, its second word the reference to
// the boxed value, or the value itself where it is a pointer.
const segmentMagic = "MVS1"

const (
	refFar   = 1 << 63
	refEmpty = 1<<64 - 1
)

// groupKind says how the objects of a group lie.
type groupKind uint8

const (
	groupSingle groupKind = iota // values
	groupArray                   // arrays of values, each of its own length
	groupText                    // bytes of strings, each of its own length
	groupBlob                    // arrays of values that are kept in blobs
	groupMap                     // maps: for each its hash, then pairs of key and value images
	groupBox                     // values inside interfaces
	groupKinds
)

// mapHashSize is the size of the hash in front of a map's entries, which does not depend on their order.
const mapHashSize = 16

// far is an entry of the table of far references: an offset inside an object, or inside an outside variable.
type far struct {
	id    uint64 // object; 0 for outside
	name  int    // of outside variables: index
	value bool   // into what the variable held at the start of the program, not the variable itself
	off   uintptr
}

// draft is a segment to be written: its variables and its objects, in order.
type draft struct {
	sig  []uint64
	home *segment // the loaded segment that it continues, or nil
	objs []place
	size uintptr
}

// place is one object of a draft. It has no pointers, to spare the garbage collector millions of them; the variables keep
// the memory alive.
type place struct {
	addr uintptr
	n    int
	id   uint64
	plan uint32 // number of the plan
	same uint32 // number of the object among those of home, plus 1; 0 if new
	obj  uint32 // number among the walk's new objects, plus 1; 0 if known
	kind groupKind
	root bool
}

// bytes is the size of the object in memory.
func (o *place) bytes(pl *planner) uintptr {
	p := pl.list[o.plan]
	if o.kind == groupMap {
		return uintptr(mapValue(pointerAt(o.addr), p.typ).Len()) * (p.typ.Key().Size() + p.typ.Elem().Size())
	}
	return uintptr(o.n) * p.size
}
