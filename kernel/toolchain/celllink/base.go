package celllink

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Base is an executable that cells are linked with. It does not change: several goroutines may link with it.
type Base struct {
	pkgs     []Package
	packages map[string]*Object    // the Go object of each package, by path
	paths    map[*Object][]string  // what references of each object name by index
	address  map[symbolID]uint64   // of all symbols with a number or a name that the base has
	names    map[named]*definition // symbols with a name
	itabs    map[string]uint64     // by hash
	field    map[string]int        // offsets in runtime.moduledata
	size     int                   // of runtime.moduledata
	text     uint64                // where functions are counted from
	types    uint64                // where types and other constants are counted from
	pcln     [8]byte               // what a table of functions begins with
	goroot   string                // what $GOROOT in names of files stands for
	zero     uint64                // the address of all variables without bytes
	links    []typeLink
}

// symbolID is a definition.
type symbolID struct {
	o *Object
	i int
}

func (id symbolID) symbol() Symbol { return id.o.Symbol(id.i) }

// definition is what a name stands for.
type definition struct {
	symbolID
	address uint64 // 0: the base does not have it
	several bool   // there is a second one, which may be another
}

// typeLink is a type that reflect finds by name.
type typeLink struct {
	name   string
	offset uint32 // from Base.types
}

// Open reads a base that Patch made.
func Open(k *Keep, base []byte) (*Base, error) {
	b := &Base{
		pkgs: k.pkgs, packages: map[string]*Object{}, paths: map[*Object][]string{}, address: map[symbolID]uint64{},
		names: map[named]*definition{}, itabs: map[string]uint64{},
	}
	addresses, _, err := k.Addresses(base)
	if err != nil {
		return nil, err
	}
	im, err := readImage(base)
	if err != nil {
		return nil, err
	}
	if b.field, b.size, err = k.module(); err != nil {
		return nil, fmt.Errorf("celllink: %w", err)
	}
	if b.size > emptyMap-cellBase || b.size > cellMain-cellBase {
		return nil, fmt.Errorf("celllink: runtime.moduledata has %d bytes", b.size)
	}
	for n, e := range k.entries {
		o := k.pkgs[e.Package].Archive.Objects[e.Object]
		if addresses[n] == 0 {
			continue
		}
		if class, _ := o.Class(e.Symbol); class == ByHash {
			b.itabs[string(o.Hash(e.Symbol))] = addresses[n]
		} else {
			b.address[symbolID{o, e.Symbol}] = addresses[n]
		}
	}
	b.readNames()
	if err := b.readModule(im); err != nil {
		return nil, err
	}
	return b, nil
}

// readNames notes what names and paths stand for.
func (b *Base) readNames() {
	for _, p := range b.pkgs {
		for n, o := range p.Archive.Objects {
			if n == 0 && o.Flags&FlagFromAssembly == 0 {
				b.packages[p.Path] = o
			}
			b.paths[o] = o.Packages()
			for i := range o.Defs() {
				b.readName(symbolID{o, i})
			}
		}
	}
}

func (b *Base) readName(id symbolID) {
	class, _ := id.o.Class(id.i)
	if class != ByName && class != ByNumber {
		return
	}
	s := id.symbol()
	if s.Name == "" || s.ABI == StaticABI || s.Kind < KindText || s.Kind > KindTLSBSS {
		return
	}
	name, address := named{s.Name, s.ABI}, b.address[id]
	known := b.names[name]
	switch {
	case known == nil:
		b.names[name] = &definition{id, address, false}
	case known.address == 0 && address != 0:
		*known = definition{id, address, false}
	default:
		known.several = known.several || s.Flag&SymDupOK == 0 || known.symbol().Flag&SymDupOK == 0
	}
}

// symbolAddress is the address of a symbol of the base by name, or an error.
func (b *Base) symbolAddress(name string) (uint64, error) {
	if d := b.names[named{name, 0}]; d != nil && d.address != 0 {
		return d.address, nil
	}
	return 0, fmt.Errorf("celllink: the base has no %s", name)
}

// readModule reads what the base says of itself to the runtime.
func (b *Base) readModule(im *image) error {
	record, err := b.symbolAddress("runtime.firstmoduledata")
	if err != nil {
		return err
	}
	if b.zero, err = b.symbolAddress("runtime.zerobase"); err != nil {
		return err
	}
	root, err := b.symbolAddress("runtime.defaultGOROOT")
	if err != nil {
		return err
	}
	word := func(field string, n int) uint64 { return im.word(record + uint64(b.field[field]+8*n)) }
	b.text, b.types = word("text", 0), word("types", 0)
	im.expect("the module behind the first", record+uint64(b.field["next"]), cellBase)
	im.expect("where constants begin", record+uint64(b.field["rodata"]), b.types)
	copy(b.pcln[:], im.place(word("pcHeader", 0), len(b.pcln)))
	b.goroot = string(im.place(im.word(root), int(min(im.word(root+8), 4096))))
	list, count, end := word("typelinks", 0), word("typelinks", 2), word("etypes", 0)
	if end < b.types || b.text > b.types || end > cellBase || count > uint64(len(im.data))/4 {
		return fmt.Errorf("celllink: a base with functions at %#x, types at %#x to %#x and %d of them with names", b.text, b.types, end, count)
	}
	offsets := im.place(list, int(4*count))
	for n := 0; n < int(count) && im.err == nil; n++ {
		b.links = append(b.links, im.typeLink(b.types, u32(offsets, 4*n)))
	}
	byName := func(a, b typeLink) int { return strings.Compare(a.name, b.name) }
	if im.err == nil && !slices.IsSortedFunc(b.links, byName) {
		return fmt.Errorf("celllink: the types of the base are not in the order of their names")
	}
	return im.err
}

// Where a type's descriptor has what its name is made of.
const (
	typeFlags     = 20
	typeExtraStar = 1 << 1 // the name has a star before it that is not the type's
	typeName      = 40
)

// typeLink reads the name of a type.
func (im *image) typeLink(types uint64, offset uint32) typeLink {
	d := im.place(types+uint64(offset), 48)
	at := types + uint64(u32(d, typeName))
	name, size := readName(im.place(at, 16), func(n int) []byte { return im.place(at, n) })
	if size == 0 && im.err == nil {
		im.err = fmt.Errorf("celllink: the type at %#x has no name", types+uint64(offset))
	}
	return typeLink{trimStar(name, d), offset}
}

func trimStar(name string, descriptor []byte) string {
	if descriptor[typeFlags]&typeExtraStar != 0 {
		return strings.TrimPrefix(name, "*")
	}
	return name
}

// readName reads a name of runtime type information: a byte of flags, the length as a varint, the bytes. more gives as many bytes
// as are asked for. size is 0 if that is no name.
func readName(begin []byte, more func(int) []byte) (name string, size int) {
	if len(begin) < 2 {
		return "", 0
	}
	n, width := binary.Uvarint(begin[1:])
	if width <= 0 || n > 1<<20 {
		return "", 0
	}
	size = 1 + width + int(n)
	data := more(size)
	if len(data) < size {
		return "", 0
	}
	return string(bytes.Clone(data[1+width : size])), size
}
