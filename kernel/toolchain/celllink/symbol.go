package celllink

import (
	"encoding/binary"
	"net/url"
)

// This file has what an object that was read tells.

// Kind is what sort of memory a symbol takes.
type Kind uint8

const (
	KindText       Kind = 1
	KindTextFIPS   Kind = 2
	KindROData     Kind = 3
	KindRODataFIPS Kind = 4
	KindNoPtrData  Kind = 5
	KindNoPtrFIPS  Kind = 6
	KindData       Kind = 7
	KindDataFIPS   Kind = 8
	KindBSS        Kind = 9
	KindNoPtrBSS   Kind = 10
	KindTLSBSS     Kind = 11
)

// StaticABI is the ABI of symbols that no other object can name.
const StaticABI = 0xffff

// Flags of symbols.
const (
	SymDupOK         = 1 << 0 // may be defined by several objects
	SymTypeLink      = 1 << 2 // a type that reflect finds by name
	SymLeaf          = 1 << 3
	SymNoSplit       = 1 << 4
	SymReflectMethod = 1 << 5
	SymType          = 1 << 6
)

// Flags of symbols, second byte.
const (
	SymUsedInInterface = 1 << 0
	SymItab            = 1 << 1
	SymDictionary      = 1 << 2
	SymInit            = 1 << 3
	SymLinkname        = 1 << 4
	SymWrapper         = 1 << 5
)

// Symbol is a definition, or a reference by name.
type Symbol struct {
	Name        string // may be empty for what is named by its content
	ABI         uint16
	Kind        Kind
	Flag, Flag2 uint8
	Size, Align uint32 // Align may be 0
}

// Special packages of references. Others are numbers in the object's list of packages.
const (
	PackageNone     = 0
	PackageNamed    = 1<<31 - 1 // symbols of class ByName, those of other objects behind the object's own
	PackageHashed64 = 1<<31 - 2 // class ByHash64
	PackageHashed   = 1<<31 - 3 // class ByHash
	PackageBuiltin  = 1<<31 - 4 // functions of the runtime that the compiler knows by number
	PackageSelf     = 1<<31 - 5 // class ByNumber
)

// Ref names a symbol from within an object.
type Ref struct {
	Package uint32
	Number  uint32
}

// Reloc is a place in a symbol where the address of another belongs.
type Reloc struct {
	Offset int32
	Size   uint8 // bytes of the place; 0 only keeps or marks the target
	Type   uint16
	Addend int64
	Target Ref
}

// Aux is a symbol that describes another.
type Aux struct {
	Type   uint8
	Symbol Ref
}

// Import is a package that the object was compiled against.
type Import struct {
	Path        string
	Fingerprint [8]byte
}

// Imports are the packages that the object was compiled against.
func (o *Object) Imports() []Import {
	list := make([]Import, o.count(blockAutolib))
	for i := range list {
		r := o.record(blockAutolib, i)
		list[i].Path = o.text(r)
		copy(list[i].Fingerprint[:], r[8:])
	}
	return list
}

// Packages are the paths that references name by index; the first is no package.
//
// In the object some characters of a path, dots among them, are escaped as %xx.
func (o *Object) Packages() []string {
	list := o.texts(blockPackages)
	for i, path := range list {
		if plain, err := url.PathUnescape(path); err == nil {
			list[i] = plain
		}
	}
	return list
}

// Files are the names of the source files.
func (o *Object) Files() []string { return o.texts(blockFiles) }

func (o *Object) texts(block int) []string {
	list := make([]string, o.count(block))
	for i := range list {
		list[i] = o.text(o.record(block, i))
	}
	return list
}

// Defs is how many symbols the object defines. Their numbers begin with 0.
func (o *Object) Defs() int { return o.first[4] }

// Refs is how many symbols of other objects it names by name. Their numbers follow those of the definitions.
func (o *Object) Refs() int { return o.count(blockNamedRefs) }

// Class returns how symbol i is named, and its number in this class.
func (o *Object) Class(i int) (Class, int) {
	for c := ByHash; c >= ByNumber; c-- {
		if i >= o.first[c+1] {
			return c + 1, i - o.first[c+1]
		}
	}
	return ByNumber, i
}

// Symbol is symbol i, with 0 <= i < Defs() + Refs().
func (o *Object) Symbol(i int) Symbol {
	c, n := o.Class(i)
	block := blockDefs + int(c)
	if i >= o.Defs() {
		block, n = blockNamedRefs, i-o.Defs()
	}
	r := o.record(block, n)
	return Symbol{
		Name: o.text(r), ABI: binary.LittleEndian.Uint16(r[8:]), Kind: Kind(r[10]), Flag: r[11], Flag2: r[12],
		Size: u32(r, 13), Align: u32(r, 17),
	}
}

// Data is what symbol i, a definition, begins with; up to its size the rest is zeros.
func (o *Object) Data(i int) []byte {
	from, to := o.span(blockDataIndex, i)
	return o.block[blockData][from:to:to]
}

// Relocs is how many relocations symbol i, a definition, has.
func (o *Object) Relocs(i int) int {
	from, to := o.span(blockRelocIndex, i)
	return to - from
}

// Reloc is relocation k of symbol i.
func (o *Object) Reloc(i, k int) Reloc {
	from, _ := o.span(blockRelocIndex, i)
	r := o.record(blockRelocs, from+k)
	return Reloc{
		Offset: int32(u32(r, 0)), Size: r[4], Type: binary.LittleEndian.Uint16(r[5:]),
		Addend: int64(binary.LittleEndian.Uint64(r[7:])), Target: Ref{u32(r, 15), u32(r, 19)},
	}
}

// Auxes is how many auxiliary symbols symbol i, a definition, has.
func (o *Object) Auxes(i int) int {
	from, to := o.span(blockAuxIndex, i)
	return to - from
}

// Aux is auxiliary symbol k of symbol i.
func (o *Object) Aux(i, k int) Aux {
	from, _ := o.span(blockAuxIndex, i)
	r := o.record(blockAux, from+k)
	return Aux{Type: r[0], Symbol: Ref{u32(r, 1), u32(r, 5)}}
}

// Hash is what symbol i of class ByHash64 or ByHash is named by, 8 or 16 bytes; nil for other classes.
func (o *Object) Hash(i int) []byte {
	switch c, n := o.Class(i); c {
	case ByHash64:
		return o.record(blockHash64, n)
	case ByHash:
		return o.record(blockHash, n)
	}
	return nil
}

// Local returns the number in this object of the symbol that one of its references names, if it is one of Defs() + Refs().
func (o *Object) Local(r Ref) (i int, ok bool) {
	switch r.Package {
	case PackageSelf:
		return int(r.Number), true
	case PackageHashed64:
		return o.first[ByHash64] + int(r.Number), true
	case PackageHashed:
		return o.first[ByHash] + int(r.Number), true
	case PackageNamed:
		return o.first[ByName] + int(r.Number), true
	}
	return 0, false
}

// RefNames are the names of the symbols that the object names by number in other packages.
func (o *Object) RefNames() map[Ref]string {
	names := make(map[Ref]string, o.count(blockRefNames))
	for i := range o.count(blockRefNames) {
		r := o.record(blockRefNames, i)
		names[Ref{u32(r, 0), u32(r, 4)}] = o.text(r[8:])
	}
	return names
}

func (o *Object) span(index, i int) (from, to int) {
	return int(u32(o.block[index], 4*i)), int(u32(o.block[index], 4*i+4))
}
