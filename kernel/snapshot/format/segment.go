// Package format is the form of a segment in a file: a table of types (typedesc.go), references, and the images of objects
// in groups. [Parse] takes one apart and checks all that can be checked without the program's types (decode.go). It reads
// no files and writes no memory.
package format

// A segment is laid out as
//
//	magic, table of types, names of outside variables, far references, groups, object ids
//	padding to a multiple of 8
//	the images of the objects, group by group, each group at a multiple of 8
//
// An image is the memory of a value with every pointer replaced by a reference: 0 for nil, an object's id for a pointer
// to its beginning, RefEmpty for a pointer to something without size, and otherwise RefFar plus an index into the table
// of far references. The first word of an interface is the number of its type plus 1, its second word the reference to
// the boxed value, or the value itself where it is a pointer.

// Magic begins a segment.
const Magic = "MVS1"

// Bits of references.
const (
	RefFar   = 1 << 63
	RefEmpty = 1<<64 - 1
)

// Kind says how the objects of a group lie.
type Kind uint8

// The kinds of groups.
const (
	Single Kind = iota // values
	Array              // arrays of values, each of its own length
	Text               // bytes of strings, each of its own length
	Blob               // arrays of values that are kept in blobs
	Map                // maps: for each its hash, then pairs of key and value images
	Box                // values inside interfaces
	groupKinds
)

// MapHashSize is the size of the hash in front of a map's entries, which does not depend on their order.
const MapHashSize = 16

// Far is an entry of the table of far references: an offset inside an object, or inside an outside variable.
type Far struct {
	ID    uint64 // object; 0 for outside
	Name  int    // of outside variables: index
	Value bool   // into what the variable held at the start of the program, not the variable itself
	Off   uintptr
}
